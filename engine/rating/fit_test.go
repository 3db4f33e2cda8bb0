package rating

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

const day = 24 * time.Hour

// fit and fitTitle are Fit and FitTitle with all the time there is.
func fit(n int, games []Game) []Strength {
	list, _ := Fit(context.Background(), n, games)
	return list
}

func fitTitle(title string, all []Strength, games []Game) []Strength {
	list, _ := FitTitle(context.Background(), title, all, games)
	return list
}

// seatsOf makes a game of single people: names of places, 1-based, person by person.
func seatsOf(age time.Duration, people, places []int) Game {
	g := Game{Title: "toy", Age: age}
	for i, p := range people {
		g.Units = append(g.Units, Unit{Members: []Player{{Person: p}}, Place: places[i]})
	}
	return g
}

// oddities are games with every feature: ties, teams, a computer, different ages and titles.
func oddities() []Game {
	games := []Game{
		seatsOf(0, []int{0, 1, 2}, []int{1, 2, 3}),
		seatsOf(60*day, []int{2, 0}, []int{1, 2}),
		seatsOf(240*day, []int{3, 1, 0, 2}, []int{1, 1, 3, 4}),
		seatsOf(-day, []int{1, 3}, []int{1, 1}),
		{Title: "toy", Age: 10 * day, Units: []Unit{
			{Members: []Player{{Person: 0}, {Person: 3}}, Place: 2},
			{Members: []Player{{Person: 1}, {Person: Computer, Known: 0.9}}, Place: 1},
		}},
		{Title: "other", Units: []Unit{
			{Members: []Player{{Person: 2}}, Place: 1},
			{Members: []Player{{Person: Computer, Known: -2.5}}, Place: 2},
			{Members: []Player{{Person: 3}}, Place: 3},
		}},
	}
	return games
}

// posterior is the model as docs/ratings.md states it, unit by unit, without shortcuts.
func posterior(games []Game, theta []float64) float64 {
	sum := 0.
	for _, s := range theta {
		sum -= s * s / 2
	}
	strength := func(u Unit) float64 {
		mean := 0.
		for _, p := range u.Members {
			if p.Person == Computer {
				mean += p.Known
			} else {
				mean += theta[p.Person]
			}
		}
		return mean / float64(len(u.Members))
	}
	for _, g := range games {
		w := math.Pow(2, -max(0, g.Age.Hours())/24/120)
		for _, u := range g.Units {
			among := 0.
			for _, other := range g.Units {
				if other.Place >= u.Place {
					among += math.Exp(strength(other))
				}
			}
			sum += w * (strength(u) - math.Log(among))
		}
	}
	return sum
}

func TestCurveMatchesThePosterior(t *testing.T) {
	games, theta := oddities(), []float64{0.3, -0.8, 1.1, 0.2}
	m := newModel(4, games)
	c := m.at(theta)
	near := func(what string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %.9f, want %.9f", what, got, want)
		}
	}
	near("value", c.value, posterior(games, theta), 1e-12)
	near("value alone", m.value(theta), posterior(games, theta), 1e-12)
	const h = 1e-4
	moved := func(k int, by float64) []float64 {
		v := slices.Clone(theta)
		v[k] += by
		return v
	}
	for k := range theta {
		slope := (posterior(games, moved(k, h)) - posterior(games, moved(k, -h))) / (2 * h)
		near("gradient", c.gradient[k], slope, 1e-6)
		up, down := m.at(moved(k, h)), m.at(moved(k, -h))
		for j := range k + 1 {
			near("Hessian", c.hessian.get(k, j), -(up.gradient[j]-down.gradient[j])/(2*h), 1e-6)
		}
	}
}

func TestTheFitIsTheMaximum(t *testing.T) {
	games := oddities()
	m := newModel(4, games)
	best, _ := m.fit(t.Context())
	theta := make([]float64, len(best))
	for k, s := range best {
		theta[k] = s.S
	}
	for k, slope := range m.at(theta).gradient {
		if math.Abs(slope) > 1e-9 {
			t.Errorf("the posterior still grows along parameter %d by %g", k, slope)
		}
	}
}

// Two people and one game have a closed form: the winner's strength s solves s = 1/(1+e^2s), and
// the error follows from the Hessian 1 + q(1-q) on the diagonal, -q(1-q) beside it.
func TestFitOfOneGameHasAClosedForm(t *testing.T) {
	got := fit(2, []Game{seatsOf(0, []int{0, 1}, []int{1, 2})})
	s := got[0].S
	if math.Abs(s-1/(1+math.Exp(2*s))) > 1e-9 || math.Abs(s+got[1].S) > 1e-9 {
		t.Errorf("strengths %v do not solve s = 1/(1+e^2s)", got)
	}
	q := 1 / (1 + math.Exp(2*s))
	v := q * (1 - q)
	if want := math.Sqrt((1 + v) / (1 + 2*v)); math.Abs(got[0].Error-want) > 1e-9 {
		t.Errorf("error %v, want %v", got[0].Error, want)
	}
}

