package speech

import (
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Planning says whether a panel's menus make moves or a plan.
type Planning uint8

// The purposes of menus.
const (
	NoPlan     Planning = iota
	PlansTurn           // a step of a plan
	PlansAfter          // what follows the first card of a plan's last step
)

// action returns what a click does in place of an action on a move.
func (p Planning) action(a customid.Action) customid.Action {
	turn := map[customid.Action]customid.Action{
		customid.Ask: customid.PlanAsk, customid.Narrow: customid.PlanNarrow,
		customid.Do: customid.PlanDo, customid.Page: customid.PlanPage, customid.Back: customid.PlanPage,
	}
	switch {
	case p == PlansAfter && (a == customid.Page || a == customid.Back):
		return customid.PlanPage
	case p == PlansAfter:
		return customid.PlanMore
	case p == PlansTurn:
		return turn[a]
	}
	return a
}

// PlanStep is a step of a plan: the moves of one turn.
type PlanStep struct {
	Moves []engine.Move
	Cards []engine.Card // by move: the open card that is drawn, else NoCard
	Toll  int           // the most cards to pay for a tunnel; negative: the player is asked
}

// PlanShown is a plan as its player is shown it.
type PlanShown struct {
	Steps     []PlanStep
	Taken     bool // it ends when somebody takes one of its routes
	LastRound bool // it ends when the last round begins
	Full      bool // it can have no more steps
	GoesOn    bool // something can follow the last step's moves
}

func (s *Speaker) aheadButton(p Panel) discord.Row {
	return buttons(button(discord.Secondary, s.say("plan.ahead"),
		customid.Button(customid.Plan, p.Game)))
}

func (s *Speaker) backToPlan(p Panel) discord.Button {
	return button(discord.Secondary, s.say("plan.back"), customid.Button(customid.PlanBack, p.Game))
}

// PlanChoice asks for a step of a plan, with the menus of a turn.
func (s *Speaker) PlanChoice(p Panel) discord.Message {
	ask := "plan.choose"
	if slices.Contains(p.Offers, customid.PlanBack) {
		ask = "plan.choose-else"
	}
	rows, _ := s.rows(p)
	text := Text{}.Say(s.Title(p.View.Title)).Say(p.News...).Say(s.say(ask))
	return parts{text: append(text, s.signed().held(p.View)...), rows: rows}.message()
}

// planButtons plan a move as Proposed completes it. A tunnel has a button for each number of extra
// cards.
func (s *Speaker) planButtons(p Panel, m engine.Move) []discord.Button {
	if m.Verb != engine.Claim || s.board.Routes[m.Route].Kind != railmap.Tunnel {
		return []discord.Button{button(discord.Success, s.say("plan.sure"), p.do(m)), s.back(p)}
	}
	list := []discord.Button{button(discord.Success, s.say("plan.sure-toll-ask"), p.do(m))}
	for most := 1; most <= min(s.board.Routes[m.Route].Reveals, maxButtons-2); most++ {
		id := customid.ID{Action: customid.PlanDo, Game: p.Game, At: p.At, Move: m, Toll: most + 1}
		list = append(list, button(discord.Secondary, s.say("plan.sure-toll", "Count", most), id.Print()))
	}
	return append(list, s.back(p))
}

// Plan shows a player their plan. If it goes on, View is the player's view after the last step, and
// its moves are offered.
func (s *Speaker) Plan(p Panel, plan PlanShown) discord.Message {
	lines := append(slices.Clone(p.News), s.say("plan.yours"))
	routes := false
	for i, step := range plan.Steps {
		id := "plan.step"
		if i > 0 {
			id = "plan.step-else"
		}
		lines = append(lines, s.say(id, "Number", i+1, "Moves", s.signed().planStep(p.View, step)))
		routes = routes || step.Moves[0].Verb == engine.Claim
	}
	lines = append(lines, s.planStops(plan)...)
	var rows []discord.Row
	if p.Planning = PlansAfter; plan.GoesOn {
		lines = append(lines, s.say("plan.second"))
		rows = s.afterRows(p)
	}
	var last []discord.Button
	if !plan.Full {
		last = append(last, button(discord.Secondary, s.say("plan.else"),
			customid.Button(customid.PlanElse, p.Game)))
	}
	if routes {
		last = append(last, s.planSwitch(p, plan.Taken, "plan.switch-taken", customid.PlanTaken))
	}
	if !p.View.LastRound {
		last = append(last, s.planSwitch(p, plan.LastRound, "plan.switch-last", customid.PlanLast))
	}
	last = append(last, button(discord.Danger, s.say("plan.drop"),
		customid.Button(customid.PlanDrop, p.Game)))
	text := append(Text{}.Say(s.Title(p.View.Title)).Say(lines...), s.signed().held(p.View)...)
	return parts{text: text, rows: p.numbered(append(rows, buttons(last...)))}.message()
}

func (s *Speaker) planSwitch(p Panel, on bool, id string, a customid.Action) discord.Button {
	style, sign := discord.Secondary, "☐ "
	if on {
		style, sign = discord.Primary, "☑ "
	}
	return button(style, sign+s.say(id), customid.Button(a, p.Game))
}

// afterRows offer what can follow the first card: the second one, or where a blind one goes (S3).
func (s *Speaker) afterRows(p Panel) []discord.Row {
	if p.View.Legal()[0].Verb == engine.Place {
		return []discord.Row{buttons(s.placeButtons(p, bothPlaces)...)}
	}
	return s.drawRows(p)
}

func (s *Speaker) planStops(plan PlanShown) []string {
	var stops []string
	if slices.ContainsFunc(plan.Steps, PlanStep.pays) {
		stops = append(stops, s.say("plan.stops-hand"))
	}
	if plan.Taken {
		stops = append(stops, s.say("plan.stops-taken"))
	}
	if plan.LastRound {
		stops = append(stops, s.say("plan.stops-last"))
	}
	if len(stops) == 0 {
		return nil
	}
	return []string{s.say("plan.stops", "Events", s.either(stops))}
}

func (p PlanStep) pays() bool {
	return slices.ContainsFunc(p.Moves, func(m engine.Move) bool {
		return m.Verb.Paid() || m.Verb == engine.Lay
	})
}

// planStep says what a step does: "draw red from the market, then draw from the deck".
func (s *Speaker) planStep(v *engine.View, step PlanStep) string {
	words := make([]string, len(step.Moves))
	for i, m := range step.Moves {
		words[i] = s.planMove(v, m, step.Cards[i])
	}
	text := strings.Join(words, s.say("plan.then"))
	if m := step.Moves[0]; m.Verb == engine.Claim && s.board.Routes[m.Route].Kind == railmap.Tunnel {
		toll := s.say("plan.toll-ask")
		if step.Toll >= 0 {
			toll = s.say("plan.toll", "Count", step.Toll)
		}
		text += " " + toll
	}
	return text
}

func (s *Speaker) planMove(v *engine.View, m engine.Move, card engine.Card) string {
	switch m.Verb {
	case engine.Claim:
		return s.say("plan.move-claim", "Route", s.Route(m.Route), "Cards", s.Payment(v, m.Payment))
	case engine.Port:
		return s.say("plan.move-port", "City", s.City(m.City), "Cards", s.Payment(v, m.Payment))
	case engine.Lay:
		if robbed, _ := robs(v, m); robbed != nil {
			return s.say("plan.move-lay-rob", "Cards", s.Payment(v, m.Payment),
				"Victim", s.Seat(v, robbed.Seat))
		}
		return s.say("plan.move-lay", "Cards", s.Payment(v, m.Payment))
	case engine.Exchange:
		return s.say("plan.move-exchange", "Swap", s.swap(v, m))
	case engine.Share:
		return s.say("plan.move-share", "Tickets", s.Tickets(m.Tickets))
	case engine.Tickets:
		return s.say("plan.move-tickets")
	case engine.Place:
		return s.say("plan.move-place", "Where", s.place(m.Where))
	case engine.Pass:
		return s.say("plan.move-pass")
	}
	switch {
	case m.Slot > 0 && m.Pile != engine.NoPile:
		return s.say("plan.move-open-refilled", "Card", s.Card(v, card), "Deck", s.deckName(m.Pile))
	case m.Slot > 0:
		return s.say("plan.move-open", "Card", s.toPlace(s.Card(v, card), m.Where))
	case m.Pile != engine.NoPile:
		return s.say("plan.move-deck-of", "Deck", s.deckName(m.Pile))
	}
	return s.say("plan.move-deck")
}
