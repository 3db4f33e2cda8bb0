package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

func TestAHeadlineSaysWhichTurnItIs(t *testing.T) {
	v, s := rich(t), New(texts(t, "en"), titles.Map("amsterdam"))
	p := panelOf(v)
	p.Due, p.Where = due, "https://discord.com/channels/1/77"
	const want = "**Your turn** · Amsterdam " // and the mark
	const when = " · <t:1795348800:R> · [table](https://discord.com/channels/1/77)\n"
	if got := s.Panel(p).Content; !strings.HasPrefix(got, want) || !strings.Contains(got, when) {
		t.Errorf("got %q, want %q first", got, want)
	}
}

func TestCallToATurnCountsTheRemainingTurns(t *testing.T) {
	for name, c := range map[string]struct {
		uses            engine.Uses
		left            int
		pass, passes    int
		wantEN, wantPol string
	}{
		"the first of two with ports": {
			engine.UsesPorts, 4, 0, 0, "Your last turn but one", "Twoja przedostatnia tura",
		},
		"the last of two with ports": {
			engine.UsesPorts, 2, 0, 0, "Your last turn", "Twoja ostatnia tura",
		},
		"the last turn of a journey": {
			engine.UsesYards, 2, 1, 2, "Your last turn of this journey",
			"Twoja ostatnia tura w tej podróży",
		},
		"the last turn of the last journey": {
			engine.UsesYards, 2, 2, 2, "Your last turn", "Twoja ostatnia tura",
		},
	} {
		v := rich(t)
		v.LastRound, v.TurnsLeft, v.Pass, v.Passes = true, c.left, c.pass, c.passes
		v.WithRules(v.Lexicon(), c.uses, []engine.Move{{Verb: engine.Draw}}, nil)
		for lang, want := range map[string]string{"en": c.wantEN, "pl": c.wantPol} {
			if got := New(texts(t, lang), titles.Map("amsterdam")).yourTurn(v); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
}
