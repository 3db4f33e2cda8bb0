package route

import (
	"context"
	"strings"

	"konduktor/bot/discord"
)

// Managing refuses everybody who may not manage the server. Discord hides the commands from them,
// but the server's own settings can show them to others.
func Managing(next Handler) Handler {
	return func(ctx context.Context, r *Request) (*Reply, error) {
		switch {
		case r.Guild == "":
			return nil, Fail("admin-on-server")
		case !r.Manages():
			return nil, Fail("managers-only")
		}
		return next(ctx, r)
	}
}

// Lacks names the permissions that the bot lacks where the request came from, "" for none.
func (r *Request) Lacks() string {
	return strings.Join(discord.Missing(r.Perms, r.Parent != ""), ", ")
}

// MayWrite says which permissions the bot lacks where the request came from: asking first spares
// refused requests.
func (r *Request) MayWrite() error {
	if lacks := r.Lacks(); lacks != "" {
		return Fail("permissions", "Missing", lacks)
	}
	return nil
}
