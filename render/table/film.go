package table

import (
	"fmt"
	"slices"
	"strconv"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/film"
	"konduktor/render/raster"
)

// Measures of a film, in pixels. A phone shows it about 400 pixels wide: its texts are then still 9 pixels tall.
const (
	filmSeatH   = 138
	filmWho     = 128 // the seat's piece and name
	filmTrack   = 104
	filmYardX   = filmWho
	filmYardW   = film.Width - filmWho - filmTrack
	filmCardW   = 48
	filmCardH   = 30
	filmRise    = 6 // from one card of a row to the next, which lies on it
	filmTall    = 10
	filmCitiesH = 84
	filmLine    = 42
	filmText    = 21
	filmName    = 17
	filmNumber  = 20
	filmScore   = 34
	chipStep    = 76 // from one opened ticket to the next
)

// Film makes the film of a finished game: o.Turns is its course.
func (p *Painter) Film(v engine.View, o caption.Options) (film.Film, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	if err := o.CheckFilm(&v); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	return film.Shoot(film.Script(p.m, p.say.DrawnTurns(&o)), &stage{p, &o}, p.say.InText(&v, o.Words).FilmAlt(o.Turns))
}

// stage draws the frames of one game: the seats with their railyards below each other, the big cities, and what has happened.
type stage struct {
	*Painter
	o *caption.Options
}

// Frame draws what a shot shows.
func (st *stage) Frame(s *film.Shot) *raster.Canvas {
	v := &s.Turn.View
	h := len(v.Seats)*filmSeatH + filmLine
	if len(st.big) > 0 {
		h += filmCitiesH
	}
	c := raster.Borrow(st.pal, film.Width, h)
	c.Fill(0, 0, c.W, c.H, st.theme.Card)
	for i := range v.Seats {
		st.drawFilmSeat(c, s, i, i*filmSeatH)
	}
	y := len(v.Seats) * filmSeatH
	if len(st.big) > 0 {
		st.drawFilmCities(c, s, y)
		y += filmCitiesH
	}
	st.drawFilmLine(c, s, y)
	return c
}

// drawFilmSeat draws a seat: its piece and name, its railyard with a column a colour, and its track; at the scoring its
// tickets and points. Whose ticket is opened has a dark bar to its left, in the end the winners.
func (st *stage) drawFilmSeat(c *raster.Canvas, s *film.Shot, i, y int) {
	t, seat := &st.theme, &s.Turn.View.Seats[i]
	if i > 0 {
		c.Fill(0, y, c.W, 2, t.Line)
	}
	if s.Kind != film.Turn && s.About(seat.Seat) {
		c.Fill(0, y+2, 8, filmSeatH-4, t.Ink)
	}
	c.PutAt(&st.kit.badges[i], 16, y+22)
	x, room := 18.0, float64(filmWho-22)
	if s.Kind == film.Result && caption.Won(&s.Turn.View, seat.Seat) {
		c.PutAt(&st.kit.crown, 11, y+82)
		x, room = x+signW-6, room-signW+6
	}
	c.TextFit(raster.Bold(filmName), x, y+110, room, t.Ink, caption.ShortName(seat.Name))
	if s.Kind >= film.Failed {
		st.drawOpened(c, s, seat.Seat, y)
		c.TextRight(raster.Bold(filmScore), float64(c.W-16), y+74, t.Ink, caption.Number(s.Points[i]))
		return
	}
	if t := s.Deeds[i]; t != nil {
		deed := st.say.OnPicture(&t.View, st.o.Words).Deed(t)
		c.TextShrunk(raster.Regular(filmName), filmName-1, filmYardX+2, y+22, filmYardW-12, st.theme.Ink, deed)
	}
	for _, r := range seat.Yard {
		st.drawColumn(c, r, y)
	}
	c.Fill(filmYardX, y+filmSeatH-28, filmYardW, 3, t.Bed)
	x0 := c.W - filmTrack
	c.PutAt(stackOf(&st.yards.stacks, seat.Track.N), x0, y+16)
	c.TextMid(raster.Bold(filmScore-6), float64(x0)+(wagonW+18)/2, y+filmSeatH-12, t.Ink, strconv.Itoa(seat.Track.N))
}

