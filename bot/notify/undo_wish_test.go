package notify_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/message"
	"konduktor/bot/notify"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAStandInIsGreetedBeforeTheTurnIsShown(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	after := g
	after.Seats = slices.Clone(g.Seats)
	after.LetStandIn(1, bottest.Person("Cy").ID, s.Clock)
	after.ToMove = []match.UserID{bottest.Person("Cy").ID}
	notifier := notify.New(notify.Options{
		Now:     func() time.Time { return s.Clock },
		Answers: beingAnswered("5017"),
	})
	for interaction, ready := range map[string]bool{"5017": false, "5018": true} {
		out, err := notifier.Hear(t.Context(), match.Happening{Row: after, Event: match.SeatChanged{
			Seat: 1, Was: g.Seats[0], Why: match.StoodIn, Answered: bottest.Person("Cy").ID,
		}})
		s.Must(err)
		for i := range out {
			out[i].Cause = interaction
		}
		i := slices.IndexFunc(out, func(m storage.Message) bool { return m.Kind == notify.YourTurn })
		if i < 0 || notifier.Ready(out[i]) != ready {
			t.Errorf("interaction %s: want the turn among %+v to be ready: %t", interaction, out, ready)
		}
	}
}

// waitedFor returns the name and seat of one who is to move now.
func waitedFor(s *bottest.Stage, id match.GameID) (string, engine.Seat) {
	s.T.Helper()
	seat := s.Table(id).View(engine.Public).ToMove[0]
	return s.NameOf(id, seat), seat
}

func TestPlayerToMoveIsAskedAboutAnUndoInTheirPanel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(s *bottest.Stage, id match.GameID, third string, p storage.Post)
	}{
		"no": {func(s *bottest.Stage, _ match.GameID, third string, p storage.Post) {
			s.Handle(s.ClickPanel(third, p, bottest.AnswersIn(*s.Now(p).Rows, customid.Deny)))
		}},
		"yes of one of two": {func(s *bottest.Stage, _ match.GameID, third string, p storage.Post) {
			s.Handle(s.ClickPanel(third, p, bottest.AnswersIn(*s.Now(p).Rows, customid.Allow)))
		}},
		"no of another": {func(s *bottest.Stage, id match.GameID, third string, _ storage.Post) {
			for _, seat := range s.Game(id).Seats {
				if seat.Name != third && seat.User != s.Game(id).Undoing.User {
					s.Handle(s.Click(seat.Name, customid.At(customid.Deny, id, customid.Of(s.Table(id).Game))))
				}
			}
		}},
		"silence": {func(s *bottest.Stage, _ match.GameID, _ string, _ storage.Post) {
			s.Clock = s.Clock.Add(12 * time.Hour)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, id, asker, _ := asked(t, "daily", "Ola", "Bo", "Cy")
			third, seat := waitedFor(s, id)
			p := s.PanelOf(id, seat)
			shown := s.Now(p)
			bottest.Contains(t, *shown.Content, s.Say("undo.wish", "Who", discord.Plain(asker)),
				s.Say("undo.or-move"))
			if bottest.AnswersIn(*shown.Rows, customid.Allow) == "" || bottest.AnswersIn(*shown.Rows,
				customid.Deny) == "" {
				t.Fatalf("the panel has no buttons to answer with: %+v", *shown.Rows)
			}
			if len(bottest.Acting(*shown.Rows)) < 2 {
				t.Error("the panel's own menus are gone")
			}
			c.answer(s, id, third, p)
			s.Flush()
			if last := s.Now(p); bottest.AnswersIn(*last.Rows, customid.Allow) != "" ||
				len(bottest.Acting(*last.Rows)) == 0 {
				t.Errorf("after the answer the panel has %+v", *last.Rows)
			}
			said := s.Say("undo.you-agreed", "Who", discord.Plain(asker))
			if got := strings.Contains(*s.Now(p).Content, said); got != (name == "yes of one of two") {
				t.Errorf("the panel says that its reader has agreed: %t: %q", got, *s.Now(p).Content)
			}
			if g := s.Game(id); g.Branch != 0 {
				t.Errorf("moves were taken back: branch %d", g.Branch)
			}
		})
	}
}

// All choose at once, so several are waited for: the move of one is an answer for all.
func TestMoveRemovesTheUndoQuestionFromAllPanels(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo", "Cy")
	s.Flush()
	first := s.Move(id, bottest.FirstLegal).Seat
	for range 3 {
		s.Handle(s.Slash(s.NameOf(id, first), "undo", "game="+string(id)))
		s.MoveAs(id, first, bottest.FirstLegal)
	}
	// too often, so all others are asked
	s.Handle(s.Slash(s.NameOf(id, first), "undo", "game="+string(id)))
	s.Flush()
	waiting := s.Table(id).View(engine.Public).ToMove
	panels := map[engine.Seat]storage.Post{}
	for _, seat := range waiting {
		panels[seat] = s.PanelOf(id, seat)
		if bottest.AnswersIn(*s.Now(panels[seat]).Rows, customid.Allow) == "" {
			t.Fatalf("seat %d is not asked", seat)
		}
	}
	s.MoveAs(id, waiting[0], bottest.FirstLegal)
	s.Flush()
	if last := s.Now(panels[waiting[1]]); bottest.AnswersIn(*last.Rows, customid.Allow) != "" ||
		len(bottest.Acting(*last.Rows)) == 0 {
		t.Errorf("after another's move the panel has %+v", *last.Rows)
	}
}

