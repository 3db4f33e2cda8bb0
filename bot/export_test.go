package bot

import (
	"konduktor/bot/message"
	"konduktor/bot/posts"
	"konduktor/bot/route"
)

// What the tests of this package see of a bot beyond what everybody does.

func (b *Bot) Maps() *message.Atlas  { return b.maps }
func (b *Bot) Server() *route.Server { return b.server }

// WithDefaults fills in what may be left out.
func (o Options) WithDefaults() Options { return o.withDefaults() }

// Posts is what keeps the bot's messages equal to what the store holds.
func (b *Bot) Posts() *posts.Posts { return b.posts }
