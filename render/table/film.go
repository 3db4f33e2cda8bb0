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

// Sizes of a film, in pixels. On a phone, shown about 400 pixels wide, its texts are 9 pixels tall.
const (
	filmSeatH   = 138
	filmWho     = 128 // for piece and name
	filmTrack   = 104
	filmYardX   = filmWho
	filmYardW   = film.Width - filmWho - filmTrack
	filmCardW   = 48
	filmCardH   = 30
	filmRise    = 6 // between overlapping cards of a row
	filmTall    = 10
	filmCitiesH = 84
	filmLine    = 42
	filmText    = 21
	filmName    = 17
	filmNumber  = 20
	filmScore   = 34
	chipStep    = 76 // between two opened tickets
)

// Film makes the film of a finished game from its turns, o.Turns.
func (p *Painter) Film(v engine.View, o caption.Options) (film.Film, error) {
	if err := o.Check(&v, p.m, len(p.theme.Seats)); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	if err := o.CheckFilm(&v); err != nil {
		return film.Film{}, fmt.Errorf("make a film: %w", err)
	}
	draw := func(s *film.Shot) *raster.Canvas { return p.frame(s, o.Words) }
	script := film.Script(p.m, p.say.DrawnTurns(&o))
	return film.Shoot(script, draw, p.say.Caption(&v, o.Words).FilmAlt(o.Turns))
}

// frame is a frame of a film: the seats with their railyards, the big cities, what happened.
type frame struct {
	*picture
	*film.Shot
}

// frame draws what a shot shows.
func (p *Painter) frame(s *film.Shot, w caption.Words) *raster.Canvas {
	v := &s.Turn.View
	f := &frame{&picture{Painter: p, Theme: &p.theme, v: v, text: p.say.Caption(v, w), words: w}, s}
	h := len(f.v.Seats)*filmSeatH + filmLine
	if len(f.big) > 0 {
		h += filmCitiesH
	}
	f.Canvas = raster.Borrow(f.pal, film.Width, h)
	f.Fill(0, 0, f.W, f.H, f.Card)
	for i := range f.v.Seats {
		f.drawFilmSeat(i, i*filmSeatH)
	}
	y := len(f.v.Seats) * filmSeatH
	if len(f.big) > 0 {
		f.drawFilmCities(y)
		y += filmCitiesH
	}
	f.drawFilmLine(y)
	return f.Canvas
}

// drawFilmSeat draws a seat: piece, name, railyard with a column for each colour, and track; at the
// scoring its tickets and points. A dark bar marks the seats that the shot is about.
func (f *frame) drawFilmSeat(i, y int) {
	t, seat := &f.theme, &f.v.Seats[i]
	if i > 0 {
		f.Fill(0, y, f.W, 2, t.Line)
	}
	if f.Kind != film.Turn && f.About(seat.Seat) {
		f.Fill(0, y+2, 8, filmSeatH-4, t.Ink)
	}
	f.PutAt(&f.kit.badges[i], 16, y+22)
	x, room := 18.0, float64(filmWho-22)
	if f.Kind == film.Result && caption.Won(f.v, seat.Seat) {
		f.PutAt(&f.kit.crown, 11, y+82)
		x, room = x+signW-6, room-signW+6
	}
	f.TextFit(raster.Bold(filmName), x, y+110, room, t.Ink, caption.ShortName(seat.Name))
	if f.Kind >= film.Failed {
		f.drawOpened(seat.Seat, y)
		f.TextRight(raster.Bold(filmScore), float64(f.W-16), y+74, t.Ink, caption.Number(f.Points[i]))
		return
	}
	if t := f.Deeds[i]; t != nil {
		deed := f.say.Caption(&t.View, f.words).Deed(t)
		f.TextShrunk(raster.Regular(filmName), filmName-1, filmYardX+2, y+22, filmYardW-12, f.Ink, deed)
	}
	for _, r := range seat.Yard {
		f.drawColumn(r, y)
	}
	f.Fill(filmYardX, y+filmSeatH-28, filmYardW, 3, t.Bed)
	x0 := f.W - filmTrack
	f.PutAt(stackOf(f.yards.stacks, seat.Track.N), x0, y+16)
	f.TextMid(raster.Bold(filmScore-6), float64(x0)+(wagonW+18)/2, y+filmSeatH-12, t.Ink,
		strconv.Itoa(seat.Track.N))
}

