package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// toClaim plays on until whoever is to move can claim a route, and returns their seat.
func (s *stage) toClaim(id match.GameID) engine.Seat {
	s.t.Helper()
	for range 40 {
		t := s.table(id)
		seat := t.View(engine.Public).ToMove[0]
		v := t.View(seat)
		if slices.ContainsFunc(v.Legal(), func(m engine.Move) bool { return m.Verb == engine.Claim }) {
			s.flush()
			return seat
		}
		s.move(id, firstOf(engine.Draw))
	}
	s.t.Fatal("nobody can claim a route")
	return 0
}

// firstOf picks the first legal move of a verb.
func firstOf(verb engine.Verb) chooser {
	return func(v engine.View) engine.Move {
		for _, m := range v.Legal() {
			if m.Verb == verb {
				return paid(v, m)
			}
		}
		return firstLegal(v)
	}
}

// names are the players by seat from 1.
func (s *stage) nameOf(id match.GameID, seat engine.Seat) string {
	s.t.Helper()
	return s.game(id).Seats[seat-1].Name
}

// views are what all seats and bystanders are shown.
func (s *stage) views(id match.GameID) []string {
	s.t.Helper()
	t := s.table(id)
	var list []string
	for seat := engine.Public; int(seat) <= len(t.Seats); seat++ {
		v := t.View(seat)
		text, err := notation.MarshalView(&v)
		s.must(err)
		list = append(list, string(text))
	}
	return list
}

func TestAClaimIsTakenBackAtOnceWhileNobodyHasMoved(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	me, before, row := s.nameOf(id, seat), s.views(id), s.game(id)
	made := s.moveAs(id, seat, firstOf(engine.Claim))
	s.flush()
	said := s.api.Sent(row.Thread)
	claim := said[len(said)-1]
	button := press.At(press.Undo, id, s.table(id).At())
	if !slices.ContainsFunc(claim.Rows[0].Buttons, func(b discord.Button) bool { return b.CustomID == button }) {
		t.Errorf("the table's message has no button to take the claim back: %+v", claim.Rows)
	}
	after := s.views(id)
	ix := s.click(me, button)
	contains(t, s.handle(ix).Content, s.say("undo.done"))
	if diff := cmp.Diff(before, s.views(id)); diff != "" {
		t.Errorf("views after the undo (-before +now):\n%s", diff)
	}
	g := s.game(id)
	if g.Ply != row.Ply || g.Head != row.Head || g.Branch != 1 {
		t.Errorf("got ply %d, branch %d", g.Ply, g.Branch)
	}
	s.flush()
	said = s.api.Sent(row.Thread)
	contains(t, said[len(said)-1].Content, "~~"+discord.Plain(me), "takes this back")
	contains(t, s.handle(ix).Content, s.say("undo.repeated", "Game", string(id))) // delivered twice
	if got := s.game(id); got.Branch != 1 {
		t.Errorf("a repetition takes back again: branch %d", got.Branch)
	}
	contains(t, s.handle(s.slash(me, "log", "game="+string(id))).Content, "~~")

	s.moveAs(id, seat, func(engine.View) engine.Move { return made.Move }) // redo
	if diff := cmp.Diff(after, s.views(id)); diff != "" {
		t.Errorf("views after undo and redo (-before +now):\n%s", diff)
	}
	for range 2 { // three times at one position is enough
		s.handle(s.slash(me, "undo", "game="+string(id)))
		s.moveAs(id, seat, func(engine.View) engine.Move { return made.Move })
	}
	s.handle(s.slash(me, "undo", "game="+string(id)))
	if g := s.game(id); g.Branch != 3 || g.Undoing.User != person(me).ID {
		t.Errorf("got branch %d and wish %+v, want the others asked", g.Branch, g.Undoing)
	}
}

func TestDirectMessagesFollowAMoveThatIsTakenBackAtTheTable(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	me, other := s.nameOf(id, seat), s.nameOf(id, 3-seat)
	panel := s.panelOf(id, seat)
	do := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: firstOf(engine.Claim)(s.table(id).View(seat))}.Print()
	s.handle(s.clickPanel(me, panel, do))
	s.flush()
	theirs := s.panelOf(id, 3-seat)
	mine := len(s.dm(me))
	s.handle(s.click(me, press.At(press.Undo, id, s.table(id).At())))
	s.flush()

	dms := s.dm(me)
	if len(dms) != mine+1 {
		t.Fatalf("the mover got %d direct messages after the undo, want one to play from", len(dms)-mine)
	}
	contains(t, dms[mine].Content, s.say("undo.done"))
	if len(acting(dms[mine].Rows)) == 0 {
		t.Errorf("the mover's message has no menus: %+v", dms[mine].Rows)
	}
	edits := s.edits(theirs.Message)
	if len(edits) == 0 {
		t.Fatal("the other's panel still asks for a move")
	}
	last := *edits[len(edits)-1].Content
	contains(t, last, s.say("undo.panel", "Who", discord.Plain(me)))
	if strings.Contains(last, s.say("panel.next", "Names", discord.Plain(me))) {
		t.Errorf("the other is told of a turn that they have not had: %q", last)
	}
	s.moveAs(id, seat, firstOf(engine.Claim)) // redo
	s.flush()
	if dms := s.dm(other); len(acting(dms[len(dms)-1].Rows)) == 0 {
		t.Error("the other is not asked once the move is made again")
	}
}

