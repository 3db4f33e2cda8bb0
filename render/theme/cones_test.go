package theme

import (
	"image/color"
	"math"
	"testing"

	"konduktor/render/rendertest"
)

// eyes is how somebody sees colours: what becomes of red, green and blue light, each from 0 to 1.
type eyes struct {
	name string
	sees [3][3]float64
}

// allEyes are usual eyes, and those that lack one kind of cones: the matrices of Machado, Oliveira
// and Fernandes (2009) at severity 1, to be applied to linear light.
var allEyes = []eyes{
	{"usual", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protan", [3][3]float64{
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	}},
	{"deutan", [3][3]float64{
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	}},
	{"tritan", [3][3]float64{
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	}},
}

// seen is the linear light that usual eyes see where these eyes see c.
func (e *eyes) seen(c color.RGBA) [3]float64 {
	in, out := rendertest.Light(c), [3]float64{}
	for i, row := range e.sees {
		out[i] = min(1, max(0, row[0]*in[0]+row[1]*in[1]+row[2]*in[2]))
	}
	return out
}

// distance is how different two colours look to these eyes (CIEDE2000). Below 1 nobody tells them
// apart, from 10 on everybody does at a glance.
func (e *eyes) distance(a, b color.RGBA) float64 {
	return ciede2000(lab(e.seen(a)), lab(e.seen(b)))
}

// lab is linear light in CIE L*a*b* under D65.
func lab(rgb [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*rgb[0] + 0.3575761*rgb[1] + 0.1804375*rgb[2]) / 0.95047)
	y := f(0.2126729*rgb[0] + 0.7151522*rgb[1] + 0.0721750*rgb[2])
	z := f((0.0193339*rgb[0] + 0.1191920*rgb[1] + 0.9503041*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the colour difference of CIE 142-2001. Its steps and names are those of Sharma, Wu
// and Dalal (2005).
func ciede2000(p, q [3]float64) float64 {
	const chroma25 = 6103515625 // 25 to the 7th
	sin := func(deg float64) float64 { return math.Sin(deg * math.Pi / 180) }
	cos := func(deg float64) float64 { return math.Cos(deg * math.Pi / 180) }
	bulge := func(c float64) float64 { c7 := math.Pow(c, 7); return math.Sqrt(c7 / (c7 + chroma25)) }

	g := 0.5 * (1 - bulge((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2))
	polar := func(v [3]float64) (chroma, hue float64) {
		a := (1 + g) * v[1]
		if hue = math.Atan2(v[2], a) * 180 / math.Pi; hue < 0 {
			hue += 360
		}
		return math.Hypot(a, v[2]), hue
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)

	turn, mid := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		turn, mid = 0, h1+h2
	case turn > 180:
		turn, mid = turn-360, math.Mod(mid+180, 360)
	case turn < -180:
		turn, mid = turn+360, math.Mod(mid+180, 360)
	}
	dl, dc, dh := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*sin(turn/2)

	l, c := (p[0]+q[0])/2-50, (c1+c2)/2
	t := 1 - 0.17*cos(mid-30) + 0.24*cos(2*mid) + 0.32*cos(3*mid+6) - 0.20*cos(4*mid-63)
	sl, sc, sh := 1+0.015*l*l/math.Sqrt(20+l*l), 1+0.045*c, 1+0.015*c*t
	rt := -2 * bulge(c) * sin(60*math.Exp(-math.Pow((mid-275)/25, 2)))
	dl, dc, dh = dl/sl, dc/sc, dh/sh
	return math.Sqrt(dl*dl + dc*dc + dh*dh + rt*dc*dh)
}

// Three pairs of the table in Sharma, Wu and Dalal (2005), the third across the turn of the hue.
func TestColourDifferencesAreThoseOfThePublishedTable(t *testing.T) {
	for _, c := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0011}, 7.2195},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := ciede2000(c.p, c.q); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v and %v: got %.4f, want %.4f", c.p, c.q, got, c.want)
		}
	}
}

// The colours of Okabe and Ito are made for all eyes. The pair of yellow and lime is one that this
// project had before.
func TestColourBlindEyesSeeLessDifference(t *testing.T) {
	okabeIto := []color.RGBA{
		{0, 0, 0, 255},
		{230, 159, 0, 255},
		{86, 180, 233, 255},
		{0, 158, 115, 255},
		{240, 228, 66, 255},
		{0, 114, 178, 255},
		{213, 94, 0, 255},
		{204, 121, 167, 255},
	}
	got := math.Inf(1)
	for _, e := range allEyes {
		for i := range okabeIto {
			for j := range i {
				got = min(got, e.distance(okabeIto[i], okabeIto[j]))
			}
		}
	}
	if math.Abs(got-10.87) > 0.01 {
		t.Errorf("Okabe and Ito: got a smallest distance of %.2f, want 10.87", got)
	}
	yellow, lime := color.RGBA{0xFF, 0xD4, 0x2E, 255}, color.RGBA{0xB9, 0xD6, 0x3A, 255}
	for _, e := range allEyes[1:3] {
		want := map[string]float64{"protan": 2.04, "deutan": 5.34}[e.name]
		if got := e.distance(yellow, lime); math.Abs(got-want) > 0.01 {
			t.Errorf("yellow and lime, %s: got %.2f, want %.2f", e.name, got, want)
		}
	}
}
