package bot

import "context"

// greet notes what an interaction tells of its user.
func (b *Bot) greet(ctx context.Context, r *Request) {}