func TestTheButtonToTakeAMoveBackIsItsMoversAlone(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	s.moveAs(id, seat, firstOf(engine.Claim))
	m := s.handle(s.click(s.nameOf(id, 3-seat), press.At(press.Undo, id, s.table(id).At())))
	contains(t, m.Content, s.say("problem.undo-not-yours", "Game", string(id), "Who", discord.Plain(s.nameOf(id, seat))))
	if g := s.game(id); g.Branch != 0 {
		t.Errorf("got branch %d, want nothing taken back", g.Branch)
	}
}

func TestTheAnswerToAClaimOffersToTakeItBack(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	me := s.nameOf(id, seat)
	v := s.table(id).View(seat)
	claim := firstOf(engine.Claim)(v)
	do := press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: claim}.Print()
	offered := func(m discord.Message) bool {
		return slices.ContainsFunc(m.Rows, func(r discord.Row) bool {
			return slices.ContainsFunc(r.Buttons, func(b discord.Button) bool { return b.CustomID == press.At(press.Undo, id, s.table(id).At()) })
		})
	}
	first := s.click(me, do)
	if m := s.handle(first); !offered(m) {
		t.Errorf("the answer to a claim does not offer to take it back: %+v", m.Rows)
	}
	s.handle(s.slash(me, "undo", "game="+string(id)))
	contains(t, s.handle(first).Content, s.say("problem.moved-on")) // delivered again, after its move was taken back
	if g := s.game(id); g.Branch != 1 || !slices.Equal(g.ToMove, []string{person(me).ID}) {
		t.Errorf("got branch %d, %v to move, want the claim taken back", g.Branch, g.ToMove)
	}
	s.flush()
	panel := s.panelOf(id, seat)
	ix := s.clickPanel(me, panel, press.ID{Action: press.Do, Game: string(id), At: s.table(id).At(), Move: claim}.Print())
	if m := s.handle(ix); !offered(m) {
		t.Errorf("the answer in a direct message does not offer to take the claim back: %+v", m.Rows)
	}
	s.flush()
	if edits := s.edits(panel.Message); len(edits) > 0 && len(*edits[len(edits)-1].Rows) == 0 {
		t.Error("the offer was withdrawn before anybody had moved")
	}
	s.move(id, firstOf(engine.Draw))
	s.flush()
	edits := s.edits(panel.Message)
	if len(edits) == 0 || edits[len(edits)-1].Rows == nil || offered(discord.Message{Rows: *edits[len(edits)-1].Rows}) ||
		strings.Contains(fmt.Sprint(*edits[len(edits)-1].Rows), "undo/") {
		t.Errorf("the offer stands after the next move: %+v", edits)
	}
	old := s.click(me, do) // of the position before the undo
	old.Message = "78"
	contains(t, s.handle(old).Content, s.say("problem.moved-on"))
}

func TestWhatFollowedSomethingHiddenStays(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	me := s.nameOf(id, s.table(id).View(engine.Public).ToMove[0])
	contains(t, s.handle(s.slash(me, "undo", "game="+string(id))).Content, s.say("undo.saw-choices"))
	s.notated(id, "draw deck")
	contains(t, s.handle(s.slash(me, "undo", "game="+string(id))).Content, s.say("undo.saw-blind", "Who", s.table(id).Speaker(s.bot.o.Catalog.Texts("en")).Seat(new(s.table(id).View(engine.Public)), s.table(id).SeatOf(person(me).ID))))
	s.notated(id, "draw 1")
	if g := s.game(id); g.Branch != 0 {
		t.Errorf("something was taken back: branch %d", g.Branch)
	}
}

// A process can die once the undo is committed, and Discord can deliver the same twice at once.
func TestAnUndoIsDoneOnceWhateverHappens(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	s.moveAs(id, seat, firstOf(engine.Claim))
	s.flush()
	before := len(s.api.Sent(s.game(id).Thread))
	ix := s.slash(s.nameOf(id, seat), "undo", "game="+string(id))
	s.api.Fail = failing(&discord.Error{Status: 500}, func(c discordtest.Call) bool { return true })
	s.bot.Handle(t.Context(), ix) // no answer arrives
	s.reopen()
	s.api.Fail = nil
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { s.bot.Handle(t.Context(), ix) })
	}
	both.Wait()
	s.flush()
	if g := s.game(id); g.Branch != 1 {
		t.Errorf("got branch %d, want one undo", g.Branch)
	}
	if got := len(s.api.Sent(s.game(id).Thread)) - before; got != 1 {
		t.Errorf("the table was told %d times, want once", got)
	}
}

func TestASetupChoiceIsTakenBackWhileOthersChoose(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			s := newStage(t)
			seats := []string{"Ola", "Bo", "Cy", "Di"}[:max(2, title.SeatCounts()[0])]
			id := s.runningOf(title.ID(), seats...)
			before := s.views(id)
			seat := s.move(id, firstLegal).Seat
			s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
			if diff := cmp.Diff(before, s.views(id)); diff != "" {
				t.Errorf("views after the undo (-before +now):\n%s", diff)
			}
		})
	}
}

