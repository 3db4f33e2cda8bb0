package notify

import (
	"context"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What a message of the kind Handed says, beside the reasons of a tenure.
const (
	Agreed   = "agreed"   // somebody stands in when the player cannot play
	Declined = "declined" // who was asked does not want to stand in
)

// Handed lists the messages about a seat that changed hands: to the table, to the people involved,
// and to its new player if it is the seat's turn. was is the seat as it was before.
func (n *Notifier) Handed(was match.Seat, after match.Game, seat engine.Seat,
	why string,
) []storage.Message {
	is := after.Seats[seat-1]
	kind, own := Handed, was.Owner == ""
	switch {
	case why == match.Returned:
		kind = Back
	case why == match.TimeUp && own:
		kind = Absent
	}
	m := with(n.aboutRow(after, kind, seat), body{Why: why})
	out := []storage.Message{m}
	switch owner := was.Holder(); {
	case owner == "":
	case why == match.VotedOut:
		out = append(out, n.toUser(after, Ousted, seat, owner))
	case owner != is.Player() && (why == match.StoodIn || why == match.TimeUp || !own &&
		is.User != ""):
		m := n.toUser(after, Relieved, seat, owner)
		if own {
			m.Body = body{Why: why}.encode()
		}
		out = append(out, m)
	}
	if user := is.Player(); user != "" && after.WaitsFor(user) {
		out = append(out, n.toUser(after, YourTurn, seat, user))
	}
	return out
}

func (n *Notifier) handedMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	seat, who := g.Seats[t.m.Seat-1], t.who()
	message := discord.Message{Silent: true}
	switch t.b.Why {
	case Declined:
		message.Content = t.Say("tenure.says-declined", "Who", who)
	case Agreed:
		if seat.StandIn == "" {
			return message, outbox.Obsolete("the stand-in plays already, or no longer stands in")
		}
		message.Content = t.Say("tenure.says-agreed", "Who", who,
			"Player", discord.MentionUsers(seat.StandIn))
	case match.Taken:
		message.Content = t.Say("tenure.says-taken", "Who", who, "Number", int(t.m.Seat))
	case match.Quit, match.VotedOut:
		message.Content = t.Say("tenure.says-left", "Who", who)
		if t.b.Why == match.VotedOut {
			message.Content = t.Say("tenure.says-voted-out", "Who", who)
		}
		if seat.User == "" && g.State == match.Running {
			message.Rows = discord.Buttons(
				posts.GameButton(t.Texts, discord.Primary, "tenure.seek", customid.Seek, g.ID))
		}
	default: // a stand-in, or the house for as long as the player is away
		if seat.User == "" || seat.Player() == seat.Holder() {
			return message, outbox.Obsolete("the player is back, or has left")
		}
		message.Rows = discord.Buttons(posts.ReturnButton(t.Texts, g.ID))
		if seat.Automated {
			message.Content = t.Say("tenure.says-away", "Who", who)
		} else {
			message.Content = t.Say("tenure.says-stood-in", "Who", who,
				"Player", discord.MentionUsers(seat.User))
		}
	}
	if g.Paused && seat.Automated {
		message.Content += " " + t.Say("clock.house-pauses")
	}
	if g.Deserted() {
		message.Content += "\n" + t.Say("clock.farewell", "In", speech.Stamp(g.Expiry(), "R"))
	}
	return message, nil
}

func (n *Notifier) askedMessage(_ context.Context, t *scene) (discord.Message, error) {
	seat := t.Game.Seats[t.m.Seat-1]
	if seat.Asked == "" {
		return discord.Message{}, outbox.Obsolete("nobody is asked any more")
	}
	id, friend := "tenure.ask", []match.UserID{seat.Asked}
	if seat.AtOnce {
		id = "tenure.ask-at-once"
	}
	return discord.Message{
		Content: t.Say(id, "Who", t.who(), "Player", discord.MentionUsers(friend...)),
		Mention: friend,
		Rows: discord.Buttons(
			discord.NewButton(discord.Success, t.Say("tenure.accept"),
				customid.SeatButton(customid.Stand, t.m.Game, t.m.Seat)),
			discord.NewButton(discord.Secondary, t.Say("tenure.decline"),
				customid.SeatButton(customid.Refuse, t.m.Game, t.m.Seat)),
		),
	}, nil
}