// drawColumn draws a row of a railyard as a pile of cards in the column of its colour, the locomotives on top, and how many
// cards it has.
func (st *stage) drawColumn(c *raster.Canvas, r engine.Row, y int) {
	at := slices.Index(st.colors, r.Card)
	if at < 0 || st.wild == engine.NoCard && r.Wilds > 0 {
		return
	}
	step := filmYardW / len(st.colors)
	x, foot := filmYardX+at*step+(step-filmCardW)/2, y+filmSeatH-28
	seen := min(r.N, filmTall)
	for i := range seen {
		card := r.Card
		if i >= seen-min(r.Wilds, seen) {
			card = st.wild
		}
		c.PutAt(&st.faces.tiny[card], x, foot-filmCardH-i*filmRise)
	}
	c.TextMid(raster.Bold(filmNumber), float64(x)+filmCardW/2, y+filmSeatH-8, st.theme.Ink, strconv.Itoa(r.N))
}

// drawOpened draws the tickets of a seat that have been opened: whether they were completed, and their points.
func (st *stage) drawOpened(c *raster.Canvas, s *film.Shot, seat engine.Seat, y int) {
	f := flow{room: c.W - filmWho - filmTrack}
	for i := range s.Scored {
		one := &s.Scored[i]
		if one.Kind > film.Completed || !slices.Contains(one.Side, seat) {
			continue
		}
		sign, ink := 0, st.theme.Good
		if one.Kind == film.Failed {
			sign, ink = 1, st.theme.Bad
		}
		x, line := f.place(chipStep)
		if line > 2 {
			return // more tickets than anybody has
		}
		c.PutAt(&st.kit.signs[sign], filmWho+x, y+2+line*38)
		c.Text(raster.Bold(filmNumber), float64(filmWho+x+signW-3), y+30+line*38, ink, caption.Signed(one.Gain))
	}
}

// drawFilmCities draws the big cities with their points, and those who have got them.
func (st *stage) drawFilmCities(c *raster.Canvas, s *film.Shot, y int) {
	c.Fill(0, y, c.W, filmCitiesH, st.theme.Paper)
	c.Fill(0, y, c.W, 2, st.theme.Line)
	say, step := st.say.OnPicture(&s.Turn.View, st.o.Words), c.W/len(st.big)
	for i, city := range st.big {
		x, m := i*step, &st.m.Cities[city]
		font := raster.Bold(filmName).Shrunk(filmName-1, float64(step-8), say.City(city))
		c.TextMid(font, float64(x)+float64(step)/2, y+28, st.theme.Ink, font.Fit(float64(step-8), say.City(city)))
		var holders []engine.Seat
		for j := range s.Scored {
			if one := &s.Scored[j]; one.Kind == film.Bonus && one.Bonus == m.ID {
				holders = append(holders, one.Side...)
			}
		}
		if len(holders) == 0 {
			c.TextMid(raster.Bold(filmText), float64(x)+float64(step)/2, y+62, st.theme.Faint, caption.Signed(m.Bonus))
			continue
		}
		at := x + (step-len(holders)*(tokenW-8))/2
		for _, seat := range holders {
			c.PutAt(&st.kit.tokens[seat-1], at-4, y+38)
			at += tokenW - 8
		}
	}
}

// drawFilmLine writes the dark line at the foot: which game it is, at the end what is scored. What a turn was stands with its
// seat: so little of the picture changes from frame to frame.
func (st *stage) drawFilmLine(c *raster.Canvas, s *film.Shot, y int) {
	v := &s.Turn.View
	say := st.say.OnPicture(v, st.o.Words)
	c.Fill(0, y, c.W, filmLine, st.theme.Ink)
	text := say.MapName()
	switch {
	case s.Kind != film.Turn:
		text = s.Line(say)
	case v.Passes > 1:
		text += " · " + st.o.Words("render.journey", "Number", v.Pass, "Of", v.Passes)
	}
	c.TextShrunk(raster.Bold(filmText), filmName, 14, y+29, film.Width-28, st.theme.Card, text)
}