// drawColumn draws a row of a railyard as a pile of cards, the locomotives on top.
func (f *frame) drawColumn(r engine.Row, y int) {
	at := slices.Index(f.colors, r.Card)
	if at < 0 || f.wild == engine.NoCard && r.Wilds > 0 {
		return
	}
	step := filmYardW / len(f.colors)
	x, foot := filmYardX+at*step+(step-filmCardW)/2, y+filmSeatH-28
	seen := min(r.N, filmTall)
	for i := range seen {
		card := r.Card
		if i >= seen-min(r.Wilds, seen) {
			card = f.wild
		}
		f.PutAt(&f.tiny[card], x, foot-filmCardH-i*filmRise)
	}
	f.TextMid(raster.Bold(filmNumber), float64(x)+filmCardW/2, y+filmSeatH-8, f.Ink, strconv.Itoa(r.N))
}

// drawOpened draws the opened tickets of a seat with their points.
func (f *frame) drawOpened(seat engine.Seat, y int) {
	lines := flow{room: f.W - filmWho - filmTrack}
	for i := range f.Scored {
		one := &f.Scored[i]
		if one.Kind > film.Completed || !slices.Contains(one.Side, seat) {
			continue
		}
		sign, ink := 0, f.Good
		if one.Kind == film.Failed {
			sign, ink = 1, f.Bad
		}
		x, line := lines.place(chipStep)
		if line > 2 {
			return // more tickets than anybody has
		}
		f.PutAt(&f.kit.signs[sign], filmWho+x, y+2+line*38)
		f.Text(raster.Bold(filmNumber), float64(filmWho+x+signW-3), y+30+line*38, ink,
			caption.Signed(one.Gain))
	}
}

func (f *frame) drawFilmCities(y int) {
	f.Fill(0, y, f.W, filmCitiesH, f.Paper)
	f.Fill(0, y, f.W, 2, f.theme.Line)
	step := f.W / len(f.big)
	for i, city := range f.big {
		x, m, name := i*step, &f.m.Cities[city], f.text.City(city)
		mid, room := float64(x)+float64(step)/2, float64(step-8)
		font := raster.Bold(filmName).Shrunk(filmName-1, room, name)
		f.TextMid(font, mid, y+28, f.Ink, font.Fit(room, name))
		var holders []engine.Seat
		for j := range f.Scored {
			if one := &f.Scored[j]; one.Kind == film.Bonus && one.Bonus == m.ID {
				holders = append(holders, one.Side...)
			}
		}
		if len(holders) == 0 {
			f.TextMid(raster.Bold(filmText), mid, y+62, f.Faint, caption.Signed(m.Bonus))
			continue
		}
		at := x + (step-len(holders)*(tokenW-8))/2
		for _, seat := range holders {
			f.PutAt(&f.kit.tokens[seat-1], at-4, y+38)
			at += tokenW - 8
		}
	}
}

// drawFilmLine writes the map's name, at the end what is scored, on the dark line at the foot. A
// turn is told beside its seat, so that little changes from frame to frame.
func (f *frame) drawFilmLine(y int) {
	f.Fill(0, y, f.W, filmLine, f.Ink)
	text := f.text.MapName()
	switch {
	case f.Kind != film.Turn:
		text = f.Line(f.text)
	case f.v.Passes > 1:
		text += " · " + f.words("render.journey", "Number", f.v.Pass, "Of", f.v.Passes)
	}
	f.TextShrunk(raster.Bold(filmText), filmName, 14, y+29, film.Width-28, f.Card, text)
}
