package theme

import (
	"image/color"
	"testing"

	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// eachTheme runs a test on every theme.
func eachTheme(t *testing.T, test func(t *testing.T, theme Theme)) {
	t.Run("plain", func(t *testing.T) { test(t, Default()) })
	for name, make := range themes {
		t.Run(name, func(t *testing.T) { test(t, make()) })
	}
}

func TestSymbolsStandOutFromTheirCards(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, p := range theme.Colors {
			if got := rendertest.Contrast(p.Fill, p.Ink); got < 3 {
				t.Errorf("%s: got a contrast of %.1f, want at least 3", name, got)
			}
		}
	})
}

func TestTextsStandOutFromTheirPaper(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, ink := range map[string]color.RGBA{
			"ink": theme.Ink, "faint": theme.Faint,
			"good": theme.Good, "bad": theme.Bad,
		} {
			for _, paper := range []color.RGBA{theme.Paper, theme.Card} {
				if got := rendertest.Contrast(ink, paper); got < 4.5 {
					t.Errorf("%s on %v: got a contrast of %.1f, want at least 4.5", name, paper, got)
				}
			}
		}
	})
}

func TestSpacesStandOutFromTheGround(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, ground := range map[string]color.RGBA{
			"ground": theme.Ground, "land": theme.Land,
			"water": theme.Water, "park": theme.Park,
		} {
			if got := rendertest.Contrast(theme.Ink, ground); got < 4.5 {
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

// grey is what is drawn, in shades of grey.
func grey(theme *Theme, w, h int, draw func(*Sketch)) []float64 {
	s := NewSketch(theme, w, h)
	s.FillArea(geometry.Box(0, 0, float64(w), float64(h)), theme.Ground)
	draw(s)
	return rendertest.Grey(s.Img)
}

func TestSymbolsCanBeToldApartInGrey(t *testing.T) {
	theme := Default()
	var signs [Star + 1][]float64
	for sym := Heart; sym <= Star; sym++ {
		signs[sym] = grey(&theme, 24, 24, func(s *Sketch) {
			s.SymbolPath(sym, 12, 12, 10)
			s.Paint(theme.Ink)
		})
		for other := Heart; other < sym; other++ {
			if got := rendertest.Unlike(signs[sym], signs[other]); got < rendertest.Part {
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
				s.Piece(geometry.Slot{At: geometry.Pt(40, 17), Length: 70, Width: 26}, 1, i)
			})
			for j := range pieces[:i] {
				if got := rendertest.Unlike(pieces[i], pieces[j]); got < rendertest.Part {
					t.Errorf("pieces of seats %d and %d: only %.0f %% of their pixels differ", i+1, j+1, 100*got)
				}
			}
		}
	})
}

func TestAPieceCanBeToldFromAnEmptySpaceInGrey(t *testing.T) {
	sl := geometry.Slot{At: geometry.Pt(40, 17), Length: 70, Width: 26}
	eachTheme(t, func(t *testing.T, theme Theme) {
		for name, p := range theme.Colors {
			empty := grey(&theme, 80, 34, func(s *Sketch) {
				s.Space(sl, 0, theme.Ink)
				s.Space(sl, -1.3, p.Fill)
				s.SymbolPath(p.Symbol, 40, 17, 10)
				s.Paint(p.Ink)
			})
			for seat := range theme.Seats {
				piece := grey(&theme, 80, 34, func(s *Sketch) { s.Piece(sl, 1, seat) })
				if got := rendertest.Unlike(empty, piece); got < rendertest.Part {
					t.Errorf("a piece of seat %d and an empty %s space: only %.0f %% of their pixels differ",
						seat+1, name, 100*got)
				}
			}
		}
	})
}

func TestTextsStandOutFromTheGroundsOfATable(t *testing.T) {
	theme := For("cardgame")
	for name, ground := range map[string]color.RGBA{
		"gravel": theme.Land, "track": theme.Park,
		"box": theme.Card,
	} {
		for i, ink := range theme.inks() {
			if got := rendertest.Contrast(ink, ground); got < 4.5 && ink != theme.Card {
				t.Errorf("ink %d on %s: got a contrast of %.2f, want at least 4.5", i, name, got)
			}
		}
	}
	for name, ground := range map[string]color.RGBA{
		"the band":       theme.Ink,
		"the last round": theme.Bad,
	} {
		if got := rendertest.Contrast(theme.Card, ground); got < 4.5 {
			t.Errorf("white on %s: got a contrast of %.2f, want at least 4.5", name, got)
		}
	}
}
