package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/railway"
	"konduktor/render"
)

// stackedTitle deals what the test has stacked: two games of it can be equal in all that is public and differ in every
// secret.
type stackedTitle struct {
	*railway.Title          // not engine.Title: it has a map, and perhaps teams
	deck           []string // top first: hands, market, then what is drawn
	tickets        []string
}

func (t stackedTitle) New(s engine.Setup) (engine.Game, error) {
	stack(t.Lexicon(), t.deck, t.tickets, &s)
	return t.Title.New(s)
}

// stack has the named cards and tickets lie on top of their piles.
func stack(lex *engine.Lexicon, deck, tickets []string, s *engine.Setup) {
	s.Stacked = map[string][]engine.Card{}
	for _, name := range deck {
		c, _ := lex.Card(name)
		s.Stacked["Deck"] = append(s.Stacked["Deck"], c)
	}
	for _, name := range tickets {
		id, _ := lex.Ticket(name)
		s.Tickets = append(s.Tickets, id)
	}
}

// secretsOf are the two variants: hands, tickets, and what is drawn blind are different; the market and what refills it
// are the same.
func secretsOf(variant int) stackedTitle {
	// Two cards to each of two seats, a market of five, seat 1 draws blind twice, seat 2 takes slot 1 (refilled) and
	// draws blind, seat 1 draws tickets, seat 2 draws blind twice.
	hidden := [][]string{
		{"pink", "pink", "blue", "blue", "green", "wild", "black", "pink", "blue"},
		{"red", "orange", "wild", "red", "black", "black", "green", "green", "wild"},
	}[variant]
	deck := append([]string{}, hidden[:4]...)
	deck = append(deck, "red", "orange", "green", "black", "pink") // market
	deck = append(deck, hidden[4], hidden[5], "orange", hidden[6], hidden[7], hidden[8])
	all := amsterdam.Title.Lexicon().Tickets
	tickets := [][]string{all[0:8], all[8:16]}[variant]
	return stackedTitle{amsterdam.Title, deck, tickets}
}

// viewPainter paints the view itself: two pictures are alike only if all that a painter was given is.
type viewPainter struct{}

func viewPicture(v engine.View) (render.Picture, error) {
	text, err := notation.MarshalView(&v)
	return render.Picture{PNG: fmt.Appendf(text, "%v", v.Legal()), Alt: "picture", Width: 1, Height: 1}, err
}

func (viewPainter) Board(v engine.View, _ render.Options) (render.Picture, error) {
	return viewPicture(v)
}

func (viewPainter) Hand(v engine.View, _ render.Options) (render.Picture, error) {
	return viewPicture(v)
}

func (viewPainter) Sheet(v engine.View, _ render.Options) (render.Picture, error) {
	return viewPicture(v)
}

func (viewPainter) Film(v engine.View, _ render.Options) (render.Film, error) {
	p, err := viewPicture(v)
	return render.Film{GIF: p.PNG, Alt: p.Alt}, err
}

// told is everything that somebody without a seat can come to know.
type told struct {
	Table []discordtest.Call // sent and edited in channel and thread
	Eve   []discordtest.Call // answers to a bystander
}

// playSecretly plays the variant by the same public moves and returns what was told, and what seat 1 was told.
func playSecretly(t *testing.T, variant int) (told, []discord.Message) {
	t.Helper()
	s := newStage(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{secretsOf(variant)} })
	s.Remake(bottest.Painted(viewPainter{}))
	id := s.Running("Ola", "Bo")
	keepBoth := func(v engine.View) engine.Move {
		return engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs}
	}
	blind := func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} }
	for _, move := range []bottest.Chooser{
		keepBoth, keepBoth,
		blind, blind,
		func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw, Slot: 1} }, blind,
		func(engine.View) engine.Move { return engine.Move{Verb: engine.Tickets} },
		keepBoth,
		blind, blind,
	} {
		s.Move(id, move)
		s.Flush()
	}
	eve := len(s.API.Calls())
	s.askAsBystander(id)
	out := told{Eve: s.API.Calls()[eve:]}
	g := s.Game(id)
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == bottest.Channel || c.Channel == g.Thread {
			out.Table = append(out.Table, c)
		}
	}
	s.nothingBroke()
	return out, s.DM(g.Seats[0].Name)
}

// nothingBroke checks that no request failed by a fault of ours: two failures are alike whatever the secrets are.
func (s *stage) nothingBroke() {
	s.T.Helper()
	broken, _, _ := strings.Cut(s.Say("problem.internal", "ID", "|"), "|")
	for _, c := range s.API.Calls() {
		text := c.Message.Content
		if c.Response.Message != nil {
			text = c.Response.Message.Content
		}
		if strings.HasPrefix(text, broken) {
			s.T.Errorf("a request failed: %q", text)
		}
	}
}

// askAsBystander asks for everything that can be asked, forged questions too.
func (s *stage) askAsBystander(id match.GameID) {
	game := "game=" + string(id)
	for _, ix := range []*discord.Interaction{
		s.Slash("Eve", "hand", game), s.Slash("Eve", "board", game), s.Slash("Eve", "board", game, "text=text"),
		s.Slash("Eve", "board", game, "text=tickets"), s.Slash("Eve", "board", game, "text=news"),
		s.Slash("Eve", "log", game), s.Slash("Eve", "games"), s.Slash("Eve", "draw", game, "card=deck"),
		s.Slash("Eve", "keep", game, "ticket1=x"), s.Slash("Eve", "claim", game, "route=x"), s.Slash("Eve", "tickets", game),
		s.Click("Eve", "hand/"+string(id)),
		s.Click("Eve", "ask/"+string(id)+"/10", "x"), s.Click("Eve", "do/"+string(id)+"/10/claim:0:a2"),
		s.Click("Eve", "ask/"+string(id)+"/10", "claim:0"), s.Click("Eve", "narrow/"+string(id)+"/10/claim:0", "k1"), s.Click("Eve", "do/"+string(id)+"/10/tickets"),
	} {
		s.Bot.Handle(s.T.Context(), ix)
	}
	for _, q := range [][2]string{{"claim", "route="}, {"claim", "cards="}, {"draw", "card="}, {"keep", "ticket1="}, {"board", "city="}, {"hand", "game="}} {
		ix := s.Slash("Eve", q[0], q[1])
		ix.Kind, ix.Channel = discord.Autocomplete, s.Game(id).Thread
		ix.Options[0].Focused = true
		s.Bot.Handle(s.T.Context(), ix)
	}
}

func TestWhatIsPublicDoesNotDependOnSecrets(t *testing.T) {
	first, hisHand := playSecretly(t, 0)
	second, otherHand := playSecretly(t, 1)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("public messages tell the two games apart (-first +second):\n%.3000s", diff)
	}
	if cmp.Equal(hisHand, otherHand) {
		t.Error("the two games do not differ in secret: this test would find nothing")
	}
}
