package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render/caption"

	"github.com/google/go-cmp/cmp"
)

// rich returns a view of seat 1, whose turn it is and who holds two wilds: enough for all routes of
// 1 and 2 spaces.
func rich(t testing.TB) *engine.View {
	t.Helper()
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{
		Names:   []string{"Ala", "Bartek"},
		Stacked: map[string][]engine.Card{"Deck": {6, 6, 0, 0, 4, 1, 2, 3, 5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{1, 2} {
		v := g.View(seat)
		if _, err := g.Apply(seat, v.Legal()[0]); err != nil {
			t.Fatal(err)
		}
	}
	v := g.View(1)
	return &v
}

func names(list []discord.Choice) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Value)
	}
	return strings.Join(all, " ")
}

func TestRoutesAreFoundByCodeCityColourAndBeginningsOfWords(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	byCode, _ := v.Lexicon().Route("dam--jan-roodenpoortstoren.1")
	cases := []struct{ typed, want string }{
		{caption.Code(titles.Map("amsterdam"), byCode), "dam--jan-roodenpoortstoren.1"},
		{"dam jan red", "dam--jan-roodenpoortstoren.2"},
		{"ROOD blu", "dam--jan-roodenpoortstoren.1"},
		{"oude waag red", "oude-kerk--waag.2"},
		{"nowhere", ""},
		{"am", ""},
	}
	for _, c := range cases {
		if got := names(s.suggest(v, engine.Move{Verb: engine.Claim}, 0, c.typed)); got != c.want {
			t.Errorf("%q suggests %q, want %q", c.typed, got, c.want)
		}
	}
}

func TestFoldLeavesMarksOut(t *testing.T) {
	for typed, want := range map[string]string{
		"Łódź": "lodz", "ÅRHUS": "arhus", "  Jan–Rooden,poort ": "jan rooden poort", "Straße": "strasse",
		"": "",
	} {
		if got := fold(typed); got != want {
			t.Errorf("fold(%q) = %q, want %q", typed, got, want)
		}
	}
}

// A board's routes fit into the menus of one screen; where there is no room for them, those behind
// the first have a page of their own.
func TestRoutesForWhichThereIsNoRoomHaveAPage(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	p := panelOf(v)
	p.Wish = &Wish{Who: 2}
	if m := s.Panel(p); hasButton(m, p.pageID(1)) || len(claimOptions(t, m)) != maxOptions {
		t.Errorf("want two menus and no second page: %+v", m.Rows)
	}
	r := rails(t, "red red yellow yellow wild wild", "red-ship white-ship red-ships").underWay()
	s, p = r.Speaker, panelOf(r.view(1))
	first := s.Panel(p)
	if !hasButton(first, p.pageID(1)) {
		t.Errorf("the first page has the buttons %+v", first.Rows[len(first.Rows)-1])
	}
	p.Page = 99 // as an older release counted
	last := s.Panel(p)
	if !hasButton(last, p.pageID(0)) || hasButton(last, p.pageID(2)) || len(last.Rows) != 2 {
		t.Errorf("the last page has the rows %+v", last.Rows)
	}
	begins := claimOptions(t, last)[0].Value
	if slices.ContainsFunc(claimOptions(t, first), func(o discord.SelectOption) bool {
		return o.Value == begins
	}) {
		t.Errorf("%s is on both pages", begins)
	}
}

func TestAllPagesTogetherReachExactlyTheLegalMoves(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	if diff := cmp.Diff(legal(s, v), reached(t, s, v)); diff != "" {
		t.Errorf("legal (-) and in the panel (+):\n%s", diff)
	}
}

func TestSeatWithoutAnotherMoveIsOfferedAPass(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	v.WithRules(v.Lexicon(), 0, []engine.Move{{Verb: engine.Pass}}, nil)
	m := s.Panel(panelOf(v))
	if !hasButton(m, panelOf(v).do(engine.Move{Verb: engine.Pass})) || len(m.Rows) != 1 {
		t.Errorf("got %+v, want the one button", m.Rows)
	}
	if want := s.say("panel.owes-pass"); !strings.Contains(m.Content, want) {
		t.Errorf("got %q, want %q in it", m.Content, want)
	}
}

func TestACardCanBeNamedInWords(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	cases := []struct {
		text string
		want string
		ok   bool
	}{
		{"deck", "draw deck", true},
		{"3", "draw 3", true},
		{"DECK", "draw deck", true},
		{"blue", "draw 2", true},
		{"slot", "", false},
		{"", "", false},
		{"zebra", "", false},
		{"deck red", "", false},
	}
	for _, c := range cases {
		m, ok := s.reads(v, engine.Move{Verb: engine.Draw}, 0, c.text)
		if ok != c.ok {
			t.Errorf("%q is understood: %t, want %t", c.text, ok, c.ok)
			continue
		}
		if got := notation.PrintMove(v.Lexicon(), m); ok && got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestPaymentCanBeTypedAsNotationOrAsShown(t *testing.T) {
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), rich(t)
	r, _ := v.Lexicon().Route("begijnhof--dam")
	for _, text := range []string{"2wild", "2 wild", "2 wilds", "wild", " wild + wild", "2 WILD"} {
		p, ok := s.findPayment(v, engine.Move{Verb: engine.Claim, Route: r}, text)
		if want := (engine.Payment{Hand: engine.Cards{6: 2}}); !ok || p != want {
			t.Errorf("%q is read as %v, %t", text, p, ok)
		}
	}
	for _, text := range []string{"", "two wilds", "2", "0wild", "wild/wild"} {
		if p, ok := s.findPayment(v, engine.Move{Verb: engine.Claim, Route: r}, text); ok {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}

func TestARefusalSaysWhatIsPossibleInstead(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{
		Names:   []string{"Ala", "Bartek"},
		Stacked: map[string][]engine.Card{"Deck": {6, 6, 0, 0, 4, 1, 2, 3, 5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	gray, _ := title.Lexicon().Route("begijnhof--dam")
	try := func(seat engine.Seat, text string) string {
		v := g.View(seat)
		m, err := notation.ParseMove(v.Lexicon(), text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = g.Apply(seat, m); err == nil {
			return ""
		}
		return s.Refusal(&v, err.(*engine.Refusal)) //nolint:errorlint // Apply returns it as it is
	}
	keep := func(seat engine.Seat) string {
		v := g.View(seat)
		return notation.PrintMove(v.Lexicon(), v.Legal()[0])
	}
	steps := []struct {
		seat           engine.Seat
		move, sentence string
	}{
		{1, keep(1), ""},
		{2, keep(2), ""},
		{2, "draw deck", "Not yet: it is Ala's turn."},
		{1, "claim begijnhof--dam wild", "These cards are too few. " + s.Route(gray) +
			" takes exactly this: 2 cards of any one colour; wilds help out. You can pay with: 2 wilds."},
		{1, "claim begijnhof--dam 2red", "You would need 2 red, but hold 0."},
		{1, "pass", "You can only pass when nothing else is possible. What you can do now: draw " +
			"cards, draw tickets and claim one of 34 routes."},
		{1, "draw 9", "The market only has slots 1 to 5. You can take: From the deck, face down " +
			"(35 cards left); Slot 1: red; Slot 2: blue; Slot 3: green; Slot 4: black; Slot 5: orange."},
	}
	for _, step := range steps {
		if got := try(step.seat, step.move); got != step.sentence {
			t.Errorf("%d %s:\ngot  %q\nwant %q", step.seat, step.move, got, step.sentence)
		}
	}
}
