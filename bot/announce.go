package bot

import "github.com/konduktor-bot/konduktor/storage"

// announce lists what is to be told of a move, for the outbox.
func (b *Bot) announce(p played, r *Request) []storage.Message { return nil }
