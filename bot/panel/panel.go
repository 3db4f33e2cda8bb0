// Package panel builds a player's private message about a game: the hand, what has happened since
// their last move, menus of the legal moves, and the picture.
package panel

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/picture"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Chronicles replays games.
type Chronicles interface {
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
	Annals(ctx context.Context, row match.Game, viewer engine.Seat) ([]match.Annal, error)
	Repeated(ctx context.Context, call play.Call) (play.Made, bool, error)
	Retyped(ctx context.Context, call play.Call) (play.Made, bool, error)
}

// Panels builds panels.
type Panels struct {
	games    Chronicles
	pictures *picture.Pictures

	next    Next
	teacher Teacher
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

// New returns the panels of games. Without next no way to another game is offered, without teacher
// nothing is explained.
func New(games Chronicles, pictures *picture.Pictures, next Next, teacher Teacher) *Panels {
	return &Panels{games: games, pictures: pictures, next: next, teacher: teacher}
}

// Request says which panel is wanted.
type Request struct {
	Game  match.Game
	Seat  engine.Seat
	Ply   engine.Ply      // the state to show; route.AnyPly: the present one
	Here  match.ChannelID // the channel in which it is shown; "" for the reader's direct messages
	News  []string        // what comes first
	Page  int             // of the routes to claim
	Deck  engine.Pile     // that fills the slot of a card; NoPile: the one that the seat chose last
	Again int             // how often the reader went back to it
	Done  bool            // it answers the move that completed the seat's turn
	Turn  bool            // the news is all of that turn
	Past  bool            // the turn that the panel was for is over: it asks for nothing
	Told  bool            // the news says whose turn it is
	// Own appends to the news what the seat has done in its turn, perhaps from another message.
	Own bool
	// Undo offers to take the move back while that needs nobody's consent. The notifier takes the
	// button off a message that lasts.
	Undo bool
	// Planned says that the seat's last turn was carried out as planned. The news tells of it, and
	// of what happened before.
	Planned bool
	// Move is what About asks about; the picture shows it as made.
	Move engine.Move
	// About builds another message from the same parts, such as a question about a move.
	About func(*speech.Speaker, speech.Panel) discord.Message
}

// Text builds a panel without pictures.
func (p *Panels) Text(ctx context.Context, texts *locale.Texts, want Request,
) (discord.Message, error) {
	c, err := p.games.Chronicle(ctx, want.Game, want.Ply, want.Seat)
	if err != nil {
		return discord.Message{}, err
	}
	return p.TextOf(ctx, texts, c, want)
}

// TextOf is Text where the chronicle up to the state to show is known.
func (p *Panels) TextOf(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) (discord.Message, error) {
	return p.build(ctx, texts, c, want)
}

// build puts the parts of a panel together, without signs in its news where they have no room.
func (p *Panels) build(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) (discord.Message, error) {
	parts, err := p.parts(ctx, texts, c, want)
	if err != nil {
		return discord.Message{}, err
	}
	s := atlas.Speaker(texts, c.Table)
	if want.About != nil {
		return want.About(s, parts), nil
	}
	m := s.PanelOr(parts, func() (plain speech.Panel) {
		plain, err = p.parts(ctx, texts.WithoutSigns(), c, want)
		return plain
	})
	return m, err
}

// Painted builds a panel with a picture of the map for its reader.
func (p *Panels) Painted(ctx context.Context, texts *locale.Texts, want Request,
) (discord.Message, error) {
	c, err := p.games.Chronicle(ctx, want.Game, want.Ply, want.Seat)
	if err != nil {
		return discord.Message{}, err
	}
	m, err := p.build(ctx, texts, c, want)
	if err != nil {
		return discord.Message{}, err
	}
	m.Files = p.Picture(ctx, texts, c, want)
	return m, nil
}

// Picture draws the picture of a panel, of which a chronicle is known.
func (p *Panels) Picture(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) []discord.File {
	since := c.EventsSinceOwn(want.Seat)
	if want.Planned {
		own, before := c.Turn(want.Seat)
		since = append(before, own...)
	}
	return p.pictures.Hand(ctx, c.Table, c.Table.View(want.Seat), texts, since, want.Move)
}

// PictureName names the picture of a seat's panel by what it shows and how its player wants it; ""
// for a player who wants none.
func (p *Panels) PictureName(texts *locale.Texts, c *play.Chronicle, seat engine.Seat) string {
	shape := c.Table.Pictures(seat)
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
func (p *Panels) AfterMove(r *route.Request, made play.Made) route.Reply {
	if made.Overtaken && r.ClickedInDM() && !r.Hidden {
		return route.Reply{}
	}
	reply := route.Later(r, func(ctx context.Context) (discord.Message, error) {
		var news []string
		if made.View.Tunnel == nil { // the panel itself tells all about an undecided tunnel
			news = atlas.Speaker(r.Texts, made.Table).Narrate(&made.View, made.Events)
		}
		if made.Forced {
			news = append(news, r.Texts.Say("clock.you-unpayable"))
		}
		// the panel of the next turn has the next picture, in a moment
		passes := made.Done && made.Table.State == match.Running && made.Table.Answered() &&
			r.ClickedInDM()
		build := p.Painted
		if passes {
			build = p.Text
		}
		m, err := build(ctx, r.Texts, Request{
			Game: made.Table.Game, Seat: made.Seat, Ply: made.Table.Ply, Here: r.Channel,
			News: news, Done: made.Done, Turn: made.Done && made.Move.Verb == engine.Draw,
			Undo: true,
			// The setup's last choice says who begins.
			Told: slices.ContainsFunc(made.Events, func(e engine.Event) bool {
				return e.Kind == engine.EventBegan
			}),
		})
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

func (p *Panels) parts(ctx context.Context, texts *locale.Texts, c *play.Chronicle, want Request,
) (speech.Panel, error) {
	v := c.Table.View(want.Seat)
	message := speech.Panel{
		Game: string(want.Game.ID), At: customid.Of(c.Table.Game), View: &v, News: want.News,
		Page: want.Page, Deck: cmp.Or(want.Deck, lastDeck(c, want.Seat)), Again: want.Again,
		Done: want.Done, Past: want.Past, Told: want.Told, First: !c.Played(want.Seat),
	}
	if want.Here != c.Table.Thread { // nobody needs a link to where they are
		message.Where = link(c.Table)
	}
	// The house has no deadline to show.
	if want.Seat != engine.Public && !want.Game.Seats[want.Seat-1].Automated {
		message.Due = want.Game.Seats[want.Seat-1].Ends
	}
	s := atlas.Speaker(texts, c.Table)
	message.Lessons = p.lessons(ctx, s, want, c.Table, &v)
	_, err := c.Table.Planned(want.Seat)
	message.Ahead = err == nil && !want.Past && want.Game.State == match.Running
	if want.Undo && want.Game.State == match.Running {
		b, ok := c.Back(want.Seat)
		message.Undo = ok && b.Free()
	}
	message.Wish, message.Agreed = wish(c, want)
	if owner := want.Game.OwnerName(want.Seat); owner != "" {
		message.For = discord.Plain(owner)
	}
	if want.Turn { // two cards are drawn in two moves
		message.News = s.Narrate(&v, c.EventsOfTurn())
	}
	told := func(events []engine.Event) {
		if v.Tunnel == nil { // the panel itself tells all about an undecided tunnel
			message.News = append(slices.Clip(message.News), s.Narrate(&v, events)...)
		}
	}
	if want.Own {
		own := c.EventsOfOwnTurn(want.Seat)
		if own == nil && want.Game.Answered() && c.Played(want.Seat) {
			own, _ = c.Turn(want.Seat) // its answer stood there for a moment only
		}
		told(own)
	}
	if want.Planned {
		own, before := c.Turn(want.Seat)
		told(own)
		message.Since = s.Recap(&v, before)
	} else if v.Phase != engine.InSetup {
		message.Since = s.Recap(&v, c.EventsSinceOwn(want.Seat))
	}
	if v.Moves(want.Seat) && !want.Past && c.Table.Ply == want.Game.Ply {
		along, err := p.Along(ctx, texts, c)
		if err != nil {
			return speech.Panel{}, err
		}
		message.Since = append(along, message.Since...)
	}
	return message, nil
}

// lastDeck is the deck that a seat last had a slot filled from (W3).
func lastDeck(c *play.Chronicle, seat engine.Seat) (deck engine.Pile) {
	for _, e := range c.EventsOf(seat) {
		if e.Kind == engine.EventDrewMarket {
			deck = e.Pile
		}
	}
	return deck
}

// wish returns what another player wants to take back: due if the reader of a panel of the present
// position has yet to decide, agreed if they have agreed and others have not.
func wish(c *play.Chronicle, want Request) (due *speech.Wish, agreed *speech.Agreed) {
	g, u := want.Game, want.Game.Undoing
	asker := g.SeatOf(u.User)
	if want.Past || want.Seat == engine.Public || asker == engine.Public || !u.Holds(g) ||
		c.Table.Ply != g.Ply || c.Table.Head != g.Head {
		return nil, nil
	}
	b, ok := c.Back(asker)
	b.Often = true // whatever the reason, the others are asked
	missing := g.Awaiting(b.Concerned(), u.Agreed)
	switch user := g.Seats[want.Seat-1].User; {
	case ok && slices.Contains(missing, user):
		return &speech.Wish{
			Who: asker, Gone: c.Gone(b), Moved: b.Moved, Ends: u.Ends,
		}, nil
	case ok && slices.Contains(u.Agreed, user):
		agreed = &speech.Agreed{Who: asker, Moved: b.Moved, Ends: u.Ends}
		for _, other := range missing {
			agreed.Missing = append(agreed.Missing, g.SeatOf(other))
		}
	}
	return nil, agreed
}

// lessons are what a panel explains, to the player whose turn it is and in the present position
// only.
func (p *Panels) lessons(ctx context.Context, s *speech.Speaker, want Request, t *play.Table,
	v *engine.View,
) []string {
	if p.teacher == nil || want.Past || want.About != nil || want.Seat == engine.Public ||
		t.State != match.Running || t.Ply != want.Game.Ply {
		return nil
	}
	due := s.Lessons(v)
	if len(due) > 0 && t.Advises() {
		due = append(due, speech.HintLesson)
	}
	return p.teacher.Teach(ctx, want.Game.Seats[want.Seat-1].User, t.ID, t.Ply, due)
}
