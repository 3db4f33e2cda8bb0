package notify

import (
	"context"
	"slices"
	"time"

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

// pausingMessage says that a player wants the clocks stopped, that they stand still, or who lets
// them run again. Nobody does when the pause has been as long as one can be.
func (n *Notifier) pausingMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	switch waiting := match.Holders(g.Undecided(g.Pausing)); {
	case g.Paused:
		said := t.Say("clock.paused", "Game", string(g.ID), "Until", speech.Stamp(g.PauseEnds, "f"))
		if slices.ContainsFunc(g.Seats, func(s match.Seat) bool { return s.Automated }) {
			said += " " + t.Say("clock.house-pauses")
		}
		return discord.Message{
			Content: said, Silent: true, Rows: discord.Buttons(
				posts.GameButton(t.Texts, discord.Secondary, "clock.resume", customid.Resume, g.ID)),
		}, nil
	case len(g.Pausing) > 0:
		return discord.Message{
			Content: t.Say("clock.pause-asked", "Who", t.who(), "Count",
				g.VotesNeeded(g.Pausing),
				"Pings", discord.MentionUsers(waiting...)),
			Mention: waiting, Rows: pauseButtons(t.Texts, g),
		}, nil
	}
	if t.m.Seat == engine.Public {
		return t.pauseOver(), nil
	}
	return t.withDeadlines(t.Say("clock.resumed-by", "Who", t.who())), nil
}

// pauseOver says that a pause has ended by itself, and calls those whom the game waits for.
func (t *scene) pauseOver() discord.Message {
	var called []match.UserID
	for _, seat := range t.View.ToMove {
		if user := t.Game.Seats[seat-1].Player(); user != "" {
			called = append(called, user)
		}
	}
	days := int(match.LongestPause / (24 * time.Hour))
	m := t.withDeadlines(t.Say("clock.pause-over", "Count", days))
	if len(called) > 0 {
		m.Content += "\n" + discord.MentionUsers(called...)
	}
	m.Mention, m.Rows, m.Silent = called, []discord.Row{posts.OpenHand(t.Texts, t.Game.ID)}, false
	return m
}

func pauseButtons(texts *locale.Texts, g match.Game) []discord.Row {
	return discord.Buttons(
		discord.NewButton(discord.Primary, texts.Say("clock.pause"),
			customid.VoteButton(customid.Pause, g.ID, g.PauseVotes)),
		discord.NewButton(discord.Secondary, texts.Say("clock.no-pause"),
			customid.VoteButton(customid.NoPause, g.ID, g.PauseVotes)),
	)
}

func (n *Notifier) pauseVoteEnds(g match.Game) storage.Message {
	ends := n.aboutRow(g, PauseEnds, engine.Public)
	ends.Lane, ends.Due = "z/"+string(g.ID), g.PauseVoteEnds()
	return ends
}

// askForPause lists what the first vote for a pause brings about: the others are asked directly,
// too, and the vote has an end.
func (n *Notifier) askForPause(g match.Game) []storage.Message {
	if len(g.Pausing) > 1 {
		return nil
	}
	out := []storage.Message{n.pauseVoteEnds(g)}
	for _, s := range g.Undecided(g.Pausing) {
		if owner := s.Holder(); owner != "" {
			out = append(out, n.toUser(g, PauseAsk, g.SeatHeldBy(owner), owner))
		}
	}
	return out
}

// sendPauseVote asks a player whether the clocks may stop, quietly if the table has called them.
func (n *Notifier) sendPauseVote(
	ctx context.Context, m storage.Message,
) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	s := g.Seats[m.Seat-1]
	ends := g.PauseVoteEnds()
	if ends.IsZero() || s.Holder() != m.User || slices.Contains(g.Pausing, m.User) {
		return nil, outbox.Obsolete("the vote is over, or the player has voted")
	}
	who := discord.Plain(g.ShownName(g.SeatHeldBy(g.Pausing[0])))
	return n.ask(ctx, m, posts.About(g, posts.Vote, m.Seat), discord.Message{
		Content: texts.Say("clock.pause-vote", append(n.Posts.Args(ctx, texts, g),
			"Who", who, "In", speech.Stamp(ends, "R"))...),
		Rows: pauseButtons(texts, g), Silent: g.Thread != "",
	})
}

func (n *Notifier) noPauseMessage(_ context.Context, t *scene) (discord.Message, error) {
	said := t.Say("clock.pause-lapsed")
	if t.m.Seat != engine.Public {
		said = t.Say("clock.pause-refused", "Who", t.who())
	}
	return quietly(said), nil
}
