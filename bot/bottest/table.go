package bottest

import (
	"cmp"
	"context"
	"math/rand/v2"

	"konduktor/bot"
	"konduktor/bot/customid"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
)

// Lobby opens a game of Amsterdam in which the named sit, the first as host.
func (s *Stage) Lobby(names ...string) match.GameID {
	s.T.Helper()
	return s.LobbyOf("amsterdam", names...)
}

// LobbyOf opens a game of a title.
func (s *Stage) LobbyOf(title string, names ...string) match.GameID {
	s.T.Helper()
	id := s.LobbyWith(names[0], "title="+title)
	for _, n := range names[1:] {
		s.Handle(s.Click(n, customid.Button(customid.Join, id)))
	}
	s.Flush()
	return id
}

// LobbyWith opens a game as the options say, at the stage's pace.
func (s *Stage) LobbyWith(host string, options ...string) match.GameID {
	s.T.Helper()
	options = append(options, "pace="+cmp.Or(s.Pace, match.NoPace))
	s.Handle(s.Slash(host, "game new", options...))
	games, err := s.Store.GamesOf(s.T.Context(), Person(host).ID, match.Lobby)
	s.Must(err)
	s.Flush()
	return games[0].ID
}

// Running starts a game for the named; all messages have been sent.
func (s *Stage) Running(names ...string) match.GameID {
	s.T.Helper()
	return s.RunningOf("amsterdam", names...)
}

// RunningOf starts a game of a title.
func (s *Stage) RunningOf(title string, names ...string) match.GameID {
	s.T.Helper()
	id := s.LobbyOf(title, names...)
	s.Handle(s.Click(names[0], customid.Button(customid.Start, id)))
	s.Flush()
	return id
}

// Playing starts a game and makes everybody's setup choice.
func (s *Stage) Playing(names ...string) match.GameID {
	s.T.Helper()
	return s.PlayingOf("amsterdam", names...)
}

// PlayingOf starts a game of a title and makes everybody's setup choices.
func (s *Stage) PlayingOf(title string, names ...string) match.GameID {
	s.T.Helper()
	id := s.RunningOf(title, names...)
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		s.Move(id, FirstLegal)
	}
	s.Flush()
	return id
}

// Game returns a game's row.
func (s *Stage) Game(id match.GameID) match.Game {
	s.T.Helper()
	g, err := s.Store.Game(s.T.Context(), id)
	s.Must(err)
	return g
}

// Table returns a game as it stands.
func (s *Stage) Table(id match.GameID) *play.Table {
	s.T.Helper()
	t, err := s.Bot.Games().Table(s.T.Context(), id)
	s.Must(err)
	return t
}

// Chooser picks one of the legal moves.
type Chooser func(v engine.View) engine.Move

// FirstLegal picks the first legal move.
func FirstLegal(v engine.View) engine.Move { return Paid(v, v.Legal()[0]) }

// Paid completes a move with the first way to pay for it, or the first tickets to declare.
func Paid(v engine.View, m engine.Move) engine.Move {
	v.Propose(&m)
	return m
}

// AnyLegal picks at random, always the same in each run; routes first, so that games end soon.
func AnyLegal(seed uint64) Chooser {
	r := rand.New(rand.NewPCG(seed, seed))
	return func(v engine.View) engine.Move {
		legal := v.Legal()
		claims := legal[:0:0]
		for _, m := range legal {
			if m.Verb == engine.Claim {
				claims = append(claims, m)
			}
		}
		if len(claims) > 0 {
			legal = claims
		}
		return Paid(v, legal[r.IntN(len(legal))])
	}
}

// InNotation picks the move that is written so.
func InNotation(text string) Chooser {
	return func(v engine.View) engine.Move {
		m, err := notation.ParseMove(v.Lexicon(), text)
		if err != nil {
			panic(err)
		}
		return m
	}
}

// Move makes a move for the first seat that can move, as by a command of its player's.
func (s *Stage) Move(id match.GameID, choose Chooser) play.Made {
	s.T.Helper()
	return s.MoveAs(id, s.Table(id).View(engine.Public).ToMove[0], choose)
}

// MoveAs makes a move for a seat.
func (s *Stage) MoveAs(id match.GameID, seat engine.Seat, choose Chooser) play.Made {
	s.T.Helper()
	t := s.Table(id)
	r := s.Request(s.Slash(t.Seats[seat-1].Name, "draw"))
	p, err := CarryOut(s.T.Context(), s.Bot, r, id, choose(t.View(seat)))
	if err != nil {
		s.T.Fatalf("seat %d of game %s at ply %d: %v", seat, id, t.Ply, err)
	}
	return p
}

// CarryOut makes a move as the handlers do.
func CarryOut(
	ctx context.Context,
	b *bot.Bot,
	r *route.Request,
	id match.GameID,
	m engine.Move,
) (play.Made, error) {
	t, seat, err := b.Games().Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return play.Made{}, err
	}
	call := r.Call(id)
	call.Table = t
	return b.Games().Make(ctx, call, seat, m)
}

// Notated makes moves in notation, each by the first seat that can move, and sends what follows.
func (s *Stage) Notated(id match.GameID, moves ...string) {
	s.T.Helper()
	for _, text := range moves {
		s.Move(id, InNotation(text))
		s.Flush()
	}
}

// Finish plays a game to its end.
func (s *Stage) Finish(id match.GameID) {
	s.T.Helper()
	choose := AnyLegal(7)
	for s.Game(id).State == match.Running {
		s.Move(id, choose)
	}
	s.Flush()
}
