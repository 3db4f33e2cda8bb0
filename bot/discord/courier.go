package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"konduktor/engine/match"
)

const (
	tokenLife    = 15*time.Minute - 10*time.Second // less what a request may take
	maxFollowUps = 5                               // of an app that only people have installed
	maxTokens    = 8                               // of a channel; the most recent count
	maxChannels  = 4096                            // beyond it, expired tokens are looked for
	blankWithin  = 10 * time.Second
	// answerWithin is how long an interaction can lack its first response: Discord waits for 3 s.
	answerWithin = 4 * time.Second
)

// Courier speaks in private channels. The bot is no member there: it can only answer people
// who press something or use a command, for 15 minutes and with five follow-ups each. A courier
// keeps the tokens of recent interactions and sends by them whatever goes to a private channel. To
// its callers it is Discord.
//
// The announcement of a move is the first response to the mover's interaction: it is deferred, and
// the outbox edits it. An edit can be repeated, so the announcement comes once. A follow-up has no
// nonce, so one whose response is lost can come twice. No follow-up is sent by a token whose first
// response is deferred and unwritten: Discord would show it in place of the response, and everybody
// might see a hand. While an interaction has no response, messages to its channel wait for it.
//
// A message that no token carries is held in the outbox until somebody presses something in the
// channel. Tokens are secrets and last 15 minutes, so they are not stored: after a restart,
// messages are held until the next press. Where processes share a database, the one that has the
// token takes over the channel's lane (Store.Release).
//
// Everywhere else a message that was clicked lately is edited by the token of that click, which
// Discord does not count among a bot's requests.
//
// Its methods can be called from any goroutine.
type Courier struct {
	API
	now   func() time.Time
	heard func(ctx context.Context, channel match.ChannelID)

	mu      sync.Mutex
	tokens  map[match.ChannelID][]*token        // by channel, oldest first
	pending map[match.ChannelID]map[string]bool // by channel: interactions without a first response
	fewer   chan struct{}                       // closed and replaced when one of them gets it
}

// NewCourier returns a courier. heard is called when something can be said in a private channel
// again.
func NewCourier(
	api API, now func() time.Time, heard func(ctx context.Context, channel match.ChannelID),
) *Courier {
	return &Courier{
		API: api, now: now, heard: heard, tokens: map[match.ChannelID][]*token{},
		pending: map[match.ChannelID]map[string]bool{}, fewer: make(chan struct{}),
	}
}

// Begin notes that an interaction is being carried out. Messages about it wait for its first
// response, which carries them. The returned function notes the end.
func (c *Courier) Begin(ctx context.Context, ix *Interaction) (end func()) {
	if ix.Place().Writes || ix.Kind == Autocomplete {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending[ix.Channel] == nil {
		c.pending[ix.Channel] = map[string]bool{}
	}
	c.pending[ix.Channel][ix.ID] = true
	return func() {
		c.responded(ix)
		c.heard(ctx, ix.Channel) // what was put off while the response was on its way
	}
}

// responded notes that an interaction has had its first response, or gets none.
func (c *Courier) responded(ix *Interaction) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.pending[ix.Channel][ix.ID] {
		return
	}
	delete(c.pending[ix.Channel], ix.ID)
	if len(c.pending[ix.Channel]) == 0 {
		delete(c.pending, ix.Channel)
	}
	close(c.fewer)
	c.fewer = make(chan struct{})
}

// settle waits, for a moment, until every interaction of a channel has its first response.
func (c *Courier) settle(ctx context.Context, channel match.ChannelID) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	for {
		c.mu.Lock()
		n, fewer := len(c.pending[channel]), c.fewer
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-fewer:
		case <-ctx.Done():
			return
		}
	}
}

// Carries reports whether a message to a private channel would find a token now.
func (c *Courier) Carries(channel match.ChannelID) bool { return c.best(channel) != nil }

// Respond implements discord.API. In a private channel the first response is the message that
// others there must hear, if there is one.
func (c *Courier) Respond(ctx context.Context, ix *Interaction, r Response) error {
	if ix.Place().Writes || r.Choices != nil || r.Form != nil {
		err := c.API.Respond(ctx, ix, r)
		if err == nil && (r.Update != nil || r.DeferUpdate) && !ix.Hidden {
			t := &token{ix: ix, until: c.now().Add(tokenLife), original: ix.Message, shared: true}
			c.keep(t)
		}
		return err
	}
	t, first := c.firstResponse(ix, r)
	err := c.API.Respond(ctx, ix, first)
	if err == nil || MayHaveHappened(err) {
		c.keep(t)
		c.responded(ix)
		c.heard(ctx, ix.Channel)
	}
	return err
}

// firstResponse chooses the first response, and says what its token can do. A move that everybody
// is told about is answered by the announcement, if the clicked panel can be updated otherwise: an
// edit, which comes once however often Discord is asked.
func (c *Courier) firstResponse(
	ix *Interaction, r Response,
) (*token, Response) {
	t := &token{ix: ix, until: c.now().Add(tokenLife), left: maxFollowUps}
	switch {
	case r.Table && ix.Kind == Click && c.holder(ix.Channel, ix.Message, false) != nil:
		t.shared, t.aside, t.blank = true, true, make(chan struct{})
		return t, Response{Deferred: &Deferred{}}
	case r.Renews:
		t.original, t.shared, t.aside = ix.Message, true, true
		return t, Response{DeferUpdate: true}
	case r.Update != nil || r.DeferUpdate:
		t.original, t.shared = ix.Message, !ix.Hidden
	case r.Message != nil:
		t.shared = !r.Message.Ephemeral
	case r.Deferred != nil:
		t.shared, t.blank = !r.Deferred.Ephemeral, make(chan struct{})
	}
	return t, r
}

