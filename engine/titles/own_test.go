package titles_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
)

// masuria is the documentation's example of a user's map.
const masuria = "../../docs/maps/masuria.toml"

func readOwn(t *testing.T, change ...string) (*railmap.Map, error) {
	t.Helper()
	text, err := os.ReadFile(masuria)
	if err != nil {
		t.Fatal(err)
	}
	return mapfile.Parse([]byte(strings.NewReplacer(change...).Replace(string(text))), "masuria.toml")
}

// ownTitle returns a title on the documentation's map.
func ownTitle(t *testing.T, change ...string) engine.Title {
	t.Helper()
	m, err := readOwn(t, change...)
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	return title
}

func TestATitleCanBePlayedOnAnotherMapToTheEnd(t *testing.T) {
	t.Parallel()
	title := ownTitle(t)
	for _, seats := range title.SeatCounts() {
		enginetest.Play(t, title, "random", 1, seats, seats)
	}
	if got := titles.MapOf(title).Name; got != "Masuria" {
		t.Errorf("it is played on %s", got)
	}
	if own := titles.Map(title.ID()); own == nil || own.Name == "Masuria" {
		t.Error("the title's own map is not its own any more")
	}
}

func TestMapsThatItsRulesCannotPlayAreRefused(t *testing.T) {
	const route, colors = `b = "olecko", length = 2, color = "green"`, `"red", "orange"]`
	for _, c := range []struct {
		name   string
		change []string // old, new, ...
		want   string
	}{
		{"another title", []string{`title = "amsterdam"`, `title = "atlantis"`}, `no title "atlantis"`},
		{"carts", []string{`title = "amsterdam"`, `title = "nordic"`}, "no carts"},
		{"a tunnel", []string{route, route + `, kind = "tunnel"`}, "no tunnels"},
		{"a ferry", []string{route, route + `, kind = "ferry", symbols = 1`}, "no ferries"},
		{"ships", []string{route, route + `, kind = "ship"`}, "no routes for ships"},
		{"pairs", []string{route, route + `, pairs = 1`}, "no pairs"},
		{"a port", []string{`lat = 53.83 }`, `lat = 53.83, port = true }`}, "no ports"},
		{"a tour", []string{
			`["elk", "mragowo"], points = 7`,
			`["elk", "mragowo", "pisz"], points = 7, in_order = 9, penalty = 9`,
		}, "no tours"},
		{
			"too few tickets", []string{
				`{ cities = ["elk"`, `# ["`, `{ cities = ["goldap"`, `# ["`, `{ cities = ["mragowo"`, `# ["`,
				`{ cities = ["ruciane-nida"`, `# ["`,
			}, "too few",
		},
		{
			"a route of another title's colour",
			[]string{colors, `"red", "white"]`, `color = "orange"`, `color = "white"`},
			"colour",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := readOwn(t, c.change...)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = titles.On(m); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %q", err, c.want)
			}
		})
	}
}

func TestEveryTitleTakesItsOwnMap(t *testing.T) {
	for _, title := range titles.All() {
		m := titles.MapOf(title)
		if m == nil {
			t.Errorf("%s has no map", title.ID())
			continue
		}
		if on, err := titles.On(m); err != nil || on != title {
			t.Errorf("%s on its own map is %v, error %v", title.ID(), on, err)
		}
		if remark := titles.MapRemark(title); remark != "" {
			t.Errorf("%s: a record on its own map says %q", title.ID(), remark)
		}
	}
}

func TestEveryBoardCanBeChanged(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"amsterdam", "nordic", "asia", "world"} {
		text, err := os.ReadFile("../" + id + "/map.toml")
		if err != nil {
			t.Fatal(err)
		}
		m, err := mapfile.Parse(append(text, "\n# changed\n"...), id)
		if err != nil {
			t.Fatal(err)
		}
		title, err := titles.On(m)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if titles.MapRemark(title) == "" {
			t.Errorf("%s: a record on a changed map does not say so", id)
		}
	}
}

// TestEveryAcceptedMapCanBePlayed changes maps at random: one that is taken is dealt and played
// to the end.
func TestEveryAcceptedMapCanBePlayed(t *testing.T) {
	t.Parallel()
	var files []string
	for _, name := range []string{
		masuria, "../amsterdam/map.toml", "../nordic/map.toml",
		"../asia/map.toml", "../world/map.toml",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		text := disturbed(files[rapid.IntRange(0, len(files)-1).Draw(t, "file")],
			rand.New(rand.NewPCG(seed, 0)))
		m, err := mapfile.Parse([]byte(text), "map.toml")
		if err != nil {
			return
		}
		title, err := titles.On(m)
		if err != nil {
			return
		}
		enginetest.Play(t, title, "greedy", seed, 0, title.SeatCounts()[0])
		played++
	})
	if played == 0 {
		t.Error("no map was taken: this shows nothing")
	}
}

var figure = regexp.MustCompile(`(length|symbols|reveals|pairs|points) = \d+`)

