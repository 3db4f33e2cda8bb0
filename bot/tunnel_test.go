package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/atlas"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/notify"
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
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{diggable()} })
	s.Remake(bottest.Painted(viewPainter{}))
	id = s.RunningOf("nordic", "Ola", "Bo")
	s.Notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	before = len(s.API.Sent(s.Game(id).Thread))
	return s, id, before
}

// digging is ready, with the tunnel dug and not decided.
func digging(t *testing.T) (s *stage, id match.GameID, before int) {
	t.Helper()
	s, id, before = ready(t)
	s.Notated(id, dig)
	return s, id, before
}

func TestATunnelThatAsksForCardsIsShownToEverybody(t *testing.T) {
	s, id, before := digging(t)
	g := s.Game(id)
	got := s.API.Sent(g.Thread)[before:]
	if len(got) != 1 {
		t.Fatalf("got %d messages, want 1", len(got))
	}
	v := s.Table(id).View(engine.Public)
	speaker := atlas.Speaker(s.Texts("en"), s.Table(id))
	shown := make([]string, 0, 3)
	for _, c := range v.Tunnel.Revealed {
		shown = append(shown, speaker.Card(&v, c))
	}
	bottest.Contains(t, got[0].Content, g.Seats[0].Name, strings.Join(shown, ", "), speaker.Payment(&v, v.Tunnel.Paid), "1 more card")
	if len(shown) != 3 || len(got[0].Files) != 1 || len(got[0].Mention) != 0 || !got[0].Silent {
		t.Errorf("got %d cards shown, %d pictures, mentions %v, silent %v; want 3, 1, none, silent", len(shown),
			len(got[0].Files), got[0].Mention, got[0].Silent)
	}
	bottest.Contains(t, string(got[0].Files[0].Data), `"revealed"`)
}

func TestHowATunnelEndsIsToldWithTheTurn(t *testing.T) {
	for name, c := range map[string]struct{ move, want string }{
		"paid":      {"pay green", "kristiansand--stavanger.1"},
		"withdrawn": {"withdraw", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, id, before := digging(t)
			s.Notated(id, c.move)
			g := s.Game(id)
			got := s.API.Sent(g.Thread)[before:]
			if len(got) != 2 {
				t.Fatalf("got %d messages, want the tunnel's and the turn's", len(got))
			}
			bottest.Contains(t, got[1].Content, "<@"+string(g.Seats[1].User)+">")
			posts, err := s.Store.Posts(t.Context(), id, notify.PostBoard)
			s.Must(err)
			if len(posts) != 1 {
				t.Errorf("got %d posts with buttons, want only the turn's", len(posts))
			}
			v := s.Table(id).View(engine.Public)
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
	table := s.Game(id).Thread
	for _, text := range []string{dig, "pay green"} { // both before the outbox gets to it
		s.Move(id, bottest.InNotation(text))
	}
	s.Flush()
	if got := len(s.API.Sent(table)) - before; got != 1 {
		t.Errorf("got %d messages, want the turn's alone", got)
	}
}

func TestWhoHasToDecideAboutATunnelGetsThePanelAgain(t *testing.T) {
	s, id, _ := digging(t)
	g := s.Game(id)
	got := s.Handle(s.Slash(g.Seats[0].Name, "hand", "game="+string(id)))
	if len(got.Rows) == 0 {
		t.Errorf("the panel offers nothing: %q", got.Content)
	}
	if other := s.Handle(s.Slash(g.Seats[1].Name, "hand", "game="+string(id))); len(acting(other.Rows)) != 0 {
		t.Errorf("the panel of who is not to move offers %v", other.Rows)
	}
	s.nothingBroke()
}

func TestTheAnswerToADugTunnelTellsItOnce(t *testing.T) {
	s, id, _ := ready(t)
	g := s.Game(id)
	v := s.Table(id).View(1)
	route, _ := v.Lexicon().Route("kristiansand--stavanger.1")
	got := s.Handle(s.Click(g.Seats[0].Name, fmt.Sprintf("do/%s/%d/claim:%d:g2", id, g.Ply, route)))
	v = s.Table(id).View(1)
	if v.Owes != engine.OwesPay {
		t.Fatalf("got %q owed after %q, want a tunnel to pay", v.Owes, got.Content)
	}
	name := atlas.Speaker(s.Texts("en"), s.Table(id)).Route(route)
	if n := strings.Count(got.Content, name); n != 1 {
		t.Errorf("the tunnel is told of %d times in %q, want once", n, got.Content)
	}
}

func TestATunnelNobodyAnswersForIsWithdrawnFrom(t *testing.T) {
	s, id, _ := digging(t)
	v, other := s.Table(id).View(1), s.Table(id).View(2)
	if m, ok := other.Overdue(); ok {
		t.Errorf("got %v for who need not move, want nothing", m)
	}
	m, ok := v.Overdue()
	if want := (engine.Move{Verb: engine.Withdraw}); !ok || !m.Equal(&want) {
		t.Fatalf("got %v, %v, want to withdraw", m, ok)
	}
	s.Move(id, func(engine.View) engine.Move { return m })
	if after := s.Table(id).View(engine.Public); after.Tunnel != nil {
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
	s.Pace = pace
	poor := penniless()
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{poor} })
	id := s.RunningOf("nordic", "Ola", "Bo")
	s.Notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	g := s.Game(id)
	route, _ := poor.Lexicon().Route("kristiansand--stavanger.1")
	return s, id, s.Click(g.Seats[0].Name, fmt.Sprintf("do/%s/%d/claim:%d:g2", id, g.Ply, route))
}

func TestATunnelThatCannotBePaidForIsWithdrawnFromAtOnce(t *testing.T) {
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s, id, ix := pennilessStage(t, pace)
			g := s.Game(id)
			said := len(s.API.Sent(g.Thread))
			got := s.Handle(ix)
			bottest.Contains(t, got.Content, s.Say("clock.you-unpayable"))
			s.Flush()
			moves, err := s.Store.Moves(t.Context(), id, -1)
			s.Must(err)
			if last := moves[len(moves)-1]; last.Text != "withdraw" || last.Seat != 1 || s.Game(id).ToMove[0] != g.Seats[1].User {
				t.Fatalf("got %+v as the last move, want to withdraw", last)
			}
			table := s.API.Sent(g.Thread)[said:]
			if len(table) != 1 {
				t.Fatalf("got %d messages at the table, want the turn alone", len(table))
			}
			bottest.Contains(t, table[0].Content, s.Say("clock.unpayable", "Who", g.Seats[0].Name))
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
	s.Remake(func(o *bot.Options) { o.Store = interrupted{s.Store} })
	before := s.Game(id)
	s.Handle(ix)
	if got := s.Game(id); got.Ply != before.Ply || got.Rev != before.Rev {
		t.Fatalf("got ply %d and revision %d, want %d and %d", got.Ply, got.Rev, before.Ply, before.Rev)
	}
	s.Reopen()
	s.Remake(func(o *bot.Options) { o.Store = s.Store })
	s.Handle(ix)
	s.wantWithdrawn(id)
	if got := s.Game(id); got.Ply != before.Ply+2 || got.Rev != before.Rev+1 {
		t.Errorf("got ply %d and revision %d, want two moves by one change", got.Ply, got.Rev)
	}
}
