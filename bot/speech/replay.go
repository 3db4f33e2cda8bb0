package speech

import (
	"cmp"
	"slices"
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/ai/review"
)

// Replay is a finished game after one of its turns, the setup being turn 0.
type Replay struct {
	Game       string
	Turn, Last int
	View       engine.View    // of the reader, at that moment
	Events     []engine.Event // of the turn, as the reader may know them
	All        []engine.View  // of each seat, to show all hands; nil: the reader's alone
	Review     *review.Review // nil: it was not asked for
	Reviewable bool           // it can be asked for
}

// worstTurns is how many costly turns of the reader the menu offers.
const worstTurns = 3

// Replay says what happened in the turn, who held what after it, and, if the review has a better
// move for the next turn, which; with buttons that lead to other turns.
func (s *Speaker) Replay(p Replay) discord.Message {
	return discord.Message{Content: s.replayText(p).Fit(maxContent), Rows: s.replayRows(p)}
}

func (s *Speaker) replayText(p Replay) Text {
	v := &p.View
	id := "replay.heading"
	if p.Turn == 0 {
		id = "replay.setup"
	}
	text := Text{}.Say(s.say(id, "Title", s.Title(v.Title), "Game", p.Game, "Turn", p.Turn,
		"Last", p.Last))
	told := s.Narrate(v, p.Events)
	if len(told) == 0 && p.Turn > 0 {
		told = []string{s.say("replay.nothing")}
	}
	text = text.Say(told...).Say(s.betterNext(p)...)
	if p.Turn == p.Last && p.Review != nil && len(s.jumps(p)) == 0 {
		text = text.Say(s.say("replay.no-jumps"))
	}
	w := s.signed()
	if p.All == nil {
		text = text.give(asOthers, w.seatLines(v)...)
		if v.Own() != nil {
			text = append(text, w.held(v)...)
		}
	}
	for i := range p.All {
		text = append(text, w.heldBy("**"+s.Seat(v, engine.Seat(i+1))+"**", &p.All[i])...)
	}
	return text
}

func (s *Speaker) betterNext(p Replay) []string {
	c := p.Costly()
	if c == nil {
		return nil
	}
	v := &p.View
	after, before := c.Chances()
	lines := []string{s.say("replay.next-choice", "Turn", c.Turn, "Who", s.Seat(v, c.Seat),
		"Made", s.judged(v, c.Made, c.Cards[0]), "Better", s.judged(v, c.Better, c.Cards[1]),
		"After", after, "Before", before)}
	if Drawn(c.Better) {
		lines = append(lines, s.say("replay.drawn"))
	}
	return lines
}

// Drawn reports whether a move can be seen on a board.
func Drawn(m engine.Move) bool { return m.Verb == engine.Claim || m.Verb == engine.Port }

// Costly returns the choice of the next turn if the review says that it clearly cost something.
func (p *Replay) Costly() *review.Choice {
	if p.Review == nil {
		return nil
	}
	for _, list := range [][]review.Choice{p.Review.Costly, p.Review.Choices} {
		for i := range list {
			if c := &list[i]; c.Turn == p.Turn+1 && c.Costly() {
				return c
			}
		}
	}
	return nil
}

func (s *Speaker) replayRows(p Replay) []discord.Row {
	to := func(turn int, hands, judged bool) string {
		return customid.ID{
			Action: customid.Replay, Game: p.Game, Turn: turn, Hands: hands, Judged: judged,
		}.Print()
	}
	hands, judged := p.All != nil, p.Review != nil
	var steps []discord.Button
	step := func(label string, turn int, there bool) {
		if there {
			steps = append(steps, button(discord.Secondary, label, to(turn, hands, judged)))
		}
	}
	step(s.say("replay.first"), 0, p.Turn > 1)
	step(s.say("replay.back"), p.Turn-1, p.Turn > 0)
	step(s.say("replay.on"), p.Turn+1, p.Turn < p.Last)
	step(s.say("replay.last"), p.Last, p.Turn < p.Last-1)
	var rows []discord.Row
	if len(steps) > 0 {
		rows = append(rows, buttons(steps...))
	}
	view := s.say("replay.hands")
	switch {
	case hands && p.View.Own() != nil:
		view = s.say("replay.own")
	case hands:
		view = s.say("replay.public")
	}
	ways := []discord.Button{button(discord.Secondary, view, to(p.Turn, !hands, judged))}
	if jumps := s.jumps(p); len(jumps) > 0 {
		menu := customid.ID{
			Action: customid.Replay, Game: p.Game, Turn: p.Turn, Hands: hands, Judged: true, Menu: 1,
		}
		rows = append(rows, discord.Row{Select: &discord.Select{
			CustomID: menu.Print(), Placeholder: s.say("replay.jump"), Min: 1, Max: 1, Options: jumps,
		}})
	} else if p.Reviewable && !judged {
		ways = append(ways, button(discord.Secondary, s.say("replay.judge"), to(p.Turn, hands, true)))
	}
	if p.Turn < p.Last {
		try := func(id string, anew bool) discord.Button {
			return button(discord.Primary, s.say(id), customid.ID{
				Action: customid.Try, Game: p.Game, Turn: p.Turn, Anew: anew,
			}.Print())
		}
		ways = append(ways, try("replay.try", false), try("replay.try-anew", true))
	}
	return append(rows, buttons(ways...))
}

// jumps are the turns that mattered, in order: the costly choices, and the reader's own costly
// turns. Each leads to the moment before.
func (s *Speaker) jumps(p Replay) []discord.SelectOption {
	if p.Review == nil {
		return nil
	}
	v, labels := &p.View, map[int]string{}
	choice := func(c *review.Choice) {
		labels[c.Turn-1] = s.say("replay.jump-choice", "Turn", c.Turn,
			"Who", s.ForLabels().Seat(v, c.Seat))
	}
	for i := range p.Review.Costly {
		choice(&p.Review.Costly[i])
	}
	var own []*review.Choice
	for i := range p.Review.Choices {
		if c := &p.Review.Choices[i]; c.Seat == v.Viewer && c.Costly() {
			own = append(own, c)
		}
	}
	slices.SortStableFunc(own, func(a, b *review.Choice) int { return cmp.Compare(b.Loss, a.Loss) })
	for _, c := range own[:min(len(own), worstTurns)] {
		choice(c)
	}
	var turns []int
	for turn := range labels {
		turns = append(turns, turn)
	}
	slices.Sort(turns)
	options := make([]discord.SelectOption, len(turns))
	for i, turn := range turns {
		options[i] = discord.SelectOption{
			Label: discord.Fit(labels[turn], maxLine), Value: strconv.Itoa(turn),
		}
	}
	return options
}
