package ratings

import (
	"slices"

	"konduktor/engine/match"
)

// record is how somebody has played in a season.
type record struct {
	games  []played // of their own, in the order of the end
	helped int      // games in which they played turns of others
}

// played is what a game has brought somebody, with the results of their opponents.
type played struct {
	match.Result
	others []match.Result
}

// recordOf sorts somebody's results. all are those of everybody in their games.
func recordOf(own, all []match.Result) *record {
	r := &record{}
	for _, o := range own {
		if o.Helped > 0 {
			r.helped++
		}
		if !o.Held() {
			continue
		}
		g := played{Result: o}
		for _, other := range all {
			if other.Game == o.Game && other.Held() && other.Seat != o.Seat &&
				(o.Team == 0 || other.Team != o.Team) {
				g.others = append(g.others, other)
			}
		}
		r.games = append(r.games, g)
	}
	return r
}

// badge is a distinction for a season. Its text says its name and, behind a dash, what it is for.
type badge struct {
	text   string
	earned func(*record) bool
}

var badges = []badge{
	{"badge.odds", some(func(g *played) bool {
		return g.won() && g.Judged != nil && g.Judged.Turn > 0 &&
			min(g.Judged.Before, g.Judged.After) < 0.25
	})},
	{"badge.hair", some(func(g *played) bool {
		return g.won() && slices.ContainsFunc(g.others, func(o match.Result) bool {
			return o.Place > 1 && g.Points-o.Points <= 1
		})
	})},
	{"badge.streak", func(r *record) bool { return r.streak() >= 3 }},
	{"badge.revenge", func(r *record) bool { _, revenge := r.duels(); return revenge }},
	{"badge.tickets", some(func(g *played) bool { return g.Kept >= 5 && g.Done == g.Kept })},
	{"badge.far", some(func(g *played) bool { return g.Earned >= 20 })},
	{"badge.helper", func(r *record) bool { return r.helped > 0 }},
}

func some(is func(*played) bool) func(*record) bool {
	return func(r *record) bool {
		for i := range r.games {
			if is(&r.games[i]) {
				return true
			}
		}
		return false
	}
}

func (g *played) won() bool { return g.Place == 1 }

// streak is the longest run of victories.
func (r *record) streak() (best int) {
	n := 0
	for i := range r.games {
		if n++; !r.games[i].won() {
			n = 0
		}
		best = max(best, n)
	}
	return best
}

// duel counts how often an opponent came out ahead, and how often behind.
type duel struct {
	user       match.UserID
	lost, beat int
}

// duels are those against each person, and whether one who had been ahead twice was beaten then.
func (r *record) duels() (list []duel, revenge bool) {
	for i := range r.games {
		for _, o := range r.games[i].others {
			if o.User == "" || match.IsFormer(o.User) {
				continue
			}
			at := slices.IndexFunc(list, func(d duel) bool { return d.user == o.User })
			if at < 0 {
				at, list = len(list), append(list, duel{user: o.User})
			}
			switch d := &list[at]; {
			case o.Place < r.games[i].Place:
				d.lost++
			case o.Place > r.games[i].Place:
				d.beat++
				revenge = revenge || d.lost >= 2 && d.beat == 1
			}
		}
	}
	return list, revenge
}

// nemesis is the opponent who came out ahead most often, and more often than behind; no user if
// nobody did so twice.
func (r *record) nemesis() (most duel) {
	list, _ := r.duels()
	for _, d := range list {
		if d.lost >= 2 && d.lost > d.beat && d.lost > most.lost {
			most = d
		}
	}
	return most
}