// Another program, dense Newton steps with Gaussian elimination in Python by docs/ratings.md, found
// these.
func TestFitAgreesWithAPythonProgram(t *testing.T) {
	want := []Strength{
		{0.046726027, 0.815090419},
		{-0.010550068, 0.751326984},
		{-0.18915046, 0.749431805},
		{-0.780271373, 0.763678672},
	}
	for i, got := range fit(4, oddities()) {
		if math.Abs(got.S-want[i].S) > 1e-8 || math.Abs(got.Error-want[i].Error) > 1e-8 {
			t.Errorf("person %d has %.9f ± %.9f, want %v", i, got.S, got.Error, want[i])
		}
	}
}

func TestTheOrderOfGamesDoesNotMatter(t *testing.T) {
	games := oddities()
	want := fit(4, games)
	slices.Reverse(games)
	for i, s := range fit(4, games) {
		if math.Abs(s.S-want[i].S) > 1e-9 || math.Abs(s.Error-want[i].Error) > 1e-9 {
			t.Errorf("person %d: %v, in another order %v", i, want[i], s)
		}
	}
}

func TestFitSurvivesLopsidedResults(t *testing.T) {
	var games []Game
	for range 500 { // the last is beaten by a computer far below everybody
		games = append(games, Game{Units: []Unit{
			{Members: []Player{{Person: 0}}, Place: 1},
			{Members: []Player{{Person: Computer, Known: -20}}, Place: 2},
			{Members: []Player{{Person: 1}}, Place: 3},
		}})
	}
	got := fit(2, games)
	if !(got[0].S > 0 && got[1].S < -10 && got[1].Error > 0) {
		t.Errorf("got %v", got)
	}
}

func TestSeventyToThirtyShowsAs600Points(t *testing.T) {
	seventy := Strength{S: math.Log(0.7 / 0.3), Error: 0.25}
	if seventy.Points() != 600 || seventy.PlusMinus() != 58 {
		t.Errorf("70 : 30 is shown as %d ± %d, want 600 ± 58", seventy.Points(), seventy.PlusMinus())
	}
}

func TestTitlesAreRatedApart(t *testing.T) {
	var games []Game
	for i := range 40 { // 0 beats 1 in one title and loses in the other
		g := seatsOf(0, []int{0, 1}, []int{1, 2})
		if i%2 == 1 {
			g = seatsOf(0, []int{0, 1}, []int{2, 1})
			g.Title = "other"
		}
		games = append(games, g)
	}
	all := fit(2, games)
	toy, other := fitTitle("toy", all, games), fitTitle("other", all, games)
	if math.Abs(all[0].S) > 1e-9 || toy[0].S < 0.2 || math.Abs(toy[0].S+toy[1].S) > 1e-9 ||
		math.Abs(toy[0].S+other[0].S) > 1e-9 {
		t.Errorf("in all %v, in the titles %v and %v", all, toy, other)
	}
	for i, s := range fitTitle("unplayed", all, games) {
		if s != all[i] {
			t.Errorf("in a title that nobody has played %v, in all %v", s, all[i])
		}
	}
}

// A title is fitted alone, with everybody's strength in all held: the posterior is highest there,
// and the errors are those of both.
func TestATitleIsFittedWithStrengthsHeld(t *testing.T) {
	games, title := oddities(), oddities()[:5]
	all := fit(4, games)
	in := fitTitle("toy", all, games)
	at := func(moved int, by float64) float64 {
		theta, prior := make([]float64, 4), 0.
		for i := range theta {
			theta[i] = in[i].S
			if i == moved {
				theta[i] += by
			}
			d := theta[i] - all[i].S
			prior += theta[i]*theta[i]/2 - d*d/(2*0.3*0.3) // posterior has another one
		}
		return posterior(title, theta) + prior
	}
	const h = 1e-4
	for i := range in {
		slope := (at(i, h) - at(i, -h)) / (2 * h)
		curvature := -(at(i, h) - 2*at(i, 0) + at(i, -h)) / (h * h)
		least := math.Hypot(all[i].Error, math.Sqrt(1/curvature)) // if d depended on nobody else's
		if math.Abs(slope) > 1e-6 || in[i].Error < least-1e-6 || in[i].Error > least+0.02 {
			t.Errorf("person %d: slope %g, error %g, at least %g", i, slope, in[i].Error, least)
		}
	}
}

