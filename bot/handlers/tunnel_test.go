package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAClaimThatEndedInAForcedWithdrawalIsAnsweredAgainAlike(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			want := s.Handle(ix)
			bottest.Contains(t, want.Content, s.Say("clock.you-unpayable"))
			if diff := cmp.Diff(want, s.Handle(ix)); diff != "" {
				t.Errorf("at once (-first +second):\n%s", diff)
			}
			s.DrawTwo(id)
			if diff := cmp.Diff(want, s.Handle(ix)); diff != "" {
				t.Errorf("after the other seat's turn (-first +second):\n%s", diff)
			}
			s.NothingBroke()
		})
	}
}

func TestTunnelSurvivesAChangeInAGameWithoutClocks(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Ready(t)
	stale := s.Table(id)
	// as when somebody wants to cancel it
	s.Must(s.Store.Update(t.Context(), s.Game(id), storage.Origin{}, nil))
	r := s.Request(s.Slash(stale.Seats[0].Name, "claim"))
	call := r.Call(id)
	call.Table = stale
	if _, err := s.Bot.Games().Make(t.Context(), call, 1,
		bottest.InNotation(bottest.Dig)(stale.View(1))); err != nil {
		t.Fatal(err)
	}
	if got := s.Game(id).Seats[0].Due; got.IsZero() {
		t.Error("the tunnel has no deadline")
	}
}

func TestUnnoticedTunnelLosesItsButton(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Ready(t)
	thread := s.Game(id).Thread
	s.Move(id, bottest.InNotation(bottest.Dig))
	s.API.Lose = bottest.Losing(bottest.SendTo(thread))
	s.Flush()
	s.API.Lose = nil
	s.Move(id, bottest.InNotation("withdraw"))
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.Standing(thread); rows != 1 {
		t.Errorf("%d messages at the table have buttons, want the last one only", rows)
	}
}

func TestATunnelThatAsksForCardsIsShownToEverybody(t *testing.T) {
	t.Parallel()
	s, id, before := bottest.Digging(t)
	g := s.Game(id)
	got := s.API.Sent(g.Thread)[before:]
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	v := s.Table(id).View(engine.Public)
	speaker := message.Speaker(s.Texts("en"), s.Table(id))
	shown := make([]string, 0, 3)
	for _, c := range v.Tunnel.Revealed {
		shown = append(shown, speaker.Card(&v, c))
	}
	bottest.Contains(t, got[0].Content, g.Seats[0].Name, strings.Join(shown, ", "),
		speaker.Payment(&v, v.Tunnel.Paid), "1 more card")
	if len(shown) != 3 || len(got[0].Files) != 1 || len(got[0].Mention) != 0 || !got[0].Silent {
		t.Errorf("got %d cards shown, %d pictures, mentions %v, silent %v; want 3, 1, none, silent",
			len(shown),
			len(got[0].Files), got[0].Mention, got[0].Silent)
	}
	bottest.Contains(t, string(got[0].Files[0].Data), `"revealed"`)
}

func TestTurnTellsHowItsTunnelEnded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ move, want string }{
		"paid":      {"pay green", "kristiansand--stavanger.1"},
		"withdrawn": {"withdraw", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, id, before := bottest.Digging(t)
			s.Notated(id, c.move)
			g := s.Game(id)
			got := s.API.Sent(g.Thread)[before:]
			if len(got) != 2 {
				t.Fatalf("got %d messages, want the tunnel's and the turn's", len(got))
			}
			bottest.Contains(t, got[1].Content, "<@"+string(g.Seats[1].User)+">")
			if boards := s.Boards(id); len(boards) != 1 {
				t.Errorf("got %d posts with buttons, want only the turn's", len(boards))
			}
			v := s.Table(id).View(engine.Public)
			own := ""
			for _, r := range v.Seats[0].Routes {
				own += v.Lexicon().Routes[r]
			}
			if own != c.want {
				t.Errorf("got routes %q, want %q", own, c.want)
			}
		})
	}
}

func TestATunnelDecidedBeforeItCouldBeShownIsToldOnce(t *testing.T) {
	t.Parallel()
	s, id, before := bottest.Ready(t)
	table := s.Game(id).Thread
	for _, text := range []string{bottest.Dig, "pay green"} { // both before the outbox gets to it
		s.Move(id, bottest.InNotation(text))
	}
	s.Flush()
	if got := len(s.API.Sent(table)) - before; got != 1 {
		t.Errorf("got %d messages, want the turn's alone", got)
	}
}

func TestDiggerWhoMustDecideGetsThePanelAgain(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Digging(t)
	g := s.Game(id)
	got := s.Handle(s.Slash(g.Seats[0].Name, "hand", "game="+string(id)))
	if len(got.Rows) == 0 {
		t.Errorf("the panel offers nothing: %q", got.Content)
	}
	if other := s.Handle(s.Slash(g.Seats[1].Name, "hand",
		"game="+string(id))); len(bottest.Acting(other.Rows)) != 0 {
		t.Errorf("the panel of who is not to move offers %v", other.Rows)
	}
	s.NothingBroke()
}

