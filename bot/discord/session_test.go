package discord

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

func TestPanicInAHandlerLosesOnlyItsOwnInteraction(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			p.say(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`) // the library would panic
			p.interaction("100", "boom")
			p.interaction("101", "fine")
			p.say(`{"op":0,"s":6,"t":"THREAD_DELETE",
				"d":{"id":"7","guild_id":"8","parent_id":"9","type":11}}`)
			p.stay()
		})
		arrived, events := make(chan *Interaction, 2), make(chan Event, 1)
		o := g.options()
		panicked := logged(&o, "handler panicked")
		o.Handler = func(ctx context.Context, ix *Interaction) {
			if _, ok := ctx.Deadline(); !ok {
				t.Error("handler has no deadline")
			}
			if ix.CustomID == "boom" {
				panic("secret is " + secretToken)
			}
			arrived <- ix
		}
		o.OnEvent = func(_ context.Context, e Event) { events <- e }
		connect(t, o)
		if got := receive(t, arrived, "interaction"); got.CustomID != "fine" || got.User.Name != "ola" ||
			got.Message != "9" {
			t.Errorf("got %+v", got)
		}
		want := Event{Kind: ThreadGone, Guild: "8", Channel: "7", Parent: "9"}
		if got := receive(t, events, "event"); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if line := receive(t, panicked, "the panic's line in the log"); strings.Contains(line, "Gabcde") {
			t.Errorf("log: %s", line)
		}
	})
}

func TestTheGatewayIsOfVersion10WithTwoIntents(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		query := make(chan string, 1)
		g := newGateway(t, func(p *peer, _ int) {
			query <- p.query
			p.welcome()
			p.stay()
		})
		s := connect(t, g.options())
		if got := receive(t, query, "query"); got != "encoding=json&v=10" {
			t.Errorf("got %s", got)
		}
		if got := g.sent(`"intents":4097}`) + g.sent(`"intents":4097,`); got != 1 {
			t.Errorf("%d identifies with the intents of guilds and direct messages, want 1: %q",
				got, g.frames)
		}
		if got := s.Identifies(); got != 1 {
			t.Errorf("counted %d identifies, want 1", got)
		}
	})
}

func TestHeartbeatsCarryTheLastEventsNumber(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		beaten := make(chan bool, 2)
		g := newGateway(t, func(p *peer, _ int) {
			p.hello(20_000)
			p.hear(`"op":2`)
			p.say(`{"op":1,"d":null}`) // Discord wants one at once
			beaten <- p.hear(`{"op":1,"d":0}`)
			p.ready()
			p.interaction("100", "x") // the fifth event
			beaten <- p.hear(`{"op":1,"d":5}`)
			p.stay()
		})
		o := g.options()
		o.Handler = func(context.Context, *Interaction) {}
		connect(t, o)
		for range 2 {
			if !receive(t, beaten, "heartbeat") {
				t.Error("the client left without a heartbeat")
			}
		}
	})
}

func TestStalledHandshakeTimesOut(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]func(p *peer, n int){
		"op 7 instead of READY": func(p *peer, _ int) {
			p.hello(20_000)
			p.hear(`"op":2`)
			p.say(`{"op":7,"d":null}`)
			p.stay()
		},
		"op 7 instead of hello": func(p *peer, _ int) { p.say(`{"op":7,"d":null}`); p.stay() },
		"op 11 unasked": func(p *peer, _ int) {
			p.hello(20_000)
			p.hear(`"op":2`)
			p.say(`{"op":11}`)
			p.stay()
		},
		"silence":          func(p *peer, _ int) { p.hello(20_000); p.stay() },
		"no hello":         func(p *peer, _ int) { p.stay() },
		"a heartbeat of 0": func(p *peer, _ int) { p.hello(0); p.stay() },
		"null":             func(p *peer, _ int) { p.say(`null`); p.stay() },
		"a cut connection": func(*peer, int) {},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				o := newGateway(t, script).options()
				begin := time.Now()
				if _, err := Connect(t.Context(), o); err == nil ||
					!strings.Contains(err.Error(), "gateway was not ready within 30s") {
					t.Errorf("got %v", err)
				}
				if took := time.Since(begin); took > readyWithin+2*time.Second {
					t.Errorf("took %s", took)
				}
			})
		})
	}
}

func TestAConnectionSucceedsAfterOp7InTheHandshake(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, n int) {
			p.hello(20_000)
			p.hear(`"op":2`)
			if n == 1 {
				p.say(`{"op":7,"d":null}`)
			} else {
				p.ready()
			}
			p.stay()
		})
		connect(t, g.options())
	})
}

func TestFatalCloseCodesNameTheCure(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{
		4004: "developer portal", 4010: "shard", 4011: "more shards", 4012: "update", 4013: "update",
		4014: "Intents",
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				g := newGateway(t, func(p *peer, _ int) {
					p.hello(20_000)
					p.hear(`"op":2`)
					_ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "no"))
					p.stay()
				})
				_, err := Connect(t.Context(), g.options())
				if err == nil || !strings.Contains(err.Error(), want) || len(g.dials) != 1 {
					t.Errorf("got %v after %d connections, want one with %q after 1", err, len(g.dials), want)
				}
			})
		})
	}
}

func TestAFatalCloseOfARunningSessionIsReported(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connected := make(chan struct{})
		g := newGateway(t, func(p *peer, _ int) {
			p.welcome()
			<-connected
			_ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4004, "no"))
			p.stay()
		})
		s := connect(t, g.options())
		close(connected)
		if err := receive(t, s.Done(), "fatal error"); !strings.Contains(err.Error(),
			"does not know this token") {
			t.Errorf("got %v", err)
		}
	})
}

func TestAnUnknownTokenIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t, reply(401, `{"message":"401: Unauthorized","code":0}`))
	_, err := Connect(t.Context(), Options{Token: secretToken, APIURL: s.URL + "/api"})
	if err == nil || !strings.Contains(err.Error(), "does not know this token") ||
		strings.Contains(err.Error(), "Gabcde") {
		t.Errorf("got %v", err)
	}
}

func TestABrokenConnectionIsResumed(t *testing.T) {
	t.Parallel()
	const unacked = "when nothing is acked"
	for name, script := range map[string]func(p *peer){
		"after op 7": func(p *peer) { p.say(`{"op":7,"d":null}`); p.stay() },
		"after a close": func(p *peer) {
			_ = p.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4000, ""))
		},
		"after a cut": func(*peer) {},
		unacked: func(p *peer) {
			for _, _, err := p.ReadMessage(); err == nil; _, _, err = p.ReadMessage() {
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				resumed := make(chan bool, 1)
				g := newGateway(t, func(p *peer, n int) {
					p.hello(20_000)
					if n == 1 {
						p.hear(`"op":2`)
						p.ready()
						script(p)
						return
					}
					resumed <- p.hear(`"op":6`)
					p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
					p.stay()
				})
				s := connect(t, g.options())
				if !receive(t, resumed, "resume") {
					t.Error("the second connection did not resume")
				}
				if got := s.Identifies(); got != 1 {
					t.Errorf("%d identifies, want 1", got)
				}
			})
		})
	}
}

func TestReadyMeansConnectedNow(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		leave, again, welcome := make(chan bool), make(chan bool), make(chan bool)
		g := newGateway(t, func(p *peer, n int) {
			if n == 1 {
				p.welcome()
				<-leave
				return
			}
			close(again)
			<-welcome
			p.hello(20_000)
			p.hear(`"op":6`)
			p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
			p.stay()
		})
		o := g.options()
		welcomes := logged(&o, "gateway is ready")
		s := connect(t, o)
		receive(t, welcomes, "the first welcome")
		if !s.Ready() {
			t.Error("connected: not ready")
		}
		close(leave)
		receive(t, again, "the second connection")
		if s.Ready() {
			t.Error("connecting again: ready")
		}
		close(welcome)
		receive(t, welcomes, "the second welcome")
		if !s.Ready() {
			t.Error("connected again: not ready")
		}
	})
}

func TestAnInvalidSessionIsIdentifiedAnewAfterAPause(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var refused time.Time
		g := newGateway(t, func(p *peer, n int) {
			p.hello(20_000)
			p.hear(`"op":2`)
			if n == 1 {
				refused = time.Now()
				p.say(`{"op":9,"d":false}`)
			} else {
				p.ready()
			}
			p.stay()
		})
		s := connect(t, g.options())
		if paused := g.dials[1].Sub(refused); paused < time.Second || paused > 5*time.Second {
			t.Errorf("paused for %s, want 1 to 5 s", paused)
		}
		if got := s.Identifies(); got != 2 {
			t.Errorf("counted %d identifies, want 2", got)
		}
	})
}

func TestASessionWithoutGatewayGivesUp(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		connected := make(chan struct{})
		g := newGateway(t, func(p *peer, n int) {
			if n == 1 {
				p.welcome()
			}
			<-connected
		})
		s := connect(t, g.options())
		begin := time.Now()
		close(connected)
		if err := <-s.Done(); !strings.Contains(err.Error(), "no gateway for") ||
			time.Since(begin) < offlineLimit {
			t.Errorf("got %v after %s", err, time.Since(begin))
		}
	})
}

func TestTheDelayGrowsOnlyWhileConnectionsFail(t *testing.T) {
	const failures = 8 // of the connections after the second
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, n int) {
			p.hello(20_000)
			if n == 1 {
				p.hear(`"op":2`)
				p.ready()
				return // at once
			}
			p.hear(`"op":6`)
			if n == 2 || n > 2+failures {
				p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
			}
			if n == 4+failures {
				p.stay()
			}
		})
		o := g.options()
		welcomes := logged(&o, "gateway is ready")
		connect(t, o)
		for range 4 {
			<-welcomes
		}
		synctest.Wait()
		for n := 1; n < len(g.dials); n++ { // the delay before connection n+1
			delay, usual := g.dials[n].Sub(g.dials[n-1]), firstRetry
			if n > 2 && n < 3+failures {
				usual <<= n - 2
			}
			if usual = min(usual, lastRetry); delay < usual/2 || delay > usual*3/2 {
				t.Errorf("connection %d came after %s, want %s and half of that more or less",
					n+1, delay, usual)
			}
		}
	})
}
