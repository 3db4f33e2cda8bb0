// Package notify builds what the table and the players are told. Hear turns events into messages of
// the outbox, and kinds.go lists their kinds. The text of a message is built when it is sent, from
// what its reader may know then.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/find"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/outbox"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/ratings"
	"konduktor/bot/season"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error)
	Posts(ctx context.Context, id match.GameID) ([]storage.Post, error)
	SwapPost(ctx context.Context, was, is *storage.Post) error
	Enqueue(ctx context.Context, out []storage.Message) error
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	storage.Settings
}

// Answers says which interactions are being answered.
type Answers interface {
	UnderWay(interaction string) bool
}

// Options are what a notifier needs. All fields must be set.
type Options struct {
	Store    Store
	API      *discord.Courier
	Catalog  *locale.Catalog
	Atlas    *message.Atlas
	Games    *play.Service
	People   *people.People
	Panels   *message.Panels
	Pictures *message.Pictures
	Posts    *posts.Posts
	Now      func() time.Time
	Log      *slog.Logger
	Answers  Answers
	Wake     func() // there may be something to send
	// Reviewed returns the review of a game; false if it is not kept any more, and is made again.
	Reviewed  func(g match.Game) (review.Review, bool)
	Daily     *daily.Deals
	Leagues   *ratings.Leagues
	Find      *find.Queues
	Seasons   *season.Seasons
	EmojiLost func() // Discord has refused an emoji
}

// Notifier tells. Its methods can be called from any goroutine.
type Notifier struct {
	Options
	kinds map[storage.Kind]kind
}

// New returns a notifier.
func New(o Options) *Notifier {
	n := &Notifier{Options: o}
	n.kinds = n.table()
	return n
}

func (n *Notifier) withoutSigns() *Notifier {
	o := n.Options
	o.Catalog, o.Posts = o.Catalog.WithoutSigns(), o.Posts.WithoutSigns()
	return New(o)
}

// Send sends a letter or does a job, as its kind says (outbox.Messages). If Discord refuses an
// emoji in a letter, the letter is built again without signs.
func (n *Notifier) Send(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	k, ok := n.kinds[m.Kind]
	if !ok {
		return nil, outbox.Obsolete("unknown kind")
	}
	left, err := k.send(ctx, m)
	if discord.IsEmojiRefused(err) {
		if left, err = n.withoutSigns().kinds[m.Kind].send(ctx, m); err == nil {
			n.EmojiLost()
		}
	}
	if _, private := posts.PrivateChannel(m.Lane); errors.Is(err, discord.ErrUnheard) && !private {
		err = n.waitThere(ctx, m)
	}
	if m.Doubt { // Discord may have had an earlier state of it, which the nonce makes this one
		for i := range left {
			left[i].Shown = ""
		}
	}
	return left, err
}

// Ready reports whether a letter or a job may be sent (outbox.Messages). What brings posts up to
// date waits while the interaction that caused it is being answered, since the answer changes some
// of them. So does a call to a seat, until its new player has been greeted.
func (n *Notifier) Ready(m storage.Message) bool {
	if _, known := n.kinds[m.Kind]; !known {
		return true // an event, whose body is not ours
	}
	waits := m.Kind == posts.Job || m.Kind == YourTurn && bodyOf(m).Waits
	return !waits || m.Cause == "" || !n.Answers.UnderWay(m.Cause)
}

// waitThere moves a message to a player who can only be reached in a private channel into that
// channel's lane, until somebody presses something there. In the player's own lane nothing would
// release it, and it would hold up everything else written to them.
func (n *Notifier) waitThere(ctx context.Context, m storage.Message) error {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return err
	}
	there := storage.Message{
		Lane: posts.TableLane(g), Kind: m.Kind, Game: m.Game, Ply: m.Ply, Head: m.Head, Seat: m.Seat,
		User: m.User, Body: m.Body,
		Nonce: "w" + m.Nonce, Due: n.Now(), // the message itself still waits under its own nonce
	}
	if err := n.enqueue(ctx, there); err != nil {
		return err
	}
	return outbox.Obsolete("it waits for somebody to press something in the private channel")
}

// Sent has the posts of a game looked at once a letter to a player has left one behind: the game
// may have moved on meanwhile (outbox.Messages). In the game's own lane a job follows anyway.
func (n *Notifier) Sent(ctx context.Context, m storage.Message, left []storage.Post) {
	if m.User == "" || len(left) == 0 {
		return
	}
	g, err := n.Store.Game(ctx, m.Game)
	if err == nil && g.Rev == left[0].Rev && left[0].Shown != "" {
		return
	}
	if err := errors.Join(err, n.Posts.Run(ctx, m.Game)); err != nil {
		n.Log.LogAttrs(ctx, slog.LevelWarn, "posts not brought up to date",
			slog.String("game", string(m.Game)), slog.Any("error", err))
	}
}

func (n *Notifier) enqueue(ctx context.Context, out ...storage.Message) error {
	if err := n.Store.Enqueue(ctx, out); err != nil {
		return fmt.Errorf("enqueue a message of kind %s: %w", out[0].Kind, err)
	}
	n.Wake()
	return nil
}

// send sends a message to a channel, without its files if Discord refuses these.
func (n *Notifier) send(ctx context.Context, channel match.ChannelID, m discord.Message,
) (match.MessageID, error) {
	return discord.TextOnly(m, func(m discord.Message) (match.MessageID, error) {
		return n.API.Send(ctx, channel, m)
	})
}

func (n *Notifier) tell(ctx context.Context, m storage.Message, d discord.Message,
) ([]storage.Post, error) {
	d.Nonce = m.Nonce
	_, _, err := n.write(ctx, m.User, d)
	return nil, err
}

// ask is tell for a message with buttons, which stays as a post.
func (n *Notifier) ask(ctx context.Context, m storage.Message, p storage.Post, d discord.Message,
) ([]storage.Post, error) {
	d.Nonce = m.Nonce
	channel, id, err := n.write(ctx, m.User, d)
	if err != nil {
		return nil, err
	}
	p.User, p.Channel, p.Message = m.User, channel, id
	return []storage.Post{p}, nil
}

// write sends a direct message; obsolete for a user who is known to take none.
func (n *Notifier) write(ctx context.Context, user match.UserID,
	m discord.Message,
) (channel match.ChannelID, id match.MessageID, err error) {
	channel, id, err = n.People.Write(ctx, user, m)
	if errors.Is(err, people.ErrClosed) {
		err = outbox.Obsolete(err.Error())
	}
	return channel, id, err
}

// change carries out a command of the bot's own. It is no error if there is nothing to do any more.
func (n *Notifier) change(ctx context.Context, id match.GameID, wanted match.Command) error {
	_, _, err := n.Games.Do(ctx, play.Call{Game: id, At: n.Now()}, wanted)
	if errors.Is(err, match.ErrUnchanged) {
		return nil
	}
	return err
}
