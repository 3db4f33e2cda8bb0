package posts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// boards are the kinds of messages at a table that show a turn's buttons: the newest one has them.
var boards = []storage.Kind{Board, Buttons, First, Turned, Dug, Undone}

// IsBoard reports whether the buttons of a turn stand under a post, unless a newer one has them.
func IsBoard(p storage.Post) bool { return slices.Contains(boards, p.Kind) }

// bare reports whether of the words of a post nothing is known.
func bare(p storage.Post) bool { return p.Kind == Board || p.Kind == Buttons }

// Boards returns those of a game at its table, oldest first.
func (p *Posts) Boards(ctx context.Context, g match.Game) ([]storage.Post, error) {
	all, err := p.Store.Posts(ctx, g.ID)
	return slices.DeleteFunc(all, func(q storage.Post) bool {
		return !IsBoard(q) || q.Channel != g.Thread
	}), err
}

// showBoard shows a message at the table: the newest has buttons, an earlier one says no more whose
// turn it is. Alone against computers it is the only one, and each turn is told in it.
func showBoard(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	c, err := s.chronicle(ctx, play.AnyPly, engine.Public)
	if err != nil {
		return Shown{}, err
	}
	newer := slices.ContainsFunc(s.All, func(q storage.Post) bool {
		return IsBoard(q) && q.Channel == p.Channel && comesAfter(q, p)
	})
	switch stands := c.Stood(p.Ply, p.Head); {
	case p.Kind == Board && !newer && s.Game.State == match.Finished:
		return Shown{Words: kept, Picture: kept, Fate: Closed}, nil // it shows the result
	case s.isOnly(p) && !newer:
		return s.onlyBoard(ctx, c, p)
	case s.Game.State != match.Running, newer, p.Channel != s.Game.Thread:
		return s.earlier(ctx, p, stands)
	}
	texts := s.catalog.Texts(s.Game.Locale)
	row := RowOf(texts, s.Game, p.Kind)
	if b, ok := UndoOf(texts, c, p); ok && s.stands(p) {
		row.Buttons = append(row.Buttons, b)
	}
	shown := Shown{Words: kept, Picture: kept, Rows: []discord.Row{row}, Buttons: true}
	if (p.Kind == Turned || p.Kind == Undone) && c.TurnsAfter(p.Ply) == 0 &&
		discord.PlaceOf(p.Channel).Writes { // until when the turn lasts may have changed
		shown.Words = ""
		shown.Content, err = s.present(ctx, p)
	}
	return shown, err
}

func (s *scene) present(ctx context.Context, p storage.Post) (string, error) {
	c, err := s.chronicle(ctx, p.Ply, engine.Public)
	if err != nil {
		return "", err
	}
	t := TableOf(s.catalog.Texts(s.Game.Locale), c)
	told, err := s.Told(ctx, &t, p)
	if err != nil {
		return "", err
	}
	turn, err := s.WhoseTurn(ctx, &t)
	return t.Speaker.Board(&t.View, told, turn), err
}

// RowOf is the row of the buttons of a turn under a message of a kind.
func RowOf(texts *locale.Texts, g match.Game, k storage.Kind) discord.Row {
	switch k {
	case First:
		row := OpenHand(texts, g.ID)
		row.Buttons = append(row.Buttons, speech.LegendButton(texts, string(g.ID)))
		return row
	case Dug: // its player has been answered
		return OpenHand(texts, g.ID)
	}
	return TableRow(texts, g)
}

// UndoOf is the button with which a turn is taken back that needs nobody's consent; false if there
// is none. The house takes nothing back.
func UndoOf(texts *locale.Texts, c *play.Chronicle, p storage.Post) (discord.Button, bool) {
	if p.Kind != Turned || p.Seat == engine.Public {
		return discord.Button{}, false
	}
	seat := c.Table.Seats[p.Seat-1]
	b, ok := c.Back(p.Seat)
	if !ok || !b.Free() || seat.Player() == "" || c.Table.View(engine.Public).Phase == engine.IsOver {
		return discord.Button{}, false
	}
	return discord.NewButton(discord.Secondary,
		texts.Say("undo.button-of", "Who", discord.PlainLabel(c.Table.ShownName(p.Seat))),
		customid.At(customid.Undo, string(c.Table.ID), customid.Of(c.Table.Game))), true
}

