package secrecy_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render"
)

// The seeds of days that are open, or to come, are in no byte that leaves the bot: texts, custom
// IDs, nonces, names and contents of files, pictures, and the log.
func TestNoSeedLeavesTheBotBeforeItsDayCloses(t *testing.T) {
	t.Parallel()
	const day = match.Day("2026-11-23") // Amsterdam
	s := bottest.New(t)
	s.Clock = day.Begins().Add(13 * time.Hour)
	amsterdam, _ := titles.Find("amsterdam")
	painter, err := render.New(titles.MapOf(amsterdam), amsterdam.Lexicon())
	s.Must(err)
	var log bytes.Buffer
	s.Remake(func(o *bot.Options) {
		o.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.Painter = func(_ context.Context, title engine.Title) (render.Painter, bool) {
			return painter, title.ID() == amsterdam.ID()
		}
		o.Titles = bottest.Short(amsterdam.ID())
	})
	// What strong got: it need not play for this.
	s.Must(s.Store.SwapSetting(t.Context(), "daily "+string(day)+" strong", "", "1"))
	admin := s.Slash("Ola", "admin daily-post", "channel=here")
	admin.Rights = discord.PermManageGuild
	s.Handle(admin)
	s.Handle(s.Alone(s.Slash("Ola", "daily")))
	s.Handle(s.Alone(s.Click("Ola", customid.ID{Action: customid.Daily, Day: string(day)}.Print())))
	try, err := s.Store.ForDailies().Try(t.Context(), day, bottest.Person("Ola").ID)
	s.Must(err)
	for s.Game(try.Game).State == match.Running {
		for _, seat := range s.Table(try.Game).View(engine.Public).ToMove {
			if s.Table(try.Game).Seats[seat-1].Level == "" {
				s.MoveAs(try.Game, seat, bottest.ByDefault)
			}
		}
		s.Clock = s.Clock.Add(time.Second)
		s.Must(s.Bot.KeepClocks(t.Context()))
		s.Flush()
	}
	asksAll(s, try.Game)
	seeds := map[match.Day]engine.Seed{}
	for d := range 2 {
		text, err := s.Store.Setting(t.Context(), "daily "+string(day.Plus(d)))
		s.Must(err)
		raw, err := hex.DecodeString(text)
		s.Must(err)
		seeds[day.Plus(d)] = engine.Seed(raw)
	}
	out, pictures := published(s)
	if pictures < 10 || log.Len() < 1000 {
		t.Fatalf("%d pictures and %d bytes of log: the test proves nothing", pictures, log.Len())
	}
	for d, seed := range seeds {
		for name, secret := range disguises(seed) {
			if strings.Contains(out, secret) || strings.Contains(log.String(), secret) {
				t.Errorf("the seed of %s is told as %s while others can still play its deal", d, name)
			}
		}
	}
	s.Clock = day.Closes()
	asksAll(s, try.Game)
	out, _ = published(s)
	if first := seeds[day]; !strings.Contains(out, first.Reveal()) {
		t.Error("nobody is told the seed of a day that has closed: the test proves nothing")
	}
	if next := seeds[day.Plus(1)]; strings.Contains(out, next.Reveal()) {
		t.Error("the seed of the next day is told when the first has closed")
	}
}

// asksAll has the player of a deal ask for everything they can see, and a stranger too.
func asksAll(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	for _, who := range []string{"Ola", "Bo"} {
		for _, path := range []string{
			"daily", "game record", "game film", "game replay", "log", "board", "hand", "game info",
			"results", "card", "games", "privacy",
		} {
			options := []string{"game=" + string(id)}
			if !strings.HasPrefix(path, "game ") && path != "log" && path != "board" && path != "hand" {
				options = nil
			}
			s.Handle(s.Alone(s.Slash(who, path, options...)))
			s.Handle(s.Slash(who, path, options...))
		}
		for _, action := range []customid.Action{customid.Film, customid.Review, customid.Hand} {
			s.Handle(s.Alone(s.Click(who, customid.Button(action, id))))
		}
		for _, press := range []customid.ID{
			{Action: customid.Export},
			{Action: customid.DailyTable},
			{Action: customid.DailyShow},
			{Action: customid.DailyFair},
		} {
			s.Handle(s.Click(who, press.Print()))
			s.Handle(s.Alone(s.Click(who, press.Print())))
		}
		s.Handle(s.Alone(s.Click(who, customid.ID{Action: customid.Result}.Print(), string(id))))
	}
	s.Flush()
}

// published joins all that has left the bot, with the chunks of each picture that could hold more
// than its pixels, and counts the pictures.
func published(s *bottest.Stage) (out string, pictures int) {
	s.T.Helper()
	var b strings.Builder
	for _, c := range s.API.Calls() {
		text, err := json.Marshal(&c)
		s.Must(err)
		fmt.Fprintf(&b, "%s %+v", text, c)
		files := c.Message.Files
		for _, m := range []*discord.Message{c.Response.Message, c.Response.Update} {
			if m != nil {
				files = append(files, m.Files...)
			}
		}
		if c.Edit.Files != nil {
			files = append(files, *c.Edit.Files...)
		}
		for _, f := range files {
			b.WriteString(f.Name + "\n" + f.Alt + "\n")
			b.Write(f.Data)
			if bytes.HasPrefix(f.Data, pngHead) {
				pictures++
				wantPixelsOnly(s, f.Name, f.Data[len(pngHead):])
			}
		}
	}
	return b.String(), pictures
}

var pngHead = []byte("\x89PNG\r\n\x1a\n")

// wantPixelsOnly refuses chunks of a PNG that hold texts, which could be compressed.
func wantPixelsOnly(s *bottest.Stage, name string, chunks []byte) {
	s.T.Helper()
	for len(chunks) >= 12 {
		n, kind := binary.BigEndian.Uint32(chunks), string(chunks[4:8])
		if !strings.Contains("IHDR PLTE tRNS IDAT IEND pHYs", kind) {
			s.T.Errorf("picture %s has a chunk %s", name, kind)
		}
		chunks = chunks[12+n:]
	}
}

// disguises are the ways in which a seed could be written.
func disguises(seed engine.Seed) map[string]string {
	return map[string]string{
		"hex": seed.Reveal(), "HEX": strings.ToUpper(seed.Reveal()), "bytes": string(seed[:]),
		"base64":     base64.RawStdEncoding.EncodeToString(seed[:]),
		"base64 URL": base64.RawURLEncoding.EncodeToString(seed[:]),
		"numbers":    strings.Trim(fmt.Sprint(seed[:]), "[]"),
		"a part":     seed.Reveal()[:16],
		"an end":     seed.Reveal()[48:],
	}
}
