package ratings

import (
	"slices"
	"testing"

	"konduktor/engine/match"
)

// against is games against Bo, by own places, in the order in which they ended.
func against(places ...int) (own, all []match.Result) {
	for i, place := range places {
		id := match.GameID(rune('a' + i))
		mine := match.Result{Game: id, Seat: 1, User: "ola", Account: match.Account{
			Title: "nordic", Seats: 2, Place: place, Points: 50 - 10*place, Own: 10,
		}}
		other := match.Result{Game: id, Seat: 2, User: "bo", Account: match.Account{
			Title: "nordic", Seats: 2, Place: 3 - place, Points: 50 - 10*(3-place), Own: 10,
		}}
		own, all = append(own, mine), append(all, mine, other)
	}
	return own, all
}

func earned(own, all []match.Result) (list []string) {
	r := recordOf(own, all)
	for _, b := range badges {
		if b.earned(r) {
			list = append(list, b.text)
		}
	}
	return list
}

func TestEachBadgeIsForWhatItSays(t *testing.T) {
	if len(badges) > 12 {
		t.Errorf("there are %d badges", len(badges))
	}
	change := func(f func(r *match.Result), places ...int) func() ([]match.Result, []match.Result) {
		return func() (own, all []match.Result) {
			own, all = against(places...)
			for i := range own {
				f(&own[i])
			}
			return own, all
		}
	}
	for badge, c := range map[string]struct {
		yes, no func() (own, all []match.Result)
	}{
		"badge.odds": {
			change(func(r *match.Result) { r.Judged = &match.Judged{Turn: 9, Before: .2, After: .7} }, 1),
			change(func(r *match.Result) { r.Judged = &match.Judged{Turn: 9, Before: .2, After: .7} }, 2),
		},
		"badge.hair": {
			change(func(r *match.Result) { r.Points = 31 }, 1),
			change(func(r *match.Result) { r.Points = 32 }, 1),
		},
		"badge.streak": {
			change(func(*match.Result) {}, 2, 1, 1, 1), change(func(*match.Result) {}, 1, 1, 2, 1),
		},
		"badge.revenge": {
			change(func(*match.Result) {}, 2, 2, 1), change(func(*match.Result) {}, 2, 1, 2),
		},
		"badge.tickets": {
			change(func(r *match.Result) { r.Kept, r.Done = 5, 5 }, 2),
			change(func(r *match.Result) { r.Kept, r.Done = 6, 5 }, 2),
		},
		"badge.far": {
			change(func(r *match.Result) { r.Earned = 20 }, 2),
			change(func(r *match.Result) { r.Earned = 19 }, 2),
		},
		"badge.helper": {
			change(func(r *match.Result) { r.Helped = 1 }, 2), change(func(*match.Result) {}, 2),
		},
	} {
		if got := earned(c.yes()); !slices.Contains(got, badge) {
			t.Errorf("%s is not earned: %v", badge, got)
		}
		if got := earned(c.no()); slices.Contains(got, badge) {
			t.Errorf("%s is earned: %v", badge, got)
		}
	}
	if got := earned(against(2)); len(got) > 0 {
		t.Errorf("a lost game earns %v", got)
	}
}

func TestTheNemesisIsWhoCameOutAheadMoreOften(t *testing.T) {
	for _, c := range []struct {
		places []int
		want   duel
	}{
		{[]int{2, 2, 1}, duel{"bo", 2, 1}},
		{[]int{2, 1, 2, 1}, duel{}},
		{[]int{2}, duel{}},
	} {
		own, all := against(c.places...)
		if got := recordOf(own, all).nemesis(); got != c.want {
			t.Errorf("%v: got %+v, want %+v", c.places, got, c.want)
		}
	}
	own, all := against(2, 2)
	for i := range all {
		if all[i].User == "bo" {
			all[i].User = match.Former
		}
	}
	if got := recordOf(own, all).nemesis(); got.user != "" {
		t.Errorf("somebody who was forgotten is a nemesis: %+v", got)
	}
}