// earlier is a message at a table that others have followed: what it told, without buttons.
func (s *scene) earlier(ctx context.Context, p storage.Post, stands bool) (Shown, error) {
	switch {
	case !stands && (p.Kind == Turned || p.Kind == Undone):
		shown := closing(s.catalog.Texts(s.Game.Locale).Say("undo.turn"))
		shown.Fate = Goes // the message after it tells what was taken back
		return shown, nil
	case !stands || bare(p):
		return withoutButtons, nil
	}
	c, err := s.chronicle(ctx, p.Ply, engine.Public)
	if err != nil {
		return Shown{}, err
	}
	t := TableOf(s.catalog.Texts(s.Game.Locale), c)
	told, err := s.Told(ctx, &t, p)
	if err != nil {
		return Shown{}, err
	}
	return Shown{
		Content: speech.Fitting(discord.MaxContent, told), Picture: kept, Buttons: true,
		Fate: Closed,
	}, nil
}

// Told is what a message at a table says, without whose turn it is and until when.
func (p *Posts) Told(ctx context.Context, t *Table, post storage.Post) ([]string, error) {
	switch post.Kind {
	case First:
		return t.introduction(), nil
	case Undone:
		return p.toldUndone(ctx, t, post)
	case Dug:
		post = storage.Post{} // why it was dug is told once the tunnel is decided
	}
	return t.narrated(eventsOfTurn(t.Chronicle), post), nil
}

func (t *Table) narrated(events []engine.Event, post storage.Post) []string {
	if why := post.Subject; why != "" && why != Forced && why != Carried {
		events = Defaulted(events, post.Seat, len(events)-len(t.Chronicle.EventsOfMove()))
	}
	return append(t.Speaker.Narrate(&t.View, events), t.Unasked(post)...)
}

// Turn is what a message tells of the last turn; in a private channel also of earlier turns that
// nobody could be told about.
func (p *Posts) Turn(ctx context.Context, t *Table, post storage.Post,
) ([]string, []engine.Event, error) {
	events := eventsOfTurn(t.Chronicle)
	if !discord.PlaceOf(t.Game.Channel).Writes {
		all, err := p.Store.Posts(ctx, t.Game.ID)
		if err != nil {
			return nil, nil, err
		}
		since := t.Chronicle.Began()
		for _, q := range all {
			if IsBoard(q) {
				since = max(since, min(q.Ply, t.Game.Ply))
			}
		}
		if t.Chronicle.TurnsAfter(since) > 1 {
			events = t.Chronicle.EventsSince(since)
		}
	}
	return t.narrated(events, post), events, nil
}

// Defaulted says of the events of a seat, from one on, that the house acted: it answered once for a
// player whose time was up, who keeps the seat.
func Defaulted(events []engine.Event, seat engine.Seat, from int) []engine.Event {
	for i := max(from, 0); i < len(events); i++ {
		if events[i].Seat == seat {
			events[i].By = engine.ByHouse
		}
	}
	return events
}

// Why a move was made that its player did not choose: the Subject of a post of a turn. Anything
// else is the verb of a move that was made because time was up.
const (
	Forced  = "forced"
	Carried = "planned" // of a panel: the turn goes on with what was not planned
)

// Unasked says why a move was made that its player did not make; nothing if they did.
func (t *Table) Unasked(post storage.Post) []string {
	switch who := t.Who(post.Seat); post.Subject {
	case "":
		return nil
	case Forced:
		return []string{t.Say("clock.unpayable", "Who", who)}
	case Carried:
		return []string{t.Say("plan.table", "Who", who)}
	}
	return []string{t.Speaker.Overdue(&t.View, post.Seat, post.Subject)}
}

// eventsOfTurn returns the events of the last turn. In a game alone against computers, where the
// message of the turn replaces the one before, they are those of the round.
func eventsOfTurn(c *play.Chronicle) []engine.Event {
	if c.Table.Alone() {
		return c.EventsOfRound()
	}
	return c.EventsOfTurn()
}

// toldUndone tells which moves were taken back, struck through.
func (p *Posts) toldUndone(ctx context.Context, t *Table, post storage.Post) ([]string, error) {
	annals, err := p.Games.Annals(ctx, t.Game, engine.Public)
	if err != nil {
		return nil, err
	}
	var gone []engine.Event
	for _, entry := range annals {
		if entry.Undone && strconv.Itoa(entry.Branch) == post.Subject {
			gone = append(gone, entry.Events...)
		}
	}
	return append([]string{t.Say("undo.told", "Who", t.Who(post.Seat))},
		speech.Struck(t.Speaker.Narrate(&t.View, gone))...), nil
}

