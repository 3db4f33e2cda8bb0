package notify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func drawAt(id match.GameID, ply engine.Ply) string { return bottest.Doing(id, ply, "draw:0") }

func TestAClickedPanelWhoseAnswerArrivesIsNotEditedAgain(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p := s.Game(id).Seats[0].Name, s.PanelOf(id, 1)
	for ply := s.Game(id).Ply; s.Game(id).Ply < ply+2; s.Flush() {
		bottest.Contains(t, s.Handle(s.ClickPanel(who, p, drawAt(id, s.Game(id).Ply))).Content,
			"You draw ")
	}
	if got := s.Edits(p.Message); len(got) != 0 {
		t.Errorf("the clicked panel was edited %d times beside its answers", len(got))
	}
	if left := s.PanelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAClickedPanelWhoseAnswerIsLostIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p, ply := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply
	s.API.Fail = bottest.Failing(discordtest.Unavailable, bottest.Method(discordtest.EditOriginal))
	s.Bot.Handle(t.Context(), s.ClickPanel(who, p, drawAt(id, ply)))
	s.Flush()
	edits := s.Edits(p.Message)
	if len(edits) != 1 || edits[0].Rows == nil ||
		!bottest.AsksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Fatalf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
	s.Bot.Handle(t.Context(), s.ClickPanel(who, p, drawAt(id, ply+1)))
	s.Flush()
	edits = s.Edits(p.Message)
	if last := edits[len(edits)-1]; len(edits) != 2 || len(bottest.Acting(*last.Rows)) != 0 {
		t.Errorf("got %d edits, the last with rows %v, want a second one without menus", len(edits),
			last.Rows)
	}
}

func TestAKillBetweenCommitAndAnswerLeavesAFreshPanel(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p, ply := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply
	r := s.Request(s.ClickPanel(who, p, drawAt(id, ply)))
	_, err := bottest.CarryOut(t.Context(), s.Bot, r, id, engine.Move{Verb: engine.Draw})
	s.Must(err)
	s.Reopen()
	s.Flush()
	edits := s.Edits(p.Message)
	if len(edits) != 1 || !bottest.AsksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Errorf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
}

// holdingAPI completes answers only when it is let.
type holdingAPI struct {
	discord.API
	reached, release chan struct{}
}

func (a *holdingAPI) EditOriginal(ctx context.Context, ix *discord.Interaction,
	m discord.Message,
) (match.MessageID, error) {
	a.reached <- struct{}{}
	<-a.release
	return a.API.EditOriginal(ctx, ix, m)
}

func TestPanelBeingAnsweredIsNotEdited(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p, ply, thread := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply,
		s.Game(id).Thread
	s.Move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	s.Flush()
	before, tolds := len(s.Edits(p.Message)), len(s.API.Sent(thread))
	hold := &holdingAPI{s.API, make(chan struct{}), make(chan struct{})}
	s.Remake(func(o *bot.Options) { o.API = hold })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ran, handled := make(chan error, 1), make(chan struct{})
	go func() { ran <- s.Bot.Run(ctx) }()
	go func() {
		defer close(handled)
		s.Bot.Handle(ctx, s.ClickPanel(who, p, drawAt(id, ply+1)))
	}()
	<-hold.reached
	// others are told meanwhile
	s.Must(s.API.Wait(ctx, func([]discordtest.Call) bool { return len(s.API.Sent(thread)) > tolds }))
	close(hold.release)
	<-handled
	stop()
	<-ran
	s.Flush() // what the outbox has held back
	if got := len(s.Edits(p.Message)); got != before {
		t.Errorf("the panel was edited %d times beside its answer", got-before)
	}
}

// What a seat holds is told to nobody who has left it, also if the message waited meanwhile.
func TestDelayedMessageTellsAFormerPlayerNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	g := s.Game(id)
	sure := s.Handle(s.Slash(g.Seats[0].Name, "game leave", "game="+string(id)))
	s.Handle(s.Click(g.Seats[0].Name, sure.Rows[0].Buttons[0].CustomID))
	s.Flush()
	if s.Game(id).Seats[0].User != "" {
		t.Fatal("nobody has left")
	}
	before := len(s.API.Calls())
	s.Must(s.Store.Enqueue(t.Context(), []storage.Message{{
		Lane: "late", Kind: notify.Overdue, Game: id, Seat: 1, Ply: g.Ply, Head: g.Head,
		User: g.Seats[0].User, Nonce: "late", Body: `{}`,
	}}))
	s.Flush()
	if calls := s.API.Calls()[before:]; len(calls) > 0 {
		t.Errorf("a former player is told %+v", calls)
	}
}

