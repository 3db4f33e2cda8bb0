package posts

import (
	"context"
	"strconv"

	"konduktor/storage"
)

// openSeats is a kind of posts as a stranger would add it: how many games of a server are open.
const openSeats storage.Kind = "test-open-seats"

func init() {
	kinds[openSeats] = kind{show: func(_ context.Context, s *scene, _ storage.Post) (Shown, error) {
		return Shown{Content: strconv.Itoa(len(s.Server)) + " open"}, nil
	}}
}

// OpenSeats is openSeats.
const OpenSeats = openSeats