// league plays random tables of people whose skill and luck are both normal, and returns how the
// fit compares with the truth.
func league(r *rand.Rand, sizes []int) (kendall, slope, cover, plusMinus float64) {
	const people, each = 40, 30
	skill := make([]float64, people)
	for i := range skill {
		skill[i] = r.NormFloat64()
	}
	var games []Game
	for played := 0; played < people*each; {
		n := sizes[r.IntN(len(sizes))]
		who := r.Perm(people)[:n]
		form := map[int]float64{}
		for _, p := range who {
			form[p] = skill[p] + r.NormFloat64()
		}
		slices.SortFunc(who, func(a, b int) int {
			if form[a] > form[b] {
				return -1
			}
			return 1
		})
		places := make([]int, n)
		for i := range places {
			places[i] = i + 1
		}
		games = append(games, seatsOf(0, who, places))
		played += n
	}
	got := fit(people, games)
	slope = slopeOf(skill, got)
	return tau(skill, got), slope, covered(skill, got, slope), meanPlusMinus(got)
}

func slopeOf(truth []float64, got []Strength) float64 {
	mx, my := 0., 0.
	for i := range truth {
		mx, my = mx+truth[i]/float64(len(truth)), my+got[i].S/float64(len(truth))
	}
	xy, xx := 0., 0.
	for i := range truth {
		xy += (truth[i] - mx) * (got[i].S - my)
		xx += (truth[i] - mx) * (truth[i] - mx)
	}
	return xy / xx
}

// tau is Kendall's: how many more pairs are in the right order than in the wrong one, as a share.
func tau(truth []float64, got []Strength) float64 {
	sum, pairs := 0., 0.
	for i := range truth {
		for j := range i {
			pairs++
			if (truth[i] > truth[j]) == (got[i].S > got[j].S) {
				sum++
			} else {
				sum--
			}
		}
	}
	return sum / pairs
}

// covered is the share of people whose interval of 95 %, divided by the scale, holds the truth.
func covered(truth []float64, got []Strength, slope float64) float64 {
	in := 0.
	for i := range truth {
		if math.Abs(got[i].S/slope-truth[i]) <= 1.96*got[i].Error/slope {
			in++
		}
	}
	return in / float64(len(truth))
}

func meanPlusMinus(got []Strength) float64 {
	sum := 0.
	for _, s := range got {
		sum += 1.96 * scale * s.Error
	}
	return sum / float64(len(got))
}

func TestSimulatedLeagues(t *testing.T) {
	const leagues = 20
	r := rand.New(rand.NewPCG(2026, 11))
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, c := range []struct {
		sizes []int
		least float64
	}{
		{[]int{2}, 0.76},
		{[]int{3}, 0.80},
		{[]int{4}, 0.80},
		{[]int{5}, 0.80},
		{[]int{2, 3, 4, 5}, 0.80},
	} {
		var kendall, slope, cover, plusMinus float64
		for range leagues {
			k, s, in, pm := league(r, c.sizes)
			kendall, slope = kendall+k/leagues, slope+s/leagues
			cover, plusMinus = cover+in/leagues, plusMinus+pm/leagues
		}
		t.Logf("%v seats: Kendall %.3f, scale %.2f, cover %.0f %%, ± %.0f",
			c.sizes, kendall, slope, 100*cover, plusMinus)
		if kendall < c.least || cover < 0.93 || cover > 0.99 {
			t.Errorf("%v seats: Kendall %.3f, cover %.3f", c.sizes, kendall, cover)
		}
		lowest, highest = min(lowest, slope), max(highest, slope)
	}
	if highest/lowest > 1.1 {
		t.Errorf("the scale runs from %.2f to %.2f", lowest, highest)
	}
}

// BenchmarkFit fits 10,000 games of 400 people.
func BenchmarkFit(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var games []Game
	for range 10_000 {
		games = append(games, seatsOf(time.Duration(r.IntN(300))*day, r.Perm(400)[:4], []int{1, 2, 3, 4}))
	}
	for b.Loop() {
		fit(400, games)
	}
}

// BenchmarkFitTitles fits people who have played 20 games each in four titles, in all and in each:
// how long it takes, and how much memory is in use at the end of it.
func BenchmarkFitTitles(b *testing.B) {
	for _, n := range []int{300, 1000, MostPeople} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			games := sociable(r, n, 20)
			var used runtime.MemStats
			for b.Loop() {
				all := fit(n, games)
				for _, title := range []string{"a", "b", "c", "d"} {
					fitTitle(title, all, games)
				}
			}
			runtime.ReadMemStats(&used)
			b.ReportMetric(float64(used.Sys)/1e6, "MB-of-the-system")
		})
	}
}

