package handlers_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// laying starts a Card Game, dealt as fewCards, in which the first seat is to move. It returns the
// names by seat.
func laying(t *testing.T) (s *bottest.Stage, id match.GameID, first, second string) {
	t.Helper()
	s = bottest.New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{bottest.FewCards()} })
	id = s.YardTable(false)
	s.Move(id, bottest.FirstLegal)
	s.Move(id, bottest.FirstLegal)
	s.Flush()
	g := s.Game(id)
	return s, id, g.Seats[0].Name, g.Seats[1].Name
}

func TestClaimAtATableWithoutRoutesIsExplained(t *testing.T) {
	t.Parallel()
	s, id, first, second := laying(t)
	for _, who := range []string{first, second} {
		for _, options := range [][]string{
			{"route=x"},
			{"route=1"},
			{"route=Chicago"},
			{"route=22b", "cards=2red"},
		} {
			got := s.Handle(s.Slash(who, "claim", append(options, "game="+string(id))...))
			bottest.Contains(t, got.Content, s.Say("problem.no-routes"))
		}
	}
	s.NothingBroke()
}

func TestMovesOfOtherTitlesAreRefusedWithAlternatives(t *testing.T) {
	t.Parallel()
	s, id, first, _ := laying(t)
	before := s.Game(id)
	for _, c := range [][]string{
		{"port", "city=Chicago"},
		{"exchange", "what=1"},
		{"pieces", "trains=20"},
		{"pay"},
		{"withdraw"},
		{"place", "where=rack"},
	} {
		got := s.Handle(s.Slash(first, c[0], append(c[1:], "game="+string(id))...))
		bottest.Contains(t, got.Content, s.Say("refusal."+string(engine.RefuseForeign)),
			s.Say("instead.lay"), s.Say("instead.draw"))
	}
	amsterdam := bottest.New(t)
	other := amsterdam.Playing("Ola", "Bo")
	mover := amsterdam.Game(other).Seats[0].Name
	for _, row := range []string{"row=red", "row=2red+wild", "row=nonsense"} {
		got := amsterdam.Handle(amsterdam.Slash(mover, "lay", row, "game="+string(other)))
		bottest.Contains(t, got.Content, s.Say("refusal."+string(engine.RefuseForeign)))
	}
	if diff := cmp.Diff(before, s.Game(id)); diff != "" {
		t.Errorf("the game has changed (-want +got):\n%s", diff)
	}
	s.NothingBroke()
}

func TestForgedIDsDoNothingInACardGame(t *testing.T) {
	t.Parallel()
	s, id, first, second := laying(t)
	before := s.Game(id)
	for _, move := range []string{
		"claim:0:a2", "claim:0:f3", "pay:a2", "withdraw", "place:rack", "place:hand", "share", "share:0",
		"pieces:20:40",
		"port:0:a2", "exchange", "exchange:trains:1", "draw", "draw:99", "keep", "keep:0", "pass", "lay",
		"lay:", "lay:zz",
		"lay:i2", "lay:f9", "lay:f3a1", "lay:f3.a", "lay:f200", "tickets:0",
	} {
		for _, action := range []customid.Action{customid.Do, customid.Ask, customid.Narrow} {
			button := strings.Replace(bottest.Doing(id, before.Ply, move), "do", string(action), 1)
			for _, values := range [][]string{nil, {"x"}, {"lay:f"}, {"lay:f", "lay:f", "lay:f"}, {"9"}} {
				s.Handle(s.Click(second, button, values...))
				s.Handle(s.Click("Eve", button, values...))
			}
			s.Handle(s.Click(first, button, "x"))
		}
	}
	if diff := cmp.Diff(before, s.Game(id)); diff != "" {
		t.Errorf("the game has changed (-want +got):\n%s", diff)
	}
	s.NothingBroke()
}

func TestAStaleButtonLaysNothing(t *testing.T) {
	t.Parallel()
	s, id, first, _ := laying(t)
	old := bottest.Doing(id, 2, "lay:f3") // 3 red
	s.Notated(id, "lay 2blue", "draw deck", "draw deck")
	before := s.Game(id)
	bottest.Contains(t, s.Handle(s.Click(first, old)).Content, s.Say("problem.moved-on"))
	if diff := cmp.Diff(before, s.Game(id)); diff != "" {
		t.Errorf("the game has changed (-want +got):\n%s", diff)
	}
	now := strings.Replace(old, "/2/", "/"+strconv.Itoa(int(before.Ply))+"/", 1)
	bottest.Contains(t, s.Handle(s.Click(first, now)).Content, "You lay 3 red into your railyard.")
}

func TestEveryCommandCompletesInACardGame(t *testing.T) {
	t.Parallel()
	s, id, first, second := laying(t)
	got, told := map[string]int{}, map[string]int{}
	for _, who := range []string{first, second, "Eve"} {
		for _, q := range [][2]string{
			{"claim", "route="},
			{"claim", "cards="},
			{"draw", "card="},
			{"lay", "row="},
			{"keep", "ticket1="},
			{"share", "ticket1="},
			{"pay", "cards="},
			{"place", "where="},
			{"board", "city="},
			{"port", "city="},
			{"port", "cards="},
			{"exchange", "pieces="},
			{"pieces", "trains="},
		} {
			ix := s.Slash(who, q[0], q[1])
			ix.Kind, ix.Channel = discord.Autocomplete, s.Game(id).Thread
			ix.Options[0].Focused = true
			s.Bot.Handle(t.Context(), ix)
			calls := s.API.Calls(discordtest.Respond)
			choices := calls[len(calls)-1].Response.Choices
			count := got
			if len(choices) == 1 && choices[0].Value == speech.Explanation && choices[0].Name != "" {
				count = told
			}
			count[who+" /"+q[0]+" "+q[1]] = len(choices)
		}
	}
	want := map[string]int{
		first + " /draw card=": 6, first + " /lay row=": 14,
		first + " /board city=": 25, second + " /board city=": 25, "Eve /board city=": 25,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
	if len(told) != 3*13-len(want) { // every other list says why it is empty
		t.Errorf("got reasons in %d lists: %v", len(told), told)
	}
	s.NothingBroke()
}

func TestCityOfATableWithoutRoutesIsToldInText(t *testing.T) {
	t.Parallel()
	s, id, first, _ := laying(t)
	for city, want := range map[string]string{
		"Chicago": s.Say("board.big-city", "City", "Chicago", "Count", 12),
		"Denver":  s.Say("board.small-city", "City", "Denver"),
	} {
		for _, text := range []string{"text=false", "text=text"} {
			got := s.Handle(s.Slash(first, "board", "city="+city, text, "game="+string(id)))
			bottest.Contains(t, got.Content, want)
		}
	}
	s.NothingBroke()
}

func TestARematchIsPlayedAsTheSameVariant(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.YardTable(true)
	s.Finish(id)
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	i := slices.IndexFunc(games, func(g match.Game) bool { return g.ID != id })
	if diff := cmp.Diff(s.Game(id).Options, games[i].Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}
