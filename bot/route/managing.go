package route

import "context"

// Managing refuses everybody who may not manage the server. Discord hides the commands from them,
// but the server's own settings can show them to others.
func Managing(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		switch {
		case r.Guild == "":
			return Reply{}, Fail("admin-on-server")
		case !r.Manages():
			return Reply{}, Fail("managers-only")
		}
		return next(ctx, r)
	}
}
