// Package message builds what people are shown of a game: a player's panel (the hand, what has
// happened since their last move, menus of the legal moves), the pictures, and the names of titles
// and maps.
package message

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Panels builds panels.
type Panels struct {
	games    *play.Service
	pictures *Pictures

	next    Next
	teacher Teacher
	now     func() time.Time
}

// Next finds the next game that waits for somebody.
type Next interface {
	// NextRow has a button to the next game that waits for the user, other than this one; no row
	// if none does.
	NextRow(ctx context.Context, r *route.Request, other match.GameID) ([]discord.Row, error)
}

// Teacher explains rules to newcomers.
type Teacher interface {
	// Teach chooses what to explain to a player in a position, from what is due, and notes it.
	Teach(ctx context.Context, user match.UserID, game match.GameID, ply engine.Ply,
		due []string) []string
}

// NewPanels returns the panels of games. Without next no way to another game is offered, without
// teacher nothing is explained.
func NewPanels(games *play.Service, pictures *Pictures, next Next, teacher Teacher,
	now func() time.Time,
) *Panels {
	return &Panels{games: games, pictures: pictures, next: next, teacher: teacher, now: now}
}

// Request says which panel is wanted.
type Request struct {
	Game         match.Game
	Seat         engine.Seat
	Ply          engine.Ply // the state to show; 0: the present one
	Stage        speech.Stage
	Here         match.ChannelID // the channel where it is shown; "" for the reader's direct messages
	News         []string        // what comes first
	speech.Menus                 // a Deck of NoPile: the one that the seat chose last
	Move         engine.Move     // to ask about, instead of what to do; the picture shows it as made
}

// Text builds a panel without pictures.
func (p *Panels) Text(ctx context.Context, texts *locale.Texts, want Request,
) (discord.Message, error) {
	c, err := p.games.Chronicle(ctx, want.Game, cmp.Or(want.Ply, play.AnyPly), want.Seat)
	if err != nil {
		return discord.Message{}, err
	}
	return p.TextOf(ctx, texts, c, want)
}

// TextOf is Text where the chronicle up to the state to show is known, with a picture if there is
// one.
func (p *Panels) TextOf(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
	picture ...discord.File,
) (discord.Message, error) {
	shown, err := p.shown(ctx, texts, c, want)
	if err != nil {
		return discord.Message{}, err
	}
	s := Speaker(texts, c.Table)
	if want.asks() {
		return s.Question(shown, want.Move, nil, picture...), nil
	}
	return s.Panel(shown, picture...), nil
}

func (r *Request) asks() bool { return r.Move.Verb != 0 }

// Painted builds a panel with a picture of the map for its reader.
func (p *Panels) Painted(ctx context.Context, texts *locale.Texts, want Request,
) (discord.Message, error) {
	c, err := p.games.Chronicle(ctx, want.Game, cmp.Or(want.Ply, play.AnyPly), want.Seat)
	if err != nil {
		return discord.Message{}, err
	}
	return p.TextOf(ctx, texts, c, want, p.Picture(ctx, texts, c, want)...)
}

// Picture draws the picture of a panel, from its game's chronicle.
func (p *Panels) Picture(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) []discord.File {
	since := c.EventsSinceOwn(want.Seat)
	if want.Stage == speech.Carried {
		own, before := c.Turn(want.Seat)
		since = append(before, own...)
	}
	return p.pictures.Hand(ctx, c.Table, c.Table.View(want.Seat), texts, since, want.Move)
}

// PictureName names the picture of a seat's panel by what it shows and how its player wants it; ""
// for a player who wants none.
func (p *Panels) PictureName(texts *locale.Texts, c *play.Chronicle, seat engine.Seat) string {
	shape := c.Table.Habits(seat).Picture(c.Table.Title)
	if shape == match.NoPicture {
		return ""
	}
	at := hex.EncodeToString(c.Table.Head[:6])
	if v := c.Table.View(seat); v.Phase == engine.InSetup || v.Phase == engine.InDeclare {
		at = strconv.Itoa(int(c.EndOfTurn(seat))) // what others choose is hidden
	}
	return fmt.Sprint(at, shape, c.Table.Hints(seat), texts.Lang())
}

