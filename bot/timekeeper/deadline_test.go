package timekeeper_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestSeatThatOwesAnAnswerIsShownItsDeadline(t *testing.T) {
	s, id, before := bottest.Digging(t)
	g := s.Game(id)
	due := bottest.Start.Add(bot.DefaultPatience)
	if got := g.Seats[0].Due; !got.Equal(due) || !g.Seats[1].Due.IsZero() {
		t.Fatalf("got deadlines %v and %v, want %v and none", got, g.Seats[1].Due, due)
	}
	stamps := []string{fmt.Sprintf("<t:%d:f>", due.Unix()), fmt.Sprintf("<t:%d:R>", due.Unix())}
	hand := s.Handle(s.Slash(g.Seats[0].Name, "hand", "game="+string(id)))
	bottest.Contains(t, hand.Content, s.Say("deadline.ask-withdraw", "Time", stamps[0], "In",
		stamps[1]))
	asked := s.Handle(s.Slash(g.Seats[0].Name, "pay", "game="+string(id)))
	bottest.Contains(t, asked.Content, stamps...)
	bottest.Contains(t, s.API.Sent(g.Thread)[before].Content, s.Say("deadline.until", "Who",
		g.Seats[0].Name, "Time", stamps[0], "In", stamps[1]))
	if other := s.Handle(s.Slash(g.Seats[1].Name, "hand",
		"game="+string(id))); strings.Contains(other.Content, "<t:") {
		t.Errorf("who has nothing to answer is given a time: %q", other.Content)
	}
	s.NothingBroke()
}

func TestDMPanelShowsTheDeadline(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	g := s.Game(id)
	posts := s.PanelsOf(id, 1)
	edits := s.API.Calls(discordtest.Edit)
	i := slices.IndexFunc(edits, func(c discordtest.Call) bool {
		return string(c.ID) == string(posts[0].Message)
	})
	if i < 0 {
		t.Fatalf("the panel %v was not brought up to date", posts)
	}
	bottest.Contains(t, *edits[i].Edit.Content, fmt.Sprintf("<t:%d:R>", g.Seats[0].Due.Unix()))
}

func TestWhenTheTimeIsUpTheBotWithdrawsAndSaysSo(t *testing.T) {
	s, id, before := bottest.Digging(t)
	g := s.Game(id)
	s.KeepDeadlines(bot.DefaultPatience - time.Microsecond)
	if got := s.Game(id).Ply; got != g.Ply {
		t.Fatalf("got ply %d before the time was up, want %d", got, g.Ply)
	}
	told := len(s.DM(g.Seats[0].Name))
	s.KeepDeadlines(time.Microsecond)
	s.WantWithdrawn(id)

	table := s.API.Sent(g.Thread)[before:]
	if len(table) != 2 {
		t.Fatalf("got %d messages at the table, want the tunnel's and the turn's", len(table))
	}
	bottest.Contains(t, table[1].Content, s.Say("deadline.passed-withdraw", "Who", g.Seats[0].Name),
		"<@"+string(g.Seats[1].User)+">")
	if len(table[1].Files) != 1 || len(table[1].Mention) > 0 {
		t.Errorf("got %d pictures and mentions %v, want the board and none", len(table[1].Files),
			table[1].Mention)
	}
	direct := s.DM(g.Seats[0].Name)[told:]
	if len(direct) != 1 {
		t.Fatalf("got %d direct messages to who was late, want 1", len(direct))
	}
	bottest.Contains(t, direct[0].Content, s.Say("deadline.you-passed-withdraw"),
		"The conductor (for you) withdraws")
	if len(direct[0].Rows) != 0 {
		t.Errorf("the direct message offers %v", direct[0].Rows)
	}
	next := s.DM(g.Seats[1].Name)
	bottest.Contains(t, next[len(next)-1].Content,
		"**Your turn** · ")
	s.NothingBroke()
}

func TestPolishReaderIsToldInPolish(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	name := s.Game(id).Seats[0].Name
	u, err := s.Store.User(t.Context(), bottest.Person(name).ID)
	s.Must(err)
	u.Locale = "pl"
	s.Must(s.Store.SaveUser(t.Context(), u))
	s.KeepDeadlines(bot.DefaultPatience)
	direct := s.DM(name)
	bottest.Contains(t, direct[len(direct)-1].Content,
		s.Texts("pl").Say("deadline.you-passed-withdraw"))
}

