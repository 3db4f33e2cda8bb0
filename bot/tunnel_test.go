package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/nordic"
	"konduktor/storage"
)

// dig is a claim of a tunnel that asks for a card (N6, the rulebook's second example).
const dig = "claim kristiansand--stavanger.1 2green"

// diggable is Nordic Countries, dealt so that the first of two seats can dig.
func diggable() stackedTitle {
	return stackedTitle{
		nordic.Title,
		strings.Fields("green green green red blue blue blue blue white white white white white red green blue white"),
		strings.Fields("oslo--kobenhavn oslo--stavanger oslo--stockholm oslo--vaasa stavanger--karlskrona helsinki--lieksa " +
			"helsinki--kiruna helsinki--bergen helsinki--kirkenes helsinki--ostersund"),
	}
}

// ready starts a game in which the first seat can dig, and counts what has been said at the table.
func ready(t *testing.T) (s *stage, id match.GameID, before int) {
	t.Helper()
	s = newStage(t)
	s.remake(func(o *Options) { o.Titles = []engine.Title{diggable()} })
	s.remake(painted(viewPainter{}))
	id = s.runningOf("nordic", "Ola", "Bo")
	s.notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	before = len(s.api.Sent(s.game(id).Thread))
	return s, id, before
}

// digging is ready, with the tunnel dug and not decided.
func digging(t *testing.T) (s *stage, id match.GameID, before int) {
	t.Helper()
	s, id, before = ready(t)
	s.notated(id, dig)
	return s, id, before
}

func TestATunnelThatAsksForCardsIsShownToEverybody(t *testing.T) {
	s, id, before := digging(t)
	g := s.game(id)
	got := s.api.Sent(g.Thread)[before:]
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	v := s.table(id).View(engine.Public)
	speaker := s.table(id).Speaker(s.bot.o.Catalog.Texts("en"))
	shown := make([]string, 0, 3)
	for _, c := range v.Tunnel.Revealed {
		shown = append(shown, speaker.Card(&v, c))
	}
	contains(t, got[0].Content, g.Seats[0].Name, strings.Join(shown, ", "), speaker.Payment(&v, v.Tunnel.Paid), "1 more card")
	if len(shown) != 3 || len(got[0].Files) != 1 || len(got[0].Mention) != 0 || !got[0].Silent {
		t.Errorf("got %d cards shown, %d pictures, mentions %v, silent %v; want 3, 1, none, silent", len(shown),
			len(got[0].Files), got[0].Mention, got[0].Silent)
	}
	contains(t, string(got[0].Files[0].Data), `"revealed"`)
}

func TestHowATunnelEndsIsToldWithTheTurn(t *testing.T) {
	for name, c := range map[string]struct{ move, want string }{
		"paid":      {"pay green", "kristiansand--stavanger.1"},
		"withdrawn": {"withdraw", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, id, before := digging(t)
			s.notated(id, c.move)
			g := s.game(id)
			got := s.api.Sent(g.Thread)[before:]
			if len(got) != 2 {
				t.Fatalf("got %d messages, want the tunnel's and the turn's", len(got))
			}
			contains(t, got[1].Content, "<@"+g.Seats[1].User+">")
			posts, err := s.store.Posts(t.Context(), id, tell.PostBoard)
			s.must(err)
			if len(posts) != 1 {
				t.Errorf("got %d posts with buttons, want only the turn's", len(posts))
			}
			v := s.table(id).View(engine.Public)
			own := ""
			for _, r := range v.Seats[0].Routes {
				own += v.Lexicon().Routes[r]
			}
			if own != c.want {
				t.Errorf("got routes %q, want %q", own, c.want)
			}
		})
	}
}

func TestATunnelDecidedBeforeItCouldBeShownIsToldOnce(t *testing.T) {
	s, id, before := ready(t)
	table := s.game(id).Thread
	for _, text := range []string{dig, "pay green"} { // both before the outbox gets to it
		s.move(id, inNotation(text))
	}
	s.flush()
	if got := len(s.api.Sent(table)) - before; got != 1 {
		t.Errorf("got %d messages, want the turn's alone", got)
	}
}

func TestWhoHasToDecideAboutATunnelGetsThePanelAgain(t *testing.T) {
	s, id, _ := digging(t)
	g := s.game(id)
	got := s.handle(s.slash(g.Seats[0].Name, "hand", "game="+string(id)))
	if len(got.Rows) == 0 {
		t.Errorf("the panel offers nothing: %q", got.Content)
	}
	if other := s.handle(s.slash(g.Seats[1].Name, "hand", "game="+string(id))); len(acting(other.Rows)) != 0 {
		t.Errorf("the panel of who is not to move offers %v", other.Rows)
	}
	s.nothingBroke()
}

