package route

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine/match"
)

// SpokenOf returns the error that is told to the user, if err has one.
func SpokenOf(err error) (Spoken, bool) {
	if spoken, ok := errors.AsType[Spoken](err); ok {
		return spoken, true
	}
	if refusal, ok := errors.AsType[*match.Refusal](err); ok {
		return ProblemOf(refusal), true
	}
	return nil, false
}

// ProblemOf words the arguments of a table's refusal: people and channels as mentions, names made
// harmless.
func ProblemOf(refusal *match.Refusal) *Problem {
	p := Fail(refusal.Code, slices.Clone(refusal.Args)...)
	for i := 1; i < len(p.Args); i += 2 {
		p.Args[i] = worded(p.Args[i])
	}
	return p
}

func worded(value any) any {
	switch value := value.(type) {
	case match.GameID:
		return string(value)
	case match.Hostile:
		return discord.Plain(string(value))
	case []match.Hostile:
		names := make([]string, len(value))
		for i, name := range value {
			names[i] = discord.Plain(string(name))
		}
		return strings.Join(names, " + ")
	case time.Time:
		return fmt.Sprintf("<t:%d:R>", value.Unix())
	case match.UserID:
		return discord.MentionUsers(value)
	case match.ChannelID:
		return discord.MentionChannel(value)
	}
	return value
}
