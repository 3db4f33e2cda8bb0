package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// A panel in a direct message never keeps the menus of a position that has passed.

// panelOf returns the only remembered panel of a seat.
func (s *stage) panelOf(id match.GameID, seat engine.Seat) storage.Post {
	s.t.Helper()
	posts := s.panelsOf(id, seat)
	if len(posts) != 1 {
		s.t.Fatalf("got panels %v of seat %d, want one", posts, seat)
	}
	return posts[0]
}

func (s *stage) panelsOf(id match.GameID, seat engine.Seat) (of []storage.Post) {
	s.t.Helper()
	posts, err := s.store.Posts(s.t.Context(), id, tell.PostPanel)
	s.must(err)
	for _, p := range posts {
		if p.Seat == seat {
			of = append(of, p)
		}
	}
	return of
}

// clickPanel makes a click on a panel in a direct message.
func (s *stage) clickPanel(who string, p storage.Post, customID string, values ...string) *discord.Interaction {
	ix := s.click(who, customID, values...)
	ix.Guild, ix.Channel, ix.Message = "", p.Channel, discord.MessageID(p.Message)
	return ix
}

// inDM makes a command in a direct message.
func (s *stage) inDM(who, path string, options ...string) *discord.Interaction {
	s.t.Helper()
	ix := s.slash(who, path, options...)
	u, err := s.store.User(s.t.Context(), ix.User.ID)
	s.must(err)
	ix.Guild, ix.Channel = "", u.DM
	return ix
}

// edits returns how a message was edited by the outbox.
func (s *stage) edits(message string) (edits []discord.Edit) {
	for _, c := range s.api.Calls(discordtest.Edit) {
		if string(c.ID) == message {
			edits = append(edits, c.Edit)
		}
	}
	return edits
}

// asksAt reports whether a message has menus of a position.
func asksAt(m discord.Message, id match.GameID, ply engine.Ply) bool {
	return slices.ContainsFunc(offers(m), func(o offer) bool { return strings.Contains(o.id+"/", fmt.Sprintf("/%s/%d/", id, ply)) })
}

// acting are the rows by which a move is made: all but those that only open a plan or take a move back.
func acting(rows []discord.Row) []discord.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r discord.Row) bool {
		return r.Select == nil && !slices.ContainsFunc(r.Buttons, func(b discord.Button) bool {
			id, ok := press.Parse(b.CustomID)
			return !ok || id.Action != press.Plan && id.Action != press.Undo && id.Action != press.Next
		})
	})
}

func drawAt(id match.GameID, ply engine.Ply) string { return fmt.Sprintf("g/%s/%d/draw", id, ply) }

func method(m discordtest.Method) func(discordtest.Call) bool {
	return func(c discordtest.Call) bool { return c.Method == m }
}

