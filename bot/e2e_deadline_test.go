package bot_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
)

// dug starts a game of Nordic Countries in which the first of two people has dug a tunnel that asks
// for a card. It returns the message in which they are asked about it, and the game.
func dug(t *testing.T) (l *line, id match.GameID, digger *sandbox.User, asked *sandbox.Message) {
	t.Helper()
	l = openLine(t, &Line{
		Title: "nordic", Pace: "none",
		Deals: []engine.Title{bottest.Diggable()},
	}, "Ola", "Bo")
	id = l.ready("Ola", "Bo")
	digger = l.mover(id)
	sure := l.Reply(digger.Slash(l.Thread(id), "claim",
		sandbox.Opt("route", "kristiansand--stavanger.1"), sandbox.Opt("cards", "2green")))
	claim, _ := button(sure, "/claim:")
	asked = l.Reply(sure.Click(digger, claim.CustomID))
	l.settled()
	bottest.Contains(t, asked.Content, "⏰", "<t:")
	bottest.Contains(t, l.Thread(id).Last().Content, "⏰", "<t:")
	return l, id, digger, asked
}

// withdrawn waits until the table has been told that the digger did not answer in time, and the
// others of their turns.
func (l *line) withdrawn(id match.GameID, digger *sandbox.User) {
	l.T.Helper()
	l.Until("the withdrawal at the table", func() bool {
		return strings.Contains(l.Thread(id).Last().Content, l.Say("deadline.passed-withdraw", "Who",
			digger.Name()))
	})
	l.settled()
	dms := digger.DMs()
	bottest.Contains(l.T, dms[len(dms)-1].Content, l.Say("deadline.you-passed-withdraw"))
	next := l.mover(id)
	if next.ID() == digger.ID() || !strings.Contains(l.Thread(id).Last().Content, "<@"+next.ID()+">") {
		l.T.Errorf("%s is to move, and the table says %q", next.Name(), l.Thread(id).Last().Content)
	}
	l.turnByDM(id, next) // the game goes on
	if list := l.refusals(); len(list) > 0 {
		l.T.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

func TestUnansweredTunnelIsWithdrawnOnDiscord(t *testing.T) {
	t.Parallel()
	l, id, digger, _ := dug(t)
	l.Clock.Forward(bot.DefaultPatience)
	l.withdrawn(id, digger)
}

func TestDeadlineMissedWhileDownPassesAtTheStart(t *testing.T) {
	t.Parallel()
	l, id, digger, _ := dug(t)
	l.End()
	l.Clock.Forward(2 * bot.DefaultPatience)
	l.Start()
	l.withdrawn(id, digger)
}

func TestTunnelPaidForInTimeIsKept(t *testing.T) {
	t.Parallel()
	l, id, digger, asked := dug(t)
	l.Clock.Forward(bot.DefaultPatience - time.Hour)
	l.End()
	l.Start()
	pay, _ := button(asked, "/pay:")
	l.Reply(asked.Click(digger, pay.CustomID))
	l.settled()
	ply := l.Game(id).Ply
	l.Clock.Forward(bot.DefaultPatience)
	l.turnByDM(id, l.mover(id))
	l.settled()
	moves, err := l.Store.Moves(l.Ctx, id, -1)
	l.Must(err)
	if got := moves[ply-1].Text; !strings.HasPrefix(got, "pay ") {
		t.Errorf("got %q, want the payment", got)
	}
	for _, m := range l.Thread(id).Messages() {
		if strings.Contains(m.Content, l.Say("deadline.passed-withdraw", "Who", digger.Name())) {
			t.Errorf("the table is told %q", m.Content)
		}
	}
}
