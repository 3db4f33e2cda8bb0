package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/opponent"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// answersIn finds the button of an action in rows; "" if there is none.
func answersIn(rows []discord.Row, action press.Action) string {
	for _, r := range rows {
		for _, b := range r.Buttons {
			if id, ok := press.Parse(b.CustomID); ok && id.Action == action {
				return b.CustomID
			}
		}
	}
	return ""
}

// waitedFor returns the name and seat of one who is to move now.
func (s *stage) waitedFor(id match.GameID) (string, engine.Seat) {
	s.t.Helper()
	seat := s.table(id).View(engine.Public).ToMove[0]
	return s.nameOf(id, seat), seat
}

// now returns a message as it was last edited.
func (s *stage) now(p storage.Post) discord.Edit {
	s.t.Helper()
	edits := s.edits(p.Message)
	if len(edits) == 0 {
		s.t.Fatal("the message was not edited")
	}
	return edits[len(edits)-1]
}

func TestWhoIsToMoveIsAskedAboutAnUndoInTheirPanel(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(s *stage, id match.GameID, third string, p storage.Post)
	}{
		"no": {func(s *stage, _ match.GameID, third string, p storage.Post) {
			s.handle(s.clickPanel(third, p, answersIn(*s.now(p).Rows, press.Deny)))
		}},
		"yes of one of two": {func(s *stage, _ match.GameID, third string, p storage.Post) {
			s.handle(s.clickPanel(third, p, answersIn(*s.now(p).Rows, press.Allow)))
		}},
		"no of another": {func(s *stage, id match.GameID, third string, _ storage.Post) {
			for _, seat := range s.game(id).Seats {
				if seat.Name != third && seat.User != s.game(id).Undoing.User {
					s.handle(s.click(seat.Name, press.At(press.Deny, id, s.table(id).At())))
				}
			}
		}},
		"silence": {func(s *stage, _ match.GameID, _ string, _ storage.Post) { s.clock = s.clock.Add(12 * time.Hour) }},
	} {
		t.Run(name, func(t *testing.T) {
			s, id, asker, _ := asked(t, "daily", "Ola", "Bo", "Cy")
			third, seat := s.waitedFor(id)
			p := s.panelOf(id, seat)
			shown := s.now(p)
			contains(t, *shown.Content, s.say("undo.wish", "Who", discord.Plain(asker)), s.say("undo.or-move"))
			if answersIn(*shown.Rows, press.Allow) == "" || answersIn(*shown.Rows, press.Deny) == "" {
				t.Fatalf("the panel has no buttons to answer with: %+v", *shown.Rows)
			}
			if len(acting(*shown.Rows)) < 2 {
				t.Error("the panel's own menus are gone")
			}
			c.answer(s, id, third, p)
			s.flush()
			if last := s.now(p); answersIn(*last.Rows, press.Allow) != "" || len(acting(*last.Rows)) == 0 {
				t.Errorf("after the answer the panel has %+v", *last.Rows)
			}
			said := s.say("undo.you-agreed", "Who", discord.Plain(asker))
			if got := strings.Contains(*s.now(p).Content, said); got != (name == "yes of one of two") {
				t.Errorf("the panel says that its reader has agreed: %t: %q", got, *s.now(p).Content)
			}
			if g := s.game(id); g.Branch != 0 {
				t.Errorf("moves were taken back: branch %d", g.Branch)
			}
		})
	}
}

// All choose at once, so several are waited for: the move of one is an answer for all.
func TestTheQuestionGoesFromAllPanelsWithAMove(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo", "Cy")
	s.flush()
	first := s.move(id, firstLegal).Seat
	for range 3 {
		s.handle(s.slash(s.nameOf(id, first), "undo", "game="+string(id)))
		s.moveAs(id, first, firstLegal)
	}
	s.handle(s.slash(s.nameOf(id, first), "undo", "game="+string(id))) // too often, so all others are asked
	s.flush()
	waiting := s.table(id).View(engine.Public).ToMove
	panels := map[engine.Seat]storage.Post{}
	for _, seat := range waiting {
		panels[seat] = s.panelOf(id, seat)
		if answersIn(*s.now(panels[seat]).Rows, press.Allow) == "" {
			t.Fatalf("seat %d is not asked", seat)
		}
	}
	s.moveAs(id, waiting[0], firstLegal)
	s.flush()
	if last := s.now(panels[waiting[1]]); answersIn(*last.Rows, press.Allow) != "" || len(acting(*last.Rows)) == 0 {
		t.Errorf("after another's move the panel has %+v", *last.Rows)
	}
}

