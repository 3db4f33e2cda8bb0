package handlers

import (
	"context"
	"errors"
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func (h *Handlers) join(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	games, former, err := h.joining(ctx, r.User.ID, id)
	if err != nil {
		return nil, err
	}
	wanted := match.Join{Games: games, Bot: r.User.Bot, Former: former}
	t, _, err := h.do(ctx, r, id, wanted)
	if err != nil {
		return nil, err
	}
	if t.SeatOf(r.User.ID) == engine.Public {
		return r.Whisper("lobby.asked", "Game", string(id)), nil
	}
	return h.welcome(r, id), nil
}

// joining returns what decides about a new player of a lobby: their open games, and the seats of
// the game that the lobby repeats.
func (h *Handlers) joining(ctx context.Context, user match.UserID, id match.GameID,
) (games int, former []match.Seat, err error) {
	if err := h.admits(ctx, id, user, h.Now()); err != nil {
		return 0, nil, err
	}
	if games, err = h.openGames(ctx, user); err != nil {
		return 0, nil, err
	}
	g, err := h.Store.Game(ctx, id)
	if err == nil && g.After != "" {
		g, err = h.Store.Game(ctx, g.After)
		former = g.Seats
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return 0, nil, err
	}
	return games, former, nil
}

// leave gives a seat in the lobby up, or asks whether to leave a running game.
func (h *Handlers) leave(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	g, err := h.Store.Game(ctx, id)
	if err == nil && g.State == match.Running && g.Solitary() { // nobody else would play on
		return h.cancel(ctx, r, id)
	}
	if err == nil && g.State == match.Running && r.Kind == discord.Slash {
		return askToLeave(r, g)
	}
	return h.whispering(ctx, r, id, match.Leave{}, "lobby.left")
}

// admit gives somebody who asked to be let in a seat: the host's choice.
func (h *Handlers) admit(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	return h.admitUser(ctx, r, id, match.UserID(r.Pressed.User))
}

func (h *Handlers) admitUser(ctx context.Context, r *route.Request, id match.GameID,
	user match.UserID,
) (*route.Reply, error) {
	games, former, err := h.joining(ctx, user, id)
	if err != nil {
		return nil, err
	}
	t, _, err := h.do(ctx, r, id, match.Admit{User: user, Games: games, Former: former})
	if err != nil {
		return nil, err
	}
	name := discord.Plain(t.NameOf(user))
	return r.Whisper("lobby.admitted", "Name", name, "Game", string(id)), nil
}

// invite adds somebody to the invited, or lets them in if they have asked for that: the host's
// choice.
func (h *Handlers) invite(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	user := optionUser(r, "user")
	g, err := h.row(ctx, id)
	if err != nil {
		return nil, err
	}
	if g.Asks(user.ID) {
		return h.admitUser(ctx, r, id, user.ID)
	}
	if _, _, err := h.do(ctx, r, id, match.Invite{User: user.ID, Bot: user.Bot}); err != nil {
		return nil, offerInstall(err, r)
	}
	who := discord.MentionUsers(user.ID)
	return r.Whisper("lobby.has-invited", "Who", who, "Game", string(id)), nil
}

// offerInstall adds a way to install the app to the refusal of what is not possible in direct
// messages.
func offerInstall(err error, r *route.Request) error {
	if refusal, ok := errors.AsType[*match.Refusal](err); ok && refusal.Code == "alone-here" {
		return route.ProblemOf(refusal).OfferInstall(r)
	}
	return err
}

// computers adds a computer player of the picked level, or sends the last one away: the host's
// choice.
func (h *Handlers) computers(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	level := r.Value()
	switch {
	case level == customid.NoComputer:
		return h.whispering(ctx, r, id, match.RemoveComputer{}, "lobby.computer-sent-away")
	case !slices.Contains(play.Levels(), level):
		return nil, route.Fail("unknown-button")
	}
	t, _, err := h.do(ctx, r, id, match.AddComputer{Level: level})
	if err != nil {
		return nil, err
	}
	name := ""
	for _, s := range t.Seats { // the last one has just come
		if s.Level != "" {
			name = s.Name
		}
	}
	return r.Whisper("lobby.computer-added", "Name", discord.Plain(name), "Level",
		r.Texts.Say("lobby.level-"+level)), nil
}

func (h *Handlers) sitWith(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	partner := match.UserID(r.Value())
	t, change, err := h.do(ctx, r, id, match.SitWith{Partner: partner})
	if err != nil {
		return nil, err
	}
	if t.SeatOf(partner) == engine.Public {
		return nil, route.Fail("partner-gone") // a repetition: the partner has left since
	}
	said := "lobby.pair-asked"
	if change != nil {
		if _, agreed := change.Events[0].Event.(match.PartnerAnswered); agreed {
			said = "lobby.sits-with"
		}
	}
	return r.Whisper(said, "Name", discord.Plain(t.NameOf(partner))), nil
}

func (h *Handlers) answerPartner(agreed bool, said string) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		wanted := match.AnswerPartner{N: r.Pressed.Wish, Agreed: agreed}
		_, change, err := h.do(ctx, r, id, wanted)
		if err != nil {
			return nil, err
		}
		text := r.Texts.Say("lobby.pair-answered")
		if change != nil {
			before := change.Before.Game
			name := before.NameOf(wanted.Asker(before, r.User.ID))
			text = r.Texts.Say(said, "Name", discord.Plain(name))
		}
		return &route.Reply{Update: &discord.Message{Content: text, Rows: []discord.Row{}}}, nil
	}
}

