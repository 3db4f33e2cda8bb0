package posts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Job is the kind of the outbox's rows that have the posts of a game or a server brought up to
// date. A server's is named by its Body.
const Job storage.Kind = "posts"

const (
	// shortWait is how long a lane waits for Discord; a post that has to wait longer, such as the
	// third name of a thread in ten minutes, is seen to by a job in a lane of its own.
	shortWait = 5 * time.Second
	// answeredWithin is after how long a post is looked at again that an answer was about to change.
	answeredWithin = 2 * time.Second
	// listedWithin is how long what lists many games stands without an edit.
	listedWithin = time.Minute
)

// After is the job that follows an event: one for each revision of a game, after what is told at
// the table. In a private channel that waits for a press, and the job does not.
func After(h match.Happening, now time.Time) storage.Message {
	lane := TableLane(h.Row)
	if _, private := PrivateChannel(lane); private {
		lane = ownLane + string(h.Row.ID)
	}
	return storage.Message{
		Lane: lane, Kind: Job, Game: h.Row.ID, Body: string(h.Clicked),
		Nonce: fmt.Sprintf("ps%s.r%d", h.Row.ID, h.Row.Rev), Due: now,
	}
}

// Later is a job about a game in a lane of its own; name tells it from others.
func Later(id match.GameID, name string, due time.Time) storage.Message {
	return storage.Message{
		Lane: ownLane + string(id) + "/" + name, Kind: Job, Game: id, Nonce: "pe" + string(id) + name,
		Due: due,
	}
}

// OfServer is the job about a server's lists, at most one a minute.
func OfServer(id match.ServerID, now time.Time) storage.Message {
	due := now.Truncate(listedWithin).Add(listedWithin)
	return storage.Message{
		Lane: "s/" + string(id), Kind: Job, Body: string(id), Due: due,
		Nonce: "s" + string(id) + due.Format("04"),
	}
}

// Do carries a job out. The Body of one about a game is the message in which its cause was pressed.
func (p *Posts) Do(ctx context.Context, job storage.Message) error {
	if job.Game == "" {
		return p.runServer(ctx, match.ServerID(job.Body), false)
	}
	err := p.run(ctx, job.Game, manner{unsure: job.Doubt, pressed: match.MessageID(job.Body)})
	if err == nil || strings.HasPrefix(job.Lane, ownLane) || discord.IsUnauthorized(err) {
		return err
	}
	// Discord does not take an edit just now: letters may go through all the same
	return p.enqueue(ctx, Later(job.Game, "edit", p.Now()))
}

// Run brings the posts of a game up to date. It is safe to repeat, late, and in several processes.
func (p *Posts) Run(ctx context.Context, id match.GameID) error { return p.run(ctx, id, manner{}) }

func (p *Posts) run(ctx context.Context, id match.GameID, how manner) error {
	defer p.running.Take(ctx, string(id))()
	s, err := p.sceneOf(ctx, id)
	if err != nil {
		return err
	}
	s.manner = how
	if err := s.promote(ctx, how.pressed); err != nil {
		return err
	}
	err = s.settleAll(ctx)
	onList := func(q storage.Post) bool { return q.Game == "" }
	if !how.starting && slices.ContainsFunc(s.All, onList) {
		err = errors.Join(err, p.enqueue(ctx, OfServer(s.Game.Guild, p.Now())))
	}
	return err
}

func (p *Posts) runServer(ctx context.Context, id match.ServerID, starting bool) error {
	all, err := p.Store.PostsOn(ctx, id)
	if err != nil || len(all) == 0 {
		return err
	}
	open, err := p.Store.OpenGamesOn(ctx, id)
	if err != nil {
		return err
	}
	s := p.sceneWith(match.Game{}, all)
	s.Server, s.starting = open, starting
	midnight := s.At.Truncate(24*time.Hour).AddDate(0, 0, 1) // UTC: the list's week moves on
	return errors.Join(s.settleAll(ctx), p.enqueue(ctx, storage.Message{
		Lane: "sd/" + string(id), Kind: Job, Body: string(id), Due: midnight,
		Nonce: "sd" + string(id) + midnight.Format("02"),
	}))
}

