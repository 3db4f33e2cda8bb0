package notify

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
func (n *Notifier) Hear(_ context.Context, h match.Happening) ([]storage.Message, error) {
	g := h.Row
	switch e := h.Event.(type) {
	case match.Moved:
		return n.moved(h, e), nil
	case match.TakenBack:
		return n.takenBack(h, e), nil
	case match.SeatChanged:
		return n.seatChanged(h, e), nil
	case match.Closed:
		return n.closed(g, e), nil
	case match.Started:
		return n.started(g, e), nil
	case match.Pardoned:
		return n.pardoned(g, e), nil
	case match.Restored:
		return n.restored(g, e), nil
	case match.Reminded:
		m := with(n.toPlayer(g, Reminder, e.Seat), body{Number: e.Reminder})
		m.Nonce += "." + strconv.Itoa(e.Reminder) + strconv.Itoa(g.Seats[e.Seat-1].Gifts)
		return []storage.Message{m}, nil
	case match.Nudged:
		return []storage.Message{n.nudge(g, e.By, e.Seats)}, nil
	case match.TableOpened:
		return []storage.Message{
			n.aboutRow(g, Table, engine.Public), n.aboutRow(g, Lobby, engine.Public),
		}, nil
	case match.Homeless:
		return n.toEverybody(g, Homeless), nil
	case match.UndoAsked:
		return n.aboutUndo(g, e.Seat, e.Concerned, e.Moved), nil
	case match.UndoAgreed:
		return append(n.renewals(g), n.aboutRow(g, Settled, e.By)), nil
	case match.UndoRefused:
		return n.undoSettled(g, e.By), nil
	case match.Gifted:
		return append(n.renewals(g), n.aboutRow(g, Gift, e.By)), nil
	case match.OustAsked:
		return n.ousting(g, e), nil
	case match.Pausing:
		return n.pausing(g, e), nil
	case match.PauseRefused:
		return []storage.Message{n.aboutRow(g, NoPause, e.By)}, nil
	case match.Sought:
		ends := n.aboutRow(g, CallEnds, engine.Public)
		ends.Lane, ends.Due = "c/"+string(g.ID), e.Until
		return []storage.Message{n.aboutRow(g, Call, engine.Public), ends}, nil
	}
	if m, ok := n.ofLobby(h); ok {
		return m, nil
	}
	if kind, seat := ofRow(h.Event); kind != "" {
		return []storage.Message{n.aboutRow(g, kind, seat)}, nil
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
	case match.Here:
		return Back, e.Seat
	case match.OnVacation:
		return Vacation, e.Seat
	}
	return "", engine.Public
}

// ofLobby returns the messages about people of a lobby, and about its name; false for other events.
func (n *Notifier) ofLobby(h match.Happening) ([]storage.Message, bool) {
	g := h.Row
	switch e := h.Event.(type) {
	case match.Invited:
		return []storage.Message{n.toGuest(g, Invitation, "", e.User)}, true
	case match.Knocked:
		return []storage.Message{n.toGuest(g, Knock, g.Host, e.User)}, true
	case match.Admitted:
		return []storage.Message{n.toGuest(g, Seated, e.User, e.User)}, true
	case match.Unseated:
		return []storage.Message{n.toGuest(g, Unseated, e.User, e.User)}, true
	case match.PartnerAsked:
		return []storage.Message{n.toOne(g, Pairing, e.Seat, body{Number: e.N})}, true
	case match.PartnerAnswered:
		return []storage.Message{n.toOne(g, Paired, e.Seat, body{User: e.Partner, Agreed: e.Agreed})},
			true
	case match.Renamed:
		if g.State == match.Lobby {
			return []storage.Message{
				n.aboutRow(g, Lobby, engine.Public), n.aboutRow(g, Invites, engine.Public),
			}, true
		}
		return []storage.Message{n.aboutRow(g, Renamed, e.By), n.Retitle(g)}, true
	case match.StandInAnswered:
		m := n.aboutRow(g, Handed, e.Seat)
		why := Declined
		if e.Agreed {
			why = Agreed
		}
		m.Body = body{Why: why}.encode()
		return []storage.Message{m}, true
	case match.SoughtNoLonger:
		return []storage.Message{n.aboutRow(g, Call, engine.Public), n.Retitle(g)}, true
	}
	return nil, false
}

