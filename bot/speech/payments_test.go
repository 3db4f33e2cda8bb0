package speech

import (
	"slices"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"

	"github.com/google/go-cmp/cmp"
)

// manyWays bounds what a random game is looked through for; a hand that pays in more ways has a
// test of its own.
const manyWays = 1500

// follow collects the payments that a message and all that its menus lead to offer, and returns how
// many questions it takes at the most.
func follow(
	t *testing.T, s *Speaker, p Panel, asked discord.Message, found map[string]bool,
) (questions int) {
	t.Helper()
	if f := faults(asked); len(f) > 0 {
		t.Fatalf("%v in %+v", f, asked)
	}
	for _, c := range clicks(t, asked) {
		switch {
		case c.id.Action == customid.Narrow:
			m := chosen(t, p.View, c.id)
			ways, ok := customid.ParseWays(c.pick)
			if !ok {
				t.Fatalf("ways %q cannot be read", c.pick)
			}
			questions = max(questions, 1+follow(t, s, p, s.Question(p, m, ways), found))
		case c.id.Action == customid.Back:
		default:
			if m := chosen(t, p.View, c.id, c.picks()...); !m.Payment.IsZero() {
				found[customid.PrintPayment(m.Payment)] = true
			}
		}
	}
	return questions
}

func paymentsAreReachedByTheirMenus(t *testing.T, at *position) {
	for _, v := range at.toMove() {
		for i, m := range v.Legal() {
			if m.Verb.Paid() && (m.Verb != engine.Claim || (int(v.Ply)+i)%6 == 0) {
				reaches(t, at.Speaker, v, m)
			}
		}
	}
}

// reaches compares the payments in the menus with the legal ones, and returns how many there are.
func reaches(t *testing.T, s *Speaker, v *engine.View, m engine.Move) int {
	t.Helper()
	var want []string
	for p := range v.Payments(m) {
		want = append(want, customid.PrintPayment(p))
		if len(want) > manyWays {
			break
		}
	}
	found := map[string]bool{}
	if len(want) > manyWays {
		return len(want) // TestLargeHandReachesEveryPayment
	}
	follow(t, s, panelOf(v), s.Question(panelOf(v), m, nil), found)
	var got []string
	for cards := range found {
		got = append(got, cards)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: legal (-), in the menus (+):\n%s", notation.PrintMove(v.Lexicon(), m), diff)
	}
	return len(want)
}

func pickedPaymentIsTheOneThatIsMade(t *testing.T, at *position) {
	for _, v := range at.toMove() {
		for i, m := range v.Legal() {
			if !m.Verb.Paid() || (int(v.Ply)+i)%9 > 0 {
				continue
			}
			for p := range v.Payments(m) {
				if m.Payment = p; p.Hand[0] > 0 {
					break
				}
			}
			if asked := at.Question(panelOf(v), m, nil); !hasButton(asked, panelOf(v).do(m)) {
				t.Fatalf("%+v is picked, asked is %+v", m, asked)
			}
		}
	}
}
