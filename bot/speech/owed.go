package speech

import "konduktor/engine"

// Owed says in a few words what the game waits for the reader to do; empty if it does not wait for them.
func (s *Speaker) Owed(v *engine.View) string {
	switch owes(v) {
	case engine.OwesNothing:
		return ""
	case engine.OwesSecond:
		return s.say("games.owes-second")
	case engine.OwesPlace:
		return s.say("games.owes-place")
	case engine.OwesKeep:
		return s.say("games.owes-keep")
	case engine.OwesShare:
		return s.say("games.owes-share")
	case engine.OwesPay:
		return s.say("games.owes-pay")
	case engine.OwesPieces:
		return s.say("games.owes-pieces")
	}
	return s.say("games.owes-turn")
}
