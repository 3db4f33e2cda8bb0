package speech

import (
	"slices"
	"strings"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/render"
)

// Panel is what a private message about a game is made of.
type Panel struct {
	Game  string       // the game's id
	View  *engine.View // of the reader; not of a bystander
	News  []string     // what comes first: what the reader has just done, or what went wrong
	Since []string     // sentences about what happened since the reader's last turn (Narrate); the last ones are shown
	Page  int          // page of the routes to claim, from 0; one that there is not is taken as the nearest
	Where string       // link to the table, "" if there is none
	Files []discord.File
	Due   time.Time // when a move is made for the reader who does not answer; zero: the reader is waited for
}

// Panel says all that a player needs in one message: what happened, whose turn it is, the own cards and tickets, and
// menus for all that is legal, so that a whole turn can be played in it. Whoever has nothing to do gets no menus.
func (s *Speaker) Panel(p Panel) discord.Message {
	if p.View.Own() == nil {
		return discord.Message{Content: s.say("panel.bystander")}
	}
	head := append([]string{s.heading(p.Game, p.View)}, p.News...)
	if p.View.Tunnel != nil {
		head = append(head, s.tunnelLine(p.View)) // until it is decided everybody sees it
	}
	head = append(head, s.call(p.View))
	if due := s.Due(p.View, p.Due); due != "" {
		head = append(head, due)
	}
	hand := s.handLines(p.View)
	if p.Where != "" {
		hand = append(hand, s.say("panel.table", "Where", p.Where))
	}
	return discord.Message{Content: withRecap(head, s.recap(p.Since), hand), Rows: s.rows(p), Files: p.Files}
}

// heading names the game, so that several can be told apart.
func (s *Speaker) heading(game string, v *engine.View) string {
	return s.say("panel.heading", "Title", s.Title(v.Title), "Game", game)
}

// call says what is expected of the reader, or of whom the game waits.
func (s *Speaker) call(v *engine.View) string {
	switch due := owes(v); {
	case v.Phase == engine.IsOver:
		return s.say("panel.over")
	case !v.Moves(v.Viewer):
		return s.Waits(v)
	case due == engine.OwesSecond:
		return s.say("panel.owes-second")
	case due == engine.OwesPlace:
		return s.say("panel.owes-place", "Card", s.Card(v, v.Own().Drawn))
	case due == engine.OwesShare:
		return s.say("panel.owes-share")
	case due == engine.OwesPay:
		return s.tollAsk(v)
	case due == engine.OwesPieces:
		return s.askPieces(v)
	case v.Phase == engine.InSetup:
		return s.say("panel.owes-first-keep", "Min", leastKept(v), "Rest", s.restFirst())
	case due == engine.OwesKeep && leastKept(v) == 0:
		return s.say("panel.owes-keep-any", "Rest", s.rest())
	case due == engine.OwesKeep:
		return s.say("panel.owes-keep", "Min", leastKept(v), "Rest", s.rest())
	}
	return s.yourTurn(v)
}

// owes is what the viewer owes: at setup everybody owes their own.
func owes(v *engine.View) engine.Owes {
	switch own := v.Own(); {
	case own == nil || !v.Moves(v.Viewer):
		return engine.OwesNothing
	case v.Phase == engine.InSetup:
		return own.Owes
	}
	return v.Owes
}

// rest says what becomes of tickets that are not kept (C9, N2).
func (s *Speaker) rest() string { return s.say("title." + s.board.Title + ".rest") }

// restFirst is rest for the choice at setup.
func (s *Speaker) restFirst() string {
	if id := "title." + s.board.Title + ".rest-first"; s.texts.Has(id) { // K2
		return s.say(id)
	}
	return s.rest()
}

