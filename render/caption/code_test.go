package caption

import (
	"testing"

	"konduktor/engine"
	"konduktor/render/rendertest"
)

func TestEveryRouteHasItsOwnCode(t *testing.T) {
	for name, title := range rendertest.Titles {
		m, seen := title.Map(), map[string]string{}
		for r := range m.Routes {
			code := Code(m, engine.RouteID(r))
			if other, ok := seen[code]; ok {
				t.Errorf("%s: routes %s and %s are both %s", name, other, m.Routes[r].ID, code)
			}
			seen[code] = m.Routes[r].ID
		}
	}
}
