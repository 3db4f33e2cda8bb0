package cards

import (
	"slices"

	"konduktor/engine"
)

// MaxOffer is the largest offer whose choices can be listed: each further ticket doubles them.
const MaxOffer = 8

// Offer is a list of tickets, in the order drawn, from which a seat keeps some (C9).
type Offer []engine.TicketID

// RefuseKeep says why a seat that must keep at least least tickets cannot keep these.
func (o Offer) RefuseKeep(kept []engine.TicketID, least int) error {
	for i, t := range kept {
		if !slices.Contains(o, t) {
			return engine.Refuse(engine.RefuseNotOffered, "ticket", t)
		}
		if slices.Contains(kept[:i], t) {
			return engine.Refuse(engine.RefuseNamedTwice, "ticket", t)
		}
	}
	if len(kept) < least {
		return engine.Refuse(engine.RefuseKeepFew, "min", least)
	}
	return nil
}

// AppendKeeps lists every choice of at least least tickets: all first, then by the offer's order.
func (o Offer) AppendKeeps(dst []engine.Move, least int) []engine.Move {
	// room for all choices: each ticket is in half of them
	kept := make([]engine.TicketID, 0, len(o)<<len(o)/2)
	for set := 1<<len(o) - 1; set >= 0; set-- {
		first := len(kept)
		for i, t := range o {
			if set>>(len(o)-1-i)&1 == 1 {
				kept = append(kept, t)
			}
		}
		if choice := kept[first:len(kept):len(kept)]; len(choice) >= least {
			dst = append(dst, engine.Move{Verb: engine.Keep, Tickets: choice})
		}
	}
	return dst
}

// Split divides the offer into tickets kept, which must be in it, and refused, both in the offer's
// order. taken is never nil: keeping nothing is a choice too.
func (o Offer) Split(kept []engine.TicketID) (taken, refused []engine.TicketID) {
	list := make([]engine.TicketID, len(o))
	taken, refused = list[:0:len(kept)], list[len(kept):len(kept)]
	for _, t := range o {
		if slices.Contains(kept, t) {
			taken = append(taken, t)
		} else {
			refused = append(refused, t)
		}
	}
	return taken, refused
}