// Waits says of whom the game waits.
func (s *Speaker) Waits(v *engine.View) string {
	switch {
	case v.Phase == engine.IsOver:
		return s.say("panel.over")
	case v.Phase == engine.InSetup && v.Uses(engine.UsesPorts):
		return s.say("panel.waits-setup-pieces", "Names", s.seats(v, v.ToMove)) // W2
	case v.Phase == engine.InSetup:
		return s.say("panel.waits-setup", "Names", s.seats(v, v.ToMove))
	}
	return s.say("panel.waits", "Names", s.seats(v, v.ToMove))
}

// leastKept is how many tickets of the offer must be kept.
func leastKept(v *engine.View) int {
	least := -1
	for _, m := range v.Legal() {
		if m.Verb == engine.Keep && (least < 0 || len(m.Tickets) < least) {
			least = len(m.Tickets)
		}
	}
	return max(least, 0)
}

// handLines tell the own points, pieces, cards and tickets.
func (s *Speaker) handLines(v *engine.View) []string {
	own := v.Own()
	var status []string
	if tellsPoints(v) {
		status = append(status, s.points(own.Points()))
	}
	for kind, n := range own.Pieces {
		status = append(status, s.say("render.pieces."+v.Lexicon().Pieces[kind], "Count", n))
	}
	if v.Uses(engine.UsesGoods) {
		status = append(status, s.say("render.goods", "Count", own.Goods))
	}
	var lines []string
	if len(status) > 0 {
		lines = append(lines, strings.Join(status, " · "))
	}
	lines = append(lines, s.fleetLines(v)...)
	lines = append(lines, s.cardLines(v)...)
	lines = append(lines, s.yardLines(v)...)
	return append(lines, s.ticketLines(v)...)
}

// ticketLines tell how the own tickets stand, in the picture's own words: its text without what comes before them.
func (s *Speaker) ticketLines(v *engine.View) []string {
	text := strings.Split(render.HandText(*v, s.board, s.Words), "\n")
	for i, line := range text {
		for _, id := range []string{"render.hand-offer", "render.hand-share", "render.hand-tickets", "render.hand-rack-tickets"} {
			if line == s.say(id)+":" {
				return text[i:]
			}
		}
	}
	return text[len(text)-1:] // there are none
}

// cardLines tell the own cards, and in a team apart from them what lies on its rack, which the partner sees too (S4).
func (s *Speaker) cardLines(v *engine.View) []string {
	own := v.Own()
	if v.Lexicon().TwoDecks {
		return s.sorted(v, &own.Hand.Cards)
	}
	if !v.Uses(engine.UsesTeams) {
		return []string{s.say("panel.cards", "Cards", s.Cards(v, own.Hand.Cards))}
	}
	return []string{
		s.say("panel.hand", "Cards", s.Cards(v, own.Hand.Cards)),
		s.say("panel.rack", "Cards", s.Cards(v, own.Rack.Cards), "Partner", s.seats(v, partners(v))),
	}
}

// partners lists the other seats of the viewer's team.
func partners(v *engine.View) []engine.Seat {
	var list []engine.Seat
	for i := range v.Seats {
		if own := v.Own(); own != nil && v.Seats[i].Team == own.Team && v.Seats[i].Seat != v.Viewer {
			list = append(list, v.Seats[i].Seat)
		}
	}
	return list
}

// recap heads the sentences about what happened since the reader's last turn.
func (s *Speaker) recap(since []string) []string {
	if len(since) == 0 {
		return nil
	}
	return append([]string{s.say("panel.since")}, since...)
}

// withRecap joins the parts of a panel's content. Where Discord's limit does not allow for all, the oldest sentences of
// the recap go first.
func withRecap(head, recap, hand []string) string {
	for {
		parts := slices.Concat(head, recap, hand)
		text := strings.Join(parts, "\n")
		if discord.Fit(text, maxContent) == text {
			return text
		}
		if len(recap) <= 2 {
			return fitLines(slices.Concat(head, hand))
		}
		recap = slices.Delete(slices.Clone(recap), 1, 2)
	}
}
