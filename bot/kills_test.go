package bot_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
)

// deed is something that somebody does at a table.
type deed struct {
	name string
	do   func(h *harmed)
}

func presses(who string, does customid.Action, values ...string) deed {
	return deed{who + " presses " + string(does), func(h *harmed) { h.press(who, does, values...) }}
}

// clicks has somebody press the answer to a command, which only they see.
func clicks(who string, does customid.Action) deed {
	return deed{who + " clicks " + string(does), func(h *harmed) {
		h.handle(h.Click(who, customid.Button(does, h.id)))
	}}
}

func types(who, path string, options ...string) deed {
	return deed{who + " types /" + path, func(h *harmed) { h.slash(who, path, options...) }}
}

// moves are presses of those who can move, as many as it takes for a number of moves.
func moves(n int) (list []deed) {
	for range n {
		list = append(list, deed{"somebody moves", func(h *harmed) { h.move() }})
	}
	return list
}

// later lets time pass; who is late is played for.
func later(d time.Duration) deed {
	return deed{d.String() + " pass", func(h *harmed) {
		h.Clock = h.Clock.Add(d)
		_ = h.Bot.KeepClocks(h.T.Context())
		_ = h.Bot.KeepPlans(h.T.Context())
	}}
}

// awhile is the time that computers take for some moves.
func awhile(n int) []deed { return slices.Repeat([]deed{later(15 * time.Second)}, n) }

// lobby is how a game of three begins.
var lobby = []deed{
	presses("Bo", customid.Join), presses("Bo", customid.Leave),
	types("Ola", "game invite", "user="+string(bottest.Person("Cy").ID)),
	presses("Cy", customid.Join), presses("Bo", customid.Join),
	presses("Ola", customid.Computer, "easy"), presses("Ola", customid.Computer, customid.NoComputer),
	presses("Ola", customid.Start),
}

// scripts are courses of a game: what people do, most of them at a table of three, and how far the
// course has to come.
var scripts = map[string]struct {
	deeds   []deed
	reaches []string
}{
	"alone against computers": {
		slices.Concat([]deed{clicks("Ola", customid.Solo)}, moves(1), awhile(2), moves(2), awhile(2),
			[]deed{hint}, moves(2), []deed{types("Ola", "undo")}, awhile(2), moves(2),
			[]deed{types("Ola", "undo")}, moves(2), awhile(3), []deed{clicks("Ola", customid.Stop)}),
		[]string{"start", "hint", "cancel"},
	},
	"turns and hints": {
		slices.Concat(lobby, moves(7), []deed{hint, useHint}, moves(5), []deed{hint}, moves(2)),
		[]string{"start", "hint"},
	},
	"undo": {
		slices.Concat(lobby, moves(5), []deed{undo}, moves(1), []deed{undo}, claims(2),
			[]deed{undoEarlier, denies, undoEarlier, allows, allows}, moves(2), claims(2),
			[]deed{undoEarlier, allows, allows}, moves(1)),
		[]string{"wish", "undo"},
	},
	"votes": {
		slices.Concat(lobby, moves(6), []deed{
			types("Ola", "game pause"), presses("Bo", customid.NoPause),
			types("Ola", "game pause"), presses("Bo", customid.Pause), presses("Cy", customid.Pause),
			types("Bo", "game resume"), presses("Cy", customid.Resume),
			clicks("Ola", customid.Stop), presses("Bo", customid.Stay),
			clicks("Cy", customid.Stop), presses("Ola", customid.Stop), presses("Bo", customid.Stop),
		}),
		[]string{"pause vote", "pause", "cancel vote", "cancel"},
	},
	"seats": {
		slices.Concat(lobby, moves(6), []deed{
			stands("Di"), presses("Di", customid.Refuse), stands("Ed"), presses("Ed", customid.Stand),
			late, late, oust, ousts, presses("Ola", customid.Return), presses("Bo", customid.Return),
			presses("Cy", customid.Return), later(5 * 24 * time.Hour), later(13 * time.Hour),
			presses("Ola", customid.Return), clicks("Bo", customid.Quit), clicks("Ola", customid.Seek),
			presses("Fay", customid.Board), takes,
		}, moves(2)),
		[]string{"stand-in", "house", "vote", "vacancy", "call", "newcomer"},
	},
	"plans": {
		slices.Concat(lobby, moves(6), []deed{plans}, moves(2), []deed{
			later(time.Minute), plans,
			dropsPlan, plans,
		}, moves(3), []deed{later(time.Minute)}, moves(1),
			[]deed{later(time.Minute)}),
		[]string{"plan"},
	},
}

