package cardgame

import "testing"

// The players may know the tracks: they remember what went there (K3). Everything else that is
// scrambled they may not.
func TestC15ComputerPlayersKnowNoSecrets(t *testing.T) {
	t.Parallel()
	l := leaks(nil)
	l.Games = 4
	l.CheckPlayers(t, Title)
}

func TestC15ReviewJudgesAMoveByItsPlayersKnowledge(t *testing.T) {
	t.Parallel()
	l := leaks(nil)
	l.Games = 2 // worlds are dear
	l.CheckReviews(t, Title, 53)
}
