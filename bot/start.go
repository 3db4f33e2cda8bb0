package bot

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// start deals the cards: the host's decision.
func (b *Bot) start(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	seed, err := b.drawSeed()
	if err != nil {
		return Reply{}, err
	}
	why := storage.Cause{Interaction: r.ID, Answer: "done"}
	g, err := b.once(ctx, r, id, why, func(g *storage.Game) ([]storage.Message, error) {
		if err := b.mayStart(*g, r); err != nil {
			return nil, err
		}
		return b.deal(ctx, g, r, seed)
	})
	if err != nil {
		return Reply{}, err
	}
	return whisper(r.Texts.Say("lobby.started", "Game", string(g.ID))), nil
}

// drawSeed draws the seed of shuffles (C16).
func (b *Bot) drawSeed() (engine.Seed, error) {
	var seed engine.Seed
	if _, err := io.ReadFull(b.rand, seed[:]); err != nil {
		return seed, fmt.Errorf("draw a seed: %w", err)
	}
	return seed, nil
}

func (b *Bot) mayStart(g storage.Game, r *Request) error {
	title, ok := b.title(g.Title)
	switch {
	case g.Guild != r.Guild && g.Host != r.User.ID:
		return problem("game-unknown")
	case g.State != storage.Lobby:
		return stateProblem(g)
	case g.Host != r.User.ID:
		return problem("host-only")
	case !ok:
		return problem("title-unknown")
	case g.Wanted > 0 && len(g.Seats) != g.Wanted:
		return problem("seats-missing", "Count", g.Wanted-len(g.Seats))
	case !slices.Contains(title.SeatCounts(), len(g.Seats)):
		return tooFew(g, title)
	case g.Channel == r.Channel:
		return allowed(r)
	}
	return nil
}

// deal makes the lobby a running game: seats in the order that the seed draws (C1), pinned rules, and everybody told.
func (b *Bot) deal(ctx context.Context, g *storage.Game, r *Request, seed engine.Seed) ([]storage.Message, error) {
	title, err := b.edition(ctx, *g)
	if err != nil {
		return nil, err
	}
	order := engine.NewStream(seed, "order")
	g.Seats = seatOrder(g.Seats, teamSize(title), &order)
	g.Seed, g.Version, g.State, g.Updated = seed, title.Version(), storage.Running, r.Now
	g.Invited = nil // whoever has not come by now is too late
	game, err := replay(title, *g, nil, nil)
	if err != nil {
		return nil, err
	}
	v := game.View(engine.Public)
	b.setDeadlines(g, &v, engine.Public, r.Now)
	t := &table{Game: *g, title: title, game: game}
	g.ToMove = t.usersToMove()
	out := []storage.Message{b.aboutThread(*g)}
	for _, seat := range game.ToMove() {
		out = append(out, b.toPlayer(t, sayYourTurn, seat))
	}
	return out, nil
}

// aboutThread makes the message that opens a thread for the game and, once it is there, sets the table.
func (b *Bot) aboutThread(g storage.Game) storage.Message {
	return storage.Message{
		Lane: tableLane(g.ID), Kind: sayOpen, Game: g.ID, Ply: g.Ply, Nonce: revNonce(sayOpen, g, 0), Due: b.now(),
	}
}

// moveHere gives a game whose table is gone a new one where the command was given.
func (b *Bot) moveHere(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	if r.Guild == "" {
		return Reply{}, problem("guild-only")
	}
	if err := allowed(r); err != nil {
		return Reply{}, err
	}
	why := storage.Cause{Interaction: r.ID, Answer: "done"}
	_, err := b.once(ctx, r, id, why, func(g *storage.Game) ([]storage.Message, error) {
		switch {
		case seatOf(*g, r.User.ID) == engine.Public:
			return nil, problem("game-unknown")
		case g.State != storage.Running:
			return nil, stateProblem(*g)
		case g.Thread != "":
			return nil, problem("has-table", "Thread", g.Thread)
		}
		return b.settleAt(g, r), nil
	})
	if err != nil {
		return Reply{}, err
	}
	return whisper(r.Texts.Say("table.moving", "Game", string(id))), nil
}

// settleAt sets the table in the request's thread, or has a thread opened in its channel.
func (b *Bot) settleAt(g *storage.Game, r *Request) []storage.Message {
	g.Guild, g.Lobby = r.Guild, ""
	if r.Parent != "" {
		g.Channel, g.Thread = r.Parent, r.Channel
		return []storage.Message{b.aboutTable(*g)}
	}
	g.Channel = r.Channel
	return []storage.Message{b.aboutThread(*g)}
}

// aboutTable makes the first message at a table.
func (b *Bot) aboutTable(g storage.Game) storage.Message {
	return storage.Message{
		Lane: tableLane(g.ID), Kind: sayTable, Game: g.ID, Ply: g.Ply, Nonce: revNonce(sayTable, g, 0), Due: b.now(),
	}
}

// rematch opens a lobby for the same title on the same map with the same people invited.
func (b *Bot) rematch(ctx context.Context, r *Request) (Reply, error) {
	t, err := b.table(ctx, r.Game())
	if err != nil {
		return Reply{}, err
	}
	switch {
	case t.SeatOf(r.User.ID) == engine.Public:
		return Reply{}, notSeated(t, r)
	case t.State != storage.Finished && t.State != storage.Cancelled:
		return Reply{}, stateProblem(t.Game)
	case t.Channel == "" || r.Guild == "":
		return Reply{}, problem("guild-only")
	}
	open, err := b.rematchOf(ctx, t.Game)
	switch {
	case err != nil:
		return Reply{}, err
	case open != "":
		return b.join(ctx, r, open) // another player was faster
	}
	var others []string
	for _, s := range t.Seats {
		if s.User != r.User.ID {
			others = append(others, s.User)
		}
	}
	return b.open(ctx, r, storage.Game{
		Title: t.Title, Version: t.title.Version(), Map: t.Map, Wanted: len(t.Seats), Invited: others, Guild: t.Guild, Channel: t.Channel,
		Locale: t.Locale, Options: t.Options,
	})
}

// rematchOf finds the lobby that a player of a finished game has opened for the same people, "" if there is none.
func (b *Bot) rematchOf(ctx context.Context, old storage.Game) (storage.GameID, error) {
	for _, s := range old.Seats {
		lobbies, err := b.store.GamesOf(ctx, s.User, storage.Lobby)
		if err != nil {
			return "", fmt.Errorf("find the rematch of game %s: %w", old.ID, err)
		}
		for _, g := range lobbies {
			if g.Host == s.User && g.Title == old.Title && g.Map == old.Map && g.Channel == old.Channel && !g.Created.Before(old.Updated) && invitesAll(g, old) {
				return g.ID, nil
			}
		}
	}
	return "", nil
}

// invitesAll says whether a lobby is for all players of a game.
func invitesAll(g, old storage.Game) bool {
	for _, s := range old.Seats {
		if s.User != g.Host && !slices.Contains(g.Invited, s.User) {
			return false
		}
	}
	return true
}
