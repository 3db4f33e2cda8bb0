package notify

import (
	"context"
	"fmt"
	"strings"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// PostBoard is the kind of posts at the table whose buttons go with the next one.
const PostBoard = "board"

// builder builds a message to the table.
type builder func(ctx context.Context, t *scene) (discord.Message, error)

// scene is what a message to the table is built from: all that bystanders may know.
type scene struct {
	*locale.Texts
	c *play.Chronicle
	g match.Game  // of c
	v engine.View // of c, everybody's
	s *speech.Speaker
	m storage.Message
	b body // of m
}

func sceneOf(texts *locale.Texts, c *play.Chronicle, m storage.Message) *scene {
	return &scene{
		texts, c, c.Table.Game, c.Table.View(engine.Public), atlas.Speaker(texts, c.Table), m, bodyOf(m),
	}
}

func (t *scene) seat() match.Seat { return t.g.Seats[t.m.Seat-1] }

func (t *scene) who() string { return t.s.Seat(&t.v, t.m.Seat) }

// quietly is a message that notifies nobody.
func quietly(said string) discord.Message { return discord.Message{Content: said, Silent: true} }

// withDeadlines adds to what is said until when those who are to move can do so.
func (t *scene) withDeadlines(said string) discord.Message {
	lines := append([]string{said}, untilLines(t.s, &t.v, t.g)...)
	return quietly(strings.Join(lines, "\n"))
}

// atTable sends what is built to the table; at says which state of the game it shows.
func (n *Notifier) atTable(at func(storage.Message) engine.Ply, build builder) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		g, err := n.Store.Game(ctx, m.Game)
		if err != nil {
			return nil, err
		}
		if g.Thread == "" {
			return nil, n.withoutTable(ctx, g, m)
		}
		c, err := n.Games.Chronicle(ctx, g, at(m), engine.Public)
		if err != nil {
			return nil, err
		}
		if at(m) == m.Ply && m.Head != (match.Link{}) && c.Table.Head != m.Head {
			return nil, outbox.Obsolete("the position was taken back")
		}
		n.briefs.prepare(g.ID, "")
		message, err := build(ctx, sceneOf(n.Catalog.Texts(g.Locale), c, m))
		if err != nil {
			return nil, err
		}
		message.Nonce = m.Nonce
		id, err := discord.TextOnly(message, func(d discord.Message) (match.MessageID, error) {
			return n.post(ctx, g, m, d)
		})
		if err != nil {
			return nil, fmt.Errorf("send to the table: %w", err)
		}
		n.briefs.sent(g.ID, id)
		// The offer of a rematch goes too, the question whether to cancel stays.
		k := n.kinds[m.Kind]
		remembered := k.remembered || m.Kind == Stopped && g.State != match.Running
		switch {
		case message.Rows == nil:
			return nil, nil
		case !remembered && k.topic != "":
			return livePost(c.Table.Game, aboutSeat(k.topic, m.Seat), g.Thread, id, k.topic), nil
		case !remembered:
			return nil, nil
		}
		p := storage.Post{
			Game: g.ID, Kind: PostBoard, Ply: c.Table.Ply, Head: c.Table.Head,
			Channel: g.Thread, Message: id,
		}
		if k.disarms { // else it does not call anybody to a turn
			p.About = joined(message.Mention)
		}
		if (k.lives || m.Kind == Restored) && g.Alone() { // after a restore the next turns edit this one
			p.About = living
		}
		if offersUndo(message.Rows) {
			p.About = offered + " " + p.About
		}
		return []storage.Post{p}, nil
	}
}

func gameButton(texts *locale.Texts, style discord.ButtonStyle, label string, does customid.Action,
	id match.GameID,
) discord.Button {
	return discord.NewButton(style, texts.Say(label), customid.Button(does, id))
}

// openHand is the row with the buttons that open the clicker's own panel, and the board with menus
// for close-ups.
func openHand(texts *locale.Texts, id match.GameID) discord.Row {
	return discord.Row{Buttons: []discord.Button{
		gameButton(texts, discord.Primary, "table.open-hand", customid.Hand, id),
		gameButton(texts, discord.Secondary, "table.closer", customid.Closer, id),
	}}
}

