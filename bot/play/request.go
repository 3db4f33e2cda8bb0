package play

import (
	"context"
	"errors"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// By returns who made a request, and from where.
func By(r *route.Request) match.Actor {
	return match.Actor{User: r.User.ID, Name: r.User.Name, Server: r.Guild, Channel: r.Channel}
}

// CallOf returns a request as the call of a command.
func CallOf(r *route.Request, id match.GameID) Call {
	return Call{
		Game: id, By: By(r), At: r.Now,
		Origin: match.Origin{
			Interaction: r.ID, Clicked: r.Message, Directly: r.Alone(),
		},
	}
}

// Once is CallOf, with whether the interaction was carried out before.
func (s *Service) Once(ctx context.Context, r *route.Request, id match.GameID) (Call, error) {
	call := CallOf(r, id)
	var err error
	call.Repeated, err = s.CarriedOut(ctx, r.ID)
	return call, err
}

// SeatedIn loads the game that a request is about, for its player; see Seated. What the request was
// found by is not read again.
func (s *Service) SeatedIn(ctx context.Context, r *route.Request, id match.GameID,
) (*Table, engine.Seat, error) {
	if row, ok := r.TakeFound(id); ok {
		return s.Seated(ctx, By(r), id, &row)
	}
	return s.Seated(ctx, By(r), id, nil)
}

// Repeats answers an interaction that was carried out before as it was answered then.
func (s *Service) Repeats(answer func(*route.Request, Made) route.Reply) route.Middleware {
	return func(next route.Handler) route.Handler {
		return func(ctx context.Context, r *route.Request) (route.Reply, error) {
			if r.Kind == discord.Autocomplete {
				return next(ctx, r)
			}
			made, ok, err := s.Repeated(ctx, CallOf(r, ""))
			if err != nil {
				return route.Reply{}, err
			}
			if ok {
				return answer(r, made), nil
			}
			reply, err := next(ctx, r)
			if err == nil {
				return reply, nil
			}
			// Another delivery may have been carried out meanwhile: what this one was refused for
			// is its own move.
			if made, ok, lost := s.Repeated(ctx, CallOf(r, "")); ok && lost == nil {
				return answer(r, made), nil
			}
			return reply, err
		}
	}
}

// Refused is a rule's reason against a move at a table.
type Refused struct {
	*match.Illegal
	Table *Table
}

// Unwrap returns the rule's refusal.
func (e *Refused) Unwrap() error { return e.Illegal }

// refused adds the table to a rule's reason.
func refused(err error, t *Table) error {
	if reason, ok := errors.AsType[*match.Illegal](err); ok {
		return &Refused{reason, t}
	}
	return err
}

// Refusal says why a move would be refused now: *Refused, or nil.
func (t *Table) Refusal(seat engine.Seat, m engine.Move) error {
	return refused(t.Refuses(seat, m), t)
}

// Planned returns what a seat would see if it were its turn and it had made these moves; see
// match.Table. *Refused if it cannot plan.
func (t *Table) Planned(seat engine.Seat, made ...engine.Move) (engine.View, error) {
	v, err := t.Table.Planned(seat, made...)
	return v, refused(err, t)
}

// Reply tells the reason and shows the player what is possible.
func (e *Refused) Reply(r *route.Request) route.Reply {
	s := e.Table.Speaker(r.Texts)
	m := s.Panel(speech.Panel{
		Game: string(e.Table.ID), At: e.Table.At(), View: &e.View,
		News: []string{s.Refusal(&e.View, e.Refusal)}, Where: e.Table.Link(),
		Told: e.Refusal.Code == engine.RefuseTurn,
	})
	m.Ephemeral = true
	return route.Reply{Message: &m}
}

// At names the position that the game has come to, for custom IDs.
func (t *Table) At() customid.Position { return customid.Position{Ply: t.Ply, Mark: t.Mark()} }

// Link mentions the thread that the game is played in, "" if it has none.
func (t *Table) Link() string {
	if t.Thread == "" {
		return ""
	}
	return discord.MentionChannel(t.Thread)
}

// SeatOf returns where a user sits, Public if nowhere.
func (t *Table) SeatOf(user match.UserID) engine.Seat { return t.Game.SeatOf(user) }

// Begun reports whether the cards have been dealt.
func (t *Table) Begun() bool { return t.Dealt() }

// NotSeated tells a bystander on the game's server that the game is not theirs; elsewhere it says
// no more than of a game that does not exist.
func NotSeated(g match.Game, r *route.Request) error {
	_, err := g.Seated(By(r))
	return err
}

// IsThere reports whether a request comes from where a game is played.
func IsThere(g match.Game, r *route.Request) bool { return g.IsAt(By(r)) }

// Where links to a game's table, or to the channel of its lobby.
func Where(texts *locale.Texts, g match.Game) string {
	switch {
	case g.Solitary():
		return texts.Say("games.solitary")
	case g.State == match.Lobby:
		return discord.MentionChannel(g.Channel)
	case g.Thread == "":
		return texts.Say("games.homeless")
	}
	return discord.MentionChannel(g.Thread)
}

// Elsewhere adds to what is said about a game's table a link to it, for a user who is not on its
// server just now.
func Elsewhere(r *route.Request, g match.Game, said string) string {
	if !r.Alone() {
		return said
	}
	return said + "\n" + r.Texts.Say("panel.table", "Where", Where(r.Texts, g))
}

// Attached returns files in the form in which a message carries them.
func Attached(files []File) []discord.File {
	list := make([]discord.File, len(files))
	for i, f := range files {
		list[i] = discord.File{Name: f.Name, Type: "text/plain", Data: f.Text}
	}
	return list
}
