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

func TestPictures(t *testing.T) {
	day := &Table{
		Heading: "Nordic Countries", Below: "deal of 2026-11-24 · finished by 12 people on all servers",
	}
	for i, shown := range []string{"150 points", "140 points", "140 points", "−4 points"} {
		day.Rows = append(day.Rows, Row{
			Rank: []int{1, 2, 2, 4}[i], Name: table().Rows[i].Name + " of the Long Name", Shown: shown,
		})
	}
	for file, draw := range map[string]func() (raster.Picture, error){
		"season-table.png": table().Draw, "season-day.png": day.Draw,
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
