package speech

import (
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// lesson explains one thing to somebody who plays for the first time. Its text is in the locale
// files under "lesson." and ID.
type lesson struct {
	id  string
	due func(s *Speaker, v *engine.View) bool // for a viewer who is to move
}

// tokenLesson stands for the explanations of tokens, which are named after their tokens.
const tokenLesson = "token"

// lessons are all explanations, those that matter most first. What a title has decides which are
// due, not its name.
var lessons = []lesson{
	{"ticket", owing(engine.OwesKeep, withBoard)},
	{"ticket-cards", owing(engine.OwesKeep, withYards)},
	{"tour", (*Speaker).offersTour},
	{"pieces", owing(engine.OwesPieces, always)},
	{"turn", owing(engine.OwesTurn, withBoard)},
	{"turn-yards", owing(engine.OwesTurn, withYards)},
	{"refill", (*Speaker).choosesRefill},
	{"team", owing(engine.OwesTurn, func(v *engine.View) bool { return v.Uses(engine.UsesTeams) })},
	{"no-claim", owing(engine.OwesTurn, func(v *engine.View) bool {
		return v.Facts() != nil && len(legalOf(v, engine.Claim)) == 0
	})},
	{"claim", legally(engine.Claim)},
	{"signs", (*Speaker).readsSigns},
	{"second", owing(engine.OwesSecond, always)},
	{"second-wild", (*Speaker).barsWild},
	{"place", owing(engine.OwesPlace, always)},
	{"share", owing(engine.OwesShare, always)},
	{"toll", owing(engine.OwesPay, always)},
	{"tunnel", claimableKind("tunnel")},
	{"ferry", claimableKind("ferry")},
	{"sea", claimableKind("sea")},
	{"pairs", claimableKind("pairs")},
	{tokenLesson, nil},
	{"lay", legally(engine.Lay)},
	{"declare", owing(engine.OwesDeclare, always)},
	{"rob", owing(engine.OwesTurn, func(v *engine.View) bool {
		return slices.ContainsFunc(v.Seats, func(s engine.SeatView) bool {
			return s.Seat != v.Viewer && len(s.Yard) > 0
		})
	})},
	{"port", legally(engine.Port)},
	{"exchange", legally(engine.Exchange)},
	{"wild", owing(engine.OwesTurn, func(v *engine.View) bool {
		return wildOpen(v) && !wildsAreLimited(v)
	})},
	{"wild-some", owing(engine.OwesTurn, func(v *engine.View) bool {
		return wildOpen(v) && wildsAreLimited(v)
	})},
	{"closed", owing(engine.OwesTurn, func(v *engine.View) bool { return len(v.Closed) > 0 })},
	{"last-round", owing(engine.OwesTurn, func(v *engine.View) bool { return v.LastRound })},
}

func always(*engine.View) bool { return true }

func withYards(v *engine.View) bool { return v.Uses(engine.UsesYards) }

func withBoard(v *engine.View) bool { return !withYards(v) }

// owing is due when the viewer owes a certain kind of move in a position of a certain kind.
func owing(what engine.Owes, kind func(*engine.View) bool) func(*Speaker, *engine.View) bool {
	return func(_ *Speaker, v *engine.View) bool { return owes(v) == what && kind(v) }
}

func legally(verb engine.Verb) func(*Speaker, *engine.View) bool {
	return func(_ *Speaker, v *engine.View) bool { return len(legalOf(v, verb)) > 0 }
}

// routeKinds are the kinds of routes that explanations are about.
var routeKinds = map[string]func(*railmap.Route) bool{
	"claim":  func(*railmap.Route) bool { return true },
	"tunnel": func(r *railmap.Route) bool { return r.Kind == railmap.Tunnel },
	"ferry":  func(r *railmap.Route) bool { return r.Symbols > 0 },
	"sea":    func(r *railmap.Route) bool { return r.Kind == railmap.Sea },
	"pairs":  func(r *railmap.Route) bool { return r.Pairs > 0 },
}

func claimableKind(kind string) func(*Speaker, *engine.View) bool {
	return func(s *Speaker, v *engine.View) bool {
		return slices.ContainsFunc(legalOf(v, engine.Claim), func(m engine.Move) bool {
			return routeKinds[kind](&s.board.Routes[m.Route])
		})
	}
}

// exampleOf is the route of a kind that an explanation names: the first in the viewer's menu, so
// one for a ticket of theirs if possible.
func (s *Speaker) exampleOf(v *engine.View, kind func(*railmap.Route) bool) *engine.Move {
	for _, c := range s.claims(v) {
		if kind(&s.board.Routes[c.Route]) {
			return &c.Move
		}
	}
	return nil
}

// readsSigns reports whether the lines of tickets and routes have signs that nobody can guess.
func (s *Speaker) readsSigns(v *engine.View) bool {
	return owes(v) == engine.OwesTurn && s.Hints(v) && withBoard(v)
}

// offersTour reports whether one of the tickets on offer is a tour (W9).
func (s *Speaker) offersTour(v *engine.View) bool {
	tour := func(t engine.TicketID) bool { return s.board.Tickets[t].InOrder > 0 }
	return owes(v) == engine.OwesKeep && slices.ContainsFunc(v.Own().Offer.IDs, tour)
}

// choosesRefill reports whether the viewer chooses the deck that fills the slot of a card (W3).
func (s *Speaker) choosesRefill(v *engine.View) bool {
	return owes(v) == engine.OwesTurn && slices.ContainsFunc(draws(v), func(m engine.Move) bool {
		return isRefilled(v, m)
	})
}

// wildOpen reports whether a wild can be drawn from the market.
func wildOpen(v *engine.View) bool {
	wild := v.Lexicon().Wild()
	return wild != engine.NoCard && slices.Contains(v.Market, wild)
}

// wildsAreLimited reports whether there are routes on which wilds do not pay (N4).
func wildsAreLimited(v *engine.View) bool {
	return v.Facts() != nil && slices.Contains(v.Facts().Wilds, false)
}

// Lessons lists the explanations that fit a viewer's position, the most important first.
func (s *Speaker) Lessons(v *engine.View) []string {
	if v.Own() == nil || !v.Moves(v.Viewer) {
		return nil
	}
	var list []string
	for _, l := range lessons {
		if l.id == tokenLesson {
			list = append(list, s.tokenLessons(v)...)
		} else if l.due(s, v) {
			list = append(list, l.id)
		}
	}
	return list
}

// tokenLessons are those of the tokens that a claim could bring now.
func (s *Speaker) tokenLessons(v *engine.View) []string {
	var list []string
	for i := range v.Tokens {
		brings := func(m engine.Move) bool { return v.Tokens[i].Brings(m.Route) }
		if slices.ContainsFunc(legalOf(v, engine.Claim), brings) {
			list = append(list, v.Tokens[i].Name)
		}
	}
	return list
}

// HintLesson is the explanation that there are hints, for tables that have them.
const HintLesson = "hint"

func (s *Speaker) lessonLines(v *engine.View, ids []string) []string {
	var lines []string
	for _, id := range ids[:min(len(ids), MaxLessons)] {
		lines = append(lines, "> "+s.say("lesson."+id, s.lessonArgs(v, id)...))
	}
	return lines
}

func (s *Speaker) lessonArgs(v *engine.View, id string) []any {
	switch id {
	case "turn":
		return []any{"Can", s.either(s.mayDo(v))}
	case "second-wild":
		return []any{"Wild", s.Words(wildCard)}
	}
	args := []any{"Wilds", Capital(s.wilds()), "Then", s.say("title." + v.Title + ".open-wild")}
	if kind, ok := routeKinds[id]; ok {
		if m := s.exampleOf(v, kind); m != nil {
			r := m.Route
			args = append(args, "Route", s.RouteEnds(r), "Takes", s.fare(r), "Gain", s.gain(r))
		}
	}
	return args
}

// mayDo lists the kinds of turns: those that are open in any turn once the cards are there, and
// what else is legal now.
func (s *Speaker) mayDo(v *engine.View) []string {
	inAnyTurn := []engine.Verb{engine.Draw, engine.Claim, engine.Tickets}
	var kinds []string
	for _, verb := range kindsOfTurn {
		if slices.Contains(inAnyTurn, verb) || len(legalOf(v, verb)) > 0 {
			kinds = append(kinds, s.say("panel.can-"+verb.String()))
		}
	}
	return kinds
}

// barsWild reports whether a wild lies open that cannot be the second card (C4).
func (s *Speaker) barsWild(v *engine.View) bool {
	wild := v.Lexicon().Wild()
	taken := func(m engine.Move) bool { return m.Slot > 0 && v.Market[m.Slot-1] == wild }
	return owes(v) == engine.OwesSecond && wildOpen(v) &&
		!slices.ContainsFunc(legalOf(v, engine.Draw), taken)
}

// MaxLessons is how many explanations a message has at most: nobody reads more at a time.
const MaxLessons = 1

func (s *Speaker) enoughButton(p Panel) discord.Button {
	return button(discord.Secondary, s.say("lesson.enough"), customid.Button(customid.Enough, p.Game))
}

// LearnButton opens the lesson where its clicker is, or the list of lessons.
func LearnButton(texts *locale.Texts, label string) discord.Button {
	id := customid.ID{Action: customid.School, Lesson: customid.AnyLesson}
	return button(discord.Primary, texts.Say(label), id.Print())
}
