package rendertest

import (
	"image/color"
	"math"
	"testing"
)

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

// The colours of Okabe and Ito are made for all eyes. The pair of yellow and lime is one that this project had before.
func TestEyesThatLackConesSeeLessDifference(t *testing.T) {
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
	for _, e := range AllEyes {
		for i := range okabeIto {
			for j := range i {
				got = min(got, e.Distance(okabeIto[i], okabeIto[j]))
			}
		}
	}
	if math.Abs(got-10.87) > 0.01 {
		t.Errorf("Okabe and Ito: got a smallest distance of %.2f, want 10.87", got)
	}
	yellow, lime := color.RGBA{0xFF, 0xD4, 0x2E, 255}, color.RGBA{0xB9, 0xD6, 0x3A, 255}
	for _, e := range AllEyes[1:3] {
		want := map[string]float64{"protan": 2.04, "deutan": 5.34}[e.Name]
		if got := e.Distance(yellow, lime); math.Abs(got-want) > 0.01 {
			t.Errorf("yellow and lime, %s: got %.2f, want %.2f", e.Name, got, want)
		}
	}
}
