package notify

import (
	"context"
	"slices"
	"strings"
	"time"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// pausingMessage says that a player wants the clocks stopped, that they stand still, or who lets
// them run again. Nobody does when the pause has been as long as one can be.
func (n *Notifier) pausingMessage(_ context.Context, texts *locale.Texts, c *play.Chronicle,
	m storage.Message,
) (discord.Message, error) {
	g, v, s := c.Table.Game, c.Table.View(engine.Public), atlas.Speaker(texts, c.Table)
	button := func(label string, action customid.Action) []discord.Row {
		return discord.Buttons(discord.Button{
			Style: discord.Secondary, Label: texts.Say(label), CustomID: customid.Button(action, g.ID),
		})
	}
	switch waiting := match.Holders(g.Undecided(g.Pausing)); {
	case g.Paused:
		said := texts.Say("clock.paused", "Game", string(g.ID), "Until", speech.Stamp(g.PauseEnds, "f"))
		return discord.Message{
			Content: said, Rows: button("clock.resume", customid.Resume),
			Silent: true,
		}, nil
	case len(g.Pausing) > 0:
		return discord.Message{
			Content: texts.Say("clock.pause-asked", "Who", s.Seat(&v, m.Seat), "Count",
				g.VotesNeeded(g.Pausing),
				"Pings", discord.MentionUsers(waiting...)),
			Mention: waiting, Rows: pauseButtons(texts, g),
		}, nil
	}
	if m.Seat == engine.Public {
		return pauseOver(texts, s, &v, g), nil
	}
	lines := append([]string{texts.Say("clock.resumed-by", "Who", s.Seat(&v, m.Seat))},
		untilLines(s, &v, g)...)
	return discord.Message{Content: strings.Join(lines, "\n"), Silent: true}, nil
}

// pauseOver says that a pause has ended by itself, and calls those whom the game waits for.
func pauseOver(texts *locale.Texts, s *speech.Speaker, v *engine.View,
	g match.Game,
) discord.Message {
	var called []match.UserID
	for _, seat := range v.ToMove {
		if user := g.Seats[seat-1].Player(); user != "" {
			called = append(called, user)
		}
	}
	lines := append([]string{texts.Say("clock.pause-over", "Count",
		int(match.LongestPause/(24*time.Hour)))}, untilLines(s, v, g)...)
	if len(called) > 0 {
		lines = append(lines, discord.MentionUsers(called...))
	}
	return discord.Message{
		Content: strings.Join(lines, "\n"), Mention: called,
		Rows: []discord.Row{openHand(texts, g.ID)},
	}
}

// pauseButtons answer a vote for a pause.
func pauseButtons(texts *locale.Texts, g match.Game) []discord.Row {
	return discord.Buttons(discord.Button{
		Style: discord.Primary, Label: texts.Say("clock.pause"),
		CustomID: customid.VoteButton(customid.Pause, g.ID, g.PauseVotes),
	}, discord.Button{
		Style: discord.Secondary, Label: texts.Say("clock.no-pause"),
		CustomID: customid.VoteButton(customid.NoPause, g.ID, g.PauseVotes),
	})
}

// askForPause lists what the first vote for a pause brings about: the others are asked directly,
// too, and the vote has an end.
func (n *Notifier) askForPause(g match.Game) []storage.Message {
	if len(g.Pausing) > 1 {
		return nil
	}
	ends := n.AboutRow(g, PauseEnds, engine.Public)
	ends.Lane, ends.Due = "z/"+string(g.ID), g.PauseVoteEnds()
	out := []storage.Message{ends}
	for _, s := range g.Undecided(g.Pausing) {
		if owner := s.Holder(); owner != "" {
			out = append(out, n.ToUser(g, PauseAsk, g.SeatHeldBy(owner), owner))
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
	who := discord.Plain(g.Seats[g.SeatHeldBy(g.Pausing[0])-1].Name)
	channel, id, err := n.write(ctx, m.User, discord.Message{
		Content: texts.Say("clock.pause-vote", append(n.gameArgs(ctx, texts, g),
			"Who", who, "In", speech.Stamp(ends, "R"))...),
		Rows: pauseButtons(texts, g), Nonce: m.Nonce, Silent: g.Thread != "",
	})
	if err != nil {
		return nil, err
	}
	return livePost(g, m.Seat, channel, id, topicVote), nil
}

// noPauseMessage says that the clocks run on, and why.
func (n *Notifier) noPauseMessage(
	_ context.Context, texts *locale.Texts, c *play.Chronicle, m storage.Message,
) (discord.Message, error) {
	said := texts.Say("clock.pause-lapsed")
	if m.Seat != engine.Public {
		v, s := c.Table.View(engine.Public), atlas.Speaker(texts, c.Table)
		said = texts.Say("clock.pause-refused", "Who", s.Seat(&v, m.Seat))
	}
	return discord.Message{Content: said, Silent: true}, nil
}

// lapsePause ends a vote for a pause to which not enough have agreed in time.
func (n *Notifier) lapsePause(ctx context.Context, m storage.Message) error {
	return n.change(ctx, m.Game, match.LapsePause{})
}
