package secrecy_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
)

// secretsOf are the two variants: hands, tickets, and what is drawn blind are different; the market
// and what refills it are the same.
func secretsOf(variant int) bottest.StackedTitle {
	// Two cards to each of two seats, a market of five, seat 1 draws blind twice, seat 2 takes slot
	// 1 (refilled) and draws blind, seat 1 draws tickets, seat 2 draws blind twice.
	hidden := [][]string{
		{"pink", "pink", "blue", "blue", "green", "wild", "black", "pink", "blue"},
		{"red", "orange", "wild", "red", "black", "black", "green", "green", "wild"},
	}[variant]
	deck := append([]string{}, hidden[:4]...)
	deck = append(deck, "red", "orange", "green", "black", "pink") // market
	deck = append(deck, hidden[4], hidden[5], "orange", hidden[6], hidden[7], hidden[8])
	all := amsterdam.Title.Lexicon().Tickets
	tickets := [][]string{all[0:8], all[8:16]}[variant]
	return bottest.StackedTitle{Title: amsterdam.Title, Deck: deck, Tickets: tickets}
}

// told is everything that somebody without a seat can come to know.
type told struct {
	Table []discordtest.Call // sent and edited in channel and thread
	Eve   []discordtest.Call // answers to a bystander
}

// playSecretly plays the variant by the same public moves and returns what was told, and what seat
// 1 was told.
func playSecretly(t *testing.T, variant int) (told, []discord.Message) {
	t.Helper()
	s := bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{secretsOf(variant)} })
	s.Remake(bottest.Painted(bottest.ViewPainter{}))
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
	askAsBystander(s, id)
	out := told{Eve: s.API.Calls()[eve:]}
	g := s.Game(id)
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == bottest.Channel || c.Channel == g.Thread {
			out.Table = append(out.Table, c)
		}
	}
	s.NothingBroke()
	return out, s.DM(g.Seats[0].Name)
}

// askAsBystander asks for everything that can be asked, forged questions too.
func askAsBystander(s *bottest.Stage, id match.GameID) {
	game := "game=" + string(id)
	for _, ix := range []*discord.Interaction{
		s.Slash("Eve", "hand", game), s.Slash("Eve", "board", game), s.Slash("Eve", "board", game,
			"text=text"),
		s.Slash("Eve", "board", game, "text=tickets"), s.Slash("Eve", "board", game, "text=news"),
		s.Slash("Eve", "log", game), s.Slash("Eve", "games"), s.Slash("Eve", "draw", game, "card=deck"),
		s.Slash("Eve", "keep", game, "ticket1=x"), s.Slash("Eve", "claim", game, "route=x"),
		s.Slash("Eve", "tickets", game),
		s.Click("Eve", "hand/"+string(id)),
		s.Click("Eve", "ask/"+string(id)+"/10", "x"), s.Click("Eve", "do/"+string(id)+"/10/claim:0:a2"),
		s.Click("Eve", "ask/"+string(id)+"/10", "claim:0"),
		s.Click("Eve", "narrow/"+string(id)+"/10/claim:0", "k1"),
		s.Click("Eve", "do/"+string(id)+"/10/tickets"),
	} {
		s.Bot.Handle(s.T.Context(), ix)
	}
	for _, q := range [][2]string{
		{"claim", "route="},
		{"claim", "cards="},
		{"draw", "card="},
		{"keep", "ticket1="},
		{"board", "city="},
		{"hand", "game="},
	} {
		ix := s.Slash("Eve", q[0], q[1])
		ix.Kind, ix.Channel = discord.Autocomplete, s.Game(id).Thread
		ix.Options[0].Focused = true
		s.Bot.Handle(s.T.Context(), ix)
	}
}

func TestPublicMessagesDoNotDependOnSecrets(t *testing.T) {
	first, hisHand := playSecretly(t, 0)
	second, otherHand := playSecretly(t, 1)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("public messages tell the two games apart (-first +second):\n%.3000s", diff)
	}
	if reflect.DeepEqual(hisHand, otherHand) {
		t.Error("the two games do not differ in secret: this test would find nothing")
	}
}