func (n *Notifier) moved(h match.Happening, e match.Moved) []storage.Message {
	g := h.Row
	var out []storage.Message
	if g.Seats[e.Seat-1].User != "" {
		renewal := n.toPlayer(g, Panel, e.Seat)
		if h.Directly && e.Reason == match.Chosen {
			renewal.Body = body{Click: h.Clicked, Answer: h.Interaction, Open: e.Owes}.encode()
		}
		out = append(out, renewal)
	}
	if e.Answers { // the question goes from the panels of others whom the game waits for
		out = append(out, n.renewals(g)...)
	}
	out = append(out, n.consequences(g, e)...)
	switch e.Reason {
	case match.Forced:
		mark(out, body{Why: becauseForced})
	case match.Planned:
		mark(out, body{Why: becausePlanned})
	case match.Absent:
		out = append([]storage.Message{n.toTable(g, Absent, e.Seat)}, append(out, n.notice(g, e))...)
	case match.Lapsed:
		mark(out, body{Verb: e.Verb})
		out = append(out, n.notice(g, e))
	}
	return out
}

func mark(out []storage.Message, b body) {
	for i := range out {
		if out[i].User == "" {
			out[i].Body = b.encode()
		}
	}
}

func (n *Notifier) notice(g match.Game, e match.Moved) storage.Message {
	return with(n.toPlayer(g, Overdue, e.Seat), body{Verb: e.Verb})
}

func (n *Notifier) consequences(g match.Game, e match.Moved) []storage.Message {
	switch {
	case !e.Done && e.Dug:
		return []storage.Message{n.toTable(g, Dug, e.Seat)}
	case !e.Done:
		return nil
	case e.Phase == engine.InSetup,
		e.Phase == engine.InDeclare && e.Verb == engine.Declare.String():
		return n.atTableOf(g, Chosen, e.Seat)
	case e.Phase == engine.IsOver:
		out := append(n.atTableOf(g, Turn, e.Seat), n.atTableOf(g, Final, e.Seat)...)
		out = append(out, n.aboutRow(g, Lobby, engine.Public))
		for i, s := range g.Seats {
			if s.Owner != "" { // a stand-in has played to the end
				out = append(out, n.toUser(g, Result, engine.Seat(i+1), s.Owner))
			}
			if g.Alone() && s.User != "" && e.Seat != engine.Seat(i+1) { // their panel waits for a turn
				out = append(out, n.toPlayer(g, Panel, engine.Seat(i+1)))
			}
		}
		out = append(out, n.toPlayers(g, Result)...)
		if g.Daily != "" {
			out = append(out, n.toPlayers(g, DailyResult)...)
		}
		return out
	}
	out := n.atTableOf(g, Turn, e.Seat)
	for _, seat := range e.ToMove {
		if !g.Seats[seat-1].Automated { // the house moves at once
			out = append(out, n.toPlayer(g, YourTurn, seat))
		}
	}
	return out
}

// atTableOf is what the table is told of a move; nothing without a table if computers answer at
// once, since then nobody waits to be next.
func (n *Notifier) atTableOf(g match.Game, kind storage.Kind, seat engine.Seat) []storage.Message {
	if g.Solitary() && g.Answered() {
		return nil
	}
	return []storage.Message{n.toTable(g, kind, seat)}
}

func (n *Notifier) seatChanged(h match.Happening, e match.SeatChanged) []storage.Message {
	out := n.Handed(e.Was, h.Row, e.Seat, e.Why)
	if e.Answered != "" {
		out = AfterAnswer(out, e.Answered, h.Interaction)
	}
	return out
}