// sociable are games of 2 to 5 people drawn at random, each about as often, in four titles.
func sociable(r *rand.Rand, people, each int) []Game {
	var games []Game
	for played := 0; played < people*each; {
		who := map[int]bool{}
		for n := 2 + r.IntN(4); len(who) < n; {
			who[r.IntN(people)] = true
		}
		seats, places := slices.Sorted(maps.Keys(who)), []int{1, 2, 3, 4, 5}
		r.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		g := seatsOf(time.Duration(r.IntN(300))*day, seats, places)
		g.Title = string(rune('a' + r.IntN(4)))
		games = append(games, g)
		played += len(seats)
	}
	return games
}

// A step from the prior is nearly the fit of one game, and half of a surprise is not believed of
// somebody who is known.
func TestStepApproximatesAFit(t *testing.T) {
	g := seatsOf(0, []int{0, 1, 2}, []int{1, 2, 3})
	fitted, stepped := fit(3, []Game{g}), Step([]Strength{Unrated, Unrated, Unrated}, &g)
	for i := range fitted {
		if math.Abs(fitted[i].S-stepped[i].S) > 0.05 ||
			math.Abs(fitted[i].Error-stepped[i].Error) > 0.02 {
			t.Errorf("person %d: %v by a step, %v by a fit", i, stepped[i], fitted[i])
		}
	}
	known := Strength{0.5, 0.2}
	lost := Step([]Strength{known, Unrated}, new(seatsOf(0, []int{1, 0}, []int{1, 2})))
	if d := known.S - lost[0].S; d <= 0 || d > 0.05 || lost[0].Error >= known.Error ||
		lost[1].S < 0.3 || lost[1].Error >= 1 {
		t.Errorf("after a loss against somebody new: %v", lost)
	}
}

// Two people who beat each other in turn and a computer between them: the step has a closed form.
func TestStepFollowsItsFormula(t *testing.T) {
	g := Game{Units: []Unit{
		{Members: []Player{{Person: 0}}, Place: 1},
		{Members: []Player{{Person: Computer, Known: 1}}, Place: 2},
	}}
	const s, e = 0.3, 0.4
	p := math.Exp(s) / (math.Exp(s) + math.E)
	precision := 1/(e*e) + p*(1-p)
	got := Step([]Strength{{s, e}}, &g)[0]
	want := Strength{s + (1-p)/precision, 1 / math.Sqrt(precision)}
	if math.Abs(got.S-want.S) > 1e-12 || math.Abs(got.Error-want.Error) > 1e-12 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestUncertainRatingsAreHiddenOrMarkedEarly(t *testing.T) {
	for pm, want := range map[float64][2]bool{
		201: {false, true}, 200: {true, true}, 101: {true, true}, 100: {true, false},
	} {
		s := Strength{Error: pm / 1.96 / scale}
		if s.Shown() != want[0] || s.Early() != want[1] {
			t.Errorf("± %d: shown %v, early %v; want %v", s.PlusMinus(), s.Shown(), s.Early(), want)
		}
	}
}

// What was found about farming: the lower end orders, and says less of an account that was made to
// be beaten. The honest player wins three of four games against ten people in turn.
func TestTheLowerEndKeepsFarmersBack(t *testing.T) {
	won := func(opponents, times int) Strength {
		var games []Game
		for i := range opponents * times {
			games = append(games, seatsOf(0, []int{0, 1 + i%opponents}, []int{1, 2}))
		}
		return fit(1+opponents, games)[0]
	}
	var honest []Game
	for i := range 40 {
		places := []int{1, 2}
		if i%4 == 3 {
			places = []int{2, 1}
		}
		honest = append(honest, seatsOf(0, []int{0, 1 + i%10}, places))
	}
	for name, c := range map[string]struct {
		s                    Strength
		points, pm, lowerEnd int
	}{
		"twenty wins over one account":       {won(1, 20), 656, 186, 470},
		"ten accounts beaten ten times each": {won(10, 10), 868, 127, 741},
		"three of four games of forty":       {fit(11, honest)[0], 613, 101, 512},
	} {
		if c.s.Points() != c.points || c.s.PlusMinus() != c.pm || c.s.LowerEnd() != c.lowerEnd {
			t.Errorf("%s: %d ± %d, lower end %d", name, c.s.Points(), c.s.PlusMinus(), c.s.LowerEnd())
		}
	}
}

// Partners are not met, nor computers; and two who play each other often have met once.
func TestOpponentsAreCountedOnce(t *testing.T) {
	games := append(oddities(), seatsOf(0, []int{0, 1}, []int{1, 2}))
	games = append(games, Game{Units: []Unit{
		{Members: []Player{{Person: 4}, {Person: 5}}, Place: 1},
		{Members: []Player{{Person: 0}, {Person: Computer}}, Place: 2},
	}})
	if got := Met(6, games); !slices.Equal(got, []int{5, 3, 3, 3, 1, 1}) {
		t.Errorf("got %v", got)
	}
}
