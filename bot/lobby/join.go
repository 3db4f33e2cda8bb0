package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// join seats a user in the lobby.
func (l *Lobby) join(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if r.User.Bot {
		return route.Reply{}, route.Fail("no-bots")
	}
	if err := l.notTooMany(ctx, r.User.ID); err != nil {
		return route.Reply{}, err
	}
	former, err := l.former(ctx, id)
	if err != nil {
		return route.Reply{}, err
	}
	g, err := l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		guest := match.Guest{User: r.User.ID, Name: r.User.Name}
		if g.Entry != match.EntryOpen && !slices.Contains(g.Invited, r.User.ID) {
			return l.knock(g, guest)
		}
		return nil, l.sit(g, guest, former)
	})
	if err != nil {
		return route.Reply{}, err
	}
	if g.SeatOf(r.User.ID) == engine.Public {
		return route.Whisper(r.Texts.Say("lobby.asked", "Game", string(id))), nil
	}
	return l.welcome(r, id), nil
}

// sit gives a guest a seat in the lobby: beside the partner of the game that this one repeats, if they are here.
func (l *Lobby) sit(g *match.Game, guest match.Guest, former match.Game) error {
	title, ok := l.Atlas.Title(g.Title)
	switch {
	case !ok:
		return route.Fail("title-unknown")
	case g.SeatOf(guest.User) != engine.Public:
		return route.Fail("already-in")
	case len(g.Seats) >= seatLimit(title, g.Wanted):
		return route.Fail("lobby-full")
	case len(g.Seats)+len(expected(*g, guest.User)) >= seatLimit(title, g.Wanted):
		return route.Fail("seats-kept")
	}
	g.Seats = append(slices.Clone(g.Seats), match.Seat{User: guest.User, Name: guest.Name})
	g.Asking = slices.DeleteFunc(slices.Clone(g.Asking), func(a match.Guest) bool { return a.User == guest.User })
	size := match.TeamSize(title)
	for _, partner := range match.Partners(former.Seats, size, guest.User) {
		if g.SeatOf(partner) != engine.Public {
			g.Seats = match.Beside(g.Seats, size, guest.User, partner)
		}
	}
	return nil
}

// expected lists the invited for whom seats are kept: until they join or decline, or the game starts. The user who asks for a
// seat is left out.
func expected(g match.Game, user match.UserID) []match.UserID {
	return slices.DeleteFunc(slices.Clone(g.Invited), func(invited match.UserID) bool {
		return invited == user || g.SeatOf(invited) != engine.Public
	})
}

// former returns the game that a lobby repeats, an empty one if there is none.
func (l *Lobby) former(ctx context.Context, id match.GameID) (match.Game, error) {
	g, err := l.Store.Game(ctx, id)
	if err == nil && g.After != "" {
		g, err = l.Store.Game(ctx, g.After)
	} else {
		g = match.Game{}
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return match.Game{}, fmt.Errorf("find the game that %s repeats: %w", id, err)
	}
	return g, nil
}

// leave gives a seat in the lobby up, or asks whether to leave a running game.
func (l *Lobby) leave(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := l.Store.Game(ctx, id)
	if err == nil && g.State == match.Running && r.Kind == discord.Slash {
		return l.Leave(r, g)
	}
	_, err = l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		switch {
		case g.SeatOf(r.User.ID) == engine.Public:
			return nil, route.Fail("not-in")
		case g.Host == r.User.ID:
			return nil, route.Fail("host-stays")
		}
		return l.unseat(g, r.User.ID), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.left", "Game", string(id))), nil
}

// unseat takes a user out of a lobby and tells them where they were told of the seat.
func (l *Lobby) unseat(g *match.Game, user match.UserID) []storage.Message {
	g.Seats = match.Without(g.Seats, l.teamSize(*g), user)
	unwish(g, user)
	return []storage.Message{l.Teller.Unseat(*g, user)}
}

// changeLobby changes a lobby once for an interaction, and has its message say so.
func (l *Lobby) changeLobby(ctx context.Context, r *route.Request, id match.GameID, change play.Change) (match.Game, error) {
	return l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if !play.IsThere(*g, r) && g.SeatOf(r.User.ID) == engine.Public && !slices.Contains(g.Invited, r.User.ID) {
			return nil, route.Fail("game-unknown")
		}
		if g.State != match.Lobby {
			return nil, stateProblem(*g)
		}
		out, err := change(g)
		if err != nil {
			return nil, err
		}
		g.Updated = r.Now
		return append(out, l.Teller.AboutRow(*g, tell.Lobby, engine.Public)), nil
	})
}

// stateProblem says why a game cannot be joined, left or started.
func stateProblem(g match.Game) *route.Problem {
	switch g.State {
	case match.Cancelled:
		return route.Fail("game-cancelled", "Game", string(g.ID))
	case match.Finished:
		return route.Fail("game-finished", "Game", string(g.ID))
	case match.Running:
		return route.Fail("game-running", "Game", string(g.ID))
	}
	return route.Fail("not-started", "Game", string(g.ID))
}

// welcome tells a user that a seat is theirs, and whether direct messages get through.
func (l *Lobby) welcome(r *route.Request, id match.GameID) route.Reply {
	return route.Reply{Ephemeral: true, Later: func(ctx context.Context) (discord.Message, error) {
		g, err := l.Store.Game(ctx, id)
		if err != nil {
			return discord.Message{}, fmt.Errorf("load game %s: %w", id, err)
		}
		sent, err := l.People.Greet(ctx, r, discord.Message{
			Content: r.Texts.Say(helloText(g), "Where", discord.MentionChannel(g.Channel), "Game", string(g.ID), "Title", l.Atlas.NameOf(ctx, r.Texts, g)),
			Nonce:   "hi" + r.ID,
		})
		if err != nil {
			return discord.Message{}, err
		}
		if sent.Message != "" { // what cannot be noted stays as it is when the seat is given up
			sent.Game, sent.Kind = id, tell.PostHello
			if err := l.Store.SavePost(ctx, sent); err != nil {
				return discord.Message{}, fmt.Errorf("note the hello of game %s: %w", id, err)
			}
		}
		return discord.Message{
			Content: r.Texts.Say(welcomeText(g, r.User.ID == g.Host, sent.Channel != ""), "Game", string(id), "Button", openHand(r, g)),
			Rows:    append(soloRow(r, g), installing(r, g, sent.Channel != "")...),
		}, nil
	}}
}

// installing offers the app to somebody in a private channel whom no direct message reaches.
func installing(r *route.Request, g match.Game, reached bool) []discord.Row {
	if reached || discord.PlaceOf(g.Channel).Reaches {
		return nil
	}
	return []discord.Row{route.InstallRow(r)}
}

// openHand is the label of the table's button, which is in the language of the table and not in the reader's.
func openHand(r *route.Request, g match.Game) string {
	return r.Texts.Catalog().Texts(g.Locale).Say("table.open-hand")
}

func helloText(g match.Game) string {
	if !discord.PlaceOf(g.Channel).Reaches {
		return "direct.hello-private"
	}
	return "direct.hello"
}

// welcomeText greets the host or another player, whose direct messages are open or not.
func welcomeText(g match.Game, host, open bool) string {
	switch {
	case !discord.PlaceOf(g.Channel).Reaches && !open:
		return "lobby.joined-far"
	case !discord.PlaceOf(g.Channel).Reaches && !host:
		return "lobby.joined-private"
	case host && open:
		return "lobby.opened"
	case host:
		return "lobby.opened-closed"
	case open:
		return "lobby.joined"
	}
	return "lobby.joined-closed"
}