func TestAClickedPanelWhoseAnswerArrivesIsNotEditedAgain(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p := s.game(id).Seats[0].Name, s.panelOf(id, 1)
	for ply := s.game(id).Ply; s.game(id).Ply < ply+2; s.flush() {
		contains(t, s.handle(s.clickPanel(who, p, drawAt(id, s.game(id).Ply), "deck")).Content, "You draw ")
	}
	if got := s.edits(p.Message); len(got) != 0 {
		t.Errorf("the clicked panel was edited %d times beside its answers", len(got))
	}
	if left := s.panelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAClickedPanelWhoseAnswerIsLostIsBroughtUpToDate(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p, ply := s.game(id).Seats[0].Name, s.panelOf(id, 1), s.game(id).Ply
	s.api.Fail = failing(discordtest.Unavailable, method(discordtest.EditOriginal))
	s.bot.Handle(t.Context(), s.clickPanel(who, p, drawAt(id, ply), "deck"))
	s.flush()
	edits := s.edits(p.Message)
	if len(edits) != 1 || edits[0].Rows == nil || !asksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Fatalf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
	s.bot.Handle(t.Context(), s.clickPanel(who, p, drawAt(id, ply+1), "deck"))
	s.flush()
	edits = s.edits(p.Message)
	if last := edits[len(edits)-1]; len(edits) != 2 || len(*last.Rows) != 0 {
		t.Errorf("got %d edits, the last with rows %v, want a second one without menus", len(edits), last.Rows)
	}
}

func TestAKillBetweenCommitAndAnswerLeavesAFreshPanel(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p, ply := s.game(id).Seats[0].Name, s.panelOf(id, 1), s.game(id).Ply
	r := s.request(s.clickPanel(who, p, drawAt(id, ply), "deck"))
	_, err := carryOut(t.Context(), s.bot, r, id, engine.Move{Verb: engine.Draw})
	s.must(err)
	s.reopen()
	s.flush()
	edits := s.edits(p.Message)
	if len(edits) != 1 || !asksAt(discord.Message{Rows: *edits[0].Rows}, id, ply+1) {
		t.Errorf("got edits %+v, want the panel of ply %d", edits, ply+1)
	}
}

// holdingAPI completes answers only when it is let.
type holdingAPI struct {
	discord.API
	reached, release chan struct{}
}

func (a *holdingAPI) EditOriginal(ctx context.Context, ix *discord.Interaction, m discord.Message) (discord.MessageID, error) {
	a.reached <- struct{}{}
	<-a.release
	return a.API.EditOriginal(ctx, ix, m)
}

func TestThePanelThatIsBeingAnsweredIsLeftToTheAnswer(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p, ply, thread := s.game(id).Seats[0].Name, s.panelOf(id, 1), s.game(id).Ply, s.game(id).Thread
	s.move(id, func(engine.View) engine.Move { return engine.Move{Verb: engine.Draw} })
	s.flush()
	before, tolds := len(s.edits(p.Message)), len(s.api.Sent(thread))
	hold := &holdingAPI{s.api, make(chan struct{}), make(chan struct{})}
	s.remake(func(o *Options) { o.API = hold })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ran, handled := make(chan error, 1), make(chan struct{})
	go func() { ran <- s.bot.Run(ctx) }()
	go func() {
		defer close(handled)
		s.bot.Handle(ctx, s.clickPanel(who, p, drawAt(id, ply+1), "deck"))
	}()
	<-hold.reached
	s.must(s.api.Wait(ctx, func([]discordtest.Call) bool { return len(s.api.Sent(thread)) > tolds })) // others are told meanwhile
	close(hold.release)
	<-handled
	stop()
	<-ran
	s.flush() // what the outbox has held back
	if got := len(s.edits(p.Message)); got != before {
		t.Errorf("the panel was edited %d times beside its answer", got-before)
	}
}

// A command typed in direct messages is answered by a new panel: the earlier one waits for that, and then gives way to it.
func TestThePanelAboveIsLeftUntilACommandIsAnswered(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, p := s.game(id).Seats[0].Name, s.panelOf(id, 1)
	s.flush()
	draw := s.inDM(who, "draw", "game="+string(id), "card=deck")
	if answer := s.handle(draw); len(acting(answer.Rows)) == 0 {
		t.Fatalf("got %+v, want the menus for the second card", answer)
	}
	due := s.due()
	i := slices.IndexFunc(due, func(m storage.Message) bool { return m.Kind == tell.Panel })
	for answering, want := range map[string]bool{draw.ID: false, "another": true} {
		teller := tell.New(tell.Options{Now: func() time.Time { return s.clock }, Answers: beingAnswered(answering)})
		if ready := teller.Ready(due[i]); ready != want {
			t.Errorf("while %s is answered the renewal can be sent: %t", answering, ready)
		}
	}
	s.flush()
	if is := s.now(p); len(acting(*is.Rows)) > 0 {
		t.Errorf("the earlier panel has menus beside the answer: %+v", is)
	}
}

func TestAPanelFollowsATurnThatIsMadeElsewhereWithWhatWasDrawn(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	p := s.panelOf(id, 1)
	s.notated(id, "draw 1")
	contains(t, *s.now(p).Content, "You draw", s.say("panel.owes-second"))
	s.notated(id, "draw deck")
	contains(t, *s.now(p).Content, "You draw", "from the market", "from the deck", s.say("panel.next", "Names", discord.Plain(s.game(id).Seats[1].Name)))
}

// N2: seat 2 chooses its tickets, then seat 1, which moves first: both by /hand at the table.
func TestASetupPanelDoesNotKeepTheMenusOfATurn(t *testing.T) {
	s := newStage(t)
	id := s.runningOf("nordic", "Ola", "Bo")
	setup := s.panelOf(id, 1)
	s.moveAs(id, 2, firstLegal)
	s.flush()
	s.moveAs(id, 1, firstLegal)
	s.flush()
	edits := s.edits(setup.Message)
	last := edits[len(edits)-1]
	if len(*last.Rows) != 0 || strings.Contains(*last.Content, "Your turn") {
		t.Errorf("the setup panel says %q with %d rows of menus, beside the panel of the turn", *last.Content, len(*last.Rows))
	}
	if turn := s.panelOf(id, 1); turn.Message == setup.Message {
		t.Error("the setup panel is the turn's panel")
	}
}

// The answer to the last setup choice shows the first turn, which then is made elsewhere.
func TestAPanelThatBecameTheNextTurnsIsBroughtUpToDate(t *testing.T) {
	s := newStage(t)
	id := s.runningOf("nordic", "Ola", "Bo")
	setup := s.panelOf(id, 1)
	s.moveAs(id, 2, firstLegal)
	s.flush()
	v := s.table(id).View(1)
	var offer []string
	for _, ticket := range v.Own().Offer.IDs {
		offer = append(offer, v.Lexicon().Tickets[ticket])
	}
	answer := s.handle(s.clickPanel(s.game(id).Seats[0].Name, setup, fmt.Sprintf("g/%s/0/keep", id), offer...))
	if !asksAt(answer, id, 2) {
		t.Fatalf("got the answer %q with %v, want the menus of the turn", answer.Content, offers(answer))
	}
	s.flush()
	s.drawTwo(id)
	s.flush()
	edits := s.edits(setup.Message)
	if len(edits) == 0 || len(*edits[len(edits)-1].Rows) != 0 {
		t.Errorf("got edits %+v, want the menus gone once the turn is made elsewhere", edits)
	}
	if left := s.panelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAPanelOpenedInADirectMessageFollowsTheGame(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.game(id).Seats[0].Name
	s.handle(s.inDM(who, "hand", "game="+string(id)))
	panels := s.panelsOf(id, 1)
	if len(panels) != 2 {
		t.Fatalf("got panels %v, want the turn's and the one that was opened", panels)
	}
	s.drawTwo(id)
	s.flush()
	for _, p := range panels {
		edits := s.edits(p.Message)
		if len(edits) == 0 || len(*edits[len(edits)-1].Rows) != 0 {
			t.Errorf("got edits %+v of panel %s, want its menus gone", edits, p.Message)
		}
	}
	if left := s.panelsOf(id, 1); len(left) != 0 {
		t.Errorf("panels %v are remembered after the turn", left)
	}
}

func TestAPanelThatComesTooLateIsBroughtUpToDate(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	u, err := s.store.User(t.Context(), g.Seats[0].User)
	s.must(err)
	shown := route.Panel{Game: id, Seat: 1, Ply: g.Ply, Head: g.Head}
	s.drawTwo(id) // while the panel was drawn
	s.flush()
	s.bot.server.Shown(t.Context(), shown, u.DM, "4711")
	s.flush()
	if edits := s.edits("4711"); len(edits) != 1 || len(*edits[0].Rows) != 0 {
		t.Errorf("got edits %+v, want the menus gone", edits)
	}
}

func TestAPanelWithoutMenusIsNotRemembered(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.handle(s.inDM(s.game(id).Seats[1].Name, "hand", "game="+string(id)))
	s.handle(s.slash(s.game(id).Seats[0].Name, "hand", "game="+string(id))) // on a server only its reader sees it
	if panels, turns := s.panelsOf(id, 2), s.panelsOf(id, 1); len(panels) != 0 || len(turns) != 1 {
		t.Errorf("got panels %v and %v, want the turn's alone", panels, turns)
	}
}

func TestWhoCompletesTheSetupAndBeginsGetsOnePanel(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo")
	v := s.table(id).View(engine.Public)
	last := v.ToMove[0] // the first seat, which begins
	s.moveAs(id, v.ToMove[1], firstLegal)
	s.flush()
	panel, who := s.panelOf(id, last), s.table(id).Seats[last-1].Name
	before := len(s.dm(who))
	keep := press.ID{
		Action: press.Do, Game: string(id), At: press.Position{Ply: s.game(id).Ply}, Move: firstLegal(s.table(id).View(last)),
	}
	answer := s.handle(s.clickPanel(who, panel, keep.Print()))
	s.flush()
	if !asksAt(answer, id, s.game(id).Ply) {
		t.Errorf("the answer has no menus for the first turn: %q", answer.Content)
	}
	if after := len(s.dm(who)); after != before {
		t.Errorf("got %d direct messages beside the answer, want none", after-before)
	}
}

func TestWhatIsSaidAfterATurnStaysTrue(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.turn(id)
	game := "game=" + string(id)
	s.handle(s.slash(who, "draw", "card=deck", game))
	told := s.handle(s.slash(who, "draw", "card=deck", game)).Content
	contains(t, told, "Your turn is over. Next: ")
	if strings.Contains(told, "Waiting for") {
		t.Errorf("got %q, which will be wrong when the next player has moved", told)
	}
	contains(t, s.handle(s.slash(who, "hand", game)).Content, "Waiting for")
}

func TestNobodyIsToldThatATurnIsOverBeforeTheFirst(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo")
	first, last := s.game(id).Seats[0].Name, s.game(id).Seats[1].Name
	s.move(id, firstLegal)
	s.flush()
	dms := s.dm(last)
	keep := dms[len(dms)-1].Rows[0].Select
	answer := s.handle(s.inPanel(last, id, 2, keep.CustomID, keep.Options[0].Value))
	sure := answer.Rows[len(answer.Rows)-1].Buttons[0].CustomID
	answer = s.handle(s.inPanel(last, id, 2, sure))
	s.flush()
	contains(t, answer.Content, s.say("narrate.began", "Who", first))
	if over := s.say("panel.next", "Names", first); strings.Contains(answer.Content, over) {
		t.Errorf("got %q before anybody's first turn", over)
	}
	dms = s.dm(first)
	contains(t, dms[len(dms)-1].Content, s.say("panel.since-start"))
	s.drawTwo(id)
	s.drawTwo(id)
	s.flush()
	dms = s.dm(first)
	contains(t, dms[len(dms)-1].Content, s.say("panel.since"))
}

// inPanel makes a click in the only panel of a seat.
func (s *stage) inPanel(who string, id match.GameID, seat engine.Seat, customID string, values ...string) *discord.Interaction {
	s.t.Helper()
	return s.clickPanel(who, s.panelOf(id, seat), customID, values...)
}

func TestWhoHasChosenIsToldWhenTheGameBegins(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo", "Cy")
	s.flush()
	chosen := map[engine.Seat]storage.Post{}
	for range 2 {
		seat := s.table(id).View(engine.Public).ToMove[0]
		chosen[seat] = s.panelOf(id, seat)
		keep := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: firstLegal(s.table(id).View(seat))}
		contains(t, s.handle(s.clickPanel(s.nameOf(id, seat), chosen[seat], keep.Print())).Content, s.say("panel.next-setup"))
		s.flush()
	}
	s.move(id, firstLegal)
	s.flush()
	first := s.table(id).View(engine.Public).ToMove[0]
	for seat, p := range chosen {
		edits := s.edits(p.Message)
		last := edits[len(edits)-1]
		if last.Content == nil || strings.Contains(*last.Content, s.say("panel.next-setup")) {
			t.Fatalf("seat %d is not told that the game has begun", seat)
		}
		if n := strings.Count(*last.Content, "Everybody has chosen"); n != 1 && seat != first {
			t.Errorf("it is said %d times: %q", n, *last.Content)
		}
	}
}
