package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// views are what all seats and bystanders are shown.
func views(s *bottest.Stage, id match.GameID) []string {
	s.T.Helper()
	t := s.Table(id)
	var list []string
	for seat := engine.Public; int(seat) <= len(t.Seats); seat++ {
		v := t.View(seat)
		text, err := notation.MarshalView(&v)
		s.Must(err)
		list = append(list, string(text))
	}
	return list
}

func TestAClaimIsTakenBackAtOnceWhileNobodyHasMoved(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me, before, row := s.NameOf(id, seat), views(s, id), s.Game(id)
	made := s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Flush()
	said := s.API.Sent(row.Thread)
	claim := said[len(said)-1]
	button := customid.At(customid.Undo, id, customid.Of(s.Table(id).Game))
	if !slices.ContainsFunc(claim.Rows[0].Buttons,
		func(b discord.Button) bool { return b.CustomID == button }) {
		t.Errorf("the table's message has no button to take the claim back: %+v", claim.Rows)
	}
	after := views(s, id)
	ix := s.Click(me, button)
	bottest.Contains(t, s.Handle(ix).Content, s.Say("undo.done"))
	if diff := cmp.Diff(before, views(s, id)); diff != "" {
		t.Errorf("views after the undo (-before +now):\n%s", diff)
	}
	g := s.Game(id)
	if g.Ply != row.Ply || g.Head != row.Head || g.Branch != 1 {
		t.Errorf("got ply %d, branch %d", g.Ply, g.Branch)
	}
	s.Flush()
	said = s.API.Sent(row.Thread)
	bottest.Contains(t, said[len(said)-1].Content, "~~"+discord.Plain(me), "takes this back")
	// delivered twice
	bottest.Contains(t, s.Handle(ix).Content, s.Say("undo.repeated", "Game", string(id)))
	if got := s.Game(id); got.Branch != 1 {
		t.Errorf("a repetition takes back again: branch %d", got.Branch)
	}
	bottest.Contains(t, s.Handle(s.Slash(me, "log", "game="+string(id))).Content, "~~")

	s.MoveAs(id, seat, func(engine.View) engine.Move { return made.Move }) // redo
	if diff := cmp.Diff(after, views(s, id)); diff != "" {
		t.Errorf("views after undo and redo (-before +now):\n%s", diff)
	}
	for range 2 { // three times at one position is enough
		s.Handle(s.Slash(me, "undo", "game="+string(id)))
		s.MoveAs(id, seat, func(engine.View) engine.Move { return made.Move })
	}
	s.Handle(s.Slash(me, "undo", "game="+string(id)))
	if g := s.Game(id); g.Branch != 3 || g.Undoing.User != bottest.Person(me).ID {
		t.Errorf("got branch %d and wish %+v, want the others asked", g.Branch, g.Undoing)
	}
}

func TestDirectMessagesFollowAMoveThatIsTakenBackAtTheTable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me, other := s.NameOf(id, seat), s.NameOf(id, 3-seat)
	panel := s.PanelOf(id, seat)
	do := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstOf(engine.Claim)(s.Table(id).View(seat)),
	}.Print()
	s.Handle(s.ClickPanel(me, panel, do))
	s.Flush()
	theirs := s.PanelOf(id, 3-seat)
	mine := len(s.DM(me))
	s.Handle(s.Click(me, customid.At(customid.Undo, id, customid.Of(s.Table(id).Game))))
	s.Flush()

	dms := s.DM(me)
	if len(dms) != mine+1 {
		t.Fatalf("the mover got %d direct messages after the undo, want one to play from", len(dms)-mine)
	}
	bottest.Contains(t, dms[mine].Content, s.Say("undo.done"))
	if len(bottest.Acting(dms[mine].Rows)) == 0 {
		t.Errorf("the mover's message has no menus: %+v", dms[mine].Rows)
	}
	edits := s.Edits(theirs.Message)
	if len(edits) == 0 {
		t.Fatal("the other's panel still asks for a move")
	}
	last := *edits[len(edits)-1].Content
	bottest.Contains(t, last, s.Say("undo.panel", "Who", discord.Plain(me)))
	if strings.Contains(last, s.Say("panel.next", "Names", discord.Plain(me))) {
		t.Errorf("the other is told of a turn that they have not had: %q", last)
	}
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim)) // redo
	s.Flush()
	if dms := s.DM(other); len(bottest.Acting(dms[len(dms)-1].Rows)) == 0 {
		t.Error("the other is not asked once the move is made again")
	}
}

