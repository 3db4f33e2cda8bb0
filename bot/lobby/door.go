package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// maxAsking bounds how many people can ask to be let into a lobby at a time: each has a button there.
const maxAsking = 5

// knock notes that a guest asks to be let in, and tells the host. Only invited people enter a lobby that is not for guests.
func (l *Lobby) knock(g *match.Game, guest match.Guest) ([]storage.Message, error) {
	switch {
	case g.SeatOf(guest.User) != engine.Public:
		return nil, route.Fail("already-in")
	case g.Entry == match.EntryInvited:
		return nil, route.Fail("invited-only", "Name", discord.Plain(hostName(*g)))
	case asks(*g, guest.User):
		return nil, nil // the host has been told
	case len(g.Asking) >= maxAsking:
		return nil, route.Fail("too-many-asking", "Name", discord.Plain(hostName(*g)))
	}
	g.Asking = append(slices.Clone(g.Asking), guest)
	return []storage.Message{l.Teller.Knock(*g, guest.User)}, nil
}

// asks reports whether a user asks to be let into a lobby.
func asks(g match.Game, user match.UserID) bool {
	return slices.ContainsFunc(g.Asking, func(a match.Guest) bool { return a.User == user })
}

func hostName(g match.Game) string {
	if seat := g.SeatOf(g.Host); seat != engine.Public {
		return g.Seats[seat-1].Name
	}
	return ""
}

// admit gives somebody who asked to be let in a seat: the host's choice.
func (l *Lobby) admit(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	var guest match.Guest
	if err := l.notTooMany(ctx, match.UserID(r.Pressed.User)); err != nil {
		return route.Reply{}, err
	}
	former, err := l.former(ctx, id)
	if err != nil {
		return route.Reply{}, err
	}
	_, err = l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		at := slices.IndexFunc(g.Asking, func(a match.Guest) bool { return a.User == match.UserID(r.Pressed.User) })
		switch {
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		case at < 0:
			return nil, route.Fail("not-asking")
		}
		guest = g.Asking[at]
		if err := l.sit(g, guest, former); err != nil {
			return nil, err
		}
		return []storage.Message{l.Teller.Seated(*g, guest.User)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.admitted", "Name", discord.Plain(guest.Name), "Game", string(id))), nil
}

// invite adds somebody to the invited, or lets them in if they have asked for that: the host's choice.
func (l *Lobby) invite(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	var invited discord.Option
	for _, o := range r.Options {
		if o.Name == "user" {
			invited = o
		}
	}
	g, err := l.Store.Game(ctx, id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return route.Reply{}, fmt.Errorf("load game %s: %w", id, err)
	}
	if asks(g, match.UserID(invited.Value)) {
		admitting := *r
		admitting.Pressed.User = invited.Value
		return l.admit(ctx, &admitting, id)
	}
	_, err = l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		switch {
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		case play.Solitary(*g):
			return nil, route.Fail("alone-here").OfferInstall(r)
		case invited.Value == "" || invited.User != nil && invited.User.Bot:
			return nil, route.Fail("no-bots")
		case g.SeatOf(match.UserID(invited.Value)) != engine.Public || slices.Contains(g.Invited, match.UserID(invited.Value)):
			return nil, nil
		case len(g.Invited) >= engine.MaxSeats:
			return nil, route.Fail("too-many-invited", "Most", engine.MaxSeats)
		}
		g.Invited = append(slices.Clone(g.Invited), match.UserID(invited.Value))
		return []storage.Message{l.Teller.Invitation(*g, match.UserID(invited.Value))}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.has-invited", "Who", discord.MentionUsers([]match.UserID{match.UserID(invited.Value)}), "Game", string(id))), nil
}

// decline takes a user out of the invited, or the asking.
func (l *Lobby) decline(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := l.changeLobby(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		at := slices.Index(g.Invited, r.User.ID)
		switch {
		case g.SeatOf(r.User.ID) != engine.Public:
			return nil, route.Fail("leave-instead")
		case at < 0:
			return nil, route.Fail("not-invited")
		}
		g.Invited = slices.Delete(slices.Clone(g.Invited), at, at+1)
		return nil, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.declined", "Game", string(id))), nil
}