var (
	takes = deed{"somebody takes the free seat", func(h *harmed) {
		for i := range h.seats() {
			h.handle(h.Click("Fay", customid.SeatButton(customid.Take, h.id, engine.Seat(i+1))))
		}
	}}
	hint = deed{"the player to move asks for a hint", func(h *harmed) {
		h.handle(h.inDM(h.mover(), "hint"))
	}}
	useHint = deed{"the player to move presses the hint", func(h *harmed) {
		h.move()
	}}
	undo = deed{"who has moved takes it back", func(h *harmed) { h.slash(h.before(1), "undo") }}
	// others have moved since
	undoEarlier = deed{"somebody wants an earlier move back", func(h *harmed) {
		h.slash(h.before(2), "undo")
	}}
	allows = deed{"somebody agrees", func(h *harmed) { h.anybody(customid.Allow) }}
	denies = deed{"somebody says no", func(h *harmed) { h.anybody(customid.Deny) }}
	late   = deed{"time is up", func(h *harmed) {
		if next, err := h.base.NextDeadline(h.T.Context()); err == nil && next.After(h.Clock) {
			h.Clock = next
		}
		_ = h.Bot.KeepClocks(h.T.Context())
	}}
	oust = deed{"a player proposes to vote", func(h *harmed) {
		g, err := h.base.Game(h.T.Context(), h.id)
		h.Must(err)
		for _, s := range g.Seats {
			if s.Automated && s.Holder() != "" {
				for _, name := range []string{"Ola", "Bo", "Cy"} {
					h.slash(name, "game vote-out", "player="+string(s.Holder()))
				}
			}
		}
	}}
	ousts = deed{"somebody agrees to it", func(h *harmed) { h.anybody(customid.Oust) }}
	plans = deed{"somebody plans", func(h *harmed) {
		who := h.waiting()
		g, err := h.base.Game(h.T.Context(), h.id)
		h.Must(err)
		h.press(who, customid.Plan)
		h.see()
		at := customid.Position{Ply: g.Ply, Mark: g.Mark()}
		id := customid.ID{
			Action: customid.PlanDo, Game: string(h.id), At: at, Move: engine.Move{Verb: engine.Draw},
		}
		h.handle(h.Click(who, id.Print()))
		id.Action = customid.PlanMore
		h.handle(h.Click(who, id.Print()))
	}}
	dropsPlan = deed{"somebody drops the plan", func(h *harmed) {
		h.handle(h.Click(h.waiting(), customid.Button(customid.PlanDrop, h.id)))
	}}
)

// stands has a player ask somebody to stand in.
func stands(friend string) deed {
	return deed{"a player asks " + friend + " to stand in", func(h *harmed) {
		h.slash(h.waiting(), "game stand-in", "player="+string(bottest.Person(friend).ID))
	}}
}

// claims has people claim routes without being killed.
func claims(n int) (list []deed) {
	for range n {
		list = append(list, deed{"", func(h *harmed) {
			h.ToClaim(h.id)
			h.Move(h.id, bottest.FirstOf(engine.Claim))
		}})
	}
	return list
}

func TestPostsAreRightAfterAKillAtAnyCall(t *testing.T) {
	t.Parallel()
	rightAfter(t, 2, func(h *harmed) { h.left = h.rng.IntN(80) })
}

func TestPostsAreRightOnceDiscordTakesEditsAgain(t *testing.T) {
	t.Parallel()
	rightAfter(t, 1, func(h *harmed) { h.faulty = true })
}

func TestPostsAreRightAfterTwoProcessesEditThem(t *testing.T) {
	t.Parallel()
	rightAfter(t, 1, func(h *harmed) {
		h.shared, h.other = true, h.NewBot(h.Store, h.API)
		if h.rng.IntN(2) == 0 {
			h.left = h.rng.IntN(120)
		}
	})
}

// rightAfter has people follow all scripts, and harm done before each deed. Each script takes some
// seeds, and more at full size.
func rightAfter(t *testing.T, seeds int, harm func(*harmed)) {
	t.Helper()
	deaths := 0
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			reached, alone := map[string]bool{}, true
			for nth := range uint64(enginetest.Size(seeds, 13*seeds)) {
				h := harmedThrough(t, 9+nth, harm, script.deeds) // 9 has found an edit that was not noted
				deaths += h.deaths
				maps.Copy(reached, h.reached)
				alone = h.other == nil // else others' moves get in the way
			}
			for _, what := range script.reaches {
				if alone && !reached[what] {
					t.Errorf("nobody came as far as %q", what)
				}
			}
		})
	}
	t.Logf("%d kills", deaths)
}

// harmedThrough has people do what a script says, and harm done during each deed. Then what stands
// must be right after one run, and they do it again.
func harmedThrough(t *testing.T, seed uint64, harm func(*harmed), script []deed,
) *harmed {
	t.Helper()
	h := newHarmed(t, seed)
	h.slash("Ola", "game new", "title=amsterdam", "pace=daily", "hints=true")
	h.Flush()
	h.see()
	open, err := h.base.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	h.Must(err)
	h.id = open[0].ID
	for nth, d := range script {
		if d.name == "" {
			d.do(h)
			h.Flush()
			h.see()
			continue
		}
		harm(h)
		d.do(h)
		_ = h.Bot.Flush(t.Context())
		if h.restarted(); d.name == moves(1)[0].name && h.rng.IntN(2) == 0 {
			h.move() // before the bot can say what it owes
		}
		h.recovered()
		h.notes()
		h.judge(seed, nth, d.name+", harmed")
		d.do(h)
		h.recovered()
		h.notes()
		h.judge(seed, nth, d.name)
	}
	if h.compared == 0 {
		t.Error("nothing was compared with what it has to be")
	}
	return h
}

// judge wants everything on the screen to be as it has to be after one run, and the next run to
// change nothing.
func (h *harmed) judge(seed uint64, nth int, when string) {
	h.T.Helper()
	h.Bot.Posts().Start(h.T.Context())
	h.see()
	for _, d := range h.differs() {
		h.T.Errorf("seed %d, deed %d, %s: %s", seed, nth, when, d)
	}
	h.Bot.Posts().Start(h.T.Context())
	if again := h.API.Calls(edits...); len(again) > 0 {
		h.T.Errorf("seed %d, deed %d, %s: the second run makes %+v", seed, nth, when, again[0])
	}
	h.see()
}
