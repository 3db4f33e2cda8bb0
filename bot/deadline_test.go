package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// keepDeadlines lets the time pass, makes the moves of those whose time is up, and sends what is to be told of them.
func (s *stage) keepDeadlines(d time.Duration) {
	s.t.Helper()
	s.clock = s.clock.Add(d)
	s.must(s.bot.KeepClocks(s.t.Context()))
	s.flush()
}

// wantWithdrawn checks that the first seat's tunnel was withdrawn from by the bot, and that no deadline is left.
func (s *stage) wantWithdrawn(id match.GameID) {
	s.t.Helper()
	moves, err := s.store.Moves(s.t.Context(), id, -1)
	s.must(err)
	last := moves[len(moves)-1]
	if last.Seat != 1 || last.Text != "withdraw" || !last.At.Equal(s.clock) {
		s.t.Errorf("got %+v as the last move, want seat 1 to withdraw at %s", last, s.clock)
	}
	s.noDeadline()
}

func (s *stage) noDeadline() {
	s.t.Helper()
	if next, err := s.store.NextDeadline(s.t.Context()); !errors.Is(err, storage.ErrNotFound) {
		s.t.Errorf("got a deadline at %v (%v), want none", next, err)
	}
}

func TestWhoeverHasToAnswerIsShownUntilWhen(t *testing.T) {
	s, id, before := digging(t)
	g := s.game(id)
	due := start.Add(DefaultPatience)
	if got := g.Seats[0].Due; !got.Equal(due) || !g.Seats[1].Due.IsZero() {
		t.Fatalf("got deadlines %v and %v, want %v and none", got, g.Seats[1].Due, due)
	}
	stamps := []string{fmt.Sprintf("<t:%d:f>", due.Unix()), fmt.Sprintf("<t:%d:R>", due.Unix())}
	hand := s.handle(s.slash(g.Seats[0].Name, "hand", "game="+string(id)))
	contains(t, hand.Content, s.say("deadline.ask-withdraw", "Time", stamps[0], "In", stamps[1]))
	asked := s.handle(s.slash(g.Seats[0].Name, "pay", "game="+string(id)))
	contains(t, asked.Content, stamps...)
	contains(t, s.api.Sent(g.Thread)[before].Content, s.say("deadline.until", "Who", g.Seats[0].Name, "Time", stamps[0], "In", stamps[1]))
	if other := s.handle(s.slash(g.Seats[1].Name, "hand", "game="+string(id))); strings.Contains(other.Content, "<t:") {
		t.Errorf("who has nothing to answer is given a time: %q", other.Content)
	}
	s.nothingBroke()
}

func TestTheDMPanelShowsUntilWhenToAnswer(t *testing.T) {
	s, id, _ := digging(t)
	g := s.game(id)
	posts, err := s.store.Posts(t.Context(), id, tell.PostPanel)
	s.must(err)
	edits := s.api.Calls(discordtest.Edit)
	i := slices.IndexFunc(edits, func(c discordtest.Call) bool { return string(c.ID) == posts[0].Message })
	if i < 0 {
		t.Fatalf("the panel %v was not brought up to date", posts)
	}
	contains(t, *edits[i].Edit.Content, fmt.Sprintf("<t:%d:R>", g.Seats[0].Due.Unix()))
}

func TestWhenTheTimeIsUpTheBotWithdrawsAndSaysSo(t *testing.T) {
	s, id, before := digging(t)
	g := s.game(id)
	s.keepDeadlines(DefaultPatience - time.Microsecond)
	if got := s.game(id).Ply; got != g.Ply {
		t.Fatalf("got ply %d before the time was up, want %d", got, g.Ply)
	}
	told := len(s.dm(g.Seats[0].Name))
	s.keepDeadlines(time.Microsecond)
	s.wantWithdrawn(id)

	table := s.api.Sent(g.Thread)[before:]
	if len(table) != 2 {
		t.Fatalf("got %d messages at the table, want the tunnel's and the turn's", len(table))
	}
	contains(t, table[1].Content, s.say("deadline.passed-withdraw", "Who", g.Seats[0].Name), "<@"+g.Seats[1].User+">")
	if len(table[1].Files) != 1 || len(table[1].Mention) > 0 {
		t.Errorf("got %d pictures and mentions %v, want the board and none", len(table[1].Files), table[1].Mention)
	}
	direct := s.dm(g.Seats[0].Name)[told:]
	if len(direct) != 1 {
		t.Fatalf("got %d direct messages to who was late, want 1", len(direct))
	}
	contains(t, direct[0].Content, s.say("deadline.you-passed-withdraw"), string(id), "You withdraw")
	if len(direct[0].Rows) != 0 {
		t.Errorf("the direct message offers %v", direct[0].Rows)
	}
	next := s.dm(g.Seats[1].Name)
	contains(t, next[len(next)-1].Content, "**Your turn.** Draw cards, claim a route or draw tickets.")
	s.nothingBroke()
}

