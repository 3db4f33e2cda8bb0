package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// sender says one message of the outbox and returns what was posted.
type sender func(ctx context.Context, m storage.Message) ([]storage.Post, error)

// tableSenders are the senders of what is told at the table.
func (b *Bot) tableSenders() map[string]sender {
	return map[string]sender{
		sayLobby:   b.sendLobby,
		sayOpen:    b.sendOpen,
		sayTable:   b.atTableNow(b.tableMessage),
		sayChosen:  b.atTableThen(b.chosenMessage),
		sayDug:     b.atTableThen(b.dugMessage),
		sayTurn:    b.atTableThen(b.turnMessage),
		sayFinal:   b.atTableThen(b.finalMessage),
		sayClosed:  b.atTableNow(b.closedMessage),
		sayStopped: b.atTableNow(b.stoppedMessage),
	}
}

// teller builds a message to the table out of what its bystanders may know.
type teller func(ctx context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error)

// atTableThen sends a message that shows the game at the message's ply.
func (b *Bot) atTableThen(build teller) sender {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		return b.sendToTable(ctx, m, m.Ply, build)
	}
}

// atTableNow sends a message that shows the game as it is when it is sent.
func (b *Bot) atTableNow(build teller) sender {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		return b.sendToTable(ctx, m, anyPly, build)
	}
}

func (b *Bot) sendToTable(ctx context.Context, m storage.Message, ply engine.Ply, build teller) ([]storage.Post, error) {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	if g.Thread == "" {
		return nil, moot("the game has no table")
	}
	c, err := b.chronicle(ctx, g, ply, engine.Public)
	if err != nil {
		return nil, err
	}
	texts := b.catalog.Texts(g.Locale)
	message, err := build(ctx, texts, c, m)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	id, err := b.api.Send(ctx, g.Thread, message)
	if err != nil {
		return nil, fmt.Errorf("send to the table: %w", err)
	}
	if len(message.Rows) == 0 || m.Kind == sayClosed || m.Kind == sayStopped && g.State == storage.Running {
		return nil, nil // no buttons that a later message would take off
	}
	return []storage.Post{{
		Game: g.ID, Kind: postBoard, Ply: c.Table.Ply, Channel: g.Thread, Message: string(id),
	}}, nil
}

// tidy takes the buttons off the earlier posts at the table. What it cannot do now it does after the next message.
func (b *Bot) tidy(ctx context.Context, m storage.Message) {
	switch m.Kind {
	case sayTable, sayDug, sayTurn, sayFinal, sayStopped:
	default:
		return
	}
	posts, err := b.store.Posts(ctx, m.Game, postBoard)
	if err != nil {
		b.log.ErrorContext(ctx, "earlier posts not found", "game", m.Game, "error", err)
		return
	}
	for _, p := range posts[:max(len(posts)-1, 0)] {
		if err := b.strip(ctx, p); err != nil {
			b.log.WarnContext(ctx, "buttons not taken off", "game", m.Game, "error", err)
			return
		}
	}
}

// strip takes a post's buttons off and forgets it. What Discord refuses for good it need not be asked again.
func (b *Bot) strip(ctx context.Context, p storage.Post) error {
	err := b.api.Edit(ctx, p.Channel, discord.MessageID(p.Message), discord.Edit{Rows: &[]discord.Row{}})
	if _, answered := errors.AsType[*discord.Error](err); err != nil && (!answered || discord.IsTemporary(err)) {
		return fmt.Errorf("take the buttons off: %w", err)
	}
	if err := b.store.Unpost(ctx, p); err != nil {
		return fmt.Errorf("forget a post: %w", err)
	}
	return nil
}

// openHand is the row with the button that opens the clicker's own panel.
func openHand(texts *locale.Texts, id storage.GameID) discord.Row {
	return discord.Row{Buttons: []discord.Button{{
		Style: discord.Primary, Label: texts.Say("table.open-hand"), CustomID: speech.HandID(string(id)),
	}}}
}

