package storage_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/storage"
)

// tryOf returns the game of a host's try at a day's deal.
func tryOf(id match.GameID, host match.UserID, day match.Day) match.Game {
	g := lobbyOf(id)
	g.Host, g.Daily, g.Seats[0].User = host, day, host
	return g
}

var dailies = []behaviour{
	{
		"what is read from a box is kept once a line and user, and goes with its user",
		func(t *testing.T, s storage.Store) {
			read := func(user match.UserID, line string, value, second int) storage.Attestation {
				return storage.Attestation{
					Title: "amsterdam", User: user, Kind: storage.OfTicket, Line: line, Value: value,
					At: time.Unix(int64(second), 0).UTC(),
				}
			}
			for _, a := range []storage.Attestation{
				read("ola", "a--b", 3, 1), read("bo", "a--b", 4, 2), read("ola", "c--d", 5, 3),
				read("ola", "a--b", 4, 4),
			} {
				must(t, s.ForBoxes().Attest(t.Context(), 9, a))
			}
			must(t, s.ForBoxes().Retract(t.Context(), read("bo", "c--d", 5, 0)))
			got, err := s.ForBoxes().Attested(t.Context(), "amsterdam")
			must(t, err)
			equal(t, "all", got, []storage.Attestation{
				read("bo", "a--b", 4, 2), read("ola", "c--d", 5, 3), read("ola", "a--b", 4, 4),
			})
			must(t, s.ForBoxes().Retract(t.Context(), read("ola", "c--d", 0, 0)))
			got, err = s.ForBoxes().AttestedBy(t.Context(), "ola")
			must(t, err)
			equal(t, "those of ola", got, []storage.Attestation{read("ola", "a--b", 4, 4)})
			must(t, s.Erase(t.Context(), "ola", "somebody"))
			got, err = s.ForBoxes().Attested(t.Context(), "amsterdam")
			must(t, err)
			equal(t, "after ola was forgotten", got, []storage.Attestation{read("bo", "a--b", 4, 2)})
		},
	},
	{
		"no more is kept of a box than is in it, and who has finished a game is told",
		func(t *testing.T, s storage.Store) {
			ends(t, s, "game1", "guild", 1, "ola", "bo")
			must(t, s.SaveUser(t.Context(), storage.User{ID: "ola", Name: "Ola"}))
			read := func(user match.UserID, i int) storage.Attestation {
				return storage.Attestation{
					Title: "amsterdam", User: user, Kind: storage.OfTicket, Line: fmt.Sprint("a--", i),
					At: time.Unix(int64(i), 0).UTC(),
				}
			}
			for _, user := range []match.UserID{"ola", "stranger"} { // who is in no game has no row either
				var kept atomic.Int32
				together(40, func(i int) {
					err := s.ForBoxes().Attest(t.Context(), 24, read(user, i))
					if err == nil {
						kept.Add(1)
					} else if !errors.Is(err, storage.ErrBoxFull) {
						t.Error(err)
					}
				})
				equal(t, "lines that were taken", kept.Load(), 24)
			}
			err := s.ForBoxes().Attest(t.Context(), 1, read("cy", 1), read("cy", 2))
			wantError(t, err, storage.ErrBoxFull)
			must(t, s.ForBoxes().Attest(t.Context(), 1, read("cy", 3)))
			got, err := s.ForBoxes().Attested(t.Context(), "amsterdam")
			must(t, err)
			equal(t, "lines", len(got), 49)
			for _, a := range got {
				if a.Played != (a.User == "ola") {
					t.Errorf("%s has finished a game: %t", a.User, a.Played)
				}
			}
		},
	},
	{
		"a user has one try at a day's deal, and the second leaves no game behind",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), tryOf("first", "ola", "2026-11-24"), storage.Origin{}, nil))
			wantError(t, s.Create(t.Context(), tryOf("again", "ola", "2026-11-24"), storage.Origin{}, nil),
				storage.ErrExists)
			_, err := s.Game(t.Context(), "again")
			wantError(t, err, storage.ErrNotFound)
			must(t, s.Create(t.Context(), tryOf("bobby", "bo", "2026-11-24"), storage.Origin{}, nil))
			must(t, s.Create(t.Context(), tryOf("other", "ola", "2026-11-25"), storage.Origin{}, nil))
			got, err := s.ForDailies().Try(t.Context(), "2026-11-24", "ola")
			must(t, err)
			equal(t, "the try", got, storage.Try{Day: "2026-11-24", User: "ola", Game: "first"})
			_, err = s.ForDailies().Try(t.Context(), "2026-11-26", "ola")
			wantError(t, err, storage.ErrNotFound)
		},
	},
	{
		"a result counts once, and is compared with those of its day alone",
		func(t *testing.T, s storage.Store) {
			for i, points := range []int{31, 18, 31, 40, -2} {
				id := match.GameID(fmt.Sprintf("game%d", i))
				user := match.UserID(fmt.Sprintf("user%d", i))
				must(t, s.Create(t.Context(), tryOf(id, user, "2026-11-24"), storage.Origin{}, nil))
				must(t, s.ForDailies().EndTry(t.Context(), id, points))
			}
			must(t, s.Create(t.Context(), tryOf("going", "zoe", "2026-11-24"), storage.Origin{}, nil))
			must(t, s.Create(t.Context(), tryOf("later", "zoe", "2026-11-25"), storage.Origin{}, nil))
			must(t, s.ForDailies().EndTry(t.Context(), "later", 99))
			must(t, s.ForDailies().EndTry(t.Context(), "game0", 50)) // heard twice
			must(t, s.ForDailies().EndTry(t.Context(), "nogame", 50))
			got, err := s.ForDailies().Try(t.Context(), "2026-11-24", "user0")
			must(t, err)
			equal(t, "the try", got, storage.Try{
				Day: "2026-11-24", User: "user0", Game: "game0", Ended: true, Points: 31,
			})
			place, err := s.ForDailies().Place(t.Context(), got)
			must(t, err)
			equal(t, "the place", place, match.Place{Below: 2, Same: 2, All: 5})
		},
	},
	{
		"tries are compared among those against the same version of the computers",
		func(t *testing.T, s storage.Store) {
			for i, version := range []int{1, 1, 2} {
				user := match.UserID(fmt.Sprintf("user%d", i))
				g := tryOf(match.GameID(fmt.Sprintf("game%d", i)), user, "2026-11-24")
				g.RatedBy = version
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
				must(t, s.ForDailies().EndTry(t.Context(), g.ID, 10+i))
				must(t, s.ForDailies().ShowDaily(t.Context(), "guild", user, true))
			}
			try, err := s.ForDailies().Try(t.Context(), "2026-11-24", "user1")
			must(t, err)
			place, err := s.ForDailies().Place(t.Context(), try)
			must(t, err)
			equal(t, "the place", place, match.Place{Below: 1, Same: 1, All: 2})
			list, err := s.ForDailies().DailyResults(t.Context(), "guild", "2026-11-24", "2026-11-24")
			must(t, err)
			equal(t, "the others", list[0].Place, match.Place{Same: 1, All: 1})
			equal(t, "the best of the older", list[1].Place, place)
		},
	},
	{
		"the tries that a user has finished come back, the last first, also after others are forgotten",
		func(t *testing.T, s storage.Store) {
			for i, day := range []match.Day{"2026-11-24", "2026-11-22", "2026-11-25", "2026-11-23"} {
				for _, user := range []match.UserID{"ola", "bo"} {
					id := match.GameID(fmt.Sprintf("of%s%d", user, i))
					g := tryOf(id, user, day)
					g.State = match.Cancelled
					must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
					if day != "2026-11-23" {
						must(t, s.ForDailies().EndTry(t.Context(), id, i))
					}
				}
			}
			tries, err := s.ForDailies().Tries(t.Context(), "ola", 2)
			must(t, err)
			equal(t, "the tries", tries, []storage.Try{
				{Day: "2026-11-25", User: "ola", Game: "ofola2", Ended: true, Points: 2},
				{Day: "2026-11-24", User: "ola", Game: "ofola0", Ended: true, Points: 0},
			})
			must(t, s.Erase(t.Context(), "bo", "former player"))
			tries, err = s.ForDailies().Tries(t.Context(), "bo", 9)
			must(t, err)
			equal(t, "the tries of the forgotten", len(tries), 0)
			place, err := s.ForDailies().Place(t.Context(), storage.Try{Day: "2026-11-24"})
			must(t, err)
			equal(t, "the place", place, match.Place{Same: 2, All: 2})
		},
	},
	{
		"somebody forgotten has no second try while the day is open, and then nothing leads to them",
		func(t *testing.T, s storage.Store) {
			const day = match.Day("2026-11-24")
			again := func(id match.GameID) error {
				return s.Create(t.Context(), tryOf(id, "bo", day), storage.Origin{}, nil)
			}
			must(t, s.Create(t.Context(), ended(tryOf("first", "bo", day)), storage.Origin{}, nil))
			must(t, s.Erase(t.Context(), "bo", "former player"))
			wantError(t, again("again"), storage.ErrExists)
			must(t, s.Forget(t.Context(), day.Closes().Add(-time.Second)))
			wantError(t, again("again"), storage.ErrExists)
			must(t, s.Forget(t.Context(), day.Closes()))
			must(t, again("again")) // the bot opens none then
		},
	},
	{
		"the table of a server has those who want to be on it",
		func(t *testing.T, s storage.Store) {
			points := map[match.UserID]int{"ola": 30, "bo": 40, "cy": 40, "dan": 50}
			for user, n := range points {
				for _, day := range []match.Day{"2026-11-23", "2026-11-24", "2026-11-25"} {
					id := match.GameID(string(user) + string(day[8:]))
					must(t, s.Create(t.Context(), ended(tryOf(id, user, day)), storage.Origin{}, nil))
					if day != "2026-11-25" {
						must(t, s.ForDailies().EndTry(t.Context(), id, n))
					}
				}
			}
			show := func(server match.ServerID, user match.UserID, on bool) {
				t.Helper()
				must(t, s.ForDailies().ShowDaily(t.Context(), server, user, on))
			}
			wanted := func(want ...match.UserID) {
				t.Helper()
				list, err := s.ForDailies().DailyResults(t.Context(), "900", "2026-11-24", "2026-11-25")
				must(t, err)
				var got []match.UserID
				for _, r := range list {
					got = append(got, r.User)
					equal(t, "the day", r.Day, match.Day("2026-11-24"))
					equal(t, "the place", r.Place, match.PlaceIn(map[int]int{30: 1, 40: 2, 50: 1}, r.Points))
				}
				equal(t, "the table", got, want)
			}
			wanted()
			for _, user := range []match.UserID{"ola", "cy", "bo"} {
				show("900", user, true)
			}
			show("900", "ola", true) // twice
			show("901", "ola", true)
			show("901", "dan", true)
			wanted("bo", "cy", "ola")
			show("900", "cy", false)
			show("901", "bo", false)
			wanted("bo", "ola")
			servers, err := s.ForDailies().DailyServers(t.Context(), "ola")
			must(t, err)
			equal(t, "the servers", servers, []match.ServerID{"900", "901"})
			show("", "ola", false)
			wanted("bo")
			must(t, s.Erase(t.Context(), "bo", "former player"))
			wanted()
		},
	},
	{
		"places are those that brute force finds, and nobody tries twice, also at the same moment",
		func(t *testing.T, s storage.Store) {
			people, days := enginetest.Size(40, 10_000), enginetest.Size(3, 30)
			random := rand.New(rand.NewPCG(1, 2))
			for d := range days {
				day := match.Day("2026-11-01").Plus(d)
				points := make([]int, people)
				for i := range points {
					points[i] = int(40 + 12*random.NormFloat64())
				}
				together(people, func(i int) {
					user := match.UserID(fmt.Sprintf("user%d", i))
					tryTwice(t, s, tryOf(match.GameID(fmt.Sprintf("g%dx%d", d, i)), user, day), points[i])
				})
				for mine := range slices.Max(points) + 2 {
					want := match.Place{All: people}
					for _, other := range points {
						switch {
						case other < mine:
							want.Below++
						case other == mine:
							want.Same++
						}
					}
					got, err := s.ForDailies().Place(t.Context(), storage.Try{Day: day, Points: mine})
					must(t, err)
					equal(t, "the place", got, want)
				}
			}
		},
	},
}