func (n *Notifier) closed(g match.Game, e match.Closed) []storage.Message {
	switch {
	case e.Why == match.ByDeletion:
		return nil
	case g.Daily != "" && e.Ran: // nobody is waiting for it any more
		return n.toEverybody(g, Panel)
	}
	out := []storage.Message{n.aboutRow(g, Lobby, engine.Public)}
	if !e.Ran {
		if e.Why != match.ByAge {
			for _, user := range match.Users(g.Seats) {
				out = append(out, n.toGuest(g, Unseated, user, user))
			}
		}
		return out
	}
	kind := map[match.CloseReason]storage.Kind{
		match.ByAgreement: Stopped, match.ByDesertion: Deserted, match.ByManagers: Ended,
	}[e.Why]
	return append(append(out, n.aboutRow(g, kind, e.By)), n.toEverybody(g, Panel)...)
}

// started lists the messages about the deal. A game in direct messages has no table.
func (n *Notifier) started(g match.Game, e match.Started) []storage.Message {
	first := Open
	if g.Solitary() {
		first = Lobby
	}
	out := []storage.Message{n.aboutRow(g, first, engine.Public)}
	for _, seat := range e.ToMove {
		if g.Seats[seat-1].Level == "" { // no computer
			out = append(out, n.toPlayer(g, YourTurn, seat))
		}
	}
	return out
}

func (n *Notifier) pardoned(g match.Game, e match.Pardoned) []storage.Message {
	out := []storage.Message{n.aboutRow(g, Pardoned, e.Seat)}
	if e.StandIn != "" {
		out = append(out, n.toUser(g, Retired, e.Seat, e.StandIn))
	}
	if e.Waits {
		out = append(out, n.toPlayer(g, YourTurn, e.Seat))
	}
	return out
}

// ousting lists the messages about a vote to give a seat up: its player is asked once.
func (n *Notifier) ousting(g match.Game, e match.OustAsked) []storage.Message {
	out := []storage.Message{n.aboutRow(g, Ousting, e.Seat)}
	if !e.First {
		return out
	}
	ends := n.aboutRow(g, OustEnds, e.Seat)
	ends.Lane, ends.Due = "v/"+string(g.ID), g.OustEnds(e.Seat)
	return append(out, ends, n.toUser(g, Missed, e.Seat, g.Seats[e.Seat-1].Holder()))
}

// pausing lists the messages about clocks that stand still or run again.
func (n *Notifier) pausing(g match.Game, e match.Pausing) []storage.Message {
	told := n.aboutRow(g, Pausing, e.By)
	switch {
	case g.Paused:
		return append([]storage.Message{told}, n.renewals(g)...)
	case len(g.Pausing) > 0:
		return append([]storage.Message{told}, n.askForPause(g)...)
	}
	return append(append(n.undoEnds(g), n.renewals(g)...), told)
}

// takenBack lists the messages about moves that were taken back: to the table, to everybody's
// panels, and to those who move again. A player who did it at the table has the panel as the answer
// too, but that does not last.
func (n *Notifier) takenBack(h match.Happening, e match.TakenBack) []storage.Message {
	g := h.Row
	told := with(n.toTable(g, Undone, e.Seat), body{Branch: g.Branch - 1})
	out := []storage.Message{told}
	undone := body{Undone: e.Seat}
	for i, s := range g.Seats {
		if s.User == "" {
			continue
		}
		renewal := with(n.toPlayer(g, Panel, engine.Seat(i+1)), undone)
		if engine.Seat(i+1) == e.Seat && s.User == h.By {
			renewal.Body = body{Undone: e.Seat, Answer: h.Interaction}.encode()
		}
		out = append(out, renewal)
	}
	for i, s := range g.Seats {
		seat := engine.Seat(i + 1)
		own := seat == e.Seat || slices.Contains(e.Moved, seat)
		if !own || s.Player() == "" {
			continue
		}
		kind := YourTurn
		if !slices.Contains(e.Moves, seat) { // the turn in which they moved is not theirs any more
			kind = Along
		}
		m := with(n.toPlayer(g, kind, seat), undone)
		out = append(out, m)
	}
	return out
}