func (s *scene) settleAll(ctx context.Context) error {
	var faults []error
	all := slices.Clone(s.All)
	slices.SortStableFunc(all, func(a, b storage.Post) int { // threads last: see putOff
		return cmp.Compare(min(len(b.Message), 1), min(len(a.Message), 1))
	})
	for _, post := range all {
		if post.Game != s.Game.ID { // of the game's server
			continue
		}
		err := s.settle(ctx, post)
		if err == nil {
			continue
		}
		faults = append(faults, err)
		if e, ok := errors.AsType[*discord.Error](err); ok && (e.Status == 401 || e.Status == 429) {
			break // so would be the other edits
		}
	}
	return errors.Join(faults...)
}

// settle makes one post show what it has to and notes it. If the post was noted anew meanwhile, by
// an answer or another process, nobody knows which of the two edits Discord has applied last: what
// it shows is unknown then, and the next run mends it.
func (s *scene) settle(ctx context.Context, was storage.Post) error {
	// A thread that is put away takes no edits: it waits for those in it that were put off.
	if s.Answers.Changing(was.Message) ||
		was.Message == "" && slices.Contains(s.putOff, was.Channel) {
		return s.again(ctx, was, s.At.Add(answeredWithin))
	}
	want, known, err := s.show(ctx, was)
	if err != nil || !known {
		return err
	}
	before := was
	if s.unsure && was.Message != "" { // a thread takes two names in ten minutes
		before.Shown = ""
	}
	needed := want.Fate == Goes
	if !needed {
		sketch := want
		sketch.Draw = nil
		_, needed = sketch.edit(ctx, before.Shown)
	}
	if needed && !s.implied(was) { // an answer may have shown something newer since we have read
		is, err := s.find(ctx, was.Channel, was.Message)
		switch {
		case err != nil || is == nil:
			return err
		case *is != was:
			return s.again(ctx, *is, s.At)
		}
	}
	if needed && !s.adopts(was) {
		if err := s.edit(ctx, before); err != nil && !isSettled(err) {
			return s.refused(ctx, was, err)
		}
	}
	is, stored := was, &was
	if s.implied(was) {
		stored = nil
	}
	if want.Since != nil {
		is = *want.Since
	}
	switch {
	case want.Fate == Stays && (needed || want.Since != nil):
		is.Shown = want.print().String()
		err = s.Store.SwapPost(ctx, stored, &is)
	case want.Fate != Stays && stored != nil:
		err = s.Store.SwapPost(ctx, stored, nil)
	}
	if errors.Is(err, storage.ErrStale) {
		return s.doubt(ctx, was)
	}
	return err
}

// isSettled reports whether an edit was refused for good: asking again would only count as another
// invalid request. An old message takes few edits and an archived thread none: those wait for the
// next cause.
func isSettled(err error) bool {
	return discord.IsFinal(err) && !discord.IsGone(err) && !discord.IsUnauthorized(err) &&
		!discord.IsEditLimited(err) && !discord.IsArchived(err) && !isRefusedForNow(err)
}

func isRefusedForNow(err error) bool {
	e, ok := errors.AsType[*discord.Error](err)
	return ok && e.RetryAfter > 0
}

// edit edits a message, or deletes it: at the start of a process a few times a second. If Discord
// refuses an emoji, the message comes without signs.
func (s *scene) edit(ctx context.Context, post storage.Post) error {
	if s.starting {
		defer s.pause(ctx, startPause)
	}
	err := s.signed().attempt(ctx, post)
	if discord.IsEmojiRefused(err) {
		if err = s.attempt(ctx, post); err == nil {
			s.EmojiLost()
		}
	}
	return err
}

func (s *scene) attempt(ctx context.Context, post storage.Post) error {
	p := s.Posts
	want, _, err := s.show(ctx, post)
	switch {
	case err != nil:
		return err
	case post.Message == "":
		return s.editThread(ctx, post, want)
	case want.Fate == Goes:
		if err = p.API.Delete(ctx, post.Channel, post.Message); !discord.IsFinal(err) {
			return err
		}
		// what cannot be deleted says in a line that it is past
		want.Fate = Closed
	}
	e, needed := want.edit(ctx, post.Shown)
	if !needed {
		return nil
	}
	if !discord.PlaceOf(post.Channel).Writes && want.Words != kept && want.Buttons {
		// another press has to carry it, whole
		e.Content, e.Rows = &want.Content, new(append([]discord.Row{}, want.Rows...))
	}
	var files []discord.File
	if e.Files != nil {
		files = *e.Files
	}
	_, err = discord.TextOnly(discord.Message{Files: files},
		func(m discord.Message) (match.MessageID, error) {
			if e.Files != nil {
				*e.Files = append([]discord.File{}, m.Files...)
			}
			return post.Message, p.API.Edit(ctx, post.Channel, post.Message, e)
		})
	return err
}