func TestARecordTellsWhatWasTakenBackAndReplays(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	seat := s.toClaim(id)
	claim := s.moveAs(id, seat, firstOf(engine.Claim)).Move
	s.handle(s.slash(s.nameOf(id, seat), "undo", "game="+string(id)))
	at := s.table(id).Ply
	s.finish(id)
	over := s.table(id)
	files, err := s.bot.games.Record(t.Context(), over)
	s.must(err)
	text := string(files[0].Data)
	contains(t, text, fmt.Sprintf("\n# undone %d.1 %d %s\n", at, seat, notation.PrintMove(over.Edition().Lexicon(), claim)))
	record, err := notation.ParseRecord(text, titles.Find)
	s.must(err)
	game, err := record.Replay(-1)
	s.must(err)
	if v := over.View(engine.Public); !game.Over() || game.Ply() != v.Ply {
		t.Errorf("the record replays to ply %d, want %d", game.Ply(), v.Ply)
	}
	if turns, err := s.bot.games.Course(t.Context(), over.Game); err != nil || len(turns) == 0 {
		t.Errorf("got %d turns for the film, error %v", len(turns), err)
	}
}

// TestGamesGoOnWithMovesTakenBackAtRandom lets people ask for an undo at any time, and agree or refuse at random.
func TestGamesGoOnWithMovesTakenBackAtRandom(t *testing.T) {
	for n, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			s := newStage(t)
			s.pace = "daily"
			rng := rand.New(rand.NewPCG(uint64(n), 12))
			people := []string{"Ola", "Bo", "Cy", "Di"}[:max(2, title.SeatCounts()[0])]
			id := s.runningOf(title.ID(), people...)
			choose := anyLegal(uint64(n))
			was, branch := map[engine.Ply][]string{}, 0 // what was shown at each ply
			for range 40 {
				g := s.game(id)
				shown := s.views(id)
				if diff := cmp.Diff(was[g.Ply], shown); g.Branch > branch && diff != "" {
					t.Fatalf("views at ply %d after moves were taken back (-before +after):\n%s", g.Ply, diff)
				}
				was[g.Ply], branch = shown, g.Branch
				if s.game(id).State == match.Running {
					s.move(id, choose)
				}
				s.clock = s.clock.Add(time.Duration(rng.IntN(60)) * time.Minute)
				if rng.IntN(3) == 0 {
					s.handle(s.slash(people[rng.IntN(len(people))], "undo", "game="+string(id)))
				}
				if g := s.game(id); g.Undoing.Holds(g) {
					answer := []press.Action{press.Allow, press.Allow, press.Allow, press.Deny}[rng.IntN(4)]
					for _, name := range people {
						s.handle(s.click(name, press.At(answer, id, s.table(id).At())))
					}
				}
				s.flush()
			}
			g := s.game(id)
			moves, err := s.store.Moves(t.Context(), id, -1) // checks the chain
			s.must(err)
			undone, err := s.store.Undone(t.Context(), id)
			s.must(err)
			if g.Branch == 0 || len(undone) < g.Branch {
				t.Fatalf("got %d undone moves of branch %d: the test proves little", len(undone), g.Branch)
			}
			shown := s.views(id)
			s.reopen() // nothing is kept in memory
			if diff := cmp.Diff(shown, s.views(id)); diff != "" {
				t.Errorf("views after a restart (-before +after):\n%s", diff)
			}
			for seat := engine.Public; int(seat) <= len(people); seat++ {
				annals, err := s.bot.games.Annals(t.Context(), g, seat)
				if err != nil || len(annals) != len(moves)+len(undone) {
					t.Errorf("seat %d: got %d moves in the annals, error %v, want %d and %d", seat, len(annals), err, len(moves), len(undone))
				}
			}
			if n := s.faults.Load(); n > 0 {
				t.Errorf("%d interactions ended in a fault", n)
			}
		})
	}
}

func TestAPanelOfThePositionThatAnUndoBringsBackIsRenewed(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo")
	s.flush()
	other := s.panelOf(id, 2)
	s.moveAs(id, 1, firstLegal)
	s.handle(s.slash(s.nameOf(id, 1), "undo", "game="+string(id)))
	s.flush()
	g := s.game(id)
	if g.Branch != 1 || g.Ply != other.Ply || g.Head != other.Head {
		t.Fatalf("got branch %d and ply %d, want the position of the panel", g.Branch, g.Ply)
	}
	edits := s.edits(other.Message)
	now := func(o offer) bool {
		p, ok := press.Parse(o.id)
		return ok && p.At == press.Position{Ply: g.Ply, Mark: g.Mark()}
	}
	if len(edits) == 0 || edits[len(edits)-1].Rows == nil || !slices.ContainsFunc(offers(discord.Message{Rows: *edits[len(edits)-1].Rows}), now) {
		t.Errorf("got edits %+v, want buttons of the branch after the undo", edits)
	}
}
