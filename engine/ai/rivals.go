package ai

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
)

// How strong reads what others are about to build.
const (
	rivalWorlds = 8 // guessed games in which their plans are looked at
	likelyBuilt = 3 // of these: a route in so many plans is worth denying
	mostDenied  = 1 // claims that are tried
)

// builder is a mind that plans a network of routes.
type builder interface {
	// Network lists the routes that the plan for the position ranked last still lacks.
	Network() []engine.RouteID
	// Deny ranks claims of routes that others lack, in the position ranked last: at most most of
	// those that leave them no other lane, in the given order. The next call of any method reuses
	// the list.
	Deny(routes []engine.RouteID, most int) choice.List
	// Claims ranks claims of routes in the same way.
	Claims(routes []engine.RouteID) choice.List
}

// further lists claims to try beside those that the seat ranks first: in its last turn, whose worth
// the search can count, all of them, and before that those that are denied to others.
func (s *searcher) further(v *engine.View, next func() (engine.Game, error)) choice.List {
	own, ok := s.first.mind.(builder)
	if !ok || v.Owes != engine.OwesTurn {
		return nil
	}
	if !v.LastRound || choice.TurnsLeft(v) > 1 {
		return s.deny(v, own, next)
	}
	var all []engine.RouteID
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim {
			all = append(all, m.Route)
		}
	}
	return own.Claims(all)
}

// deny lists the claims that would cost the others most, as far as their plans can be guessed.
// Whether one gains more than it costs, the search finds out.
func (s *searcher) deny(v *engine.View, own builder, next func() (engine.Game, error),
) choice.List {
	var wanted []engine.RouteID
	planned := s.coveted(v, next)
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim && planned[m.Route] >= likelyBuilt &&
			!slices.Contains(own.Network(), m.Route) {
			wanted = append(wanted, m.Route)
		}
	}
	slices.SortStableFunc(wanted, func(a, b engine.RouteID) int { return planned[b] - planned[a] })
	return own.Deny(wanted, mostDenied)
}

// coveted counts, by route, the guessed games in which another side plans to build it.
func (s *searcher) coveted(v *engine.View, next func() (engine.Game, error),
) map[engine.RouteID]int {
	count := map[engine.RouteID]int{}
	for range rivalWorlds {
		g, err := next()
		if err != nil {
			return nil
		}
		planned := map[engine.RouteID]bool{}
		for i := range v.Seats {
			rival := &v.Seats[i]
			if rival.Seat == v.Viewer || v.Uses(engine.UsesTeams) && rival.Team == v.Own().Team {
				continue
			}
			s.played++
			s.minds[i].Forget()
			s.minds[i].Estimate(s.look(g, rival.Seat))
			for _, r := range s.minds[i].(builder).Network() {
				planned[r] = true
			}
		}
		for r := range planned {
			count[r]++
		}
	}
	return count
}