func TestAQuestionAboutAnUndoSaysWhoseMovesGoToo(t *testing.T) {
	s, id, _, others := asked(t, "", "Ola", "Bo")
	said := s.api.Sent(s.game(id).Thread)
	contains(t, said[len(said)-1].Content, s.say("undo.takes", "Names", discord.Plain(others[0])))
}

// A command in a direct message is answered there, by a panel that stays: a message with another one would be too much.
func TestAnUndoInADirectMessageLeavesOnePanel(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	me := s.nameOf(id, seat)
	s.moveAs(id, seat, firstOf(engine.Claim))
	s.flush()
	before, told := len(s.dm(me)), len(s.api.Sent(s.game(id).Thread))
	hold := &holdingAPI{s.api, make(chan struct{}), make(chan struct{})}
	s.remake(func(o *Options) { o.API = hold })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ran, handled := make(chan error, 1), make(chan struct{})
	go func() { ran <- s.bot.Run(ctx) }()
	go func() {
		defer close(handled)
		s.bot.Handle(ctx, s.inDM(me, "undo", "game="+string(id)))
	}()
	<-hold.reached // the outbox is quicker than the answer
	s.must(s.api.Wait(ctx, func([]discordtest.Call) bool { return len(s.api.Sent(s.game(id).Thread)) > told }))
	close(hold.release)
	<-handled
	stop()
	<-ran
	s.flush() // what the outbox has held back
	for _, m := range s.dm(me)[before:] {
		if len(acting(m.Rows)) > 0 {
			t.Errorf("a second panel was sent: %q", m.Content)
		}
	}
	if n := len(s.panelsOf(id, seat)); n != 1 {
		t.Errorf("%d panels are remembered, want one", n)
	}
	if slices.ContainsFunc(s.due(), func(m storage.Message) bool { return m.User == person(me).ID }) {
		t.Error("something for the player is left in the outbox")
	}
}

// beingAnswered is an interaction whose answer is under way.
type beingAnswered string

func (a beingAnswered) UnderWay(interaction string) bool { return string(a) == interaction }
func (a beingAnswered) Arrived(string) bool              { return false }

func TestWhoTakesAMoveBackIsNotWrittenToBeforeTheAnswer(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	g := s.game(id)
	teller := tell.New(tell.Options{Now: func() time.Time { return s.clock }, Answers: beingAnswered("5017")})
	out := teller.Retell(play.TakenBack{Back: play.Back{Seat: 1}, Table: s.table(id)}, play.Occasion{User: g.Seats[0].User, Interaction: "5017"})
	for _, user := range seating.Users(g.Seats) {
		i := slices.IndexFunc(out, func(m storage.Message) bool { return m.User == user })
		if ready := teller.Ready(out[i]); ready == (user == g.Seats[0].User) {
			t.Errorf("the first message to user %s can be sent: %t", user, ready)
		}
	}
}

// Who answers in direct messages and takes the move back at the table would keep a hand there that is no longer true.
func TestTheAnswerToAMoveThatItsPlayerTakesBackSaysSo(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	me, p := s.nameOf(id, seat), s.panelOf(id, seat)
	do := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: firstOf(engine.Claim)(s.table(id).View(seat))}.Print()
	s.handle(s.clickPanel(me, p, do))
	s.flush()
	s.handle(s.click(me, press.At(press.Undo, id, s.table(id).At())))
	s.flush()
	last := s.now(p)
	contains(t, *last.Content, s.say("undo.done"))
	if strings.Contains(*last.Content, "You claim") || len(*last.Rows) > 0 {
		t.Errorf("got %q with %+v", *last.Content, *last.Rows)
	}
	if n := len(s.panelsOf(id, seat)); n != 1 {
		t.Errorf("%d panels to move again from, want one", n)
	}
}

func TestATurnOfTheHouseOffersNobodyToTakeItBack(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	s.handle(s.slash(s.nameOf(id, seat), "game stand-in", "house=true", "now=true", "game="+string(id)))
	s.remake(func(o *Options) { o.House = choosing(firstOf(engine.Claim)) })
	s.must(s.bot.KeepClocks(t.Context()))
	s.flush()
	said := s.api.Sent(s.game(id).Thread)
	turn := said[len(said)-1]
	contains(t, turn.Content, "claims")
	if answersIn(turn.Rows, press.Undo) != "" {
		t.Errorf("somebody could take the house's move back: %+v", turn.Rows)
	}
}

