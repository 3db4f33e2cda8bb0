package asia_test

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/enginetest"
	"konduktor/engine/railmap"
)

func TestScenarios(t *testing.T) { enginetest.RunScenarios(t, asia.Title) }

func TestTheRefereeAgrees(t *testing.T) { enginetest.CheckGames(t, asia.Title, 150, newReferee) }

// referee recounts the two bonuses of Asia (S10).
type referee struct{ *enginetest.Board }

func newReferee(c *enginetest.Recount) enginetest.Referee {
	b := &enginetest.Board{
		Recount: c, Map: asia.Title.Map(),
		Setup: 2, TeamSize: 2, Supply: []int{27}, Few: 4, LastRound: 1, // S1, S2, S9
		Unused: func(r *railmap.Route) int { // S7
			if c.Seats == 4 && !strings.HasPrefix(r.ID, "canton--hong-kong.") {
				return 1
			}
			return 0
		},
		Longest: true, // S10
	}
	b.Pays = b.OneColor
	return referee{b.Begin()}
}

func (r referee) Sheets(v *engine.View) []enginetest.Sheet {
	sheets := r.Board.Sheets(v)
	enginetest.Award(sheets, "globetrotter", 10, enginetest.CompletedTickets)
	enginetest.Award(sheets, "asian-express", 10, enginetest.LongestPath)
	return sheets
}

// TieBreaks are those of S11.
func (referee) TieBreaks(s *enginetest.Sheet) []int { return []int{len(s.Completed), s.Longest} }
