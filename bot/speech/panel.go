package speech

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// Panel is the content of a private message about a game.
type Panel struct {
	Place
	View    *engine.View // of the reader, who has a seat; for a plan, of the next turn
	Stage   Stage
	News    []string          // lines at the top: what the reader has just done, or what went wrong
	Since   []string          // what has happened since the reader's last turn, as Since returns it
	Where   string            // link to the table, "" if there is none
	Due     time.Time         // when a move is made for a reader who does not answer; zero: never
	Lessons []string          // IDs of explanations; at most MaxLessons are shown
	Wish    *Wish             // what another player wants to take back; nil: nothing
	Offers  []customid.Action // what the reader can do besides moving: Plan, PlanBack, Undo
}

// Place is where a reader is in a game and its menus: what a click comes from and leads back to.
type Place struct {
	Game     string // the game's ID
	At       customid.Position
	Planning Planning
	Menus
}

// Menus is where a reader is in the menus of a panel.
type Menus struct {
	Page   int          // of the routes to claim, from 0; out of range: the nearest
	Deck   engine.Pile  // that fills the slot of a card (W3); NoPile: the trains
	Into   engine.Where // where the first card goes (S3); Nowhere: to the hand
	Again  int          // how often the reader went back to it (customid.ID)
	Hinted bool         // of a question: a hint opened it
}

// MenusOf returns where the menu or button was that a reader has used.
func MenusOf(id customid.ID) Menus { return Menus{id.Page, id.Deck, id.Into, id.Again, id.Hinted} }

// Stage says what a panel is to a turn.
type Stage uint8

// The stages.
const (
	Present Stage = iota // what to do now, with menus, or whom the game waits for
	Barred               // as Present, after news that say whose turn it is
	Answers              // the move that completed a turn or choice: it stays as the record of it
	Carried              // what a plan has done; the turn may go on
	Record               // of a turn that is over, or goes on in another message: it has no menus
	Late                 // as Record, of a turn that others have played, as the news say
	Told                 // as Late, after news that say whose turn it is too
)

// Over reports whether a panel asks for nothing.
func (t Stage) Over() bool { return t >= Record }

// Panel returns the message that a player needs for a whole turn: the news, whose turn it is, their
// cards and tickets, and menus for all legal moves, if there are any.
func (s *Speaker) Panel(p Panel, picture ...discord.File) discord.Message {
	return s.PanelOr(p, func() Panel { return p }, picture...)
}

// PanelOr is Panel. Where signs have no room, plainly says the news without them.
func (s *Speaker) PanelOr(p Panel, plainly func() Panel, picture ...discord.File) discord.Message {
	if p.View.Own() == nil {
		return discord.Message{Content: s.say("panel.bystander")}
	}
	m := parts{
		headline: s.heading(p.Game, p.View), lessons: s.lessonLines(p.View, p.Lessons),
		picture: picture,
	}
	market := false // on buttons
	if !p.Stage.Over() {
		m.rows, market = s.rows(p)
	}
	say := func(s *Speaker, news, since []string) {
		p.News = news
		m.news, m.since, m.state = s.head(p), since, s.stateLines(p, market)
		if p.Where != "" {
			m.state = append(m.state, s.say("panel.table", "Where", p.Where))
		}
	}
	if say(s.signed(), p.News, p.Since); !m.fit() {
		said := plainly()
		say(s.plain(), said.News, said.Since)
	}
	if asks := len(p.News); owes(p.View) == engine.OwesPay && m.fit() { // right above its buttons
		m.news, m.state = m.news[:asks], append(m.state, m.news[asks:]...)
	}
	m.enough = s.enoughButton(p)
	if slices.Contains(p.Offers, customid.Plan) && len(m.rows) == 0 {
		m.rows = []discord.Row{s.aheadButton(p)}
	}
	if slices.Contains(p.Offers, customid.Undo) {
		m.beside = s.undoButton(p)
	}
	if p.Wish.asks() {
		m.wish = WishButtons(s.texts, p.Game, p.At)
	}
	return m.message()
}

