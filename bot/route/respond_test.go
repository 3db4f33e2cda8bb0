package route

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/engine/match"
	"konduktor/storage"
)

// desk is a server at a Discord in memory. Its tests run in bubbles of synctest, whose time passes
// by itself.
type desk struct {
	*Server
	api   *discordtest.Fake
	shown atomic.Int64 // panels: late answers are completed side by side
	count int          // of requests

	mu     sync.Mutex
	served []Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{api: discordtest.New()}
	d.Server = NewServer(Options{
		Router: NewRouter(), API: d.api, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		After: func(after time.Duration) (<-chan time.Time, func()) {
			timer := time.NewTimer(after)
			return timer.C, func() { timer.Stop() }
		},
		Around: func(next Handler) Handler { return next }, Answered: func() {}, Answers: NewAnswers(),
		Showing: func(context.Context, *Request, Panel) func(context.Context, match.MessageID, bool) {
			return func(_ context.Context, _ match.MessageID, sure bool) {
				if sure {
					d.shown.Add(1)
				}
			}
		},
		Served: func(s Service) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.served = append(d.served, s)
		},
	})
	d.Router.Slash("hand", func(_ context.Context, r *Request) (*Reply, error) {
		reply := Later(r, func(context.Context) (discord.Message, error) {
			return discord.Message{Content: "the hand", Files: []discord.File{{Name: "hand.png"}}}, nil
		})
		reply.Panel = &Panel{Game: match.Game{ID: "k7m2x"}, Seat: 1}
		return reply, nil
	})
	return d
}

func (d *desk) request() *Request {
	d.count++
	return &Request{
		Interaction: &discord.Interaction{
			ID: string(rune('a' + d.count)), Kind: discord.Slash,
			Command: []string{"hand"},
		},
		Texts: new(locale.Texts), Now: time.Now(),
	}
}

// running runs the server until the test is over.
func (d *desk) running(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
}

// faults fails the first calls of a method, each with one of the errors.
func faults(method discordtest.Method, errs ...error) func(discordtest.Call) error {
	return func(c discordtest.Call) error {
		if c.Method != method || len(errs) == 0 {
			return nil
		}
		err := errs[0]
		errs = errs[1:]
		return err
	}
}

// completed returns the attempts at the rest of an answer that succeeded.
func (d *desk) completed() (done []discordtest.Call) {
	for _, c := range d.api.Calls(discordtest.EditOriginal) {
		if c.Err == nil {
			done = append(done, c)
		}
	}
	return done
}

func TestAnswerIsCompletedOnceDiscordRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.running(t)
		d.api.Fail = faults(discordtest.EditOriginal, &discord.Error{Status: 500},
			&discord.Error{Status: 502},
			&discord.Error{Status: 429, RetryAfter: 5 * time.Minute}, context.DeadlineExceeded)
		r := d.request()
		begun := time.Now()
		d.Serve(t.Context(), r)
		if took := time.Since(begun); took > 0 {
			t.Errorf("the request was held up for %v", took)
		}
		time.Sleep(4 * time.Minute)
		synctest.Wait()
		if len(d.completed()) != 0 {
			t.Error("the rate limit was not waited for")
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if got := d.completed(); len(got) != 1 || got[0].Interaction.ID != r.ID || d.shown.Load() != 1 {
			t.Errorf("got answers %v and panels %v, want one", got, d.shown.Load())
		}
	})
}

func TestAnAnswerIsGivenUpWithItsToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.running(t)
		d.api.Fail = func(c discordtest.Call) error {
			if c.Method == discordtest.EditOriginal {
				return discordtest.Unavailable
			}
			return nil
		}
		begun := time.Now()
		d.Serve(t.Context(), d.request())
		time.Sleep(time.Hour)
		synctest.Wait()
		attempts := len(d.api.Calls(discordtest.EditOriginal))
		if attempts < 15 || attempts > 30 {
			t.Errorf("got %d attempts within the %v of a token, want some twenty", attempts, tokenLife)
		}
		if len(d.waiting.all) != 0 || d.shown.Load() > 0 || time.Since(begun) < tokenLife {
			t.Error("the answer is not given up")
		}
	})
}

func TestManyAnswersThatFailAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.running(t)
		var mended atomic.Bool
		d.api.Fail = func(c discordtest.Call) error {
			if c.Method == discordtest.EditOriginal && !mended.Load() {
				return discordtest.Unavailable
			}
			return nil
		}
		for range 3 * maxCompletions {
			d.Serve(t.Context(), d.request())
		}
		synctest.Wait()
		mended.Store(true)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := len(d.completed()); got != maxCompletions {
			t.Errorf("got %d answers completed later, want %d", got, maxCompletions)
		}
	})
}

func TestLostFirstResponseIsStillCompleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.api.Fail = func(c discordtest.Call) error {
			if c.Method == discordtest.Respond {
				time.Sleep(answerWithin) // Discord has carried it out; its own answer comes too late
				return context.DeadlineExceeded
			}
			return nil
		}
		d.Serve(t.Context(), d.request())
		if got := d.completed(); len(got) != 1 {
			t.Errorf("got answers %v, want one: it would say \"thinking\" for ever", got)
		}
	})
}

func TestRefusedFirstResponseEndsTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.api.Fail = faults(discordtest.Respond, discordtest.Expired)
		d.Serve(t.Context(), d.request())
		if got := d.api.Calls(discordtest.EditOriginal); len(got) != 0 {
			t.Errorf("got %v after the interaction had expired", got)
		}
	})
}

func TestOlderAnswerDoesNotOverwriteTheClickedMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.running(t)
		d.api.Fail = faults(discordtest.EditOriginal, discordtest.Unavailable)
		click := func() *Request {
			r := d.request()
			r.Message = "77"
			return r
		}
		reply := &Reply{Updates: true, Later: func(context.Context) (discord.Message,
			error,
		) {
			return discord.Message{}, nil
		}}
		d.respond(t.Context(), click(), reply, new(Service))
		newer := click()
		d.respond(t.Context(), newer, reply, new(Service))
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := d.completed(); len(got) != 1 || got[0].Interaction.ID != newer.ID {
			t.Errorf("got answers %v, want the newer one alone", got)
		}
	})
}

func TestWithoutTheRightToAttachFilesAnAnswerIsText(t *testing.T) {
	d := newDesk(t)
	d.api.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.EditOriginal && len(c.Message.Files) > 0 {
			return &discord.Error{Status: 403, Code: 50013}
		}
		return nil
	}
	d.Serve(t.Context(), d.request())
	if got := d.completed(); len(got) != 1 || got[0].Message.Content != "the hand" {
		t.Errorf("got answers %v, want the text", got)
	}
}

func TestAnAnswerIsUnderWayAndChangesItsMessageUntilItsEnd(t *testing.T) {
	a := NewAnswers()
	a.begin("first", "77")
	a.begin("second", "77")
	if !a.UnderWay("first") || !a.Changing("77") || a.Changing("78") {
		t.Error("an answer that has begun is not under way")
	}
	a.end("first", "77")
	if a.UnderWay("first") || !a.Changing("77") {
		t.Error("two answers change a message, and one of them has ended")
	}
	a.end("second", "77")
	if a.Changing("77") || len(a.changing)+len(a.underWay) > 0 {
		t.Error("something is remembered of answers that have ended")
	}
}

func TestTheLogNamesTheInteractionThatWasNotAnswered(t *testing.T) {
	d := newDesk(t)
	var said strings.Builder
	d.Log = slog.New(slog.NewTextHandler(&said, nil))
	d.api.Fail = faults(discordtest.Respond, discordtest.Expired)
	r := d.request()
	r.User.ID = "104"
	r.Found(match.Game{ID: "k7m2x"})
	d.Serve(t.Context(), r)
	want := "interaction=" + r.ID + " kind=command what=hand game=k7m2x user=104 error="
	if !strings.Contains(said.String(), want) {
		t.Errorf("got %q, want %q in it", said.String(), want)
	}
}

func TestTheSameCommandWaitsUntilTheFirstIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		var done []string
		d.Router.Slash("draw", func(ctx context.Context, r *Request) (*Reply, error) {
			return Acting(ctx, r, func(context.Context) (*Reply, error) {
				done = append(done, "made")
				reply := Later(r, func(context.Context) (discord.Message, error) {
					time.Sleep(time.Second) // a picture
					return discord.Message{Content: "drawn"}, nil
				})
				reply.Typed = r.Typed()
				return reply, nil
			})
		})
		d.Typed = func(context.Context, string, time.Time) error {
			done = append(done, "answered")
			return nil
		}
		var both sync.WaitGroup
		for range 2 {
			r := d.request()
			r.Command = []string{"draw"}
			both.Go(func() { d.Serve(t.Context(), r) })
		}
		both.Wait()
		if want := []string{"made", "answered", "made", "answered"}; !slices.Equal(done, want) {
			t.Errorf("got %v, want %v", done, want)
		}
	})
}

