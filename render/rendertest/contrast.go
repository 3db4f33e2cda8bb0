package rendertest

import (
	"image"
	"image/color"
	"math"
)

// linear is the linear light of each level of a channel, 0 to 1.
var linear = func() (all [256]float64) {
	for v := range all {
		x := float64(v) / 255
		if x <= 0.04045 {
			all[v] = x / 12.92
		} else {
			all[v] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return all
}()

// Light is the linear light of a colour's channels, 0 to 1.
func Light(c color.RGBA) [3]float64 { return [3]float64{linear[c.R], linear[c.G], linear[c.B]} }

// Luminance is the relative luminance of a colour, 0 to 1 (WCAG 2).
func Luminance(c color.RGBA) float64 {
	l := Light(c)
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// Contrast is the contrast ratio of two colours, 1 to 21 (WCAG 2).
func Contrast(a, b color.RGBA) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// EdgeContrast is the visibility of an edge around (x, y): the worst of many rays, each the
// contrast between its lightest and darkest pixel from 3 pixels inside to outside pixels beyond the
// edge. A ray counts as much as the better of its neighbours. beyond is a point's distance from the
// edge.
func EdgeContrast(img image.Image, x, y float64, beyond func(x, y float64) float64,
	outside float64,
) float64 {
	const rays = 48
	var seen [rays]float64
	for i := range seen {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / rays)
		seen[i] = rayContrast(img, func(d float64) (float64, float64) {
			return x + d*cos, y + d*sin
		}, beyond, outside)
	}
	worst := math.Inf(1)
	for i := range seen {
		worst = min(worst, max(seen[(i+rays-1)%rays], seen[i], seen[(i+1)%rays]))
	}
	return worst
}

// rayContrast is the contrast along the ray at(d); 21 if it leaves the picture.
func rayContrast(img image.Image, at func(d float64) (x, y float64),
	beyond func(x, y float64) float64, outside float64,
) float64 {
	const inside, step = 3, 0.5
	lightest, darkest := 0.0, 1.0
	for d := 0.0; ; d += step {
		x, y := at(d)
		off := beyond(x, y)
		if off > outside {
			return (lightest + 0.05) / (darkest + 0.05)
		}
		if off < -inside {
			d += max(0, -inside-off-step) // the edge is no nearer
			continue
		}
		p := image.Pt(int(math.Floor(x)), int(math.Floor(y)))
		if !p.In(img.Bounds()) {
			return 21
		}
		l := Luminance(color.RGBAModel.Convert(img.At(p.X, p.Y)).(color.RGBA))
		lightest, darkest = max(lightest, l), min(darkest, l)
	}
}

// Signs can be told apart in grey if enough of their pixels differ clearly.
const (
	apart = 60   // of 255
	Part  = 0.08 // of a sign's pixels
)

// Grey are the pixels of a picture in grey, 0 to 255.
func Grey(img *image.RGBA) []float64 {
	out := make([]float64, 0, len(img.Pix)/4)
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+3]
		out = append(out, 0.2126*float64(p[0])+0.7152*float64(p[1])+0.0722*float64(p[2]))
	}
	return out
}

// Unlike is the share of pixels that differ clearly.
func Unlike(a, b []float64) float64 {
	n := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) > apart {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
