package speech

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render/emblem"

	"github.com/google/go-cmp/cmp"
)

// withSigns returns a speaker of a title whose things all have emoji: their names are the things
// themselves, and one ID stands for all.
func withSigns(t testing.TB, title string) *Speaker { return withSignsIn(t, "en", title) }

// withSignsIn fails the test when a thing is asked for that has no emblem.
func withSignsIn(t testing.TB, lang, title string) *Speaker {
	t.Helper()
	drawn := map[string]bool{}
	played, _ := titles.Find(title)
	for _, e := range emblem.Of(title, played.Lexicon()) {
		drawn[e.Sign] = true
	}
	find := func(_, thing string) (name, id string) {
		if !drawn[thing] {
			t.Errorf("%s has no emblem of %q", title, thing)
		}
		return strings.ReplaceAll(thing, "-", "_"), "1000000000000000001"
	}
	return New(texts(t, lang).Catalog().WithSigns(find).Texts(lang), titles.Map(title))
}

var markup = regexp.MustCompile(`<:(\w+):\d+>`)

// signsIn lists the names of the emoji in a text.
func signsIn(text string) (names []string) {
	for _, found := range markup.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// emojis lists the names of the emoji of a message's buttons and options, row by row.
func emojis(m discord.Message) [][]string {
	var all [][]string
	name := func(e *discord.ComponentEmoji) string {
		if e == nil {
			return ""
		}
		return e.Name
	}
	for _, r := range m.Rows {
		var row []string
		for _, b := range r.Buttons {
			row = append(row, name(b.Emoji))
		}
		if r.Select != nil {
			for _, o := range r.Select.Options {
				row = append(row, name(o.Emoji))
			}
		}
		all = append(all, row)
	}
	return all
}

func buttonLabels(m discord.Message) (labels []string) {
	for _, r := range m.Rows {
		for _, b := range r.Buttons {
			labels = append(labels, b.Label)
		}
	}
	return labels
}

func TestATurnShowsCardsAsSigns(t *testing.T) {
	v := rich(t)
	p := Panel{Place: Place{Game: "k7m3q"}, View: v}
	m := withSigns(t, "amsterdam").Panel(p)
	var want []string
	for c, n := range v.Own().Hand.Cards {
		if n > 0 {
			want = append(want, v.Lexicon().Faces[c].Name)
		}
	}
	hand := m.Content[strings.LastIndex(m.Content, "\n")+1:]
	if d := cmp.Diff(want, signsIn(hand)); d != "" || !strings.HasPrefix(hand, "**Hand:** ") {
		t.Errorf("signs of the hand, which is the last line (-want +got):\n%s\n%s", d, m.Content)
	}
	if !strings.Contains(hand, "<:wild:1000000000000000001>2") {
		t.Errorf("want signs with numbers:\n%s", m.Content)
	}
	ticket := ": <:green:1000000000000000001>2 <:red:1000000000000000001>2 · "
	if !strings.Contains(m.Content, ticket) {
		t.Errorf("want %q:\n%s", ticket, m.Content)
	}
	var market []string
	for _, c := range v.Market {
		market = append(market, v.Lexicon().Faces[c].Name)
	}
	shown := emojis(m)
	if d := cmp.Diff(append(market, "deck", "ticket"), append(shown[0], shown[1]...)); d != "" {
		t.Errorf("signs of the market (-want +got):\n%s", d)
	}
	if list := faults(m); len(list) > 0 {
		t.Errorf("Discord's limits: %v", list)
	}
	plain := New(texts(t, "en"), titles.Map("amsterdam")).Panel(p)
	words := plain.Content
	if !strings.Contains(words, ", any") || !strings.HasSuffix(words, ":** 2 wilds") {
		t.Errorf("without emoji there are no words instead:\n%s", words)
	}
	worded := withSigns(t, "amsterdam")
	worded.WordsIf(func(seat engine.Seat) bool { return seat == v.Viewer })
	if d := cmp.Diff(buttonLabels(plain), buttonLabels(worded.Panel(p))); d != "" {
		t.Errorf("the words differ from those without emoji (-without +with):\n%s", d)
	}
}

func TestTwoDecksHaveSignsOfTheirOwn(t *testing.T) {
	s := rails(t, "", "").underWay()
	s.Speaker = withSigns(t, "world")
	m := s.Panel(Panel{Place: Place{Game: "k7m3q"}, View: s.view(1)})
	var draws []string
	for _, row := range emojis(m) {
		draws = append(draws, row...)
	}
	for _, want := range []string{"trains", "ships", "ticket"} {
		if !strings.Contains(" "+strings.Join(draws, " ")+" ", " "+want+" ") {
			t.Errorf("no sign %q among %q", want, draws)
		}
	}
	for _, c := range s.view(1).Market {
		face := strings.ReplaceAll(s.view(1).Lexicon().Faces[c].Name, "-", "_")
		if !strings.Contains(" "+strings.Join(draws, " ")+" ", " "+face+" ") {
			t.Errorf("no sign of the open card %q among %q", face, draws)
		}
	}
}

func TestAPaymentHasTheSignOfItsColour(t *testing.T) {
	v, s := rich(t), withSigns(t, "amsterdam")
	const wild = 6
	for want, paid := range map[string]engine.Cards{
		"blue": {1: 1, wild: 3}, "wild": {wild: 2}, "pink": {0: 2, 1: 1},
	} {
		if e := s.paidSign(v, &engine.Payment{Hand: paid}); e == nil || e.Name != want {
			t.Errorf("%v: got %v, want %s", paid, e, want)
		}
	}
	if e := s.paidSign(v, &engine.Payment{}); e != nil {
		t.Errorf("nothing is paid: got %v", e)
	}
}

func TestNothingHasASignWithoutEmoji(t *testing.T) {
	find := locale.Signs(func(string, string) (name, id string) { return "", "" })
	s := New(texts(t, "en").Catalog().WithSigns(find).Texts("en"), titles.Map("amsterdam"))
	m := s.Panel(Panel{Place: Place{Game: "k7m3q"}, View: rich(t)})
	for _, row := range emojis(m) {
		for _, e := range row {
			if e != "" {
				t.Errorf("an emoji %q", e)
			}
		}
	}
	if strings.Contains(m.Content, "<:") {
		t.Errorf("an emoji in %s", m.Content)
	}
}

// The market is on buttons or on a line of its own; nobody opens a picture to see the scores.
func TestATurnTellsTheMarketAndTheOthers(t *testing.T) {
	s := rails(t, "", "").underWay()
	v := s.view(1)
	p := Panel{Place: Place{Game: "k7m3q"}, View: v}
	m := s.Panel(p)
	if want := "\nBartek 0 pts 🚃25🚢35🎴"; !strings.Contains(m.Content, want) {
		t.Errorf("no %q:\n%s", want, m.Content)
	}
	if strings.Contains(m.Content, "Market") {
		t.Errorf("the market is on buttons and in the text:\n%s", m.Content)
	}
	team := teams(t)
	v = team.view(1)
	if v.Phase != engine.InPlay {
		t.Fatal("the game has not begun")
	}
	for _, c := range v.Market { // as where routes alone have buttons
		if said, want := team.marketLine(v), team.Card(v, c); !strings.Contains(said, want) {
			t.Errorf("no %q in the market:\n%s", want, said)
		}
	}
	others := team.seatLines(v)
	own := regexp.MustCompile(`\n[^\n]*You: .*🚃27.* · [^\n]*🚃27`) // the partner beside the reader
	if said := team.Panel(panelOf(v)).Content; !own.MatchString(said) {
		t.Errorf("whose team is it?\n%s", said)
	}
	if len(others) > 4 || !strings.Contains(strings.Join(others, "\n"), "Team 2 0 pts, rack 🎴0 🎫2: ") {
		t.Errorf("the others: %q", others)
	}
}

func TestTheLogShowsCardsAsSigns(t *testing.T) {
	v, s := rich(t), withSigns(t, "amsterdam")
	v.Viewer = engine.Public
	const blue, wild = 1, 6
	claimed := []engine.Event{{
		Kind: engine.EventClaimed, Seat: 1, Route: 3, N: 4,
		Payment: engine.Payment{Hand: engine.Cards{blue: 2, wild: 1}},
	}}
	told := s.Narrate(v, append([]engine.Event{
		{Kind: engine.EventDrewMarket, Seat: 2, Card: blue, N: 1},
		{Kind: engine.EventDrewBlind, Seat: 2, Card: engine.NoCard},
	}, claimed...))
	want := [][]string{{"blue"}, {"blue", "wild"}}
	got := [][]string{signsIn(told[0]), signsIn(told[len(told)-1])}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("signs of a draw and a claim (-want +got):\n%s\n%q", d, told)
	}
	if !strings.Contains(told[0], "a blue card <:blue:1000000000000000001> ") {
		t.Errorf("want the words and the sign: %q", told[0])
	}
	long := s.Narrate(v, claimed)[0] + strings.Repeat("x", 60)
	m := s.Log("k7m3q", v, slices.Repeat([]string{long}, sentencesPerPage), 0)
	if n := strings.Count(m.Content, "xxx"); n < sentencesPerPage {
		t.Errorf("the log has lost lines to signs, it shows %d:\n%s", n, m.Content)
	}
}