// isOnly reports whether a post is the one message at the table of a game alone against computers,
// in which each turn is told.
func (s *scene) isOnly(p storage.Post) bool {
	return s.Game.Alone() && IsBoard(p) && p.Kind != First && p.Kind != Buttons &&
		p.Channel == s.Game.Thread && s.Game.State != match.Cancelled
}

// Follows reports whether a turn is told in the message at the table that stands already: in a game
// alone against computers. In a private channel the answer to a person's press is a new one.
func (p *Posts) Follows(ctx context.Context, g match.Game, k storage.Kind, by engine.Seat) (bool,
	error,
) {
	own := g.Seats[max(by, 1)-1].Level == ""
	if !g.Alone() || own && !discord.PlaceOf(g.Thread).Writes {
		return false, nil
	}
	s, err := p.sceneAt(ctx, g)
	post := storage.Post{Kind: k, Channel: g.Thread}
	return err == nil && s.isOnly(post) && slices.ContainsFunc(s.All, s.isOnly), err
}

func (s *scene) onlyBoard(ctx context.Context, c *play.Chronicle, p storage.Post) (Shown, error) {
	if c.Table.View(engine.Public).Tunnel == nil { // half a turn is told once it is complete
		var err error
		if c, err = s.chronicle(ctx, c.EndOfLast(), engine.Public); err != nil {
			return Shown{}, err
		}
	}
	texts := s.catalog.Texts(s.Game.Locale)
	t := TableOf(texts, c)
	news := eventsOfTurn(c)
	turn, err := s.WhoseTurn(ctx, &t)
	if err != nil {
		return Shown{}, err
	}
	since := p
	since.Kind, since.Ply, since.Head, since.Subject = Turned, c.Table.Ply, c.Table.Head, ""
	shown := Shown{
		Content: t.Speaker.Board(&t.View, t.narrated(news, storage.Post{}), turn), Buttons: true,
		Picture: boardName(c, texts),
		Draw: func(ctx context.Context) []discord.File {
			return s.Pictures.Told(ctx, c.Table, t.View, texts, news)
		},
	}
	if since != p {
		shown.Since = &since
	}
	if s.Game.State == match.Finished {
		shown.Fate = Closed
		return shown, nil
	}
	row := RowOf(texts, s.Game, Turned)
	if b, ok := UndoOf(texts, c, since); ok && s.stands(since) {
		row.Buttons = append(row.Buttons, b)
	}
	shown.Rows = []discord.Row{row}
	return shown, nil
}

func boardName(c *play.Chronicle, texts *locale.Texts) string {
	return digest(c.Table.Head[:]) + texts.Lang()
}

// WhoseTurn says until when those who are to move can do so and whose turn it is. A turn that its
// player has planned is made in a moment.
func (p *Posts) WhoseTurn(ctx context.Context, t *Table) (string, error) {
	g, v := t.Game, &t.View
	if len(v.ToMove) == 1 && v.Phase == engine.InPlay {
		planned, err := p.Planned(ctx, g, g.Seats[v.ToMove[0]-1].Player())
		if planned || err != nil {
			return t.Say("table.next", "Who", t.Who(v.ToMove[0])), err
		}
	}
	return strings.Join(append(t.Until(), t.ToMove()), "\n"), nil
}

// ToMove says who is to move, or that the game is over. It names people so that Discord marks the
// names; whether they are called is decided by who sends it.
func (t *Table) ToMove() string {
	v, g := &t.View, t.Game
	called := g.ToMove
	if v.Phase == engine.IsOver {
		called = match.Users(g.Seats)
	}
	pings := discord.MentionUsers(called...)
	if g.Alone() {
		pings = t.Who(g.SeatOf(match.Users(g.Seats)[0]))
	}
	said := "table.your-turn"
	switch {
	case len(v.ToMove) == 1 && g.Seats[v.ToMove[0]-1].Level != "":
		return t.Say("clock.computer-turn", "Who", t.Who(v.ToMove[0]))
	case len(v.ToMove) == 1 && g.Seats[v.ToMove[0]-1].Automated:
		return t.Say("clock.house-turn", "Who", t.Who(v.ToMove[0]))
	case v.Phase == engine.IsOver:
		said = "table.over"
	case v.Phase == engine.InSetup && v.Uses(engine.UsesPorts):
		said = "table.choose-pieces" // W2
	case v.Phase == engine.InSetup:
		said = "table.choose"
	case v.Phase == engine.InDeclare:
		said = "table.declare"
	case v.LastRound && v.TurnsLeft > len(v.Seats): // everybody has several turns in it (W12)
		said = "table.late-turn"
	case v.LastRound && v.Pass < v.Passes:
		said = "table.last-turn-journey" // K9
	case v.LastRound:
		said = "table.last-turn"
	}
	return t.Say(said, "Pings", pings)
}

