// Package courier says in private channels what the bot has to say there. The bot is no member of them: all that it can do is answer
// those who press something or use a command, for 15 minutes and with five follow-ups each. So a courier keeps the tokens of
// what people have done lately, and everything that goes to a private channel goes by one of them. To its callers a courier is Discord.
package courier

import (
	"context"
	"errors"
	"sync"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
)

// Discord's rules for apps that only people have installed.
const (
	passLife     = 15*time.Minute - 10*time.Second // of a token, less what a request may take
	maxFollowUps = 5
)

const (
	maxPasses   = 8    // of a channel; those of the most recent interactions count
	maxChannels = 4096 // with passes; beyond it those that have expired are looked for and forgotten
	blankWithin = 10 * time.Second
	// answerWithin is how long an interaction can be without its first answer: Discord waits for 3 s.
	answerWithin = 4 * time.Second
)

// Courier is Discord with private channels in which one can speak as far as somebody there has given the bot something to answer.
// Its methods can be called from any goroutine.
type Courier struct {
	discord.API
	now   func() time.Time
	heard func(ctx context.Context, channel match.ChannelID)

	mu      sync.Mutex
	passes  map[match.ChannelID][]*pass         // by channel, oldest first
	pending map[match.ChannelID]map[string]bool // by channel: interactions that have had no first answer
	fewer   chan struct{}                       // closed and replaced when one of them has
}

// New returns a courier. heard is called when something can be said in a private channel again.
func New(api discord.API, now func() time.Time, heard func(ctx context.Context, channel match.ChannelID)) *Courier {
	return &Courier{API: api, now: now, heard: heard, passes: map[match.ChannelID][]*pass{}, pending: map[match.ChannelID]map[string]bool{}, fewer: make(chan struct{})}
}