func TestWhoReadsPolishIsToldInPolish(t *testing.T) {
	s, id, _ := digging(t)
	name := s.game(id).Seats[0].Name
	u, err := s.store.User(t.Context(), person(name).ID)
	s.must(err)
	u.Locale = "pl"
	s.must(s.store.SaveUser(t.Context(), u))
	s.keepDeadlines(DefaultPatience)
	direct := s.dm(name)
	contains(t, direct[len(direct)-1].Content, s.bot.o.Catalog.Texts("pl").Say("deadline.you-passed-withdraw"))
}

func TestAnAnswerInTimeLiftsTheDeadline(t *testing.T) {
	for name, move := range map[string]string{"paid": "pay green", "withdrawn": "withdraw"} {
		t.Run(name, func(t *testing.T) {
			s, id, before := digging(t)
			s.clock = s.clock.Add(DefaultPatience - time.Second)
			s.notated(id, move)
			s.noDeadline()
			ply := s.game(id).Ply
			s.keepDeadlines(DefaultPatience)
			if got := s.game(id).Ply; got != ply {
				t.Errorf("got ply %d, want %d: there was nothing to do for anybody", got, ply)
			}
			for _, m := range s.api.Sent(s.game(id).Thread)[before+1:] {
				if strings.Contains(m.Content, "⏰") {
					t.Errorf("the table is told of a deadline: %q", m.Content)
				}
			}
		})
	}
}

func TestALateAnswerCountsIfTheBotWasLaterStill(t *testing.T) {
	s, id, _ := digging(t)
	s.clock = s.clock.Add(2 * DefaultPatience)
	s.notated(id, "pay green")
	ply := s.game(id).Ply
	s.keepDeadlines(0)
	if got := s.game(id).Ply; got != ply {
		t.Errorf("got ply %d, want %d", got, ply)
	}
}

func TestADeadlineOutlastsARestart(t *testing.T) {
	s, id, _ := digging(t)
	s.reopen()
	s.remake(func(o *Options) { o.Titles = []engine.Title{diggable()} })
	s.keepDeadlines(DefaultPatience - time.Second)
	if got := s.table(id).View(engine.Public).Owes; got != engine.OwesPay {
		t.Fatalf("got %q owed before the time was up, want the tunnel's payment", got)
	}
	s.reopen()
	s.remake(func(o *Options) { o.Titles = []engine.Title{diggable()} })
	s.keepDeadlines(time.Hour)
	s.wantWithdrawn(id)
}

// sneaking is a store in which something happens just before a move of the bot's own is appended.
type sneaking struct {
	storage.Store
	before func()
}

func (s *sneaking) Append(ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message) error {
	if before := s.before; why.Interaction == "" && before != nil {
		s.before = nil
		before()
	}
	return s.Store.Append(ctx, id, m, p, why, out)
}

func TestWhoAnswersJustBeforeTheBotMovesHasAnswered(t *testing.T) {
	s, id, _ := digging(t)
	s.clock = s.clock.Add(DefaultPatience)
	store := &sneaking{Store: s.store, before: func() { s.move(id, inNotation("pay green")) }}
	s.remake(func(o *Options) { o.Store = store })
	ply := s.game(id).Ply
	s.keepDeadlines(0)
	moves, err := s.store.Moves(t.Context(), id, -1)
	s.must(err)
	if len(moves) != int(ply)+1 || moves[ply].Text != "pay green" {
		t.Errorf("got moves %v, want the answer as the last", moves[ply:])
	}
	s.noDeadline()
	if dms := s.dm(s.game(id).Seats[0].Name); strings.Contains(dms[len(dms)-1].Content, s.say("deadline.you-passed-withdraw")) {
		t.Error("who has answered is told of a withdrawal")
	}
}

