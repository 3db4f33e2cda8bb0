package titles_test

import (
	"strings"

	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/railmap"
)

// asiaReferee recounts the two bonuses of Asia (S10).
type asiaReferee struct{ *board }

func asiaRefereeOf(c *recount) referee {
	b := &board{
		recount: c, Map: asia.Title.Map(),
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
	return asiaReferee{b.Begin()}
}

func (r asiaReferee) Sheets(v *engine.View) []sheet {
	sheets := r.board.Sheets(v)
	award(sheets, "globetrotter", 10, completedTickets)
	award(sheets, "asian-express", 10, longestPath)
	return sheets
}

// TieBreaks are those of S11.
func (asiaReferee) TieBreaks(s *sheet) []int { return []int{len(s.Completed), s.Longest} }
