package rendertest

import (
	"image"
	"math"
)

// Two signs can be told apart in grey if a good part of their pixels differ clearly.
const (
	apart = 60   // of 255
	Part  = 0.08 // of the pixels of the sign
)

// Grey are the pixels of a picture in shades of grey, 0 to 255.
func Grey(img *image.RGBA) []float64 {
	out := make([]float64, 0, len(img.Pix)/4)
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+3]
		out = append(out, 0.2126*float64(p[0])+0.7152*float64(p[1])+0.0722*float64(p[2]))
	}
	return out
}

// Unlike is the part of the pixels that differ clearly.
func Unlike(a, b []float64) float64 {
	n := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) > apart {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