func TestOnlyTheMoverCanPressTheUndoButton(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	m := s.Handle(s.Click(s.NameOf(id, 3-seat), customid.At(customid.Undo, id,
		customid.Of(s.Table(id).Game))))
	bottest.Contains(t, m.Content, s.Say("problem.undo-not-yours", "Game", string(id), "Who",
		discord.Plain(s.NameOf(id, seat))))
	if g := s.Game(id); g.Branch != 0 {
		t.Errorf("got branch %d, want nothing taken back", g.Branch)
	}
}

func TestTheAnswerToAClaimOffersToTakeItBack(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me := s.NameOf(id, seat)
	v := s.Table(id).View(seat)
	claim := bottest.FirstOf(engine.Claim)(v)
	do := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: claim,
	}.Print()
	offered := func(m discord.Message) bool {
		return slices.ContainsFunc(m.Rows, func(r discord.Row) bool {
			return slices.ContainsFunc(r.Buttons, func(b discord.Button) bool {
				return b.CustomID == customid.At(customid.Undo, id, customid.Of(s.Table(id).Game))
			})
		})
	}
	first := s.Click(me, do)
	if m := s.Handle(first); !offered(m) {
		t.Errorf("the answer to a claim does not offer to take it back: %+v", m.Rows)
	}
	s.Handle(s.Slash(me, "undo", "game="+string(id)))
	// delivered again, after its move was taken back
	bottest.Contains(t, s.Handle(first).Content, s.Say("problem.moved-on"))
	if g := s.Game(id); g.Branch != 1 || !slices.Equal(g.ToMove,
		[]match.UserID{bottest.Person(me).ID}) {
		t.Errorf("got branch %d, %v to move, want the claim taken back", g.Branch, g.ToMove)
	}
	s.Flush()
	panel := s.PanelOf(id, seat)
	ix := s.ClickPanel(me, panel, customid.ID{
		Action: customid.Do, Game: string(id),
		At: customid.Of(s.Table(id).Game), Move: claim,
	}.Print())
	if m := s.Handle(ix); !offered(m) {
		t.Errorf("the answer in a direct message does not offer to take the claim back: %+v", m.Rows)
	}
	s.Flush()
	if edits := s.Edits(panel.Message); len(edits) > 0 && len(*edits[len(edits)-1].Rows) == 0 {
		t.Error("the offer was withdrawn before anybody had moved")
	}
	s.Move(id, bottest.FirstOf(engine.Draw))
	s.Flush()
	edits := s.Edits(panel.Message)
	if len(edits) == 0 || edits[len(edits)-1].Rows == nil ||
		offered(discord.Message{Rows: *edits[len(edits)-1].Rows}) ||
		strings.Contains(fmt.Sprint(*edits[len(edits)-1].Rows), "undo/") {
		t.Errorf("the offer stands after the next move: %+v", edits)
	}
	old := s.Click(me, do) // of the position before the undo
	old.Message = "78"
	bottest.Contains(t, s.Handle(old).Content, s.Say("problem.moved-on"))
}

// An interaction that made a claim, which was taken back, is no draw that was made in its place.
func TestARepeatedMoveIsHeldAgainstItsOwnPosition(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me := s.NameOf(id, seat)
	claim := s.Click(me, customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstOf(engine.Claim)(s.Table(id).View(seat)),
	}.Print())
	s.Handle(claim)
	s.Handle(s.Slash(me, "undo", "game="+string(id)))
	s.MoveAs(id, seat, bottest.FirstOf(engine.Draw))
	bottest.Contains(t, s.Handle(claim).Content, s.Say("problem.moved-on"))
}

func TestMoveAfterSomethingHiddenCannotBeUndone(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	me := s.NameOf(id, s.Table(id).View(engine.Public).ToMove[0])
	bottest.Contains(t, s.Handle(s.Slash(me, "undo", "game="+string(id))).Content,
		s.Say("undo.saw-choices"))
	s.Notated(id, "draw deck")
	bottest.Contains(t, s.Handle(s.Slash(me, "undo", "game="+string(id))).Content,
		s.Say("undo.saw-you-blind"))
	s.Notated(id, "draw 1")
	if g := s.Game(id); g.Branch != 0 {
		t.Errorf("something was taken back: branch %d", g.Branch)
	}
}

// A process can die once the undo is committed, and Discord can deliver the same twice at once.
func TestUndoIsDoneOnce(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Flush()
	before := len(s.API.Sent(s.Game(id).Thread))
	ix := s.Slash(s.NameOf(id, seat), "undo", "game="+string(id))
	s.API.Fail = bottest.Failing(&discord.Error{Status: 500}, func(c discordtest.Call) bool {
		return true
	})
	s.Bot.Handle(t.Context(), ix) // no answer arrives
	s.Reopen()
	s.API.Fail = nil
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { s.Bot.Handle(t.Context(), ix) })
	}
	both.Wait()
	s.Flush()
	if g := s.Game(id); g.Branch != 1 {
		t.Errorf("got branch %d, want one undo", g.Branch)
	}
	if got := len(s.API.Sent(s.Game(id).Thread)) - before; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}