func (n *Notifier) oustingMessage(ctx context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	needed, _ := g.QuorumToOust(t.m.Seat)
	missing := max(needed-len(g.VotesToOust(t.m.Seat)), 0)
	if !isVotedOn(g, t.m.Seat) {
		return discord.Message{}, outbox.Obsolete("the vote is over")
	}
	seat := g.Seats[t.m.Seat-1]
	owner, err := n.People.User(ctx, seat.Holder())
	if err != nil {
		return discord.Message{}, err
	}
	var called []match.UserID
	who := t.who()
	if owner.DMs == storage.DMClosed {
		called = []match.UserID{owner.ID}
		who = discord.MentionUsers(called...)
	}
	label := t.Say("tenure.oust", "Who", discord.PlainLabel(g.ShownName(t.m.Seat)))
	names, ends := votersNames(g, t.m.Seat), g.OustEnds(t.m.Seat)
	said := t.Say("tenure.ousting-enough", "Who", who, "Names", names, "In", speech.Stamp(ends, "R"))
	if missing > 0 {
		said = t.Say("tenure.ousting", "Who", who, "Names", names, "Count", missing,
			"Time", speech.Stamp(ends, "f"))
	}
	return discord.Message{
		Content: said,
		Mention: called,
		Rows: discord.Buttons(hereButton(t.Texts, g.ID), discord.NewButton(discord.Danger, label,
			customid.SeatButton(customid.Oust, t.m.Game, t.m.Seat))),
	}, nil
}

func isVotedOn(g match.Game, seat engine.Seat) bool {
	s := g.Seats[seat-1]
	return g.State == match.Running && s.User != "" && len(s.Ousting) > 0
}

func votersNames(g match.Game, seat engine.Seat) string {
	var names []string
	for _, user := range g.VotesToOust(seat) {
		names = append(names, discord.Plain(g.ShownName(g.SeatHeldBy(user))))
	}
	return strings.Join(names, ", ")
}

func hereButton(texts *locale.Texts, id match.GameID) discord.Button {
	b := posts.ReturnButton(texts, id)
	b.Label = texts.Say("tenure.here")
	return b
}

func (n *Notifier) sendMissed(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if !isVotedOn(g, m.Seat) || g.Seats[m.Seat-1].Holder() != m.User {
		return nil, outbox.Obsolete("the vote is over")
	}
	said := append(n.Posts.Args(ctx, texts, g), "Names", votersNames(g, m.Seat),
		"Time", speech.Stamp(g.OustEnds(m.Seat), "f"))
	return n.ask(ctx, m, posts.About(g, posts.Oust, m.Seat), discord.Message{
		Content: texts.Say("tenure.you-missed", said...),
		Rows:    discord.Buttons(hereButton(texts, g.ID)),
	})
}

// sendRelieved tells a player who plays their seat now, and how to take it back. Body is why they
// do not, if they did before.
func (n *Notifier) sendRelieved(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	seat := g.Seats[m.Seat-1]
	if g.State != match.Running || seat.Holder() != m.User || seat.Player() == m.User {
		return nil, outbox.Obsolete("the player is back, or has left")
	}
	if seat.Automated && bodyOf(m).Why == match.TimeUp {
		return n.sendLate(ctx, g, m)
	}
	said := texts.Say("tenure.house-plays-for-you", "Game", string(g.ID))
	switch {
	case g.Deserted():
		said = texts.Say("clock.rests-for-you", "Game", string(g.ID), "In", speech.Stamp(g.Expiry(), "R"))
	case !seat.Automated:
		said = texts.Say("tenure.plays-for-you", "Game", string(g.ID), "Player",
			discord.MentionUsers(seat.User))
	}
	return n.ask(ctx, m, posts.About(g, posts.Away, m.Seat), discord.Message{
		Content: said, Rows: discord.Buttons(posts.ReturnButton(texts, g.ID)),
	})
}

func (n *Notifier) sendOusted(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("tenure.you-voted-out", n.Posts.Args(ctx, texts, g)...),
	})
}

// sendCall calls in the game's channel for people to take free seats, unless a call stands there,
// which follows the table.
func (n *Notifier) sendCall(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	called, err := n.postsOf(ctx, g.ID, posts.Sought)
	free := slices.ContainsFunc(g.Seats, func(s match.Seat) bool {
		return s.Vacant() && s.Called.After(n.Now())
	})
	switch {
	case err != nil:
		return nil, err
	case len(called) > 0, !free, g.State != match.Running, g.Channel == "":
		return nil, outbox.Obsolete("a call stands, or nobody is sought any more")
	}
	return n.inChannel(ctx, g, posts.About(g, posts.Sought, engine.Public), m.Nonce)
}
