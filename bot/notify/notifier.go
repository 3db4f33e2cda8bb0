// Package notify builds what the table and the players are told. Hear turns events into messages of
// the outbox, and kinds.go lists their kinds. The text of a message is built when it is sent, from
// what its reader may know then.
package notify

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"strings"
	"sync"
	"time"

	"konduktor/bot/atlas"
	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/panel"
	"konduktor/bot/people"
	"konduktor/bot/picture"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error)
	Posts(ctx context.Context, id match.GameID, kind storage.Kind) ([]storage.Post, error)
	Crowded(ctx context.Context, kinds ...storage.Kind) ([]match.GameID, error)
	Unpost(ctx context.Context, p storage.Post) error
	SavePost(ctx context.Context, p storage.Post) error
	Repost(ctx context.Context, was storage.Post, is *storage.Post) error
	Enqueue(ctx context.Context, out []storage.Message) error
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
}

// API is what this room needs of Discord.
type API interface {
	Send(ctx context.Context, channel match.ChannelID, m discord.Message) (match.MessageID, error)
	Edit(ctx context.Context, channel match.ChannelID, id match.MessageID, e discord.Edit) error
	Delete(ctx context.Context, channel match.ChannelID, id match.MessageID) error
	StartThread(ctx context.Context, channel match.ChannelID, from match.MessageID,
		name string) (thread match.ChannelID, err error)
	RenameThread(ctx context.Context, thread match.ChannelID, name string) error
	ServerName(ctx context.Context, id match.ServerID) (string, error)
	// Carries reports whether something can be said in a private channel now.
	Carries(channel match.ChannelID) bool
}

// Games replays games and changes their rows.
type Games interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply,
		viewer engine.Seat) (*play.Chronicle, error)
	Do(ctx context.Context, c play.Call, wanted match.Command) (*play.Table, *match.Change, error)
	Annals(ctx context.Context, row match.Game, viewer engine.Seat) ([]match.Annal, error)
	Back(ctx context.Context, t *play.Table, seat engine.Seat) (match.Back, error)
	Record(ctx context.Context, t *play.Table) ([]play.File, error)
	Course(ctx context.Context, row match.Game) ([]engine.Turn, error)
	Stints(ctx context.Context, c *play.Chronicle) ([]match.Stint, error)
	Meanwhile(ctx context.Context, row match.Game, seat engine.Seat, user match.UserID,
	) (*play.Table, []engine.Event, error)
}

// Answers says what has become of the answers to interactions.
type Answers interface {
	UnderWay(interaction string) bool
	Arrived(interaction string) bool
}

// Reviews look back at finished games.
type Reviews interface {
	// Found returns the review of a game; false if it is not kept any more, and is made again.
	Found(g match.Game) (review.Review, bool)
}

// Options are what a notifier needs. All fields must be set.
type Options struct {
	Store    Store
	API      API
	Catalog  *locale.Catalog
	Atlas    *atlas.Atlas
	Games    Games
	People   *people.People
	Panels   *panel.Panels
	Pictures *picture.Pictures
	Now      func() time.Time
	Log      *slog.Logger
	Answers  Answers
	Wake     func() // there may be something to send
	Reviews  Reviews
	Daily    *daily.Deals
	Weeks    Weeks
}

// Notifier tells. Its methods can be called from any goroutine.
type Notifier struct {
	Options
	kinds map[storage.Kind]kind // messages
	jobs  map[storage.Kind]job

	mu sync.Mutex
	// by nonce: messages that Discord has taken and no row could note yet
	starters map[string]match.MessageID
	fresh    fresh
	briefs   briefs
	buttons  [buttonLocks]chan struct{} // by game: full while a lane takes buttons off
}

// buttonLocks is how many games can have their buttons taken off at once.
const buttonLocks = 64

// New returns a notifier.
func New(o Options) *Notifier {
	t := &Notifier{Options: o, starters: map[string]match.MessageID{}}
	for i := range t.buttons {
		t.buttons[i] = make(chan struct{}, 1)
	}
	t.kinds, t.jobs = t.table(), t.jobTable()
	return t
}

// Send sends a message or does a job, as its kind says (outbox.Messages).
func (n *Notifier) Send(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	do, ok := n.doer(m.Kind)
	if !ok {
		return nil, outbox.Obsolete("unknown kind")
	}
	n.fresh.compare(m)
	posts, err := do(ctx, m)
	if errors.Is(err, discord.ErrUnheard) && !strings.HasPrefix(m.Lane, privateLane) {
		err = n.waitThere(ctx, m)
	}
	_, obsolete := errors.AsType[outbox.Obsolete](err)
	if err == nil || obsolete || discord.MayHaveHappened(err) {
		n.fresh.remove(m.Nonce)
	} else {
		n.fresh.fails(m.Nonce, err)
	}
	if obsolete && m.Game != "" { // what was to be told of has changed the row all the same
		defer n.lockButtons(m.Game)()
		n.settle(ctx, m.Game)
	}
	return posts, err
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
		Lane: tableLane(g), Kind: m.Kind, Game: m.Game, Ply: m.Ply, Head: m.Head, Seat: m.Seat,
		User: m.User, Body: m.Body,
		Nonce: "w" + m.Nonce, Due: n.Now(), // the message itself still waits under its own nonce
	}
	if err := n.enqueue(ctx, there); err != nil {
		return err
	}
	return outbox.Obsolete("it waits for somebody to press something in the private channel")
}

// lockButtons has the lanes of this process change the buttons of a game's posts one after the
// other, so that none repeats another's work. For other processes see removeButtons.
func (n *Notifier) lockButtons(id match.GameID) (unlock func()) {
	h := fnv.New32a()
	h.Write([]byte(id))
	lock := n.buttons[h.Sum32()%buttonLocks]
	lock <- struct{}{} // no mutex: who holds it waits for Discord
	return func() { <-lock }
}

// Sent takes the buttons off earlier posts at the table if the message has new ones, and off posts
// about what is settled (outbox.Messages).
func (n *Notifier) Sent(ctx context.Context, m storage.Message) {
	defer n.lockButtons(m.Game)()
	if n.kinds[m.Kind].disarms {
		n.disarm(ctx, m.Game)
	}
	if m.Game != "" {
		n.settle(ctx, m.Game)
	}
}

// enqueue has messages sent, unless they wait already.
func (n *Notifier) enqueue(ctx context.Context, out ...storage.Message) error {
	err := n.Store.Enqueue(ctx, out)
	if err != nil && !errors.Is(err, storage.ErrExists) {
		return fmt.Errorf("enqueue a message of kind %s: %w", out[0].Kind, err)
	}
	n.Wake()
	return nil
}

func (n *Notifier) tell(ctx context.Context, m storage.Message, d discord.Message,
) ([]storage.Post, error) {
	d.Nonce = m.Nonce
	_, _, err := n.write(ctx, m.User, d)
	return nil, err
}

// ask is tell for a message with buttons; about and seat are those of livePost.
func (n *Notifier) ask(ctx context.Context, g match.Game, m storage.Message, seat engine.Seat,
	d discord.Message, about ...string,
) ([]storage.Post, error) {
	d.Nonce = m.Nonce
	channel, id, err := n.write(ctx, m.User, d)
	if err != nil {
		return nil, err
	}
	return livePost(g, seat, channel, id, about...), nil
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
