package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// meant finds the game that a command is about: the one named by the option game, else the one at this table, else the
// user's only game that waits for them, else the user's only game. Games that the command can be used for come before all
// others: a lobby at the table is not meant by a move. Otherwise it asks which, listing the user's games.
func (b *Bot) meant(ctx context.Context, r *Request) (storage.Game, error) {
	if name := strings.ToLower(strings.TrimSpace(r.Option("game"))); name != "" {
		return b.namedGame(ctx, r, name)
	}
	here, err := b.store.GamesAt(ctx, r.Channel)
	if err != nil {
		return storage.Game{}, fmt.Errorf("list the games of a channel: %w", err)
	}
	path := strings.Join(r.Command, " ")
	fits := usableFor(path)
	unfit := func(g storage.Game) bool { return !fits(g, r.User.ID) }
	if g, ok := atTable(slices.DeleteFunc(slices.Clone(here), unfit), r.User.ID); ok {
		return g, nil
	}
	table, found := atTable(here, r.User.ID)
	if found && (begun(table) || ofLobbies(path)) {
		return table, nil // and it is said why the command cannot be used
	}
	own, err := b.store.GamesOf(ctx, r.User.ID, storage.Running, storage.Lobby)
	if err != nil {
		return storage.Game{}, fmt.Errorf("list the games of a user: %w", err)
	}
	if usable := slices.DeleteFunc(slices.Clone(own), unfit); len(usable) > 0 {
		return b.onlyOwn(ctx, r, usable)
	}
	if found {
		return table, nil
	}
	return b.onlyOwn(ctx, r, own)
}

// onlyOwn picks the user's only game that waits for them, else the only running one, else the only one, or asks which.
func (b *Bot) onlyOwn(ctx context.Context, r *Request, own []storage.Game) (storage.Game, error) {
	for _, fits := range []func(storage.Game) bool{
		func(g storage.Game) bool { return waitsFor(g, r.User.ID) },
		func(g storage.Game) bool { return g.State == storage.Running },
		func(storage.Game) bool { return true },
	} {
		if g, ok := only(own, fits); ok {
			return g, nil
		}
	}
	if len(own) == 0 {
		return storage.Game{}, problem("no-games")
	}
	return storage.Game{}, problem("which-game", "Games", b.gameLines(ctx, r.Texts, own, r.User.ID))
}

// namedGame finds a game by its id. Of a game that is played elsewhere by others it says no more than of none.
func (b *Bot) namedGame(ctx context.Context, r *Request, name string) (storage.Game, error) {
	id, ok := parseGameID(name)
	if !ok {
		return storage.Game{}, problem("game-unknown")
	}
	t, err := b.table(ctx, id)
	if err != nil {
		return storage.Game{}, err
	}
	if !mayLook(t.Game, r) {
		return storage.Game{}, problem("game-unknown")
	}
	return t.Game, nil
}

// mayLook says whether a user may see a game's public side: its players, and the people of the server it is played on.
func mayLook(g storage.Game, r *Request) bool {
	return g.Host == r.User.ID || seatOf(g, r.User.ID) != engine.Public || g.Guild != "" && g.Guild == r.Guild
}

// atTable picks the game of a thread or channel: the user's own before others', running before waiting before ended.
func atTable(games []storage.Game, user string) (storage.Game, bool) {
	for _, state := range []storage.State{storage.Running, storage.Lobby, storage.Finished} {
		for _, own := range []bool{true, false} {
			g, ok := only(games, func(g storage.Game) bool {
				return g.State == state && (!own || seatOf(g, user) != engine.Public)
			})
			if ok {
				return g, true
			}
		}
	}
	return storage.Game{}, false
}

// only returns the one game that fits, false if none or several do.
func only(games []storage.Game, fits func(storage.Game) bool) (found storage.Game, ok bool) {
	n := 0
	for _, g := range games {
		if fits(g) {
			found = g
			n++
		}
	}
	return found, n == 1
}

func waitsFor(g storage.Game, user string) bool {
	return g.State == storage.Running && slices.Contains(g.ToMove, user)
}

// listGames shows the user's games: /games.
func (b *Bot) listGames(ctx context.Context, r *Request) (Reply, error) {
	own, err := b.store.GamesOf(ctx, r.User.ID, storage.Running, storage.Lobby)
	if err != nil {
		return Reply{}, fmt.Errorf("list the games of a user: %w", err)
	}
	if len(own) == 0 {
		return whisper(r.Texts.Say("games.none")), nil
	}
	return whisper(discord.Fit(r.Texts.Say("games.yours")+"\n"+b.gameLines(ctx, r.Texts, own, r.User.ID), maxContent)), nil
}

// gameLines lists games, those that wait for the user first, a line each, as many as fit into a message.
func (b *Bot) gameLines(ctx context.Context, texts *locale.Texts, games []storage.Game, user string) string {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(x, y storage.Game) int { return rank(x, user) - rank(y, user) })
	var lines []string
	length := 0
	for i, g := range games {
		line := b.gameLine(ctx, texts, g, user)
		if length += len(line) + 1; length > maxContent*3/4 {
			lines = append(lines, texts.Say("games.more", "Count", len(games)-i))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func rank(g storage.Game, user string) int {
	switch {
	case waitsFor(g, user):
		return 0
	case g.State == storage.Running:
		return 1
	}
	return 2
}

// gameLine says of a game what it is, whose turn, and where.
func (b *Bot) gameLine(ctx context.Context, texts *locale.Texts, g storage.Game, user string) string {
	state := "games.lobby"
	switch {
	case waitsFor(g, user):
		state = "games.your-turn"
	case g.State == storage.Running:
		state = "games.waiting"
	}
	var waiting []string
	for _, s := range g.Seats {
		if slices.Contains(g.ToMove, s.User) {
			waiting = append(waiting, discord.Plain(s.Name))
		}
	}
	return texts.Say(state, "Game", string(g.ID), "Title", b.titleName(ctx, texts, g), "Names", strings.Join(waiting, ", "),
		"Where", where(texts, g))
}

// where links to a game's table.
func where(texts *locale.Texts, g storage.Game) string {
	switch {
	case g.State == storage.Lobby:
		return "<#" + g.Channel + ">"
	case g.Thread == "":
		return texts.Say("games.homeless")
	}
	return "<#" + g.Thread + ">"
}
