package posts

import (
	"context"
	"errors"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Showing is called before an answer shows a panel in direct messages, and what it returns once
// Discord has answered: the panel stands in a message from then on. sure says that Discord has
// taken the answer. Answers have no order at Discord: if the post was noted anew meanwhile, by
// another answer or an edit, or the game has moved on, nobody knows what it shows, and a run mends
// it.
func (p *Posts) Showing(ctx context.Context, r *route.Request, shown route.Panel,
) func(ctx context.Context, id match.MessageID, sure bool) {
	before, err := p.find(ctx, r.Channel, r.Message)
	return func(ctx context.Context, id match.MessageID, sure bool) {
		if before != nil && before.Message != id { // the answer is a message beside the pressed one
			before = nil
		}
		if err == nil {
			err = p.note(ctx, r, shown, before, id, sure)
		}
		if err != nil {
			p.Log.ErrorContext(ctx, "panel not remembered", "game", shown.Game.ID, "error", err)
		}
	}
}

func (p *Posts) note(ctx context.Context, r *route.Request, shown route.Panel,
	before *storage.Post, id match.MessageID, sure bool,
) error {
	s, err := p.sceneOf(ctx, shown.Game.ID)
	if err != nil {
		return err
	}
	is := About(shown.Game, Panel, shown.Seat)
	is.User, is.Channel, is.Message = r.User.ID, r.Channel, id
	if is.Kind, err = s.kindOf(ctx, shown); err != nil {
		return err
	}
	want, _, err := s.show(ctx, is)
	if err != nil {
		return err
	}
	known := sure && s.Game.Rev == shown.Game.Rev && want.Since == nil
	if known {
		is.Shown = want.print().String()
	}
	switch {
	case known && want.Fate == Stays, !known:
		err = p.Store.SwapPost(ctx, before, &is)
	case before != nil: // nothing that happens later concerns it
		err = p.Store.SwapPost(ctx, before, nil)
	}
	switch {
	case err != nil || before == nil:
	case before.Kind == Hint && is.Kind != Hint:
		err = s.replaceBy(ctx, *before, Panel)
	case before.Kind == Panel && is.Kind == Hint: // its question is closed again
		err = s.replaceBy(ctx, *before, Hint)
	}
	if errors.Is(err, storage.ErrStale) {
		return s.doubt(ctx, is)
	}
	if err == nil && (!known || is.Kind == Ahead && len(s.besides(is)) > 0) {
		return s.again(ctx, is, s.At)
	}
	return err
}

func (s *scene) kindOf(ctx context.Context, shown route.Panel) (storage.Kind, error) {
	switch {
	case shown.Hint:
		return Hint, nil
	case shown.Plan:
		return Ahead, nil
	case shown.Hello:
		return Hello, nil
	}
	c, err := s.chronicle(ctx, min(shown.Game.Ply, s.Game.Ply), shown.Seat)
	if err != nil {
		return "", err
	}
	v := c.Table.View(shown.Seat)
	if c.Table.Head != shown.Game.Head || v.Moves(shown.Seat) {
		return Panel, nil
	}
	return Answer, nil
}

// promote has a hint whose button made a move be the panel, also if the answer could not note it.
func (s *scene) promote(ctx context.Context, pressed match.MessageID) error {
	for i, was := range s.All {
		if pressed == "" || was.Message != pressed || was.Kind != Hint {
			continue
		}
		s.All[i].Kind, s.All[i].Shown = Panel, ""
		err := s.Store.SwapPost(ctx, &was, &s.All[i])
		if err == nil {
			err = s.replaceBy(ctx, was, Panel)
		}
		if err != nil && !errors.Is(err, storage.ErrStale) {
			return err
		}
	}
	return nil
}

// replaceBy has a hint that becomes the panel change places with the panels beside it, so that a
// turn leaves one message; or a panel that becomes the hint again with the hints. With are their
// kind.
func (s *scene) replaceBy(ctx context.Context, by storage.Post, with storage.Kind) error {
	for i, q := range s.All {
		if q.Kind != with || q.Message == by.Message || q.Seat != by.Seat ||
			q.Channel != by.Channel || q.Ply != by.Ply || q.Head != by.Head {
			continue
		}
		s.All[i].Kind = by.Kind
		if err := s.Store.SwapPost(ctx, &q, &s.All[i]); err != nil {
			return err
		}
	}
	return nil
}

// Begin returns a post as a letter brings it, with what it says then: the news, and what it shows.
// It is noted once it was sent.
func (p *Posts) Begin(ctx context.Context, g match.Game, post storage.Post, news ...string,
) (discord.Message, storage.Post, error) {
	s, post, err := p.coming(ctx, g, post)
	if err != nil {
		return discord.Message{}, post, err
	}
	with := s.signed()
	with.news = news
	shown, _, err := with.show(ctx, post)
	return shown.message(ctx), post, err
}

// coming returns the scene of a post that is about to come, and the post with the fingerprint of
// what it shows.
func (p *Posts) coming(ctx context.Context, g match.Game, post storage.Post,
) (*scene, storage.Post, error) {
	s, err := p.sceneAt(ctx, g)
	if err != nil {
		return nil, post, err
	}
	s.All = append(s.All, post)
	plain, _, err := s.show(ctx, post)
	post.Rev, post.Shown = g.Rev, plain.print().String()
	return s, post, err
}

// Came is the fingerprint of a message at a table as it came: its words stay.
func Came(m discord.Message) string {
	return Shown{Words: kept, Picture: kept, Rows: m.Rows, Buttons: true}.print().String()
}

// CameAs is Came for a message whose words follow the table; named is the fingerprint of what it
// has to show.
func CameAs(m discord.Message, named string) string {
	f := parseFingerprint(Came(m))
	f.words = parseFingerprint(named).words
	return f.String()
}

// Named returns a post with the fingerprint of what it shows.
func (p *Posts) Named(ctx context.Context, g match.Game, post storage.Post) (storage.Post, error) {
	_, post, err := p.coming(ctx, g, post)
	return post, err
}
