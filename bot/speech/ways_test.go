package speech

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// manyWays bounds what a random game is looked through for; a hand that pays in more ways has a test of its own.
const manyWays = 1500

// asker asks how a move is paid for, as the handlers do.
type asker struct {
	chosen, narrow, sure string // custom ids; the last without the cards
	ask                  func(engine.Payment) discord.Message
	part                 func(Ways) discord.Message
}

func (s *Speaker) asker(v *engine.View, m engine.Move) asker {
	if m.Verb == engine.Pay {
		return asker{
			chosen: press(PressToll, gameID, v.Ply), narrow: press(PressTollWays, gameID, v.Ply),
			sure: press(PressPay, gameID, v.Ply, "{cards}", ""),
			ask:  func(p engine.Payment) discord.Message { return s.ConfirmToll(gameID, v, p) },
			part: func(w Ways) discord.Message { return s.NarrowToll(gameID, v, w) },
		}
	}
	if m.Verb == engine.Port {
		city := printCity(m.City)
		return asker{
			chosen: press(PressPortPayment, gameID, v.Ply, "{city}", city), narrow: press(PressPortWays, gameID, v.Ply, "{city}", city),
			sure: press(PressBuild, gameID, v.Ply, "{city}", city, "{cards}", ""),
			ask:  func(p engine.Payment) discord.Message { return s.ConfirmPort(gameID, v, m.City, p) },
			part: func(w Ways) discord.Message { return s.NarrowPort(gameID, v, m.City, w) },
		}
	}
	route := printRoute(m.Route)
	return asker{
		chosen: press(PressPayment, gameID, v.Ply, "{route}", route), narrow: press(PressWays, gameID, v.Ply, "{route}", route),
		sure: press(PressClaim, gameID, v.Ply, "{route}", route, "{cards}", ""),
		ask:  func(p engine.Payment) discord.Message { return s.ConfirmClaim(gameID, v, m.Route, p) },
		part: func(w Ways) discord.Message { return s.NarrowClaim(gameID, v, m.Route, w) },
	}
}

// follow collects the payments that a message and all that its menus lead to offer, and returns how many questions it
// takes at the most.
func (a asker) follow(t *testing.T, m discord.Message, found map[string]bool) (questions int) {
	t.Helper()
	if f := faults(m); len(f) > 0 {
		t.Fatalf("%v in %+v", f, m)
	}
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if cards, ok := strings.CutPrefix(b.CustomID, a.sure); ok {
				found[cards] = true
			}
		}
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			switch row.Select.CustomID {
			case a.chosen:
				found[o.Value] = true
			case a.narrow:
				ways, err := ParseWays(o.Value)
				if err != nil {
					t.Fatal(err)
				}
				questions = max(questions, 1+a.follow(t, a.part(ways), found))
			}
		}
	}
	return questions
}

func TestEveryPaymentIsReachedByItsMenus(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		deep := 0
		playThrough(t, title, seats, 29, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for _, seat := range g.ToMove() {
				v := g.View(seat)
				for i, m := range v.Legal() {
					if !m.Verb.Paid() || m.Verb == engine.Claim && (int(g.Ply())+i)%6 > 0 {
						continue
					}
					deep = max(deep, reaches(t, s, &v, m))
				}
			}
		})
		t.Logf("at most %d ways", deep)
	})
}

// reaches compares the payments in the menus with the legal ones, and returns how many there are.
func reaches(t *testing.T, s *Speaker, v *engine.View, m engine.Move) int {
	t.Helper()
	var want []string
	for p := range v.Payments(m) {
		want = append(want, PrintPress(p))
		if len(want) > manyWays {
			break
		}
	}
	a, found := s.asker(v, m), map[string]bool{}
	if len(want) > manyWays {
		return len(want) // TestALargeHandReachesEveryWayToPay
	}
	a.follow(t, a.ask(engine.Payment{}), found)
	var got []string
	for cards := range found {
		got = append(got, cards)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: legal (-), in the menus (+):\n%s", v.Lexicon().PrintMove(m), diff)
	}
	return len(want)
}

func TestAPaymentThatIsPickedIsTheOneThatIsMade(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		playThrough(t, title, seats, 31, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for _, seat := range g.ToMove() {
				v := g.View(seat)
				for i, m := range v.Legal() {
					if !m.Verb.Paid() || (int(g.Ply())+i)%9 > 0 {
						continue
					}
					picked := engine.Payment{}
					for p := range v.Payments(m) {
						if picked = p; p.Hand[0] > 0 {
							break
						}
					}
					a := s.asker(&v, m)
					if asked := a.ask(picked); !hasButton(asked, a.sure+PrintPress(picked)) {
						t.Fatalf("%v is picked, asked is %+v", picked, asked)
					}
				}
			}
		})
	})
}

func TestWaysAreReadStrictly(t *testing.T) {
	for _, text := range []string{"k3", "nb2", "ra0", "k3,nb2,ra1", "ny14"} {
		w, err := ParseWays(text)
		if err != nil || w.Print() != text {
			t.Errorf("%q is read as %v, %v", text, w, err)
		}
	}
	for _, text := range []string{"", ",", "k", "k-1", "n2", "nb", "nb02", "nB2", "nz1", "n{1", "nb999", "k99999999999", "x1", "k1,", strings.Repeat("na1,", 40) + "na1"} {
		if w, err := ParseWays(text); err == nil {
			t.Errorf("%q is read as %v", text, w)
		}
	}
}

func FuzzParseWays(f *testing.F) {
	f.Add("k3,nb2,ra1")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ParseWays(text)
		if err != nil {
			return
		}
		if w.Print() != text {
			t.Errorf("%q is read as %v", text, w)
		}
		w.include(&engine.Payment{})
	})
}
