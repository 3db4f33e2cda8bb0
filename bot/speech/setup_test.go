package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

func TestASetupIsToldOnce(t *testing.T) {
	for _, title := range titles.All() {
		seats := title.SeatCounts()[0]
		g, err := title.New(engine.Setup{
			Names: []string{"Ala", "Bo", "Cy", "Di", "Ed", "Fi"}[:seats],
			Seed:  engine.Seed{1},
		})
		if err != nil {
			t.Fatal(err)
		}
		s := New(texts(t, "en"), titles.Map(title.ID()))
		var events []engine.Event
		for g.View(engine.Public).Phase == engine.InSetup {
			seat := g.View(engine.Public).ToMove[0]
			v := g.View(seat)
			told, err := g.Apply(seat, s.Proposed(&v, v.Legal()[0], nil))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range told {
				events = append(events, e.For(1))
			}
		}
		v := g.View(1)
		log := s.Narrate(&v, events)
		whole := strings.Join(log, "\n")
		if strings.Count(whole, "You keep") != 1 || strings.Contains(whole, "You have chosen") {
			t.Errorf("%s: the log tells the own choice other than once:\n%s", title.ID(), whole)
		}
		lines := s.Since(&v, events)
		if !slices.Equal(lines, []string{"Everybody has chosen. You begin."}) {
			t.Errorf("%s: the panel repeats what was chosen: %q", title.ID(), lines)
		}
	}
}

func TestDrawingTicketsSaysHowManyAndHowManyToKeep(t *testing.T) {
	tests := []struct {
		title    string
		left     int
		en, ask  string
		pl       string
		mustKeep string
	}{
		{
			"nordic", 30, "Draw 3 tickets…", "Draw 3 tickets? The pile has 30 left.",
			"Dobierz 3 bilety…", "You must keep at least one.",
		},
		{
			"asia", 12, "Draw 4 tickets…", "Draw 4 tickets? The pile has 12 left.",
			"Dobierz 4 bilety…", "You must keep at least one.",
		},
		{
			"amsterdam", 1, "Draw 1 ticket…", "Draw 1 ticket? The pile has 1 left.",
			"Dobierz 1 bilet…", "You must keep at least one.",
		},
		{
			"cardgame", 9, "Draw 4 tickets…", "Draw 4 tickets? The pile has 9 left.",
			"Dobierz 4 bilety…", "You may keep as many of them as you like",
		},
	}
	for _, tt := range tests {
		title, _ := titles.Find(tt.title)
		g, err := title.New(engine.Setup{Names: []string{
			"Ala", "Bo", "Cy", "Di",
			"Ed", "Fi",
		}[:title.SeatCounts()[0]], Seed: engine.Seed{1}})
		if err != nil {
			t.Fatal(err)
		}
		v := g.View(1)
		v.TicketsLeft = tt.left
		en, pl := New(texts(t, "en"), titles.Map(tt.title)), New(texts(t, "pl"), titles.Map(tt.title))
		if got := en.ticketsLabel(&v); got != tt.en {
			t.Errorf("%s: the button says %q, want %q", tt.title, got, tt.en)
		}
		if got := pl.ticketsLabel(&v); got != tt.pl {
			t.Errorf("%s: the button says %q, want %q", tt.title, got, tt.pl)
		}
		asked := strings.Join(en.askTickets(Panel{View: &v}, engine.Move{}), "\n")
		if !strings.Contains(asked, tt.ask) || !strings.Contains(asked, tt.mustKeep) {
			t.Errorf("%s: asked is\n%s\nwant %q and %q", tt.title, asked, tt.ask, tt.mustKeep)
		}
	}
}

func TestSentenceNamesTheDrawnCard(t *testing.T) {
	g := asiaToPlace(t)
	v := g.View(g.View(engine.Public).ToMove[0])
	for c := range v.Lexicon().Faces {
		v.Own().Drawn = engine.Card(c)
		wild := engine.Card(c) == v.Lexicon().Wild() // the title calls it a locomotive
		for lang, want := range map[string][2]string{
			"en": {"**You drew a", "locomotive"},
			"pl": {"**Dobierasz ", "lokomotywę"},
		} {
			said := New(texts(t, lang), titles.Map("asia")).call(&v)
			if !strings.HasPrefix(said, want[0]) || strings.Contains(said, want[1]) != wild {
				t.Errorf("%s: %q", lang, said)
			}
		}
	}
}

func TestTheHandOrRackQuestionHasNoTableLink(t *testing.T) {
	g := asiaToPlace(t)
	v := g.View(g.View(engine.Public).ToMove[0])
	p := panelOf(&v)
	p.Where = "https://discord.com/channels/1/2/3"
	said := New(texts(t, "en"), titles.Map("asia")).Panel(p).Content
	if strings.Contains(said, p.Where) { // it would wrap the headline of a question
		t.Errorf("the headline has a link:\n%s", said)
	}
}

// asiaToPlace returns a game of Asia in which a card has been drawn blind and not yet placed (S3).
func asiaToPlace(t *testing.T) engine.Game {
	t.Helper()
	title, _ := titles.Find("asia")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bo", "Cy", "Di"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	for g.View(engine.Public).Owes != engine.OwesPlace {
		seat := g.View(engine.Public).ToMove[0]
		v := g.View(seat)
		m := v.Legal()[0]
		if v.Phase != engine.InSetup {
			m = engine.Move{Verb: engine.Draw}
		}
		if _, err := g.Apply(seat, m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