// Until says until when those who are to move can do so, a line for each deadline.
func (t *Table) Until() []string {
	var lines []string
	v, g := &t.View, t.Game
	waits := slices.Clone(v.ToMove)
	for len(waits) > 0 {
		c := g.Seats[waits[0]-1].Clock
		same := func(seat engine.Seat) bool {
			other := g.Seats[seat-1].Clock
			return other.Ends.Equal(c.Ends) && other.Automated == c.Automated
		}
		several := slices.DeleteFunc(slices.Clone(waits), func(s engine.Seat) bool { return !same(s) })
		waits = slices.DeleteFunc(waits, same)
		switch line := t.Speaker.Until(v, several[0], c.Ends); {
		case line == "" || c.Automated:
		case len(several) > 1:
			lines = append(lines, t.Speaker.UntilAll(v, several, c.Ends))
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

// introduction says who sits where, how the game is played, and the commitment to the shuffles.
func (t *Table) introduction() []string {
	g, id := t.Game, string(t.Game.ID)
	order := make([]string, len(t.View.Seats))
	for i := range t.View.Seats {
		order[i] = strconv.Itoa(i+1) + ". " + introduced(t.Texts, t.Who(engine.Seat(i+1)), g.Seats[i])
	}
	lines := []string{
		t.Say("table.heading", "Title", t.Speaker.Title(g.Title), "Game", id, "Mark",
			message.Sign(t.Texts, g)),
		t.Say("table.order", "Names", strings.Join(order, " · ")),
	}
	lines = append(lines, message.VariantLine(t.Texts, g)...)
	lines = append(lines, clockLines(t.Texts, g)...)
	if t.View.Uses(engine.UsesTeams) {
		lines = append(lines, t.Say("table.teams", "Teams", teamsLine(t.Chronicle.Table)))
	}
	lines = append(lines, t.RatedLines()...)
	for _, r := range g.Removed {
		lines = append(lines, t.RemovedLine(r.Seat))
	}
	return append(lines, t.Say("table.commitment", "Commitment", g.Seed.Commitment()))
}

var unrated = map[string]string{
	match.UnratedOrder: "table.unrated-order", match.UnratedPartners: "table.unrated-partners",
	match.UnratedLevel: "table.unrated-level",
}

// RatedLines says for whom the game is rated, or why it is not; nothing on a server without
// ratings.
func (t *Table) RatedLines() []string {
	g := t.Game
	if g.Unrated != nil {
		level := t.Say("lobby.level-" + g.Unrated.Level)
		return []string{t.Say(cmp.Or(unrated[g.Unrated.Why], "table.unrated-few"), "Level", level)}
	}
	if len(g.Rated) == 0 {
		return nil
	}
	var rated []string
	for _, seat := range g.Rated {
		rated = append(rated, t.Who(seat))
	}
	return []string{t.Say("table.rated", "Names", strings.Join(rated, ", "))}
}

// RemovedLine says whether a seat, or (Public) the game, is out of the ratings, and why.
func (t *Table) RemovedLine(seat engine.Seat) string {
	i := slices.IndexFunc(t.Game.Removed, func(r match.Removal) bool { return r.Seat == seat })
	switch {
	case i < 0 && seat == engine.Public:
		return t.Say("table.game-back")
	case i < 0:
		return t.Say("table.seat-back", "Name", t.Who(seat))
	case seat == engine.Public:
		return t.Say("table.game-out", "Reason", discord.PlainProse(t.Game.Removed[i].Reason))
	}
	return t.Say("table.seat-out", "Name", t.Who(seat), "Reason",
		discord.PlainProse(t.Game.Removed[i].Reason))
}

// teamsLine names the teams: "Ola + Bo · Cy + Di".
func teamsLine(t *play.Table) string {
	var list []string
	for _, team := range match.Teams(t.Shown(), match.TeamSize(t.Edition())) {
		list = append(list, strings.Join(discord.PlainAll(match.Names(team)), " + "))
	}
	return strings.Join(list, " · ")
}
