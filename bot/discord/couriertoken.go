package discord

import (
	"slices"
	"time"

	"konduktor/engine/match"
)

// token is an interaction whose token carries messages to its channel.
type token struct {
	ix       *Interaction
	until    time.Time
	original match.MessageID // what EditOriginal replaces; "" while that is unknown
	shared   bool            // everybody in the channel sees the original
	aside    bool            // the user's own answer is another message than the original
	// blank: the response was deferred, and is still to be written. Until then a follow-up would
	// take its place, and its readers. Closed once it is written; nil if it was not deferred.
	blank chan struct{}
	left  int // follow-ups; guarded by Courier.mu
}

// waits reports whether the original is the place for the next message to everybody.
func (t *token) waits() bool { return t.aside && !t.written() }

func (t *token) written() bool {
	if t.blank == nil {
		return true
	}
	select {
	case <-t.blank:
		return true
	default:
		return false
	}
}

// keep remembers a token, unless its interaction has one: it was delivered twice, or answered at
// the second attempt.
func (c *Courier) keep(t *token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.live(t.ix.Channel)
	if slices.ContainsFunc(list, func(q *token) bool { return q.ix.ID == t.ix.ID }) {
		return
	}
	list = append(list, t)
	c.tokens[t.ix.Channel] = list[max(0, len(list)-maxTokens):]
	if len(c.tokens) > maxChannels {
		for channel := range c.tokens {
			c.live(channel)
		}
	}
}

// live forgets the tokens of a channel that have expired, and returns the others. The caller holds
// the lock.
func (c *Courier) live(channel match.ChannelID) []*token {
	list := c.tokens[channel]
	for len(list) > 0 && !c.now().Before(list[0].until) {
		list = list[1:]
	}
	c.tokens[channel] = list
	if len(list) == 0 {
		delete(c.tokens, channel)
	}
	return list
}

// drop forgets a token that Discord does not take any more.
func (c *Courier) drop(t *token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gone := func(q *token) bool { return q == t }
	c.tokens[t.ix.Channel] = slices.DeleteFunc(slices.Clone(c.tokens[t.ix.Channel]), gone)
	c.live(t.ix.Channel)
}

// newest returns the newest token of a channel that fits; nil if there is none.
func (c *Courier) newest(channel match.ChannelID, fits func(*token) bool) *token {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range slices.Backward(c.live(channel)) {
		if fits(t) {
			return t
		}
	}
	return nil
}

func (c *Courier) of(ix *Interaction) *token {
	return c.newest(ix.Channel, func(t *token) bool { return t.ix.ID == ix.ID })
}

// holder returns the token whose original is a message that everybody sees, or one person alone.
func (c *Courier) holder(channel match.ChannelID, id match.MessageID, shared bool) *token {
	return c.newest(channel, func(t *token) bool {
		return id != "" && t.original == id && t.shared == shared
	})
}

// best returns the token for the next message to a channel: the oldest whose original waits for it,
// or else the newest with a follow-up left, preferably one whose own answer has been written.
func (c *Courier) best(channel match.ChannelID) *token {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found *token
	for _, t := range c.live(channel) {
		if t.waits() {
			return t
		}
		if t.left > 0 && (found == nil || t.written() || !found.written()) {
			found = t
		}
	}
	return found
}
