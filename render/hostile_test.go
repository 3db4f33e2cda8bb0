package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/amsterdam"
)

// hostileNames are more than 500 names that somebody may call himself, the same for ever.
func hostileNames() []string {
	names := []string{
		"", " ", "\x00", "\xff\xfe\xfd", "a\nb\nc", "\t\t\t", "@everyone", "<@123456789012345678>", "**bold** `code` ||spoiler||",
		"https://example.com/?q=1", "{{.Name}}", "%s%d%!v(MISSING)", "<script>alert(1)</script>", "../../etc/passwd",
		"\u202etfel ot thgir", "\u200b\u200c\u200d\ufeff", "e\u0301\u0301\u0301\u0301", "Z\u0351\u036b\u0343a\u0313l\u0344g\u0342o",
		"👨‍👩‍👧‍👦 👍🏽 🇵🇱", "日本語の名前です", "العربية", "עברית", "ไทย", "Ελληνικά", "Кириллица", "Zażółć gęślą jaźń", "🂡🂢🂣", "﷽﷽﷽﷽",
		strings.Repeat("W", 32), strings.Repeat("W", 5000), strings.Repeat("👑", 2000), strings.Repeat("\u0301", 3000), "\U0010ffff\U000e0001",
		"i", "....", "—", "\u2028\u2029", "\\", "\"", "'; DROP TABLE games; --",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for len(names) < 560 {
		var b strings.Builder
		for range rng.IntN(40) {
			b.WriteRune(rune(rng.IntN(0x30000)))
		}
		names = append(names, b.String())
	}
	return names
}

// namedView is a position whose seats have these names.
func namedView(names [4]string) engine.View {
	v := finished()
	v.Seats = slices.Clone(v.Seats)
	for i, n := range names {
		v.Seats[i].Name = n
	}
	return v
}

// finished is a finished game of four as seat 1 sees it.
var finished = sync.OnceValue(func() engine.View {
	setup, rng := ai.Simulated(7, 3, 4)
	g, err := amsterdam.Title.New(setup)
	if err != nil {
		panic(err)
	}
	policy, err := ai.New("greedy", rng)
	if err != nil {
		panic(err)
	}
	if _, err := ai.Play(g, policy, nil); err != nil {
		panic(err)
	}
	return g.View(1)
})

func TestHostileNamesStayInTheirBoxes(t *testing.T) {
	p := amsterdamPainter(t)
	o := Options{Words: terse}
	quiet := namedView([4]string{})
	plain := compose(p, quiet, o)
	names := hostileNames()
	for i := 0; i+4 <= len(names); i += 4 {
		four := [4]string(names[i : i+4])
		got := compose(p, namedView(four), o)
		for seat := range four {
			got.blank(nameBox(p, seat))
			plain.blank(nameBox(p, seat))
		}
		if !bytes.Equal(got.pix, plain.pix) {
			t.Errorf("names %q: the picture changed outside of their boxes", four)
		}
	}
}

// nameBox is where the panel writes a seat's name.
func nameBox(p *painter, seat int) image.Rectangle {
	x, y := p.board.w-panelWidth+panelEdge, 82+seat*seatStep
	return image.Rect(x+76, y+12, x+seatW-6, y+50)
}

func compose(p *painter, v engine.View, o Options) *canvas {
	c := new(canvas)
	p.compose(c, &v, &o)
	return c
}

func (c *canvas) blank(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		clear(c.row(y)[r.Min.X:r.Max.X])
	}
}

func TestHostileNamesDoNotBreakAnyPictureOrText(t *testing.T) {
	p := amsterdamPainter(t)
	w, c := echo, new(canvas)
	o := Options{Words: w}
	names, lines := hostileNames(), strings.Count(BoardText(namedView([4]string{}), p.m, w), "\n")
	for i := 0; i+4 <= len(names); i += 4 {
		v := namedView([4]string(names[i : i+4]))
		p.composeHand(c, &v, &o)
		p.composeSheet(c, &v, &o)
		for _, alt := range []string{p.boardAlt(&v, &o), clip(HandText(v, p.m, w)), clip(SheetText(v, p.m, w))} {
			if n := len(utf16.Encode([]rune(alt))); n > MaxAlt || n == 0 {
				t.Errorf("names %q: got an alternative text of %d characters, want 1 to %d", names[i:i+4], n, MaxAlt)
			}
		}
		if got := strings.Count(BoardText(v, p.m, w), "\n"); got != lines {
			t.Errorf("names %q: got %d lines of text, want %d", names[i:i+4], got, lines)
		}
	}
}

// echo are words that say just what they are given.
func echo(id string, args ...any) string {
	for i := 1; i < len(args); i += 2 {
		if s, ok := args[i].(string); ok {
			id += " " + s
		}
	}
	return id
}

func TestAMissingGlyphIsABox(t *testing.T) {
	f := typefaces[regular]()
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
		if got := fit(bold, 20, c.room, "Haringpakkerstoren"); got != c.want {
			t.Errorf("room for %g: got %q, want %q", c.room, got, c.want)
		}
	}
}
