package notify

import (
	"context"
	"slices"
	"strconv"

	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Hear returns the letters that tell people of an event, for the outbox: the one place that decides
// who hears of what. After them what stands on Discord is brought up to date.
func (n *Notifier) Hear(_ context.Context, h match.Happening) ([]storage.Message, error) {
	out := n.letters(h)
	if _, is := h.Event.(match.Reminded); is {
		return out, nil
	}
	return append(out, posts.After(h, n.Now())), nil
}

func (n *Notifier) letters(h match.Happening) []storage.Message {
	g := h.Row
	switch e := h.Event.(type) {
	case match.Moved:
		return n.moved(h, e)
	case match.TakenBack:
		return n.takenBack(h, e)
	case match.SeatChanged:
		return n.seatChanged(h, e)
	case match.Closed:
		return n.closed(g, e)
	case match.Started:
		return n.started(g, e)
	case match.Pardoned:
		return n.pardoned(g, e)
	case match.Restored:
		return n.restored(g, e)
	case match.Interrupted:
		return n.interrupted(g, e)
	case match.Reminded:
		m := with(n.toPlayer(g, Reminder, e.Seat), body{Number: e.Reminder})
		m.Nonce += "." + strconv.Itoa(e.Reminder) + strconv.Itoa(g.Seats[e.Seat-1].Gifts)
		return []storage.Message{m}
	case match.Nudged:
		return []storage.Message{n.nudge(g, e.By, e.Seats)}
	case match.Homeless:
		if e.Never {
			return n.toEverybody(g, NoTable)
		}
		return n.toEverybody(g, Homeless)
	case match.UndoAsked:
		return n.aboutUndo(g, e.Seat, e.Concerned, e.Moved)
	case match.UndoRefused:
		return n.undoSettled(g, e.By)
	case match.OustAsked:
		return n.ousting(g, e)
	case match.Pausing:
		return n.pausing(g, e)
	case match.Sought:
		return []storage.Message{
			n.aboutRow(g, Call, engine.Public),
			posts.Later(g.ID, "call"+strconv.FormatInt(e.Until.Unix(), 36), e.Until),
		}
	}
	if m, ok := n.ofLobby(h); ok {
		return m
	}
	if kind, seat := ofRow(h.Event); kind != "" {
		return []storage.Message{n.aboutRow(g, kind, seat)}
	}
	return nil
}

// ofRow returns the one message at the table that tells of an event, and the seat that it is about;
// "" if there is none.
func ofRow(event match.Event) (kind storage.Kind, seat engine.Seat) {
	switch e := event.(type) {
	case match.Opened:
		return Lobby, engine.Public
	case match.TableOpened:
		return Table, engine.Public
	case match.Gifted:
		return Gift, e.By
	case match.PauseRefused:
		return NoPause, e.By
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
	case match.RatingsSettled:
		return Settled, engine.Public
	case match.TakenOut:
		return TakenOut, e.Seat
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
	case match.PartnerAsked:
		return []storage.Message{n.toOne(g, Pairing, e.Seat, body{Number: e.N})}, true
	case match.PartnerAnswered:
		return []storage.Message{n.toOne(g, Paired, e.Seat, body{User: e.Partner, Agreed: e.Agreed})},
			true
	case match.Renamed:
		if g.State == match.Lobby {
			return nil, true
		}
		return []storage.Message{n.aboutRow(g, Renamed, e.By)}, true
	case match.StandInAnswered:
		m := n.aboutRow(g, Handed, e.Seat)
		why := Declined
		if e.Agreed {
			why = Agreed
		}
		m.Body = body{Why: why}.encode()
		return []storage.Message{m}, true
	}
	return nil, false
}

func (n *Notifier) moved(h match.Happening, e match.Moved) []storage.Message {
	g := h.Row
	out := n.consequences(g, e)
	switch e.Reason {
	case match.Forced:
		mark(out, body{Why: posts.Forced})
	case match.Planned:
		mark(out, body{Why: posts.Carried})
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
		if isToldOutside(g) {
			out = append(out, n.toTable(g, Outcome, e.Seat))
		}
		for i, s := range g.Seats {
			if s.Owner != "" { // a stand-in has played to the end
				out = append(out, n.toUser(g, Result, engine.Seat(i+1), s.Owner))
			}
		}
		return append(out, n.toPlayers(g, Result)...)
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
	for i := range out { // the answer to them greets them first
		if e.Answered != "" && out[i].User == e.Answered && out[i].Kind == YourTurn {
			out[i].Body = body{Waits: true}.encode()
		}
	}
	return out
}

func (n *Notifier) closed(g match.Game, e match.Closed) []storage.Message {
	if e.Why == match.ByDeletion || !e.Ran || g.Daily != "" { // nobody waits for an old try any more
		return nil
	}
	kind := map[match.CloseReason]storage.Kind{
		match.ByAgreement: Stopped, match.ByDesertion: Deserted, match.ByManagers: Ended,
	}[e.Why]
	return []storage.Message{n.aboutRow(g, kind, e.By)}
}

// started lists the messages about the deal. A game in direct messages has no table.
func (n *Notifier) started(g match.Game, e match.Started) []storage.Message {
	out := n.dailyEnds(g)
	switch {
	case g.Solitary():
	case g.Thread != "": // the lobby's place is the table
		out = append(out, n.aboutRow(g, Table, engine.Public))
	default:
		out = append(out, n.aboutRow(g, Open, engine.Public))
	}
	for _, seat := range e.ToMove {
		if g.Seats[seat-1].Level == "" { // no computer
			out = append(out, n.toPlayer(g, YourTurn, seat))
		}
	}
	return out
}

func (n *Notifier) pardoned(g match.Game, e match.Pardoned) []storage.Message {
	out := []storage.Message{n.aboutRow(g, Pardoned, e.Seat)}
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
	return append(out, n.oustEnds(g, e.Seat), n.toUser(g, Missed, e.Seat, g.Seats[e.Seat-1].Holder()))
}

func (n *Notifier) oustEnds(g match.Game, seat engine.Seat) storage.Message {
	ends := n.aboutRow(g, OustEnds, seat)
	ends.Lane, ends.Due = "v/"+string(g.ID), g.OustEnds(seat)
	return ends
}

// pausing lists the messages about clocks that stand still or run again.
func (n *Notifier) pausing(g match.Game, e match.Pausing) []storage.Message {
	told := n.aboutRow(g, Pausing, e.By)
	switch {
	case g.Paused:
		return []storage.Message{told}
	case len(g.Pausing) > 0:
		return append([]storage.Message{told}, n.askForPause(g)...)
	}
	return append(n.undoEnds(g), told)
}

// takenBack lists the letters about moves that were taken back: to the table, and to those who move
// again. A player who did it at the table has the panel as the answer too, but that does not last.
func (n *Notifier) takenBack(h match.Happening, e match.TakenBack) []storage.Message {
	g := h.Row
	out := []storage.Message{with(n.toTable(g, Undone, e.Seat), body{Number: g.Branch - 1})}
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
		m := n.toPlayer(g, kind, seat)
		if seat == e.Seat { // the answer to them, if it was they, shows the panel first
			m = with(m, body{Why: becauseUndone, Waits: s.User == h.By})
		}
		out = append(out, m)
	}
	return out
}

// becauseUndone is why a player is called again: they have taken their move back.
const becauseUndone = "undone"