// mention pings users and nobody else.
func mention(users []string) string {
	pings := make([]string, len(users))
	for i, u := range users {
		pings[i] = "<@" + u + ">"
	}
	return strings.Join(pings, " ")
}

// tableMessage sets the table: who sits where, the commitment to the shuffles, the board, and who is to move.
func (b *Bot) tableMessage(ctx context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	order := make([]string, len(v.Seats))
	for i := range v.Seats {
		order[i] = fmt.Sprintf("%d. %s", i+1, s.Seat(&v, engine.Seat(i+1)))
	}
	lines := []string{
		texts.Say("table.heading", "Title", s.Title(c.Table.Title), "Game", string(m.Game)),
		texts.Say("table.order", "Names", strings.Join(order, " · ")),
	}
	lines = append(lines, variantLine(texts, c.Table.Game)...)
	if v.Uses(engine.UsesTeams) {
		lines = append(lines, texts.Say("table.teams", "Teams", teamsLine(c.Table)))
	}
	lines = append(lines,
		texts.Say("table.commitment", "Commitment", c.Table.Seed.Commitment()),
		b.whoseTurn(texts, &v, c.Table.ToMove))
	return discord.Message{
		Content: strings.Join(lines, "\n"),
		Files:   b.board(ctx, c.Table, v, texts, c.Round()),
		Rows:    []discord.Row{openHand(texts, m.Game)},
		Mention: c.Table.ToMove,
	}, nil
}

// teamsLine names the teams: "Ola + Bo · Cy + Di".
func teamsLine(t *table) string {
	var list []string
	for _, team := range teamsOf(t.Seats, teamSize(t.title)) {
		list = append(list, strings.Join(plainNames(team), " + "))
	}
	return strings.Join(list, " · ")
}

// whoseTurn says who is to move, or that the game is over, and pings who is concerned.
func (b *Bot) whoseTurn(texts *locale.Texts, v *engine.View, called []string) string {
	pings := mention(called)
	switch {
	case v.Phase == engine.IsOver:
		return texts.Say("table.over", "Pings", pings)
	case v.Phase == engine.InSetup && v.Uses(engine.UsesPorts):
		return texts.Say("table.choose-pieces", "Pings", pings) // W2
	case v.Phase == engine.InSetup:
		return texts.Say("table.choose", "Pings", pings)
	case v.LastRound && v.TurnsLeft > len(v.Seats): // everybody has several turns in it (W12)
		return texts.Say("table.late-turn", "Pings", pings)
	case v.LastRound && v.Pass < v.Passes:
		return texts.Say("table.last-turn-journey", "Pings", pings) // K9
	case v.LastRound:
		return texts.Say("table.last-turn", "Pings", pings)
	}
	return texts.Say("table.your-turn", "Pings", pings)
}

// chosenMessage says who has made the setup choice, and who has not.
func (b *Bot) chosenMessage(_ context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	id := "table.chosen"
	if v.Uses(engine.UsesPorts) {
		id = "table.chosen-pieces" // W2
	}
	told := append([]string{texts.Say(id, "Name", s.Seat(&v, m.Seat), "Count", len(v.ToMove))}, overdue(s, &v, m)...)
	return discord.Message{Content: strings.Join(told, "\n"), Silent: true}, nil
}

// dugMessage shows a tunnel that has been dug, with the cards that were turned up (N6), until its seat has decided. Once
// it has, the turn's message tells all of it.
func (b *Bot) dugMessage(ctx context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return discord.Message{}, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	if g.Ply != m.Ply || v.Tunnel == nil {
		return discord.Message{}, moot("the tunnel is decided")
	}
	told := append(s.Narrate(&v, c.LastTurn()), texts.Say("table.dug", "Name", s.Seat(&v, v.Tunnel.Seat)))
	if until := s.Until(&v, m.Seat, g.Seats[m.Seat-1].Due); until != "" {
		told = append(told, until)
	}
	return discord.Message{
		Content: discord.Fit(strings.Join(told, "\n"), maxContent),
		Files:   b.board(ctx, c.Table, v, texts, c.Round()),
		Rows:    []discord.Row{openHand(texts, m.Game)},
		Silent:  true, // whoever has to decide has been answered
	}, nil
}

