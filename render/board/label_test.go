package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/railway"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// Names in private pictures, with the letters and ways of each seat, belong to their cities and
// hide nothing, in 200 positions of each title and number of seats. In a crowd a name may be
// missing, but seldom and with a reason: the letters of tickets take its place.
func TestNamesOfPrivatePicturesCannotLie(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, board := phoneOf(t, title)
			seen, left, names := map[string]int{}, map[string]int{}, 0
			seats := title.SeatCounts()
			for _, n := range seats[len(seats)-enginetest.Size(1, len(seats)):] {
				eachPosition(t, title, n, enginetest.Size(4, 200), func(v engine.View) {
					eachLanguage(t, func(w caption.Words) {
						o := caption.Options{Words: w, Ways: true}
						d := p.private(board, p.say.Drawn(&v, &o), &o)
						d.assess()
						d.choose(0)
						d.chooseAll()
						a := d.arrange(board.boardCache, board.named, d.frame())
						for i := range a.part.Labels {
							if d.frame().Holds(a.part.Cities[i].Around(0)) && len(a.part.Labels[i].Lines) == 0 {
								left[title.Map().Cities[i].ID]++
							}
							if len(a.part.Labels[i].Lines) > 0 {
								names++
								for _, fault := range faults(a.part, i, d.read(i, &a.part.Labels[i])) {
									seen[fault]++
								}
							}
						}
					})
				})
			}
			missing := 0
			for _, n := range left {
				missing += n
			}
			t.Logf("%d names, left out: %v", names, left)
			for city := range left {
				if unnamed[city] == "" {
					t.Errorf("%s has no name %d times, without a reason", city, left[city])
				}
			}
			if share := float64(missing) / float64(names+missing); share > mostMissing {
				t.Errorf("%.1f %% of the names are missing: %v", 100*share, left)
			}
			excused(t, seen, names)
		})
	}
}

// Every city that a choice of tickets is about has a name, 8 pixels tall on a phone, in 200 choices
// of each title and number of seats: those at the start, and later ones with tickets held.
func TestNamesOfAChoiceCannotLie(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := painterOf(t, title)
			b, err := p.choice()
			if err != nil {
				t.Fatal(err)
			}
			seen, names := map[string]int{}, 0
			seats := title.SeatCounts()
			for _, n := range seats[len(seats)-enginetest.Size(1, len(seats)):] {
				eachChoice(t, title, n, enginetest.Size(6, 200), func(v engine.View) {
					eachLanguage(t, func(w caption.Words) {
						o := caption.Options{Words: w, Ways: true}
						d := p.private(nil, p.say.Drawn(&v, &o), &o)
						d.assess()
						named, all := d.choiceNames(b)
						for n := range all {
							i := int(all[n].city)
							lb := d.read(i, &named.Labels[i])
							if names++; len(lb.Lines) == 0 || lb.Size*shownWidth/named.W < leastName {
								t.Errorf("%s has a name of %.1f pixels on a phone, want %d", title.Map().Cities[i].ID,
									lb.Size*shownWidth/named.W, leastName)
								continue
							}
							for _, fault := range faults(named, i, lb) {
								seen[fault]++
							}
							for m := range all {
								if tag := named.Obstacles[m]; slices.ContainsFunc(lb.Areas, tag.Under) {
									seen[title.Map().Cities[i].ID+" lies on letters"]++
								}
								if m < n && named.Obstacles[m].Under(named.Obstacles[n].Bounds(0)) {
									seen[fmt.Sprintf("letters of %s lie on those of %s", title.Map().Cities[i].ID,
										title.Map().Cities[all[m].city].ID)]++
								}
							}
						}
					})
				})
			}
			t.Logf("%d names", names)
			excused(t, seen, names)
		})
	}
}

// languages of the texts: those of a station without a name are longer in Polish.
var languages = []string{"pl", "en"}

// eachLanguage calls test with the texts of each language; the quick size has the longest ones.
func eachLanguage(t *testing.T, test func(caption.Words)) {
	t.Helper()
	for _, lang := range languages[:enginetest.Size(1, len(languages))] {
		test(rendertest.Words(t, lang))
	}
}

// crowded are cities of World whose names stand badly in few pictures, with the reason. There a
// name that touches a space is better than a smaller one or none. At full size, on 2026-11-27,
// these were all faults of 355,140 names in private pictures and 60,824 in choices.
var crowded = map[string]string{
	"petropavlovsk":  "a long word between routes, with letters at Anchorage and Tokyo",
	"anchorage":      "at the edge, with a route on each side",
	"buenos-aires":   "its name and that of Cape Town meet above the South Atlantic",
	"cape-town":      "see buenos-aires",
	"ocean-waypoint": "its room is that of its Polish name, and the English one is shorter",
	"al-qahira":      "in choices letters on all other sides leave it the one towards Casablanca",
	"letters":        "two cities side by side have letters of several tickets",
}

