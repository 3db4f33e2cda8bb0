package season

import (
	"testing"

	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

func table() *Table {
	t := &Table{Heading: "Ratings on this server", Below: "9 people", Alt: "alt"}
	for i, r := range []Row{
		{Name: "Ola", Rating: 612, PlusMinus: 58, Shown: "612 ± 58"},
		{Name: "Bartłomiej Brzęczyszczykiewicz", Rating: 560, PlusMinus: 71, Shown: "560 ± 71"},
		{Name: "日本語の名前です", Rating: 512, PlusMinus: 60, Shown: "512 ± 60", Own: true},
		{Name: "Cy", Rating: 455, PlusMinus: 140, Shown: "455 ± 140"},
		{Name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", Rating: 389, PlusMinus: 93, Shown: "389 ± 93"},
	} {
		r.Rank = i + 1
		t.Rows = append(t.Rows, r)
	}
	return t
}

func card() *Card {
	c := &Card{
		Name: "Ola Nordmann", Below: "The last 90 days", Rating: "512 ± 60", Alt: "alt",
		Dates: [2]string{"24 Aug", "21 Nov"}, Places: []int{5, 4, 2, 1}, Games: "12 games",
		Facts: []Fact{
			{"Best game", "Nordic Countries, 118 : 96"},
			{"Tickets completed", "27 of 31"},
			{"Own choices", "-3 % a game (4 reviewed)"},
			{"Turns in time", "97 %"},
			{"Helped out", "2 games: thank you!"},
		},
	}
	for i := range 9 {
		c.Line = append(c.Line, Point{float64(i) / 8, 430 + 11*i - 40*(i%2), 160 - 12*i})
	}
	return c
}

func TestPictures(t *testing.T) {
	day := &Table{
		Heading: "Nordic Countries", Below: "deal of 2026-11-24 · finished by 12 people on all servers",
	}
	for i, shown := range []string{"150 points", "140 points", "140 points", "−4 points"} {
		day.Rows = append(day.Rows, Row{
			Rank: []int{1, 2, 2, 4}[i], Name: table().Rows[i].Name + " of the Long Name", Shown: shown,
		})
	}
	bare := card()
	bare.Line, bare.Rating, bare.Note = nil, "", "not rated yet"
	for file, draw := range map[string]func() (raster.Picture, error){
		"season-table.png": table().Draw, "season-card.png": card().Draw,
		"season-card-unrated.png": bare.Draw, "season-day.png": day.Draw,
		"season-table-empty.png": (&Table{Heading: "Nobody"}).Draw,
	} {
		p, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		rendertest.Golden(t, "../testdata/"+file, p.PNG)
		if phone := p.Least * 300 / float64(p.Width); phone < 10 {
			t.Errorf("%s: the smallest lettering is %.1f pixels tall on a phone", file, phone)
		}
	}
}
