package board

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/nordic"
	"konduktor/engine/world"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// TestPictures compares whole pictures with golden ones. The board of the README is one of them.
func TestPictures(t *testing.T) {
	p := amsterdamPainter(t)
	en, pl := rendertest.Words(t, "en"), rendertest.Words(t, "pl")
	mid, last := rendertest.AmsterdamGame(t, 4, 62)
	two, lastTwo := rendertest.AmsterdamGame(t, 2, 30)
	fresh, _ := rendertest.AmsterdamGame(t, 3, 0)
	over, _ := rendertest.AmsterdamGame(t, 3, 10000)
	north, lastNorth := rendertest.Simulated(t, nordic.Title, 3, 62, "")
	dug, lastDug := rendertest.Simulated(t, nordic.Title, 2, 60, engine.OwesPay)
	six, lastSix := rendertest.Simulated(t, asia.Title, 6, 90, "")
	dugAsia, lastDugAsia := rendertest.Simulated(t, asia.Title, 6, 18, engine.OwesPay)
	share, _ := rendertest.Simulated(t, asia.Title, 4, 0, engine.OwesShare)
	place, _ := rendertest.Simulated(t, asia.Title, 4, 40, engine.OwesPlace)
	five, lastFive := rendertest.Simulated(t, world.Title, 5, 110, "")
	tour := withPorts(touring(t, five))
	n, a, w := painterOf(t, nordic.Title), painterOf(t, asia.Title), painterOf(t, world.Title)
	amsterdamCourse, nordicCourse := rendertest.Course(t, amsterdam.Title, 3),
		rendertest.Course(t, nordic.Title, 3)
	asiaCourse, worldCourse := rendertest.Course(t, asia.Title, 6),
		rendertest.Course(t, world.Title, 4)
	end := func(turns []engine.Turn) engine.View { return turns[len(turns)-1].View }
	mover := func(g engine.Game) engine.View { return g.View(g.ToMove()[0]) }
	for _, c := range []struct {
		file string
		draw func(engine.View, caption.Options) (raster.Picture, error)
		view engine.View
		o    caption.Options
	}{
		{"../../docs/board-amsterdam.png", p.Board, mid.View(engine.Public), caption.Options{
			Words:  en,
			Marked: last,
		}},
		{"../testdata/board-two-seats-private-pl.png", p.Board, two.View(1), caption.Options{
			Words:  pl,
			Marked: lastTwo, Private: true,
		}},
		{"../testdata/board-over.png", p.Board, over.View(engine.Public), caption.Options{Words: en}},
		{"../testdata/close-up.png", p.Board, mid.View(2), caption.Options{
			Words: en, Marked: last,
			Focus: "dam", Private: true,
		}},
		{"../../docs/img/hand.png", p.Hand, mid.View(2), caption.Options{
			Words: en, Ways: true,
			Marked: last, News: claimsOf(mid.View(2), last),
		}},
		{"../../docs/img/hand-pl.png", p.Hand, mid.View(2), caption.Options{
			Words: pl, Ways: true,
			Marked: last, News: claimsOf(mid.View(2), last),
		}},
		{"../testdata/hand-offer-pl.png", p.Hand, fresh.View(3), caption.Options{Words: pl, Ways: true}},
		{"../testdata/sheet.png", p.Sheet, end(amsterdamCourse), caption.Options{
			Words: en,
			Turns: amsterdamCourse,
		}},
		{"../../docs/board-nordic.png", n.Board, north.View(engine.Public), caption.Options{
			Words:  en,
			Marked: lastNorth,
		}},
		{"../testdata/nordic-hand-pl.png", n.Hand, north.View(1), caption.Options{
			Words: pl, Ways: true,
			Marked: lastNorth, News: claimsOf(north.View(1), lastNorth),
		}},
		{"../testdata/nordic-dug-pl.png", n.Board, mover(dug), caption.Options{
			Words:  pl,
			Marked: lastDug, Private: true,
		}},
		{"../testdata/nordic-close-up.png", n.Board, dug.View(engine.Public), caption.Options{
			Words: en,
			Focus: "oslo",
		}},
		{"../testdata/nordic-sheet-pl.png", n.Sheet, end(nordicCourse), caption.Options{
			Words: pl,
			Turns: nordicCourse,
		}},
		{"../../docs/board-asia.png", a.Board, six.View(engine.Public), caption.Options{
			Words:  en,
			Marked: lastSix,
		}},
		{"../testdata/asia-dug.png", a.Board, dugAsia.View(engine.Public), caption.Options{
			Words:  en,
			Marked: lastDugAsia,
		}},
		{"../testdata/asia-hand-share.png", a.Hand, mover(share), caption.Options{Words: en, Ways: true}},
		{"../testdata/asia-hand-place-pl.png", a.Hand, mover(place), caption.Options{
			Words: pl,
			Ways:  true,
		}},
		{"../testdata/asia-part.png", a.Board, six.View(engine.Public), caption.Options{
			Words: en, Telling: true,
			Marked: lastSix[1:], News: claimsOf(six.View(engine.Public), lastSix)[1:],
		}},
		{"../testdata/asia-sheet.png", a.Sheet, end(asiaCourse), caption.Options{
			Words: en,
			Turns: asiaCourse,
		}},
		{"../testdata/asia-card.png", a.EndCard, withComputers(end(asiaCourse)), caption.Options{
			Words: en, Place: "Signal Box · 2026-08-01",
		}},
		{
			"../../docs/board-world.png", w.Board, withPorts(five.View(engine.Public)),
			caption.Options{Words: en, Marked: lastFive},
		},
		{"../testdata/world-part-pl.png", w.Board, tour, caption.Options{
			Words: pl, Telling: true,
			Marked: lastFive[1:], News: claimsOf(tour, lastFive)[1:],
		}},
		{"../testdata/world-private-pl.png", w.Board, tour, caption.Options{
			Words: pl, Marked: lastFive,
			Private: true,
		}},
		{"../testdata/world-close-up.png", w.Board, tour, caption.Options{
			Words: en, Focus: "hamburg",
			Private: true,
		}},
		{"../testdata/world-hand-pl.png", w.Hand, tour, caption.Options{
			Words: pl, Ways: true,
			Marked: lastFive, News: claimsOf(tour, lastFive),
		}},
		{"../testdata/world-card.png", w.EndCard, settled(end(worldCourse)), caption.Options{
			Words: en, Place: "Signal Box · 2026-08-01",
		}},
		{"../testdata/world-sheet.png", w.Sheet, settled(end(worldCourse)), caption.Options{
			Words: en,
			Turns: worldCourse,
		}},
	} {
		t.Run(strings.TrimSuffix(filepath.Base(c.file), ".png"), func(t *testing.T) {
			pic, err := c.draw(c.view, c.o)
			if err != nil {
				t.Fatal(err)
			}
			rendertest.Golden(t, c.file, pic.PNG)
		})
	}
}