// disturbed changes some figures of a map, and leaves some tickets and lanes out.
func disturbed(text string, rng *rand.Rand) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rng.IntN(25) == 0 && (strings.Contains(line, "{ cities =") ||
			strings.Contains(line, "group =")) {
			continue
		}
		b.WriteString(figure.ReplaceAllStringFunc(line, func(f string) string {
			name, _, _ := strings.Cut(f, " ")
			if rng.IntN(6) > 0 {
				return f
			}
			return fmt.Sprintf("%s = %d", name, 1+rng.IntN(6))
		}))
	}
	return b.String()
}

func TestARecordSaysWhichMapItWasPlayedOn(t *testing.T) {
	title := ownTitle(t)
	sum := titles.MapOf(title).Sum
	if other := titles.MapOf(ownTitle(t, "points = 8", "points = 9")).Sum; sum == other ||
		len(sum) != 64 {
		t.Fatalf("sums %q and %q of different maps", sum, other)
	}
	remark := titles.MapRemark(title)
	record := "[Title \"amsterdam\"]\n[Seats \"Ala\" \"Bartek\"]\n[Rules \"1\"]\n[Seed \"" +
		strings.Repeat("0", 64) + "\"]\n"
	for _, text := range []string{
		remark, "\n" + remark + record,
		strings.ReplaceAll(remark, "\n", "\r\n"),
	} {
		name, got, ok := titles.RemarkedMap(text)
		if !ok || name != "Masuria" || got != sum {
			t.Errorf("%q says map %q of sum %q", text, name, got)
		}
	}
	for _, text := range []string{
		record, "# map: mine\n", "1 draw deck " + remark,
		"# map: x, sha256 " + sum[1:] + "\n",
	} {
		if _, _, ok := titles.RemarkedMap(text); ok {
			t.Errorf("%q is taken for a remark", text)
		}
	}
	if _, err := notation.ParseRecord(remark+record, titles.Find); err != nil {
		t.Errorf("the remark is no comment: %v", err)
	}
}

// thicket is a map with many routes of one space meeting in the middle, of a size that the format
// allows.
func thicket(title string, colors []string, tour bool) string {
	const wide, high = 15, 10
	text := fmt.Sprintf("title = %q\nname = \"Thicket\"\nversion = 1\naspect = 1\ncolors = "+
		"[\"%s\"]\ncities = [\n", title, strings.Join(colors, `", "`))
	routes := "routes = [\n"
	city := func(x, y int) string { return fmt.Sprintf("c%d-%d", x, y) }
	left := railmap.MaxRoutes
	add := func(x, y, u, v int) {
		if left--; left >= 0 {
			routes += fmt.Sprintf("{ a = %q, b = %q, length = 1, color = \"gray\" },\n",
				city(x, y), city(u, v))
		}
	}
	for y := range high {
		for x := range wide {
			text += fmt.Sprintf("{ id = %q, name = \"City %d %d\", x = %g, y = %g },\n", city(x, y), x, y,
				0.05+float64(x)*0.06, 0.05+float64(y)*0.05)
			if x+1 < wide {
				add(x, y, x+1, y)
			}
			if y+1 < high {
				add(x, y, x, y+1)
			}
		}
	}
	tickets := "tickets = [\n"
	for i := range 60 {
		tickets += fmt.Sprintf("{ cities = [%q, %q], points = 9 },\n", city(i%wide, i/wide),
			city(i%wide, 9-i/wide))
	}
	if tour {
		tickets += fmt.Sprintf("{ cities = [%q, %q, %q], points = 5, in_order = 9, penalty = 9 },\n",
			city(0, 0), city(9, 9), city(3, 1))
	}
	return text + "]\n" + routes + "]\n" + tickets + "]\n"
}

func TestMapTooTangledToScoreIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title string
		tour  bool
		want  string
	}{
		{"world", true, "60 pieces can build up to 29 circuits"},
		{"world", false, ""}, // nothing is searched
		{"asia", false, "54 pieces can build up to 26 circuits"},
		{"nordic", false, "40 pieces can build up to 19 circuits"},
		{"amsterdam", false, ""},
	} {
		t.Run(fmt.Sprint(c.title, c.tour), func(t *testing.T) {
			m, err := mapfile.Parse([]byte(thicket(c.title, titles.Map(c.title).Colors, c.tour)),
				"thicket.toml")
			if err != nil {
				t.Fatal(err)
			}
			title, err := titles.On(m)
			if err != nil {
				t.Fatal(err) // a game that was begun on it goes on
			}
			got := ""
			if err := titles.Tangled(title); err != nil {
				got = err.Error()
			}
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMapsOfTheTitlesCanBeScoredAndPainted(t *testing.T) {
	t.Parallel()
	for _, title := range titles.All() {
		if err := titles.Tangled(title); err != nil {
			t.Error(err)
		}
		if err := titles.MapOf(title).Overdrawn(); err != nil {
			t.Error(err)
		}
	}
}
