package speech

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

func viewOf(t *testing.T, id string, players int) engine.View {
	t.Helper()
	title, _ := titles.Find(id)
	names := []string{"Ala", "Bartek", "Celina", "Darek"}[:players]
	g, err := title.New(engine.Setup{Names: names, Seed: engine.Seed{9}})
	if err != nil {
		t.Fatal(err)
	}
	return g.View(1)
}

func TestARouteIsFoundWithAWordBetweenItsEnds(t *testing.T) {
	v := viewOf(t, "nordic", 2)
	s := New(texts(t, "en"), titles.Map("nordic"))
	for _, typed := range []string{
		"goteborg to oslo", "oslo goteborg", "from Göteborg to Oslo", "Göteborg do Oslo", "goteborg-oslo",
	} {
		m, ok := s.reads(&v, engine.Move{Verb: engine.Claim}, 0, typed)
		if got := s.Route(m.Route); !ok || got != "27 Göteborg – Oslo (orange)" {
			t.Errorf("%q is read as %q, %t", typed, got, ok)
		}
	}
}

func TestMisspeltCitiesGetAProposal(t *testing.T) {
	v := viewOf(t, "asia", 4)
	s := New(texts(t, "en"), titles.Map("asia"))
	for typed, want := range map[string]string{
		"Shangaj": "Shanghai", "shanghia": "Shanghai", "Xyzzyx": "", "": "", "abc": "",
	} {
		if got := s.CitiesLike(typed); got != want {
			t.Errorf("%q: got the proposal %q, want %q", typed, got, want)
		}
	}
	m := engine.Move{Verb: engine.Claim}
	if _, ok := s.reads(&v, m, 0, "shangaj peking"); ok {
		t.Error("a misspelt route is claimed unasked")
	}
	if got := s.whichRoutes(&v, "shangaj"); got == "" {
		t.Error("a misspelt route gets no proposal")
	}
}

func TestTheDeckIsDrawnFromByTheNameOfItsButton(t *testing.T) {
	for lang, typed := range map[string][]string{
		"en": {"deck", "Deck, face down"}, "pl": {"talia", "Talia, w ciemno", "deck"},
	} {
		s, v := New(texts(t, lang), titles.Map("amsterdam")), rich(t)
		for _, text := range typed {
			m, ok := s.reads(v, engine.Move{Verb: engine.Draw}, 0, text)
			if !ok || m.Slot != 0 {
				t.Errorf("%s: %q is read as %+v, %t", lang, text, m, ok)
			}
		}
	}
}
