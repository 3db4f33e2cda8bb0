package route

import (
	"context"
	"errors"
	"sync"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
)

const (
	tokenLife      = 15 * time.Minute // of an interaction, by Discord's rules
	completeWithin = 20 * time.Second // one attempt
	longestDelay   = time.Minute      // between two attempts
	// maxCompletions bounds the answers that wait for Discord to recover: each may hold a megabyte
	// of pictures.
	maxCompletions = 64
)

// completion is the rest of an answer, which Discord has to take before the interaction's token
// expires.
type completion struct {
	request    *Request
	reply      *Reply
	send       func(ctx context.Context) (match.MessageID, error)
	superseded chan struct{} // closed when the message has been clicked again
}

// complete tries to send the rest of an answer. If it fails with a fault that may pass, Run tries
// again; nobody waits for that. A move's panel in a clicked direct message follows the table
// anyway: a later attempt of ours could only bring an older state.
func (s *Server) complete(ctx context.Context, c *completion) {
	err := s.attempt(ctx, c)
	follows := c.reply.Made && c.reply.Panel != nil && c.request.ClickedInDM()
	switch {
	case err == nil:
	case !isPassing(err) || follows:
		s.Log.WarnContext(ctx, "answer not completed", c.request.attrs(), "error", err)
	default:
		s.postpone(ctx, c, err)
	}
}

// attempt sends the rest of an answer. A panel that it may have shown in the clicked message is
// noted.
func (s *Server) attempt(ctx context.Context, c *completion) error {
	stands := s.showing(ctx, c.request, c.reply, true)
	sending, cancel := context.WithTimeout(ctx, completeWithin)
	defer cancel()
	id, err := c.send(sending)
	switch clicked := c.request.Message; {
	case err == nil:
		stands(ctx, id, true)
	case c.reply.Updates && clicked != "":
		stands(ctx, clicked, false)
	}
	if err == nil && c.reply.Typed != "" && s.Typed != nil {
		// otherwise, typed again, it is answered once more
		if err := s.Typed(ctx, c.reply.Typed, c.request.Now); err != nil {
			s.Log.WarnContext(ctx, "answer not noted", c.request.attrs(), "error", err)
		}
	}
	return err
}

// waiting are the completions that Run tries again.
type waiting struct {
	mu    sync.Mutex
	all   map[*completion]error // why the last attempt failed
	added chan *completion
}

func newWaiting() *waiting {
	return &waiting{all: map[*completion]error{}, added: make(chan *completion, maxCompletions)}
}

// postpone hands a completion to Run.
func (s *Server) postpone(ctx context.Context, c *completion, cause error) {
	w := s.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	full := len(w.all) == maxCompletions
	s.Log.WarnContext(ctx, "answer not completed",
		c.request.attrs(), "again", !full, "error", cause)
	if full {
		return
	}
	c.superseded = make(chan struct{})
	w.all[c] = cause
	w.added <- c // there is room for all
}

// supersede gives up the completions of a message that is clicked again: they would bring an older
// state.
func (s *Server) supersede(clicked match.MessageID) {
	w := s.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.all {
		if clicked != "" && c.reply.Updates && c.request.Message == clicked {
			delete(w.all, c)
			close(c.superseded)
		}
	}
}

// Run completes answers that Discord did not take at the first attempt. It returns once ctx has
// ended and the attempts under way are over.
func (s *Server) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case c := <-s.waiting.added:
			running.Go(func() { s.insist(ctx, c) })
		case <-ctx.Done():
			return
		}
	}
}

// insist tries again after 1, 2, 4, ... s, or when Discord says, until the token expires.
func (s *Server) insist(ctx context.Context, c *completion) {
	w := s.waiting
	w.mu.Lock()
	err := w.all[c]
	w.mu.Unlock()
	for n := 0; isPassing(err); n++ {
		delay := min(time.Second<<min(n, 16), longestDelay)
		if e, ok := errors.AsType[*discord.Error](err); ok {
			delay = max(delay, e.RetryAfter)
		}
		if s.Now().Add(delay).After(c.request.Now.Add(tokenLife)) || !s.pause(ctx, c, delay) {
			break
		}
		err = s.attempt(ctx, c)
	}
	w.mu.Lock()
	delete(w.all, c)
	w.mu.Unlock()
	if err != nil {
		s.Log.WarnContext(ctx, "answer given up", c.request.attrs(), "error", err)
	}
}

// pause waits for d; false if the completion is not wanted any more.
func (s *Server) pause(ctx context.Context, c *completion, d time.Duration) bool {
	timer, stop := s.After(d)
	defer stop()
	select {
	case <-timer:
		return true
	case <-c.superseded:
	case <-ctx.Done():
	}
	return false
}