// AfterMove answers a move with the player's panel. It shows the game right after the move, so a
// repeated interaction gets the same answer. A panel in a direct message is left to the outbox if
// the game has moved on: the old state would replace a newer one. The outbox cannot edit a message
// that only the user sees.
func (p *Panels) AfterMove(r *route.Request, made play.Made) *route.Reply {
	if made.Overtaken && r.ClickedInDM() && !r.Hidden {
		return &route.Reply{}
	}
	reply := route.Later(r, func(ctx context.Context) (discord.Message, error) {
		want := Request{
			Game: made.Table.Game, Seat: made.Seat, Ply: made.Table.Ply, Here: r.Channel,
		}
		if made.Done {
			want.Stage = speech.Answers
		}
		if made.Forced {
			want.News = []string{r.Texts.Say("clock.you-unpayable")}
		}
		// the panel of the next turn has the next picture, in a moment
		passes := made.Done && made.Table.State == match.Running && made.Table.Answered() &&
			r.ClickedInDM() && !made.Table.WaitsFor(r.User.ID) // else this is that panel
		build := p.Painted
		if passes {
			build = p.Text
		}
		m, err := build(ctx, r.Texts, want)
		m.KeepFiles = passes
		// Discord takes no more rows.
		if err != nil || !made.Done || passes || p.next == nil || len(m.Rows) >= 5 {
			return m, err
		}
		next, err := p.next.NextRow(ctx, r, made.Table.ID)
		m.Rows = append(slices.Clip(m.Rows), next...)
		return m, err
	})
	reply.Told = !made.Overtaken && (made.Done || made.View.Tunnel != nil)
	reply.Panel, reply.Made = Of(made.Table.Game, made.Seat), true
	reply.Typed = r.Typed()
	return reply
}

// Of names the panel of a seat at a revision of a game.
func Of(g match.Game, seat engine.Seat) *route.Panel {
	return &route.Panel{Game: g, Seat: seat}
}

// shown is what a panel shows: all of it follows from the chronicle, the present row, and what the
// panel is to the seat's turn.
func (p *Panels) shown(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) (speech.Panel, error) {
	v, s := c.Table.View(want.Seat), Speaker(texts, c.Table)
	at := speech.Place{
		Game: string(want.Game.ID), At: customid.Of(c.Table.Game), Menus: want.Menus,
	}
	deck, where := lastChosen(c, want.Seat)
	at.Deck, at.Into = cmp.Or(at.Deck, deck), cmp.Or(at.Into, where)
	shown := speech.Panel{Place: at, View: &v, Stage: want.stage(c, &v), Wish: wish(c, want)}
	if want.Here != c.Table.Thread { // nobody needs a link to where they are
		shown.Where = link(c.Table)
	}
	if owner := want.Game.OwnerName(want.Seat); owner != "" {
		shown.News = append(shown.News, texts.Say("panel.for", "Who", discord.Plain(owner)))
	}
	if v.Moves(want.Seat) && !want.Stage.Over() && c.Table.Late(p.now()) {
		shown.News = append(shown.News, texts.Say("daily.over"))
	}
	shown.News = append(shown.News, want.News...)
	// The panel itself tells all about an undecided tunnel, and a drawn card that is not placed.
	if own := v.Own(); v.Tunnel == nil && (own == nil || own.Drawn == engine.NoCard) {
		own := want.own(c, &v)
		if began := slices.IndexFunc(own, isBeginning); v.Moves(want.Seat) && began > 0 {
			own = own[began:] // what was chosen before can be seen
		}
		shown.News = append(shown.News, s.Narrate(&v, own)...)
	}
	// The house has no deadline to show.
	if want.Seat != engine.Public && !want.Game.Seats[want.Seat-1].Automated {
		shown.Due = want.Game.Seats[want.Seat-1].Ends
	}
	shown.Lessons = p.lessons(ctx, s, want, c, &v)
	shown.Offers = want.offers(c, &v)
	switch last, before := c.Turn(want.Seat); {
	case want.Stage == speech.Carried:
		shown.Since = s.Since(&v, before)
	case v.Phase == engine.InSetup:
	case want.recalls(c, &v):
		shown.Since = s.Since(&v, slices.Concat(last, c.EventsSinceOwn(want.Seat)))
	default:
		shown.Since = s.Since(&v, c.EventsSinceOwn(want.Seat))
	}
	if v.Moves(want.Seat) && !want.Stage.Over() && c.Table.Ply == want.Game.Ply {
		along, err := p.Along(ctx, texts, c)
		if err != nil {
			return speech.Panel{}, err
		}
		shown.Since = slices.Concat(along, handed(texts, s, c, &v), shown.Since)
	}
	return shown, nil
}

func isBeginning(e engine.Event) bool { return e.Kind == engine.EventBegan }

// handed says which seats others have come to play since the viewer's last move.
func handed(texts *locale.Texts, s *speech.Speaker, c *play.Chronicle, v *engine.View,
) (said []string) {
	ids := map[string]string{
		match.TimeUp: "clock.absent", match.Away: "tenure.says-away", match.Quit: "tenure.says-left",
		match.VotedOut: "tenure.says-voted-out", match.StoodIn: "tenure.says-stood-in",
		match.Taken: "tenure.says-taken",
	}
	for _, t := range c.Handed(v.Viewer) {
		said = append(said, texts.Say(ids[t.Why], "Who", s.Seat(v, t.Seat), "Number", int(t.Seat),
			"Player", discord.MentionUsers(t.User)))
	}
	return said
}