// mostCrowded is the largest share of names with one such fault.
const mostCrowded = 0.012

// excused reports the faults that have no reason, or are too many.
func excused(t *testing.T, seen map[string]int, names int) {
	t.Helper()
	for fault, n := range seen {
		what, _, _ := strings.Cut(fault, " ")
		share := float64(n) / float64(names)
		t.Logf("%s, %d times of %d names", fault, n, names)
		if crowded[what] == "" || share > mostCrowded {
			t.Errorf("%s, %.2f %% of %d names", fault, 100*share, names)
		}
	}
}

// eachChoice visits offers of tickets as the seats see them that they are made to: of every second
// game those at its start, of the others later ones, when the seat holds some.
func eachChoice(t *testing.T, title *railway.Title, seats, choices int, visit func(engine.View)) {
	t.Helper()
	for game := uint64(1); choices > 0; game++ {
		setup, rng := ai.Simulated(game, 3, seats)
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		if game%2 == 0 {
			for seat := range seats {
				visit(g.View(engine.Seat(seat + 1)))
				choices--
			}
			continue
		}
		policy, err := ai.New("greedy", rng)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; !g.Over(); ply++ {
			seat := g.ToMove()[0]
			m, _ := policy.Choose(g, seat)
			v := g.View(seat)
			legal := v.Legal()
			drawn := slices.IndexFunc(legal, func(m engine.Move) bool { return m.Verb == engine.Tickets })
			if ply%23 == 22 && drawn >= 0 {
				m = legal[drawn]
			}
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatal(err)
			}
			if m.Verb == engine.Tickets {
				visit(g.View(seat))
				choices--
			}
		}
	}
}

// unnamed are the cities whose names are left out of some private pictures, with the reason.
// Letters of tickets took the name's room, or the picture's edge cut it off, and from the next free
// place the line to the city would have crossed spaces. In 25 positions of World and Nordic for
// each number of seats, 265 of 285 such cities lay within 60 pixels of the edge. At full size 3,895
// of 357,855 names were left out on 2026-11-27.
var unnamed = map[string]string{
	"anchorage":      "at the edge, with a route on each side; its letters take the free side",
	"bergen":         "four lanes at the western edge, with two tunnels side by side and letters",
	"djibouti":       "four lanes, and those of Dar es Salaam pass beside it",
	"edinburgh":      "seven lanes, at the upper edge of a picture",
	"chengdu":        "nine lanes, with letters of ways beside several",
	"christchurch":   "three lanes, at the lower edge of a picture; its place is below them",
	"foochow":        "eight lanes at the eastern edge of a picture",
	"imatra":         "three lanes at the eastern edge of a picture",
	"mumbai":         "seven lanes, and its letters take the free side",
	"peking":         "ten lanes, at the upper edge of a picture",
	"rawalpindi":     "five lanes at the western edge of a picture",
	"rio-de-janeiro": "in the corner of a picture, with a leader to its letters",
	"sydney":         "eight lanes and a sign at the edge; its letters take the free side",
	"ulan-bator":     "six lanes at the northern edge",
	"oude-kerk":      "seven lanes meet there, and letters stand at Dam and Waag",
	"goteborg":       "five lanes, those to Denmark beyond the edge of the picture",
	"helsinki":       "seven lanes, two of them ferries side by side",
	"stavanger":      "three lanes at the western edge",
	"buenos-aires":   "a long name among five lanes",
	"cape-town":      "ten lanes; its letters take the free side",
	"dar-es-salaam":  "nine lanes",
	"los-angeles":    "ten lanes, some of them over the western edge",
	"manila":         "five lanes, all around it",
	"miami":          "three lanes, and those of New York pass above it",
	"new-york":       "seven lanes; its letters and those of ways take the free side",
	"toamasina":      "two lanes, and those to Jakarta pass beside it",
	"valparaiso":     "four lanes, one of them over the western edge",
	"bangalore":      "five lanes on a peninsula",
	"cawnpore":       "six lanes",
	"delhi":          "seven lanes",
	"hanoi":          "five lanes, beside those of Vientiane and Nanning",
	"harbin":         "five lanes in the corner of the map",
	"kashgar":        "four lanes at the northern edge, two of them tunnels",
	"madras":         "four lanes at the southern edge",
	"nanning":        "nine lanes",
	"rangoon":        "four lanes, two and two side by side",
	"shanghai":       "eight lanes at the eastern edge",
	"vientiane":      "four lanes, two and two side by side",
}

