package notation

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

// worldly is a lexicon with everything that the notation can say, Asia's racks apart.
func worldly() *engine.Lexicon {
	l := &engine.Lexicon{
		Cities: []string{"lima", "paris"}, Routes: []string{"lima--paris.1", "lima--paris.2"},
		Tickets: []string{"lima--paris", "paris--lima"}, TwoDecks: true,
	}
	for _, color := range []string{"red", "blue"} {
		l.Faces = append(l.Faces, engine.Face{Name: color}, engine.Face{Name: color + "-port"},
			engine.Face{Name: color + "-ship"}, engine.Face{Name: color + "-ships"})
	}
	l.Faces = append(l.Faces, engine.Face{Name: "wild", Wild: true})
	return l.Index()
}

func asian() *engine.Lexicon {
	l := worldly()
	l.Racks, l.TwoDecks = true, false
	return l
}

func TestMovesReadAndPrint(t *testing.T) {
	for _, c := range []struct {
		lex        *engine.Lexicon
		text, want string
	}{
		{worldly(), "keep paris--lima lima--paris", "keep paris--lima lima--paris"},
		{worldly(), "keep", "keep"},
		{worldly(), "  pieces   20\t40 ", "pieces 20 40"},
		{worldly(), "draw trains", "draw trains"},
		{worldly(), "draw 3 ships", "draw 3 ships"},
		{
			worldly(), "claim lima--paris.2 wild+red+2red-port+red",
			"claim lima--paris.2 2red+2red-port+wild",
		},
		{worldly(), "port lima blue-ships+blue-ship+wild", "port lima blue-ship+blue-ships+wild"},
		{worldly(), "exchange 4 ships", "exchange 4 ships"},
		{worldly(), "pay 12red", "pay 12red"},
		{worldly(), "withdraw", "withdraw"},
		{worldly(), "pass", "pass"},
		{worldly(), "tickets", "tickets"},
		{worldly(), "lay 3red+wild", "lay 3red+wild"},
		{asian(), "draw deck", "draw deck"},
		{asian(), "draw 2", "draw 2"},
		{asian(), "draw 2 rack", "draw 2 rack"},
		{asian(), "place hand", "place hand"},
		{asian(), "share lima--paris paris--lima", "share lima--paris paris--lima"},
		{asian(), "claim lima--paris.1 wild+2red/red", "claim lima--paris.1 2red+wild/red"},
		{asian(), "claim lima--paris.1 /3red", "claim lima--paris.1 /3red"},
	} {
		m, err := ParseMove(c.lex, c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := PrintMove(c.lex, m); got != c.want {
			t.Errorf("%q reads back as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestInvalidMovesAreRefused(t *testing.T) {
	for _, c := range []struct {
		lex  *engine.Lexicon
		text string
	}{
		{worldly(), ""},
		{worldly(), "jump"},
		{worldly(), "Draw trains"},
		{worldly(), "draw"},
		{worldly(), "draw 3"}, // W3: which deck refills the slot?
		{worldly(), "draw deck trains"},
		{worldly(), "draw -1 trains"},
		{worldly(), "draw x trains"},
		{worldly(), "draw 1 planes"},
		{worldly(), "keep paris"},
		{worldly(), "pieces 20"},
		{worldly(), "pieces 20 many"},
		{worldly(), "claim lima--paris.2"},
		{worldly(), "claim lima--paris red"},
		{worldly(), "claim lima--paris.2 0red"},
		{worldly(), "claim lima--paris.2 red+"},
		{worldly(), "claim lima--paris.2 pink"},
		{worldly(), "claim lima--paris.2 2"},
		{worldly(), "claim lima--paris.2 red/red"}, // racks are Asia's
		{worldly(), "port rome red"},
		{worldly(), "pass now"},
		{asian(), "pay /"},
		{asian(), "pay red/"},
		{asian(), "pay /red/red"},
		{asian(), "place table"},
		{asian(), "share"},
	} {
		if m, err := ParseMove(c.lex, c.text); err == nil {
			t.Errorf("%q reads as %+v, want an error", c.text, m)
		}
	}
}

// FuzzParseMove: no text panics, and a move that is read prints and reads back as the same move.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{
		"keep lima--paris", "draw 3 ships",
		"claim lima--paris.1 2red+wild/red", "pieces 999 1", "draw 0",
	} {
		f.Add(text)
	}
	lexicons := []*engine.Lexicon{worldly(), asian()}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lex := range lexicons {
			m, err := ParseMove(lex, text)
			if err != nil {
				continue
			}
			again, err := ParseMove(lex, PrintMove(lex, m))
			if err != nil || !m.Equal(&again) {
				t.Errorf("%q: printed as %q, read back as %+v (%v), want %+v",
					text, PrintMove(lex, m), again, err, m)
			}
		}
	})
}

func TestPaymentsReadAsPrinted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lex := asian()
	for range 500 {
		var p engine.Payment
		for c := range lex.Faces {
			p.Hand[c], p.Rack[c] = uint8(rng.IntN(3)), uint8(rng.IntN(2))
		}
		text := PrintPayment(lex, p)
		got, err := ParsePayment(lex, text)
		if p.IsZero() {
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Fatalf("%q (-printed +read):\n%s", text, diff)
		}
	}
}
