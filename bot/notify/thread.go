package notify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// openTable opens the game's thread from the lobby's message, or from a new one where that is gone,
// and then sets the table. Each step can be repeated after a crash.
func (n *Notifier) openTable(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.Thread != "" || g.State != match.Running {
		return nil, outbox.Obsolete("the game has its table")
	}
	thread, err := n.openThread(ctx, g, m.Nonce)
	if err != nil {
		return nil, err
	}
	return nil, n.change(ctx, g.ID, match.NoteTable{Thread: thread})
}

func (n *Notifier) openThread(ctx context.Context, g match.Game, nonce string) (match.ChannelID,
	error,
) {
	texts := n.Catalog.Texts(g.Locale)
	name := threadName(n.Atlas.LabelOf(ctx, texts, g), g)
	if g.Lobby != "" {
		thread, err := n.API.StartThread(ctx, g.Channel, g.Lobby, name)
		if err == nil {
			return thread, nil
		}
		if !discord.IsMessageGone(err) {
			return "", fmt.Errorf("open a thread: %w", err)
		}
	}
	message := n.lobbyMessage(ctx, texts, g)
	message.Nonce = nonce
	id, err := n.postStarter(ctx, g, message)
	if err != nil {
		return "", err
	}
	thread, err := n.API.StartThread(ctx, g.Channel, id, name)
	if err != nil {
		return "", fmt.Errorf("open a thread: %w", err)
	}
	return thread, nil
}

// Retitle makes the job that names a game's thread after the game and its present players. It has a
// lane of its own: Discord renames a thread twice in ten minutes, and what is told at the table
// must not wait for that.
func (n *Notifier) Retitle(g match.Game) storage.Message {
	m := n.aboutRow(g, Retitled, engine.Public)
	m.Lane = "n/" + string(g.ID)
	return m
}

// renameThread has a game's thread called after who plays now. Where Discord does not let it, the
// old name stays.
func (n *Notifier) renameThread(ctx context.Context, m storage.Message) error {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return err
	}
	if g.Thread == "" || !discord.PlaceOf(g.Thread).Threads {
		return outbox.Obsolete("the game has no thread")
	}
	err = n.API.RenameThread(ctx, g.Thread, threadName(n.Atlas.LabelOf(ctx, n.Catalog.Texts(g.Locale),
		g), g))
	switch {
	case discord.IsTableLost(err) || discord.IsInvalid(err):
		return outbox.Obsolete("the thread keeps its name: " + err.Error())
	case err != nil:
		return fmt.Errorf("rename a thread: %w", err)
	}
	return nil
}

// standsWithin bounds the attempt to write to a table: somebody is waiting for an answer.
const standsWithin = 1500 * time.Millisecond

// Stands reports whether the table of a game can be written to, by writing to it, once for a nonce.
// A table that Discord says nothing about counts as one that stands.
func (n *Notifier) Stands(ctx context.Context, g match.Game, nonce string) bool {
	if !discord.PlaceOf(g.Thread).Writes {
		return true // who asks from there shows that it does; nobody can try it from elsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, standsWithin)
	defer cancel()
	here := discord.Message{
		Content: n.Catalog.Texts(g.Locale).Say("table.still-here"), Silent: true,
		Nonce: nonce,
	}
	_, err := n.API.Send(ctx, g.Thread, here)
	return !discord.IsTableLost(err)
}

// maxThreadName is Discord's limit on the name of a thread.
const maxThreadName = 100

// threadName names a game's title and people. While the game runs, who has left is none of them.
func threadName(title string, g match.Game) string {
	var people []string
	for _, s := range g.Seats {
		if g.State != match.Running || !s.Vacant() {
			people = append(people, discord.PlainLabel(s.Name))
		}
	}
	return discord.Fit(title+" "+string(g.ID)+": "+strings.Join(people, ", "), maxThreadName)
}