// errForeign says that another process gave the first response, or this one too long ago. Nobody
// knows who sees that response, and the next message may hold a hand.
var errForeign = errors.New("not answered by this process, or too long ago")

// errBlank says that the first response was not written in time: see token.blank.
var errBlank = errors.New("the first answer is still to be written")

// EditOriginal implements discord.API: it shows the user's own answer.
func (c *Courier) EditOriginal(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	if ix.Place().Writes {
		return c.API.EditOriginal(ctx, ix, m)
	}
	switch t := c.of(ix); {
	case t == nil:
		return "", errForeign
	case t.aside:
		return c.answerAside(ctx, t, m)
	default:
		return c.write(ctx, t, m)
	}
}

func (c *Courier) write(ctx context.Context, t *token, m Message) (match.MessageID, error) {
	id, err := c.API.EditOriginal(ctx, t.ix, m)
	if err != nil {
		return id, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t.original = id
	if !t.written() {
		close(t.blank)
	}
	return id, nil
}

// answerAside shows the user's own answer while the original is everybody's: in place of the
// clicked panel, by the token that showed it, or else in a new message that only the user sees.
func (c *Courier) answerAside(
	ctx context.Context, t *token, m Message,
) (match.MessageID, error) {
	if q := c.holder(t.ix.Channel, t.ix.Message, false); q != nil {
		id, err := c.API.EditOriginal(ctx, q.ix, m)
		if !IsExpired(err) {
			return id, err
		}
		c.drop(q)
	}
	m.Ephemeral = true
	return c.followUp(ctx, t, m)
}

// FollowUp implements discord.API.
func (c *Courier) FollowUp(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	if ix.Place().Writes {
		return c.API.FollowUp(ctx, ix, m)
	}
	t := c.of(ix)
	if t == nil {
		return "", errForeign
	}
	return c.followUp(ctx, t, m)
}

func (c *Courier) followUp(
	ctx context.Context, t *token, m Message,
) (match.MessageID, error) {
	if t.blank != nil {
		ctx, cancel := context.WithTimeout(ctx, blankWithin)
		defer cancel()
		select {
		case <-t.blank:
		case <-ctx.Done():
			return "", errBlank
		}
	}
	c.spend(t, 1)
	id, err := c.API.FollowUp(ctx, t.ix, m)
	if err != nil && !MayHaveHappened(err) && !IsExpired(err) {
		c.spend(t, -1)
	}
	return id, err
}

func (c *Courier) spend(t *token, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.left -= n
}

// Send implements discord.API. In a private channel it writes the original of a token that waits
// for it, or else a follow-up; ErrUnheard if nobody has given the bot anything to answer.
func (c *Courier) Send(
	ctx context.Context, channel match.ChannelID, m Message,
) (match.MessageID, error) {
	if PlaceOf(channel).Writes {
		return c.API.Send(ctx, channel, m)
	}
	m.Ephemeral, m.Nonce = false, ""
	c.settle(ctx, channel)
	for {
		t := c.best(channel)
		if t == nil {
			return "", ErrUnheard
		}
		send := c.followUp
		if t.waits() {
			send = c.write
		}
		id, err := send(ctx, t, m)
		switch {
		case err == nil || !IsExpired(err):
			return id, err
		case IsFollowedUp(err):
			c.spend(t, maxFollowUps)
		default:
			c.drop(t)
		}
	}
}

// Edit implements discord.API. In a private channel it replaces whole messages, as long as somebody
// has clicked on them lately, or they answer a recent click; any other message counts as gone.
func (c *Courier) Edit(
	ctx context.Context, channel match.ChannelID, id match.MessageID, e Edit,
) error {
	if PlaceOf(channel).Writes {
		if t := c.holder(channel, id, true); t != nil {
			e.By = t.ix
			if err := c.API.Edit(ctx, channel, id, e); !IsExpired(err) {
				return err
			}
			c.drop(t)
			e.By = nil
		}
		return c.API.Edit(ctx, channel, id, e)
	}
	whole := e.Content != nil && e.Rows != nil
	if whole {
		c.settle(ctx, channel) // the click that is being answered may be one on this message
	}
	for whole {
		t := c.holder(channel, id, true)
		if t == nil {
			break
		}
		m := Message{
			Content: *e.Content, Rows: *e.Rows, Mention: e.Mention, KeepFiles: e.Files == nil,
		}
		if e.Files != nil {
			m.Files = *e.Files
		}
		if _, err := c.API.EditOriginal(ctx, t.ix, m); !IsExpired(err) {
			return err
		}
		c.drop(t)
	}
	return MessageGone()
}

// StartThread implements discord.API. A channel without threads is the table itself.
func (c *Courier) StartThread(
	ctx context.Context, channel match.ChannelID, from match.MessageID, name string,
) (match.ChannelID, error) {
	if !PlaceOf(channel).Threads {
		return channel, nil
	}
	return c.API.StartThread(ctx, channel, from, name)
}
