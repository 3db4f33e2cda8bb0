package trials

import (
	"context"
	"errors"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// errDead is what a process hears of its store and of Discord once it has been killed.
var errDead = errors.New("the process is dead")

// flaky is a store that fails. It asks fail before each method; the error is the method's, and
// nothing happens. It tells committed the messages of each change that succeeded, and made the
// interaction of each move ("": none) and its link, zero if moves were taken back.
type flaky struct {
	storage.Store
	fail      func(method string) error
	committed func(out []storage.Message)
	made      func(interaction string, move match.Link)
}

func (f flaky) change(method string, out []storage.Message, do func() error) error {
	if err := f.fail(method); err != nil {
		return err
	}
	err := do()
	if err == nil {
		f.committed(out)
	}
	return err
}

func (f flaky) Create(
	ctx context.Context,
	g match.Game,
	why storage.Origin,
	out []storage.Message,
) error {
	return f.change("Create", out, func() error { return f.Store.Create(ctx, g, why, out) })
}

func (f flaky) Update(
	ctx context.Context,
	g match.Game,
	why storage.Origin,
	out []storage.Message,
) error {
	return f.change("Update", out, func() error { return f.Store.Update(ctx, g, why, out) })
}

func (f flaky) Append(
	ctx context.Context,
	id match.GameID,
	m match.Move,
	u match.RowUpdate,
	why storage.Origin,
	out []storage.Message,
) error {
	err := f.change("Append", out, func() error { return f.Store.Append(ctx, id, m, u, why, out) })
	if err == nil {
		f.made(why.Interaction, m.Head())
	}
	return err
}

func (f flaky) TakeBack(
	ctx context.Context,
	id match.GameID,
	r match.Rollback,
	u match.RowUpdate,
	why storage.Origin,
	out []storage.Message,
) error {
	err := f.change("TakeBack", out, func() error { return f.Store.TakeBack(ctx, id, r, u, why, out) })
	if err == nil {
		f.made(why.Interaction, match.Link{})
	}
	return err
}

func (f flaky) SavePlan(
	ctx context.Context,
	p match.Plan,
	head match.Link,
	why storage.Origin,
) error {
	return f.change("SavePlan", nil, func() error { return f.Store.SavePlan(ctx, p, head, why) })
}

func (f flaky) EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error {
	return f.change("EndPlan", out, func() error { return f.Store.EndPlan(ctx, p, out) })
}

func (f flaky) Enqueue(ctx context.Context, out []storage.Message) error {
	return f.change("Enqueue", out, func() error { return f.Store.Enqueue(ctx, out) })
}

func (f flaky) Expand(ctx context.Context, id int64, out []storage.Message) error {
	return f.change("Expand", out, func() error { return f.Store.Expand(ctx, id, out) })
}

func (f flaky) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	return f.change("Sent", nil, func() error { return f.Store.Sent(ctx, id, posts) })
}

func (f flaky) Retry(ctx context.Context, id int64, due time.Time, why string) error {
	return f.change("Retry", nil, func() error { return f.Store.Retry(ctx, id, due, why) })
}

func (f flaky) Release(ctx context.Context, lane string, now time.Time) error {
	return f.change("Release", nil, func() error { return f.Store.Release(ctx, lane, now) })
}

func (f flaky) Delay(ctx context.Context, id int64, due time.Time, why string) error {
	return f.change("Delay", nil, func() error { return f.Store.Delay(ctx, id, due, why) })
}

func (f flaky) Drop(ctx context.Context, id int64, why string) error {
	return f.change("Drop", nil, func() error { return f.Store.Drop(ctx, id, why) })
}

func (f flaky) SavePost(ctx context.Context, p storage.Post) error {
	return f.change("SavePost", nil, func() error { return f.Store.SavePost(ctx, p) })
}

func (f flaky) Unpost(ctx context.Context, p storage.Post) error {
	return f.change("Unpost", nil, func() error { return f.Store.Unpost(ctx, p) })
}

func (f flaky) Repost(ctx context.Context, was storage.Post, is *storage.Post) error {
	return f.change("Repost", nil, func() error { return f.Store.Repost(ctx, was, is) })
}

func (f flaky) SaveUser(ctx context.Context, u storage.User) error {
	return f.change("SaveUser", nil, func() error { return f.Store.SaveUser(ctx, u) })
}

func (f flaky) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	if err := f.fail("Game"); err != nil {
		return match.Game{}, err
	}
	return f.Store.Game(ctx, id)
}

func (f flaky) Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	if err := f.fail("Moves"); err != nil {
		return nil, err
	}
	return f.Store.Moves(ctx, id, n)
}

func (f flaky) Posts(
	ctx context.Context,
	id match.GameID,
	kind storage.Kind,
) ([]storage.Post, error) {
	if err := f.fail("Posts"); err != nil {
		return nil, err
	}
	return f.Store.Posts(ctx, id, kind)
}