// Begin notes that an interaction is being carried out. Messages about it wait for its first
// response, which carries them. The returned function notes the end.
func (c *Courier) Begin(ctx context.Context, ix *discord.Interaction) (end func()) {
	if ix.Place().Writes || ix.Kind == discord.Autocomplete {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending[ix.Channel] == nil {
		c.pending[ix.Channel] = map[string]bool{}
	}
	c.pending[ix.Channel][ix.ID] = true
	return func() {
		c.begun(ix)
		c.heard(ctx, ix.Channel) // what was put off while the response was on its way
	}
}

// begun notes that an interaction has had its first answer, or has none.
func (c *Courier) begun(ix *discord.Interaction) {
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

// settle waits, for a moment, until no interaction of a channel lacks its first answer.
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

// Carries reports whether a message to a private channel would find a pass now.
func (c *Courier) Carries(channel match.ChannelID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.best(channel) != nil
}

// Respond implements discord.API. What the whole private channel is to hear of decides which message the answer is.
func (c *Courier) Respond(ctx context.Context, ix *discord.Interaction, r discord.Response) error {
	if ix.Place().Writes || r.Choices != nil {
		return c.API.Respond(ctx, ix, r)
	}
	p, first := c.answerBy(ix, r)
	err := c.API.Respond(ctx, ix, first)
	if err == nil || discord.MayHaveHappened(err) {
		c.keep(p)
		c.begun(ix)
		c.heard(ctx, ix.Channel)
	}
	return err
}

// answerBy chooses the first answer, and says what can be done with it. A move that everybody is told of is answered by that
// message itself, if the panel that was clicked can be brought up to date otherwise: so the message is edited, however often Discord is
// asked, and comes once.
func (c *Courier) answerBy(ix *discord.Interaction, r discord.Response) (*pass, discord.Response) {
	p := &pass{ix: ix, until: c.now().Add(passLife), left: maxFollowUps}
	switch {
	case r.Table && ix.Kind == discord.Click && c.holder(ix.Channel, ix.Message, false) != nil:
		p.shared, p.aside, p.blank = true, true, make(chan struct{})
		return p, discord.Response{Deferred: &discord.Deferred{}}
	case r.Renews:
		p.original, p.shared, p.aside = ix.Message, true, true
		return p, discord.Response{DeferUpdate: true}
	case r.Update != nil || r.DeferUpdate:
		p.original, p.shared = ix.Message, !ix.Hidden
	case r.Message != nil:
		p.shared = !r.Message.Ephemeral
	case r.Deferred != nil:
		p.shared, p.blank = !r.Deferred.Ephemeral, make(chan struct{})
	}
	return p, r
}

// EditOriginal implements discord.API: it shows the user's own answer.
func (c *Courier) EditOriginal(ctx context.Context, ix *discord.Interaction, m discord.Message) (match.MessageID, error) {
	if ix.Place().Writes {
		return c.API.EditOriginal(ctx, ix, m)
	}
	p := c.of(ix)
	if p == nil {
		return "", errForeign
	}
	if p.aside {
		return c.answerAside(ctx, p, m)
	}
	id, err := c.API.EditOriginal(ctx, ix, m)
	if err == nil {
		c.written(p, id)
	}
	return id, err
}

// written notes that the original of a pass is written, and which message it is.
func (c *Courier) written(p *pass, id match.MessageID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.original = id
	if !p.written() {
		close(p.blank)
	}
}

// answerAside shows the user's own answer, while the original is everybody's: in place of the panel that was clicked, by the pass that
// showed it, else in a new message that only the user sees.
func (c *Courier) answerAside(ctx context.Context, p *pass, m discord.Message) (match.MessageID, error) {
	if q := c.holder(p.ix.Channel, p.ix.Message, false); q != nil {
		id, err := c.API.EditOriginal(ctx, q.ix, m)
		if !discord.IsExpired(err) {
			return id, err
		}
		c.drop(q)
	}
	m.Ephemeral = true
	return c.followUp(ctx, p, m)
}

// FollowUp implements discord.API.
func (c *Courier) FollowUp(ctx context.Context, ix *discord.Interaction, m discord.Message) (match.MessageID, error) {
	if ix.Place().Writes {
		return c.API.FollowUp(ctx, ix, m)
	}
	p := c.of(ix)
	if p == nil {
		return "", errForeign
	}
	return c.followUp(ctx, p, m)
}

// errForeign says that an interaction was first answered by another process, or too long ago: nobody knows who sees that answer, and the
// next one may hold a hand.
var errForeign = errors.New("not answered by this process, or too long ago")

// errBlank says that the first answer has not been written in time: see pass.blank.
var errBlank = errors.New("the first answer is still to be written")

func (c *Courier) followUp(ctx context.Context, p *pass, m discord.Message) (match.MessageID, error) {
	if p.blank != nil {
		ctx, cancel := context.WithTimeout(ctx, blankWithin)
		defer cancel()
		select {
		case <-p.blank:
		case <-ctx.Done():
			return "", errBlank
		}
	}
	c.mu.Lock()
	p.left--
	c.mu.Unlock()
	id, err := c.API.FollowUp(ctx, p.ix, m)
	if err != nil && !discord.MayHaveHappened(err) && !discord.IsExpired(err) {
		c.mu.Lock()
		p.left++
		c.mu.Unlock()
	}
	return id, err
}

// Send implements discord.API. ErrUnheard if nobody has given the bot anything to answer in a private channel.
func (c *Courier) Send(ctx context.Context, channel match.ChannelID, m discord.Message) (match.MessageID, error) {
	if discord.PlaceOf(channel).Writes {
		return c.API.Send(ctx, channel, m)
	}
	m.Ephemeral, m.Nonce = false, ""
	c.settle(ctx, channel)
	for {
		c.mu.Lock()
		p := c.best(channel)
		c.mu.Unlock()
		if p == nil {
			return "", discord.ErrUnheard
		}
		id, err := c.sendBy(ctx, p, m)
		switch {
		case err == nil || !discord.IsExpired(err):
			return id, err
		case discord.IsFollowedUp(err):
			c.mu.Lock()
			p.left = 0
			c.mu.Unlock()
		default:
			c.drop(p)
		}
	}
}

// sendBy writes the original if that is still blank, else a follow-up.
func (c *Courier) sendBy(ctx context.Context, p *pass, m discord.Message) (match.MessageID, error) {
	if !p.waits() {
		return c.followUp(ctx, p, m)
	}
	id, err := c.API.EditOriginal(ctx, p.ix, m)
	if err == nil {
		c.written(p, id)
	}
	return id, err
}

// Edit implements discord.API. In a private channel it can replace a whole message without files, as long as somebody has clicked on
// it lately; any other message counts as gone.
func (c *Courier) Edit(ctx context.Context, channel match.ChannelID, id match.MessageID, e discord.Edit) error {
	if discord.PlaceOf(channel).Writes {
		return c.API.Edit(ctx, channel, id, e)
	}
	whole := e.Content != nil && e.Rows != nil && e.Files == nil
	if whole {
		c.settle(ctx, channel) // the click that is being answered may be one on this message
	}
	for whole {
		p := c.holder(channel, id, true)
		if p == nil {
			break
		}
		_, err := c.API.EditOriginal(ctx, p.ix, discord.Message{Content: *e.Content, Rows: *e.Rows, Mention: e.Mention})
		if !discord.IsExpired(err) {
			return err
		}
		c.drop(p)
	}
	return discord.MessageGone()
}

// StartThread implements discord.API. A private channel has no threads: it is the table itself.
func (c *Courier) StartThread(ctx context.Context, channel match.ChannelID, from match.MessageID, name string) (match.ChannelID, error) {
	if !discord.PlaceOf(channel).Threads {
		return channel, nil
	}
	return c.API.StartThread(ctx, channel, from, name)
}
