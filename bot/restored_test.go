package bot_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine/match"
	"konduktor/storage"
)

// markRestored marks the database of a stage as restored from a copy of this moment.
func markRestored(s *bottest.Stage) {
	s.T.Helper()
	mark := storage.NewRestored(time.Now(), s.Clock)
	before, err := s.Store.Setting(s.T.Context(), storage.RestoredKey)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		s.T.Fatal(err)
	}
	s.Must(s.Store.SwapSetting(s.T.Context(), storage.RestoredKey, before, mark.Encode()))
}

// tellingOfRestore counts messages that tell of a restore.
func tellingOfRestore(s *bottest.Stage, channel match.ChannelID) (n int) {
	s.T.Helper()
	for _, m := range s.API.Sent(channel) {
		if strings.Contains(m.Content, "Restored from a copy") {
			n++
		}
	}
	return n
}

// tables returns the tables of some running games.
func tables(s *bottest.Stage, n int) (ids []match.GameID) {
	s.T.Helper()
	for range n {
		ids = append(ids, s.Playing("Ola", "Bo"))
	}
	return ids
}

// eachToldOnce wants each table to have read of the restore once, after one more start.
func eachToldOnce(s *bottest.Stage, ids []match.GameID) {
	s.T.Helper()
	s.Restart()
	s.Flush()
	for _, id := range ids {
		if n := tellingOfRestore(s, s.Game(id).Thread); n != 1 {
			s.T.Errorf("game %s: %d messages tell of the restore, want 1", id, n)
		}
	}
	if text, err := s.Store.Setting(s.T.Context(), storage.RestoredKey); err != nil || text != "" {
		s.T.Errorf("the mark is %q, %v, want it gone", text, err)
	}
	s.NothingBroke()
}

// breaking is a store that loses its database after some calls of Update, or at SwapSetting.
type breaking struct {
	storage.Store
	updates *int // nil: any number
}

func (b breaking) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	if b.updates != nil {
		if *b.updates--; *b.updates < 0 {
			return storage.ErrAway
		}
	}
	return b.Store.Update(ctx, g, why, out)
}

func (b breaking) SwapSetting(_ context.Context, _, _, _ string, _ ...storage.Message) error {
	return storage.ErrAway
}

func TestARestoreIsToldOnceHoweverOftenTheStartIsCutShort(t *testing.T) {
	for name, after := range map[string]int{
		"before the first game": 0, "between two games": 2, "before the mark goes": 9,
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			ids := tables(s, 4)
			markRestored(s)
			for range 2 {
				killed := s.NewBot(breaking{s.Store, &after}, s.API)
				if err := killed.TakeUp(t.Context()); !errors.Is(err, storage.ErrAway) {
					t.Fatalf("got %v, want that the start ends", err)
				}
			}
			eachToldOnce(s, ids)
		})
	}
}