func TestAnAnswerInTimeLiftsTheDeadline(t *testing.T) {
	for name, move := range map[string]string{"paid": "pay green", "withdrawn": "withdraw"} {
		t.Run(name, func(t *testing.T) {
			s, id, before := bottest.Digging(t)
			s.Clock = s.Clock.Add(bot.DefaultPatience - time.Second)
			s.Notated(id, move)
			s.NoDeadline()
			ply := s.Game(id).Ply
			s.KeepDeadlines(bot.DefaultPatience)
			if got := s.Game(id).Ply; got != ply {
				t.Errorf("got ply %d, want %d: there was nothing to do for anybody", got, ply)
			}
			for _, m := range s.API.Sent(s.Game(id).Thread)[before+1:] {
				if strings.Contains(m.Content, "⏰") {
					t.Errorf("the table is told of a deadline: %q", m.Content)
				}
			}
		})
	}
}

func TestLateAnswerCountsIfTheBotIsLater(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	s.Clock = s.Clock.Add(2 * bot.DefaultPatience)
	s.Notated(id, "pay green")
	ply := s.Game(id).Ply
	s.KeepDeadlines(0)
	if got := s.Game(id).Ply; got != ply {
		t.Errorf("got ply %d, want %d", got, ply)
	}
}

func TestADeadlineOutlastsARestart(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	s.Reopen()
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{bottest.Diggable()} })
	s.KeepDeadlines(bot.DefaultPatience - time.Second)
	if got := s.Table(id).View(engine.Public).Owes; got != engine.OwesPay {
		t.Fatalf("got %q owed before the time was up, want the tunnel's payment", got)
	}
	s.Reopen()
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{bottest.Diggable()} })
	s.KeepDeadlines(time.Hour)
	s.WantWithdrawn(id)
}

// sneaking is a store in which something happens just before a move of the bot's own is appended.
type sneaking struct {
	storage.Store
	before func()
}

func (s *sneaking) Append(ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate,
	why storage.Origin, out []storage.Message,
) error {
	if before := s.before; why.Interaction == "" && before != nil {
		s.before = nil
		before()
	}
	return s.Store.Append(ctx, id, m, p, why, out)
}

func TestAnswerJustBeforeTheBotsMoveCounts(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	s.Clock = s.Clock.Add(bot.DefaultPatience)
	store := &sneaking{Store: s.Store, before: func() { s.Move(id, bottest.InNotation("pay green")) }}
	s.Remake(func(o *bot.Options) { o.Store = store })
	ply := s.Game(id).Ply
	s.KeepDeadlines(0)
	moves, err := s.Store.Moves(t.Context(), id, -1)
	s.Must(err)
	if len(moves) != int(ply)+1 || moves[ply].Text != "pay green" {
		t.Errorf("got moves %v, want the answer as the last", moves[ply:])
	}
	s.NoDeadline()
	if dms := s.DM(s.Game(id).Seats[0].Name); strings.Contains(dms[len(dms)-1].Content,
		s.Say("deadline.you-passed-withdraw")) {
		t.Error("who has answered is told of a withdrawal")
	}
}

func TestEachGameHasItsOwnTime(t *testing.T) {
	s, first, _ := bottest.Digging(t)
	s.Clock = s.Clock.Add(time.Hour)
	second := s.RunningOf("nordic", "Cy", "Di")
	s.Notated(second, "keep oslo--kobenhavn oslo--stavanger",
		"keep helsinki--lieksa helsinki--kiruna", bottest.Dig)
	s.KeepDeadlines(bot.DefaultPatience - time.Hour)
	if a, b := s.Table(first).View(engine.Public).Owes,
		s.Table(second).View(engine.Public).Owes; a != engine.OwesTurn || b != engine.OwesPay {
		t.Fatalf("got %q and %q owed, want only the first tunnel withdrawn from", a, b)
	}
	s.KeepDeadlines(time.Hour)
	s.WantWithdrawn(second)
}

func TestACancelledGameHasNoDeadline(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Handle(s.Click("Bo", customid.Button(customid.Stop, id)))
	s.NoDeadline()
	g := s.Game(id)
	s.KeepDeadlines(bot.DefaultPatience)
	if after := s.Game(id); after.State != match.Cancelled || after.Ply != g.Ply {
		t.Errorf("got %s at ply %d, want cancelled at %d", after.State, after.Ply, g.Ply)
	}
}

