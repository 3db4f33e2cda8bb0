package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

const (
	// pressStop is the button by which a player agrees to cancel a running game.
	pressStop = "g/{game}/stop"
	// pressRematch is the button under a finished game.
	pressRematch = "g/{game}/rematch"
)

// cancel ends a lobby at the host's wish. A running game ends when all of its players want it.
func (b *Bot) cancel(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	why := storage.Cause{Interaction: r.ID, Answer: "done"}
	g, err := b.once(ctx, r, id, why, func(g *storage.Game) ([]storage.Message, error) {
		seated := seatOf(*g, r.User.ID) != engine.Public
		switch {
		case g.State == storage.Running && seated:
			return nil, errUnchanged
		case g.Guild != r.Guild && !seated:
			return nil, problem("game-unknown")
		case g.State != storage.Lobby:
			return nil, stateProblem(*g)
		case g.Host != r.User.ID:
			return nil, problem("host-only")
		}
		g.State, g.Updated = storage.Cancelled, r.Now
		return []storage.Message{b.aboutLobby(*g)}, nil
	})
	if errors.Is(err, errUnchanged) {
		return b.askToStop(r, id), nil
	}
	if err != nil {
		return Reply{}, err
	}
	return whisper(r.Texts.Say("lobby.cancelled", "Game", string(g.ID))), nil
}

// askToStop asks the player to confirm the wish to cancel a running game.
func (b *Bot) askToStop(r *Request, id storage.GameID) Reply {
	return Reply{Message: &discord.Message{
		Content: r.Texts.Say("stop.sure", "Game", string(id)), Ephemeral: true,
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Danger, Label: r.Texts.Say("stop.button"), CustomID: gamePress(pressStop, id),
		}}}},
	}}
}

// gamePress fills the game into a pattern that has no other parameter.
func gamePress(pattern string, id storage.GameID) string {
	return strings.Replace(pattern, "{game}", string(id), 1)
}

// agreeToStop notes that a player wants the running game cancelled; when all do, it is.
func (b *Bot) agreeToStop(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	why := storage.Cause{Interaction: r.ID, Answer: "done"}
	g, err := b.once(ctx, r, id, why, func(g *storage.Game) ([]storage.Message, error) {
		seat := seatOf(*g, r.User.ID)
		switch {
		case seat == engine.Public:
			return nil, problem("game-unknown")
		case g.State != storage.Running:
			return nil, stateProblem(*g)
		}
		return b.agree(g, r, seat), nil
	})
	if err != nil {
		return Reply{}, err
	}
	if g.State == storage.Cancelled {
		return whisper(r.Texts.Say("stop.done", "Game", string(id))), nil
	}
	return whisper(r.Texts.Say("stop.noted", "Game", string(id), "Names", undecided(g))), nil
}

// undecided names the players who have not agreed to cancel the game.
func undecided(g storage.Game) string {
	seats := slices.DeleteFunc(slices.Clone(g.Seats), func(s storage.Seat) bool { return slices.Contains(g.Leaving, s.User) })
	return strings.Join(plainNames(seats), ", ")
}

// agree adds the player's wish and tells the table.
func (b *Bot) agree(g *storage.Game, r *Request, seat engine.Seat) []storage.Message {
	if slices.Contains(g.Leaving, r.User.ID) {
		return nil // the table has been told
	}
	g.Leaving = append(slices.Clone(g.Leaving), r.User.ID)
	out := []storage.Message{{
		Lane: tableLane(g.ID), Kind: sayStopped, Game: g.ID, Ply: g.Ply, Seat: seat,
		Nonce: revNonce(sayStopped, *g, seat), Due: b.now(),
	}}
	if len(g.Leaving) == len(g.Seats) {
		g.State, g.ToMove, g.Updated = storage.Cancelled, nil, r.Now
		out = append(out, b.toEverybody(*g, sayPanel)...)
	}
	return out
}
