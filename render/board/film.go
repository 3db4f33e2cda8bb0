package board

import (
	"fmt"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/film"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// Sizes below the map of a film, in pixels. On a phone, shown about 400 pixels wide, its texts are
// 9 pixels tall.
const (
	filmLine    = 42 // what happened
	filmBar     = 6  // progress of the game
	filmSeats   = 70
	filmFoot    = filmLine + filmBar + filmSeats
	filmText    = 21
	filmName    = 17
	filmScore   = 27
	filmBadgeX  = 6
	leastLetter = 9.0 // of the names on the map
)

// Film makes the film of a finished game from its turns, o.Turns.
func (p *Painter) Film(v engine.View, o caption.Options) (film.Film, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	if err := o.CheckFilm(&v); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	board, err := p.film()
	if err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	draw := func(s *film.Shot) *raster.Canvas {
		f := &frame{p.picture(&s.Turn.View, &caption.Options{Words: o.Words}), s, board}
		f.draw()
		return f.Canvas
	}
	script := film.Script(p.m, p.say.DrawnTurns(&o))
	return film.Shoot(script, draw, p.say.Caption(&v, o.Words).FilmAlt(o.Turns))
}

// newFilmBoard makes the small board of films. Films are rare, so the first one makes it.
func (p *Painter) newFilmBoard() (*filmBoard, error) {
	l := p.shrunk(film.Width)
	l.Sizes.Name = max(l.Sizes.Name, leastLetter)
	l.Text = p.board.lay.Text
	l.LayLabels(l.Text)
	for i := range l.Labels {
		if p.m.Cities[i].Unnamed != "" { // its name is that of a language
			l.Labels[i] = geometry.Label{}
		}
	}
	bare := *l
	bare.Labels = nil
	b := &filmBoard{newBoardCache(&bare, &p.theme), l.Labels}
	var err error
	empty := b.drawEmpty(l, film.Width, int(l.H)+filmFoot)
	b.base, err = raster.NewBackdrop(p.pal, empty.Sketch, emptySize)
	return b, err
}

// filmBoard is the small board of films. Its names are written over the pieces.
type filmBoard struct {
	*boardCache
	names []geometry.Label
}

type frame struct {
	*picture
	*film.Shot
	board *filmBoard
}

func (f *frame) draw() {
	var ringed []bool
	if f.Kind == film.Failed || f.Kind == film.Completed {
		cities := f.m.Tickets[f.Ticket].Cities
		ringed = make([]bool, len(f.m.Cities))
		for _, c := range cities {
			ringed[c] = true
		}
		if f.Kind == film.Completed {
			f.o.Marked = f.way(cities)
		}
	}
	if f.Kind == film.Turn {
		f.markDeed()
	}
	f.Canvas = f.board.base.Canvas()
	f.board.drawView(f.Canvas, f.v, f.o, ringed)
	for i := range f.board.names {
		f.board.putName(f.Canvas, &f.board.names[i])
	}
	f.drawFoot()
}

// markDeed marks what the line below the map tells.
func (f *frame) markDeed() {
	f.o.News = f.Deed.Events
	for _, e := range f.Deed.Events {
		if e.Kind == engine.EventClaimed {
			f.o.Marked = append(f.o.Marked, e.Route)
		}
	}
}

// way is the shortest way on a side's own routes through the cities, in their order.
func (f *frame) way(cities []engine.CityID) []engine.RouteID {
	own := make([]bool, len(f.m.Routes))
	for _, seat := range f.Side {
		for _, r := range f.v.Seat(seat).Routes {
			own[r] = true
		}
	}
	var ways railmap.Ways
	var routes []engine.RouteID
	for i, to := range cities[1:] {
		ways.Search(f.m, cities[i], func(r engine.RouteID) int {
			if own[r] {
				return f.m.Routes[r].Length
			}
			return railmap.Blocked
		})
		routes = ways.Append(routes, to)
	}
	return routes
}

func (f *frame) drawFoot() {
	t, y := &f.theme, f.H-filmFoot
	f.Fill(0, y, f.W, filmLine, t.Ink)
	f.drawDeed(y)
	y += filmLine
	f.Fill(0, y, f.W, filmBar, t.Line)
	f.Fill(0, y, f.W*f.Number/max(1, f.Of), filmBar, t.Accent)
	y += filmBar
	f.Fill(0, y, f.W, filmSeats, t.Card)
	n := len(f.v.Seats)
	for i := range n {
		f.drawFilmSeat(i, f.W*i/n, y, f.W*(i+1)/n-f.W*i/n)
	}
}

// drawDeed writes what a shot shows on the dark line.
func (f *frame) drawDeed(y int) {
	x, text := 14.0, f.Line(f.say)
	if f.Kind == film.Failed || f.Kind == film.Completed {
		sign := theme.Done
		if f.Kind == film.Failed {
			sign = theme.Lost
		}
		f.Fill(6, y+5, 32, 32, f.Card)
		f.PutAt(&f.papers.signs[sign], 7, y+6)
		x = 48
	}
	f.TextShrunk(raster.Bold(filmText), filmName, x, y+29, float64(f.W)-14-x, f.Card, text)
}

// drawFilmSeat draws a seat's box: its piece, name, cards and points. A bar above it marks the
// seats that the shot is about.
func (f *frame) drawFilmSeat(i, x, y, w int) {
	t, seat := &f.theme, engine.Seat(i+1)
	if f.About(seat) {
		f.Fill(x, y+4, w, 7, t.Ink) // apart from the progress of the game
	}
	if i > 0 {
		f.Fill(x, y+10, 2, filmSeats-14, t.Line)
	}
	f.PutAt(&f.mates[i], x+filmBadgeX, y+11)
	f.TextRight(raster.Bold(filmScore), float64(x+w-10), y+37, t.Ink, caption.Number(f.Points[i]))
	at, room := float64(x+12), float64(w-24)
	if f.Kind == film.Result && caption.Won(f.v, seat) {
		f.PutAt(&f.icons.crown, x+10, y+43)
		at, room = at+iconSize+2, room-iconSize-2
	}
	f.TextFit(raster.Bold(filmName), at, y+61, room, t.Ink, caption.ShortName(f.v.Seats[i].Name))
}
