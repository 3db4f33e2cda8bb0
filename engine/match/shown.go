package match

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"konduktor/engine"
)

// Nameless is what somebody is called whose name shows nothing.
const Nameless = "?"

// maxShown is how many runes of a name stand before its number: Discord's names have at most 32.
const maxShown = 27

// ShownNames are the seats' names as people see them, with a number by seat where two look alike:
// "Alex (1)" and "Alex (2)", and from 2 where people are called as a computer or the conductor is.
// Records and lots keep the names of the deal. They are hostile text.
func (g Game) ShownNames() []string {
	names, seen := make([]string, len(g.Seats)), make([]string, len(g.Seats))
	for i, s := range g.Seats {
		names[i] = g.nameOf(s)
		if seen[i] = looks(names[i]); seen[i] == "" {
			names[i], seen[i] = Nameless, Nameless
		}
	}
	for i, look := range seen {
		n, posed := 0, Reserved(look)
		if posed {
			n = 1
		}
		lone := !slices.Contains(seen[i+1:], look) && (!posed || g.Seats[i].Level != "")
		if lone || slices.Contains(seen[:i], look) { // or numbered with the first of them
			continue
		}
		for j := i; j < len(seen); j++ {
			if seen[j] != look || posed && g.Seats[j].Level != "" {
				continue
			}
			base, numbered := []rune(names[j]), ""
			for numbered == "" || slices.Contains(seen, looks(numbered)) { // or somebody is called so
				n++
				numbered = fmt.Sprintf("%s (%d)", string(base[:min(len(base), maxShown)]), n)
			}
			names[j] = numbered
		}
	}
	return names
}

// Shown are the seats with their ShownNames, to be told about.
func (g Game) Shown() []Seat {
	seats := slices.Clone(g.Seats)
	for i, name := range g.ShownNames() {
		seats[i].Name = name
	}
	return seats
}

// ShownName is the ShownNames of one seat.
func (g Game) ShownName(seat engine.Seat) string { return g.ShownNames()[seat-1] }

// nameOf is what the owner of a seat is called now.
func (g Game) nameOf(s Seat) string {
	for _, is := range g.Called {
		if is.User == s.Holder() {
			return is.Name
		}
	}
	return s.Name
}

// Introduce has a running game show a player by the name that they have now; a lobby seats them by
// it.
type Introduce struct{}

func (Introduce) decide(c *Change) error {
	g := &c.Table.Game
	seat, is := g.Misnames(c.By)
	if !is {
		return ErrUnchanged
	}
	g.Called = dropped(g.Called, func(other Guest) bool { return other.User == c.By.User })
	if g.State == Lobby {
		g.Seats[seat-1].Name = c.By.Name
		return nil
	}
	g.Called = append(g.Called, Guest{c.By.User, c.By.Name})
	return nil
}

// Misnames reports whether an open game shows its player by another name than they have there, and
// their seat. A name is that of a server or, in direct messages, of the account: a game on a server
// goes by the server's alone.
func (g Game) Misnames(a Actor) (engine.Seat, bool) {
	seat := g.SeatHeldBy(a.User)
	open := g.State == Lobby || g.State == Running && g.Daily == ""
	if seat == engine.Public || !open || a.Name == "" || a.Server != g.Guild {
		return seat, false
	}
	return seat, g.nameOf(g.Seats[seat-1]) != a.Name
}

// Reserved reports whether a name looks like one of the bot's own: of a computer, or of who plays
// for others.
func Reserved(name string) bool {
	look := looks(name)
	begins := func(own string) bool { return strings.HasPrefix(look, own) }
	is := func(own string) bool { return looks(own) == look }
	return slices.ContainsFunc(computerNames[:], is) ||
		slices.ContainsFunc([]string{"konduktor", "conductor", "the conductor"}, begins)
}

// Alike reports whether readers cannot tell two names apart.
func Alike(a, b string) bool { return looks(a) == looks(b) }

// looks is what readers tell a name by: without case, width and all that shows nothing.
func looks(name string) string {
	seen := strings.Map(func(r rune) rune {
		switch {
		case Invisible(r):
			return -1
		case r >= '！' && r <= '～': // as wide as two
			r -= '！' - '!'
		}
		return unicode.ToLower(r)
	}, name)
	return strings.Join(strings.Fields(seen), " ")
}

// Invisible reports characters that show as nothing, also those that count as graphic: fillers,
// joiners, variation selectors and the empty Braille pattern.
func Invisible(r rune) bool {
	return r == 0x2800 || !unicode.IsGraphic(r) && !unicode.IsSpace(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
