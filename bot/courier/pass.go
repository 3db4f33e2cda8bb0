package courier

import (
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
)

// pass is an interaction that can carry messages to its channel.
type pass struct {
	ix       *discord.Interaction
	until    time.Time
	original match.MessageID // what EditOriginal replaces; "" as long as that is not known
	shared   bool            // everybody in the channel sees the original
	aside    bool            // the user's own answer is another message than the original
	// blank: the answer was deferred, and is still to be written. Until then a follow-up would take its place, and be seen by whoever sees
	// it. It is closed once the original is written; nil if the answer was not deferred.
	blank chan struct{}
	left  int // follow-ups
}

// waits reports whether the original is the place for the next message to everybody.
func (p *pass) waits() bool { return p.aside && !p.written() }

// written reports whether the original has been written.
func (p *pass) written() bool {
	if p.blank == nil {
		return true
	}
	select {
	case <-p.blank:
		return true
	default:
		return false
	}
}

// keep remembers a pass, unless its interaction has one: it was delivered twice, or answered at the second attempt.
func (c *Courier) keep(p *pass) {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.live(p.ix.Channel)
	for _, q := range list {
		if q.ix.ID == p.ix.ID {
			return
		}
	}
	if list = append(list, p); len(list) > maxPasses {
		list = list[len(list)-maxPasses:]
	}
	c.passes[p.ix.Channel] = list
	if len(c.passes) > maxChannels {
		for channel := range c.passes {
			c.live(channel)
		}
	}
}

// live forgets the passes of a channel that have expired, and returns the others; the caller holds the lock.
func (c *Courier) live(channel match.ChannelID) []*pass {
	list := c.passes[channel]
	for len(list) > 0 && !c.now().Before(list[0].until) {
		list = list[1:]
	}
	if len(list) == 0 {
		delete(c.passes, channel)
	} else {
		c.passes[channel] = list
	}
	return list
}

// drop forgets a pass that Discord does not take any more.
func (c *Courier) drop(p *pass) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []*pass
	for _, q := range c.passes[p.ix.Channel] {
		if q != p {
			list = append(list, q)
		}
	}
	c.passes[p.ix.Channel] = list
	c.live(p.ix.Channel)
}

// of returns the pass of an interaction, nil if there is none.
func (c *Courier) of(ix *discord.Interaction) *pass {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.live(ix.Channel) {
		if p.ix.ID == ix.ID {
			return p
		}
	}
	return nil
}

// holder returns the newest pass whose original is a message, which everybody sees or one person alone; nil if there is none.
func (c *Courier) holder(channel match.ChannelID, id match.MessageID, shared bool) *pass {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found *pass
	for _, p := range c.live(channel) {
		if id != "" && p.original == id && p.shared == shared {
			found = p
		}
	}
	return found
}

// best returns the pass for the next message to a channel: one whose original waits for it, else the newest one that has a follow-up
// left, those whose own answer is still to be written only if there is no other; nil if there is none. The caller holds the lock.
func (c *Courier) best(channel match.ChannelID) *pass {
	var found *pass
	for _, p := range c.live(channel) {
		if p.waits() {
			return p
		}
		if p.left > 0 && (found == nil || p.written() || !found.written()) {
			found = p
		}
	}
	return found
}