// choosing moves for the house.
type choosing chooser

func (c choosing) Choose(_ context.Context, seat opponent.Seat) (engine.Move, bool) {
	return c(*seat.View), true
}

// The answer to a move stays in its player's direct messages. Once another player's undo has taken that move back too, it must not
// show the hand and the points of a turn that was not.
func TestTheAnswerToAMoveThatGoesWithAnothersSaysSo(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	first := s.toClaim(id)
	s.moveAs(id, first, firstOf(engine.Claim))
	s.flush()
	me, seat := s.waitedFor(id)
	p := s.panelOf(id, seat)
	do := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: firstOf(engine.Claim)(s.table(id).View(seat))}.Print()
	told := s.handle(s.clickPanel(me, p, do)).Content
	contains(t, told, "You claim")
	s.flush()
	asker := s.nameOf(id, first)
	s.handle(s.slash(asker, "undo", "game="+string(id)))
	s.flush()
	contains(t, s.handle(s.click(me, press.At(press.Allow, id, s.table(id).At()))).Content, s.say("undo.agreed", "Game", string(id)))
	s.flush()
	last := s.now(p)
	if last.Content == nil {
		t.Fatalf("the answer still says: %q", told)
	}
	along := s.say("undo.along", "Who", discord.Plain(asker), "Moves", "~~You claim")
	contains(t, *last.Content, along[:len(along)-1])
	if n := len(strings.Split(*last.Content, "\n")); n != 2 || len(*last.Rows) > 0 {
		t.Errorf("got %q with %+v, want the game's name and a line", *last.Content, *last.Rows)
	}
	dms := s.dm(me)
	newest := dms[len(dms)-1]
	contains(t, newest.Content, along[:len(along)-1], s.say("undo.as-before"))
	if v := s.table(id).View(seat); !strings.Contains(newest.Content, s.say("panel.cards", "Cards", s.table(id).Speaker(s.bot.o.Catalog.Texts("en")).Cards(&v, v.Own().Hand.Cards))) {
		t.Errorf("the message does not say what the player holds now: %q", newest.Content)
	}
	if !newest.Silent || len(newest.Rows) > 0 {
		t.Errorf("the message calls to a turn: %+v", newest)
	}
	s.moveAs(id, first, firstOf(engine.Claim))
	s.flush()
	dms = s.dm(me)
	contains(t, dms[len(dms)-1].Content, s.say("panel.since-start"), along[:len(along)-1]) // in the turn that comes
	s.move(id, firstOf(engine.Claim))
	for told := len(dms); len(s.dm(me)) == told; s.flush() {
		s.move(id, firstOf(engine.Draw))
	}
	if dms = s.dm(me); strings.Contains(dms[len(dms)-1].Content, along[:len(along)-1]) {
		t.Errorf("told again in a later turn: %q", dms[len(dms)-1].Content)
	}
}

// Bo has moved since and is not to move now: no panel asks him. Without a message of his own he would learn of it at the table alone.
func TestWhoWouldLoseAMoveIsAskedDirectly(t *testing.T) {
	s, id, asker, others := asked(t, "daily", "Ola", "Bo", "Cy")
	third, _ := s.waitedFor(id)
	loser := others[0]
	if loser == third {
		loser = others[1]
	}
	question := s.say("undo.wish", "Who", discord.Plain(asker))
	of := func(name string) (asked []discord.Message) {
		for _, m := range s.dm(name) {
			if strings.Contains(m.Content, question) {
				asked = append(asked, m)
			}
		}
		return asked
	}
	got := of(loser)
	if len(got) != 1 || len(of(third)) != 0 || len(of(asker)) != 0 {
		t.Fatalf("%s is asked %d times, %s, in whose panel it is, %d times", loser, len(got), third, len(of(third)))
	}
	contains(t, got[0].Content, s.say("undo.takes-yours"), s.say("undo.until", "Time", "", "In", "")[:15])
	if !got[0].Silent {
		t.Error("it calls a second time")
	}
	_, seat := s.waitedFor(id)
	s.handle(s.click(third, answersIn(*s.now(s.panelOf(id, seat)).Rows, press.Allow)))
	s.flush()
	contains(t, *s.now(s.panelOf(id, seat)).Content, s.say("undo.takes", "Names", discord.Plain(loser)))
	s.handle(s.click(loser, answersIn(got[0].Rows, press.Allow)))
	s.flush()
	if g := s.game(id); g.Branch != 1 {
		t.Errorf("branch %d after all have agreed", g.Branch)
	}
}
