package posts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// own is what a player's post about a seat is shown from.
type own struct {
	*scene
	post    storage.Post
	texts   *locale.Texts
	c       *play.Chronicle // to the present
	ended   engine.Ply      // at which the seat's last turn or choice was complete
	waits   bool            // the game waits for the seat
	undone  bool            // the position since which the post stands was taken back
	running bool
}

func (s *scene) own(ctx context.Context, p storage.Post) (*own, error) {
	texts, err := s.texts(ctx, p.User)
	if err != nil {
		return nil, err
	}
	c, err := s.chronicle(ctx, play.AnyPly, p.Seat)
	if err != nil {
		return nil, err
	}
	v := c.Table.View(p.Seat)
	running := s.Game.State == match.Running
	return &own{
		scene: s, post: p, texts: texts, c: c, ended: c.EndOfTurn(p.Seat), running: running,
		waits:  running && (s.Game.WaitsFor(p.User) || s.Game.Deserted() && v.Moves(p.Seat)),
		undone: !c.Stood(p.Ply, p.Head),
	}, nil
}

// past returns what is left of a post whose reader no longer plays the seat, or whose game is
// cancelled; false if neither is so. What the seat holds is not for a former player.
func (s *scene) past(ctx context.Context, p storage.Post) (Shown, bool, error) {
	if s.Game.State != match.Cancelled && s.seat(p).User == p.User {
		return Shown{}, false, nil
	}
	texts, err := s.texts(ctx, p.User)
	switch {
	case err != nil:
		return Shown{}, false, err
	case s.seat(p).User != p.User:
		said := texts.Say("tenure.retired", s.Args(ctx, texts, s.Game)...)
		return closing(said), true, nil
	}
	return closing(texts.Say("problem.game-cancelled", "Game", string(s.Game.ID))), true, nil
}

func showPanel(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	if shown, is, err := s.past(ctx, p); is || err != nil {
		return shown, err
	}
	o, err := s.own(ctx, p)
	if err != nil {
		return Shown{}, err
	}
	last := o.isLast()
	switch {
	case o.undone && o.running && !o.waits:
		return o.takenBack(ctx)
	case o.waits && s.Game.Alone() && last:
		return o.asks(ctx)
	case s.Game.State == match.Finished && s.Game.Alone() && last: // as below
	case !o.undone && p.Ply < o.ended:
		shown, err := o.record(ctx)
		if s.Game.Alone() && o.running && last {
			shown.Fate = Stays // it will be the panel of the next turn
		}
		return shown, err
	case o.waits && !last:
		return o.goesOn(ctx)
	case o.waits:
		return o.asks(ctx)
	}
	shown, err := o.said(ctx, message.Request{Stage: speech.Record})
	if s.Game.Alone() && o.running && last {
		shown.Fate = Stays
	}
	return shown, err
}

// isLast reports whether no other message of the seat's reader goes on with the turn: the one that
// was pressed last, or else came last, has the menus.
func (o *own) isLast() bool {
	at := func(p storage.Post) engine.Ply { return min(p.Ply, o.Game.Ply) }
	return !slices.ContainsFunc(o.besides(o.post), func(q storage.Post) bool {
		// alone against computers there is one panel, else each that stands since is one
		later := o.Game.Alone() && comesAfter(q, o.post)
		return at(q) > at(o.post) || at(q) == at(o.post) && later
	})
}

// besides returns the other panels, or plans, of a post's seat and reader.
func (s *scene) besides(p storage.Post) []storage.Post {
	return slices.DeleteFunc(slices.Clone(s.All), func(q storage.Post) bool {
		alike := q.Kind == Panel || q.Kind == Answer && s.Game.Alone()
		if p.Kind == Ahead {
			alike = q.Kind == Ahead
		}
		return !alike || q.Seat != p.Seat || q.User != p.User || q.Message == p.Message
	})
}

// comesAfter reports whether a message was sent after another one: Discord's IDs ascend. One that
// is being sent has none yet.
func comesAfter(q, p storage.Post) bool {
	if q.Message == "" || p.Message == "" {
		return q.Message == "" && p.Message != ""
	}
	return cmp.Or(cmp.Compare(len(q.Message), len(p.Message)), cmp.Compare(q.Message, p.Message)) > 0
}

func (o *own) said(ctx context.Context, want message.Request) (Shown, error) {
	want.Game, want.Seat = o.Game, o.post.Seat
	c, err := o.chronicle(ctx, cmp.Or(want.Ply, play.AnyPly), want.Seat)
	if err != nil {
		return Shown{}, err
	}
	m, err := o.Panels.TextOf(ctx, o.texts, c, want)
	return Shown{Content: m.Content, Rows: m.Rows, Buttons: true, Fate: Closed}, err
}

