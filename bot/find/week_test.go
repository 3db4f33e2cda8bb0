package find_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/find"
	"konduktor/bot/people"
	"konduktor/engine/enginetest"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// dying is a store whose process is killed now and then around a change.
type dying struct {
	storage.Store
	r *rand.Rand
}

func (d *dying) around(often float64, change func() error) error {
	switch x := d.r.Float64(); {
	case x < often/2:
		return errKilled
	case x < often:
		_ = change()
		return errKilled
	}
	return change()
}

var errKilled = errors.New("killed")

func (d *dying) SwapSetting(ctx context.Context, key, before, value string,
	out ...storage.Message,
) error {
	return d.around(0.02, func() error { return d.Store.SwapSetting(ctx, key, before, value, out...) })
}

func (d *dying) Create(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	return d.around(0.3, func() error { return d.Store.Create(ctx, g, why, out) })
}

func (d *dying) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	return d.around(0.02, func() error { return d.Store.Sent(ctx, id, posts) })
}

// asker is somebody in the simulated week.
type asker struct {
	discord.User
	titles, seats, paces []string
	wait                 int // hours
	computers            bool
	reliable             float64 // how often an offer is answered
	avoids               match.UserID
	waits                bool
	since, until         time.Time
}

// world is a week of a server.
type world struct {
	t      *testing.T
	s      *bottest.Stage
	r      *rand.Rand
	store  *dying
	bots   []*bot.Bot
	people map[match.UserID]*asker
	later  []event // what people will do
	seen   int     // calls that were read
	games  map[match.GameID]bool
	waited map[string][]time.Duration // by what came of it
}

type event struct {
	at time.Time
	do func()
}

func (w *world) plan(in time.Duration, do func()) {
	w.later = append(w.later, event{w.s.Clock.Add(in), do})
}

func newWorld(t *testing.T, n int, seed uint64) *world {
	t.Helper()
	s := bottest.New(t)
	w := &world{
		t: t, s: s, r: rand.New(rand.NewPCG(seed, 1)), people: map[match.UserID]*asker{},
		games: map[match.GameID]bool{}, waited: map[string][]time.Duration{},
	}
	w.store = &dying{s.Store, w.r}
	for range 2 {
		w.bots = append(w.bots, s.NewBot(w.store, s.API))
	}
	some := func(least int, of ...string) []string {
		w.r.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		return slices.Clone(of[:least+w.r.IntN(len(of)-least+1)])
	}
	var all []string
	for _, title := range titles.All() {
		all = append(all, title.ID())
	}
	for i := range n {
		p := &asker{
			User:   discord.User{ID: match.UserID(strconv.Itoa(10_000 + i)), Name: fmt.Sprint("P", i)},
			titles: some(1, slices.Clone(all)...), seats: some(1, "2", "3", "4"),
			paces: some(1, "brisk", "daily"), wait: []int{4, 12, 24, 72, 168}[w.r.IntN(5)],
			computers: w.r.IntN(3) == 0, reliable: []float64{0.97, 0.97, 0.9, 0}[min(3, i%10)],
		}
		if i%10 > 3 {
			p.reliable = 0.97
		}
		w.people[p.ID] = p
		zone := []string{"Europe/Warsaw", "America/New_York", "Asia/Tokyo"}[min(2, w.r.IntN(10))]
		s.Must(storage.ChangeHabits(t.Context(), s.Store, p.ID, func(h *match.Habits) error {
			h.Zone, h.Quiet, h.Until = zone, 22*60, 8*60
			return nil
		}))
		if i%7 == 0 {
			p.avoids = match.UserID(strconv.Itoa(10_000 + (i+1)%n))
			w.handle(s.SlashBy(p.User, "game avoid", "player="+string(p.avoids)))
		}
		w.plan(time.Duration(w.r.IntN(48*60))*time.Minute, func() { w.ask(p) })
	}
	return w
}

