package handlers_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/ratings"
	"konduktor/storage"
)

func TestDecisionsOfManagersAreListedOnce(t *testing.T) {
	s := bottest.New(t)
	s.Must(storage.Change(t.Context(), s.Store, "league/"+bottest.Guild,
		func(of *ratings.Settings) error { of.Rated = true; return nil }))
	for _, who := range []string{"Ola", "Bo"} {
		s.Me(who, "rated=true")
	}
	id := "game=" + string(s.Playing("Ola", "Bo"))
	read := func(who string) string {
		s.Flush()
		return s.Handle(s.Slash(who, "game decisions")).Content
	}
	ola := string(bottest.Person("Ola").ID)
	s.Handle(managing(s.Slash("Mia", "admin unrate", id, "player="+ola, "reason=two accounts")))
	bottest.Contains(t, read("Ola"), ": 1", "out of the ratings", "two accounts")
	bottest.Contains(t, read("Bo"), ": 0")
	s.Handle(managing(s.Slash("Mia", "admin unrate", id, "player="+ola)))
	bottest.Contains(t, read("Ola"), ": 2", "back into the ratings")
	end := managing(s.Slash("Mia", "admin end", id))
	s.Handle(end)
	s.Handle(end) // delivered twice
	bottest.Contains(t, read("Ola"), ": 3", "cancelled")
	bottest.Contains(t, read("Bo"), ": 1", "cancelled")
	bottest.Contains(t, read("Cy"), ": 0")
	s.Flush()
	bottest.Contains(t, s.Handle(managing(s.Slash("Mia", "game decisions"))).Content, ": 3")
	ban := managing(s.Slash("Mia", "admin ban", "player="+ola, "reason=rude", "until=2027-01-31"))
	for range 2 {
		bottest.Contains(t, s.Handle(ban).Content, "gets no new seat")
	}
	bottest.Contains(t, read("Ola"), ": 4", "rude")
	unban := managing(s.Slash("Mia", "admin unban", "player="+ola))
	for range 2 {
		bottest.Contains(t, s.Handle(unban).Content, "can take seats")
	}
	bottest.Contains(t, read("Ola"), ": 5", "lifted")
}

// dyingAtDeeds is a store whose process is killed when it is about to note a deed.
type dyingAtDeeds struct {
	storage.Store
	dead *bool
}

func (d dyingAtDeeds) SwapSetting(ctx context.Context, key, before, value string,
	out ...storage.Message,
) error {
	*d.dead = *d.dead || strings.HasPrefix(key, "deeds/")
	if *d.dead {
		return errors.New("the process was killed")
	}
	return d.Store.SwapSetting(ctx, key, before, value, out...)
}

func (d dyingAtDeeds) Postpone(ctx context.Context, id int64, to storage.Postponed) error {
	if *d.dead {
		return errors.New("the process was killed")
	}
	return d.Store.Postpone(ctx, id, to)
}

func TestAKillBetweenADeedAndItsLineLosesNoLine(t *testing.T) {
	s := bottest.New(t)
	dead := false
	s.Remake(func(o *bot.Options) {
		if !dead {
			o.Store = dyingAtDeeds{o.Store, &dead}
		}
	})
	id := "game=" + string(s.Playing("Ola", "Bo"))
	ola := string(bottest.Person("Ola").ID)
	season := s.Handle(managing(s.Slash("Mia", "league new", "title=amsterdam")))
	open := managing(s.Click("Mia", season.Rows[0].Buttons[0].CustomID))
	s.Handle(open)
	names, err := storage.SettingOf[[]string](t.Context(), s.Store, "seasons/"+bottest.Guild)
	s.Must(err)
	s.Handle(s.Click("Ola", names[0]+"/join"))
	for i, does := range []func(){
		func() { s.Handle(managing(s.Slash("Mia", "admin end", id))) },
		func() { s.Handle(managing(s.Slash("Mia", "admin ban", "player="+ola, "reason=rude"))) },
		func() { s.Handle(managing(s.Slash("Mia", "admin unban", "player="+ola))) },
		func() { s.Handle(managing(s.Click("Mia", names[0]+"/extend"))) },
	} {
		dead = false
		s.Restart()
		does()
		_ = s.Bot.Flush(t.Context())
		dead = true
		s.Restart()
		s.Flush()
		s.Flush()
		said := s.Handle(s.Slash("Ola", "game decisions")).Content
		bottest.Contains(t, said, ": "+string(rune('1'+i)))
	}
}
