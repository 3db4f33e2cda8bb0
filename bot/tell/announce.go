package tell

import (
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/storage"
)

// Announce lists what is to be told of a move, for the outbox.
func (t *Teller) Announce(made play.Made, o play.Occasion) []storage.Message {
	g := made.Table.Game
	var out []storage.Message
	renewal := t.ToPlayer(g, Panel, made.Seat)
	if o.InDM {
		renewal.Body = click{o.Clicked, o.Interaction, made.View.Moves(made.Seat)}.print()
	}
	out = append(out, renewal)
	out = append(out, t.consequences(made)...)
	if o.TimeIsUp {
		out = t.overdue(made, out)
	}
	return out
}

// overdue marks what the table is told of a move that was made for a seat, and has the seat told by itself.
func (t *Teller) overdue(made play.Made, out []storage.Message) []storage.Message {
	verb := made.Move.Verb.String()
	for i := range out {
		if out[i].User == "" {
			out[i].Body = verb
		}
	}
	notice := t.ToPlayer(made.Table.Game, Overdue, made.Seat)
	notice.Body = verb
	return append(out, notice)
}

// consequences lists what the table, and whoever is to move next, is told of a move.
func (t *Teller) consequences(made play.Made) []storage.Message {
	g := made.Table.Game
	switch {
	case !made.Done && made.View.Tunnel != nil:
		return []storage.Message{t.ToTable(g, Dug, made.Seat)}
	case !made.Done:
		return nil
	case made.View.Phase == engine.InSetup:
		return []storage.Message{t.ToTable(g, Chosen, made.Seat)}
	case made.View.Phase == engine.IsOver:
		out := []storage.Message{t.ToTable(g, Turn, made.Seat), t.ToTable(g, Final, made.Seat), t.AboutRow(g, Lobby, engine.Public)}
		for i := range g.Seats {
			out = append(out, t.ToPlayer(g, Result, engine.Seat(i+1)))
		}
		return out
	}
	out := []storage.Message{t.ToTable(g, Turn, made.Seat)}
	for _, seat := range made.View.ToMove {
		out = append(out, t.ToPlayer(g, YourTurn, seat))
	}
	return out
}
