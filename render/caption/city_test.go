package caption

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/rendertest"
)

func TestACityHasOneNameInEveryTextAndAStationItsReaders(t *testing.T) {
	m := &railmap.Map{Cities: []railmap.City{
		{Name: "København", Names: map[string]string{"en": "Copenhagen", "pl": "Kopenhaga"}},
		{Name: "Hankow", Names: map[string]string{"en": "Wuhan (Hankou)", "pl": "Hankow"}},
		{Name: "Saint Louis", Names: map[string]string{"en": "St. Louis"}},
		{Name: "Ocean S", Unnamed: "station at sea", Names: map[string]string{"pl": "Ocean Płd."}},
		{Unnamed: "station in the hills"},
	}}
	for i, want := range []struct{ name, en, pl string }{
		{"København", "København (Copenhagen)", "København (Kopenhaga)"},
		{"Hankow", "Hankow (Wuhan)", "Hankow"},
		{"Saint Louis", "Saint Louis", "Saint Louis"},
		{"Ocean S", "Ocean S (station at sea)", "Ocean Płd."},
		{"station in the hills", "station in the hills", "station in the hills"},
	} {
		c := engine.CityID(i)
		for lang, full := range map[string]string{"": want.name, "en": want.en, "pl": want.pl} {
			w, name := &Vocabulary{Map: m, lang: lang}, want.name
			if m.Cities[i].Unnamed != "" && lang == "pl" {
				name = full
			}
			if got := w.City(c); got != name {
				t.Errorf("%q: the name is %q, want %q", lang, got, name)
			}
			if got := w.CityInFull(c); got != full {
				t.Errorf("%q: in full it is %q, want %q", lang, got, full)
			}
		}
	}
}

func TestACityIsFoundByAllItsNamesWithoutDiacritics(t *testing.T) {
	c := &railmap.City{
		ID: "kobenhavn", Name: "København",
		Names: map[string]string{"en": "Copenhagen", "pl": "Kopenhaga"},
	}
	for _, typed := range []string{"kobenhavn", "KØBENHAVN", "copenhagen", "Kopenhaga"} {
		if !Calls(Fold(typed), c) {
			t.Errorf("%q is not understood", typed)
		}
	}
	for _, typed := range []string{"", "koben", "oslo"} {
		if Calls(Fold(typed), c) {
			t.Errorf("%q is taken for %s", typed, c.Name)
		}
	}
}

// TestNoCityIsCalledByAnotherNameAlone reads every text of every title in both languages.
func TestNoCityIsCalledByAnotherNameAlone(t *testing.T) {
	for _, title := range titles.All() {
		m := titles.MapOf(title)
		seats := title.SeatCounts()[len(title.SeatCounts())-1]
		g, over := played(t, title, seats, 60), played(t, title, seats, maxPlies)
		for _, lang := range []string{"en", "pl"} {
			t.Run(title.ID()+" "+lang, func(t *testing.T) {
				words := rendertest.Words(t, lang)
				p := NewPhrases(m, title.Lexicon(), Pen{})
				var texts []string
				for _, g := range []engine.Game{g, over} {
					for seat := range engine.Seat(3) {
						v := g.View(seat)
						s := New(m, words).Of(&v)
						texts = append(texts, s.BoardText(), s.TicketsText(), p.Caption(&v, words).BoardText())
					}
				}
				s := New(m, words)
				for i := range m.Tickets {
					texts = append(texts, s.TicketCities(engine.TicketID(i)), s.TicketInFull(engine.TicketID(i)))
				}
				for i := range m.Routes {
					texts = append(texts, s.RouteEnds(engine.RouteID(i)))
				}
				for _, text := range texts {
					if line := rendertest.Misnamed(m, text); line != "" {
						t.Errorf("a city is not called what the board calls it: %s", line)
					}
				}
			})
		}
	}
}

// maxPlies is more than any game has.
const maxPlies = 3000

// played is a game of computer players after a number of plies, or when it is over.
func played(t *testing.T, title engine.Title, seats, plies int) engine.Game {
	t.Helper()
	setup, rng := ai.Simulated(7, 3, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; !g.Over() && i < plies; i++ {
		seat := g.ToMove()[0]
		m, _ := policy.Choose(g, seat)
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestMisnamedCitiesAreFound(t *testing.T) {
	m := &railmap.Map{Cities: []railmap.City{{
		Name:  "Madras",
		Names: map[string]string{"en": "Chennai"},
	}}}
	for text, want := range map[string]string{
		"Madras (5)": "", "Madras (Chennai) – Delhi": "", "Chennai – Delhi": "Chennai – Delhi",
		"Madras\nto Chennai": "to Chennai",
	} {
		if got := rendertest.Misnamed(m, text); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