func TestFailedDisplayDoesNotDenyAMove(t *testing.T) {
	d := newDesk(t)
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	r := d.request()
	r.Texts, r.Message, r.Kind = catalog.Texts("en"), "77", discord.Click
	reply := Later(r, func(context.Context) (discord.Message, error) {
		return discord.Message{}, storage.ErrFull
	})
	reply.Made, reply.Panel = true, &Panel{Game: match.Game{ID: "k7m2x"}, Seat: 1}
	if d.respond(t.Context(), r, reply, new(Service)); d.shown.Load() > 0 {
		t.Error("the panel counts as shown: it would be left as it is")
	}
	calls := d.api.Calls(discordtest.FollowUp)
	if len(calls) != 1 || !strings.Contains(calls[0].Message.Content, "Your move is made") {
		t.Errorf("the player is told %v, want that the move is made", calls)
	}
}

func TestEachInteractionIsCountedByOutcome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.Router.Slash("refuse", func(context.Context, *Request) (*Reply, error) {
			return nil, Fail("busy")
		})
		d.Router.Slash("break", func(context.Context, *Request) (*Reply, error) {
			return nil, errors.New("broken")
		})
		catalog, err := locale.Load()
		if err != nil {
			t.Fatal(err)
		}
		serve := func(command string) {
			r := d.request()
			r.Command, r.Texts = []string{command}, catalog.Texts("en")
			time.Sleep(30 * time.Millisecond) // on its way through the queue
			d.Serve(t.Context(), r)
		}
		for _, command := range []string{"hand", "refuse", "break"} {
			serve(command)
		}
		d.api.Fail = faults(discordtest.Respond, discordtest.Expired)
		serve("refuse")
		for i, want := range []Outcome{Done, Refused, Failed, Unanswered} {
			if got := d.served[i]; got.Outcome != want || got.Kind != discord.Slash ||
				got.Acknowledged != 30*time.Millisecond {
				t.Errorf("interaction %d: got %+v, want it to be %s after 30ms", i, got, want)
			}
		}
	})
}

// Discord refuses a message with an emoji that is gone. What was done before it is not done again.
func TestAnAnswerWhoseEmojiIsRefusedIsGivenWithoutIt(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	emoji := &discord.ComponentEmoji{ID: "7", Name: "red2"}
	shown := func() *discord.Message {
		return &discord.Message{Rows: discord.Buttons(discord.Button{Label: "red", Emoji: emoji})}
	}
	for name, answer := range map[string]func(done *int) *Reply{
		"a new message":       func(*int) *Reply { return &Reply{Message: shown()} },
		"the clicked message": func(*int) *Reply { return &Reply{Update: shown()} },
		"a message that is made later": func(*int) *Reply {
			return &Reply{Later: func(context.Context) (discord.Message, error) { return *shown(), nil }}
		},
		"a move": func(done *int) *Reply {
			return &Reply{Act: func(context.Context) (*Reply, error) {
				*done++
				return &Reply{Message: shown()}, nil
			}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			lost, done := 0, 0
			d.EmojiLost = func() { lost++ }
			d.Router.Slash("hand", func(context.Context, *Request) (*Reply, error) {
				return answer(&done), nil
			})
			d.api.Fail = func(c discordtest.Call) error {
				rows := c.Message.Rows
				for _, m := range []*discord.Message{c.Response.Message, c.Response.Update} {
					if m != nil {
						rows = m.Rows
					}
				}
				if discord.HasEmoji(rows) {
					return &discord.Error{Status: 400, Code: 50035, Emoji: true}
				}
				return nil
			}
			r := d.request()
			r.Texts = catalog.Texts("en")
			d.Serve(t.Context(), r)
			calls := d.api.Calls()
			if last := calls[len(calls)-1]; last.Err != nil || lost != 1 || done > 1 {
				t.Errorf("the last of %d calls: %v; told %d times, done %d times", len(calls), last.Err,
					lost, done)
			}
		})
	}
}
