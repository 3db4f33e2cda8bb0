package secrecy_test

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/match"
)

// teamDeal is what two teams of two are dealt and draw blind: the same public moves are made with
// every deal.
type teamDeal struct {
	hands   [4]string
	racked  string   // seat 1 draws it blind first and lays it on the rack
	second  string   // then it goes to seat 1's hand
	mates   string   // seat 2 draws it blind first, for the hand
	offer   []string // seat 1's first offer: it keeps three and shares the first of them
	mate    []string // seat 2's first offer, likewise
	later   []string // seat 1's later offer: it keeps the first two and shares the first
	private string   // seat 2 draws it last, for the hand
}

// aDeal is the deal from which the tests depart.
func aDeal() teamDeal {
	return teamDeal{
		hands: [4]string{
			"black black blue purple", "white white green red", "green green orange wild",
			"orange orange red blue",
		},
		racked: "blue", second: "red", mates: "yellow", private: "purple",
		offer: strings.Fields("bombay--madras calcutta--delhi karachi--nagpur canton--peking " +
			"canton--shanghai"),
		mate: strings.Fields("calcutta--karachi bangalore--delhi madras--mandalay " +
			"canton--rangoon hankow--kunming"),
		later: strings.Fields("kunming--xian shanghai--vientiane karachi--kathmandu foochow--peking"),
	}
}

func (d teamDeal) title() bottest.StackedTitle {
	t := bottest.StackedTitle{Title: asia.Title}
	for _, hand := range d.hands {
		t.Deck = append(t.Deck, strings.Fields(hand)...)
	}
	t.Deck = append(t.Deck, strings.Fields("red yellow green purple white")...) // market
	// What seat 2 takes from the market goes to the rack, and green takes its place.
	t.Deck = append(t.Deck, d.racked, d.second, d.mates, "green", "white", "black", "red", "blue",
		d.private)
	offers := [][]string{d.offer, d.mate, seatOffer(0), seatOffer(1), d.later}
	for _, offer := range offers {
		t.Tickets = append(t.Tickets, offer...)
	}
	return t
}

// seatOffer are five tickets that are in nobody else's offer, taken from the map in its order.
func seatOffer(nth int) []string {
	d := aDeal()
	taken := strings.Join(append(append(append(append([]string{}, d.offer...), d.mate...),
		d.later...), spare...), " ")
	var free []string
	for _, t := range asia.Title.Lexicon().Tickets {
		if !strings.Contains(taken, t) {
			free = append(free, t)
		}
	}
	return free[5*nth : 5*nth+5]
}

// spare are the tickets that the variants deal instead of others.
var spare = strings.Fields(
	"chengdu--harbin chiang-mai--xian jiuquan--mukden canton--lanchow nanchang--yinchuan " +
		"mandalay--nanning")

// teamGame is all that was told while the game was played, by who could read it.
type teamGame struct {
	table []discordtest.Call
	to    map[string][]discordtest.Call // by "seat 1", …, and "Eve": direct messages and answers
}

// playTeams plays a deal by moves that are the same in public, and has everybody ask for all that
// can be asked.
func playTeams(t *testing.T, deal teamDeal) teamGame {
	t.Helper()
	s := bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{deal.title()} })
	s.Remake(bottest.Painted(bottest.ViewPainter{}))
	id := s.RunningOf("asia", "Ola", "Bo", "Cy", "Di")
	for range 4 {
		chooseTickets(s, id)
	}
	s.Notated(id, "draw deck", "place rack", "draw deck") // 1
	s.Notated(id, "draw deck", "place hand", "draw 1")    // 2
	s.Notated(id, "draw deck", "place hand", "draw deck") // 3
	s.Notated(id, "draw deck", "place rack", "draw deck") // 4
	s.Notated(id, "tickets")                              // 1
	s.Move(id, bottest.KeepFirst(2))
	s.Move(id, shareFirst)
	s.Move(id, shareFirst) // 2: the whole turn
	s.Flush()
	out := teamGame{to: map[string][]discordtest.Call{}}
	g := s.Game(id)
	people := map[string]string{"Eve": "Eve"}
	for i, seat := range g.Seats {
		people["seat "+strconv.Itoa(i+1)] = seat.Name
	}
	for who, name := range people {
		for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit) {
			if u, err := s.Store.User(t.Context(), bottest.Person(name).ID); err == nil &&
				c.Channel == u.DM {
				out.to[who] = append(out.to[who], c)
			}
		}
	}
	for _, who := range []string{"Eve", "seat 1", "seat 2", "seat 3", "seat 4"} {
		before := len(s.API.Calls())
		askAll(s, people[who], id)
		out.to[who] = append(out.to[who], s.API.Calls()[before:]...)
	}
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit, discordtest.StartThread) {
		if c.Channel == bottest.Channel || c.Channel == g.Thread {
			out.table = append(out.table, c)
		}
	}
	s.NothingBroke()
	return out
}

// chooseTickets makes the whole setup choice of the first seat that has one to make.
func chooseTickets(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	seat := s.Table(id).View(engine.Public).ToMove[0]
	s.MoveAs(id, seat, bottest.KeepFirst(3))
	s.MoveAs(id, seat, shareFirst)
	s.Flush()
}

// shareFirst shares the ticket that stands first among those that can be.
func shareFirst(v engine.View) engine.Move {
	for _, m := range v.Legal() {
		if m.Verb == engine.Share {
			return m
		}
	}
	return engine.Move{}
}

