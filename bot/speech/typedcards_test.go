package speech

import (
	"iter"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// reader returns a speaker of a language and a view of seat 1 in a title's new game with the fewest
// seats.
func reader(t testing.TB, title, lang string) (*Speaker, *engine.View) {
	t.Helper()
	rules, _ := titles.Find(title)
	names := []string{"Ala", "Bartek", "Cyryl", "Dana"}
	g, err := rules.New(engine.Setup{Names: names[:rules.SeatCounts()[0]], Seed: engine.Seed{4}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	return New(texts(t, lang), titles.Map(title)), &v
}

func TestCardsCanBeNamedInTheReadersWords(t *testing.T) {
	cases := []struct{ title, lang, typed, want string }{
		{"amsterdam", "pl", "zielony+joker", "green+wild"},
		{"amsterdam", "pl", "2 zielony, joker", "2green+wild"},
		{"amsterdam", "pl", "2 × zielony i 1 × joker", "2green+wild"},
		{"amsterdam", "pl", "2 zielone + 2 jokery", "2green+2wild"},
		{"amsterdam", "pl", "ZIELO + czarne", "green+black"},
		{"amsterdam", "pl", "2 green + wild", "2green+wild"},
		{"amsterdam", "en", "2 green + wild", "2green+wild"},
		{"amsterdam", "en", "2x green and 1 wild", "2green+wild"},
		{"amsterdam", "en", "2 gre, 3 wilds", "2green+3wild"},
		{"amsterdam", "en", "2green 1wild", "2green+wild"},
		{"amsterdam", "en", "green, green", "2green"},
		{"nordic", "en", "2 green + locomotive", "2green+wild"},
		{"nordic", "en", "3 locomotives", "3wild"},
		{"nordic", "pl", "2 żółty + 3 lokomotywy", "2yellow+3wild"},
		{"nordic", "pl", "2 zolte, 5 lokomotyw", "2yellow+5wild"},
		{"nordic", "pl", "lokomotywa", "wild"},
		{"asia", "pl", "2 czerwony / lokomotywa", "2red/wild"},
		{"asia", "en", "/2 red + locomotive", "/2red+wild"},
		{"world", "en", "2 red train + red ship + red double ship", "2red+red-ship+red-ships"},
		{"world", "en", "2 red trains ⚓, 2 red ships ⚓", "2red-port+2red-ship"},
		{"world", "en", "red-port + 2red-ships", "red-port+2red-ships"},
		{"world", "en", "2 red ⚓ + wild", "2red-port+wild"},
		{"world", "pl", "2 czerwony statek", "2red-ship"},
		{"world", "pl", "2 czerwone statki + joker", "2red-ship+wild"},
		{"world", "pl", "2 czerwony podwójny statek, czerwony wagon", "2red-ships+red"},
		{"world", "pl", "czerwony ze znakiem portu + 2 biały wagon ⚓", "red-port+2white-port"},
		{"cardgame", "pl", "2 czerwony + lokomotywa", "2red+wild"},
	}
	for _, c := range cases {
		s, v := reader(t, c.title, c.lang)
		want, err := notation.ParsePayment(v.Lexicon(), c.want)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.findPayment(v, engine.Move{Verb: engine.Claim}, c.typed); !ok || got != want {
			t.Errorf("%s, %s: %q is read as %s, %t; want %s", c.title, c.lang, c.typed,
				notation.PrintPayment(v.Lexicon(), got), ok, c.want)
		}
	}
}

func TestCardsThatAreNotClearAreNotGuessed(t *testing.T) {
	cases := []struct{ title, lang, typed string }{
		{"amsterdam", "en", "b"},
		{"amsterdam", "en", "2 grey"},
		{"amsterdam", "en", "2 + wild"},
		{"amsterdam", "en", "0 green"},
		{"amsterdam", "en", "100 × green"},
		{"amsterdam", "en", "green red"},
		{"amsterdam", "en", "+"},
		{"amsterdam", "en", "⚓"},
		{"amsterdam", "pl", "2 zielony + zebra"},
		{"amsterdam", "en", "locomotive"},
		{"amsterdam", "en", "red/wild"},
		{"asia", "en", "2 red /"},
		{"world", "en", "2 red doubleship"},
		{"world", "en", "2 re"},
		{"world", "en", strings.Repeat("red,", 120)},
	}
	for _, c := range cases {
		s, v := reader(t, c.title, c.lang)
		if got, ok := s.findPayment(v, engine.Move{Verb: engine.Claim}, c.typed); ok {
			t.Errorf("%s, %s: %q is read as %s", c.title, c.lang, c.typed,
				notation.PrintPayment(v.Lexicon(), got))
		}
	}
}

// purse yields payments that are written in the notation.
type purse struct {
	lexicon *engine.Lexicon
	ways    string
}

func (p purse) Payments(engine.Move) iter.Seq[engine.Payment] {
	return func(yield func(engine.Payment) bool) {
		for way := range strings.FieldsSeq(p.ways) {
			if paid, _ := notation.ParsePayment(p.lexicon, way); !yield(paid) {
				return
			}
		}
	}
}

func TestAColourAloneStandsForTheProposedPayment(t *testing.T) {
	cases := []struct{ title, lang, ways, typed, want string }{
		{"amsterdam", "en", "2blue 2red red+wild 2wild", "red", "2red"},
		{"amsterdam", "pl", "2blue 2red red+wild 2wild", "czerwony", "2red"},
		{"amsterdam", "pl", "2blue 2red red+wild 2wild", "niebies", "2blue"},
		{"amsterdam", "pl", "2blue 2red red+wild 2wild", "joker", "2wild"},
		// a number counts as given, even if it is too few
		{"amsterdam", "en", "2blue 2red red+wild 2wild", "1 red", "red"},
		{"amsterdam", "pl", "2blue 2red red+wild 2wild", "1 czerwony", "red"},
		{"amsterdam", "en", "wild red", "red", "red"},
		{"amsterdam", "en", "2blue", "red", "red"},
		{"asia", "en", "2blue red/red", "red", "red/red"},
		{"world", "en", "2black red+red-port 2red", "red train", "red+red-port"},
		{
			"world", "pl", "2black-ship red-ships red-ship+wild 2red-ship", "czerwony statek",
			"red-ship+wild",
		},
		// a port
		{"world", "en", "2red-port+2red-ship", "2 red trains + 2 red ships", "2red-port+2red-ship"},
	}
	for _, c := range cases {
		s, v := reader(t, c.title, c.lang)
		v.WithRules(v.Lexicon(), 0, nil, purse{v.Lexicon(), c.ways})
		got, ok := s.findPayment(v, engine.Move{Verb: engine.Claim}, c.typed)
		if written := notation.PrintPayment(v.Lexicon(), got); !ok || written != c.want {
			t.Errorf("%s: %q is read as %s, %t; want %s", c.title, c.typed, written, ok, c.want)
		}
	}
}

func TestTheExampleOfCardsCanBeReadInEveryTitle(t *testing.T) {
	for _, title := range titles.All() {
		for _, lang := range []string{"en", "pl"} {
			s, v := reader(t, title.ID(), lang)
			got, ok := s.findPayment(v, engine.Move{Verb: engine.Claim}, s.CardsExample(v))
			want := engine.Payment{Hand: engine.Cards{0: 2}}
			want.Hand[v.Lexicon().Wild()] = 1
			if !ok || got != want {
				t.Errorf("%s, %s: %q is read as %v", title.ID(), lang, s.CardsExample(v), got)
			}
		}
	}
}

func TestARowCanBeNamedInWords(t *testing.T) {
	s, v := reader(t, "cardgame", "pl")
	want, _ := notation.ParsePayment(v.Lexicon(), "2red+wild")
	if got, ok := s.reads(v, engine.Move{Verb: engine.Lay}, 0, "2 czerwone i lokomotywa"); !ok ||
		got.Payment != want {
		t.Errorf("got %v, %t", got, ok)
	}
}

func TestNumbersOfWildsAreInThePlural(t *testing.T) {
	for title, want := range map[string]string{
		"amsterdam": "1 wild, 2 wilds", "world": "1 wild, 2 wilds",
		"nordic": "1 locomotive, 2 locomotives",
		"asia":   "1 locomotive, 2 locomotives", "cardgame": "1 locomotive, 2 locomotives",
	} {
		s := New(texts(t, "en"), titles.Map(title))
		if got := s.Wilds(1) + ", " + s.Wilds(2); got != want {
			t.Errorf("%s: got %q, want %q", title, got, want)
		}
	}
}

// People can type anything for cards; whatever is read from it are cards of the title.
func FuzzFindPayment(f *testing.F) {
	for _, seed := range []string{
		"", "2red+wild", "2 × zielony i joker", "czerwony ⚓", "2x red and 3", "/2 red", "red/",
		"99999999999999999999 red", "+,;&", "i i i",
		strings.Repeat("1red", 300), "\xff⚓", "٣ red",
	} {
		f.Add(seed)
	}
	type table struct {
		s *Speaker
		v *engine.View
	}
	var tables []table
	for _, title := range []string{"asia", "world"} {
		s, v := reader(f, title, "pl")
		tables = append(tables, table{s, v})
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, table := range tables {
			p, ok := table.s.findPayment(table.v, engine.Move{Verb: engine.Claim}, text)
			if ok == p.IsZero() {
				t.Errorf("%q is read as %v, %t", text, p, ok)
			}
			written := notation.PrintPayment(table.v.Lexicon(), p)
			again, err := notation.ParsePayment(table.v.Lexicon(), written)
			if ok && (err != nil || again != p) {
				t.Errorf("%q is read as %s, and that as %v: %v", text, written, again, err)
			}
		}
	})
}
