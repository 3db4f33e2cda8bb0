package secrecy_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"log/slog"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
)

// dealsWeek is a week in which three people play the deals of the days on two servers.
type dealsWeek struct {
	*bottest.Stage
	log bytes.Buffer
}

// The servers of the players. Bo, who plays nothing, asks for everything, too.
var homes = map[string]match.ServerID{"Ola": bottest.Guild, "Cy": "950", "Di": "950"}

// at moves an interaction to a server.
func at(ix *discord.Interaction, server match.ServerID) *discord.Interaction {
	ix.Guild, ix.Channel = server, match.ChannelID(server+"1")
	return ix
}

// In each of the days everybody plays one try, the bot is killed in the middle of one, and no byte
// tells the seed of a day that is open or to come. In the end the table of each server has its own
// people.
func TestAWeekOfDealsOnTwoServersTellsNoSeedTooSoon(t *testing.T) {
	t.Parallel()
	days := enginetest.Size(2, 7)
	const monday = match.Day("2026-11-23")
	w := &dealsWeek{Stage: bottest.New(t)}
	w.Clock = monday.Begins().Add(13 * time.Hour)
	painters := map[string]render.Painter{}
	for d := range enginetest.Size(0, days) {
		title := titles.OfDay(int(monday.Plus(d).Begins().Weekday()))
		painter, err := render.New(titles.MapOf(title), title.Lexicon())
		w.Must(err)
		painters[title.ID()] = painter
	}
	w.Remake(func(o *bot.Options) {
		o.Log = slog.New(slog.NewJSONHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.Painter = func(_ context.Context, title engine.Title) (render.Painter, bool) {
			p, ok := painters[title.ID()]
			return p, ok
		}
	})
	for d := range enginetest.Size(days, 0) { // what strong got: it plays at full size only
		w.Must(w.Store.SwapSetting(t.Context(), "daily "+string(monday.Plus(d))+" strong", "", "1"))
	}
	for who, server := range homes {
		w.Handle(at(w.Click(who, customid.ID{Action: customid.DailyShow}.Print()), server))
		post := at(w.Slash(who, "admin daily-post", "channel=here"), server)
		post.Rights = discord.PermManageGuild
		w.Handle(post)
	}
	for d := range days {
		day := monday.Plus(d)
		w.Clock = day.Begins().Add(13 * time.Hour)
		for n, who := range []string{"Ola", "Cy", "Di"} {
			w.plays(who, day, uint64(10*d+n), d == days/2 && who == "Cy")
		}
		w.keepsQuiet(day)
	}
	w.Clock = monday.Plus(days - 1).Closes().Add(time.Hour)
	w.Must(w.Bot.KeepClocks(t.Context()))
	w.Flush()
	for who, server := range homes {
		said := w.Handle(at(w.Click(who, customid.ID{Action: customid.DailyTable}.Print()), server))
		for other, home := range homes {
			mention := discord.MentionUsers(bottest.Person(other).ID)
			if strings.Contains(said.Content, mention) != (home == server) {
				t.Errorf("the table of server %s, %s being of %s:\n%s", server, other, home, said.Content)
			}
		}
	}
	w.NothingBroke()
}

// plays has somebody play the deal of a day, and ask for a second try on another server.
func (w *dealsWeek) plays(who string, day match.Day, way uint64, killed bool) {
	w.T.Helper()
	button := customid.ID{Action: customid.Daily, Day: string(day)}.Print()
	w.Handle(w.Alone(w.Slash(who, "daily")))
	w.Handle(w.Alone(w.Click(who, button)))
	try, err := w.Store.ForDailies().Try(w.T.Context(), day, bottest.Person(who).ID)
	w.Must(err)
	choose := bottest.AnyLegal(way)
	for moves := 0; w.Game(try.Game).State == match.Running; {
		table := w.Table(try.Game)
		for _, seat := range table.View(engine.Public).ToMove {
			if table.Seats[seat-1].Level == "" {
				w.MoveAs(try.Game, seat, choose)
				moves++
			}
		}
		if killed && moves == 10 { // with what it was to tell
			w.Reopen()
			killed = false
			continue
		}
		w.Clock = w.Clock.Add(time.Second)
		w.Must(w.Bot.KeepClocks(w.T.Context()))
		w.Flush()
	}
	if killed {
		w.T.Fatalf("%s has made fewer than ten moves: nothing was killed in the middle", who)
	}
	w.Handle(at(w.Click(who, button), "960"))
	again, err := w.Store.ForDailies().Try(w.T.Context(), day, bottest.Person(who).ID)
	w.Must(err)
	if !again.Ended || again.Game != try.Game {
		w.T.Errorf("%s on %s: %+v after %+v, want one try that has ended", who, day, again, try)
	}
}

// keepsQuiet looks for the seeds of a day and of the next one in all that was told since it was
// asked last, and in the log.
func (w *dealsWeek) keepsQuiet(day match.Day) {
	w.T.Helper()
	try, err := w.Store.ForDailies().Try(w.T.Context(), day, bottest.Person("Ola").ID)
	w.Must(err)
	asksAll(w.Stage, try.Game)
	out, _ := published(w.Stage)
	for _, secret := range []match.Day{day, day.Plus(1)} {
		text, err := w.Store.Setting(w.T.Context(), "daily "+string(secret))
		w.Must(err)
		raw, err := hex.DecodeString(text)
		w.Must(err)
		for name, told := range disguises(engine.Seed(raw)) {
			if strings.Contains(out, told) || strings.Contains(w.log.String(), told) {
				w.T.Errorf("on %s the seed of %s is told as %s", day, secret, name)
			}
		}
	}
	if len(out) < 10_000 || w.log.Len() < 1000 {
		w.T.Fatalf("%d bytes were told, %d logged: the test proves nothing", len(out), w.log.Len())
	}
	w.API.Forget()
	w.log.Reset()
}
