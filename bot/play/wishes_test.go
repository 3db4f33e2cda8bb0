package play

import (
	"slices"
	"testing"

	"konduktor/engine/match"
)

func TestNamesOfATableAreDrawnDifferently(t *testing.T) {
	seats := []match.Seat{{Name: "Ola"}, {Name: "Bo"}, {Name: "Cy"}, {Name: "Di"}}
	for _, c := range []struct{ names, want []string }{
		{[]string{"Ola K", "", "", ""}, []string{"Ola K", "", "", ""}},
		{[]string{"bo", "", "", ""}, []string{"", "", "", ""}},
		{[]string{"Bob", "bob", "", "Bob"}, []string{"Bob", "", "", ""}},
		{[]string{"Ola", "", "", ""}, []string{"Ola", "", "", ""}}, // one's own name
	} {
		got := slices.Clone(c.names)
		if distinct(got, seats); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.names, got, c.want)
		}
	}
}
