package notify

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// results are where those who manage a server have its finished games told. The zero value is the
// channel of each game's lobby.
type results struct {
	Channel match.ChannelID `json:"channel,omitempty"`
	Refused bool            `json:"refused,omitempty"` // by Discord, at the last game
}

func resultsKey(server match.ServerID) string { return "results/" + string(server) }

// ResultsIn has the finished games of a server told in a channel; "": each where its lobby was.
func (n *Notifier) ResultsIn(ctx context.Context, server match.ServerID, channel match.ChannelID,
) error {
	return storage.Change(ctx, n.Store, resultsKey(server), func(r *results) error {
		*r = results{Channel: channel}
		return nil
	})
}

// DescribeResults says where the finished games of a server are told, and what is wrong there.
func (n *Notifier) DescribeResults(ctx context.Context, texts *locale.Texts, server match.ServerID,
) (string, error) {
	r, err := storage.SettingOf[results](ctx, n.Store, resultsKey(server))
	id := "admin.results"
	switch {
	case r.Channel == "":
		id = "admin.results-lobby"
	case r.Refused:
		id = "admin.results-refused"
	}
	return texts.Say(id, "Channel", discord.MentionChannel(r.Channel)), err
}

// isToldOutside reports whether others than the players hear how a game ended.
func isToldOutside(g match.Game) bool {
	return !g.Solitary() && !g.Alone() && discord.PlaceOf(g.Channel).Writes
}

// sendOutcome tells a channel how a game ended: the one that the server has chosen, else that of
// the lobby, else the table.
func (n *Notifier) sendOutcome(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.State != match.Finished {
		return nil, outbox.Obsolete("the game is not over")
	}
	chosen, err := storage.SettingOf[results](ctx, n.Store, resultsKey(g.Guild))
	if err != nil {
		return nil, err
	}
	message, err := n.outcomeMessage(ctx, g)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	p := posts.About(g, posts.Outcome, engine.Public)
	told := []match.ChannelID{chosen.Channel, g.Channel, g.Thread}
	if g.AtTable { // which ends with the result
		told = told[:1]
	}
	for _, p.Channel = range told {
		if p.Channel == "" {
			continue
		}
		p.Message, err = n.send(ctx, p.Channel, message)
		refused := discord.IsTableLost(err)
		if p.Channel == chosen.Channel && (refused || err == nil) {
			err := storage.Change(ctx, n.Store, resultsKey(g.Guild), func(r *results) error {
				r.Refused = refused && r.Channel == p.Channel // none other was chosen meanwhile
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		if !refused {
			break
		}
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("tell a result: %w", err)
	case p.Message == "":
		return nil, outbox.Obsolete("there is no place for the result")
	}
	return []storage.Post{p}, nil
}

func (n *Notifier) outcomeMessage(ctx context.Context, g match.Game) (discord.Message, error) {
	texts := n.Catalog.Texts(g.Locale)
	heading := texts.Say("lobby.was-finished", n.Posts.Args(ctx, texts, g)...)
	m, err := n.Pictures.Outcome(ctx, n.Games, texts, g, heading, n.place(ctx, g))
	m.Rows = n.afterwards(ctx, texts, g)
	m.Silent = true // an unread mark is enough: the players have been told
	return m, err
}

// place says where and when a game ended.
func (n *Notifier) place(ctx context.Context, g match.Game) string {
	day := g.Updated.UTC().Format(time.DateOnly)
	if name, err := n.API.ServerName(ctx, g.Guild); err == nil && name != "" {
		return name + " · " + day
	}
	return day
}