// A command typed in direct messages is answered by a new panel: the earlier one waits for that,
// and then gives way to it.
func TestOldPanelStaysUntilATypedCommandIsAnswered(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p := s.Game(id).Seats[0].Name, s.PanelOf(id, 1)
	s.Flush()
	draw := s.InDM(who, "draw", "game="+string(id), "card=deck")
	if answer := s.Handle(draw); len(bottest.Acting(answer.Rows)) == 0 {
		t.Fatalf("got %+v, want the menus for the second card", answer)
	}
	due := s.Due()
	i := slices.IndexFunc(due, func(m storage.Message) bool {
		return m.Kind == posts.Job && m.Cause == draw.ID
	})
	for answering, want := range map[string]bool{draw.ID: false, "another": true} {
		notifier := notify.New(notify.Options{
			Now:     func() time.Time { return s.Clock },
			Answers: beingAnswered(answering),
		})
		if ready := notifier.Ready(due[i]); ready != want {
			t.Errorf("while %s is answered the renewal can be sent: %t", answering, ready)
		}
	}
	s.Flush()
	if is := s.Now(p); len(bottest.Acting(*is.Rows)) > 0 {
		t.Errorf("the earlier panel has menus beside the answer: %+v", is)
	}
}

func TestPanelShowsCardsDrawnElsewhere(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	p := s.PanelOf(id, 1)
	s.Notated(id, "draw 1")
	bottest.Contains(t, *s.Now(p).Content, "You draw", s.Say("panel.owes-second"))
	s.Notated(id, "draw deck")
	bottest.Contains(t, *s.Now(p).Content, "You draw", "from the market", "from the deck",
		s.Say("panel.next", "Names", discord.Plain(s.Game(id).Seats[1].Name)))
}

// N2: seat 2 chooses its tickets, then seat 1, which moves first: both by /hand at the table.
func TestSetupPanelLosesTheMenusOfATurn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo")
	setup := s.PanelOf(id, 1)
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	s.MoveAs(id, 1, bottest.FirstLegal)
	s.Flush()
	edits := s.Edits(setup.Message)
	last := edits[len(edits)-1]
	if len(*last.Rows) != 0 || strings.Contains(*last.Content, "Your turn") {
		t.Errorf("the setup panel says %q with %d rows of menus, beside the panel of the turn",
			*last.Content, len(*last.Rows))
	}
	if turn := s.PanelOf(id, 1); turn.Message == setup.Message {
		t.Error("the setup panel is the turn's panel")
	}
}