func TestASetupChoiceIsTakenBackWhileOthersChoose(t *testing.T) {
	t.Parallel()
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			s := bottest.New(t)
			seats := []string{"Ola", "Bo", "Cy", "Di"}[:max(2, title.SeatCounts()[0])]
			id := s.RunningOf(title.ID(), seats...)
			before := views(s, id)
			seat := s.Move(id, bottest.FirstLegal).Seat
			s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
			if diff := cmp.Diff(before, views(s, id)); diff != "" {
				t.Errorf("views after the undo (-before +now):\n%s", diff)
			}
		})
	}
}

func TestAChoiceAtSetupIsTakenBackAloneAfterOthersHaveChosen(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo", "Cy")
	s.Flush()
	for seat := range engine.Seat(2) {
		s.MoveAs(id, seat+1, bottest.FirstLegal)
	}
	s.Flush()
	first, second := s.NameOf(id, 1), s.NameOf(id, 2)
	written := len(s.DM(second))
	s.Handle(s.Slash(first, "undo", "game="+string(id)))
	s.Flush()
	if g := s.Game(id); g.Branch != 1 || g.Ply != 1 || g.Undoing.User != "" {
		t.Fatalf("got branch %d, ply %d and a wish of %q", g.Branch, g.Ply, g.Undoing.User)
	}
	if v := s.Table(id).View(2); v.Moves(2) {
		t.Error("the choice of the second seat is gone too")
	}
	if now := len(s.DM(second)); now != written {
		t.Errorf("%s got %d messages about it", second, now-written)
	}
	log := s.Handle(s.Slash(second, "log", "game="+string(id))).Content
	if n := strings.Count(log, "~~"); n != 2 || !strings.Contains(log, first) {
		t.Errorf("the log has %d marks of what was taken back, want one struck line:\n%s", n, log)
	}
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		s.Move(id, bottest.FirstLegal)
	}
}

// undoOf is the button of a message's rows that takes the reader's move back; "" if there is none.
func undoOf(rows []discord.Row) string {
	for _, row := range rows {
		for _, b := range row.Buttons {
			if id, ok := customid.Parse(b.CustomID); ok && id.Action == customid.Undo {
				return b.CustomID
			}
		}
	}
	return ""
}

func TestAChoiceAtSetupKeepsItsUndoButtonWhileOthersChoose(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo", "Cy")
	s.Flush()
	me := s.NameOf(id, 1)
	panel := s.PanelOf(id, 1)
	do := customid.ID{
		Action: customid.Do, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: bottest.FirstLegal(s.Table(id).View(1)),
	}.Print()
	rows := s.Handle(s.ClickPanel(me, panel, do)).Rows
	s.Flush()
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	if len(s.Edits(panel.Message)) > 0 {
		rows = *s.Now(panel).Rows
	}
	button := undoOf(rows)
	if button == "" {
		t.Fatalf("the answer has no button to take the choice back: %+v", rows)
	}
	s.Handle(s.ClickPanel(me, panel, button))
	if v := s.Table(id).View(1); !v.Moves(1) || s.Game(id).Ply != 1 {
		t.Fatalf("the choice is not taken back: ply %d", s.Game(id).Ply)
	}
	s.Handle(s.ClickPanel(me, panel, button)) // a double tap
	if g := s.Game(id); g.Ply != 1 || g.Branch != 1 {
		t.Errorf("a double tap leaves ply %d of branch %d", g.Ply, g.Branch)
	}
}

func TestAnotherPlayersUndoLeavesAChoiceThatIsBeingMade(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo", "Cy")
	s.Flush()
	me, other := s.NameOf(id, 1), s.NameOf(id, 2)
	panel := s.PanelOf(id, 1)
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	move := bottest.FirstLegal(s.Table(id).View(1))
	at := customid.Of(s.Table(id).Game)
	do := customid.ID{Action: customid.Do, Game: string(id), At: at, Move: move}.Print()
	before := len(s.Edits(panel.Message))
	s.Handle(s.Slash(other, "undo", "game="+string(id)))
	s.Flush()
	if edits := s.Edits(panel.Message); len(edits) > before {
		t.Errorf("the panel is edited, and what was picked in its menu is gone: %+v", edits[before:])
	}
	s.Handle(s.ClickPanel(me, panel, do))
	if v := s.Table(id).View(1); v.Moves(1) {
		t.Fatal("the choice is refused")
	}
	s.Flush()
	stale := s.Handle(s.ClickPanel(me, panel, do)) // and is made once
	if g := s.Game(id); g.Ply != 1 {
		t.Errorf("got ply %d after a second tap, which is told %q", g.Ply, stale.Content)
	}
}

