package board

import (
	"math"
	"slices"

	"konduktor/render/geometry"
	"konduktor/render/theme"
)

// A question's subject stands in a closed frame of blocks, in the colour of the question mark's
// pointer: black blocks were taken for those of a black lane beside it.

// A frame's blocks stand as far from the spaces as fits between two lanes, in units of the scale.
const (
	frameOff  = 6.5
	frameWide = 10
	frameDash = 24 // a block and the gap behind it
)

// drawFrameGround draws the light ground of a frame around runs of spaces.
func drawFrameGround(s *theme.Sketch, runs [][]geometry.Slot, k float64) {
	s.SetLineJoinRound()
	for _, run := range runs {
		outline(s, run, frameOff*k)
		s.ClosePath()
		s.StrokePreserveWith(s.Card, (frameWide+7)*k)
		s.Paint(s.Card)
	}
}

// drawFrame draws the blocks around each run of spaces.
func drawFrame(s *theme.Sketch, runs [][]geometry.Slot, k float64) {
	s.SetLineCapButt()
	s.SetLineJoinRound()
	for _, run := range runs {
		around := outline(s, run, frameOff*k)
		s.ClosePath()
		dash := around / math.Round(around/(frameDash*k))
		s.SetDash(0.55*dash, 0.45*dash)
		s.StrokeWith(s.Accent, frameWide*k)
	}
	s.SetDash()
}

// outline lays an open path around a run of spaces, some pixels off, and returns its length when
// closed.
func outline(s *theme.Sketch, run []geometry.Slot, off float64) float64 {
	var left, right []geometry.Point
	for i, sl := range run {
		sin, cos := math.Sincos(sl.Angle)
		ahead := geometry.Pt(cos, sin)
		side := ahead.Left().Times(sl.Width/2 + off)
		tail, head := ahead.Times(-sl.Length/2), ahead.Times(sl.Length/2)
		if i == 0 {
			tail = tail.Minus(ahead.Times(off))
		}
		if i == len(run)-1 {
			head = head.Plus(ahead.Times(off))
		}
		left = append(left, sl.At.Plus(tail).Plus(side), sl.At.Plus(head).Plus(side))
		right = append(right, sl.At.Plus(tail).Minus(side), sl.At.Plus(head).Minus(side))
	}
	slices.Reverse(right)
	all := append(left, right...)
	around := 0.0
	for i, p := range all {
		s.LineTo(p.X, p.Y)
		around += p.Distance(all[(i+1)%len(all)])
	}
	return around
}

// sampleFrame draws a frame around a small space in a legend.
func sampleFrame(s *theme.Sketch) {
	sl := geometry.NewSlot(legendMid, 0, legendW-28, 11)
	drawFrame(s, [][]geometry.Slot{{sl}}, 0.6)
	s.Space(sl, 0, s.Ink)
	s.Space(sl, -1.3, s.Gray.Fill)
}