// The answer to the last setup choice shows the first turn, which then is made elsewhere.
func TestPanelThatShowsTheNextTurnIsUpdated(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo")
	setup := s.PanelOf(id, 1)
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	v := s.Table(id).View(1)
	var offer []string
	for _, ticket := range v.Own().Offer.IDs {
		offer = append(offer, fmt.Sprintf("keep:%d", ticket))
	}
	answer := s.Handle(s.ClickPanel(s.Game(id).Seats[0].Name, setup, bottest.Doing(id, 0, "keep"),
		offer...))
	if !bottest.AsksAt(answer, id, 2) {
		t.Fatalf("got the answer %q with %v, want the menus of the turn", answer.Content,
			bottest.Offers(answer))
	}
	s.Flush()
	s.DrawTwo(id)
	s.Flush()
	edits := s.Edits(setup.Message)
	if len(edits) == 0 || len(*edits[len(edits)-1].Rows) != 0 {
		t.Errorf("got edits %+v, want the menus gone once the turn is made elsewhere", edits)
	}
	if left := s.PanelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAPanelOpenedInADirectMessageFollowsTheGame(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Game(id).Seats[0].Name
	s.Handle(s.InDM(who, "hand", "game="+string(id)))
	panels := s.PanelsOf(id, 1)
	if len(panels) != 2 {
		t.Fatalf("got panels %v, want the turn's and the one that was opened", panels)
	}
	s.DrawTwo(id)
	s.Flush()
	for _, p := range panels {
		edits := s.Edits(p.Message)
		if len(edits) == 0 || len(*edits[len(edits)-1].Rows) != 0 {
			t.Errorf("got edits %+v of panel %s, want its menus gone", edits, p.Message)
		}
	}
	if left := s.PanelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAPanelWithoutMenusIsNotRemembered(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Handle(s.InDM(s.Game(id).Seats[1].Name, "hand", "game="+string(id)))
	// on a server only its reader sees it
	s.Handle(s.Slash(s.Game(id).Seats[0].Name, "hand", "game="+string(id)))
	if panels, turns := s.PanelsOf(id, 2), s.PanelsOf(id, 1); len(panels) != 0 || len(turns) != 1 {
		t.Errorf("got panels %v and %v, want the turn's alone", panels, turns)
	}
}

func TestSeatThatCompletesTheSetupAndBeginsGetsOnePanel(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	v := s.Table(id).View(engine.Public)
	last := v.ToMove[0] // the first seat, which begins
	s.MoveAs(id, v.ToMove[1], bottest.FirstLegal)
	s.Flush()
	panel, who := s.PanelOf(id, last), s.Table(id).Seats[last-1].Name
	before := len(s.DM(who))
	keep := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Position{Ply: s.Game(id).Ply},
		Move: bottest.FirstLegal(s.Table(id).View(last)),
	}
	answer := s.Handle(s.ClickPanel(who, panel, keep.Print()))
	s.Flush()
	if !bottest.AsksAt(answer, id, s.Game(id).Ply) {
		t.Errorf("the answer has no menus for the first turn: %q", answer.Content)
	}
	if after := len(s.DM(who)); after != before {
		t.Errorf("got %d direct messages beside the answer, want none", after-before)
	}
}

func TestTextAfterATurnStaysTrue(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	game := "game=" + string(id)
	s.Handle(s.Slash(who, "draw", "card=deck", game))
	told := s.Handle(s.Slash(who, "draw", "card=deck", game)).Content
	bottest.Contains(t, told, "Your turn is over. Next: ")
	if strings.Contains(told, "Waiting for") {
		t.Errorf("got %q, which will be wrong when the next player has moved", told)
	}
	bottest.Contains(t, s.Handle(s.Slash(who, "hand", game)).Content, "Waiting for")
}

func TestNoTurnIsCalledOverBeforeTheFirst(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	first, last := s.Game(id).Seats[0].Name, s.Game(id).Seats[1].Name
	s.Move(id, bottest.FirstLegal)
	s.Flush()
	dms := s.DM(last)
	keep := dms[len(dms)-1].Rows[0].Select
	answer := s.Handle(inPanel(s, last, id, 2, keep.CustomID, keep.Options[0].Value))
	sure := answer.Rows[len(answer.Rows)-1].Buttons[0].CustomID
	answer = s.Handle(inPanel(s, last, id, 2, sure))
	s.Flush()
	bottest.Contains(t, answer.Content, s.Say("narrate.began", "Who", first))
	if over := s.Say("panel.next", "Names", first); strings.Contains(answer.Content, over) {
		t.Errorf("got %q before anybody's first turn", over)
	}
	dms = s.DM(first)
	bottest.Contains(t, dms[len(dms)-1].Content, s.Say("narrate.you-began"))
	s.DrawTwo(id)
	s.DrawTwo(id)
	s.Flush()
	dms = s.DM(first)
	bottest.Contains(t, dms[len(dms)-1].Content, "\n"+last+" draws 2 hidden cards from the deck\n")
}

// inPanel makes a click in the only panel of a seat.
func inPanel(s *bottest.Stage, who string, id match.GameID, seat engine.Seat, customID string,
	values ...string,
) *discord.Interaction {
	s.T.Helper()
	return s.ClickPanel(who, s.PanelOf(id, seat), customID, values...)
}

func TestPlayersWhoHaveChosenAreToldWhenTheGameBegins(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(bottest.StubPainter{}))
	id := s.Running("Ola", "Bo", "Cy")
	s.Flush()
	chosen := map[engine.Seat]storage.Post{}
	for range 2 {
		seat := s.Table(id).View(engine.Public).ToMove[0]
		chosen[seat] = s.PanelOf(id, seat)
		keep := customid.ID{
			Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
			Move: bottest.FirstLegal(s.Table(id).View(seat)),
		}
		bottest.Contains(t, s.Handle(s.ClickPanel(s.NameOf(id, seat), chosen[seat],
			keep.Print())).Content, s.Say("panel.next-setup"))
		s.Flush()
	}
	s.Move(id, bottest.FirstLegal)
	s.Flush()
	first := s.Table(id).View(engine.Public).ToMove[0]
	for seat, p := range chosen {
		edits := s.Edits(p.Message)
		last := edits[len(edits)-1]
		if last.Content == nil || strings.Contains(*last.Content, s.Say("panel.next-setup")) {
			t.Fatalf("seat %d is not told that the game has begun", seat)
		}
		if n := strings.Count(*last.Content, "Everybody has chosen"); n != 1 && seat != first {
			t.Errorf("it is said %d times: %q", n, *last.Content)
		}
		if seat != first && (last.Files == nil || len(*last.Files) == 0) {
			t.Errorf("seat %d, which waits for its turn, has lost its picture", seat)
		}
	}
}

func TestPlanLosesItsButtonsOnceItIsOfNoUse(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.NameOf(id, 2)
	bare := func(p storage.Post) bool {
		edits := s.Edits(p.Message)
		return len(edits) == 1 && edits[0].Rows != nil && len(*edits[0].Rows) == 0
	}
	s.Handle(s.InDM(who, "plan", "game="+string(id)))
	s.Flush()
	first := s.PostsOf(id, posts.Ahead)
	s.Handle(s.InDM(who, "plan", "game="+string(id)))
	s.Flush()
	second := s.PostsOf(id, posts.Ahead)
	if len(first) != 1 || len(second) != 1 || !bare(first[0]) {
		t.Fatalf("of two messages about a plan %+v and %+v stand", first, second)
	}
	s.DrawTwo(id)
	s.Flush()
	if left := s.PostsOf(id, posts.Ahead); len(left) > 0 || !bare(second[0]) {
		t.Errorf("in the turn of its player a plan that was not made has buttons: %+v", left)
	}
}