// withComputers gives the seats of a finished game the names of computers, which are long for a
// team.
func withComputers(v engine.View) engine.View {
	v.Seats = slices.Clone(v.Seats)
	for i, name := range []string{"Ada", "Bruno", "Cela", "Daniel", "Ewaryst", "Felicja"} {
		if i < len(v.Seats) {
			v.Seats[i].Name = "Bot " + name
		}
	}
	return v
}

// settled is a finished game's view with the first tickets of each seat complete, one fewer each,
// ports where they lead, and the scores in step: the computer players of the tests complete too
// little for a picture.
func settled(v engine.View) engine.View {
	m := world.Title.Map()
	v.Winners = nil
	best := -1000
	var taken []engine.CityID
	for i := range v.Seats {
		s := &v.Seats[i]
		all := append(slices.Clone(s.Final.Completed), s.Final.Failed...)
		f := &engine.Final{
			Routes: s.Final.Routes, Completed: all[:max(0, 4-i)],
			Failed: all[max(0, 4-i):],
		}
		s.Ports = nil
		for n, id := range f.Completed {
			t := &m.Tickets[id]
			f.Earned = append(f.Earned, t.Points)
			if t.InOrder > 0 && n%2 == 0 {
				f.Earned[n] = t.InOrder
			}
			f.Tickets += f.Earned[n]
			if c := t.Cities[1]; len(s.Ports) < 2 && m.Cities[c].Port && !slices.Contains(taken, c) {
				taken, s.Ports = append(taken, c), append(s.Ports, c)
			}
		}
		s.PortsLeft = 3 - len(s.Ports)
		for _, id := range f.Failed {
			f.Tickets -= m.Tickets[id].Penalty
		}
		ports := 0
		for _, c := range s.Ports {
			named := 0
			for _, id := range f.Completed {
				if slices.Contains(m.Tickets[id].Cities, c) {
					named++
				}
			}
			ports += []int{0, 20, 30, 40}[min(3, named)]
		}
		f.Bonuses = []engine.Bonus{{Name: "ports", Points: ports}, {
			Name:   "unbuilt-ports",
			Points: -4 * s.PortsLeft,
		}}
		f.Total = f.Routes + f.Tickets + ports - 4*s.PortsLeft
		s.Final = f
		if f.Total > best {
			best, v.Winners = f.Total, []engine.Seat{s.Seat}
		}
	}
	return v
}
