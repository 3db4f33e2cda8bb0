package board

import (
	"testing"

	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// What a line of news has no room for is counted, the oldest first; the latest always stands there.
func TestOlderNewsMakeRoomForLaterOnes(t *testing.T) {
	v := namedView([4]string{})
	d := amsterdamPainter(t).picture(&v, &caption.Options{Words: rendertest.Words(t, "en")})
	all := make([]caption.Headline, 6)
	for i := range all {
		all[i] = caption.Headline{Seat: 1, Text: "Dam – Waag +4"}
	}
	one := newsW + 8 + newsFont.Width(all[0].Text) + newsGap
	for room := 0.0; room < 7*one; room += 10 {
		first := d.latest(all, room)
		need := float64(len(all)-first)*one - newsGap
		if first > 0 {
			need += newsFont.Width(d.earlier(first)) + newsGap/2
		}
		if shown := len(all) - first; need > room && shown > 1 || shown < 1 {
			t.Errorf("%.0f pixels: %d news need %.0f", room, shown, need)
		}
		if more := need + one; first > 0 && more <= room {
			t.Errorf("%.0f pixels: %d are left out where %.0f would do", room, first, more)
		}
	}
}