func TestEachGameHasItsOwnTime(t *testing.T) {
	s, first, _ := digging(t)
	s.clock = s.clock.Add(time.Hour)
	second := s.runningOf("nordic", "Cy", "Di")
	s.notated(second, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna", dig)
	s.keepDeadlines(DefaultPatience - time.Hour)
	if a, b := s.table(first).View(engine.Public).Owes, s.table(second).View(engine.Public).Owes; a != engine.OwesTurn || b != engine.OwesPay {
		t.Fatalf("got %q and %q owed, want only the first tunnel withdrawn from", a, b)
	}
	s.keepDeadlines(time.Hour)
	s.wantWithdrawn(second)
}

func TestACancelledGameHasNoDeadline(t *testing.T) {
	s, id, _ := digging(t)
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.handle(s.click("Bo", press.Button(press.Stop, id)))
	s.noDeadline()
	g := s.game(id)
	s.keepDeadlines(DefaultPatience)
	if after := s.game(id); after.State != match.Cancelled || after.Ply != g.Ply {
		t.Errorf("got %s at ply %d, want cancelled at %d", after.State, after.Ply, g.Ply)
	}
}

// listing is a store that lists deadlines which are none any more, as another process may have made them.
type listing struct {
	storage.Store
	passed []match.Deadline
}

func (l *listing) Overdue(context.Context, time.Time, int) ([]match.Deadline, error) {
	passed := l.passed
	l.passed = nil
	return passed, nil
}

func TestADeadlineThatIsNoneAnyMoreMovesNothing(t *testing.T) {
	s, id, _ := digging(t)
	other := s.runningOf("nordic", "Cy", "Di")
	s.notated(other, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna", dig)
	stale := []match.Deadline{
		{Game: id, Seat: 1, Due: s.game(id).Seats[0].Due},
		{Game: other, Seat: 1, Due: s.game(other).Seats[0].Due.Add(-time.Second)},
		{Game: other, Seat: 2, Due: s.clock},
		{Game: other, Seat: 9, Due: s.clock}, // there is no such seat
		{Game: "nobody", Seat: 1, Due: s.clock},
	}
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.handle(s.click("Bo", press.Button(press.Stop, id)))
	plies := s.game(id).Ply + s.game(other).Ply
	s.remake(func(o *Options) { o.Store = &listing{s.store, stale} })
	s.keepDeadlines(2 * DefaultPatience)
	if got := s.game(id).Ply + s.game(other).Ply; got != plies {
		t.Errorf("got %d plies, want %d", got, plies)
	}
}

func TestWithoutATableTheTimeIsUpAllTheSame(t *testing.T) {
	s, id, _ := digging(t)
	g := s.game(id)
	s.bot.Event(t.Context(), discord.Event{Kind: discord.ThreadGone, Guild: guild, Channel: g.Thread})
	s.keepDeadlines(DefaultPatience)
	s.wantWithdrawn(id)
	dms := s.dm(g.Seats[0].Name)
	contains(t, dms[len(dms)-1].Content, s.say("deadline.you-passed-withdraw"))
	if due := s.due(); len(due) != 0 {
		t.Errorf("got %v left to say, want nothing", due)
	}
}

func TestATimeForWhichThereIsNoMoveIsLifted(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	g.Seats[1].Due = s.clock
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	said := len(s.api.Sent(g.Thread))
	s.keepDeadlines(0)
	if got := s.game(id).Ply; got != g.Ply {
		t.Errorf("got ply %d, want %d: the other seat is to move", got, g.Ply)
	}
	if got := len(s.api.Sent(g.Thread)); got != said {
		t.Errorf("the table was told %d messages", got-said)
	}
	s.noDeadline()
}

func TestAGameThatCannotBeLoadedHoldsNoOtherUp(t *testing.T) {
	s, id, _ := digging(t)
	lost := match.Game{
		ID: "lost1", State: match.Running, Title: "gone", Version: 1, Seed: engine.Seed{1}, Created: s.clock, Updated: s.clock,
		Seats: []match.Seat{{User: "1", Name: "A", Clock: match.Clock{Due: s.clock}}, {User: "2", Name: "B"}},
	}
	s.must(s.store.Create(t.Context(), lost, storage.Origin{}, nil))
	s.clock = s.clock.Add(DefaultPatience)
	s.keepDeadlines(0)
	moves, err := s.store.Moves(t.Context(), id, -1)
	s.must(err)
	if got := moves[len(moves)-1].Text; got != "withdraw" {
		t.Errorf("got %q as the other game's last move, want it withdrawn", got)
	}
	if got, want := s.game("lost1").Seats[0].Due, s.clock.Add(15*time.Minute); !got.Equal(want) {
		t.Errorf("got the lost game's deadline at %v, want it put off to %v", got, want)
	}
}

func TestADugTunnelDeliveredTwiceIsAnsweredAlike(t *testing.T) {
	s, id, _ := ready(t)
	g := s.game(id)
	v := s.table(id).View(1)
	route, _ := v.Lexicon().Route("kristiansand--stavanger.1")
	ix := s.click(g.Seats[0].Name, fmt.Sprintf("g/%s/%d/claim/%d/g2", id, g.Ply, route))
	first := s.handle(ix)
	s.clock = s.clock.Add(time.Minute)
	s.notated(id, "pay green")
	if diff := cmp.Diff(first.Content, s.handle(ix).Content); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	contains(t, first.Content, fmt.Sprintf("<t:%d:R>", start.Add(DefaultPatience).Unix()))
}
