package raster

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/latin-modern/lmroman10bolditalic"
	"github.com/mozillazg/go-unidecode"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	"golang.org/x/text/unicode/norm"
)

// Font is a typeface at a size in pixels.
type Font struct {
	face func() *typeface
	Size float64
}

// Regular returns the regular typeface at a size.
func Regular(size float64) Font { return Font{regular, size} }

// Bold returns the bold typeface at a size.
func Bold(size float64) Font { return Font{bold, size} }

// Serif returns the typeface of waters and titles at a size.
func Serif(size float64) Font { return Font{serif, size} }

// Narrow returns the typeface of cities at a size: bold, and narrow, since boards are crowded.
func Narrow(size float64) Font { return Font{narrow, size} }

// upm is the size at which outlines are loaded, fine enough for any size we use.
const upm = 2048

// lastRune bounds the characters that the Go fonts have.
const lastRune = 0x2700

// typeface is a font with its metrics and caches of glyphs.
type typeface struct {
	font     *sfnt.Font
	glyphs   [lastRune]sfnt.GlyphIndex
	advances []float64 // by glyph, in ems

	mu       sync.RWMutex
	masks    map[maskKey]*mask
	outlines map[sfnt.GlyphIndex]sfnt.Segments // at upm pixels
}

// maskKey is a glyph at a size and a quarter of a pixel.
type maskKey struct {
	glyph   sfnt.GlyphIndex
	size    uint8
	quarter uint8
}

// mask is a glyph's coverage of each pixel, 0 to Covers-1.
type mask struct {
	left, top, w, h int // relative to the pen
	cover           []uint8
}

// Covers is the number of steps of coverage.
const Covers = 8

var (
	regular = sync.OnceValue(func() *typeface { return newTypeface(goregular.TTF) })
	bold    = sync.OnceValue(func() *typeface { return newTypeface(gobold.TTF) })
	serif   = sync.OnceValue(func() *typeface { return newTypeface(lmroman10bolditalic.TTF) })
	narrow  = sync.OnceValue(func() *typeface { return newTypeface(robotoCondensed) })
)

//go:embed typefaces/RobotoCondensed-Bold.ttf
var robotoCondensed []byte

// hyphen narrows the typeface's hyphen, which is longer than the dash between two cities.
const hyphen = 0.62

func newTypeface(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // the fonts are compiled in
	}
	t := &typeface{
		font: f, masks: map[maskKey]*mask{}, outlines: map[sfnt.GlyphIndex]sfnt.Segments{},
		advances: make([]float64, f.NumGlyphs()),
	}
	var b sfnt.Buffer
	for r := range rune(lastRune) {
		t.glyphs[r], _ = f.GlyphIndex(&b, r) // 0, the box, if there is none
	}
	for g := range t.advances {
		a, _ := f.GlyphAdvance(&b, sfnt.GlyphIndex(g), fixed.I(upm), font.HintingNone)
		t.advances[g] = float64(a) / 64 / upm
	}
	t.advances[t.glyphs['-']] *= hyphen
	return t
}

func (t *typeface) glyph(r rune) sfnt.GlyphIndex {
	if r < 0 || r >= lastRune {
		return 0
	}
	return t.glyphs[r]
}

// Width is the length of a text in pixels.
func (f Font) Width(text string) float64 {
	t, ems := f.face(), 0.0
	for _, r := range text {
		ems += t.advances[t.glyph(r)]
	}
	return ems * f.Size
}

// Outline calls seg with the outline of a character, its pen at the origin, and returns how far
// the pen moves.
func (f Font) Outline(r rune, seg func(op sfnt.SegmentOp, p [3][2]float64)) float64 {
	t := f.face()
	g := t.glyph(r)
	t.segments(g, f.Size, 0, 0, seg)
	return t.advances[g] * f.Size
}

// Fit shortens a text with an ellipsis to at most room pixels.
func (f Font) Fit(room float64, text string) string {
	if f.Width(text) <= room {
		return text
	}
	const dots = "…"
	t, used := f.face(), f.Width(dots)
	for i, r := range text {
		used += t.advances[t.glyph(r)] * f.Size
		if used > room {
			return strings.TrimRight(text[:i], " ") + dots
		}
	}
	return text
}

// Wrap breaks a text between words into lines of at most room pixels; longer words are cut.
func (f Font) Wrap(room float64, text string) []string {
	var lines []string
	var line []byte
	used, space := 0.0, f.Width(" ")
	for word := range strings.FieldsSeq(text) {
		long := f.Width(word)
		if len(line) > 0 && used+space+long <= room {
			line = append(append(line, ' '), word...)
			used += space + long
			continue
		}
		if len(line) > 0 {
			lines = append(lines, string(line))
		}
		word = f.Fit(room, word)
		line, used = append(line[:0], word...), f.Width(word)
	}
	if len(line) > 0 {
		lines = append(lines, string(line))
	}
	return lines
}

