package tell

import (
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Announce lists what is to be told of a move, for the outbox.
func (t *Teller) Announce(made play.Made, o play.Occasion) []storage.Message {
	g := made.Table.Game
	var out []storage.Message
	if g.Seats[made.Seat-1].User != "" {
		renewal := t.ToPlayer(g, Panel, made.Seat)
		if o.InDM {
			renewal.Body = click{o.Clicked, o.Interaction, made.View.Moves(made.Seat)}.print()
		}
		out = append(out, renewal)
	}
	if u := g.Undoing; u.User != "" && !u.Over && u.Branch == g.Branch && u.Ply == g.Ply-1 {
		out = append(out, t.Renewals(g)...) // the move is an answer: the question goes from the panels of others who are waited for
	}
	out = append(out, t.consequences(made)...)
	switch _, paced := match.FindPace(g.Pace); {
	case o.Forced:
		mark(out, bodyForced)
	case o.Planned:
		mark(out, bodyPlanned)
	case o.TimeIsUp && paced:
		out = append([]storage.Message{t.ToTable(g, Absent, made.Seat)}, append(out, t.notice(made))...)
	case o.TimeIsUp:
		mark(out, made.Move.Verb.String())
		out = append(out, t.notice(made))
	}
	return out
}

// mark gives what the table is told a body.
func mark(out []storage.Message, body string) {
	for i := range out {
		if out[i].User == "" {
			out[i].Body = body
		}
	}
}

// notice tells the seat for which a move was made.
func (t *Teller) notice(made play.Made) storage.Message {
	m := t.ToPlayer(made.Table.Game, Overdue, made.Seat)
	m.Body = made.Move.Verb.String()
	return m
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
		for i, s := range g.Seats {
			if s.Owner != "" { // a stand-in has played to the end
				out = append(out, t.ToUser(g, Result, engine.Seat(i+1), s.Owner))
			}
		}
		return append(out, t.toPlayers(g, Result)...)
	}
	out := []storage.Message{t.ToTable(g, Turn, made.Seat)}
	for _, seat := range made.View.ToMove {
		if g.Seats[seat-1].Automated {
			continue // it moves at once
		}
		out = append(out, t.ToPlayer(g, YourTurn, seat))
	}
	return out
}