// refused decides what follows from an edit that Discord did not make.
func (s *scene) refused(ctx context.Context, was storage.Post, cause error) error {
	if errors.Is(cause, discord.ErrUnheard) {
		return nil // in a private channel: the next press brings the next run
	}
	if discord.MayHaveHappened(cause) && was.Shown != "" && !s.implied(was) {
		unknown := was
		unknown.Shown = ""
		err := s.Store.SwapPost(ctx, &was, &unknown)
		if errors.Is(err, storage.ErrStale) {
			return s.doubt(ctx, was)
		} else if err != nil {
			return err
		}
		was = unknown
	}
	e, answered := errors.AsType[*discord.Error](cause)
	switch {
	case answered && e.RetryAfter > shortWait:
		return s.again(ctx, was, s.At.Add(e.RetryAfter))
	case discord.IsGone(cause):
		return s.gone(ctx, was)
	case discord.IsArchived(cause) && s.Game.State == match.Lobby && was.Channel == s.Game.Place():
		// nobody can press anything in an archived thread
		if err := s.API.EditPost(ctx, was.Channel, nil, false); discord.IsFinal(err) {
			return nil // it is locked
		} else if err != nil {
			return err
		}
		return s.again(ctx, was, s.At)
	case discord.IsEditLimited(cause), discord.IsArchived(cause):
		s.Log.LogAttrs(ctx, slog.LevelInfo, "post not edited", slog.String("game", string(was.Game)),
			slog.String("kind", string(was.Kind)), slog.Any("error", cause))
		return nil
	}
	return fmt.Errorf("edit a post of kind %s: %w", was.Kind, cause)
}

// gone forgets a post whose message is gone. A lobby gets another one.
func (s *scene) gone(ctx context.Context, was storage.Post) error {
	err := s.Store.SwapPost(ctx, &was, nil)
	if err != nil && !errors.Is(err, storage.ErrStale) {
		return err
	}
	if was.Kind != Lobby || s.Game.State != match.Lobby || was.Channel != s.Game.Place() {
		return nil // or its new post has one
	}
	return s.enqueue(ctx, storage.Message{
		Lane: TableLane(s.Game), Kind: Lobby, Game: was.Game, Body: Anew, Due: s.At,
		Nonce: fmt.Sprintf("lx%s.r%d", was.Game, s.Game.Rev),
	})
}

// Anew is the Body of a message that takes the place of one that is gone, and calls nobody.
const Anew = "anew"

// doubt notes that nobody knows what a post shows, and has it looked at again. Another process may
// have closed and forgotten it meanwhile, but Discord may have applied its edit before ours.
func (s *scene) doubt(ctx context.Context, post storage.Post) error {
	for {
		was, err := s.find(ctx, post.Channel, post.Message)
		if err != nil {
			return err
		}
		is := post
		if was != nil {
			is = *was
		}
		if is.Game != post.Game {
			return nil // the message shows another game by now
		}
		is.Shown = ""
		err = s.Store.SwapPost(ctx, was, &is)
		if err == nil {
			return s.again(ctx, is, s.At)
		}
		if !errors.Is(err, storage.ErrStale) {
			return err
		}
	}
}

// find returns what is known of a message, nil if nothing.
func (p *Posts) find(ctx context.Context, channel match.ChannelID, message match.MessageID,
) (*storage.Post, error) {
	is, err := p.Store.PostAt(ctx, channel, message)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	return &is, err
}

// again has a post looked at once more, without holding up a lane.
func (s *scene) again(ctx context.Context, was storage.Post, due time.Time) error {
	s.putOff = append(s.putOff, was.Channel)
	if was.Game == "" {
		return s.enqueue(ctx, OfServer(was.Server, s.At))
	}
	name := string(was.Message)
	if name == "" {
		name = "thread"
	}
	return s.enqueue(ctx, Later(was.Game, name[max(len(name)-8, 0):], due))
}

func (p *Posts) enqueue(ctx context.Context, job storage.Message) error {
	if err := p.Store.Enqueue(ctx, []storage.Message{job}); err != nil {
		return fmt.Errorf("enqueue a job about posts: %w", err)
	}
	p.Wake()
	return nil
}
