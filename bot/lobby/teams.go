package lobby

import (
	"context"
	"slices"
	"strconv"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sitWith asks the one picked from the menu to be the user's partner. If they have asked the user before, both agree.
func (l *Lobby) sitWith(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	partner, agreed := match.UserID(r.Value()), false
	g, err := l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		size := l.teamSize(*g)
		switch {
		case size == 1:
			return nil, route.Fail("unknown-button")
		case g.SeatOf(r.User.ID) == engine.Public:
			return nil, route.Fail("take-a-seat")
		case partner == r.User.ID:
			return nil, route.Fail("partner-self")
		case g.SeatOf(partner) == engine.Public:
			return nil, route.Fail("partner-gone")
		case slices.ContainsFunc(g.Pairing, func(p match.Pair) bool { return p.From == partner && p.With == r.User.ID }):
			agreed = true
			pair(g, size, partner, r.User.ID)
			return []storage.Message{l.tellAsker(*g, partner, r.User.ID, true)}, nil
		case besides(*g, size, r.User.ID, partner):
			return nil, route.Fail("partners-already", "Name", discord.Plain(nameOf(*g, partner)))
		}
		return []storage.Message{l.ask(g, r.User.ID, partner)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	if g.SeatOf(partner) == engine.Public {
		return route.Reply{}, route.Fail("partner-gone") // a repetition, and the partner has left since
	}
	said := "lobby.pair-asked"
	if agreed {
		said = "lobby.sits-with"
	}
	return route.Whisper(r.Texts.Say(said, "Name", discord.Plain(nameOf(g, partner)))), nil
}

// mostWishes bounds the numbers of wishes, as custom IDs do.
const mostWishes = 9999

// ask notes a wish in place of the user's earlier one, and makes the message that asks.
func (l *Lobby) ask(g *match.Game, user, partner match.UserID) storage.Message {
	wish := match.Pair{From: user, With: partner, N: g.Rev%mostWishes + 1}
	g.Pairing = append(slices.DeleteFunc(slices.Clone(g.Pairing), func(p match.Pair) bool { return p.From == user }), wish)
	return l.Teller.ToOne(*g, tell.Pairing, g.SeatOf(partner), strconv.Itoa(wish.N))
}

// pair seats the one who asked beside the user, and forgets the wishes that this settles.
func pair(g *match.Game, size int, asked, user match.UserID) {
	g.Seats = match.Beside(g.Seats, size, asked, user)
	g.Pairing = slices.DeleteFunc(slices.Clone(g.Pairing), func(p match.Pair) bool {
		return p.From == user || p.From == asked || p.With == user || p.With == asked
	})
}

// besides reports whether two people are in one team.
func besides(g match.Game, size int, user, other match.UserID) bool {
	return (int(g.SeatOf(user))-1)/size == (int(g.SeatOf(other))-1)/size
}

func nameOf(g match.Game, user match.UserID) string {
	if seat := g.SeatOf(user); seat != engine.Public {
		return g.Seats[seat-1].Name
	}
	return ""
}

// agreeToPair makes the user the partner of who asked.
func (l *Lobby) agreeToPair(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	return l.answerWish(ctx, r, id, true, func(g *match.Game, wish match.Pair) {
		pair(g, l.teamSize(*g), wish.From, wish.With)
	})
}

// declineToPair leaves everybody where they are.
func (l *Lobby) declineToPair(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	return l.answerWish(ctx, r, id, false, func(g *match.Game, wish match.Pair) {
		g.Pairing = slices.DeleteFunc(slices.Clone(g.Pairing), func(p match.Pair) bool { return p == wish })
	})
}

// tellAsker makes the message that tells who asked for a partner what the answer was.
func (l *Lobby) tellAsker(g match.Game, asker, partner match.UserID, agreed bool) storage.Message {
	return l.Teller.ToOne(g, tell.Paired, g.SeatOf(asker), tell.Answer(partner, agreed))
}

// answerWish carries out the answer to a wish, which must still be there. The message that asked says what was answered, and
// who asked is told.
func (l *Lobby) answerWish(ctx context.Context, r *route.Request, id match.GameID, agreed bool, answer func(*match.Game, match.Pair)) (route.Reply, error) {
	name := ""
	_, err := l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		i := slices.IndexFunc(g.Pairing, func(p match.Pair) bool { return p.N == r.Pressed.Wish && p.With == r.User.ID })
		if i < 0 || g.SeatOf(r.User.ID) == engine.Public || g.SeatOf(g.Pairing[i].From) == engine.Public {
			return nil, route.Fail("wish-gone")
		}
		wish := g.Pairing[i]
		name = nameOf(*g, wish.From)
		answer(g, wish)
		return []storage.Message{l.tellAsker(*g, wish.From, wish.With, agreed)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	said := "lobby.pair-declined"
	if agreed {
		said = "lobby.sits-with"
	}
	text := r.Texts.Say(said, "Name", discord.Plain(name))
	if name == "" { // a repetition
		text = r.Texts.Say("lobby.pair-answered")
	}
	return route.Reply{Update: &discord.Message{Content: text, Rows: []discord.Row{}}}, nil
}

// unwish forgets the wishes of a person who leaves, and those about them.
func unwish(g *match.Game, user match.UserID) {
	g.Pairing = slices.DeleteFunc(slices.Clone(g.Pairing), func(p match.Pair) bool { return p.From == user || p.With == user })
}

// mixTeams draws the teams anew: the host's choice.
func (l *Lobby) mixTeams(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	seed, err := l.drawSeed()
	if err != nil {
		return route.Reply{}, err
	}
	_, err = l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		switch {
		case l.teamSize(*g) == 1:
			return nil, route.Fail("unknown-button")
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		}
		g.Seats = slices.Clone(g.Seats)
		random := engine.NewStream(seed, "teams")
		engine.Shuffle(&random, g.Seats)
		return nil, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.mixed")), nil
}

func (l *Lobby) teamSize(g match.Game) int {
	title, ok := l.Atlas.Title(g.Title)
	if !ok {
		return 1
	}
	return match.TeamSize(title)
}
