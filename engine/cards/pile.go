package cards

import (
	"slices"

	"konduktor/engine"
)

// ring is the capacity of a pile: one ticket for every ID.
const ring = 256

// Pile is the pile of tickets, a ring: tickets come from its top and go under its bottom (C9). A
// copy is independent.
type Pile struct {
	stream engine.Stream
	ids    [ring]engine.TicketID
	first  int
	n      int
}

// Build shuffles the first count tickets of a map; a scenario's stacked ones lie on top.
func (p *Pile) Build(seed engine.Seed, count int, stacked []engine.TicketID) {
	p.stream = engine.NewStream(seed, "tickets")
	p.n = copy(p.ids[:], stacked)
	for t := range count {
		if !slices.Contains(stacked, engine.TicketID(t)) {
			p.PutUnder(engine.TicketID(t))
		}
	}
	engine.Shuffle(&p.stream, p.ids[len(stacked):p.n])
}

// Size is the number of tickets in the pile.
func (p *Pile) Size() int { return p.n }

// Draw takes up to k tickets from the top.
func (p *Pile) Draw(k int) Offer {
	list := make(Offer, min(k, p.n))
	for i := range list {
		list[i] = p.ids[p.first]
		p.first = (p.first + 1) % ring
		p.n--
	}
	return list
}

// PutUnder puts a ticket under the pile.
func (p *Pile) PutUnder(t engine.TicketID) {
	p.ids[(p.first+p.n)%ring] = t
	p.n++
}

// Mix puts the whole pile into the map file's order and shuffles it (K2).
func (p *Pile) Mix() {
	all := p.Draw(p.n)
	slices.Sort(all)
	engine.Shuffle(&p.stream, all)
	for _, t := range all {
		p.PutUnder(t)
	}
}

// Redeal is Mix by another seed, from which later shuffles come, too (C19).
func (p *Pile) Redeal(seed engine.Seed) {
	p.stream = engine.NewStream(seed, "tickets")
	p.Mix()
}

// Restore sets a pile up in the middle of a game: its tickets, top first.
func (p *Pile) Restore(seed engine.Seed, tickets []engine.TicketID) {
	p.stream = engine.NewStream(seed, "tickets")
	p.first, p.n = 0, copy(p.ids[:], tickets)
}