func TestTheAnswerToADugTunnelTellsItOnce(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Ready(t)
	g := s.Game(id)
	v := s.Table(id).View(1)
	route, _ := v.Lexicon().Route("kristiansand--stavanger.1")
	got := s.Handle(s.Click(g.Seats[0].Name, fmt.Sprintf("do/%s/%d/claim:%d:g2", id, g.Ply, route)))
	v = s.Table(id).View(1)
	if v.Owes != engine.OwesPay {
		t.Fatalf("got %q owed after %q, want a tunnel to pay", v.Owes, got.Content)
	}
	name := message.Speaker(s.Texts("en"), s.Table(id)).Route(route)
	if n := strings.Count(got.Content, name); n != 1 {
		t.Errorf("the tunnel is told of %d times in %q, want once", n, got.Content)
	}
}

func TestUnansweredTunnelIsWithdrawn(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Digging(t)
	v, other := s.Table(id).View(1), s.Table(id).View(2)
	if m, ok := other.Overdue(); ok {
		t.Errorf("got %v for who need not move, want nothing", m)
	}
	m, ok := v.Overdue()
	if want := (engine.Move{Verb: engine.Withdraw}); !ok || !m.Equal(&want) {
		t.Fatalf("got %v, %v, want to withdraw", m, ok)
	}
	s.Move(id, func(engine.View) engine.Move { return m })
	if after := s.Table(id).View(engine.Public); after.Tunnel != nil {
		t.Errorf("got tunnel %v, want none", after.Tunnel)
	}
}

// penniless is diggable with a first seat that has two green cards only: it can dig, and a third
// one is asked for.
func penniless() bottest.StackedTitle {
	title := bottest.Diggable()
	title.Deck = append([]string{}, title.Deck...)
	title.Deck[2] = "red"
	return title
}

// pennilessStage is a game in which the first seat is about to dig a tunnel that it cannot pay for,
// and the click that digs it.
func pennilessStage(t *testing.T, pace string) (*bottest.Stage, match.GameID,
	*discord.Interaction,
) {
	t.Helper()
	s := bottest.New(t)
	s.Pace = pace
	poor := penniless()
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{poor} })
	id := s.RunningOf("nordic", "Ola", "Bo")
	s.Notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	g := s.Game(id)
	route, _ := poor.Lexicon().Route("kristiansand--stavanger.1")
	return s, id, s.Click(g.Seats[0].Name, fmt.Sprintf("do/%s/%d/claim:%d:g2", id, g.Ply, route))
}

func TestUnaffordableTunnelIsWithdrawnAtOnce(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			g := s.Game(id)
			said := len(s.API.Sent(g.Thread))
			got := s.Handle(ix)
			bottest.Contains(t, got.Content, s.Say("clock.you-unpayable"))
			s.Flush()
			moves, err := s.Store.Moves(t.Context(), id, -1)
			s.Must(err)
			if last := moves[len(moves)-1]; last.Text != "withdraw" || last.Seat != 1 ||
				s.Game(id).ToMove[0] != g.Seats[1].User {
				t.Fatalf("got %+v as the last move, want to withdraw", last)
			}
			table := s.API.Sent(g.Thread)[said:]
			if len(table) != 1 {
				t.Fatalf("got %d messages at the table, want the turn alone", len(table))
			}
			bottest.Contains(t, table[0].Content, s.Say("clock.unpayable", "Who", g.Seats[0].Name))
			s.NothingBroke()
		})
	}
}

// interrupted is a store whose process ends before a change that messages follow.
type interrupted struct{ storage.Store }

func (interrupted) Append(context.Context, match.GameID, match.Move, match.RowUpdate,
	storage.Origin, []storage.Message,
) error {
	return context.Canceled
}

func TestTunnelAndForcedWithdrawalAreOneTransaction(t *testing.T) {
	t.Parallel()
	s, id, ix := pennilessStage(t, "none")
	s.Remake(func(o *bot.Options) { o.Store = interrupted{s.Store} })
	before := s.Game(id)
	s.Handle(ix)
	if got := s.Game(id); got.Ply != before.Ply || got.Rev != before.Rev {
		t.Fatalf("got ply %d and revision %d, want %d and %d", got.Ply, got.Rev, before.Ply, before.Rev)
	}
	s.Reopen()
	s.Remake(func(o *bot.Options) { o.Store = s.Store })
	s.Handle(ix)
	s.WantWithdrawn(id)
	if got := s.Game(id); got.Ply != before.Ply+2 || got.Rev != before.Rev+1 {
		t.Errorf("got ply %d and revision %d, want two moves by one change", got.Ply, got.Rev)
	}
}
