package secrecy_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/match"
)

// yardDeal is what the two seats of a Card Game hold that nobody sees, and how it is played: the
// same public moves are made with every deal.
type yardDeal struct {
	first, second string // three cards that stay in the hand of seat 1, and of seat 2
	drawn         string // two cards that seat 1 draws blind
	kept          int    // which ticket of its offers seat 1 keeps, from 0
	open          bool   // seats may look at their own tracks (K3)
}

func aYardDeal() yardDeal {
	return yardDeal{first: "black white purple", second: "black yellow orange", drawn: "green green"}
}

// title deals red and blue to seat 1, and red to seat 2, for all to see later.
func (d yardDeal) title() bottest.StackedCards {
	deck := []string{
		"red red blue blue", d.first, "red red red red", d.second,
		"white yellow green green blue", d.drawn, "purple orange white wild",
	}
	return bottest.StackedCards{Edition: cardgame.Title, Deck: strings.Fields(strings.Join(deck, " "))}
}

// yardGame is all that was told while a Card Game was played, by who could read it.
type yardGame struct {
	table []discordtest.Call
	to    map[string][]discordtest.Call // by "seat 1", "seat 2" and "Eve": direct messages and answers
}

// playYards plays a deal by moves that are the same in public, and has everybody ask for all that
// can be asked.
func playYards(t *testing.T, deal yardDeal) yardGame {
	t.Helper()
	s := bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{deal.title()} })
	s.Remake(bottest.Painted(bottest.ViewPainter{}))
	id := s.YardTable(deal.open)
	s.MoveAs(id, 1, keepAt(deal.kept))
	s.MoveAs(id, 2, keepAt(0))
	s.Flush()
	s.Notated(id, "lay 2red+wild", "lay 4red") // robbed (K5)
	s.Notated(id, "draw deck", "draw deck", "draw deck", "draw deck", "tickets")
	s.Move(id, keepAt(deal.kept))
	s.Flush()
	s.Notated(id, "draw deck", "draw deck", "lay 2blue", "draw 1", "draw 2") // blue rolls (K3)
	out, g := yardGame{to: map[string][]discordtest.Call{}}, s.Game(id)
	for who, name := range map[string]string{"seat 1": g.Seats[0].Name, "seat 2": g.Seats[1].Name} {
		u, err := s.Store.User(t.Context(), bottest.Person(name).ID)
		s.Must(err)
		out.to[who] = callsTo(s, u.DM)
	}
	for _, one := range [][2]string{
		{"Eve", "Eve"},
		{"seat 1", g.Seats[0].Name},
		{"seat 2", g.Seats[1].Name},
	} {
		before := len(s.API.Calls())
		askAll(s, one[1], id)
		askToLay(s, one[1], id)
		out.to[one[0]] = append(out.to[one[0]], s.API.Calls()[before:]...)
	}
	out.table = append(callsTo(s, bottest.Channel), callsTo(s, g.Thread)...)
	s.NothingBroke()
	return out
}

// keepAt keeps one ticket of the offer.
func keepAt(nth int) bottest.Chooser {
	return func(v engine.View) engine.Move {
		return engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs[nth : nth+1]}
	}
}

// callsTo lists what was sent to a channel, or edited there.
func callsTo(s *bottest.Stage, channel match.ChannelID) []discordtest.Call {
	var list []discordtest.Call
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == channel {
			list = append(list, c)
		}
	}
	return list
}

// askToLay asks what can be laid, by all ways that there are.
func askToLay(s *bottest.Stage, who string, id match.GameID) {
	completion := s.Slash(who, "lay", "row=")
	completion.Kind, completion.Channel = discord.Autocomplete, s.Game(id).Thread
	completion.Options[0].Focused = true
	ask, do := "ask/"+string(id)+"/14", "do/"+string(id)+"/14/"
	for _, ix := range []*discord.Interaction{
		completion, s.Slash(who, "lay", "game="+string(id), "row=blue"),
		s.Slash(who, "lay", "game="+string(id), "row=blue+wild"),
		s.Click(who, ask, "lay"), s.Click(who, ask, "lay:e2"), s.Click(who, ask+"/lay", "lay:a", "lay:b",
			"lay:e"),
		s.Click(who, "narrow/"+string(id)+"/14/lay:e2", "x"), s.Click(who, do+"lay:e2"),
		s.Click(who, do+"lay:abe"),
	} {
		s.Bot.Handle(s.T.Context(), ix)
	}
}

