package bot

import (
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot/sandbox/testapi"
	"konduktor/engine"
	"konduktor/engine/match"
)

// handClock goes with the real time until it is put forward.
type handClock struct {
	mu      sync.Mutex
	ahead   time.Duration
	waiting map[chan time.Time]bool
}

func (c *handClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// after makes a timer. It may fire early: when the clock is put forward all do. Waits under a second, which are those of the
// outbox's pace, take no real time: the clock is put forward by them.
func (c *handClock) after(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fires := make(chan time.Time, 2)
	if d < time.Second {
		c.ahead += d
		fires <- time.Time{}
		return fires, func() {}
	}
	c.waiting[fires] = true
	timer := time.AfterFunc(d, func() { fires <- time.Time{} })
	return fires, func() {
		timer.Stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, fires)
	}
}

func (c *handClock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for fires := range c.waiting {
		fires <- time.Time{}
		delete(c.waiting, fires)
	}
}

// dug starts a game of Nordic Countries in which the first of two people has dug a tunnel that asks for a card. It returns
// the message in which they are asked about it, and the game.
func dug(t *testing.T) (l *line, id match.GameID, digger *testapi.User, asked *testapi.Message) {
	t.Helper()
	l = openLine(t, &line{title: "nordic", pace: "none", deals: []engine.Title{diggable()}}, "Ola", "Bo")
	id = l.ready("Ola", "Bo")
	digger = l.mover(id)
	sure := l.reply(digger.Slash(l.thread(id), "claim", testapi.Opt("route", "kristiansand--stavanger.1"), testapi.Opt("cards", "2green")))
	claim, _ := button(sure, "/claim:")
	asked = l.reply(sure.Click(digger, claim.CustomID))
	l.settled()
	contains(t, asked.Content, "⏰", "<t:")
	contains(t, l.thread(id).Last().Content, "⏰", "<t:")
	return l, id, digger, asked
}

// withdrawn waits until the table has been told that the digger did not answer in time, and the others of their turns.
func (l *line) withdrawn(id match.GameID, digger *testapi.User) {
	l.t.Helper()
	l.until("the withdrawal at the table", func() bool {
		return strings.Contains(l.thread(id).Last().Content, l.say("deadline.passed-withdraw", "Who", digger.Name()))
	})
	l.settled()
	dms := digger.DMs()
	contains(l.t, dms[len(dms)-1].Content, l.say("deadline.you-passed-withdraw"))
	next := l.mover(id)
	if next.ID() == digger.ID() || !strings.Contains(l.thread(id).Last().Content, "<@"+next.ID()+">") {
		l.t.Errorf("%s is to move, and the table says %q", next.Name(), l.thread(id).Last().Content)
	}
	l.turnByDM(id, next) // the game goes on
	if list := l.refusals(); len(list) > 0 {
		l.t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

func TestATunnelThatNobodyAnswersForIsWithdrawnFromOnDiscord(t *testing.T) {
	t.Parallel()
	l, id, digger, _ := dug(t)
	l.clock.forward(DefaultPatience)
	l.withdrawn(id, digger)
}

func TestATimeThatIsUpWhileTheBotIsDownIsUpAtItsStart(t *testing.T) {
	t.Parallel()
	l, id, digger, _ := dug(t)
	l.end()
	l.clock.forward(2 * DefaultPatience)
	l.start()
	l.withdrawn(id, digger)
}

func TestWhoPaysForATunnelInTimeHasIt(t *testing.T) {
	t.Parallel()
	l, id, digger, asked := dug(t)
	l.clock.forward(DefaultPatience - time.Hour)
	l.end()
	l.start()
	pay, _ := button(asked, "/pay:")
	l.reply(asked.Click(digger, pay.CustomID))
	l.settled()
	ply := l.game(id).Ply
	l.clock.forward(DefaultPatience)
	l.turnByDM(id, l.mover(id))
	l.settled()
	moves, err := l.store.Moves(l.ctx, id, -1)
	l.must(err)
	if got := moves[ply-1].Text; !strings.HasPrefix(got, "pay ") {
		t.Errorf("got %q, want the payment", got)
	}
	for _, m := range l.thread(id).Messages() {
		if strings.Contains(m.Content, l.say("deadline.passed-withdraw", "Who", digger.Name())) {
			t.Errorf("the table is told %q", m.Content)
		}
	}
}
