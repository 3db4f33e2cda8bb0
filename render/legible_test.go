package render

import (
	"image/color"
	"math"
	"testing"
)

// luminance is how light a colour is, 0 to 1 (WCAG 2).
func luminance(c color.RGBA) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

// contrast is the ratio of two luminances, 1 to 21.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// eachTheme runs a test on every theme.
func eachTheme(t *testing.T, test func(t *testing.T, theme Theme)) {
	t.Run("plain", func(t *testing.T) { test(t, plainTheme()) })
	for name, make := range themes {
		t.Run(name, func(t *testing.T) { test(t, make()) })
	}
}

func TestSymbolsStandOutFromTheirCards(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, p := range theme.Colors {
			if got := contrast(p.Fill, p.Ink); got < 3 {
				t.Errorf("%s: got a contrast of %.1f, want at least 3", name, got)
			}
		}
	})
}

func TestTextsStandOutFromTheirPaper(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, ink := range map[string]color.RGBA{"ink": theme.Ink, "faint": theme.Faint, "good": theme.Good, "bad": theme.Bad} {
			for _, paper := range []color.RGBA{theme.Paper, theme.Card} {
				if got := contrast(ink, paper); got < 4.5 {
					t.Errorf("%s on %v: got a contrast of %.1f, want at least 4.5", name, paper, got)
				}
			}
		}
	})
}

func TestSpacesStandOutFromTheGround(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, ground := range map[string]color.RGBA{"ground": theme.Ground, "land": theme.Land, "water": theme.Water, "park": theme.Park} {
			if got := contrast(theme.Ink, ground); got < 4.5 {
				t.Errorf("the edge of a space on %s: got a contrast of %.1f, want at least 4.5", name, got)
			}
		}
	})
}

func TestEveryColourHasASymbolOfItsOwn(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		seen := map[Symbol]string{theme.Wild.Symbol: "wild"}
		for name, p := range theme.Colors {
			if other, ok := seen[p.Symbol]; ok || p.Symbol == NoSymbol {
				t.Errorf("%s has the symbol of %q", name, other)
			}
			seen[p.Symbol] = name
		}
	})
}

func TestEverySeatHasAPatternOfItsOwn(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		seen := map[Pattern]int{}
		for i, s := range theme.Seats {
			if other, ok := seen[s.Pattern]; ok {
				t.Errorf("seats %d and %d have the same pattern", other+1, i+1)
			}
			seen[s.Pattern] = i
		}
	})
}

// Two signs can be told apart in grey if a good part of their pixels differ clearly.
const (
	apart = 60   // of 255
	part  = 0.08 // of the pixels of the sign
)

// grey is what is drawn, in shades of grey.
func grey(theme *Theme, w, h int, draw func(*Sketch)) []float64 {
	s := newSketch(theme, w, h)
	s.fillArea(area{0, 0, float64(w), float64(h)}, theme.Ground)
	draw(s)
	out := make([]float64, 0, w*h)
	for i := 0; i < len(s.img.Pix); i += 4 {
		p := s.img.Pix[i : i+3]
		out = append(out, 0.2126*float64(p[0])+0.7152*float64(p[1])+0.0722*float64(p[2]))
	}
	return out
}

// unlike is the part of the pixels that differ clearly.
func unlike(a, b []float64) float64 {
	n := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) > apart {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

func TestSymbolsCanBeToldApartInGrey(t *testing.T) {
	theme := plainTheme()
	var signs [Star + 1][]float64
	for sym := Heart; sym <= Star; sym++ {
		signs[sym] = grey(&theme, 24, 24, func(s *Sketch) {
			s.symbol(sym, 12, 12, 10)
			s.fill(theme.Ink)
		})
		for other := Heart; other < sym; other++ {
			if got := unlike(signs[sym], signs[other]); got < part {
				t.Errorf("symbols %d and %d: only %.0f %% of their pixels differ", sym, other, 100*got)
			}
		}
	}
}

func TestPiecesCanBeToldApartInGrey(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		pieces := make([][]float64, len(theme.Seats))
		for i := range pieces {
			pieces[i] = grey(&theme, 80, 34, func(s *Sketch) {
				s.piece(slot{at: point{40, 17}, length: 70, width: 26}, 1, i)
			})
			for j := range pieces[:i] {
				if got := unlike(pieces[i], pieces[j]); got < part {
					t.Errorf("pieces of seats %d and %d: only %.0f %% of their pixels differ", i+1, j+1, 100*got)
				}
			}
		}
	})
}

func TestAPieceCanBeToldFromAnEmptySpaceInGrey(t *testing.T) {
	sl := slot{at: point{40, 17}, length: 70, width: 26}
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, p := range theme.Colors {
			empty := grey(&theme, 80, 34, func(s *Sketch) {
				s.plank(sl, 0, theme.Ink)
				s.plank(sl, -1.3, p.Fill)
				s.symbol(p.Symbol, 40, 17, 10)
				s.fill(p.Ink)
			})
			for seat := range theme.Seats {
				piece := grey(&theme, 80, 34, func(s *Sketch) { s.piece(sl, 1, seat) })
				if got := unlike(empty, piece); got < part {
					t.Errorf("a piece of seat %d and an empty %s space: only %.0f %% of their pixels differ", seat+1, name, 100*got)
				}
			}
		}
	})
}