// Shrunk is the font at the largest size, in whole steps down to least, at which a text fits into
// room pixels; at least if it never does.
func (f Font) Shrunk(least, room float64, text string) Font {
	for f.Size > least && f.Width(text) > room {
		f.Size = max(f.Size-1, least)
	}
	return f
}

// segments calls seg with the outline of a glyph of a size, its pen at (x, y).
func (t *typeface) segments(g sfnt.GlyphIndex, size, x, y float64, seg func(op sfnt.SegmentOp,
	p [3][2]float64),
) {
	k := size / 64 / upm
	across := k
	if g == t.glyphs['-'] {
		across *= hyphen
	}
	for _, s := range t.outline(g) {
		var p [3][2]float64
		for i, a := range s.Args {
			p[i] = [2]float64{x + float64(a.X)*across, y + float64(a.Y)*k}
		}
		seg(s.Op, p)
	}
}

// outline is the outline of a glyph at upm pixels, loaded on first use: loading allocates.
func (t *typeface) outline(g sfnt.GlyphIndex) sfnt.Segments {
	t.mu.RLock()
	all, ok := t.outlines[g]
	t.mu.RUnlock()
	if ok {
		return all
	}
	all, err := t.font.LoadGlyph(new(sfnt.Buffer), g, fixed.I(upm), nil)
	if err != nil {
		all = nil // a glyph without an outline, like a space
	}
	t.mu.Lock()
	t.outlines[g] = all
	t.mu.Unlock()
	return all
}

// mask returns a glyph's coverage, drawn on first use. A typeface has some 700 glyphs and we use
// few sizes, so masks stay few whatever people are called.
func (t *typeface) mask(key maskKey) *mask {
	t.mu.RLock()
	m := t.masks[key]
	t.mu.RUnlock()
	if m != nil {
		return m
	}
	m = t.draw(key)
	t.mu.Lock()
	t.masks[key] = m
	t.mu.Unlock()
	return m
}

func (t *typeface) draw(key maskKey) *mask {
	size := float64(key.size)
	b, _, err := t.font.GlyphBounds(new(sfnt.Buffer), key.glyph, fixed.I(upm), font.HintingNone)
	if err != nil || b.Empty() {
		return &mask{}
	}
	k := size / 64 / upm
	left, top := int(math.Floor(float64(b.Min.X)*k)), int(math.Floor(float64(b.Min.Y)*k))
	right, bottom := int(math.Ceil(float64(b.Max.X)*k))+1, int(math.Ceil(float64(b.Max.Y)*k))
	m := &mask{left: left, top: top, w: right - left, h: bottom - top}
	z := vector.NewRasterizer(m.w, m.h)
	t.segments(key.glyph, size, float64(key.quarter)/4-float64(left), -float64(top),
		func(op sfnt.SegmentOp, p [3][2]float64) {
			a := [3][2]float32{}
			for i := range p {
				a[i] = [2]float32{float32(p[i][0]), float32(p[i][1])}
			}
			switch op {
			case sfnt.SegmentOpMoveTo:
				z.ClosePath()
				z.MoveTo(a[0][0], a[0][1])
			case sfnt.SegmentOpLineTo:
				z.LineTo(a[0][0], a[0][1])
			case sfnt.SegmentOpQuadTo:
				z.QuadTo(a[0][0], a[0][1], a[1][0], a[1][1])
			case sfnt.SegmentOpCubeTo:
				z.CubeTo(a[0][0], a[0][1], a[1][0], a[1][1], a[2][0], a[2][1])
			}
		})
	z.ClosePath()
	m.cover = coverage(z, m.w, m.h)
	return m
}

// mostPlain is how many characters of a text Plain reads. Names are hostile, and nothing we draw is
// longer.
const mostPlain = 160

// Plain converts a text to one line that the typefaces can write: look-alike letters become plain
// (NFKC), other scripts are transliterated, and symbols without a glyph, such as emoji, are
// dropped. The result can be "".
func Plain(text string) string {
	if len(text) > 4*mostPlain {
		text = text[:4*mostPlain]
	}
	var b strings.Builder
	n := 0
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(text, "")) {
		if n++; n > mostPlain {
			break
		}
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r), unicode.IsMark(r):
		case hasGlyph(r):
			b.WriteRune(r)
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsPunct(r):
			b.WriteString(transliterated(r))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// hasGlyph reports whether all typefaces of names can write a character.
func hasGlyph(r rune) bool {
	return regular().glyph(r) != 0 && bold().glyph(r) != 0 && narrow().glyph(r) != 0
}

// transliterated is a character in Latin letters, without signs for sounds that Latin lacks ("@",
// "`").
func transliterated(r rune) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\'' || r == '.' || unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, unidecode.Unidecode(string(r)))
}
