// Package play loads games and makes moves in them: the one way in (design D15). A move is applied to a copy, and committed
// together with everything that is to be told of it, before anyone is told.
package play

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/atlas"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/customid"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/storage"
)

// Table is a game's row together with the game rebuilt from its moves (design D1). It shows the game only through View.
type Table struct {
	match.Game
	edition engine.Title  // the title, on the game's map
	game    engine.Game   // nil in the lobby and for a lobby that was cancelled
	wishes  func() wishes // loads them; nil: nobody has any
}

// Edition returns the title on the game's map.
func (t *Table) Edition() engine.Title { return t.edition }

// Voter returns the seat whose owner a user is: on what becomes of a game the owners decide, whoever plays their seats.
// *route.Problem for a stand-in and a bystander.
func Voter(g match.Game, r *route.Request) (engine.Seat, error) {
	if seat := g.SeatHeldBy(r.User.ID); seat != engine.Public {
		return seat, nil
	}
	if s, ok := g.StandsInFor(r.User.ID); ok && g.SeatOf(r.User.ID) != engine.Public {
		return engine.Public, route.Fail("stand-in-vote", "Game", string(g.ID), "Who", discord.Plain(s.Name))
	}
	return engine.Public, NotSeated(g, r)
}

// Begun reports whether cards have been dealt.
func (t *Table) Begun() bool { return t.game != nil }

// View returns what a seat may know of the game; before it has begun, a view that names the title alone.
func (t *Table) View(seat engine.Seat) engine.View {
	if t.game == nil {
		return engine.View{Title: t.Title}
	}
	return t.game.View(seat)
}

// SeatOf returns where a user sits, Public if nowhere.
func (t *Table) SeatOf(user match.UserID) engine.Seat { return t.Game.SeatOf(user) }

// Speaker speaks about the game.
func (t *Table) Speaker(texts *locale.Texts) *speech.Speaker {
	s := atlas.Speaker(texts, t.edition, t.Game)
	s.HintsIf(t.Hints)
	return s
}

// At names the position that the game has come to.
func (t *Table) At() customid.Position { return customid.Position{Ply: t.Ply, Mark: t.Mark()} }

// Link mentions the thread that the game is played in, "" if it has none.
func (t *Table) Link() string {
	if t.Thread == "" {
		return ""
	}
	return discord.MentionChannel(t.Thread)
}

// Refusal says why a move would be refused now: *Refused, or nil if it would not be. Nothing is changed.
func (t *Table) Refusal(seat engine.Seat, m engine.Move) error {
	_, err := t.game.Clone().Apply(seat, m)
	if reason, ok := errors.AsType[*engine.Refusal](err); ok {
		return &Refused{reason, t, t.View(seat)}
	}
	if err != nil {
		return fmt.Errorf("try a move in game %s: %w", t.ID, err)
	}
	return nil
}

// Planned returns what a seat would see if it were its turn and it had made these moves of it (engine.Game.Planned). *Refused if it
// cannot plan now, or if one of the moves would be refused.
func (t *Table) Planned(seat engine.Seat, made ...engine.Move) (engine.View, error) {
	if t.game == nil {
		return engine.View{}, fmt.Errorf("game %s has not begun", t.ID)
	}
	v, err := t.game.Planned(seat, made...)
	if reason, ok := errors.AsType[*engine.Refusal](err); ok {
		return v, &Refused{reason, t, t.View(seat)}
	}
	if err != nil {
		return v, fmt.Errorf("plan in game %s: %w", t.ID, err)
	}
	return v, nil
}

// follow brings the row up to what the game has come to; head is the last link of its moves.
func (t *Table) follow(head match.Link) {
	t.Ply, t.Head = t.game.Ply(), head
	t.ToMove = t.Game.UsersOf(t.game.ToMove())
	if t.game.Over() {
		t.State = match.Finished
	}
}

// Table loads a game as it is now. *route.Problem "game-unknown" if there is none.
func (g *Games) Table(ctx context.Context, id match.GameID) (*Table, error) {
	row, err := g.store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, route.Fail("game-unknown")
	}
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", id, err)
	}
	return g.TableOf(ctx, row)
}

// TableOf rebuilds the game of a row.
func (g *Games) TableOf(ctx context.Context, row match.Game) (*Table, error) {
	edition, err := g.editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	t := &Table{Game: row, edition: edition}
	if !Begun(row) {
		return t, nil
	}
	t.wishes = g.wishesOf(ctx, row)
	if game, ok := g.cache.get(row, row.Head); ok {
		t.game = game
		return t, nil
	}
	moves, err := g.moves(ctx, row.ID, int(row.Ply))
	if err != nil {
		return nil, err
	}
	if len(moves) != int(row.Ply) {
		return nil, fmt.Errorf("game %s has %d moves, its row says %d", row.ID, len(moves), row.Ply)
	}
	if t.game, err = replay(edition, row, moves, nil); err != nil {
		return nil, err
	}
	g.cache.put(row, row.Head, t.game)
	return t, nil
}

// moves loads a game's first n moves, all if n is negative.
func (g *Games) moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	moves, err := g.store.Moves(ctx, id, n)
	if err != nil {
		return nil, fmt.Errorf("load the moves of game %s: %w", id, err)
	}
	return moves, nil
}

