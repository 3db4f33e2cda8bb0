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

// Measures of what stands below the map of a film, in pixels. A phone shows a film about 400 pixels wide: its texts are then
// still 9 pixels tall.
const (
	filmLine    = 42 // the line that says what has happened
	filmBar     = 6  // how much of the game is over
	filmSeats   = 70
	filmFoot    = filmLine + filmBar + filmSeats
	filmText    = 21
	filmName    = 17
	filmScore   = 27
	filmBadgeX  = 6
	leastLetter = 9.0 // of the names on a film's map
)

// Film makes the film of a finished game: o.Turns is its course.
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
	s := &stage{Painter: p, board: board, o: &o}
	return film.Shoot(film.Script(p.m, p.say.DrawnTurns(&o)), s, p.say.InText(&v, o.Words).FilmAlt(o.Turns))
}

// newFilmBoard makes the small board of films. Films are asked for seldom: it is made for the first one.
func (p *Painter) newFilmBoard() (*boardCache, error) {
	big := p.board.lay
	k := film.Width / big.W
	l := geometry.NewNetwork(p.m, film.Width, float64(int(big.H*k)), k*big.Sizes.Scale)
	l.Sizes.Name = max(l.Sizes.Name, leastLetter)
	l.Text, l.Bare = big.Text, true
	l.LayLabels(l.Text)
	b := newBoardCache(l, &p.theme)
	var err error
	if b.base, err = raster.NewBackdrop(p.pal, b.drawEmpty(film.Width, int(l.H)+filmFoot).Sketch, emptySize); err != nil {
		return nil, err
	}
	return b, nil
}

// stage draws the frames of one game on the small board.
type stage struct {
	*Painter
	board *boardCache
	o     *caption.Options
}

// Frame draws what a shot shows.
func (st *stage) Frame(s *film.Shot) *raster.Canvas {
	v := &s.Turn.View
	o := caption.Options{Words: st.o.Words}
	var ringed []bool
	switch s.Kind {
	case film.Failed, film.Completed:
		cities := st.m.Tickets[s.Ticket].Cities
		ringed = make([]bool, len(st.m.Cities))
		for _, c := range cities {
			ringed[c] = true
		}
		if s.Kind == film.Completed {
			o.Marked = st.way(v, s.Side, cities)
		}
	case film.Opening, film.Turn, film.Bonus, film.Result:
	}
	c := st.board.base.Canvas()
	st.board.put(c, v, &o, ringed)
	st.drawFoot(c, s)
	return c
}

// way is the shortest way of a side's own routes from the first of some cities to the others, one after the other.
func (st *stage) way(v *engine.View, side caption.Side, cities []engine.CityID) []engine.RouteID {
	own := make([]bool, len(st.m.Routes))
	for _, seat := range side {
		for _, r := range v.Seat(seat).Routes {
			own[r] = true
		}
	}
	var ways railmap.Ways
	var routes []engine.RouteID
	for i, to := range cities[1:] {
		ways.Search(st.m, cities[i], func(r engine.RouteID) int {
			if own[r] {
				return st.m.Routes[r].Length
			}
			return railmap.Blocked
		})
		routes = ways.Append(routes, to)
	}
	return routes
}

// drawFoot draws what stands below the map: what has happened, how far the game is, and the seats with their points.
func (st *stage) drawFoot(c *raster.Canvas, s *film.Shot) {
	t, y := &st.theme, c.H-filmFoot
	c.Fill(0, y, c.W, filmLine, t.Ink)
	st.drawDeed(c, s, y)
	y += filmLine
	c.Fill(0, y, c.W, filmBar, t.Line)
	c.Fill(0, y, c.W*s.Number/max(1, s.Of), filmBar, t.Accent)
	y += filmBar
	c.Fill(0, y, c.W, filmSeats, t.Card)
	n := len(s.Turn.View.Seats)
	for i := range n {
		st.drawFilmSeat(c, s, i, c.W*i/n, y, c.W*(i+1)/n-c.W*i/n)
	}
}

// drawDeed writes what a shot is about, on the dark line: what was done last on the board, or what is scored.
func (st *stage) drawDeed(c *raster.Canvas, s *film.Shot, y int) {
	v := &s.Turn.View
	say := st.say.OnPicture(v, st.o.Words)
	x, text := 14.0, s.Line(say)
	if s.Kind == film.Failed || s.Kind == film.Completed {
		sign := theme.Done
		if s.Kind == film.Failed {
			sign = theme.Lost
		}
		c.Fill(6, y+5, 32, 32, st.theme.Card)
		c.PutAt(&st.papers.signs[sign], 7, y+6)
		x = 48
	}
	c.TextShrunk(raster.Bold(filmText), filmName, x, y+29, float64(c.W)-14-x, st.theme.Card, text)
}

// drawFilmSeat draws a seat's box: its piece, name, cards and points. Whose turn it was, or whose ticket is opened, has a bar
// above it, in the end the winners.
func (st *stage) drawFilmSeat(c *raster.Canvas, s *film.Shot, i, x, y, w int) {
	t, v := &st.theme, &s.Turn.View
	seat := engine.Seat(i + 1)
	if s.About(seat) {
		c.Fill(x, y, w, 7, t.Ink)
	}
	if i > 0 {
		c.Fill(x, y+10, 2, filmSeats-14, t.Line)
	}
	c.PutAt(&st.teams.mates[i], x+filmBadgeX, y+11)
	c.TextRight(raster.Bold(filmScore), float64(x+w-10), y+37, t.Ink, caption.Number(s.Points[i]))
	at, room := float64(x+12), float64(w-24)
	if s.Kind == film.Result && caption.Won(v, seat) {
		c.PutAt(&st.panel.crown, x+10, y+43)
		at, room = at+iconSize+2, room-iconSize-2
	}
	c.TextFit(raster.Bold(filmName), at, y+61, room, t.Ink, caption.ShortName(v.Seats[i].Name))
}