func TestARecordTellsWhatWasTakenBackAndReplays(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	claim := s.MoveAs(id, seat, bottest.FirstOf(engine.Claim)).Move
	s.Handle(s.Slash(s.NameOf(id, seat), "undo", "game="+string(id)))
	at := s.Table(id).Ply
	s.Finish(id)
	over := s.Table(id)
	files, err := s.Bot.Games().Record(t.Context(), over)
	s.Must(err)
	text := string(files[0].Text)
	bottest.Contains(t, text, fmt.Sprintf("\n# undone %d.1 %d %s\n", at, seat,
		notation.PrintMove(over.Edition().Lexicon(), claim)))
	record, err := notation.ParseRecord(text, titles.Find)
	s.Must(err)
	game, err := record.Replay(-1)
	s.Must(err)
	if v := over.View(engine.Public); !game.Over() || game.Ply() != v.Ply {
		t.Errorf("the record replays to ply %d, want %d", game.Ply(), v.Ply)
	}
	if turns, err := s.Bot.Games().Course(t.Context(), over.Game); err != nil || len(turns) == 0 {
		t.Errorf("got %d turns for the film, error %v", len(turns), err)
	}
}

// TestGamesGoOnWithMovesTakenBackAtRandom lets people ask for an undo at any time, and agree or
// refuse at random.
func TestGamesGoOnWithMovesTakenBackAtRandom(t *testing.T) {
	t.Parallel()
	for n, title := range bottest.Titles("asia", "world", "cardgame") {
		t.Run(title.ID(), func(t *testing.T) {
			s := bottest.New(t)
			s.Pace = "daily"
			rng := rand.New(rand.NewPCG(uint64(n), 12))
			people := []string{"Ola", "Bo", "Cy", "Di"}[:max(2, title.SeatCounts()[0])]
			id := s.RunningOf(title.ID(), people...)
			choose := bottest.AnyLegal(uint64(n))
			was, branch := map[engine.Ply][]string{}, 0 // what was shown at each ply
			for range 40 {
				g := s.Game(id)
				shown := views(s, id)
				chosen := s.Table(id).View(engine.Public).Phase != engine.InSetup // others' choices stay
				if diff := cmp.Diff(was[g.Ply], shown); g.Branch > branch && chosen && diff != "" {
					t.Fatalf("views at ply %d after moves were taken back (-before +after):\n%s", g.Ply, diff)
				}
				was[g.Ply], branch = shown, g.Branch
				if s.Game(id).State == match.Running {
					s.Move(id, choose)
				}
				s.Clock = s.Clock.Add(time.Duration(rng.IntN(60)) * time.Minute)
				if rng.IntN(3) == 0 {
					s.Handle(s.Slash(people[rng.IntN(len(people))], "undo", "game="+string(id)))
				}
				if g := s.Game(id); g.Undoing.Holds(g) {
					answer := []customid.Action{
						customid.Allow, customid.Allow, customid.Allow,
						customid.Deny,
					}[rng.IntN(4)]
					for _, name := range people {
						s.Handle(s.Click(name, customid.At(answer, id, customid.Of(s.Table(id).Game))))
					}
				}
				s.Flush()
			}
			g := s.Game(id)
			moves, err := s.Store.Moves(t.Context(), id, -1) // checks the chain
			s.Must(err)
			undone, err := s.Store.Undone(t.Context(), id)
			s.Must(err)
			again := func(u match.Undone) bool { return u.By == "" }
			gone := slices.DeleteFunc(slices.Clone(undone), again)
			if g.Branch == 0 || len(undone) < g.Branch {
				t.Fatalf("got %d undone moves of branch %d: the test proves little", len(undone), g.Branch)
			}
			shown := views(s, id)
			s.Reopen() // nothing is kept in memory
			if diff := cmp.Diff(shown, views(s, id)); diff != "" {
				t.Errorf("views after a restart (-before +after):\n%s", diff)
			}
			for seat := engine.Public; int(seat) <= len(people); seat++ {
				annals, err := s.Bot.Games().Annals(t.Context(), g, seat)
				if err != nil || len(annals) != len(moves)+len(gone) {
					t.Errorf("seat %d: got %d moves in the annals, error %v, want %d and %d", seat, len(annals),
						err, len(moves), len(gone))
				}
			}
			if n := s.Faults.Load(); n > 0 {
				t.Errorf("%d interactions ended in a fault", n)
			}
		})
	}
}

