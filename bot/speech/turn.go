package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"konduktor/engine"
)

// kindsOfTurn are the kinds of turns in the order in which a panel names them; passing has a sentence of its own.
var kindsOfTurn = []engine.Verb{
	engine.Draw, engine.Claim, engine.Lay, engine.Tickets, engine.Share, engine.Port, engine.Exchange,
}

// yourTurn names the kinds of turns that are legal now and, near the end, says how many turns are left.
func (s *Speaker) yourTurn(v *engine.View) string {
	legal := map[engine.Verb]bool{}
	for _, m := range v.Legal() {
		legal[m.Verb] = true
	}
	var kinds []string
	for _, verb := range kindsOfTurn {
		if legal[verb] {
			kinds = append(kinds, s.say("panel.can-"+verb.String()))
		}
	}
	if len(kinds) == 0 {
		return s.say("panel.owes-pass")
	}
	can := capital(s.either(kinds))
	switch {
	case v.LastRound && v.Uses(engine.UsesPorts) && v.TurnsLeft > len(v.Seats): // every seat has several turns (W12)
		return s.say("panel.owes-late-turn", "Can", can)
	case v.LastRound && v.Uses(engine.UsesYards) && v.Pass < v.Passes: // K9
		return s.say("panel.owes-last-turn-journey", "Can", can)
	case v.LastRound:
		return s.say("panel.owes-last-turn", "Can", can)
	}
	return s.say("panel.owes-turn", "Can", can)
}

// either lists alternatives: "a, b or c".
func (s *Speaker) either(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return s.say("names.or", "First", strings.Join(words[:last], ", "), "Last", words[last])
}

// capital returns a text with its first letter in upper case.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