// turnMessage tells a completed turn. One that has been overtaken by another, after an outage, is told without picture,
// ping and buttons.
func (b *Bot) turnMessage(ctx context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	told := strings.Join(append(s.Narrate(&v, c.LastTurn()), overdue(s, &v, m)...), "\n")
	overtaken, err := b.overtaken(ctx, m)
	if err != nil {
		return discord.Message{}, err
	}
	if overtaken {
		return discord.Message{Content: discord.Fit(told, maxContent), Silent: true}, nil
	}
	called, rows := c.Table.ToMove, []discord.Row{openHand(texts, m.Game)}
	if v.Phase == engine.IsOver {
		called, rows = c.Table.users(), nil
	}
	turn := b.whoseTurn(texts, &v, called)
	return discord.Message{
		Content: discord.Fit(told, maxContent-len(turn)-1) + "\n" + turn,
		Files:   b.board(ctx, c.Table, v, texts, c.Round()),
		Rows:    rows,
		Mention: called,
	}, nil
}

// overdue says that the move which a message tells of was made for its seat (Body: by which verb); nothing if it was not.
func overdue(s *speech.Speaker, v *engine.View, m storage.Message) []string {
	if m.Body == "" {
		return nil
	}
	return []string{s.Overdue(v, m.Seat, m.Body)}
}

// overtaken says whether a later turn has been completed, so that a later message shows the board.
func (b *Bot) overtaken(ctx context.Context, m storage.Message) (bool, error) {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return false, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	if g.Ply == m.Ply {
		return false, nil
	}
	c, err := b.chronicle(ctx, g, anyPly, engine.Public)
	if err != nil {
		return false, err
	}
	return c.TurnsAfter(m.Ply) > 0, nil
}

// finalMessage shows the final scoring, and with the seed how everybody can check the shuffles (C16).
func (b *Bot) finalMessage(ctx context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	if v.Phase != engine.IsOver {
		return discord.Message{}, fmt.Errorf("game %s is not over at ply %d", m.Game, m.Ply)
	}
	record, err := b.record(ctx, c.Table)
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{
		Content: s.Result(&v, c.Table.Seed.Reveal()),
		Files:   append(b.sheet(ctx, c.Table, v, texts), record...),
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Primary, Label: texts.Say("table.rematch"), CustomID: gamePress(pressRematch, m.Game),
		}}}},
	}, nil
}

// closedMessage tells a player at the table why no direct message came.
func (b *Bot) closedMessage(_ context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	user := c.Table.Seats[m.Seat-1].User
	v := c.Table.View(engine.Public)
	if !v.Moves(m.Seat) {
		return discord.Message{}, moot("the player has moved")
	}
	return discord.Message{
		Content: texts.Say("table.closed", "Ping", mention([]string{user})),
		Rows:    []discord.Row{openHand(texts, m.Game)},
		Mention: []string{user},
	}, nil
}

// stoppedMessage tells that a player wants to cancel, or that the game is cancelled.
func (b *Bot) stoppedMessage(_ context.Context, texts *locale.Texts, c *chronicle, m storage.Message) (discord.Message, error) {
	v, s := c.Table.View(engine.Public), c.Table.speaker(texts)
	if c.Table.State == storage.Cancelled {
		return discord.Message{
			Content: texts.Say("table.stopped", "Game", string(m.Game)),
			Rows: []discord.Row{{Buttons: []discord.Button{{
				Style: discord.Primary, Label: texts.Say("table.rematch"), CustomID: gamePress(pressRematch, m.Game),
			}}}},
		}, nil
	}
	return discord.Message{
		Content: texts.Say("table.stop-asked", "Name", s.Seat(&v, m.Seat), "Names", undecided(c.Table.Game)),
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Danger, Label: texts.Say("stop.button"), CustomID: gamePress(pressStop, m.Game),
		}}}},
		Silent: true,
	}, nil
}
