package notify

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/people"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// toGuest makes a message about a revision of a lobby and somebody who need have no seat in it,
// named by the Body: to a user, or without one to the lobby's channel.
func (n *Notifier) toGuest(g match.Game, kind storage.Kind, user,
	about match.UserID,
) storage.Message {
	h := fnv.New32a()
	_, _ = h.Write([]byte(about)) // never fails
	short := strconv.FormatUint(uint64(h.Sum32()%(36*36*36*36)), 36)
	m := with(n.about(g, kind, revision(g), engine.Public, user), body{User: about})
	m.Nonce = fmt.Sprintf("%s%s.%s.%s", n.tag(kind), g.ID, revision(g), short)
	return m
}

// sendUnseated changes the message that told a user of a seat: it is given up, or the lobby is
// cancelled.
func (n *Notifier) sendUnseated(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	said := "direct.seat-left"
	switch {
	case g.State == match.Cancelled:
		said = "direct.lobby-cancelled"
	case g.SeatOf(m.User) != engine.Public:
		return nil, outbox.Obsolete("the user has a seat again")
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	posts, err := n.Store.Posts(ctx, g.ID, people.PostHello)
	if err != nil {
		return nil, err
	}
	content := texts.Say(said, n.gameArgs(ctx, texts, g)...)
	for _, p := range posts {
		if p.Channel != u.DM {
			continue
		}
		err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{
			Content: &content,
			Rows:    &[]discord.Row{},
		})
		if err != nil && !discord.IsFinal(err) {
			return nil, fmt.Errorf("change a hello: %w", err)
		}
		if err := n.Store.Unpost(ctx, p); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// gameArgs are what a sentence needs to name a game: its title and name, ID, mark, and where it is
// played.
func (n *Notifier) gameArgs(ctx context.Context, texts *locale.Texts, g match.Game) []any {
	return []any{
		"Title", n.Atlas.NameOf(ctx, texts, g), "Game", string(g.ID), "Mark",
		speech.Mark(texts, string(g.ID), g.Sign), "Where", games.Where(texts, g),
	}
}

// heading names the game that a direct message is about.
func (n *Notifier) heading(ctx context.Context, texts *locale.Texts, g match.Game) string {
	return texts.Say("panel.heading", n.gameArgs(ctx, texts, g)...)
}

func (n *Notifier) sendKnock(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(g.Asking, func(a match.Guest) bool { return a.User == bodyOf(m).User })
	if g.State != match.Lobby || at < 0 {
		return nil, outbox.Obsolete("nobody asks to be let in any more")
	}
	return n.ask(ctx, g, m, engine.Public, discord.Message{
		Content: texts.Say("direct.knock", append(n.gameArgs(ctx, texts, g), "Name",
			discord.Plain(g.Asking[at].Name))...),
		Rows: discord.Buttons(admitButton(texts, g, g.Asking[at])),
	}, topicKnock, string(bodyOf(m).User))
}

func admitButton(texts *locale.Texts, g match.Game, guest match.Guest) discord.Button {
	label := texts.Say("lobby.admit", "Name", discord.PlainLabel(guest.Name))
	return discord.NewButton(discord.Success, label, customid.AdmitButton(g.ID, string(guest.User)))
}

// sendSeated tells a guest who was let in, as those are told at once who come in by themselves.
func (n *Notifier) sendSeated(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.SeatOf(m.User) == engine.Public || g.State != match.Lobby {
		return nil, outbox.Obsolete("the user has no seat in a lobby")
	}
	channel, id, err := n.write(ctx, m.User, discord.Message{Content: texts.Say("direct.hello",
		n.gameArgs(ctx, texts, g)...), Nonce: m.Nonce})
	if err != nil {
		return nil, err
	}
	return []storage.Post{{Game: g.ID, Kind: people.PostHello, Channel: channel, Message: id}}, nil
}

// sendInvitation calls somebody who was invited after the lobby was opened, in the lobby's channel.
func (n *Notifier) sendInvitation(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.State != match.Lobby || !slices.Contains(stillInvited(g), bodyOf(m).User) {
		return nil, outbox.Obsolete("the user is not invited any more")
	}
	texts := n.Catalog.Texts(g.Locale)
	id, err := n.API.Send(ctx, g.Channel, discord.Message{
		Content: n.invitation(ctx, texts, g, bodyOf(m).User),
		Rows:    discord.Buttons(joinButton(texts, g), declineButton(texts, g)),
		Mention: []match.UserID{bodyOf(m).User}, Nonce: m.Nonce,
	})
	if err != nil {
		return nil, fmt.Errorf("invite in the lobby's channel: %w", err)
	}
	return livePost(g, engine.Public, g.Channel, id, topicInvited, string(bodyOf(m).User)), nil
}

func (n *Notifier) invitation(ctx context.Context, texts *locale.Texts, g match.Game,
	user match.UserID,
) string {
	return texts.Say("lobby.invitation", append(n.gameArgs(ctx, texts, g), "Ping",
		discord.MentionUsers(user))...)
}

// renewInvitations has the invitations in a lobby's channel name the game as it is called now.
func (n *Notifier) renewInvitations(ctx context.Context, m storage.Message) error {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return err
	}
	posts, err := n.Store.Posts(ctx, g.ID, PostLive)
	if err != nil {
		return err
	}
	for _, p := range posts {
		topic, user, _ := strings.Cut(p.About, " ")
		if topic != topicInvited || g.State != match.Lobby {
			continue
		}
		content := n.invitation(ctx, n.Catalog.Texts(g.Locale), g, match.UserID(user))
		err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Content: &content})
		if err != nil && !discord.IsFinal(err) {
			return fmt.Errorf("change an invitation: %w", err)
		}
	}
	return nil
}

func (n *Notifier) renamedMessage(_ context.Context, t *scene) (discord.Message, error) {
	said := t.Say("table.renamed", "Name", t.who(), "To", discord.Plain(t.g.Name))
	if t.g.Name == "" {
		said = t.Say("table.unnamed", "Name", t.who())
	}
	return quietly(said), nil
}

func (n *Notifier) endedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return discord.Message{Content: t.Say("table.ended", "Game", string(t.m.Game))}, nil
}

func (n *Notifier) pardonedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return t.withDeadlines(t.Say("table.pardoned", "Who", t.who())), nil
}