func TestTwoProcessesThatStartAtOnceTellARestoreOnce(t *testing.T) {
	s := bottest.New(t)
	ids := tables(s, 4)
	markRestored(s)
	var both sync.WaitGroup
	for _, b := range []*bot.Bot{s.NewBot(s.Store, s.API), s.NewBot(s.Store, s.API)} {
		both.Go(func() {
			if err := b.TakeUp(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	eachToldOnce(s, ids)
}

func TestARestoreLeavesLobbiesAndFinishedAndNewGamesAlone(t *testing.T) {
	s := bottest.New(t)
	lobby, over := s.Lobby("Cy", "Di"), s.Playing("Ola", "Bo")
	for _, name := range []string{"Ola", "Bo"} {
		s.Handle(s.Click(name, customid.VoteButton(customid.Stop, over, 0)))
	}
	s.Flush()
	markRestored(s)
	s.Clock = s.Clock.Add(time.Minute)
	dealt := s.Playing("Ola", "Bo") // by a program that does not know the mark
	rows := []match.Game{s.Game(lobby), s.Game(over), s.Game(dealt)}
	calls := len(s.API.Calls())
	s.Restart()
	s.Flush()
	for _, before := range rows {
		if after := s.Game(before.ID); after.Rev != before.Rev {
			t.Errorf("game %s, %s, has changed", before.ID, before.State)
		}
	}
	if n := len(s.API.Calls()) - calls; n > 0 {
		t.Errorf("the start sent %d messages, want none", n)
	}
}

// What was sent in the lost time is below what the store knows: a message that were edited now
// would be far up.
func TestAfterARestoreAGameAloneGoesOnInNewMessages(t *testing.T) {
	for _, calls := range []string{"calls=message", "calls=table"} {
		t.Run(calls, func(t *testing.T) {
			s, id, own := alone(t)
			u, err := s.Store.User(t.Context(), s.Game(id).Seats[own-1].User)
			s.Must(err)
			s.Me("Ola", calls)
			markRestored(s)
			s.Restart()
			s.Flush()
			if n := tellingOfRestore(s, s.Game(id).Thread); n != 1 {
				t.Errorf("%d messages at the table tell of the restore, want 1", n)
			}
			told := s.LastTo("Ola")
			bottest.Contains(t, told.Content, "Restored from a copy", "Your turn")
			if _, ok := bottest.Find(told, customid.Do, "draw"); !ok {
				t.Errorf("the panel offers nothing: %+v", told.Rows)
			}
			written := len(s.API.Sent(u.DM))
			drawn(s, id, own)
			if n := len(s.API.Sent(u.DM)) - written; n > 0 {
				t.Errorf("a turn took %d direct messages, want that it edits the last one", n)
			}
			s.NothingBroke()
		})
	}
}

func TestAfterARestoreAGameInDirectMessagesIsToldThere(t *testing.T) {
	s := bottest.New(t)
	opened := s.Handle(s.Alone(s.Slash("Ola", "game new", "title=amsterdam")))
	s.Flush()
	s.Handle(s.Alone(s.Click("Ola", bottest.AnswersIn(opened.Rows, customid.Solo))))
	s.Flush()
	markRestored(s)
	s.Restart()
	s.Flush()
	bottest.Contains(t, s.LastTo("Ola").Content, "Restored from a copy",
		"the game stands before its first turn")
	s.NothingBroke()
}

func TestNoButtonOfTheLostTimeIsCarriedOutLater(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	s.Flush()
	g := s.Game(id)
	who := g.Seats[g.SeatOf(g.ToMove[0])-1].Name
	button := bottest.Doing(id, g.Ply, "draw:0") // of the position that the copy has, too
	markRestored(s)
	s.Restart()
	s.Flush()
	bottest.Contains(t, s.Handle(s.Click(who, button)).Content, s.Say("problem.lost-time"))
	undo := customid.At(customid.Undo, id, customid.Position{Ply: g.Ply + 4, Mark: "2"})
	bottest.Contains(t, s.Handle(s.Click(who, undo)).Content,
		s.Say("problem.undo-lost-time", "Game", string(id)))
	if after := s.Game(id); after.Ply != g.Ply {
		t.Errorf("a button of the lost time has moved the game from %d to %d", g.Ply, after.Ply)
	}
}

func TestAfterARestoreAPlayerReadsThatTheirPlanIsGone(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	waits := g.SeatOf(g.ToMove[0])
	other := g.Seats[2-waits]
	plan := match.Plan{
		Game: id, Seat: 3 - waits, User: other.User, Ply: g.Ply, Branch: g.Branch, Made: s.Clock,
		Steps: []string{"draw deck"},
	}
	s.Must(s.Store.SavePlan(t.Context(), plan, g.Head, storage.Origin{}))
	markRestored(s)
	s.Restart()
	s.Flush()
	s.Clock = s.Clock.Add(time.Minute)
	s.Must(s.Bot.KeepPlans(t.Context()))
	s.Flush()
	bottest.Contains(t, s.LastTo(other.Name).Content, s.Say("plan.ended-restored"))
	s.NothingBroke()
}
