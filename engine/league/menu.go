package league

import "slices"

// menu is what matters of a game in a race: which of its sides are bound to a budget.
type menu struct {
	sides int
	bound [4]bool
	own   int // the seat of the side in question, -1 if it is elsewhere
	ahead bool
}

func (r *race) menu(m menu) [][]score {
	if _, known := r.menus[m]; !known {
		r.menus[m] = m.results()
	}
	return r.menus[m]
}

// results returns the results that are worth a try: for each score of the side in question those
// that nobody who is bound would change for another.
func (m menu) results() (list [][]score) {
	for _, o := range outcomes[m.sides] {
		if !slices.ContainsFunc(list, func(other []score) bool { return m.better(other, o) }) {
			list = slices.DeleteFunc(list, func(other []score) bool { return m.better(o, other) })
			list = append(list, o)
		}
	}
	return list
}

// better reports whether all who are bound are as well off with one result as with another. Who
// pays less has the better wins, too.
func (m menu) better(a, b []score) bool {
	for k := range m.sides {
		if k == m.own && a[k] != b[k] || m.bound[k] && a[k].cost(m.ahead) > b[k].cost(m.ahead) {
			return false
		}
	}
	return true
}
