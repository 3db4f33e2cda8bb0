package league

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine/match"
)

var monday = time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)

// alwaysAwake has nobody sleep.
func alwaysAwake(now time.Time) func(match.UserID, time.Time) time.Duration {
	return func(_ match.UserID, since time.Time) time.Duration { return now.Sub(since) }
}

func wish(users ...match.UserID) Wish {
	return Wish{
		Party: users, Titles: []string{"amsterdam"}, Seats: []int{2}, Paces: []string{"daily"},
		Until: monday.Add(48 * time.Hour),
	}
}

func seek(t *testing.T, q *Queue, at time.Time, w Wish) {
	t.Helper()
	if err := q.Seek(w, at); err != nil {
		t.Fatal(err)
	}
}

func offered(told []Notice) (list [][]match.UserID) {
	for _, n := range told {
		if n.Kind == Offered {
			list = append(list, n.Users)
		}
	}
	return list
}

func TestTheLongestWaitComesFirst(t *testing.T) {
	var q Queue
	for i, user := range []match.UserID{"a", "b", "c"} {
		seek(t, &q, monday.Add(time.Duration(i)*time.Minute), wish(user))
	}
	got := offered(q.Tick(monday.Add(time.Hour), alwaysAwake(monday), anySeats))
	if diff := cmp.Diff([][]match.UserID{{"a", "b"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRatingsMayDifferMoreAfterHalfOfTheTime(t *testing.T) {
	var q Queue
	for i, user := range []match.UserID{"a", "b"} {
		w := wish(user)
		w.Rating = 400 + 300*i
		seek(t, &q, monday, w)
	}
	if got := offered(q.Tick(monday.Add(23*time.Hour), alwaysAwake(monday), anySeats)); got != nil {
		t.Errorf("offered at once: %v", got)
	}
	if got := offered(q.Tick(monday.Add(24*time.Hour), alwaysAwake(monday), anySeats)); len(got) != 1 {
		t.Errorf("offered after half of the time: %v", got)
	}
}

func TestSilentPeopleLeaveTheQueueAndOthersKeepTheirPlace(t *testing.T) {
	var q Queue
	for _, user := range []match.UserID{"a", "b", "c"} {
		seek(t, &q, monday, wish(user))
	}
	q.Tick(monday, alwaysAwake(monday), anySeats)
	if _, err := q.Accept("a", 1); err != nil {
		t.Fatal(err)
	}
	late := monday.Add(13 * time.Hour)
	asleep := func(match.UserID, time.Time) time.Duration { return 11 * time.Hour }
	if told := q.Tick(late, asleep, anySeats); told != nil {
		t.Errorf("somebody asleep was dropped: %+v", told)
	}
	told := q.Tick(late, alwaysAwake(late), anySeats)
	if len(told) != 2 || told[0].Kind != Dropped || !slices.Equal(told[0].Users, []match.UserID{"b"}) {
		t.Fatalf("%+v", told)
	}
	if diff := cmp.Diff([][]match.UserID{{"a", "c"}}, offered(told)); diff != "" {
		t.Error(diff)
	}
	if _, err := q.Accept("a", 1); err == nil {
		t.Error("an offer that is gone was accepted")
	}
}

func TestWithComputersNobodyWaitsInVain(t *testing.T) {
	var q Queue
	alone := wish("a", "b")
	alone.Seats, alone.Computers = []int{3}, true
	seek(t, &q, monday, alone)
	seek(t, &q, monday, wish("c"))
	told := q.Tick(monday.Add(48*time.Hour), alwaysAwake(monday), anySeats)
	if len(told) != 2 || told[0].Kind != Offered || told[0].Offer.Computers != 1 ||
		told[1].Kind != TimeUp || told[1].Users[0] != "c" {
		t.Errorf("%+v", told)
	}
}

func TestWishesOutOfBoundsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Wish){
		"nobody":     func(w *Wish) { w.Party = nil },
		"twice":      func(w *Wish) { w.Party = []match.UserID{"a", "a"} },
		"no title":   func(w *Wish) { w.Titles = nil },
		"many":       func(w *Wish) { w.Titles = make([]string, 11) },
		"one seat":   func(w *Wish) { w.Seats = []int{1} },
		"seats":      func(w *Wish) { w.Seats = []int{2, 9} },
		"friends":    func(w *Wish) { w.Party = []match.UserID{"a", "b", "c"} },
		"in already": func(w *Wish) { w.Party = []match.UserID{"z"} },
		"too long":   func(w *Wish) { w.Until = monday.Add(8 * 24 * time.Hour) },
		"over":       func(w *Wish) { w.Until = monday },
		"avoids all": func(w *Wish) { w.Avoid = make([]match.UserID, 101) },
	} {
		var q Queue
		seek(t, &q, monday, wish("z"))
		w := wish("a")
		change(&w)
		if err := q.Seek(w, monday); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// week is a simulated week of 60 people who ask for games, answer, forget to, and sleep.
type week struct {
	t       *testing.T
	r       *rand.Rand
	q       Queue
	now     time.Time
	waiting map[match.UserID]Wish // by the users' own account
	waited  map[match.UserID]time.Time
	seated  int
	asked   int
}

func (w *week) draw(user match.UserID) Wish {
	r := w.r
	some := func(list []string) []string {
		return slices.Clone(list[:1+r.IntN(len(list))])
	}
	wish := Wish{
		Party: []match.UserID{user}, Computers: r.IntN(3) == 0,
		Titles: some([]string{"amsterdam", "nordic", "world"}), Seats: []int{2 + r.IntN(3)},
		Paces: some([]string{"daily", "swift"}), Hours: 0xfff << r.IntN(20) & 0xffffff,
		Until:  w.now.Add(time.Duration(1+r.IntN(72)) * time.Hour),
		Rating: r.IntN(2) * (300 + r.IntN(400)),
	}
	for range r.IntN(4) {
		wish.Avoid = append(wish.Avoid, match.UserID(fmt.Sprint("u", r.IntN(60))))
	}
	friend := match.UserID(fmt.Sprint("u", r.IntN(60)))
	if _, busy := w.waiting[friend]; !busy && friend != user && r.IntN(6) == 0 {
		wish.Party = append(wish.Party, friend)
	}
	return wish
}

// breaks says which wish of its people an offer breaks.
func (w *week) breaks(o Offer) string {
	for _, user := range o.Users {
		wish, ok := w.waiting[user]
		switch {
		case !ok:
			return fmt.Sprint(user, " waits for nothing")
		case !slices.Contains(wish.Titles, o.Title) || !slices.Contains(wish.Seats, o.Seats) ||
			!slices.Contains(wish.Paces, o.Pace):
			return fmt.Sprint(user, " wants another game")
		case o.Computers > 0 && (!wish.Computers || w.now.Before(wish.Until)):
			return fmt.Sprint(user, " wants no computers now")
		case len(o.Users)+o.Computers != o.Seats:
			return fmt.Sprint("seats: ", o)
		}
		for _, friend := range wish.Party {
			// a friend who was dropped may wait for something else by now
			still := slices.Contains(w.waiting[friend].Party, user)
			if still && !slices.Contains(o.Users, friend) {
				return fmt.Sprint(user, " wants to play with ", friend)
			}
		}
		for _, other := range o.Users {
			its := w.waiting[other]
			most := 400
			if w.now.Sub(w.waited[user]) < wish.Until.Sub(w.waited[user])/2 {
				most = 150
			}
			apart := wish.Rating - its.Rating
			switch {
			case slices.Contains(its.Party, user):
			case slices.Contains(wish.Avoid, other):
				return fmt.Sprint(user, " avoids ", other)
			case bits.OnesCount32(wish.Hours&its.Hours) < 3:
				return fmt.Sprint(user, " never meets ", other)
			case wish.Rating > 0 && its.Rating > 0 && (apart > most || -apart > most):
				return fmt.Sprint(user, " is no match for ", other)
			}
		}
	}
	return ""
}

func (w *week) hear(told []Notice) {
	for _, n := range told {
		for i, user := range n.Users {
			if slices.Contains(n.Users[:i], user) {
				w.t.Fatalf("%s twice in %+v", user, n)
			}
		}
		if n.Kind == Offered {
			if broken := w.breaks(n.Offer); broken != "" {
				w.t.Fatalf("%s: %+v", broken, n)
			}
			continue
		}
		for _, user := range n.Users {
			if _, ok := w.waiting[user]; !ok {
				w.t.Fatalf("%s waits for nothing: %+v", user, n)
			}
			delete(w.waiting, user)
		}
		switch n.Kind {
		case Seated:
			w.seated += len(n.Users)
		case TimeUp:
			w.asked += len(n.Users)
		}
	}
}

// punctual fails if somebody waits longer than they wanted without having been asked.
func (w *week) punctual() {
	for _, wish := range w.q.Wishes {
		if wish.Offer == 0 && !w.now.Before(wish.Until) {
			w.t.Fatalf("%v wait at %v unasked: %+v", wish.Party, w.now, wish)
		}
	}
}

// check compares the queue with what its people know: nobody is lost or doubled.
func (w *week) check() {
	seen := map[match.UserID]bool{}
	for _, wish := range w.q.Wishes {
		for _, user := range wish.Party {
			if _, waits := w.waiting[user]; !waits || seen[user] {
				w.t.Fatalf("%s: waits %v, twice %v", user, waits, seen[user])
			}
			seen[user] = true
		}
	}
	if len(seen) != len(w.waiting) {
		w.t.Fatalf("the queue has %d people, %d wait", len(seen), len(w.waiting))
	}
	for _, o := range w.q.Offers {
		if w.now.Sub(o.Made) > 21*time.Hour { // twelve hours awake and a night
			w.t.Fatalf("still on offer: %+v", o)
		}
	}
	text, err := json.Marshal(w.q)
	if err != nil {
		w.t.Fatal(err)
	}
	var again Queue
	if err := json.Unmarshal(text, &again); err != nil {
		w.t.Fatal(err)
	}
	if diff := cmp.Diff(w.q, again, cmpopts.EquateEmpty()); diff != "" { // a restart loses nothing
		w.t.Fatal(diff)
	}
	w.q = again
}

func TestAWeekOfSixtyPeople(t *testing.T) {
	w := &week{
		t: t, r: rand.New(rand.NewPCG(7, 8)), now: monday,
		waiting: map[match.UserID]Wish{}, waited: map[match.UserID]time.Time{},
	}
	for ; w.now.Before(monday.AddDate(0, 0, 7)); w.now = w.now.Add(10 * time.Minute) {
		user := match.UserID(fmt.Sprint("u", w.r.IntN(60)))
		if _, busy := w.waiting[user]; !busy && w.r.IntN(2) == 0 {
			wish := w.draw(user)
			if len(wish.Party) <= wish.Seats[0] && wish.Until.Sub(w.now) <= LongestWait {
				seek(t, &w.q, w.now, wish)
				for _, member := range wish.Party {
					w.waiting[member], w.waited[member] = wish, w.now
				}
			}
		}
		awake := func(user match.UserID, since time.Time) (sum time.Duration) {
			for at := since; at.Before(w.now); at = at.Add(10 * time.Minute) {
				if at.Hour() >= 8 {
					sum += 10 * time.Minute
				}
			}
			return sum
		}
		w.hear(w.q.Tick(w.now, awake, anySeats))
		w.punctual()
		for _, o := range slices.Clone(w.q.Offers) {
			user := o.Users[w.r.IntN(len(o.Users))]
			switch {
			case user[len(user)-1] == '7': // never answers
			case w.r.IntN(200) == 0:
				delete(w.waiting, user) // asked to be let out, but those who are dropped are told
				told := w.q.Leave(user)
				for i := range told {
					told[i].Users = slices.DeleteFunc(told[i].Users, func(u match.UserID) bool {
						return u == user
					})
				}
				w.hear(told)
			case w.r.IntN(4) == 0:
				told, err := w.q.Accept(user, o.ID)
				if err != nil {
					t.Fatal(err)
				}
				w.hear(told)
			}
		}
		w.check()
	}
	if w.seated < 100 || w.asked == 0 {
		t.Errorf("%d were seated, %d asked to wait on", w.seated, w.asked)
	}
	t.Log(w.seated, "seated,", w.asked, "asked,", len(w.waiting), "wait")
}

func anySeats(string, int) bool { return true }
