package speech

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine/titles"
)

// C7: the points by spaces. A page that leaves out a length that its board has leaves a player
// guessing.
func TestRulesNameThePointsOfEveryLength(t *testing.T) {
	points := map[int]int{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
	for _, title := range titles.All() {
		board := titles.Map(title.ID())
		for _, lang := range []string{"en", "pl"} {
			page := New(texts(t, lang), board).Rules(title.ID())
			for _, r := range board.Routes {
				if !regexp.MustCompile(`\b` + strconv.Itoa(points[r.Length]) + `\b`).MatchString(page) {
					t.Errorf("%s, %s: %d spaces bring %d points, which the page does not say", title.ID(), lang,
						r.Length, points[r.Length])
					break
				}
			}
		}
	}
}

// A page names how many tickets have been read from a card, where not all of them were.
func TestRulesTellTheNumberOfKnownTickets(t *testing.T) {
	number := func(n int) *regexp.Regexp { return regexp.MustCompile(`\b` + strconv.Itoa(n) + `\b`) }
	for _, title := range titles.All() {
		board, attested := titles.Map(title.ID()), 0
		for i := range board.Tickets {
			if board.Tickets[i].Attested {
				attested++
			}
		}
		if attested == len(board.Tickets) {
			continue
		}
		for _, lang := range []string{"en", "pl"} {
			page := New(texts(t, lang), board).Rules(title.ID())
			known := page[strings.LastIndex(page, "\n_"):]
			if !number(attested).MatchString(known) ||
				!number(len(board.Tickets)-attested).MatchString(known) {
				t.Errorf("%s, %s: %d of %d tickets are attested, and the page says %q", title.ID(), lang,
					attested, len(board.Tickets), known)
			}
		}
	}
}

// A page that is too long for a message would lose its end.
func TestRulesAreCompleteAndTellTheFirstSeatsAdvantage(t *testing.T) {
	for _, title := range titles.All() {
		for _, lang := range []string{"en", "pl"} {
			s := New(texts(t, lang), titles.Map(title.ID()))
			page := s.Rules(title.ID())
			if end := s.say("begins." + title.ID()); !strings.HasSuffix(page, "\n"+end) {
				t.Errorf("%s, %s: the page ends %q", title.ID(), lang, page[len(page)-80:])
			}
		}
	}
}