// withoutLine returns calls without a line of their texts.
func withoutLine(calls []discordtest.Call, line string) []discordtest.Call {
	var list []discordtest.Call
	for _, c := range calls {
		c.Message.Content = strings.ReplaceAll(c.Message.Content, line+"\n", "")
		if c.Edit.Content != nil {
			text := strings.ReplaceAll(*c.Edit.Content, line+"\n", "")
			c.Edit.Content = &text
		}
		list = append(list, c)
	}
	return list
}

func TestHandsAndTicketsOfACardGameStaySecret(t *testing.T) {
	first := playYards(t, aYardDeal())
	deal := aYardDeal()
	deal.first, deal.drawn, deal.kept = "orange yellow wild", "wild black", 1
	second := playYards(t, deal)
	if diff := cmp.Diff(first.table, second.table); diff != "" {
		t.Errorf("the table tells the two games apart (-first +second):\n%.3000s", diff)
	}
	for _, who := range []string{"Eve", "seat 2"} {
		if diff := cmp.Diff(first.to[who], second.to[who]); diff != "" {
			t.Errorf("%s can tell the two games apart (-first +second):\n%.3000s", who, diff)
		}
	}
	if reflect.DeepEqual(first.to["seat 1"], second.to["seat 1"]) {
		t.Error("seat 1 is not told what differs: this test would find nothing")
	}
}

func TestOnlyAnOpenTrackIsShownAndOnlyToItsOwner(t *testing.T) {
	closed := playYards(t, aYardDeal())
	deal := aYardDeal()
	deal.open = true
	open := playYards(t, deal)
	s := bottest.New(t)
	line := s.Say("lobby.variant", "Variant", s.Say("title.cardgame.option-open-track-on"))
	if reflect.DeepEqual(closed.table, open.table) {
		t.Error("neither lobby nor table names the variant")
	}
	if diff := cmp.Diff(closed.table, withoutLine(open.table, line)); diff != "" {
		t.Errorf("the table tells what lies on an open track (-closed +open):\n%.3000s", diff)
	}
	if diff := cmp.Diff(closed.to["Eve"], withoutLine(open.to["Eve"], line)); diff != "" {
		t.Errorf("a bystander is told what lies on an open track (-closed +open):\n%.3000s", diff)
	}
	const tracks, own = `"track_cards":{"red":3`, `"track_cards":{"blue":1`
	for _, c := range []struct {
		name  string
		calls []discordtest.Call
		want  [2]bool // tracks of seat 2 and 1 are shown
	}{
		{"closed, seat 1", closed.to["seat 1"], [2]bool{}},
		{"closed, seat 2", closed.to["seat 2"], [2]bool{}},
		{"open, seat 1", open.to["seat 1"], [2]bool{false, true}},
		{"open, seat 2", open.to["seat 2"], [2]bool{true, false}},
	} {
		told := pictured(t, c.calls)
		if got := [2]bool{strings.Contains(told, tracks), strings.Contains(told, own)}; got != c.want {
			t.Errorf("%s: got the tracks of seats 2 and 1 shown: %v, want %v", c.name, got, c.want)
		}
	}
}

// pictured joins all that painters were given for calls (viewPainter) and all texts.
func pictured(t *testing.T, calls []discordtest.Call) string {
	t.Helper()
	var b strings.Builder
	for i := range calls {
		text, err := json.Marshal(&calls[i])
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		for _, m := range []*discord.Message{
			&calls[i].Message, calls[i].Response.Message,
			calls[i].Response.Update,
		} {
			if m == nil {
				continue
			}
			for _, f := range m.Files {
				b.Write(f.Data)
			}
		}
		if calls[i].Edit.Files != nil {
			for _, f := range *calls[i].Edit.Files {
				b.Write(f.Data)
			}
		}
	}
	return b.String()
}