// firstMessage sets the table: who sits where, the commitment to the shuffles, the board, and who
// is to move.
func (n *Notifier) firstMessage(ctx context.Context, t *scene) (discord.Message, error) {
	order := make([]string, len(t.v.Seats))
	for i := range t.v.Seats {
		order[i] = fmt.Sprintf("%d. %s", i+1, introduced(t.Texts, t.s.Seat(&t.v, engine.Seat(i+1)),
			t.g.Seats[i]))
	}
	lines := []string{
		t.Say("table.heading", "Title", t.s.Title(t.g.Title), "Game", string(t.m.Game), "Mark",
			speech.Mark(t.Texts, string(t.m.Game), t.g.Sign)),
		t.Say("table.order", "Names", strings.Join(order, " · ")),
	}
	lines = append(lines, atlas.VariantLine(t.Texts, t.g)...)
	lines = append(lines, clockLines(t.Texts, t.g)...)
	if t.v.Uses(engine.UsesTeams) {
		lines = append(lines, t.Say("table.teams", "Teams", teamsLine(t.c.Table)))
	}
	if len(t.g.Rated) > 0 {
		var rated []string
		for _, seat := range t.g.Rated {
			rated = append(rated, t.s.Seat(&t.v, seat))
		}
		lines = append(lines, t.Say("table.rated", "Names", strings.Join(rated, ", ")))
	}
	lines = append(lines,
		t.Say("table.commitment", "Commitment", t.g.Seed.Commitment()))
	n.briefs.prepare(t.m.Game, strings.Join(lines, "\n"))
	lines = append(lines, untilLines(t.s, &t.v, t.g)...)
	private, err := n.privateLines(ctx, t.Texts, t.g)
	if err != nil {
		return discord.Message{}, err
	}
	lines = append(lines, private...)
	lines = append(lines, t.whoseTurn())
	mention, err := n.toCall(ctx, t.g, t.g.ToMove)
	if err != nil {
		return discord.Message{}, err
	}
	row := openHand(t.Texts, t.m.Game)
	row.Buttons = append(row.Buttons, speech.LegendButton(t.Texts, string(t.m.Game)))
	return discord.Message{
		Content: strings.Join(lines, "\n"),
		Files:   n.Pictures.Board(ctx, t.c.Table, t.v, t.Texts, t.c.EventsOfRound(), ""),
		Rows:    []discord.Row{row},
		Mention: mention,
	}, nil
}

// privateLines say how a game in a private channel goes on: every move is told by the answer to a
// press there, and who cannot be written to is reminded of nothing.
func (n *Notifier) privateLines(ctx context.Context, texts *locale.Texts, g match.Game) ([]string,
	error,
) {
	if discord.PlaceOf(g.Thread).Reaches {
		return nil, nil
	}
	var far []match.UserID
	for _, id := range match.Users(g.Seats) {
		u, err := n.People.User(ctx, id)
		if err != nil {
			return nil, err
		}
		if u.DMs == storage.DMClosed {
			far = append(far, id)
		}
	}
	lines := []string{texts.Say("table.private")}
	if len(far) > 0 {
		lines = append(lines, texts.Say("table.private-far", "Names", discord.MentionUsers(far...)))
	}
	return lines, nil
}

// teamsLine names the teams: "Ola + Bo · Cy + Di".
func teamsLine(t *play.Table) string {
	var list []string
	for _, team := range match.Teams(t.Seats, match.TeamSize(t.Edition())) {
		list = append(list, strings.Join(discord.PlainAll(match.Names(team)), " + "))
	}
	return strings.Join(list, " · ")
}

// whoseTurn says who is to move, or that the game is over. It names people so that Discord marks
// the names; whether it calls them is decided by toCall.
func (t *scene) whoseTurn() string {
	v, g := &t.v, t.g
	called := g.ToMove
	if v.Phase == engine.IsOver {
		called = match.Users(g.Seats)
	}
	pings := discord.MentionUsers(called...)
	if g.Alone() {
		pings = t.s.Seat(v, g.SeatOf(match.Users(g.Seats)[0]))
	}
	switch {
	case len(v.ToMove) == 1 && g.Seats[v.ToMove[0]-1].Level != "":
		return t.Say("clock.computer-turn", "Who", t.s.Seat(v, v.ToMove[0]))
	case len(v.ToMove) == 1 && g.Seats[v.ToMove[0]-1].Automated:
		return t.Say("clock.house-turn", "Who", t.s.Seat(v, v.ToMove[0]))
	case v.Phase == engine.IsOver:
		return t.Say("table.over", "Pings", pings)
	case v.Phase == engine.InSetup && v.Uses(engine.UsesPorts):
		return t.Say("table.choose-pieces", "Pings", pings) // W2
	case v.Phase == engine.InSetup:
		return t.Say("table.choose", "Pings", pings)
	case v.Phase == engine.InDeclare:
		return t.Say("table.declare", "Pings", pings)
	case v.LastRound && v.TurnsLeft > len(v.Seats): // everybody has several turns in it (W12)
		return t.Say("table.late-turn", "Pings", pings)
	case v.LastRound && v.Pass < v.Passes:
		return t.Say("table.last-turn-journey", "Pings", pings) // K9
	case v.LastRound:
		return t.Say("table.last-turn", "Pings", pings)
	}
	return t.Say("table.your-turn", "Pings", pings)
}