// askAll asks for everything that a player can look at, and for all completions.
func askAll(s *bottest.Stage, who string, id match.GameID) {
	game := "game=" + string(id)
	for _, ix := range []*discord.Interaction{
		s.Slash(who, "hand", game), s.Slash(who, "board", game), s.Slash(who, "board", game, "text=text"),
		s.Slash(who, "board", game, "text=tickets"), s.Slash(who, "board", game, "text=news"),
		s.Slash(who, "log", game), s.Slash(who, "games"), s.Slash(who, "share", game, "ticket1=x"),
		s.Slash(who, "pay", game), s.Slash(who, "place", game, "where=rack"),
		s.Slash(who, "exchange", game), s.Slash(who, "port", game, "city=x"),
		s.Click(who, "hand/"+string(id)), s.Click(who, "log/"+string(id)+"/1"),
	} {
		s.Bot.Handle(s.T.Context(), ix)
	}
	for _, q := range [][2]string{
		{"claim", "route="},
		{"claim", "cards="},
		{"draw", "card="},
		{"draw", "refill="},
		{"pieces", "trains="},
		{"pieces", "ships="},
		{"port", "city="},
		{"exchange", "pieces="},
		{"keep", "ticket1="},
		{"share", "ticket1="},
		{"pay", "cards="},
		{"place", "where="},
		{"board", "city="},
	} {
		ix := s.Slash(who, q[0], q[1])
		ix.Kind, ix.Channel = discord.Autocomplete, s.Game(id).Thread
		ix.Options[0].Focused = true
		s.Bot.Handle(s.T.Context(), ix)
	}
}

func TestOtherTeamsLearnNoSecretOfATeam(t *testing.T) {
	first := playTeams(t, aDeal())
	deal := aDeal()
	deal.hands[0], deal.hands[1] = "red wild white yellow", "purple purple wild black"
	deal.racked, deal.second, deal.mates, deal.private = "orange", "wild", "green", "white"
	deal.offer, deal.mate = spare[:5], deal.offer
	deal.later = []string{aDeal().mate[0], spare[5], aDeal().mate[1], aDeal().mate[2]}
	second := playTeams(t, deal)
	if diff := cmp.Diff(first.table, second.table); diff != "" {
		t.Errorf("the table tells the two games apart (-first +second):\n%.3000s", diff)
	}
	for _, who := range []string{"Eve", "seat 3", "seat 4"} {
		if diff := cmp.Diff(first.to[who], second.to[who]); diff != "" {
			t.Errorf("%s can tell the two games apart (-first +second):\n%.3000s", who, diff)
		}
	}
	for _, who := range []string{"seat 1", "seat 2"} {
		if reflect.DeepEqual(first.to[who], second.to[who]) {
			t.Errorf("%s is not told what differs: this test would find nothing", who)
		}
	}
}

func TestPartnerLearnsOnlyTheRacks(t *testing.T) {
	first := playTeams(t, aDeal())
	hidden := aDeal()
	hidden.hands[0], hidden.second = "red wild white yellow", "wild"
	hidden.offer = append([]string{hidden.offer[0]}, spare[:4]...)
	hidden.later = append([]string{hidden.later[0]}, spare[4], spare[5], hidden.later[3])
	second := playTeams(t, hidden)
	if diff := cmp.Diff(first.to["seat 2"], second.to["seat 2"]); diff != "" {
		t.Errorf("the partner can tell the two games apart (-first +second):\n%.3000s", diff)
	}
	if reflect.DeepEqual(first.to["seat 1"], second.to["seat 1"]) {
		t.Error("the seat is not told what differs: this test would find nothing")
	}
	open := aDeal()
	open.racked = "orange"
	if third := playTeams(t, open); reflect.DeepEqual(first.to["seat 2"], third.to["seat 2"]) {
		t.Error("the partner is not told which card is on the rack (S4)")
	}
	open = aDeal()
	open.offer[0] = spare[0]
	if fourth := playTeams(t, open); reflect.DeepEqual(first.to["seat 2"], fourth.to["seat 2"]) {
		t.Error("the partner is not told which ticket is on the rack (S4)")
	}
}

func TestPlayerInMidTurnGetsThePanelAgain(t *testing.T) {
	s := bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{aDeal().title()} })
	id := s.RunningOf("asia", "Ola", "Bo", "Cy", "Di")
	asks := func(seat int, part string) string {
		t.Helper()
		g := s.Game(id)
		got := s.Handle(s.Slash(g.Seats[seat-1].Name, "hand", "game="+string(id)))
		rows, err := json.Marshal(got.Rows)
		s.Must(err)
		if !strings.Contains(string(rows), part) {
			t.Errorf("seat %d is not asked for %s: %q", seat, part, got.Content)
		}
		return got.Content
	}
	s.MoveAs(id, 1, bottest.KeepFirst(3))
	asks(1, "share:")
	if text := asks(2, "keep:"); strings.Contains(text, s.Say("render.hand-share")) {
		t.Errorf("seat 2 is told to share what it has not kept yet: %q", text)
	}
	s.MoveAs(id, 1, shareFirst)
	for range 3 {
		chooseTickets(s, id)
	}
	s.Notated(id, "draw deck")
	asks(1, "place:rack")
	s.Notated(id, "place hand")
	asks(1, "draw:")
	s.Notated(id, "draw 1")
	s.Notated(id, "tickets")
	asks(2, "keep:")
	s.Move(id, bottest.KeepFirst(1))
	asks(2, "share:")
}
