package board

import (
	"fmt"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// A final sheet is shared and looked at on phones, where it is 400 pixels wide: its lettering is at
// least 9 pixels tall there, and all of it is in its alternative text or, where that is too long,
// most of it.
func TestAFinalSheetIsReadableOnAPhone(t *testing.T) {
	for name, title := range rendertest.Titles {
		p := painterOf(t, title)
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s %d", name, seats), func(t *testing.T) {
				turns := rendertest.Course(t, title, seats)
				for i := range turns {
					turns[i].View.Seats[0].Name = "Wilhelmina Wojciechowska-Wawrzyniak"
				}
				for _, lang := range []string{"en", "pl"} {
					pic, err := p.Sheet(turns[len(turns)-1].View,
						caption.Options{Words: rendertest.Words(t, lang), Turns: turns})
					if err != nil {
						t.Fatal(err)
					}
					if got := pic.Least * 400 / float64(pic.Width); got < 9 {
						t.Errorf("%s: the smallest lettering is %.1f pixels tall on a phone, want at least 9", lang,
							got)
					}
					if len(pic.PNG) > mostSize {
						t.Errorf("%s: got %d bytes, want at most %d", lang, len(pic.PNG), mostSize)
					}
				}
			})
		}
	}
}

// Each city of a tour can be read, however many they are (W9).
func TestAFinalSheetNamesAllCitiesOfATour(t *testing.T) {
	title := rendertest.Titles["world"]
	p, turns := painterOf(t, title), rendertest.Course(t, title, 2)
	v := turns[len(turns)-1].View
	atlas, err := p.atlas()
	if err != nil {
		t.Fatal(err)
	}
	tours := 0
	for id := range p.m.Tickets {
		if len(p.m.Tickets[id].Cities) < 3 {
			continue
		}
		tours++
		f := *v.Seats[0].Final
		f.Failed, f.Completed, f.Earned = []engine.TicketID{engine.TicketID(id)}, nil, nil
		v.Seats[0].Final, v.Seats[0].Ports = &f, nil
		d := &finalSheet{p.picture(&v, &caption.Options{Words: rendertest.Words(t, "en")}), atlas}
		row := d.party(caption.Side{1}).tickets[0]
		said := strings.ReplaceAll(strings.Join(row.lines, " "), glue, " ")
		for _, c := range p.m.Tickets[id].Cities {
			if !strings.Contains(said, d.say.City(c)) {
				t.Errorf("%s: got %q without %s", p.m.Tickets[id].ID, said, d.say.City(c))
			}
		}
	}
	if tours == 0 {
		t.Fatal("there are no tours")
	}
}