func TestUndoQuestionNamesOtherPlayersWhoseMovesGo(t *testing.T) {
	t.Parallel()
	s, id, _, others := asked(t, "", "Ola", "Bo")
	said := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, said[len(said)-1].Content, s.Say("undo.takes", "Names",
		discord.Plain(others[0])))
}

// A command in a direct message is answered there, by a panel that stays: a message with another
// one would be too much.
func TestAnUndoInADirectMessageLeavesOnePanel(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me := s.NameOf(id, seat)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Flush()
	before, told := len(s.DM(me)), len(s.API.Sent(s.Game(id).Thread))
	hold := &holdingAPI{s.API, make(chan struct{}), make(chan struct{})}
	s.Remake(func(o *bot.Options) { o.API = hold })
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ran, handled := make(chan error, 1), make(chan struct{})
	go func() { ran <- s.Bot.Run(ctx) }()
	go func() {
		defer close(handled)
		s.Bot.Handle(ctx, s.InDM(me, "undo", "game="+string(id)))
	}()
	<-hold.reached // the outbox is quicker than the answer
	s.Must(s.API.Wait(ctx, func([]discordtest.Call) bool {
		return len(s.API.Sent(s.Game(id).Thread)) > told
	}))
	close(hold.release)
	<-handled
	stop()
	<-ran
	s.Flush() // what the outbox has held back
	for _, m := range s.DM(me)[before:] {
		if len(bottest.Acting(m.Rows)) > 0 {
			t.Errorf("a second panel was sent: %q", m.Content)
		}
	}
	if n := len(s.PanelsOf(id, seat)); n != 1 {
		t.Errorf("%d panels are remembered, want one", n)
	}
	if slices.ContainsFunc(s.Due(),
		func(m storage.Message) bool { return m.User == bottest.Person(me).ID }) {
		t.Error("something for the player is left in the outbox")
	}
}

// beingAnswered is an interaction whose answer is under way.
type beingAnswered string

func (a beingAnswered) UnderWay(interaction string) bool { return string(a) == interaction }

func TestNoMessageOvertakesTheAnswerToAnUndo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	notifier := notify.New(notify.Options{
		Now:     func() time.Time { return s.Clock },
		Answers: beingAnswered("5017"),
	})
	out, err := notifier.Hear(t.Context(), match.Happening{
		Event: match.TakenBack{Seat: 1, Moves: []engine.Seat{1}}, Row: g, By: g.Seats[0].User,
		Origin: match.Origin{Interaction: "5017"},
	})
	s.Must(err)
	i := slices.IndexFunc(out, func(m storage.Message) bool { return m.User == g.Seats[0].User })
	for cause, want := range map[string]bool{"5017": false, "5018": true} {
		out[i].Cause = cause
		if ready := notifier.Ready(out[i]); ready != want {
			t.Errorf("the letter that follows interaction %s can be sent: %t", cause, ready)
		}
	}
}

func isGone(s *bottest.Stage, p storage.Post) bool {
	return slices.ContainsFunc(s.API.Calls(discordtest.Delete), func(c discordtest.Call) bool {
		return c.ID == p.Message
	})
}

// Who answers in direct messages and takes the move back at the table would keep a hand there that
// is no longer true.
func TestAnswerToAnUndoneMoveGoes(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me, p := s.NameOf(id, seat), s.PanelOf(id, seat)
	do := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstOf(engine.Claim)(s.Table(id).View(seat)),
	}.Print()
	s.Handle(s.ClickPanel(me, p, do))
	s.Flush()
	s.Handle(s.Click(me, customid.At(customid.Undo, id, customid.Of(s.Table(id).Game))))
	s.Flush()
	if !isGone(s, p) {
		t.Error("the answer stays beside the panel")
	}
	if n := len(s.PanelsOf(id, seat)); n != 1 {
		t.Errorf("%d panels to move again from, want one", n)
	}
}

func TestHouseTurnOffersNoUndo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	s.Handle(s.Slash(s.NameOf(id, seat), "game stand-in", "conductor=true", "now=true",
		"game="+string(id)))
	s.Remake(func(o *bot.Options) { o.House = choosing(bottest.FirstOf(engine.Claim)) })
	s.Must(s.Bot.KeepClocks(t.Context()))
	s.Flush()
	said := s.API.Sent(s.Game(id).Thread)
	turn := said[len(said)-1]
	bottest.Contains(t, turn.Content, "claims")
	if bottest.AnswersIn(turn.Rows, customid.Undo) != "" {
		t.Errorf("somebody could take the house's move back: %+v", turn.Rows)
	}
}

