package raster

import (
	"testing"
)

func TestAMissingGlyphIsABox(t *testing.T) {
	f := regular()
	for _, r := range "🚂日\U0010ffff" {
		if g := f.glyph(r); g != 0 {
			t.Errorf("%q: got glyph %d, want the box", r, g)
		}
	}
	if m := f.mask(maskKey{glyph: 0, size: 20}); m.w == 0 || m.h == 0 {
		t.Errorf("got a box of %d × %d, want one that can be seen", m.w, m.h)
	}
	for _, r := range "ĄĆĘŁŃÓŚŹŻąćęłńóśźżåäöøæÅÄÖØÆ–…·−" {
		if f.glyph(r) == 0 {
			t.Errorf("%q has no glyph, our texts need it", r)
		}
	}
}

func TestTextIsCutWithAnEllipsis(t *testing.T) {
	for _, c := range []struct {
		room float64
		want string
	}{{1000, "Haringpakkerstoren"}, {100, "Haringp…"}, {5, "…"}} {
		if got := Bold(20).Fit(c.room, "Haringpakkerstoren"); got != c.want {
			t.Errorf("room for %g: got %q, want %q", c.room, got, c.want)
		}
	}
}

func TestAHyphenIsShorterThanADash(t *testing.T) {
	for _, f := range []Font{Regular(100), Bold(100)} {
		if hyphen, dash := f.Width("-"), f.Width("–"); hyphen > 0.8*dash {
			t.Errorf("a hyphen is %g pixels long and a dash %g", hyphen, dash)
		}
	}
}
