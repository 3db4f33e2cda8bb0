package notify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendLobby shows a lobby in its channel for the first time, or anew where its message is gone.
// From then on it follows the lobby as a post.
func (n *Notifier) sendLobby(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	switch anew := m.Body == posts.Anew; {
	case err != nil:
		return nil, err
	case g.State != match.Lobby, g.Lobby != "" && !anew:
		return nil, outbox.Obsolete("the lobby has its message, or is none any more")
	}
	var called []match.UserID
	if m.Body != posts.Anew { // else they have been called once
		called = posts.StillInvited(g)
	}
	left, err := n.postStarter(ctx, g, m.Nonce, called)
	if discord.IsThreadRefused(err) && g.Guild != "" {
		return nil, n.withoutPost(ctx, g, m.Body == "")
	}
	return left, err
}

// postStarter posts the message that the game's thread starts from, and notes it in the game's row.
func (n *Notifier) postStarter(ctx context.Context, g match.Game, nonce string,
	called []match.UserID,
) ([]storage.Post, error) {
	forum, err := n.forumOf(ctx, g)
	if err != nil {
		return nil, err
	}
	if forum.Is() && g.Outside() == g.Channel {
		left, err := n.openPost(ctx, g, forum, called)
		if err != nil {
			return nil, err
		}
		return left, n.change(ctx, g.ID,
			match.NotePost{Lobby: left[0].Message, Post: left[0].Channel})
	}
	left, err := n.inChannel(ctx, g, posts.About(g, posts.Lobby, 0), nonce, called...)
	if err != nil {
		return nil, err
	}
	return left, n.change(ctx, g.ID, match.NotePost{Lobby: left[0].Message})
}

// forumOf returns the forum in which a game's post stands; the zero value if its channel is none.
func (n *Notifier) forumOf(ctx context.Context, g match.Game) (hall.Forum, error) {
	d, err := hall.Of(ctx, n.Store, g.Guild)
	if err != nil || g.Guild == "" || d.Hall != g.Channel && !g.AtTable {
		return hall.Forum{}, err
	}
	return n.Posts.Forums.Of(ctx, g.Channel, false)
}

// openPost opens a game's post in a forum with its lobby as the first message. Posts have no nonce:
// one that an earlier attempt has opened is found by its name.
func (n *Notifier) openPost(ctx context.Context, g match.Game, forum hall.Forum,
	called []match.UserID,
) ([]storage.Post, error) {
	g.AtTable = true
	first, lobby, err := n.Posts.Begin(ctx, g, posts.About(g, posts.Lobby, 0))
	if err != nil {
		return nil, err
	}
	first.Mention = called
	thread := posts.About(g, posts.Thread, engine.Public)
	thread.Subject = string(g.Channel)
	if thread, err = n.Posts.Named(ctx, g, thread); err != nil {
		return nil, err
	}
	thread.Channel, err = n.findPost(ctx, g)
	if thread.Channel != "" {
		lobby.Shown, thread.Shown = "", ""
	} else if err == nil {
		lobby.Message, err = discord.TextOnly(first, func(m discord.Message) (match.MessageID, error) {
			id, err := n.API.StartPost(ctx, g.Channel, n.Posts.ThreadName(ctx, g),
				forum.TagsOf(g, n.Posts.Joinable(g)), m)
			return match.MessageID(id), err
		})
		thread.Channel = match.ChannelID(lobby.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("open a post: %w", err)
	}
	lobby.Channel, lobby.Message = thread.Channel, match.MessageID(thread.Channel)
	return []storage.Post{lobby, thread}, nil
}

func (n *Notifier) findPost(ctx context.Context, g match.Game) (match.ChannelID, error) {
	own, err := n.API.ApplicationID(ctx)
	if err != nil {
		return "", err
	}
	threads, err := n.API.ActiveThreads(ctx, g.Guild)
	for _, t := range threads {
		name := strings.ReplaceAll(t.Name, ":", " ")
		if t.ParentID == string(g.Channel) && t.OwnerID == own &&
			strings.Contains(name, " "+string(g.ID)+" ") {
			return match.ChannelID(t.ID), err
		}
	}
	return "", err
}

// postAgain is how long a lobby waits for a post after Discord had no room for one.
const postAgain = 15 * time.Minute

// withoutPost tries again later to show a lobby for which Discord takes no message or post now, and
// tells the host the first time.
func (n *Notifier) withoutPost(ctx context.Context, g match.Game, first bool) error {
	later := n.aboutRow(g, Lobby, engine.Public)
	later.Body, later.Due = "later", n.Now().Add(postAgain)
	later.Lane, later.Nonce = "l/"+string(g.ID), fmt.Sprintf("ly%s.%x", g.ID, later.Due.Unix())
	out := []storage.Message{later}
	if first {
		out = append(out, n.toUser(g, NoPost, engine.Public, g.Host))
	}
	return n.enqueue(ctx, out...)
}

// sendNoPost tells a host that the lobby has no post for now, and how people join all the same.
func (n *Notifier) sendNoPost(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.State != match.Lobby || g.Lobby != "" {
		return nil, outbox.Obsolete("the lobby has its post, or is none any more")
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("hall.no-post", n.Posts.Args(ctx, texts, g)...),
	})
}

// inChannel sends what a new post shows to a game's channel, and calls people there.
func (n *Notifier) inChannel(ctx context.Context, g match.Game, p storage.Post, nonce string,
	called ...match.UserID,
) ([]storage.Post, error) {
	message, p, err := n.Posts.Begin(ctx, g, p)
	if err != nil {
		return nil, err
	}
	message.Mention, message.Nonce, p.Channel = called, nonce, g.Outside()
	if p.Message, err = n.send(ctx, p.Channel, message); err != nil {
		return nil, fmt.Errorf("send to the channel: %w", err)
	}
	return []storage.Post{p}, nil
}
