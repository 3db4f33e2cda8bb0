package render

import "github.com/konduktor-bot/konduktor/engine/railmap"

func draft(m *railmap.Map) {
	pos := []railmap.Point{{0.20, 0.115}, {0.395, 0.15}, {0.70, 0.175}, {0.875, 0.30}, {0.16, 0.33}, {0.44, 0.325}, {0.575, 0.40}, {0.715, 0.43}, {0.102, 0.575}, {0.345, 0.585}, {0.465, 0.60}, {0.715, 0.60}, {0.235, 0.70}, {0.115, 0.80}, {0.48, 0.845}, {0.665, 0.89}, {0.90, 0.745}}
	for i, p := range pos {
		m.Cities[i].At = p
	}
	bends := map[string]railmap.Point{
		"de-drie-hendricken--begijnhof":       {0.29, 0.885},
		"munttoren--blauwbrug":                {0.80, 0.86},
		"blauwbrug--montelbaanstoren":         {0.935, 0.52},
		"noordermarkt--jan-roodenpoortstoren": {0.283, 0.425},
		"haringpakkerstoren--oude-waal":       {0.55, 0.12},
	}
	for i := range m.Routes {
		r := &m.Routes[i]
		if b, ok := bends[m.Cities[r.A].ID+"--"+m.Cities[r.B].ID]; ok {
			r.Bends = []railmap.Point{b}
		}
	}
}
