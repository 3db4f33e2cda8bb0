package railmap

import "slices"

// sweep finds the longest path of a network for which the search in longest.go takes too many
// steps. It goes over the network city by city and keeps the choices of routes so far that differ
// at its edge: the cities with some routes swept and some not. Of choices equal there, only the
// longest can be part of the longest path. The work grows with the length of the edge alone.
type sweep struct {
	*search
	choices map[string]int // the longest length of the choices that are equal at the edge
	next    map[string]int
	made    int // choices kept so far: the cost of the sweep
}

// place is a city at the edge where a choice has routes. A choice is written as the number of its
// ends behind the edge, and its places by city.
type place struct {
	city byte
	part byte // the first city at the edge that the choice connects it with
	odd  byte // 1 if the choice has an odd number of routes here
}

const placeBytes = 3

func (s *search) sweep() (longest, made int) {
	w := sweep{search: s, next: map[string]int{"\x00": 0}}
	swept := set{}
	for _, c := range s.sweepOrder() {
		here := s.at[c]
		for e, ok := s.first(&here); ok; e, ok = s.first(&here) {
			here.del(e)
			if !swept.has(e) {
				swept.add(e)
				w.pass(&s.edge[e])
			}
		}
		w.leave(byte(c)) // at most MaxCities
	}
	return s.best, w.made
}

// turn continues with the choices that were kept.
func (w *sweep) turn() map[string]int {
	w.choices, w.next = w.next, make(map[string]int, len(w.next))
	return w.choices
}

func (w *sweep) keep(ends byte, places []place, length int) {
	var room [1 + placeBytes*(MaxCities+1)]byte
	text := append(room[:0], ends)
	for i := range places {
		part := places[i].part
		first := slices.IndexFunc(places, func(p place) bool { return p.part == part })
		text = append(text, places[i].city, places[first].city, places[i].odd)
	}
	if old, known := w.next[string(text)]; !known || length > old {
		w.next[string(text)] = length
		w.made++
	}
}

func read(choice string) (ends byte, places []place) {
	for i := 1; i < len(choice); i += placeBytes {
		places = append(places, place{choice[i], choice[i+1], choice[i+2]})
	}
	return choice[0], places
}

// pass sweeps an edge of the network: a choice has it or not.
func (w *sweep) pass(x *edge) {
	for choice, length := range w.turn() {
		ends, places := read(choice)
		w.keep(ends, places, length)
		places = arrive(arrive(places, byte(x.a)), byte(x.b))
		a := places[find(places, byte(x.a))].part
		b := places[find(places, byte(x.b))].part
		for i := range places {
			if places[i].part == b {
				places[i].part = a
			}
		}
		w.keep(ends, places, length+x.length)
	}
}

func arrive(places []place, city byte) []place {
	i := find(places, city)
	if i == len(places) || places[i].city != city {
		places = slices.Insert(places, i, place{city, city, 0})
	}
	places[i].odd ^= 1
	return places
}

// find is the index of a city among the places, or where it would be.
func find(places []place, city byte) int {
	i, _ := slices.BinarySearchFunc(places, city, func(p place, c byte) int {
		return int(p.city) - int(c)
	})
	return i
}

// leave sweeps a city. A path is connected and has at most two ends, in cities with an odd number
// of its routes.
func (w *sweep) leave(city byte) {
	for choice, length := range w.turn() {
		ends, places := read(choice)
		i := find(places, city)
		if i == len(places) || places[i].city != city {
			w.keep(ends, places, length)
			continue
		}
		gone := places[i]
		ends += gone.odd
		places = slices.Delete(places, i, i+1)
		switch {
		case ends > 2:
		case slices.ContainsFunc(places, func(p place) bool { return p.part == gone.part }):
			w.keep(ends, places, length)
		case len(places) == 0:
			w.best = max(w.best, length)
		}
	}
}

// sweepOrder is the order in which cities are swept. From each city it goes on where the fewest
// cities join the edge, and takes an order with a short edge.
func (s *search) sweepOrder() []int {
	var best []int
	least := 0
	for c := range s.cities {
		order, width := s.orderFrom(c)
		if best == nil || width < least {
			best, least = order, width
		}
	}
	return best
}

// orderFrom returns an order and a measure of its edge, in which longer edges weigh far more.
func (s *search) orderFrom(c int) (order []int, width int) {
	var near, behind [MaxCities + 1]bool // at the edge or behind it; behind it
	for {
		near[c] = true
		for _, far := range s.ahead(c, &near) {
			near[far] = true
		}
		behind[c] = true
		order = append(order, c)
		edge, least := 0, never
		for d := range s.cities {
			if behind[d] {
				continue
			}
			more := len(s.ahead(d, &near))
			if near[d] {
				edge++
			} else {
				more += 2
			}
			if more < least {
				c, least = d, more
			}
		}
		if least == never {
			return order, width
		}
		width += 1 << (2 * min(edge, 25))
	}
}

// ahead are a city's neighbours that are neither at the edge nor behind it.
func (s *search) ahead(c int, near *[MaxCities + 1]bool) []int {
	var list []int
	here := s.at[c]
	for e, ok := s.first(&here); ok; e, ok = s.first(&here) {
		here.del(e)
		x := &s.edge[e]
		if far := int(x.a) ^ int(x.b) ^ c; !near[far] && !slices.Contains(list, far) {
			list = append(list, far)
		}
	}
	return list
}