// listing is a store that lists deadlines which are none any more, as another process may have made
// them.
type listing struct {
	storage.Store
	passed []match.Deadline
}

func (l *listing) Overdue(context.Context, time.Time, int) ([]match.Deadline, error) {
	passed := l.passed
	l.passed = nil
	return passed, nil
}

func TestStaleDeadlineMakesNoMove(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	other := s.RunningOf("nordic", "Cy", "Di")
	s.Notated(other, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna",
		bottest.Dig)
	stale := []match.Deadline{
		{Game: id, Seat: 1, Due: s.Game(id).Seats[0].Due},
		{Game: other, Seat: 1, Due: s.Game(other).Seats[0].Due.Add(-time.Second)},
		{Game: other, Seat: 2, Due: s.Clock},
		{Game: other, Seat: 9, Due: s.Clock}, // there is no such seat
		{Game: "nobody", Seat: 1, Due: s.Clock},
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Handle(s.Click("Bo", customid.Button(customid.Stop, id)))
	plies := s.Game(id).Ply + s.Game(other).Ply
	s.Remake(func(o *bot.Options) { o.Store = &listing{s.Store, stale} })
	s.KeepDeadlines(2 * bot.DefaultPatience)
	if got := s.Game(id).Ply + s.Game(other).Ply; got != plies {
		t.Errorf("got %d plies, want %d", got, plies)
	}
}

func TestDeadlinePassesWithoutATableToo(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	g := s.Game(id)
	s.Bot.Event(t.Context(), discord.Event{
		Kind: discord.ThreadGone, Guild: bottest.Guild,
		Channel: g.Thread,
	})
	s.KeepDeadlines(bot.DefaultPatience)
	s.WantWithdrawn(id)
	dms := s.DM(g.Seats[0].Name)
	bottest.Contains(t, dms[len(dms)-1].Content, s.Say("deadline.you-passed-withdraw"))
	if due := s.Due(); len(due) != 0 {
		t.Errorf("got %v left to say, want nothing", due)
	}
}

func TestDeadlineWithoutAMoveIsLifted(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	g.Seats[1].Due = s.Clock
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	said := len(s.API.Sent(g.Thread))
	s.KeepDeadlines(0)
	if got := s.Game(id).Ply; got != g.Ply {
		t.Errorf("got ply %d, want %d: the other seat is to move", got, g.Ply)
	}
	if got := len(s.API.Sent(g.Thread)); got != said {
		t.Errorf("the table was told %d messages", got-said)
	}
	s.NoDeadline()
}

func TestGameThatCannotBeLoadedBlocksNoOther(t *testing.T) {
	s, id, _ := bottest.Digging(t)
	lost := match.Game{
		ID: "lost1", State: match.Running, Title: "gone", Version: 1, Seed: engine.Seed{1},
		Created: s.Clock, Updated: s.Clock,
		Seats: []match.Seat{
			{User: "1", Name: "A", Clock: match.Clock{Due: s.Clock}},
			{User: "2", Name: "B"},
		},
	}
	s.Must(s.Store.Create(t.Context(), lost, storage.Origin{}, nil))
	s.Clock = s.Clock.Add(bot.DefaultPatience)
	s.KeepDeadlines(0)
	moves, err := s.Store.Moves(t.Context(), id, -1)
	s.Must(err)
	if got := moves[len(moves)-1].Text; got != "withdraw" {
		t.Errorf("got %q as the other game's last move, want it withdrawn", got)
	}
	if got, want := s.Game("lost1").Seats[0].Due, s.Clock.Add(15*time.Minute); !got.Equal(want) {
		t.Errorf("got the lost game's deadline at %v, want it put off to %v", got, want)
	}
}

func TestADugTunnelDeliveredTwiceIsAnsweredAlike(t *testing.T) {
	s, id, _ := bottest.Ready(t)
	g := s.Game(id)
	v := s.Table(id).View(1)
	route, _ := v.Lexicon().Route("kristiansand--stavanger.1")
	ix := s.Click(g.Seats[0].Name, fmt.Sprintf("do/%s/%d/claim:%d:g2", id, g.Ply, route))
	first := s.Handle(ix)
	s.Clock = s.Clock.Add(time.Minute)
	s.Notated(id, "pay green")
	if diff := cmp.Diff(first.Content, s.Handle(ix).Content); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	bottest.Contains(t, first.Content, fmt.Sprintf("<t:%d:R>",
		bottest.Start.Add(bot.DefaultPatience).Unix()))
}
