package speech

import (
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// question is what differs from verb to verb in a question about a move: the sentences, the menus
// with other choices, and the buttons that make the move or lead back.
type question struct {
	sentences func(s *Speaker, p Panel, m engine.Move) []string
	menus     func(s *Speaker, p Panel, m engine.Move, ways customid.Ways) []discord.Row
	buttons   func(s *Speaker, p Panel, m engine.Move) []discord.Button
}

// questionAbout returns how a move is asked about before it is made, nil if it is made at once: for
// a part that it lacks, or whether to make it.
func questionAbout(v *engine.View, m engine.Move) *question {
	about := verbs[m.Verb]
	for _, o := range about.options {
		if o.lacks != nil && o.lacks(v, m) {
			return o.ask
		}
	}
	return about.sure
}

// besideTickets are the verbs whose questions show what the viewer has: it decides the answer.
var besideTickets = []engine.Verb{engine.Draw, engine.Place, engine.Tickets}

// Asks reports whether a move is asked about before it is made.
func Asks(v *engine.View, m engine.Move) bool { return questionAbout(v, m) != nil }

// AtOnce reports whether a move that Asks is true for is made without the question all the same: it
// can be taken back freely, since others still choose or what it leads to is still to be chosen, or
// it is a ticket alone. computers leave little time for that. hasty players want so a claim too
// that can be paid for in one way. A tunnel cannot be taken back.
func (s *Speaker) AtOnce(v *engine.View, m engine.Move, hasty, computers bool) bool {
	choosing := v.Phase == engine.InSetup && len(v.ToMove) > 1 && !computers
	switch m.Verb {
	case engine.Keep:
		alone := v.Phase == engine.InPlay && len(m.Tickets) == 1 && !computers
		return choosing || alone || v.Phase == engine.InSetup && v.Uses(engine.UsesPorts)
	case engine.Pieces:
		return choosing
	case engine.Claim:
		return hasty && s.board.Routes[m.Route].Kind != railmap.Tunnel &&
			surveyOf(v, m, nil).n == 1 && len(s.lanes(v, m.Route)) == 1
	}
	return false
}

// Question asks about a legal move for which Asks is true: for the part it lacks, or whether to
// make the move as Proposed completes it. The menus offer the other ways to pay among ways.
func (s *Speaker) Question(p Panel, m engine.Move, ways customid.Ways, picture ...discord.File,
) discord.Message {
	q, sure := questionAbout(p.View, m), verbs[m.Verb].sure
	if q == sure {
		m = s.Proposed(p.View, m, ways)
	}
	planned, last := p.Planning != NoPlan && q == sure, q.buttons
	if planned {
		last = (*Speaker).planButtons
	}
	p.Where = "" // the question and its buttons are one screen
	text := Text{}.Say(s.headline(p)).Say(q.sentences(s.signed(), p, m)...)
	if planned {
		text = text.Say(s.say("plan.sure-ask"))
	}
	if slices.Contains(besideTickets, m.Verb) {
		text = append(text, s.signed().heldBy("", p.View)...)
	}
	rows := append(q.menus(s, p, m, ways), buttons(last(s, p, m)...))
	return parts{
		text: text, rows: p.numbered(rows), picture: picture, tall: s.tall(askTall),
	}.message()
}

// Proposed fills in what a move lacks: a way to pay, a deck, pieces to exchange. A move that it
// cannot complete is not legal.
func (s *Speaker) Proposed(v *engine.View, m engine.Move, ways customid.Ways) engine.Move {
	if m.Verb.Paid() && (m.Payment.IsZero() || ways != nil) {
		return s.wallet(v).proposed(m, ways)
	}
	return (&wallet{v: v}).proposed(m, ways)
}

func (w *wallet) proposed(m engine.Move, ways customid.Ways) engine.Move {
	v := w.v
	if list := placings(v, m); len(list) > 0 {
		return list[0]
	}
	switch {
	case m.Verb == engine.Declare:
		return declarable(v, m)
	case m.Verb.Paid() && m.Payment.IsZero(), m.Verb == engine.Lay && m.Payment.IsZero(), ways != nil:
		if p, ok := w.proposal(m, ways); ok {
			m.Payment = p
		}
	case isRefilled(v, m):
		m.Pile = engine.Trains
		if decks := Refills(v, m.Slot); len(decks) > 0 {
			m.Pile = decks[0]
		}
	case m.Verb == engine.Exchange && m.Pile == engine.NoPile:
		m.Pile, m.N = engine.Trains, 1
		for _, legal := range legalOf(v, engine.Exchange) {
			return legal
		}
	}
	return m
}

// sure makes the buttons that make a move, or lead back: for a claim one for each lane alike.
func sure(id string) func(s *Speaker, p Panel, m engine.Move) []discord.Button {
	return func(s *Speaker, p Panel, m engine.Move) (list []discord.Button) {
		label, lanes := id, []engine.RouteID{m.Route}
		switch {
		case m.Verb == engine.Keep && len(m.Tickets) == 0:
			label = "keep.none"
		case m.Verb == engine.Claim:
			lanes = s.lanes(p.View, m.Route)
		}
		for _, m.Route = range lanes {
			args := []any{"Count", len(m.Tickets)}
			if m.Verb.Paid() {
				args = append(args, "Cards", s.Payment(p.View, m.Payment),
					"Route", caption.Code(s.board, m.Route))
			}
			list = append(list, button(discord.Success, s.say(label, args...), p.do(m)))
		}
		return append(list, s.back(p))
	}
}

func onlyBack(s *Speaker, p Panel, _ engine.Move) []discord.Button {
	return []discord.Button{s.back(p)}
}

func noMenus(*Speaker, Panel, engine.Move, customid.Ways) []discord.Row { return nil }

func (s *Speaker) back(p Panel) discord.Button {
	return button(discord.Secondary, s.say("panel.back"), p.id(customid.Back, engine.Move{}))
}