// stage is what the sentences about whose turn it is depend on.
func (r *Request) stage(c *play.Chronicle, v *engine.View) speech.Stage {
	switch moves := v.Moves(r.Seat); {
	case r.Stage == speech.Carried && c.Table.Head != r.Game.Head:
		return speech.Record
	case r.Stage == speech.Carried && moves:
		return speech.Present
	case r.Stage >= speech.Answers && !moves && c.Began() > 0 && !c.Played(r.Seat):
		return speech.Told // the news say who begins
	}
	return r.Stage
}

// own is what the seat has done in the turn that a panel is about, perhaps from another message.
func (r *Request) own(c *play.Chronicle, v *engine.View) []engine.Event {
	last, _ := c.Turn(r.Seat)
	own := c.EventsOfOwnTurn(r.Seat)
	switch {
	case r.Stage >= speech.Late, r.Stage == speech.Present && !v.Moves(r.Seat):
		return nil
	case r.Stage == speech.Carried, r.Stage == speech.Answers && c.MovedSince(r.Seat, c.Table.Ply-1):
		return last
	}
	return own
}

// recalls reports whether a panel tells the seat's own last turn again: its answer stood there for
// a moment only.
func (r *Request) recalls(c *play.Chronicle, v *engine.View) bool {
	return r.Stage < speech.Answers && v.Moves(r.Seat) && r.Game.Answered() && c.Played(r.Seat) &&
		c.EventsOfOwnTurn(r.Seat) == nil
}

func (r *Request) offers(c *play.Chronicle, v *engine.View) (list []customid.Action) {
	if r.Stage.Over() || r.Game.State != match.Running {
		return nil
	}
	if _, err := c.Table.Planned(r.Seat); err == nil {
		list = append(list, customid.Plan)
	}
	// What stands before others' moves is asked for by command, unless all choose at once.
	if b, ok := c.Back(r.Seat); ok && b.Free() && (c.Table.Head == r.Game.Head || b.Apart) {
		list = append(list, customid.Undo)
	}
	turn := v.Phase == engine.InPlay && v.Moves(r.Seat) && v.Owes == engine.OwesTurn
	if turn && v.Facts() != nil {
		switch c.Table.Habits(r.Seat).Picture(c.Table.Title) {
		case match.Square:
			list = append(list, customid.Wide)
		case match.Wide:
			list = append(list, customid.Near)
		}
	}
	return list
}

// lastChosen is the deck that a seat last had a slot filled from (W3), and where it last put the
// first of two cards (S3).
func lastChosen(c *play.Chronicle, seat engine.Seat) (deck engine.Pile, where engine.Where) {
	wild, first := c.Table.Edition().Lexicon().Wild(), true
	for _, e := range c.EventsOf(seat) {
		open := e.Kind == engine.EventDrewMarket
		if open {
			deck = e.Pile
		}
		switch {
		case e.Where == engine.Nowhere, open && e.Card == wild: // which can go to the rack alone
			first = true
		case first:
			where, first = e.Where, false
		default:
			first = true
		}
	}
	return deck, where
}

// wish returns what another player wants to take back, if the reader of a panel of the present
// position has to agree to it: nil if nothing.
func wish(c *play.Chronicle, want Request) *speech.Wish {
	g, u := want.Game, want.Game.Undoing
	asker := g.SeatOf(u.User)
	if want.Stage.Over() || want.Seat == engine.Public || asker == engine.Public || !u.Holds(g) ||
		c.Table.Ply != g.Ply || c.Table.Head != g.Head {
		return nil
	}
	b, ok := c.Back(asker)
	b.Often = true // whatever the reason, the others are asked
	missing, user := g.Awaiting(b.Concerned(), u.Agreed), g.Seats[want.Seat-1].User
	is := speech.Wish{Who: asker, Moved: b.Moved, Ends: u.Ends}
	switch {
	case ok && slices.Contains(missing, user):
		is.Gone = c.Gone(b)
		return &is
	case ok && slices.Contains(u.Agreed, user):
		is.Missing = []engine.Seat{}
		for _, other := range missing {
			is.Missing = append(is.Missing, g.SeatOf(other))
		}
		return &is
	}
	return nil
}

// lessons are what a panel explains, to the player whose turn it is and in the present position
// only.
func (p *Panels) lessons(ctx context.Context, s *speech.Speaker, want Request,
	c *play.Chronicle, v *engine.View,
) []string {
	t := c.Table
	if p.teacher == nil || want.Stage.Over() || want.asks() || want.Seat == engine.Public ||
		t.State != match.Running || t.Ply != want.Game.Ply {
		return nil
	}
	due := s.Lessons(v)
	if len(due) > 0 && t.Advises() {
		due = append(due, speech.HintLesson)
	}
	at := t.Ply
	if v.Phase == engine.InSetup { // others' choices change nothing for this seat (C2)
		at = engine.Ply(len(c.EventsOf(want.Seat)))
	}
	return p.teacher.Teach(ctx, want.Game.Seats[want.Seat-1].User, t.ID, at, due)
}
