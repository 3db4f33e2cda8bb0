package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/storage"
)

// codeUnknownMessage is Discord's code for a message that was deleted.
const codeUnknownMessage = 10008

func messageGone(err error) bool {
	e, ok := errors.AsType[*discord.Error](err)
	return ok && e.Code == codeUnknownMessage
}

// sendLobby shows the lobby as it is now: in its message, or in a new one where there is none.
func (b *Bot) sendLobby(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	message := b.lobbyMessage(ctx, b.catalog.Texts(g.Locale), g)
	if g.Lobby != "" {
		err := b.api.Edit(ctx, g.Channel, discord.MessageID(g.Lobby), discord.Edit{Content: &message.Content, Rows: &message.Rows})
		if err == nil {
			return nil, nil
		}
		if _, answered := errors.AsType[*discord.Error](err); answered && g.State != storage.Lobby && !discord.IsTemporary(err) {
			return nil, moot("the lobby's message cannot be edited, and nobody needs it any more")
		}
		if !messageGone(err) {
			return nil, fmt.Errorf("edit the lobby's message: %w", err)
		}
		message.Mention = nil // they have been called once
	}
	if g.State != storage.Lobby {
		return nil, moot("the lobby never had a message")
	}
	message.Nonce = m.Nonce
	_, err = b.postStarter(ctx, g, message)
	return nil, err
}

// postStarter posts the message that the game's thread starts from, and notes it in the game's row.
func (b *Bot) postStarter(ctx context.Context, g storage.Game, m discord.Message) (discord.MessageID, error) {
	id, err := b.api.Send(ctx, g.Channel, m)
	if err != nil {
		return "", fmt.Errorf("send the lobby's message: %w", err)
	}
	_, err = b.amend(ctx, g.ID, storage.Cause{}, func(g *storage.Game) ([]storage.Message, error) {
		g.Lobby = string(id)
		return nil, nil
	})
	return id, err
}

// lobbyMessage says who has joined and how to join, or what has become of the lobby.
func (b *Bot) lobbyMessage(ctx context.Context, texts *locale.Texts, g storage.Game) discord.Message {
	title := b.titleName(ctx, texts, g)
	switch {
	case g.State == storage.Cancelled:
		return discord.Message{Content: texts.Say("lobby.was-cancelled", "Title", title, "Game", string(g.ID)), Rows: []discord.Row{}}
	case g.State != storage.Lobby:
		return discord.Message{
			Content: texts.Say("lobby.was-started", "Title", title, "Game", string(g.ID), "Where", where(texts, g)),
			Rows:    []discord.Row{},
		}
	}
	lines := []string{texts.Say("lobby.heading", "Title", title, "Game", string(g.ID))}
	lines = append(lines, b.ownMapLine(ctx, texts, g)...)
	lines = append(lines, variantLine(texts, g)...)
	lines = append(lines, b.seatsLine(texts, g))
	lines = append(lines, b.seatLines(texts, g)...)
	pinged := stillInvited(g)
	if len(pinged) > 0 {
		lines = append(lines, texts.Say("lobby.invited", "Pings", mention(pinged)))
	}
	lines = append(lines, texts.Say("lobby.how"))
	more := b.teamRows(texts, g)
	if len(more) > 0 {
		lines = append(lines, texts.Say("lobby.how-teams"))
	}
	return discord.Message{Content: strings.Join(lines, "\n"), Mention: pinged, Rows: append(lobbyButtons(texts, g), more...)}
}

func lobbyButtons(texts *locale.Texts, g storage.Game) []discord.Row {
	return []discord.Row{{Buttons: []discord.Button{
		{Style: discord.Success, Label: texts.Say("lobby.join"), CustomID: gamePress(pressJoin, g.ID)},
		{Style: discord.Secondary, Label: texts.Say("lobby.leave"), CustomID: gamePress(pressLeave, g.ID)},
		{Style: discord.Primary, Label: texts.Say("lobby.start"), CustomID: gamePress(pressStart, g.ID)},
		{Style: discord.Danger, Label: texts.Say("lobby.cancel"), CustomID: gamePress(pressCancel, g.ID)},
	}}}
}

// stillInvited lists the invited who have not joined.
func stillInvited(g storage.Game) []string {
	var list []string
	for _, u := range g.Invited {
		if seatOf(g, u) == 0 {
			list = append(list, u)
		}
	}
	return list
}

// sendOpen opens the game's thread from the lobby's message, or from a new one where that is gone, and then sets the
// table. Each step can be repeated after a crash.
func (b *Bot) sendOpen(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := b.store.Game(ctx, m.Game)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", m.Game, err)
	}
	if g.Thread != "" || g.State != storage.Running {
		return nil, moot("the game has its table")
	}
	thread, err := b.openThread(ctx, g, m.Nonce)
	if err != nil {
		return nil, err
	}
	_, err = b.amend(ctx, g.ID, storage.Cause{}, func(g *storage.Game) ([]storage.Message, error) {
		if g.Thread != "" {
			return nil, errUnchanged
		}
		g.Thread = thread
		return []storage.Message{b.aboutTable(*g), b.aboutLobby(*g)}, nil
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return nil, err
	}
	return nil, nil
}

func (b *Bot) openThread(ctx context.Context, g storage.Game, nonce string) (string, error) {
	texts := b.catalog.Texts(g.Locale)
	name := threadName(b.titleLabel(ctx, texts, g), g)
	if g.Lobby != "" {
		thread, err := b.api.StartThread(ctx, g.Channel, discord.MessageID(g.Lobby), name)
		if err == nil {
			return thread, nil
		}
		if !messageGone(err) {
			return "", fmt.Errorf("open a thread: %w", err)
		}
	}
	message := b.lobbyMessage(ctx, texts, g)
	message.Nonce = nonce
	id, err := b.postStarter(ctx, g, message)
	if err != nil {
		return "", err
	}
	thread, err := b.api.StartThread(ctx, g.Channel, id, name)
	if err != nil {
		return "", fmt.Errorf("open a thread: %w", err)
	}
	return thread, nil
}

// maxThreadName is Discord's limit on the name of a thread.
const maxThreadName = 100

func threadName(title string, g storage.Game) string {
	people := make([]string, len(g.Seats))
	for i, s := range g.Seats {
		people[i] = discord.PlainLabel(s.Name)
	}
	return discord.Fit(title+" "+string(g.ID)+": "+strings.Join(people, ", "), maxThreadName)
}