// handle has either process handle an interaction until it is not killed over it.
func (w *world) handle(ix *discord.Interaction) discord.Message {
	for {
		before, faults := len(w.s.API.Calls()), w.s.Faults.Load()
		w.bots[w.r.IntN(2)].Handle(w.t.Context(), ix)
		if w.s.Faults.Load() == faults {
			return bottest.Answered(w.t, w.s.API.Calls()[before:])
		}
		w.s.Faults.Forget(faults)
	}
}

func (w *world) ask(p *asker) {
	if p.waits {
		return
	}
	filled := map[string][]string{
		"titles": p.titles, "seats": p.seats, "paces": p.paces, "wait": {strconv.Itoa(p.wait)},
		"computers": {map[bool]string{true: "yes", false: "no"}[p.computers]},
	}
	ix := w.s.Interaction(p.User, discord.Submit)
	ix.CustomID, ix.Filled = send, filled
	if said := w.handle(ix).Content; !strings.Contains(said, "in the queue") {
		if said != w.s.Say("problem.queue-seats") {
			w.t.Errorf("%s was not let into the queue: %s", p.ID, said)
		}
		return
	}
	p.waits, p.since = true, w.s.Clock
	p.until = p.since.Add(time.Duration(p.wait) * time.Hour)
}

// ends notes that a wish is over. People ask again some time later.
func (w *world) ends(p *asker, how string) {
	if !p.waits {
		w.t.Errorf("%s: %s, but they do not wait", p.ID, how)
		return
	}
	p.waits = false
	w.waited[how] = append(w.waited[how], w.s.Clock.Sub(p.since))
	w.plan(time.Duration(12+w.r.IntN(60))*time.Hour, func() { w.ask(p) })
}

// flush sends what is due, in one of the processes, which is killed now and then.
func (w *world) flush() {
	for {
		at := w.r.IntN(2)
		if w.bots[at].Flush(w.t.Context()) == nil {
			break
		}
		w.bots[at] = w.s.NewBot(w.store, w.s.API) // it was killed, and starts again
	}
	w.s.Faults.Forget(0)
	w.hear()
}

// hear reads what people were told since the last time, and has them answer.
func (w *world) hear() {
	channels := map[match.ChannelID]*asker{}
	for id, p := range w.people {
		u, err := people.New(people.Options{Store: w.s.Store}).User(w.t.Context(), id)
		w.s.Must(err)
		channels[u.DM] = p
	}
	calls := w.s.API.Calls()
	for _, c := range calls[w.seen:] {
		p := channels[c.Channel]
		if c.Method != discordtest.Send || c.Repeat || c.Err != nil || p == nil {
			continue
		}
		switch said := c.Message.Content; {
		case strings.Contains(said, "There is a table"):
			w.consider(p, c.Message)
		case strings.Contains(said, "for too long"):
			w.ends(p, "dropped")
		case strings.Contains(said, "Your time in the queue is up"):
			if w.s.Clock.Before(p.until) {
				w.t.Errorf("%s was told that the time is up %v too early", p.ID, p.until.Sub(w.s.Clock))
			}
			w.ends(p, "in vain")
		}
	}
	w.seen = len(calls)
}

// consider answers an offer within the day, now and then with No, or never.
func (w *world) consider(p *asker, offer discord.Message) {
	if w.r.Float64() > p.reliable {
		return
	}
	label := "yes"
	if w.r.IntN(25) == 0 {
		label = "no"
	}
	id, ok := bottest.ButtonSaying(offer, w.s.Say("find.button-"+label))
	if !ok {
		w.t.Fatalf("an offer without buttons: %+v", offer)
	}
	w.plan(time.Duration(2+w.r.IntN(10*60))*time.Minute, func() {
		ix := w.s.ClickBy(p.User, id)
		said := w.handle(w.s.Alone(ix)).Content
		if label == "no" && said == w.s.Say("find.out") {
			w.ends(p, "declined")
		}
	})
}

