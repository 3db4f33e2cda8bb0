package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// People can type anything into the options of commands.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		"", "deck", "1", "22b", "dam red", "2red+wild", "3 wild",
		"begijnhof--dam", "\x00", "ł", strings.Repeat("a ", 200),
	} {
		f.Add(seed)
	}
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek"}, Seed: engine.Seed{9}})
	if err != nil {
		f.Fatal(err)
	}
	v := g.View(1)
	s := New(texts(f, "pl"), titles.Map("amsterdam"))
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := s.reads(&v, engine.Move{Verb: engine.Claim}, 0, text)
		if ok && int(m.Route) >= len(v.Lexicon().Routes) {
			t.Errorf("%q is read as route %d", text, m.Route)
		}
		if c, ok := s.FindCity(&v, text); ok && int(c) >= len(v.Lexicon().Cities) {
			t.Errorf("%q is read as city %d", text, c)
		}
		if m, ok := s.reads(&v, engine.Move{Verb: engine.Draw}, 0, text); ok && m.Verb != engine.Draw {
			t.Errorf("%q is read as %v", text, m)
		}
		s.findPayment(&v, engine.Move{Verb: engine.Claim}, text)
		s.reads(&v, engine.Move{Verb: engine.Place}, 0, text)
		for _, list := range everySuggestion(s, &v, text) {
			if f := choiceFaults(list); len(f) > 0 {
				t.Errorf("%q: %v", text, f)
			}
		}
	})
}

func TestCityIsFoundByEveryName(t *testing.T) {
	title, _ := titles.Find("asia")
	g, err := title.New(engine.Setup{
		Names: []string{"Ala", "Bartek", "Celina", "Darek"},
		Seed:  engine.Seed{9},
	})
	if err != nil {
		t.Fatal(err)
	}
	view := g.View(1)
	v, s := &view, New(texts(t, "en"), titles.Map("asia"))
	madras, _ := v.Lexicon().City("madras")
	for _, typed := range []string{"Madras", "chennai", "CHENNAI", "madras"} {
		if got, ok := s.FindCity(v, typed); !ok || got != madras {
			t.Errorf("%q finds city %d, %t, want Madras", typed, got, ok)
		}
	}
	for typed, want := range map[string]string{
		"chennai bengaluru": "Bangalore – Madras", // fits two lanes
		"mumbai kanpur":     "",
	} {
		if got := s.whichRoutes(v, typed); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q finds %q, want %q", typed, got, want)
		}
	}
	if got := s.SuggestCities("kolk"); len(got) != 1 || got[0].Name != "Calcutta (Kolkata)" ||
		got[0].Value != "calcutta" {
		t.Errorf("suggestions for kolk: %+v", got)
	}
}