func (o *own) asks(ctx context.Context) (Shown, error) {
	want := message.Request{Game: o.Game, Seat: o.post.Seat, News: o.news}
	if o.post.Subject == Carried && o.stands(o.post) {
		want.Stage = speech.Carried
	}
	m, err := o.Panels.TextOf(ctx, o.texts, o.c, want)
	v := o.c.Table.View(o.post.Seat)
	shown := Shown{
		Content: m.Content, Rows: m.Rows, Buttons: true,
		Choices: v.Phase == engine.InSetup || v.Phase == engine.InDeclare,
	}
	o.paint(&shown, o.c, want)
	if o.post.Kind != Panel || o.undone || o.post.Ply < o.ended {
		since := o.post
		since.Kind, since.Ply, since.Head = Panel, o.Game.Ply, o.Game.Head
		shown.Since = &since
	}
	return shown, err
}

// paint adds a panel's picture, which is drawn when it is needed.
func (o *own) paint(shown *Shown, c *play.Chronicle, want message.Request) {
	shown.Picture = o.Panels.PictureName(o.texts, c, want.Seat)
	shown.Draw = func(ctx context.Context) []discord.File {
		return o.Panels.Picture(ctx, o.texts, c, want)
	}
}

// record is the panel of a turn that is over: what the seat did, and what it had then. What the
// house did in it is told by other messages, with the hand.
func (o *own) record(ctx context.Context) (Shown, error) {
	c, err := o.chronicle(ctx, o.ended, o.post.Seat)
	if err != nil {
		return Shown{}, err
	}
	turn, _ := c.Turn(o.post.Seat)
	byOthers := func(e engine.Event) bool { return e.By != engine.ByPlayer }
	if slices.ContainsFunc(turn, byOthers) {
		v := c.Table.View(o.post.Seat)
		own := slices.DeleteFunc(turn, byOthers)
		said := append([]string{o.Heading(ctx, o.texts, o.Game)},
			message.Speaker(o.texts, c.Table).Narrate(&v, own)...)
		return closing(strings.Join(append(said, o.texts.Say("clock.house-moved")), "\n")), nil
	}
	return o.said(ctx, message.Request{Ply: o.ended, Stage: speech.Record})
}

func (o *own) goesOn(ctx context.Context) (Shown, error) {
	return o.said(ctx, message.Request{
		Stage: speech.Record, News: []string{o.texts.Say("panel.elsewhere")},
	})
}

// takenBack says that a turn never came, since another seat's move before it was taken back.
func (o *own) takenBack(ctx context.Context) (Shown, error) {
	annals, err := o.Games.Annals(ctx, o.Game, o.post.Seat)
	if err != nil {
		return Shown{}, err
	}
	by := engine.Public
	for _, entry := range annals {
		if entry.Undone && entry.Branch == o.Game.Branch-1 {
			by = entry.Seat // who made the first move that went
			break
		}
	}
	if by == engine.Public || by == o.post.Seat {
		return o.said(ctx, message.Request{Stage: speech.Record})
	}
	v := o.c.Table.View(o.post.Seat)
	who := message.Speaker(o.texts, o.c.Table).Seat(&v, by)
	return o.said(ctx, message.Request{
		Stage: speech.Told,
		News:  []string{o.texts.Say("undo.panel", "Who", who)},
	})
}

// showAnswer shows the answer to the move that completed a turn: its words stay, and its buttons as
// long as they are of use. Alone against computers it becomes the panel of the next turn.
func showAnswer(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	if shown, is, err := s.past(ctx, p); is || err != nil {
		return shown, err
	}
	o, err := s.own(ctx, p)
	if err != nil {
		return Shown{}, err
	}
	v := o.c.Table.View(p.Seat)
	switch began := o.c.Began(); {
	case s.Game.State == match.Finished && s.Game.Alone() && o.isLast():
		return o.said(ctx, message.Request{Stage: speech.Record}) // its words still await a move
	case s.Game.State == match.Finished:
		return withoutButtons, nil
	case s.Game.Alone() && o.isLast() && o.waits:
		return o.asks(ctx)
	case s.Game.Alone() && o.isLast() && s.Game.Answered():
		return asItCame, nil // the others move in a moment
	case o.undone:
		return o.undoneAnswer(ctx)
	case began == 0 && !v.Moves(p.Seat): // also if another choice was taken back (C2)
		return o.answer(ctx, p.Ply)
	case p.Ply < began:
		return o.tellBegan(ctx, began)
	case o.waits || p.Ply < o.ended: // the message of the later turn has them
		return withoutButtons, nil
	}
	shown, err := o.answer(ctx, p.Ply)
	if !s.stands(p) && len(shown.Rows) == 0 {
		shown.Fate = Closed
	}
	return shown, err
}

// answer is the state at the end of a turn, with the buttons that are of use now.
func (o *own) answer(ctx context.Context, ply engine.Ply) (Shown, error) {
	shown, err := o.said(ctx, message.Request{Ply: ply, Stage: speech.Answers})
	shown.Words, shown.Picture, shown.Fate = wordsOf(ply), kept, Stays
	return shown, err
}

// wordsOf names what an answer says at a position: its words stay while its buttons change.
func wordsOf(ply engine.Ply) string { return "a" + strconv.Itoa(int(ply)) }