func (s *Speaker) head(p Panel) []string {
	head := slices.Clone(p.News)
	if p.Wish != nil {
		head = append(head, s.Wish(p.View, *p.Wish)...)
	}
	if p.Wish.asks() {
		head = append(head, s.say("undo.or-move"))
	}
	if p.View.Tunnel != nil {
		head = append(head, s.tunnelLine(p.View)) // everybody sees it until it is decided
	}
	switch waits := !p.View.Moves(p.View.Viewer); {
	case waits && (p.Stage == Told || p.Stage == Barred):
	case p.View.Phase == engine.IsOver && slices.Contains(head, s.say("narrate.over")):
	case waits && p.Stage != Present:
		head = append(head, s.next(p.View))
	case p.Stage.Over(): // a turn that has begun has a panel of its own
		return head
	default:
		head = append(append(head, s.call(p.View)), s.setLines(p.View)...)
	}
	if due := s.Due(p.View, p.Due); due != "" {
		head = append(head, due)
	}
	return head
}

func (s *Speaker) heading(game string, v *engine.View) string {
	mark := Sign(s.texts, game, s.sign)
	return s.say("panel.heading", "Title", s.Title(v.Title), "Game", game, "Mark", mark)
}

func (s *Speaker) call(v *engine.View) string {
	switch due := owes(v); {
	case v.Phase == engine.IsOver:
		return s.say("narrate.over")
	case !v.Moves(v.Viewer):
		return s.Waits(v)
	case due == engine.OwesSecond:
		return s.say("panel.owes-second")
	case due == engine.OwesPlace:
		return s.say("panel.owes-place", "Card", s.drawnCard(v, v.Own().Drawn))
	case due == engine.OwesShare:
		return s.say("panel.owes-share")
	case due == engine.OwesDeclare:
		return s.say("panel.owes-declare")
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

// owes returns what the viewer has to do next: at setup that differs from seat to seat.
func owes(v *engine.View) engine.Owes {
	switch own := v.Own(); {
	case own == nil || !v.Moves(v.Viewer):
		return engine.OwesNothing
	case v.Phase == engine.InSetup:
		return own.Owes
	}
	return v.Owes
}

// rest says what happens to tickets that are not kept (C9, N2).
func (s *Speaker) rest() string { return s.say("title." + s.board.Title + ".rest") }

// restFirst is rest for the choice at setup.
func (s *Speaker) restFirst() string {
	if id := "title." + s.board.Title + ".rest-first"; s.texts.Has(id) { // K2
		return s.say(id)
	}
	return s.rest()
}

// Waits says whom the game waits for.
func (s *Speaker) Waits(v *engine.View) string {
	switch {
	case v.Phase == engine.IsOver:
		return s.say("narrate.over")
	case v.Phase == engine.InSetup && v.Uses(engine.UsesPorts):
		return s.say("panel.waits-setup-pieces", "Names", s.Seats(v, v.ToMove)) // W2
	case v.Phase == engine.InSetup:
		return s.say("panel.waits-setup", "Names", s.Seats(v, v.ToMove))
	case v.Phase == engine.InDeclare:
		return s.say("panel.waits-declare", "Names", s.Seats(v, v.ToMove))
	}
	return s.say("panel.waits", "Names", s.Seats(v, v.ToMove))
}

// next says what comes after the reader's turn, in words that stay true when others have moved:
// nobody updates such a message.
func (s *Speaker) next(v *engine.View) string {
	switch v.Phase {
	case engine.IsOver:
		return s.say("narrate.over")
	case engine.InSetup:
		return s.say("panel.next-setup")
	case engine.InDeclare:
		return s.say("panel.next-declare")
	}
	return s.say("panel.next", "Names", s.Seats(v, v.ToMove))
}

// stateLines list what the picture leaves out: the market unless it is on buttons, the others'
// figures in at most three lines, and the viewer's hand.
func (s *Speaker) stateLines(p Panel, onButtons bool) []string {
	v := p.View
	if p.Stage >= Answers || v.Phase != engine.InPlay {
		return s.handLines(v)
	}
	var lines []string
	if !onButtons {
		lines = append(lines, s.marketLines(v)...)
	}
	return slices.Concat(lines, s.otherLines(v), s.handLines(v))
}

// otherLines are the figures of the other seats, of a team behind its points, in at most three
// lines.
func (s *Speaker) otherLines(v *engine.View) []string {
	var all []string
	for _, side := range caption.Sides(v) {
		var seats []string
		for _, at := range side {
			if at != v.Viewer {
				figures := s.Of(v).Figures(v.Seat(at), false, ", ")
				seats = append(seats, s.Sign(caption.SeatSign(at))+s.Seat(v, at)+": "+figures)
			}
		}
		if len(seats) == 0 {
			continue
		}
		text := strings.Join(seats, "; ")
		if v.Uses(engine.UsesTeams) {
			team := v.Seat(side[0])
			name := s.say("render.team", "Number", team.Team+1)
			text = name + ", " + s.Points(team.Points()) + " – " + text
		}
		all = append(all, text)
	}
	var lines []string
	for some := range slices.Chunk(all, max(1, (len(all)+2)/3)) {
		lines = append(lines, strings.Join(some, "; "))
	}
	return lines
}

// marketLines is the market on one line, by slots; none if there is no card in it.
func (s *Speaker) marketLines(v *engine.View) []string {
	var cards []string
	for i, c := range v.Market {
		if c != engine.NoCard {
			slot := strconv.Itoa(i + 1)
			if len(cards) == 0 {
				slot = s.say("render.slot") + " " + slot // for those who hear it read
			}
			cards = append(cards, slot+": "+s.Shown(v, []engine.Card{c}))
		}
	}
	if len(cards) == 0 {
		return nil
	}
	return []string{s.say("render.market") + " – " + strings.Join(cards, " · ")}
}

func (s *Speaker) handLines(v *engine.View) []string {
	var lines []string
	if figures := s.Of(v).Figures(v.Own(), true, " · "); figures != "" {
		sign := s.Sign(caption.SeatSign(v.Viewer)) // whose pieces the picture shows as the reader's
		lines = append(lines, sign+s.say("panel.you", "Figures", figures))
	}
	return append(lines, s.heldLines(v)...)
}

func (s *Speaker) heldLines(v *engine.View) []string {
	var lines []string
	lines = append(lines, s.fleetLines(v)...)
	lines = append(lines, s.cardLines(v)...)
	lines = append(lines, s.yardLines(v)...)
	return append(lines, s.Of(v).Hand().Tickets...)
}

// cardLines list the viewer's cards and, in a team, apart from them its rack, which the partner
// sees too (S4).
func (s *Speaker) cardLines(v *engine.View) []string {
	own := v.Own()
	if !v.Uses(engine.UsesTeams) {
		return s.Of(v).HeldCards(own)
	}
	return []string{
		s.say("panel.hand", "Cards", s.Cards(v, own.Hand.Cards)),
		s.say("panel.rack", "Cards", s.Cards(v, own.Rack.Cards), "Partner", s.Seats(v, partners(v))),
	}
}

func partners(v *engine.View) []engine.Seat {
	var list []engine.Seat
	for i := range v.Seats {
		if own := v.Own(); own != nil && v.Seats[i].Team == own.Team && v.Seats[i].Seat != v.Viewer {
			list = append(list, v.Seats[i].Seat)
		}
	}
	return list
}

// Since tells what has happened since the reader's last turn, or first since the game began.
func (s *Speaker) Since(told []string, first bool) []string {
	switch {
	case len(told) == 0:
		return nil
	case first:
		return append([]string{s.say("panel.since-start")}, told...)
	}
	return append([]string{s.say("panel.since")}, told...)
}