func TestTheAnswerToADugTunnelTellsItOnce(t *testing.T) {
	s, id, _ := ready(t)
	g := s.game(id)
	v := s.table(id).View(1)
	route, _ := v.Lexicon().Route("kristiansand--stavanger.1")
	got := s.handle(s.click(g.Seats[0].Name, fmt.Sprintf("g/%s/%d/claim/%d/g2", id, g.Ply, route)))
	v = s.table(id).View(1)
	if v.Owes != engine.OwesPay {
		t.Fatalf("got %q owed after %q, want a tunnel to pay", v.Owes, got.Content)
	}
	name := s.table(id).Speaker(s.bot.o.Catalog.Texts("en")).Route(route)
	if n := strings.Count(got.Content, name); n != 1 {
		t.Errorf("the tunnel is told of %d times in %q, want once", n, got.Content)
	}
}

func TestATunnelNobodyAnswersForIsWithdrawnFrom(t *testing.T) {
	s, id, _ := digging(t)
	v, other := s.table(id).View(1), s.table(id).View(2)
	if m, ok := other.Overdue(); ok {
		t.Errorf("got %v for who need not move, want nothing", m)
	}
	m, ok := v.Overdue()
	if want := (engine.Move{Verb: engine.Withdraw}); !ok || !m.Equal(&want) {
		t.Fatalf("got %v, %v, want to withdraw", m, ok)
	}
	s.move(id, func(engine.View) engine.Move { return m })
	if after := s.table(id).View(engine.Public); after.Tunnel != nil {
		t.Errorf("got tunnel %v, want none", after.Tunnel)
	}
}

// penniless is diggable with a first seat that has two green cards only: it can dig, and a third one is asked for.
func penniless() stackedTitle {
	title := diggable()
	title.deck = append([]string{}, title.deck...)
	title.deck[2] = "red"
	return title
}

// pennilessStage is a game in which the first seat is about to dig a tunnel that it cannot pay for, and the click that digs it.
func pennilessStage(t *testing.T, pace string) (*stage, match.GameID, *discord.Interaction) {
	t.Helper()
	s := newStage(t)
	s.pace = pace
	poor := penniless()
	s.remake(func(o *Options) { o.Titles = []engine.Title{poor} })
	id := s.runningOf("nordic", "Ola", "Bo")
	s.notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	g := s.game(id)
	route, _ := poor.Lexicon().Route("kristiansand--stavanger.1")
	return s, id, s.click(g.Seats[0].Name, fmt.Sprintf("g/%s/%d/claim/%d/g2", id, g.Ply, route))
}

func TestATunnelThatCannotBePaidForIsWithdrawnFromAtOnce(t *testing.T) {
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			g := s.game(id)
			said := len(s.api.Sent(g.Thread))
			got := s.handle(ix)
			contains(t, got.Content, s.say("clock.you-unpayable"))
			s.flush()
			moves, err := s.store.Moves(t.Context(), id, -1)
			s.must(err)
			if last := moves[len(moves)-1]; last.Text != "withdraw" || last.Seat != 1 || s.game(id).ToMove[0] != g.Seats[1].User {
				t.Fatalf("got %+v as the last move, want to withdraw", last)
			}
			table := s.api.Sent(g.Thread)[said:]
			if len(table) != 1 {
				t.Fatalf("got %d messages at the table, want the turn alone", len(table))
			}
			contains(t, table[0].Content, s.say("clock.unpayable", "Who", g.Seats[0].Name))
			s.nothingBroke()
		})
	}
}

// interrupted is a store whose process ends before a change that messages follow.
type interrupted struct{ storage.Store }

func (interrupted) Append(context.Context, match.GameID, match.Move, match.RowUpdate, storage.Origin, []storage.Message) error {
	return context.Canceled
}

func TestATunnelAndTheWithdrawalFromItAreMadeTogetherOrNotAtAll(t *testing.T) {
	s, id, ix := pennilessStage(t, "none")
	s.remake(func(o *Options) { o.Store = interrupted{s.store} })
	before := s.game(id)
	s.handle(ix)
	if got := s.game(id); got.Ply != before.Ply || got.Rev != before.Rev {
		t.Fatalf("got ply %d and revision %d, want %d and %d", got.Ply, got.Rev, before.Ply, before.Rev)
	}
	s.reopen()
	s.remake(func(o *Options) { o.Store = s.store })
	s.handle(ix)
	s.wantWithdrawn(id)
	if got := s.game(id); got.Ply != before.Ply+2 || got.Rev != before.Rev+1 {
		t.Errorf("got ply %d and revision %d, want two moves by one change", got.Ply, got.Rev)
	}
}
