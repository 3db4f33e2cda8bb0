package lobby

import (
	"cmp"
	"context"
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/opponent"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// computers adds a computer player of the picked level to the lobby, or sends the last one away: the host's choice.
func (l *Lobby) computers(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	level := r.Value()
	said := "lobby.computer-added"
	_, err := l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if g.Host != r.User.ID {
			return nil, route.Fail("host-only")
		}
		if level == customid.NoComputer {
			said = "lobby.computer-sent-away"
			return nil, l.sendComputerAway(g)
		}
		return nil, l.seatComputer(g, level)
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say(said)), nil
}

// seatComputer gives a computer player a seat.
func (l *Lobby) seatComputer(g *match.Game, level string) error {
	title, ok := l.Atlas.Title(g.Title)
	switch {
	case !ok:
		return route.Fail("title-unknown")
	case !slices.Contains(opponent.Levels(), level):
		return route.Fail("unknown-button")
	case len(g.Seats)+len(expected(*g, "")) >= seatLimit(title, g.Wanted):
		return route.Fail("lobby-full")
	}
	g.Seats = append(slices.Clone(g.Seats), match.ComputerSeat(g.Seats, level))
	return nil
}

// sendComputerAway takes the seat of the computer player who came last.
func (l *Lobby) sendComputerAway(g *match.Game) error {
	for _, s := range slices.Backward(g.Seats) {
		if s.Level != "" {
			g.Seats = match.WithoutComputer(g.Seats, l.teamSize(*g), s.Name)
			return nil
		}
	}
	return route.Fail("no-computer")
}

// solo fills a lobby in which the host is alone with computer players, and starts the game.
func (l *Lobby) solo(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	seed, err := l.drawSeed()
	if err != nil {
		return route.Reply{}, err
	}
	_, err = l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		title, ok := l.Atlas.Title(g.Title)
		switch {
		case g.State != match.Lobby:
			return nil, stateProblem(*g)
		case !ok:
			return nil, route.Fail("title-unknown")
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		case !alone(*g, r.User.ID):
			return nil, route.Fail("not-alone")
		}
		for len(g.Seats) < soloSeats(title, *g) {
			if err := l.seatComputer(g, opponent.AwayLevel); err != nil {
				return nil, err
			}
		}
		if err := l.mayStart(*g, r); err != nil {
			return nil, err
		}
		g.Delay = cmp.Or(g.Delay, match.Quickly) // nobody else has to follow
		return l.deal(ctx, g, r, seed)
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.started", "Game", string(id))), nil
}

// soloRow is the button for a host who is alone to play against the computer at once.
func soloRow(r *route.Request, g match.Game) []discord.Row {
	if r.User.ID != g.Host || g.State != match.Lobby || !alone(g, r.User.ID) {
		return nil
	}
	return []discord.Row{{Buttons: []discord.Button{{
		Style: discord.Primary, Label: r.Texts.Say("lobby.solo", "Level", r.Texts.Say("lobby.level-"+opponent.AwayLevel)), CustomID: customid.Button(customid.Solo, g.ID),
	}}}}
}

// alone reports whether no other person sits in a lobby.
func alone(g match.Game, user match.UserID) bool {
	return !slices.ContainsFunc(g.Seats, func(s match.Seat) bool { return s.User != user && s.Level == "" })
}

// soloSeats is how many seats a game against computers has: those that are wanted, or the fewest that there can be.
func soloSeats(title engine.Title, g match.Game) int {
	if g.Wanted > 0 {
		return g.Wanted
	}
	for _, n := range title.SeatCounts() {
		if n >= len(g.Seats) {
			return n
		}
	}
	return len(g.Seats)
}