// check compares queue, tables and what people know.
func (w *world) check() {
	var q league.Queue
	if text, err := w.s.Store.Setting(w.t.Context(), "find/"+bottest.Guild); err == nil {
		w.s.Must(json.Unmarshal([]byte(text), &q))
	}
	games, err := w.s.Store.GamesIn(w.t.Context(), match.Running)
	w.s.Must(err)
	for _, g := range games {
		if !w.games[g.ID] {
			w.games[g.ID] = true
			w.seated(g)
		}
	}
	offered := map[match.UserID]int{}
	for _, o := range q.Offers {
		for _, user := range o.Users {
			offered[user]++
		}
	}
	waiting := map[match.UserID]int{}
	for _, one := range q.Wishes {
		for _, user := range one.Party {
			waiting[user]++
			if one.Offer == 0 && one.Until.Before(w.s.Clock) {
				w.t.Errorf("%s waits since %v, until %v was asked for", user, one.Since, one.Until)
			}
		}
	}
	jobs, err := w.s.Store.Waiting(w.t.Context(), 10_000)
	w.s.Must(err)
	for _, m := range jobs { // tables that are being opened
		var b struct{ Offer league.Offer }
		if m.Kind != find.Open || json.Unmarshal([]byte(m.Body), &b) != nil {
			continue
		}
		for _, user := range b.Offer.Users {
			if w.people[user].waits { // else it stands, and the job is about to be taken out
				waiting[user]++
			}
		}
	}
	for id, p := range w.people {
		if (waiting[id] == 1) != p.waits || waiting[id] > 1 || offered[id] > 1 {
			w.t.Fatalf("%v: %s waits: %t, wishes: %d, offers: %d", w.s.Clock, id, p.waits, waiting[id],
				offered[id])
		}
	}
}

// seated checks a new table against what each of its people wished.
func (w *world) seated(g match.Game) {
	title, _ := titles.Find(g.Title)
	users := match.Users(g.Seats)
	if !slices.Contains(title.SeatCounts(), len(g.Seats)) || !strings.HasPrefix(g.Of, "find/") {
		w.t.Errorf("table %s of %d", g.ID, len(g.Seats))
	}
	for _, user := range users {
		p := w.people[user]
		if !slices.Contains(p.titles, g.Title) || !slices.Contains(p.paces, g.Pace) ||
			!slices.Contains(p.seats, strconv.Itoa(len(g.Seats))) ||
			slices.Contains(users, p.avoids) ||
			len(users) < len(g.Seats) && (!p.computers || w.s.Clock.Before(p.until)) {
			w.t.Errorf("a table of %s at %s for %v breaks what %s wishes", g.Title, g.Pace, users, user)
		}
		w.ends(p, "seated")
	}
}

// run lets a time pass.
func (w *world) run(long time.Duration) {
	end := w.s.Clock.Add(long)
	for w.s.Clock.Before(end) && !w.t.Failed() {
		next := end
		if at, err := w.s.Store.NextDue(w.t.Context()); err == nil && at.Before(next) {
			next = at
		}
		slices.SortStableFunc(w.later, func(a, b event) int { return a.at.Compare(b.at) })
		acts := len(w.later) > 0 && w.later[0].at.Before(next)
		if acts {
			next = w.later[0].at
		}
		if next.After(w.s.Clock) {
			w.s.Clock = next
		}
		if acts {
			do := w.later[0].do
			w.later = w.later[1:]
			do()
		}
		w.flush()
		w.check()
	}
}

// A week of a server, with two processes that are killed around one change in fifty, and around one table in three, and people of
// whom some never answer: no table breaks a wish, nobody waits unasked for longer than they wished,
// and each wish comes to exactly one end.
func TestAWeekOfTheQueue(t *testing.T) {
	people := enginetest.Size(24, 60)
	long := time.Duration(enginetest.Size(3, 7)) * 24 * time.Hour
	w := newWorld(t, people, 1)
	w.run(long)
	if len(w.games) < people/4 {
		t.Errorf("only %d tables for %d people", len(w.games), people)
	}
	for how, list := range w.waited {
		slices.Sort(list)
		at := func(of float64) time.Duration {
			return list[int(of*float64(len(list)-1))].Round(time.Minute)
		}
		t.Logf("%s: %d; a quarter within %v, half within %v, nine in ten within %v, longest %v", how,
			len(list), at(0.25), at(0.5), at(0.9), at(1))
	}
	t.Logf("%d tables", len(w.games))
}
