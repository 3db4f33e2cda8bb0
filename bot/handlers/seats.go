package handlers

import (
	"context"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// askStandIn chooses who plays the user's seat when the user cannot, or from now on: /game
// stand-in. A friend is asked first.
func (h *Handlers) askStandIn(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	friend := optionUser(r, "player")
	t, _, err := h.do(ctx, r, id, match.AskStandIn{
		Friend: friend.ID, Bot: friend.Bot, House: r.Option("conductor") == "true",
		AtOnce: r.Option("now") == "true",
	})
	if err != nil {
		return nil, err
	}
	return route.Whisper(standInLine(r, t.Game)), nil
}

func standInLine(r *route.Request, g match.Game) string {
	seat := g.SeatHeldBy(r.User.ID)
	if seat == engine.Public {
		return r.Texts.Say("tenure.house-stands-in", "Game", string(g.ID))
	}
	s := g.Seats[seat-1]
	about := func(text string, user match.UserID) string {
		mention := discord.MentionUsers(user)
		return r.Texts.Say(text, "Player", mention, "Game", string(g.ID))
	}
	switch {
	case s.Asked != "":
		return about("tenure.asked", s.Asked)
	case s.Owner != "":
		return about("tenure.plays-for-you", s.User)
	case g.Deserted():
		in := speech.Stamp(g.Expiry(), "R")
		return r.Texts.Say("clock.rests-for-you", "Game", string(g.ID), "In", in)
	case s.Automated:
		return r.Texts.Say("tenure.house-plays-for-you", "Game", string(g.ID))
	case s.StandIn != "":
		return about("tenure.stands-in", s.StandIn)
	}
	return r.Texts.Say("tenure.house-stands-in", "Game", string(g.ID))
}

func (h *Handlers) agreeToStandIn(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	if err := h.admits(ctx, id, r.User.ID, r.Now); err != nil {
		return nil, err
	}
	wanted := match.AnswerStandIn{Seat: r.Pressed.Seat, Agreed: true}
	_, change, err := h.do(ctx, r, id, wanted)
	thanks := r.Texts.Say("tenure.thanks", "Game", string(id))
	if err != nil || change == nil {
		return route.Whisper(thanks), err
	}
	return h.greet(r, id, thanks), nil
}

func (h *Handlers) declineToStandIn(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	wanted := match.AnswerStandIn{Seat: r.Pressed.Seat}
	return h.whispering(ctx, r, id, wanted, "tenure.declined-noted")
}

// greet answers somebody who has just come to play a seat, and tries out whether direct messages
// reach them.
func (h *Handlers) greet(r *route.Request, id match.GameID, said string) *route.Reply {
	return &route.Reply{Ephemeral: true, Later: func(ctx context.Context) (discord.Message, error) {
		g, err := h.row(ctx, id)
		if err != nil {
			return discord.Message{}, err
		}
		args := []any{
			"Game", string(g.ID), "Title", h.Atlas.NameOf(ctx, r.Texts, g),
			"Mark", message.Mark(r.Texts, g),
		}
		hello := r.Texts.Say("direct.hello", args...)
		if s, ok := g.StandsInFor(r.User.ID); ok {
			args = append(args, "Who", discord.Plain(s.Name))
			hello = r.Texts.Say("direct.hello-stand-in", args...)
		}
		_, err = h.People.Greet(ctx, r, discord.Message{Content: hello, Nonce: "hi" + r.ID})
		return discord.Message{Content: said}, err
	}}
}

// giveBack gives a seat that somebody else plays back to its owner, and says what was done in it.
func (h *Handlers) giveBack(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, change, err := h.do(ctx, r, id, match.Return{})
	if err != nil {
		return nil, err
	}
	seat := t.SeatOf(r.User.ID)
	if change != nil && change.Before.Seats[seat-1].Player() == r.User.ID { // they had not been away
		return r.Whisper("clock.here-noted", "Game", string(id)), nil
	}
	if seat == engine.Public { // a repetition: they have left since
		return route.Whisper(r.Texts.Say("clock.welcome-back", "Game", string(id))), nil
	}
	c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
	if err != nil {
		return nil, err
	}
	news := message.WelcomeBack(r.Texts, c, r.User.ID)
	build := func(ctx context.Context) (discord.Message, error) {
		return h.Panels.Painted(ctx, r.Texts, message.Request{
			Game: t.Game, Seat: seat, Here: r.Channel, News: news,
		})
	}
	reply := route.LaterPrivate(r, build)
	if r.ClickedInDM() { // one message, which shows the hand of now
		reply = route.Later(r, build)
	}
	reply.Panel = message.Of(t.Game, seat)
	return reply, nil
}

func askToLeave(r *route.Request, g match.Game) (*route.Reply, error) {
	if err := g.Here(r.By()); err != nil {
		return nil, err
	}
	if !g.Concerns(r.User.ID) {
		_, err := g.Seated(r.By())
		return nil, err
	}
	sure := "tenure.leave-sure"
	if g.SeatHeldBy(r.User.ID) == engine.Public {
		sure = "tenure.leave-stand-in"
	}
	return confirm(r.Texts.Say(sure, "Game", string(g.ID)), r.Texts.Say("tenure.leave"),
		discord.Danger, customid.Button(customid.Quit, g.ID)), nil
}

// proposeOust votes for another player's seat to be given up: /game vote-out.
func (h *Handlers) proposeOust(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	return h.oust(ctx, r, id, match.Oust{Player: match.UserID(r.Option("player"))})
}

// agreeToOust is proposeOust for somebody who agrees to another's wish.
func (h *Handlers) agreeToOust(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	seat := r.Pressed.Seat
	if seat == engine.Public {
		return nil, route.Fail("unknown-button")
	}
	return h.oust(ctx, r, id, match.Oust{Seat: seat})
}

func (h *Handlers) oust(ctx context.Context, r *route.Request, id match.GameID, vote match.Oust,
) (*route.Reply, error) {
	t, _, err := h.do(ctx, r, id, vote)
	if err != nil {
		return nil, err
	}
	seat, err := vote.Target(t.Game) // as it is now: a repeated click is answered like the first
	if err != nil || t.Seats[seat-1].User == "" {
		return r.Whisper("tenure.voted-out-noted", "Game", string(id)), nil
	}
	needed, _ := t.QuorumToOust(seat)
	missing := max(needed-len(t.VotesToOust(seat)), 0)
	if missing == 0 { // they have time to answer
		in := speech.Stamp(t.OustEnds(seat), "R")
		return r.Whisper("tenure.oust-waits", "Game", string(id), "When", in), nil
	}
	said := r.Texts.Say("clock.vote-noted", "Game", string(id), "Count", missing)
	return route.Whisper(said), nil
}

func (h *Handlers) seek(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, _, err := h.do(ctx, r, id, match.Seek{})
	if err != nil {
		return nil, err
	}
	where := discord.MentionChannel(t.Outside())
	return r.Whisper("tenure.sought", "Where", where), nil
}

func (h *Handlers) askToTake(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.Games.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	wanted, err := h.takeSeat(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := h.Games.Allows(ctx, r.Call(id), t, wanted); err != nil {
		return nil, err
	}
	question := r.Texts.Say("tenure.take-sure", "Who", discord.Plain(t.ShownName(wanted.Seat)),
		"Title", h.Atlas.NameOf(ctx, r.Texts, t.Game), "Game", string(id))
	return confirm(question, r.Texts.Say("tenure.take"), discord.Success,
		customid.SeatButton(customid.Take, id, wanted.Seat)), nil
}

func (h *Handlers) takeSeat(ctx context.Context, r *route.Request) (match.Take, error) {
	if r.User.Bot {
		return match.Take{}, route.Fail("no-bots")
	}
	games, err := h.openGames(ctx, r.User.ID)
	return match.Take{Seat: r.Pressed.Seat, Games: games}, err
}

func (h *Handlers) take(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	if err := h.admits(ctx, id, r.User.ID, r.Now); err != nil {
		return nil, err
	}
	welcome := r.Texts.Say("tenure.taken-noted", "Game", string(id))
	wanted, err := h.takeSeat(ctx, r)
	if err != nil {
		return nil, err
	}
	_, change, err := h.do(ctx, r, id, wanted)
	if err != nil {
		return nil, err
	}
	if change == nil {
		return route.Whisper(welcome), nil
	}
	return h.greet(r, id, welcome), nil
}

func (h *Handlers) giveUp(ctx context.Context, r *route.Request, id match.GameID) error {
	call := play.Call{Game: id, At: r.Now}
	_, _, err := h.Games.Do(ctx, call, match.GiveUp{User: r.User.ID, Name: h.FormerName})
	if isUnchanged(err) {
		return nil
	}
	return err
}