// mostMissing is the largest share of cities in a private picture without a name.
const mostMissing = 0.03

// eachPosition visits positions of games of computer players, as each seat sees them.
func eachPosition(
	t *testing.T, title *railway.Title, seats, positions int, visit func(engine.View),
) {
	t.Helper()
	for game := uint64(1); positions > 0; game++ {
		setup, rng := ai.Simulated(game, 3, seats)
		g, err := title.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		policy, err := ai.New("greedy", rng)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; !g.Over() && positions > 0; ply++ {
			if ply%29 == 28 {
				positions--
				for seat := range seats {
					visit(g.View(engine.Seat(seat + 1)))
				}
			}
			seat := g.ToMove()[0]
			m, _ := policy.Choose(g, seat)
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// rim is how far a name may reach over a space, in pixels: codes and signs stand further inside.
const rim = 4

// faults are what is wrong with a name of a part of a board as it reads, measured point by point. A
// name to which a line leads may be nearer to another city.
func faults(l *geometry.Layout, i int, lb *geometry.Label) []string {
	var all []string
	add := func(format string, args ...any) {
		all = append(all, l.Map.Cities[i].ID+" "+fmt.Sprintf(format, args...))
	}
	points := func(visit func(geometry.Point) bool) bool {
		for _, box := range lb.Areas {
			for y := box.Y0; y <= box.Y1; y += 3 {
				for x := box.X0; x <= box.X1; x += 3 {
					if visit(geometry.Pt(x, y)) {
						return true
					}
				}
			}
		}
		return false
	}
	far := func(c engine.CityID) float64 {
		least := math.Inf(1)
		if lb.Area().Grown(300).Overlap(l.Cities[c].Around(1)) == 0 {
			return least
		}
		points(func(p geometry.Point) bool {
			least = min(least, p.Distance(l.Cities[c]))
			return false
		})
		return least
	}
	own := far(engine.CityID(i))
	for c := range l.Cities {
		if d := far(engine.CityID(c)); c != i && d < own && len(lb.Lead) == 0 {
			add("is nearer to %s", l.Map.Cities[c].ID)
		}
		if far(engine.CityID(c)) < 0.7*l.Sizes.Dot {
			add("lies on the city %s", l.Map.Cities[c].ID)
		}
	}
	near := lb.Bounds().Grown(rim)
	var slots []geometry.Slot // that the name or its line can touch
	var lanes []int
	for r := range l.Lanes {
		for _, s := range l.Lanes[r].Slots {
			if s.Bounds(0).Overlap(near) > 0 {
				slots, lanes = append(slots, s), append(lanes, r)
			}
		}
	}
	onLane := func(p geometry.Point) int {
		i := slices.IndexFunc(slots, func(s geometry.Slot) bool { return s.Beyond(p) < -rim })
		if i < 0 {
			return -1
		}
		return lanes[i]
	}
	on := -1
	points(func(p geometry.Point) bool { on = onLane(p); return on >= 0 })
	if on >= 0 {
		add("lies on a space of %s", l.Map.Routes[on].ID)
	}
	for j := range l.Labels {
		o := &l.Labels[j]
		if j != i && len(o.Lines) > 0 && lb.InLine(o) {
			add("stands in one line with %s", strings.Join(o.Lines, " "))
		}
	}
	c, box := l.Cities[i], lb.Area()
	off := math.Hypot(max(box.X0-c.X, c.X-box.X1, 0), max(box.Y0-c.Y, c.Y-box.Y1, 0))
	if off > l.Sizes.Dot+0.85*lb.Size && len(lb.Lead) == 0 {
		add("is %.0f pixels away without a line", off-l.Sizes.Dot)
	}
	for s := 0.05; s < 1 && len(lb.Lead) > 0; s += 0.05 {
		p := lb.Lead[0].Plus(lb.Lead[1].Minus(lb.Lead[0]).Times(s))
		if r := onLane(p); r >= 0 {
			add("has a line across %s", l.Map.Routes[r].ID)
			break
		}
		if c := slices.IndexFunc(l.Cities, func(c geometry.Point) bool {
			return p.Distance(c) < 0.8*l.Sizes.Dot
		}); c >= 0 {
			add("has a line across the city %s", l.Map.Cities[c].ID)
			break
		}
	}
	return all
}