// together has many goroutines call a function with each number below n.
func together(n int, call func(i int)) {
	const workers = 32
	var all sync.WaitGroup
	for first := range workers {
		all.Go(func() {
			for i := first; i < n; i += workers {
				call(i)
			}
		})
	}
	all.Wait()
}

// tryTwice begins a try twice at the same moment. One is refused; it ends the other.
func tryTwice(t *testing.T, s storage.Store, first match.Game, points int) {
	second := first
	second.ID = "h" + first.ID[1:]
	var errs [2]error
	var both sync.WaitGroup
	for i, g := range []match.Game{first, second} {
		both.Go(func() { errs[i] = s.Create(t.Context(), ended(g), storage.Origin{}, nil) })
	}
	both.Wait()
	begun := first.ID
	if errs[0] != nil {
		begun, errs[0], errs[1] = second.ID, errs[1], errs[0]
	}
	if errs[0] != nil || !errors.Is(errs[1], storage.ErrExists) {
		t.Errorf("two tries of user %s at %s: %v, %v", first.Host, first.Daily, errs[0], errs[1])
	}
	if err := s.ForDailies().EndTry(t.Context(), begun, points); err != nil {
		t.Error(err)
	}
}

// ended makes a game one in which nobody plays any more.
func ended(g match.Game) match.Game {
	g.State = match.Cancelled
	return g
}