// byPlayers has the scene tell what was done at the table now: a stand-in's doings are not their
// owner's.
func (t *scene) byPlayers() {
	for i, seat := range t.g.Seats {
		if seat.Owner != "" {
			player := discord.MentionUsers(seat.User)
			who := discord.Plain(seat.Name)
			t.s.PlayedBy(engine.Seat(i+1), t.Say("names.stand-in", "Player", player, "Who", who))
		}
	}
}

func (n *Notifier) chosenMessage(_ context.Context, t *scene) (discord.Message, error) {
	if t.g.Alone() && discord.PlaceOf(t.g.Thread).Writes { // elsewhere it answers a press
		return discord.Message{}, outbox.Obsolete("computers are not waited for")
	}
	t.byPlayers()
	id := "table.chosen"
	switch {
	case t.v.Uses(engine.UsesPorts):
		id = "table.chosen-pieces" // W2
	case t.v.Phase == engine.InDeclare:
		id = "table.declared" // K8
	}
	told := append([]string{t.Say(id, "Name", t.who(), "Count", len(t.v.ToMove))}, t.unasked()...)
	return quietly(strings.Join(told, "\n")), nil
}

// dugMessage shows a tunnel that has been dug, with the cards that were turned up (N6), until its
// seat has decided. Once it has, the turn's message tells all of it.
func (n *Notifier) dugMessage(ctx context.Context, t *scene) (discord.Message, error) {
	t.byPlayers()
	g, err := n.Store.Game(ctx, t.m.Game)
	if err != nil {
		return discord.Message{}, err
	}
	told := t.s.Narrate(&t.v, eventsOfTurn(t.c))
	switch decided := g.Ply != t.m.Ply || t.v.Tunnel == nil; {
	case decided && n.fresh.has(t.m.Nonce):
		return discord.Message{}, outbox.Obsolete("the tunnel is decided")
	case decided: // as in turnMessage
		return discord.Message{
			Content: discord.Lines(told),
			Rows:    []discord.Row{}, Silent: true,
		}, nil
	}
	n.briefs.prepare(t.m.Game, discord.Lines(told))
	told = append(told, t.Say("table.dug", "Name", t.s.Seat(&t.v, t.v.Tunnel.Seat)))
	if until := t.s.Until(&t.v, t.m.Seat, g.Seats[t.m.Seat-1].Ends); until != "" {
		told = append(told, until)
	}
	return discord.Message{
		Content: discord.Lines(told),
		Files:   n.Pictures.Board(ctx, t.c.Table, t.v, t.Texts, t.c.EventsOfRound(), ""),
		Rows:    []discord.Row{openHand(t.Texts, t.m.Game)},
		Silent:  true, // the player who decides has been answered
	}, nil
}

// turnMessage tells a completed turn. One that has been overtaken by another, after an outage, is
// told without picture, ping and buttons.
func (n *Notifier) turnMessage(ctx context.Context, t *scene) (discord.Message, error) {
	t.byPlayers()
	news, err := n.eventsNotYetTold(ctx, t.c)
	if err != nil {
		return discord.Message{}, err
	}
	told := strings.Join(append(t.s.Narrate(&t.v, news), t.unasked()...), "\n")
	overtaken, err := n.overtaken(ctx, t.m)
	switch {
	case err != nil:
		return discord.Message{}, err
	case overtaken && !discord.PlaceOf(t.g.Channel).Writes:
		// where each message takes somebody's press
		return discord.Message{}, outbox.Obsolete("the message of a later turn tells it")
	case overtaken:
		// No buttons, but remembered as if it had some: an earlier attempt may have
		// brought it to Discord, without an outcome, before it was overtaken, and the nonce makes
		// it that message.
		return discord.Message{
			Content: discord.Fit(told, discord.MaxContent), Rows: []discord.Row{},
			Silent: true,
		}, nil
	}
	if err := n.announceNext(ctx, t.g, &t.v); err != nil {
		return discord.Message{}, err
	}
	message, err := n.present(ctx, t, told, news)
	b, ok := t.c.Back(t.m.Seat)
	switch {
	case err != nil:
		return discord.Message{}, err
	case t.v.Phase == engine.IsOver:
		message.Rows = nil
	case ok && b.Free() && t.g.Seats[t.m.Seat-1].Player() != "": // the house takes nothing back
		undo := discord.NewButton(discord.Secondary,
			t.Say("undo.button-of", "Who", discord.PlainLabel(t.g.Seats[t.m.Seat-1].Name)),
			customid.At(customid.Undo, t.m.Game, customid.Of(t.g)))
		message.Rows[0].Buttons = append(message.Rows[0].Buttons, undo)
	}
	return message, nil
}

