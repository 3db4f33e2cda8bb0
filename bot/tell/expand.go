package tell

import (
	"context"
	"slices"
	"strconv"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Hear returns the messages that tell people of an event, for the outbox: the one place that
// decides who hears of what.
func (t *Teller) Hear(_ context.Context, h match.Happening) ([]storage.Message, error) {
	g := h.Row
	switch e := h.Event.(type) {
	case match.Moved:
		return t.moved(h, e), nil
	case match.TakenBack:
		return t.takenBack(h, e), nil
	case match.SeatChanged:
		return t.seatChanged(h, e), nil
	case match.Closed:
		return t.closed(g, e), nil
	case match.Started:
		return t.started(g, e), nil
	case match.Pardoned:
		return t.pardoned(g, e), nil
	case match.Reminded:
		m := t.ToPlayer(g, Reminder, e.Seat)
		m.Body = strconv.Itoa(e.Reminder)
		m.Nonce += "." + m.Body + strconv.Itoa(g.Seats[e.Seat-1].Gifts)
		return []storage.Message{m}, nil
	case match.Nudged:
		return []storage.Message{t.Nudge(g, e.By, e.Seats)}, nil
	case match.TableOpened:
		return []storage.Message{
			t.AboutRow(g, Table, engine.Public), t.AboutRow(g, Lobby, engine.Public),
		}, nil
	case match.Homeless:
		return t.ToEverybody(g, Homeless), nil
	case match.UndoAsked:
		return t.AboutUndo(g, e.Seat, e.Concerned, e.Moved), nil
	case match.UndoAgreed:
		return append(t.Renewals(g), t.AboutRow(g, Settled, e.By)), nil
	case match.UndoRefused:
		return t.UndoSettled(g, e.By), nil
	case match.Gifted:
		return append(t.Renewals(g), t.AboutRow(g, Gift, e.By)), nil
	case match.Pausing:
		return t.pausing(g, e), nil
	case match.Sought:
		ends := t.AboutRow(g, CallEnds, engine.Public)
		ends.Lane, ends.Due = "c/"+string(g.ID), e.Until
		return []storage.Message{t.AboutRow(g, Call, engine.Public), ends}, nil
	}
	if m, ok := t.ofLobby(h); ok {
		return m, nil
	}
	if kind, seat := ofRow(h.Event); kind != "" {
		return []storage.Message{t.AboutRow(g, kind, seat)}, nil
	}
	return nil, nil
}

// ofRow returns the one message at the table that tells of an event, and the seat that it is about;
// "" if there is none.
func ofRow(event match.Event) (kind storage.Kind, seat engine.Seat) {
	switch e := event.(type) {
	case match.Opened, match.LobbyChanged:
		return Lobby, engine.Public
	case match.Fading:
		return Fading, engine.Public
	case match.Rehoused:
		if e.Thread {
			return Table, engine.Public
		}
		return Open, engine.Public
	case match.CancelAsked:
		return Stopped, e.By
	case match.CancelRefused:
		return Refused, e.By
	case match.Expiring:
		return Expiring, e.Seat
	case match.StandInAsked:
		return Asked, e.Seat
	case match.OustAsked:
		return Ousting, e.Seat
	case match.OnVacation:
		return Vacation, e.Seat
	}
	return "", engine.Public
}

// ofLobby returns the messages about people of a lobby, and about its name; false for other events.
func (t *Teller) ofLobby(h match.Happening) ([]storage.Message, bool) {
	g := h.Row
	switch e := h.Event.(type) {
	case match.Invited:
		return []storage.Message{t.Invitation(g, e.User)}, true
	case match.Knocked:
		return []storage.Message{t.Knock(g, e.User)}, true
	case match.Admitted:
		return []storage.Message{t.Seated(g, e.User)}, true
	case match.Unseated:
		return []storage.Message{t.Unseat(g, e.User)}, true
	case match.PartnerAsked:
		return []storage.Message{t.ToOne(g, Pairing, e.Seat, strconv.Itoa(e.N))}, true
	case match.PartnerAnswered:
		return []storage.Message{t.ToOne(g, Paired, e.Seat, Answer(e.Partner, e.Agreed))}, true
	case match.Renamed:
		if g.State == match.Lobby {
			return []storage.Message{
				t.AboutRow(g, Lobby, engine.Public), t.AboutRow(g, Invites, engine.Public),
			}, true
		}
		return []storage.Message{t.AboutRow(g, Renamed, e.By), t.Retitle(g)}, true
	case match.StandInAnswered:
		m := t.AboutRow(g, Handed, e.Seat)
		m.Body = Declined
		if e.Agreed {
			m.Body = Agreed
		}
		return []storage.Message{m}, true
	case match.SoughtNoLonger:
		return []storage.Message{t.AboutRow(g, Call, engine.Public), t.Retitle(g)}, true
	}
	return nil, false
}

// moved lists the messages that follow a move.
func (t *Teller) moved(h match.Happening, e match.Moved) []storage.Message {
	g := h.Row
	var out []storage.Message
	if g.Seats[e.Seat-1].User != "" {
		renewal := t.ToPlayer(g, Panel, e.Seat)
		if h.Directly && e.Reason == match.Chosen {
			renewal.Body = click{h.Clicked, h.Interaction, e.Owes}.print()
		}
		out = append(out, renewal)
	}
	if e.Answers { // the question goes from the panels of others whom the game waits for
		out = append(out, t.Renewals(g)...)
	}
	out = append(out, t.consequences(g, e)...)
	switch e.Reason {
	case match.Forced:
		mark(out, bodyForced)
	case match.Planned:
		mark(out, bodyPlanned)
	case match.Absent:
		out = append([]storage.Message{t.ToTable(g, Absent, e.Seat)}, append(out, t.notice(g, e))...)
	case match.Lapsed:
		mark(out, e.Verb)
		out = append(out, t.notice(g, e))
	}
	return out
}

// mark gives the messages to the table a body.
func mark(out []storage.Message, body string) {
	for i := range out {
		if out[i].User == "" {
			out[i].Body = body
		}
	}
}

// notice tells the seat for which a move was made.
func (t *Teller) notice(g match.Game, e match.Moved) storage.Message {
	m := t.ToPlayer(g, Overdue, e.Seat)
	m.Body = e.Verb
	return m
}

// consequences lists the messages about a move to the table and to the next players.
func (t *Teller) consequences(g match.Game, e match.Moved) []storage.Message {
	switch {
	case !e.Done && e.Dug:
		return []storage.Message{t.ToTable(g, Dug, e.Seat)}
	case !e.Done:
		return nil
	case e.Phase == engine.InSetup:
		return []storage.Message{t.ToTable(g, Chosen, e.Seat)}
	case e.Phase == engine.IsOver:
		out := []storage.Message{
			t.ToTable(g, Turn, e.Seat), t.ToTable(g, Final, e.Seat),
			t.AboutRow(g, Lobby, engine.Public),
		}
		for i, s := range g.Seats {
			if s.Owner != "" { // a stand-in has played to the end
				out = append(out, t.ToUser(g, Result, engine.Seat(i+1), s.Owner))
			}
		}
		return append(out, t.toPlayers(g, Result)...)
	}
	out := []storage.Message{t.ToTable(g, Turn, e.Seat)}
	for _, seat := range e.ToMove {
		if !g.Seats[seat-1].Automated { // the house moves at once
			out = append(out, t.ToPlayer(g, YourTurn, seat))
		}
	}
	return out
}

// seatChanged lists the messages about who plays a seat now.
func (t *Teller) seatChanged(h match.Happening, e match.SeatChanged) []storage.Message {
	out := t.Handed(e.Was, h.Row, e.Seat, e.Why)
	if e.Answered != "" {
		out = AfterAnswer(out, e.Answered, h.Interaction)
	}
	return out
}

// closed lists the messages about the end of a game before its end.
func (t *Teller) closed(g match.Game, e match.Closed) []storage.Message {
	if e.Why == match.ByDeletion {
		return nil
	}
	out := []storage.Message{t.AboutRow(g, Lobby, engine.Public)}
	if !e.Ran {
		if e.Why != match.ByAge {
			for _, user := range match.Users(g.Seats) {
				out = append(out, t.Unseat(g, user))
			}
		}
		return out
	}
	kind := map[match.CloseReason]storage.Kind{
		match.ByAgreement: Stopped, match.ByDesertion: Deserted, match.ByManagers: Ended,
	}[e.Why]
	return append(append(out, t.AboutRow(g, kind, e.By)), t.ToEverybody(g, Panel)...)
}

// started lists the messages about the deal. A game in direct messages has no table.
func (t *Teller) started(g match.Game, e match.Started) []storage.Message {
	first := storage.Kind(Open)
	if g.Solitary() {
		first = Lobby
	}
	out := []storage.Message{t.AboutRow(g, first, engine.Public)}
	for _, seat := range e.ToMove {
		if g.Seats[seat-1].Level == "" { // no computer
			out = append(out, t.ToPlayer(g, YourTurn, seat))
		}
	}
	return out
}

// pardoned lists the messages to a player who has the seat and its time back.
func (t *Teller) pardoned(g match.Game, e match.Pardoned) []storage.Message {
	out := []storage.Message{t.AboutRow(g, Pardoned, e.Seat)}
	if e.StandIn != "" {
		out = append(out, t.ToUser(g, Retired, e.Seat, e.StandIn))
	}
	if e.Waits {
		out = append(out, t.ToPlayer(g, YourTurn, e.Seat))
	}
	return out
}

// pausing lists the messages about clocks that stand still or run again.
func (t *Teller) pausing(g match.Game, e match.Pausing) []storage.Message {
	told := t.AboutRow(g, Pausing, e.By)
	switch {
	case g.Paused:
		return append([]storage.Message{told}, t.Renewals(g)...)
	case len(g.Pausing) > 0:
		return []storage.Message{told}
	}
	return append(append(t.UndoEnds(g), t.Renewals(g)...), told)
}

// takenBack lists the messages about moves that were taken back: to the table, to everybody's
// panels, and to those who are to move again. A player who did it at the table has the panel as the
// answer too, but that does not last.
func (t *Teller) takenBack(h match.Happening, e match.TakenBack) []storage.Message {
	g := h.Row
	told := t.ToTable(g, Undone, e.Seat)
	told.Body = strconv.Itoa(g.Branch - 1)
	out := []storage.Message{told}
	undone := bodyUndone + " " + strconv.Itoa(int(e.Seat))
	for i, s := range g.Seats {
		if s.User == "" {
			continue
		}
		renewal := t.ToPlayer(g, Panel, engine.Seat(i+1))
		renewal.Body = undone
		if engine.Seat(i+1) == e.Seat && s.User == h.By {
			renewal.Body += " " + h.Interaction
		}
		out = append(out, renewal)
	}
	for i, s := range g.Seats {
		seat := engine.Seat(i + 1)
		own := seat == e.Seat || slices.Contains(e.Moved, seat)
		if !own || s.Player() == "" {
			continue
		}
		kind := storage.Kind(YourTurn)
		if !slices.Contains(e.Moves, seat) { // the turn in which they moved is not theirs any more
			kind = Along
		}
		m := t.ToPlayer(g, kind, seat)
		m.Body = undone
		out = append(out, m)
	}
	return out
}
