package speech

import "github.com/konduktor-bot/konduktor/engine"

// inYards tells an event of a title with railyards (K3, K5, K8, K9); "" for any other.
func (t *teller) inYards(e *engine.Event) string {
	switch e.Kind {
	case engine.EventLaid:
		return t.by(e.Seat, "laid", "Cards", t.Payment(t.view, e.Payment))
	case engine.EventRobbed:
		args := []any{"Row", t.Payment(t.view, e.Payment)}
		if e.Victim != engine.Public && e.Victim == t.view.Viewer {
			return t.say("narrate.robbed-you", append(args, "Who", t.Seat(t.view, e.Seat))...)
		}
		return t.by(e.Seat, "robbed", append(args, "Victim", t.Seat(t.view, e.Victim))...)
	case engine.EventMoved:
		return t.by(e.Seat, "moved", "Cards", t.Payment(t.view, e.Payment), "Count", e.Payment.Hand.Total())
	case engine.EventScored:
		return t.which(t.by(e.Seat, "scored", "Count", e.N, "Points", e.M), "scored-which", e)
	case engine.EventDealtAnew:
		return t.say("narrate.dealt-anew", "Who", t.Seat(t.view, e.Seat), "Count", e.N)
	}
	return ""
}
