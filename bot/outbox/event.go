package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"

	"konduktor/engine/match"
	"konduktor/storage"
)

func (b *Outbox) isEvent(m storage.Message) bool { return b.Listeners[m.Kind] != nil }

// expand has a listener hear of an event, and puts what follows in its place; false if that could
// not be recorded.
func (b *Outbox) expand(ctx context.Context, m storage.Message) bool {
	out, err := b.hear(ctx, m)
	for i := range out {
		out[i].Cause = m.Cause
	}
	if err == nil {
		err = b.Store.Expand(ctx, m.ID, out)
	}
	if err != nil {
		return b.failed(ctx, m, err)
	}
	return true
}

// Hear has listeners hear of all events that are due now, without sending anything.
func (b *Outbox) Hear(ctx context.Context) error {
	for {
		due, err := b.dueNow(ctx, dueAtOnce)
		if err != nil {
			return err
		}
		due = slices.DeleteFunc(due, func(m storage.Message) bool { return !b.isEvent(m) })
		if len(due) == 0 {
			return nil
		}
		for _, m := range due {
			if !b.expand(ctx, m) {
				return fmt.Errorf("outbox message %d: its outcome could not be recorded", m.ID)
			}
		}
	}
}

func (b *Outbox) hear(ctx context.Context, m storage.Message) (out []storage.Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	var h match.Happening
	if err := json.Unmarshal([]byte(m.Body), &h); err != nil {
		return nil, err
	}
	h.Row.Head = m.Head
	return b.Listeners[m.Kind](ctx, h)
}