// choosing moves for the house.
type choosing bottest.Chooser

func (c choosing) Choose(_ context.Context, seat play.BenchSeat) (engine.Move, bool) {
	return c(*seat.View), true
}

// The answer to a move stays in its player's direct messages. Once another player's undo has taken
// that move back too, it must not show the hand and the points of a turn that was not.
func TestAnswerToAMoveUndoneWithAnothersSaysSo(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	first := s.ToClaim(id)
	s.MoveAs(id, first, bottest.FirstOf(engine.Claim))
	s.Flush()
	me, seat := waitedFor(s, id)
	p := s.PanelOf(id, seat)
	do := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstOf(engine.Claim)(s.Table(id).View(seat)),
	}.Print()
	told := s.Handle(s.ClickPanel(me, p, do)).Content
	bottest.Contains(t, told, "You claim")
	s.Flush()
	asker := s.NameOf(id, first)
	s.Handle(s.Slash(asker, "undo", "game="+string(id)))
	s.Flush()
	bottest.Contains(t, s.Handle(s.Click(me, customid.At(customid.Allow, id,
		customid.Of(s.Table(id).Game)))).Content, s.Say("undo.agreed", "Game", string(id)))
	s.Flush()
	last := s.Now(p)
	if last.Content == nil {
		t.Fatalf("the answer still says: %q", told)
	}
	along := s.Say("undo.along", "Who", discord.Plain(asker), "Moves", "~~You claim")
	bottest.Contains(t, *last.Content, along[:len(along)-1])
	if n := len(strings.Split(*last.Content, "\n")); n != 2 || len(*last.Rows) > 0 {
		t.Errorf("got %q with %+v, want the game's name and a line", *last.Content, *last.Rows)
	}
	dms := s.DM(me)
	newest := dms[len(dms)-1]
	bottest.Contains(t, newest.Content, along[:len(along)-1], s.Say("undo.as-before"))
	if v := s.Table(id).View(seat); !strings.Contains(newest.Content, message.Speaker(s.Texts("en"),
		s.Table(id)).Cards(&v, v.Own().Hand.Cards)) {
		t.Errorf("the message does not say what the player holds now: %q", newest.Content)
	}
	if !newest.Silent || len(newest.Rows) > 0 {
		t.Errorf("the message calls to a turn: %+v", newest)
	}
	s.MoveAs(id, first, bottest.FirstOf(engine.Claim))
	s.Flush()
	dms = s.DM(me)
	// in the turn that comes
	bottest.Contains(t, dms[len(dms)-1].Content, along[:len(along)-1])
	s.Move(id, bottest.FirstOf(engine.Claim))
	for told := len(dms); len(s.DM(me)) == told; s.Flush() {
		s.Move(id, bottest.FirstOf(engine.Draw))
	}
	if dms = s.DM(me); strings.Contains(dms[len(dms)-1].Content, along[:len(along)-1]) {
		t.Errorf("told again in a later turn: %q", dms[len(dms)-1].Content)
	}
}

// Bo has moved since and is not to move now: no panel asks him. Without a message of his own he
// would learn of it at the table alone.
func TestPlayersWhoWouldLoseAMoveAreAskedDirectly(t *testing.T) {
	t.Parallel()
	s, id, asker, others := asked(t, "daily", "Ola", "Bo", "Cy")
	third, _ := waitedFor(s, id)
	loser := others[0]
	if loser == third {
		loser = others[1]
	}
	question := s.Say("undo.wish", "Who", discord.Plain(asker))
	of := func(name string) (asked []discord.Message) {
		for _, m := range s.DM(name) {
			if strings.Contains(m.Content, question) {
				asked = append(asked, m)
			}
		}
		return asked
	}
	got := of(loser)
	if len(got) != 1 || len(of(third)) != 0 || len(of(asker)) != 0 {
		t.Fatalf("%s is asked %d times, %s, in whose panel it is, %d times", loser, len(got), third,
			len(of(third)))
	}
	bottest.Contains(t, got[0].Content, s.Say("undo.takes-yours"), s.Say("undo.until", "Time", "",
		"In", "")[:15])
	if !got[0].Silent {
		t.Error("it calls a second time")
	}
	_, seat := waitedFor(s, id)
	s.Handle(s.Click(third, bottest.AnswersIn(*s.Now(s.PanelOf(id, seat)).Rows, customid.Allow)))
	s.Flush()
	bottest.Contains(t, *s.Now(s.PanelOf(id, seat)).Content, s.Say("undo.takes", "Names",
		discord.Plain(loser)))
	s.Handle(s.Click(loser, bottest.AnswersIn(got[0].Rows, customid.Allow)))
	s.Flush()
	if g := s.Game(id); g.Branch != 1 {
		t.Errorf("branch %d after all have agreed", g.Branch)
	}
}