// found loads the game that a request is about. What the request was found by is not read again.
func (g *Games) found(ctx context.Context, r *route.Request, id match.GameID) (*Table, error) {
	if row, ok := r.TakeFound(id); ok {
		return g.TableOf(ctx, row)
	}
	return g.Table(ctx, id)
}

// Seated loads a game for one of its players, with their seat. *route.Problem for anybody else, and before and after play.
func (g *Games) Seated(ctx context.Context, r *route.Request, id match.GameID) (*Table, engine.Seat, error) {
	t, err := g.found(ctx, r, id)
	if err != nil {
		return nil, 0, err
	}
	seat := t.SeatOf(r.User.ID)
	if seat == engine.Public {
		return nil, 0, NotSeated(t.Game, r)
	}
	switch t.State {
	case match.Lobby:
		return nil, 0, route.Fail("not-started", "Game", string(t.ID))
	case match.Cancelled:
		return nil, 0, route.Fail("game-cancelled", "Game", string(t.ID))
	}
	return t, seat, nil
}

// NotSeated tells a bystander on the game's server that the game is not theirs; elsewhere it says no more than of a game
// that does not exist. Who has a stand-in hears how to take the seat back.
func NotSeated(g match.Game, r *route.Request) *route.Problem {
	if seat := g.SeatHeldBy(r.User.ID); seat != engine.Public && g.SeatOf(r.User.ID) == engine.Public {
		return route.Fail("stood-in", "Game", string(g.ID), "Player", discord.MentionUsers([]match.UserID{g.Seats[seat-1].User}))
	}
	if !IsThere(g, r) {
		return route.Fail("game-unknown")
	}
	return route.Fail("not-seated", "Game", string(g.ID))
}

// IsThere reports whether a request comes from where a game is played, so that its user may know of it: from its server, or from its
// private channel.
func IsThere(g match.Game, r *route.Request) bool {
	if !discord.PlaceOf(g.Channel).Writes {
		return r.Channel == g.Channel
	}
	return g.Guild != "" && g.Guild == r.Guild
}

// Begun reports whether cards have been dealt: the seed is drawn when the game starts.
func Begun(row match.Game) bool { return row.Seed != engine.Seed{} }

// Deal deals the cards of a row whose seed has just been drawn, and notes in it who can move.
func (g *Games) Deal(row match.Game, edition engine.Title) (*Table, error) {
	game, err := replay(edition, row, nil, nil)
	if err != nil {
		return nil, err
	}
	t := &Table{Game: row, edition: edition, game: game}
	t.follow(match.FirstLink(row))
	return t, nil
}

// replay rebuilds a game from its moves. after, if not nil, is called after each move with its index; the events are valid
// only during the call.
func replay(edition engine.Title, row match.Game, moves []match.Move, after func(int, engine.Game, []engine.Event)) (engine.Game, error) {
	game, err := deal(edition, row)
	if err != nil {
		return nil, err
	}
	return game, play(game, edition, row, moves, after)
}

// deal deals the cards of a row.
func deal(edition engine.Title, row match.Game) (engine.Game, error) {
	if edition.Version() != row.Version {
		return nil, fmt.Errorf("game %s is played by version %d of %s, this is version %d", row.ID, row.Version, row.Title, edition.Version())
	}
	game, err := edition.New(engine.Setup{Names: match.Names(row.Seats), Seed: row.Seed, Options: row.Options})
	if err != nil {
		return nil, fmt.Errorf("deal game %s: %w", row.ID, err)
	}
	return game, nil
}

// play makes moves in a game, as replay does.
func play(game engine.Game, edition engine.Title, row match.Game, moves []match.Move, after func(int, engine.Game, []engine.Event)) error {
	for i, m := range moves {
		move, err := notation.ParseMove(edition.Lexicon(), m.Text)
		if err != nil {
			return fmt.Errorf("parse move %d of game %s: %w", m.Ply, row.ID, err)
		}
		events, err := game.Apply(m.Seat, move)
		if err != nil {
			return fmt.Errorf("replay move %d of game %s: %w", m.Ply, row.ID, err)
		}
		if after != nil {
			after(i, game, events)
		}
	}
	return nil
}

// Solitary reports whether a game was opened in somebody's direct messages with the bot: they play computers there, without a table.
func Solitary(g match.Game) bool {
	return g.Guild == "" && g.Channel != "" && discord.PlaceOf(g.Channel).Writes
}

// Where links to a game's table, or to the channel of its lobby.
func Where(texts *locale.Texts, g match.Game) string {
	switch {
	case Solitary(g):
		return texts.Say("games.solitary")
	case g.State == match.Lobby:
		return discord.MentionChannel(g.Channel)
	case g.Thread == "":
		return texts.Say("games.homeless")
	}
	return discord.MentionChannel(g.Thread)
}

// Elsewhere adds to what is said about a game's table a link to it, for a user who is not on its server just now.
func Elsewhere(r *route.Request, g match.Game, said string) string {
	if !r.Alone() {
		return said
	}
	return said + "\n" + r.Texts.Say("panel.table", "Where", Where(r.Texts, g))
}