func TestAClaimThatCanBePaidForInOneWayIsMadeAtOnceForWhoWantsThat(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	me := s.NameOf(id, seat)
	v := s.Table(id).View(seat)
	var single engine.Move
	for _, m := range v.Legal() {
		ways := 0
		for range v.Payments(m) {
			ways++
		}
		if m.Verb == engine.Claim && ways == 1 {
			single = m
		}
	}
	if single.Verb == 0 {
		t.Fatal("no route can be paid for in one way: the test needs another seed")
	}
	ask := customid.ID{
		Action: customid.Ask, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: engine.Move{Verb: engine.Claim, Route: single.Route},
	}.Print()
	before := s.Game(id).Ply
	s.Handle(s.ClickPanel(me, s.PanelOf(id, seat), ask))
	if s.Game(id).Ply != before {
		t.Fatal("nobody is asked, though that was not wished")
	}
	s.Handle(s.Click(me, customid.ID{Action: customid.Set, Name: "quick", Choice: "true"}.Print()))
	made := s.Handle(s.ClickPanel(me, s.PanelOf(id, seat), ask))
	if s.Game(id).Ply != before+1 || undoOf(made.Rows) == "" {
		t.Errorf("got ply %d and the rows %+v", s.Game(id).Ply, made.Rows)
	}
}

func TestThePictureBelowAPanelIsSwitchedInPlaceAndStays(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	me := s.Turn(id)
	seat := s.Table(id).SeatOf(bottest.Person(me).ID)
	panel := s.PanelOf(id, seat)
	for _, does := range []customid.Action{customid.Wide, customid.Near} {
		button := customid.Button(does, id)
		shown := s.Hand(me, id)
		if !slices.ContainsFunc(bottest.Offers(shown), func(o bottest.Offer) bool {
			return o.ID == button
		}) {
			t.Fatalf("no button to %s: %+v", does, shown.Rows)
		}
		ix := s.ClickPanel(me, panel, button)
		if got := s.Handle(ix); len(bottest.Acting(got.Rows)) == 0 {
			t.Errorf("%s: the panel has lost its menus: %+v", does, got.Rows)
		}
	}
	habits, err := s.Store.Habits(t.Context(), bottest.Person(me).ID)
	if err != nil || habits.Picture(s.Game(id).Title) != match.Square {
		t.Errorf("the picture is %+v: %v", habits.Framed, err)
	}
}

func TestEachTitleRemembersItsPicture(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	here, there := s.PlayingOf("amsterdam", "Ola", "Bo"), s.PlayingOf("nordic", "Ola", "Bo")
	me := s.Turn(here)
	for s.Turn(there) != me {
		s.Move(there, bottest.FirstLegal)
	}
	s.Flush()
	offers := func(id match.GameID, want customid.Action) {
		t.Helper()
		if list := bottest.Offers(s.Hand(me, id)); !slices.ContainsFunc(list, func(o bottest.Offer) bool {
			return o.ID == customid.Button(want, id)
		}) {
			t.Errorf("%s: no button to %s among %+v", s.Game(id).Title, want, list)
		}
	}
	s.Handle(s.Click(me, customid.Button(customid.Wide, here)))
	offers(here, customid.Near)
	offers(there, customid.Wide)
	s.Handle(s.Click(me, customid.ID{Action: customid.Set, Name: "pictures"}.Print(), "square"))
	offers(here, customid.Wide)
}

func TestTicketsAgainstComputersAreKeptAtOnceWhilePiecesAreStillToBeChosen(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Solo("world", "Ola")
	s.Awhile() // the computers choose
	seat := s.Table(id).SeatOf(bottest.Person("Ola").ID)
	before, v := s.Game(id).Ply, s.Table(id).View(seat)
	all := customid.ID{
		Action: customid.Ask, Game: string(id), At: customid.Of(s.Table(id).Game),
		Move: engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs},
	}.Print()
	made := s.Handle(s.ClickPanel("Ola", s.PanelOf(id, seat), all))
	if s.Game(id).Ply != before+1 || undoOf(made.Rows) == "" {
		t.Fatalf("got ply %d, want %d, and the rows %+v", s.Game(id).Ply, before+1, made.Rows)
	}
	s.Handle(s.Click("Ola", undoOf(made.Rows)))
	if v := s.Table(id).View(seat); v.Own().Owes != engine.OwesKeep {
		t.Errorf("the tickets are not on offer again: %v", v.Own().Owes)
	}
}
