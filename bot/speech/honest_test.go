package speech

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/review"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
)

// reviewGame has computers of some levels play a game and reviews it.
func reviewGame(t *testing.T, title engine.Title, i int, levels []string) (engine.View,
	[]engine.Turn, *review.Review,
) {
	t.Helper()
	setup, _ := ai.Simulated(11, i, len(levels))
	players := make([]ai.Player, len(levels))
	for k, level := range levels {
		p, err := ai.NewPlayer(level, title, uint64(i*len(levels)+k))
		if err != nil {
			t.Fatal(err)
		}
		players[k] = p
	}
	tape := review.Tape{Game: review.Game{Title: title}}
	var course engine.Course
	end, err := ai.PlayOut(t.Context(), title, setup, players, func(step *ai.Step) {
		tape.Add(step.Game, step.Seat, step.Move, step.Events)
		course.Add(step.Game, step.Seat, step.Events)
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := review.Of(t.Context(), tape.Game, enginetest.Size(1000, 6000))
	if err != nil {
		t.Fatal(err)
	}
	return end.View, course.Turns, &r
}

var (
	fromTo    = regexp.MustCompile(`(\d+) → (\d+)%`)
	anyTurn   = regexp.MustCompile(`Turn (\d+) changed most`)
	stretched = regexp.MustCompile(`from turn (\d+) to turn (\d+)`)
	cost      = regexp.MustCompile(`• ([^:]+): own choices cost (\d+)% \(±(\d+)\)`)
	small     = regexp.MustCompile(`, (\d+)% of it .*by (\d+) other`)
	costAll   = regexp.MustCompile(`• ([^:]+): own choices cost all`)
	better    = regexp.MustCompile(`• Turn (\d+): (.+) chose to .+ Better by (\d+)%: to `)
	notMade   = regexp.MustCompile(`(\d+) tickets? of (\d+) points? not made`)
)

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// denials lists the lines of a review that another line, the chart or the final score denies.
func denials(said string, v *engine.View, r *review.Review, rows [][]int) (list []string) {
	deny := func(why string) { list = append(list, why) }
	turns := better.FindAllStringSubmatch(said, -1)
	sums := cost.FindAllStringSubmatch(said, -1)
	all := costAll.FindAllStringSubmatch(said, -1)
	if strings.Contains(strings.ToLower(said), "luck") && len(turns)+len(sums)+len(all) > 0 {
		deny("it was luck, and a loss is told")
	}
	if strings.Contains(said, "chart") {
		deny("a chart is mentioned, and the reader cannot tell which")
	}
	if len(turns) > 3 || len(turns) != strings.Count(said, "Better") {
		deny("more than three turns, or one that is not told as the others")
	}
	from, to := 0, 0
	if at := anyTurn.FindStringSubmatch(said); at != nil {
		from, to = number(at[1])-1, number(at[1])
	} else if at := stretched.FindStringSubmatch(said); at != nil {
		from, to = number(at[1]), number(at[2])
	}
	if to > 0 {
		for i, change := range fromTo.FindAllStringSubmatch(said, -1) {
			if number(change[1]) != rows[from][i] || number(change[2]) != rows[to][i] {
				deny("the chart has other chances than " + change[0])
			}
		}
	}
	if to == 0 && fromTo.MatchString(said) {
		deny("a chance that is not of the turns that changed most")
	}
	seats := map[string]engine.Seat{}
	for i := range v.Seats {
		seats[v.Seats[i].Name] = engine.Seat(i + 1)
	}
	for _, sum := range append(sums, all...) {
		seat := seats[sum[1]]
		most, parts := 0, 0
		for _, row := range rows[:len(rows)-1] {
			most = max(most, row[min(int(seat)-1, len(row)-1)])
		}
		for _, turn := range turns {
			if turn[2] == sum[1] {
				parts += number(turn[3])
			}
		}
		if len(sum) == 2 { // all that there was to lose
			if slices.Contains(v.Winners, seat) {
				deny(sum[1] + " lost everything and won")
			}
			continue
		}
		told, doubt := number(sum[2]), number(sum[3])
		if told > most && len(v.Seats) == len(rows[0]) {
			deny("more is lost than there was: " + sum[0])
		}
		if told < doubt {
			deny("within its error: " + sum[0])
		}
		if parts > told {
			deny("the turns cost more than all choices: " + sum[0])
		}
		line, _, _ := strings.Cut(said[strings.Index(said, sum[0]):], "\n")
		if rest := small.FindStringSubmatch(line); rest != nil &&
			(number(rest[1])+parts != told || number(rest[2]) == 0) {
			deny("the parts are not the sum: " + line)
		}
	}
	if len(r.Known) > 0 && math.Abs(float64(len(rows)-len(r.Known))) > 1 {
		deny("the chart has not all turns")
	}
	failed := 0
	for i := range v.Seats {
		if f := v.Seats[i].Final; i == 0 || v.Seats[i].Team != v.Seats[i-1].Team ||
			v.Seats[0].Team == v.Seats[len(v.Seats)-1].Team {
			failed += len(f.Failed)
		}
	}
	for _, tickets := range notMade.FindAllStringSubmatch(said, -1) {
		failed -= number(tickets[1])
	}
	if failed < 0 {
		deny("more tickets are called missed than the score has")
	}
	return list
}

// Reviews used to say that own choices cost nothing, and in the next line what one had cost; they
// named chances that no chart showed, and sums beyond what there was to lose.
func TestNothingInAReviewIsDeniedByAnotherLine(t *testing.T) {
	all := titles.All()
	told := map[string]int{}
	for i := range enginetest.Size(6*len(all), 200) {
		title := all[i%len(all)]
		levels := make([]string, title.SeatCounts()[0])
		for k := range levels {
			levels[k] = []string{"steady", "easy", "random"}[(i+k)%3]
		}
		v, turns, r := reviewGame(t, title, i, levels)
		s := New(texts(t, "en"), titles.Map(title.ID()))
		said := s.Review(gameID, &v, turns, r)
		for _, why := range denials(said, &v, r, s.Chances(&v, r)) {
			t.Errorf("game %d of %s: %s\n%s", i, title.ID(), why, said)
		}
		told["sum"] += len(cost.FindAllString(said, -1)) + len(costAll.FindAllString(said, -1))
		told["turn"] += len(better.FindAllString(said, -1))
		told["close"] += strings.Count(said, "Too close to tell")
	}
	t.Log(told)
	if told["sum"] == 0 || told["turn"] == 0 {
		t.Errorf("%v: the test proves little", told)
	}
}
