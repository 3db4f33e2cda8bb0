package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Deed is something that those who manage a server, or run a league there, have done.
type Deed struct {
	At     time.Time      `json:"at"`
	By     match.UserID   `json:"by"`
	Kind   DeedKind       `json:"kind"`
	Who    []match.UserID `json:"who"` // whom it concerns: they can read it
	Game   match.GameID   `json:"game,omitempty"`
	Reason string         `json:"reason,omitempty"` // hostile text
	Until  time.Time      `json:"until,omitzero"`
}

// DeedKind is what was done. Its text is "deeds." and the kind.
type DeedKind string

// The kinds.
const (
	Ended    DeedKind = "ended"
	Pardoned DeedKind = "pardoned"
	Unrated  DeedKind = "unrated"
	Rerated  DeedKind = "rerated"
	Extended DeedKind = "extended"
	Annulled DeedKind = "annulled"
	Banned   DeedKind = "banned"
	Unbanned DeedKind = "unbanned"
)

// mostDeeds bounds the list of a server: older ones are forgotten.
const mostDeeds = 300

func deedsKey(server match.ServerID) string { return "deeds/" + string(server) }

// ToNote is the kind of the message that has Note called.
const ToNote storage.Kind = "deed"

// Noted is the message that is committed with a deed on a server and has it noted. id tells it from
// others that wait.
func (d Deed) Noted(server match.ServerID, id string) storage.Message {
	text, _ := json.Marshal(d) // cannot fail
	return storage.Message{
		Lane: deedsKey(server), Kind: ToNote, Body: string(text), Nonce: "hd" + id, Due: d.At,
	}
}

// Note adds a deed to the list of its server, once.
func Note(ctx context.Context, s storage.Settings, m storage.Message) error {
	var d Deed
	if err := json.Unmarshal([]byte(m.Body), &d); err != nil {
		return fmt.Errorf("read a deed: %w", err)
	}
	same := func(o Deed) bool {
		return o.At.Equal(d.At) && o.By == d.By && o.Kind == d.Kind && o.Game == d.Game
	}
	return storage.Change(ctx, s, m.Lane, func(list *[]Deed) error {
		if !slices.ContainsFunc(*list, same) {
			*list = append((*list)[max(0, len(*list)-mostDeeds+1):], d)
		}
		return nil
	})
}

// Deeds returns what was done on a server that concerns a user, or all if user is "", the last
// first.
func Deeds(ctx context.Context, s storage.SettingReader, server match.ServerID, user match.UserID,
) ([]Deed, error) {
	list, err := storage.SettingOf[[]Deed](ctx, s, deedsKey(server))
	slices.Reverse(list)
	return slices.DeleteFunc(list, func(d Deed) bool {
		return user != "" && !slices.Contains(d.Who, user)
	}), err
}

// Line says a deed in a line.
func (d Deed) Line(texts *locale.Texts) string {
	forgotten := func(u match.UserID) bool { return u == "" }
	who := slices.DeleteFunc(slices.Clone(d.Who), forgotten)
	by := texts.Say("deeds.somebody")
	if d.By != "" {
		by = discord.MentionUsers(d.By)
	}
	line := texts.Say("deeds."+string(d.Kind), "When", speech.Stamp(d.At, "f"), "By", by,
		"Game", string(d.Game), "Who", discord.MentionUsers(who...))
	if !d.Until.IsZero() {
		line += " " + texts.Say("deeds.until", "Until", speech.Stamp(d.Until, "f"))
	}
	if d.Reason != "" {
		line += " " + discord.PlainProse(d.Reason)
	}
	return line
}