// calls says until when those who are to move can do so and whose turn it is, and lists whom that
// pings. A turn that its player has planned is made in a moment and calls nobody.
func (n *Notifier) calls(ctx context.Context, t *scene,
) (said string, pinged []match.UserID, err error) {
	g, v := t.g, &t.v
	called := g.ToMove
	if v.Phase == engine.IsOver {
		called = match.Users(g.Seats)
	}
	if pinged, err = n.toCall(ctx, g, called); err != nil {
		return "", nil, err
	}
	if len(v.ToMove) == 1 && v.Phase == engine.InPlay {
		planned, err := n.planned(ctx, g, g.Seats[v.ToMove[0]-1].Player())
		if planned || err != nil {
			return t.Say("table.next", "Who", t.s.Seat(v, v.ToMove[0])), pinged, err
		}
	}
	lines := append(untilLines(t.s, v, g), t.whoseTurn())
	return strings.Join(lines, "\n"), pinged, nil
}

// eventsNotYetTold returns the events of the last turn; in a private channel also those of earlier
// turns that nobody could be told about.
func (n *Notifier) eventsNotYetTold(ctx context.Context, c *play.Chronicle) ([]engine.Event,
	error,
) {
	if discord.PlaceOf(c.Table.Channel).Writes {
		return eventsOfTurn(c), nil
	}
	posts, err := n.Store.Posts(ctx, c.Table.ID, PostBoard)
	if err != nil {
		return nil, err
	}
	since := c.Began()
	for _, p := range posts {
		since = max(since, min(p.Ply, c.Table.Ply))
	}
	if c.TurnsAfter(since) <= 1 {
		return eventsOfTurn(c), nil
	}
	return c.EventsSince(since), nil
}

// eventsOfTurn returns the events of the last turn. In a game alone against computers, where the
// message of the turn replaces the one before, they are those of the round.
func eventsOfTurn(c *play.Chronicle) []engine.Event {
	if c.Table.Alone() {
		return c.EventsOfRound()
	}
	return c.EventsOfTurn()
}

// overtaken says whether a later turn has been completed, so that a later message shows the board.
func (n *Notifier) overtaken(ctx context.Context, m storage.Message) (bool, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return false, err
	}
	if g.Ply == m.Ply {
		return false, nil
	}
	c, err := n.Games.Chronicle(ctx, g, route.AnyPly, engine.Public)
	if err != nil {
		return false, err
	}
	return c.TurnsAfter(m.Ply) > 0, nil
}

// closedMessage tells a player at the table why no direct message came.
func (n *Notifier) closedMessage(ctx context.Context, t *scene) (discord.Message, error) {
	user := t.g.Seats[t.m.Seat-1].User
	if !t.v.Moves(t.m.Seat) || user == "" {
		return discord.Message{}, outbox.Obsolete("the player has moved, or has left")
	}
	called, err := n.wasCalled(ctx, t.g, t.m.Ply, user)
	if err != nil {
		return discord.Message{}, err
	}
	if called {
		return discord.Message{}, outbox.Obsolete("the player has been called at the table")
	}
	return discord.Message{
		Content: t.Say("table.closed", "Ping", discord.MentionUsers(user)),
		Rows:    []discord.Row{openHand(t.Texts, t.m.Game)},
		Mention: []match.UserID{user},
	}, nil
}

// joined returns the IDs of users as the About of a post holds them.
func joined(users []match.UserID) string {
	ids := make([]string, len(users))
	for i, user := range users {
		ids[i] = string(user)
	}
	return strings.Join(ids, " ")
}