func (h *Handlers) mixTeams(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	seed, err := h.Games.DrawSeed()
	if err != nil {
		return nil, err
	}
	return h.whispering(ctx, r, id, match.MixTeams{Seed: seed}, "lobby.mixed")
}

func (h *Handlers) rename(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	name, ok := cleanName(r.Option("name"))
	if !ok {
		return nil, route.Fail("name-too-long", "Most", maxName)
	}
	if _, _, err := h.do(ctx, r, id, match.Rename{Name: name}); err != nil {
		return nil, err
	}
	if name == "" {
		return r.Whisper("lobby.unnamed", "Game", string(id)), nil
	}
	said := r.Texts.Say("lobby.renamed", "Game", string(id), "Name", discord.Plain(name))
	return route.Whisper(said), nil
}

// welcome tells a user that a seat is theirs, and whether direct messages get through.
func (h *Handlers) welcome(r *route.Request, id match.GameID) *route.Reply {
	return &route.Reply{
		Ephemeral: true, Typed: r.Typed(), Panel: &route.Panel{Game: match.Game{ID: id}, Hello: true},
		Later: func(ctx context.Context) (discord.Message, error) {
			g, err := h.row(ctx, id)
			if err != nil {
				return discord.Message{}, err
			}
			hello := r.Texts.Say(helloText(g), "Where", discord.MentionChannel(g.Outside()),
				"Game", string(g.ID), "Title", h.Atlas.NameOf(ctx, r.Texts, g))
			sent, err := h.People.Greet(ctx, r, discord.Message{Content: hello, Nonce: "hi" + r.ID})
			if err != nil {
				return discord.Message{}, err
			}
			if sent.Message != "" { // else it stays as it is when the seat is given up
				sent.Game, sent.Kind, sent.User = id, posts.Hello, r.User.ID
				err := h.Store.SwapPost(ctx, nil, &sent)
				if err != nil && !errors.Is(err, storage.ErrStale) { // greeted before
					return discord.Message{}, err
				}
			}
			reached := sent.Channel != ""
			text := welcomeText(g, r.User.ID == g.Host, reached)
			said := r.Texts.Say(text, "Game", string(id), "Button", openHand(r, g))
			if g.State == match.Lobby && g.Guild != "" && r.Channel != g.Outside() {
				said += "\n" + r.Texts.Say("hall.opened-there", "Where",
					discord.MentionChannel(g.Outside()))
			}
			if r.Alone() && r.User.ID != g.Host {
				said = hello
			}
			return discord.Message{
				Content: said, Rows: append(soloRow(r, g), installing(r, g, reached)...),
			}, nil
		},
	}
}

// installing offers the app to somebody in a private channel whom no direct message reaches.
func installing(r *route.Request, g match.Game, reached bool) []discord.Row {
	if reached || discord.PlaceOf(g.Channel).Reaches {
		return nil
	}
	return []discord.Row{route.InstallRow(r)}
}

// openHand is the label of the table's button, which is in the language of the table and not in the
// reader's.
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
	reaches := discord.PlaceOf(g.Channel).Reaches
	switch {
	case !reaches && !open:
		return "lobby.joined-far"
	case !reaches && !host:
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
