package bot_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// solitary is a person at a game of Amsterdam in their direct messages, against steady computers.
type solitary struct {
	s     *bottest.Stage
	begin func(who discord.User) // a new game for a new person
	tag   string
	who   discord.User
	id    match.GameID
	games int
}

// click makes the person's next move and returns how long that took; what the computers do then is
// not counted.
func (p *solitary) click() time.Duration {
	s := p.s
	s.T.Helper()
	if p.id == "" || s.Game(p.id).State != match.Running {
		p.games++
		id := match.UserID(fmt.Sprintf("%s%d", p.tag, p.games))
		p.who = discord.User{ID: id, Name: "Ola"}
		p.begin(p.who)
		games, err := s.Store.GamesOf(s.T.Context(), id, match.Running)
		s.Must(err)
		p.id = games[0].ID
	}
	t := s.Table(p.id)
	seat := t.SeatOf(p.who.ID)
	v := t.View(seat)
	move := bottest.AnyLegal(uint64(p.games))(v)
	ix := s.Alone(s.ClickBy(p.who, customid.ID{
		Action: customid.Do, Game: string(p.id), At: customid.Of(t.Game), Move: move,
	}.Print()))
	start := time.Now()
	s.Bot.Handle(s.T.Context(), ix)
	took := time.Since(start)
	if got := s.Game(p.id).Ply; got == t.Ply {
		s.T.Fatalf("game %s: the click moved nothing", p.id)
	}
	for s.Game(p.id).State == match.Running &&
		!slices.Contains(s.Table(p.id).View(engine.Public).ToMove, seat) {
		s.Clock = s.Clock.Add(time.Second)
		s.Must(s.Bot.KeepClocks(s.T.Context()))
	}
	s.Flush()
	return took
}

// BenchmarkDailyClick measures a click in the deal of a day and, turn by turn in the same run, one
// in an ordinary game against as many computers. The ratios are what counts; the time of an
// iteration is that of both with all that follows (docs/daily.md).
func BenchmarkDailyClick(b *testing.B) {
	s := bottest.New(b)
	day := match.Day("2026-11-23")
	s.Clock = day.Begins()
	daily := &solitary{s: s, tag: "7", begin: func(who discord.User) {
		if !s.Clock.Before(day.Plus(1).Begins()) {
			day = day.Plus(7) // Amsterdam again
			s.Clock = day.Begins()
		}
		press := customid.ID{Action: customid.Daily, Day: string(day)}.Print()
		s.Handle(s.Alone(s.ClickBy(who, press)))
	}}
	ordinary := &solitary{s: s, tag: "8", begin: func(who discord.User) {
		opened := s.Handle(s.Alone(s.SlashBy(who, "game new", "title=amsterdam", "seats=4", "pace=none",
			"delay=none")))
		s.Handle(s.Alone(s.ClickBy(who, bottest.AnswersIn(opened.Rows, customid.Solo))))
	}}
	var ours, others []time.Duration
	for b.Loop() {
		ours, others = append(ours, daily.click()), append(others, ordinary.click())
	}
	for name, p := range map[string]int{"p50": 50, "p99": 99} {
		one, other := percentile(ours, p), percentile(others, p)
		b.ReportMetric(float64(one.Microseconds()), "µs/daily-"+name)
		b.ReportMetric(float64(other.Microseconds()), "µs/ordinary-"+name)
		b.ReportMetric(float64(one)/float64(other), "xordinary-"+name)
	}
	b.ReportMetric(float64(len(ours))/float64(daily.games), "clicks/try")
}
