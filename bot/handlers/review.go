package handlers

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/storage"
)

// A Reviewer looks back at finished games: "What decided it?" It reviews one game at a time,
// in the background, and posts the result at the game's table.

const (
	mostWaiting = 32              // games that wait to be looked at
	mostKept    = 16              // reviews kept in memory, some 50 kB each
	within      = 5 * time.Minute // one game; on an idle core it takes some seconds
)

// ReviewGames loads finished games.
type ReviewGames interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
	Sealed(ctx context.Context, g match.Game, now time.Time) bool
	Tape(ctx context.Context, row match.Game) (review.Game, error)
}

// Posts puts reviews on the tables of games (notify.Notifier).
type Posts interface {
	ReviewStands(ctx context.Context, g match.Game) (link string, err error)
	AskReview(ctx context.Context, g match.Game) error
	ReviewMessage(ctx context.Context, g match.Game, texts *locale.Texts, r review.Review,
	) (discord.Message, error)
}

// Reviewer looks back at games, one at a time. Its methods can be called from any goroutine.
type Reviewer struct {
	games ReviewGames
	notes storage.Results
	log   *slog.Logger

	jobs    chan match.GameID
	working chan struct{} // one token

	mu     sync.Mutex
	queued map[match.GameID]bool // those in jobs
	kept   []found               // the one made last at the end
}

// found is the review of a game as it ended.
type found struct {
	game   match.GameID
	head   match.Link
	review review.Review
}

// NewReviewer returns a reviewer of games.
func NewReviewer(g ReviewGames, notes storage.Results, log *slog.Logger) *Reviewer {
	return &Reviewer{
		games: g, notes: notes, log: log, jobs: make(chan match.GameID, mostWaiting),
		queued: map[match.GameID]bool{}, working: make(chan struct{}, 1),
	}
}

// ReviewHandlers answer those who ask, and have reviews posted.
type ReviewHandlers struct {
	*Reviewer
	posts Posts
}

// NewReviewHandlers returns handlers, whose queue waits until Run is called.
func NewReviewHandlers(reviewer *Reviewer, posts Posts) *ReviewHandlers {
	return &ReviewHandlers{reviewer, posts}
}

// Register adds the route.
func (h *ReviewHandlers) Register(t *route.Router) {
	t.Click(customid.Review, route.Pressed(h.ask))
}

// ask has a finished game reviewed, and the review posted at its table: the button below the
// result. A second press says where it is. Without a table, the review is for the user alone.
func (h *ReviewHandlers) ask(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.games.Table(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case !message.MayLook(t.Game, r):
		return nil, route.Fail("game-unknown")
	case t.State != match.Finished:
		return nil, route.Fail("review-not-over", "Game", string(id))
	case t.Unreviewed:
		return nil, route.Fail("review-off", "Game", string(id))
	case h.games.Sealed(ctx, t.Game, r.Now):
		return nil, message.Sealed(t.Game)
	case t.Thread == "":
		return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
			found, err := h.Of(ctx, t.Game)
			if err != nil {
				return discord.Message{}, err
			}
			return h.posts.ReviewMessage(ctx, t.Game, r.Texts, found)
		}), nil
	}
	link, err := h.posts.ReviewStands(ctx, t.Game)
	switch {
	case err != nil:
		return nil, err
	case link != "":
		return r.Whisper("review.there", "Link", link), nil
	case !h.want(id):
		return nil, route.Fail("review-busy")
	}
	return route.Whisper(message.Elsewhere(r, t.Game, r.Texts.Say("review.coming"))), nil
}

// want queues a game for review, once however often it is asked for; false if the queue is full.
func (v *Reviewer) want(id match.GameID) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.queued[id] {
		return true
	}
	select {
	case v.jobs <- id:
		v.queued[id] = true
		return true
	default:
		return false
	}
}

// Found returns the review of a game; false if it is no longer kept, as after a restart. Then it is
// made again.
func (v *Reviewer) Found(row match.Game) (review.Review, bool) {
	r, ok := v.keptOf(row)
	if !ok {
		v.want(row.ID)
	}
	return r, ok
}

// Run reviews the games that are asked for until ctx ends.
func (h *ReviewHandlers) Run(ctx context.Context) {
	for {
		select {
		case id := <-h.jobs:
			h.post(ctx, id)
		case <-ctx.Done():
			return
		}
	}
}

// CatchUp reviews the games that have been asked for so far.
func (h *ReviewHandlers) CatchUp(ctx context.Context) {
	for {
		select {
		case id := <-h.jobs:
			h.post(ctx, id)
		default:
			return
		}
	}
}

// post reviews a game and has the review posted. A failure is logged; the button can be pressed
// again.
func (h *ReviewHandlers) post(ctx context.Context, id match.GameID) {
	h.mu.Lock()
	delete(h.queued, id)
	h.mu.Unlock()
	err := h.tryPost(ctx, id)
	if err != nil && ctx.Err() == nil {
		h.log.LogAttrs(ctx, slog.LevelError, "a finished game was not reviewed",
			slog.String("game", string(id)), slog.Any("error", err))
	}
}

func (h *ReviewHandlers) tryPost(ctx context.Context, id match.GameID) (err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	t, err := h.games.Table(ctx, id)
	if err != nil {
		return err
	}
	if _, err := h.Of(ctx, t.Game); err != nil {
		return err
	}
	return h.posts.AskReview(ctx, t.Game)
}

func (v *Reviewer) keptOf(row match.Game) (review.Review, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range v.kept {
		if v.kept[i].game == row.ID && v.kept[i].head == row.Head {
			return v.kept[i].review, true
		}
	}
	return review.Review{}, false
}

// Of reviews a finished game. It waits while another one is being reviewed.
func (v *Reviewer) Of(ctx context.Context, row match.Game) (review.Review, error) {
	select {
	case v.working <- struct{}{}:
		defer func() { <-v.working }()
	case <-ctx.Done():
		return review.Review{}, fmt.Errorf("wait to review game %s: %w", row.ID, ctx.Err())
	}
	if r, ok := v.keptOf(row); ok {
		return r, nil
	}
	tape, err := v.games.Tape(ctx, row)
	if err != nil {
		return review.Review{}, err
	}
	r, err := review.Of(ctx, tape, review.Budget)
	if err != nil {
		return review.Review{}, fmt.Errorf("game %s: %w", row.ID, err)
	}
	if err := v.notes.JudgeGame(ctx, row.ID, judged(&r)); err != nil {
		return r, fmt.Errorf("note the review of game %s: %w", row.ID, err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.kept) >= mostKept {
		v.kept = v.kept[1:]
	}
	v.kept = append(v.kept, found{row.ID, row.Head, r})
	return r, nil
}

func judged(r *review.Review) []match.Judged {
	list := make([]match.Judged, len(r.Seats))
	for i := range list {
		if cost, told := r.CostOf(engine.Seat(i + 1)); told {
			list[i].Cost = cost.Percent
		}
		if r.Swing != nil {
			list[i].Turn = r.Swing.Turn
			list[i].Before, list[i].After = r.Swing.Before[i], r.Swing.After[i]
		}
	}
	return list
}
