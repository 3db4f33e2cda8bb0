package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// A turn is called what can be done in it, and nothing else.
func TestCallToATurnNamesOnlyLegalMoves(t *testing.T) {
	draw, claim, tickets := engine.Move{Verb: engine.Draw}, engine.Move{Verb: engine.Claim},
		engine.Move{Verb: engine.Tickets}
	lay, port, exchange := engine.Move{Verb: engine.Lay}, engine.Move{Verb: engine.Port},
		engine.Move{Verb: engine.Exchange, N: 1}
	for name, c := range map[string]struct {
		uses  engine.Uses
		legal []engine.Move
		last  bool
		en    string
		pl    string
	}{
		"all of a board": {
			0,
			[]engine.Move{draw, draw, tickets, claim, claim},
			false,
			"**Your turn.** Draw cards, claim a route or draw tickets.",
			"**Twoja tura.** Dobierz karty, zajmij trasę albo dobierz bilety.",
		},
		"no route and no tickets": {
			0,
			[]engine.Move{draw},
			false, "**Your turn.** Draw cards.",
			"**Twoja tura.** Dobierz karty.",
		},
		"the last one": {
			0,
			[]engine.Move{draw, claim},
			true,
			"**Your turn – the last one.** Draw cards or claim a route.",
			"**Twoja tura – ostatnia.** Dobierz karty albo zajmij trasę.",
		},
		"partners": {
			engine.UsesTeams,
			[]engine.Move{draw, {Verb: engine.Share}, tickets},
			false,
			"**Your turn.** Draw cards, draw tickets or share tickets.",
			"**Twoja tura.** Dobierz karty, dobierz bilety albo udostępnij bilety.",
		},
		"neither a port nor an exchange": {
			engine.UsesPorts,
			[]engine.Move{draw, tickets, claim},
			false,
			"**Your turn.** Draw cards, claim a route or draw tickets.",
			"**Twoja tura.** Dobierz karty, zajmij trasę albo dobierz bilety.",
		},
		"a port and an exchange": {
			engine.UsesPorts,
			[]engine.Move{exchange, port, draw},
			false,
			"**Your turn.** Draw cards, build a port or exchange pieces.",
			"**Twoja tura.** Dobierz karty, zbuduj port albo wymień figurki.",
		},
		"nothing to be laid": {
			engine.UsesYards,
			[]engine.Move{draw, tickets},
			false,
			"**Your turn.** Draw cards or draw tickets.",
			"**Twoja tura.** Dobierz karty albo dobierz bilety.",
		},
		"cards to be laid": {
			engine.UsesYards,
			[]engine.Move{draw, lay},
			false,
			"**Your turn.** Draw cards or lay cards.", "**Twoja tura.** Dobierz karty albo wyłóż karty.",
		},
		"a pass at the end": {
			0,
			[]engine.Move{{Verb: engine.Pass}},
			true,
			"**Your turn.** There is nothing you can do, so you pass.",
			"**Twoja tura.** Żaden ruch nie jest możliwy, więc pasujesz.",
		},
	} {
		v := rich(t)
		v.LastRound = c.last
		v.WithRules(v.Lexicon(), c.uses, c.legal, nil)
		for lang, want := range map[string]string{"en": c.en, "pl": c.pl} {
			if got := New(texts(t, lang), titles.Map("amsterdam")).call(v); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
}

func TestCallToATurnCountsTheRemainingTurns(t *testing.T) {
	for name, c := range map[string]struct {
		uses            engine.Uses
		left            int
		pass, passes    int
		wantEN, wantPol string
	}{
		"the first of two with ports": {engine.UsesPorts, 4, 0, 0, "the last but one", "przedostatnia"},
		"the last of two with ports":  {engine.UsesPorts, 2, 0, 0, "the last one.", "ostatnia."},
		"the last turn of a journey": {
			engine.UsesYards, 2, 1, 2, "the last one of this journey.",
			"ostatnia w tej podróży.",
		},
		"the last turn of the last journey": {engine.UsesYards, 2, 2, 2, "the last one.", "ostatnia."},
	} {
		v := rich(t)
		v.LastRound, v.TurnsLeft, v.Pass, v.Passes = true, c.left, c.pass, c.passes
		v.WithRules(v.Lexicon(), c.uses, []engine.Move{{Verb: engine.Draw}}, nil)
		for lang, want := range map[string]string{"en": c.wantEN, "pl": c.wantPol} {
			if got := New(texts(t, lang), titles.Map("amsterdam")).call(v); !strings.Contains(got,
				" – "+want) {
				t.Errorf("%s: got %q, want %q in it", name, got, want)
			}
		}
	}
}
