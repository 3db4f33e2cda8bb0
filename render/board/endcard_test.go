package board

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// The card is a square that Discord shows whole, says who won in its alternative text, and fits
// into a message beside the sheet.
func TestAnEndCardIsDrawnForEveryTitle(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			turns := rendertest.Course(t, title, slices.Max(title.SeatCounts()))
			over := turns[len(turns)-1].View
			pic, err := p.EndCard(over, caption.Options{
				Words: rendertest.Words(t, "en"), Place: "Game night · 1 August 2026",
			})
			if err != nil {
				t.Fatal(err)
			}
			if pic.Width != 1080 || pic.Height != 1080 || len(pic.PNG) > mostSize {
				t.Errorf("got %d × %d pixels in %d bytes, want 1080 × 1080 in at most %d", pic.Width,
					pic.Height, len(pic.PNG), mostSize)
			}
			if phone := pic.Least * shownWidth / float64(pic.Width); phone < 9 {
				t.Errorf("the smallest lettering is %.1f pixels tall on a phone, want at least 9", phone)
			}
			winner := over.Seats[over.Winners[0]-1].Name
			for _, want := range []string{"Won by " + winner, "Longest path: ", "Game night"} {
				if !strings.Contains(pic.Alt, want) {
					t.Errorf("the alternative text does not say %q:\n%s", want, pic.Alt)
				}
			}
		})
	}
}

// Somebody's season on a map of many routes, in Polish with long words, and one without a rating.
func TestASeasonsCardIsDrawn(t *testing.T) {
	title := rendertest.Titles["nordic"]
	p := painterOf(t, title)
	var routes []engine.RouteID
	for _, seat := range rendertest.Course(t, title, 3)[100].View.Seats {
		routes = append(routes, seat.Routes...)
	}
	full := caption.EndCard{
		Title: "Wilhelmina Wojciechowska",
		Won:   "512 ± 60", Alt: "alt",
		Facts: []caption.EndFact{
			{Name: "112 gier w 90 dni", Value: "1.: 45 · 2.: 34 · 3.: 22 · 4.: 11"},
			{Name: "Najdłuższa passa", Value: "7 wygranych z rzędu"},
			{Name: "Najlepszy bilet (+24)", Value: "Kristiansand – Kirkenes"},
			{Name: "Nemezis (12 : 4)", Value: "Bartłomiej Brzęczyszczykiewicz"},
		},
		Badges: []string{
			"Trzy z rzędu", "O włos", "Komplet biletów", "Daleki kurs", "Obieżyświat", "Pełny stół",
			"Wspólny tor", "Rewanż", "Wbrew szansom", "Punktualność", "Pomocna dłoń", "Stały pasażer",
		},
	}
	bare := caption.EndCard{
		Title: "日本語の名前です", Won: "not rated", Alt: "alt",
		Facts: []caption.EndFact{
			{Name: "1 game in 90 days", Value: "1× place 2"}, {Name: "Best ticket", Value: "–"},
		},
	}
	for file, c := range map[string]struct {
		card   caption.EndCard
		routes []engine.RouteID
	}{
		"season-card-pl.png": {full, routes}, "season-card-bare.png": {bare, routes[:12]},
	} {
		pic, err := p.Season(c.card, c.routes, nil)
		if err != nil {
			t.Fatal(err)
		}
		if phone := pic.Least * shownWidth / float64(pic.Width); phone < 9 || len(pic.PNG) > mostSize {
			t.Errorf("%s: letters of %.1f pixels on a phone, %d bytes", file, phone, len(pic.PNG))
		}
		rendertest.Golden(t, "../testdata/"+file, pic.PNG)
	}
}

// A table with two of four seats free, a team without a second player, and five long names.
func TestALobbysCardIsDrawn(t *testing.T) {
	seat := func(name string, seats ...engine.Seat) caption.EndSide {
		return caption.EndSide{Side: seats, Name: name}
	}
	long := "Bartłomiej Brzęczyszczykiewicz"
	for title, c := range map[string]caption.EndCard{
		"amsterdam": {
			Title: "Amsterdam", Foot: "Seats are drawn by lot at the start",
			Sides: []caption.EndSide{seat("Ola", 1), seat("😀", 2), seat("free", 0), seat("free", 0)},
		},
		"asia": {
			Title: "Azja – Czwartkowy wieczór u Oli", Foot: "Miejsca losujemy na początku gry",
			Sides: []caption.EndSide{
				seat("Ola + Bo", 1, 2), seat(long, 3, 0), seat("wolne", 0, 0),
			},
		},
		"world": {Title: "World", Sides: []caption.EndSide{
			seat("Ola", 1), seat(long, 2), seat("Cy", 3), seat("WWWWWWWWWWWWWWWWWWWWW", 4), seat("Di", 5),
		}},
	} {
		c.Lobby = true
		pic, err := painterOf(t, rendertest.Titles[title]).Lobby(c)
		if err != nil {
			t.Fatal(err)
		}
		if phone := pic.Least * shownWidth / float64(pic.Width); phone < 9 || len(pic.PNG) > mostSize {
			t.Errorf("%s: letters of %.1f pixels on a phone, %d bytes", title, phone, len(pic.PNG))
		}
		rendertest.Golden(t, "../testdata/"+title+"-lobby.png", pic.PNG)
	}
}
