package speech

import (
	"slices"
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
	Since   []string          // what has happened since the reader's last turn, oldest first
	Where   string            // address of the table, "" if there is none
	Due     time.Time         // when a move is made for a reader who does not answer; zero: never
	Lessons []string          // IDs of explanations; at most MaxLessons are shown
	Wish    *Wish             // what another player wants to take back; nil: nothing
	Offers  []customid.Action // besides moving: Plan, PlanBack, Undo, Wide, Near
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

// Panel returns the message that a player needs for a whole turn: whose turn it is, what is new,
// how the others stand, the player's tickets and cards, and menus for all legal moves, if there are
// any.
func (s *Speaker) Panel(p Panel, picture ...discord.File) discord.Message {
	if p.View.Own() == nil {
		return discord.Message{Content: s.say("panel.bystander")}
	}
	if slices.Contains(questions, owes(p.View)) {
		p.Where = ""
	}
	m, market := parts{picture: picture}, false // the market is on buttons
	if !p.Stage.Over() {
		m.rows, market = s.rows(p)
	}
	w := s.signed()
	head, asks := w.head(p), []string(nil)
	if owes(p.View) == engine.OwesPay { // right above its buttons
		head, asks = head[:len(p.News)], head[len(p.News):]
	}
	text := Text{}.Say(s.headline(p)).Say(head...)
	text = text.give(asLessons, s.lessonLines(p.View, p.Lessons)...).flow(asRecap, p.Since...)
	m.text = append(text, w.state(p, market)...).Say(asks...)
	m.enough = s.enoughButton(p)
	if slices.Contains(p.Offers, customid.Plan) && len(m.rows) == 0 {
		m.rows = []discord.Row{s.aheadButton(p)}
	}
	if slices.Contains(p.Offers, customid.Undo) {
		m.beside = s.undoButton(p)
	}
	m.tall = s.tallest(p.View)
	m.more = button(discord.Secondary, s.say("panel.since-then"),
		customid.Button(customid.Since, p.Game))
	if p.Wish.asks() {
		m.wish = WishButtons(s.texts, p.Game, p.At)
	}
	return m.message()
}

// headline says whose turn it is, of what game, until when and where: it is all that a notification
// on a phone shows.
func (s *Speaker) headline(p Panel) string {
	v, waits := p.View, !p.View.Moves(p.View.Viewer)
	var words []string
	switch {
	case v.Phase == engine.IsOver || p.Stage.Over() || waits && p.Stage != Present:
	case waits:
		words = []string{s.Waits(v)}
	default:
		words = []string{"**" + s.yourTurn(v) + "**"}
		if _, ok := v.Overdue(); ok && !p.Due.IsZero() {
			words = append(words, Stamp(p.Due, "R"))
		}
	}
	title := s.Title(v.Title) + " " + Mark(s.texts, s.sign)
	words = slices.Insert(words, min(1, len(words)), title)
	if p.Where != "" {
		words = append(words, "["+s.say("panel.at-table")+"]("+p.Where+")")
	}
	return strings.Join(words, " · ")
}

// head is what the player has just done and what is asked of them besides a turn.
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
	case waits && p.Stage != Present || p.View.Phase == engine.IsOver:
		head = append(head, s.next(p.View))
	case waits || p.Stage.Over(): // a turn that has begun has a panel of its own
	default:
		if call := s.call(p.View); call != "" {
			head = append(head, call)
		}
		head = append(head, s.setLines(p.View)...)
		what, due := owes(p.View), s.Due(p.View, p.Due)
		if due != "" && (what == engine.OwesPay || what == engine.OwesDeclare) { // no usual default
			head = append(head, due)
		}
	}
	return head
}

func (s *Speaker) heading(game string, v *engine.View) string {
	return s.say("panel.heading", "Title", s.Title(v.Title), "Game", game, "Mark",
		Mark(s.texts, s.sign))
}

// call says what the reader has to do; "" for an ordinary turn, whose buttons say it.
func (s *Speaker) call(v *engine.View) string {
	switch due := owes(v); {
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
	case len(v.Legal()) == 1 && v.Legal()[0].Verb == engine.Pass:
		return s.say("panel.owes-pass")
	}
	return ""
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

// turns are what a viewer owes in a turn, and in those of others.
var turns = []engine.Owes{engine.OwesNothing, engine.OwesTurn, engine.OwesSecond}

// state is what the player has, behind how the others stand unless something is asked. While they
// wait it has the market, too.
func (s *Speaker) state(p Panel, onButtons bool) Text {
	v := p.View
	var text Text
	if !slices.Contains(turns, owes(v)) {
		return s.heldBy("", v)
	}
	if v.Phase == engine.InPlay && !p.Stage.Over() {
		if !onButtons {
			text = text.Say(s.marketLine(v))
		}
		text = text.flow(asOthers, s.seatLines(v)...)
	}
	return append(text, s.held(v)...)
}

// held is what the viewer has: figures, tickets, and the hand as the last line.
func (s *Speaker) held(v *engine.View) Text { return s.heldBy(s.say("panel.you"), v) }

// heldBy is held where the viewer is called who; "" without the figures.
func (s *Speaker) heldBy(who string, v *engine.View) Text {
	own := v.Own()
	var text Text
	if figures := s.Of(v).Glance(own, true); who != "" &&
		(figures != "" || who != s.say("panel.you")) {
		sign := s.Sign(caption.SeatSign(v.Viewer)) // whose pieces the picture shows as the reader's
		for _, at := range partners(v) {
			figures += " · " + s.seatLine(v, at)
		}
		text = text.Say(strings.TrimSpace(sign + who + ": " + figures))
	}
	text = append(text, s.tickets(v)...)
	text = text.Say(s.yardLines(v)...)
	if v.Uses(engine.UsesTeams) && own.Rack.N > 0 { // S4
		text = text.Say(s.say("panel.rack", "Cards", s.Counted(v, &own.Rack.Cards),
			"Partner", s.Seats(v, partners(v))))
	}
	return text.Say(s.say("panel.hand", "Cards", s.Counted(v, &own.Hand.Cards)))
}

func partners(v *engine.View) []engine.Seat {
	var list []engine.Seat
	own := v.Own()
	if own == nil || !v.Uses(engine.UsesTeams) {
		return nil
	}
	for i := range v.Seats {
		if at := &v.Seats[i]; at.Team == own.Team && at.Seat != v.Viewer {
			list = append(list, at.Seat)
		}
	}
	return list
}