// undoneAnswer says in a line that a move was taken back, instead of a hand that is no longer true.
// It goes if its player has done that: the panel says so.
func (o *own) undoneAnswer(ctx context.Context) (Shown, error) {
	along, err := o.Panels.Along(ctx, o.texts, o.c)
	fate := Closed
	if len(along) == 0 { // they have taken it back themselves
		along, fate = []string{o.texts.Say("undo.done")}, Goes
	}
	said := speech.Text{}.Say(o.Heading(ctx, o.texts, o.Game), along[len(along)-1])
	shown := closing(said.Fit(discord.MaxContent))
	shown.Fate = fate
	return shown, err
}

// tellBegan has the answer to a choice at setup say who begins. Who cannot move yet can plan ahead.
func (o *own) tellBegan(ctx context.Context, began engine.Ply) (Shown, error) {
	c, err := o.chronicle(ctx, began, o.post.Seat)
	if err != nil {
		return Shown{}, err
	}
	v := c.Table.View(o.post.Seat)
	past := v.Moves(o.post.Seat) || o.waits || o.post.Ply < o.ended
	want := message.Request{Game: o.Game, Seat: o.post.Seat, Ply: began, Stage: speech.Answers}
	if past {
		want.Stage = speech.Record
	}
	shown, err := o.said(ctx, want)
	if !past { // else the panel of their turn has the picture
		o.paint(&shown, c, want)
	}
	if len(shown.Rows) > 0 {
		since := o.post
		since.Ply, since.Head = began, c.Table.Head
		shown.Since, shown.Fate, shown.Words = &since, Stays, wordsOf(began)
	}
	return shown, err
}

// showHint keeps a hint while its position stands. Once its player has moved it goes; what cannot
// be deleted becomes a line.
func showHint(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	c, err := s.chronicle(ctx, play.AnyPly, p.Seat)
	if err != nil {
		return Shown{}, err
	}
	if s.Game.State == match.Running && c.Stood(p.Ply, p.Head) && !c.MovedSince(p.Seat, p.Ply) {
		return asItCame, nil
	}
	texts, err := s.texts(ctx, p.User)
	shown := closing(texts.Say("advice.used"))
	shown.Fate = Goes
	return shown, err
}

// showAhead keeps a plan, and what asks for one, until its player has moved, or its position was
// taken back, or a later message is about the plan. In the player's turn only a plan that is kept
// is of use.
func showAhead(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	if shown, is, err := s.past(ctx, p); is || err != nil {
		return shown, err
	}
	c, err := s.chronicle(ctx, play.AnyPly, p.Seat)
	if err != nil {
		return Shown{}, err
	}
	stands := s.Game.State == match.Running && c.Stood(p.Ply, p.Head) &&
		!c.MovedSince(p.Seat, p.Ply) && !s.superseded(p)
	if v := c.Table.View(p.Seat); stands && v.Moves(p.Seat) {
		stands, err = s.Planned(ctx, s.Game, p.User)
	}
	if !stands {
		return withoutButtons, err
	}
	return asItCame, err
}

// showLate tells a player whose time was up what the house has played for them since.
func showLate(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	g, seat := s.Game, s.seat(p)
	if g.State != match.Running || seat.Holder() != p.User || s.superseded(p) {
		return withoutButtons, nil
	}
	texts, err := s.texts(ctx, p.User)
	if err != nil {
		return Shown{}, err
	}
	c, err := s.chronicle(ctx, play.AnyPly, p.Seat)
	if err != nil {
		return Shown{}, err
	}
	if seat.Player() == p.User { // another message has the hand as it is now
		return closing(strings.Join(message.WelcomeBack(texts, c, p.User), "\n")), nil
	}
	said := texts.Say("clock.you-absent", "Game", string(g.ID))
	if g.Deserted() { // then the house stops too
		said = texts.Say("clock.waits-for-you", "Game", string(g.ID), "In",
			speech.Stamp(g.Expiry(), "R"))
	}
	shown := Shown{Rows: discord.Buttons(ReturnButton(texts, g.ID)), Buttons: true}
	v := c.Table.View(p.Seat)
	if v.Moves(p.Seat) && !g.Deserted() { // what is left of the turn is not theirs
		shown.Content = said + " " + texts.Say("clock.finishes")
		return shown, nil
	}
	m, err := s.Panels.Text(ctx, texts, message.Request{
		Game: g, Seat: p.Seat, Stage: speech.Late,
		News: append([]string{said}, message.ForYou(texts, c, p.User)...),
	})
	shown.Content = m.Content
	return shown, err
}

func showHello(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	texts, err := s.texts(ctx, p.User)
	g := s.Game
	switch {
	case err != nil:
		return Shown{}, err
	case g.State == match.Cancelled:
		return closing(texts.Say("direct.lobby-cancelled", s.Args(ctx, texts, g)...)), nil
	case g.State != match.Lobby: // a panel follows, or is there already
		shown := asItCame
		shown.Fate = Goes
		return shown, nil
	case g.SeatOf(p.User) == engine.Public:
		return closing(texts.Say("direct.seat-left", s.Args(ctx, texts, g)...)), nil
	}
	return asItCame, nil
}
