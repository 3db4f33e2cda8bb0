package match

import (
	"slices"

	"konduktor/engine"
)

// History is what happened in a game, move by move, and the game as it was then. It knows every
// secret: a viewer gets a Chronicle. It never changes, so it can be kept and continued.
type History struct {
	names []string // views name the seats
	game  engine.Game
	steps []step // by ply
}

type step struct {
	chapter
	head Link // after the move
}

// disclosed is what the events of a move have disclosed.
type disclosed struct {
	// shown is the first event that showed anybody something hidden, as everybody may know it.
	shown *engine.Event
	told  []engine.Seat // who was told something
}

func disclosedBy(events []engine.Event, seats int) (d disclosed) {
	for i := range events {
		e := &events[i]
		for seat := engine.Public; int(seat) <= seats; seat++ {
			what := e.Discloses(seat)
			if what == engine.DisclosesHidden && d.shown == nil {
				public := e.For(engine.Public)
				d.shown = &public
			}
			told := what > engine.DisclosesNothing && seat != engine.Public
			if told && !slices.Contains(d.told, seat) {
				d.told = append(d.told, seat)
			}
		}
	}
	return d
}

// Plies returns how many moves the history covers.
func (h *History) Plies() int { return len(h.steps) }

// Covers reports whether the history begins with the moves that left head, and calls the seats by
// the row's names.
func (h *History) Covers(row Game, plies int, head Link) bool {
	return plies > 0 && plies <= len(h.steps) && h.steps[plies-1].head == head &&
		slices.Equal(h.names, Names(row.Seats))
}

func (h *History) head(row Game) Link {
	if len(h.steps) == 0 {
		return FirstLink(row)
	}
	return h.steps[len(h.steps)-1].head
}

// Upto returns the history of a game's first moves; false if position does not know the game at
// their head.
func (h *History) Upto(plies int, position func(Link) engine.Game) (*History, bool) {
	if plies == len(h.steps) {
		return h, true
	}
	game := position(h.steps[plies-1].head)
	return &History{names: h.names, game: game, steps: h.steps[:plies]}, game != nil
}

// First returns the history of a game's first moves. position is the game after them; nil: it is
// replayed.
func (h *History) First(title engine.Title, row Game, position engine.Game, moves []Move,
) (*History, error) {
	if len(moves) == len(h.steps) {
		return h, nil
	}
	if position == nil {
		var err error
		if position, err = Replay(title, row, moves, nil); err != nil {
			return nil, err
		}
	}
	return &History{names: h.names, game: position, steps: h.steps[:len(moves)]}, nil
}

// Recount returns the history of a game's moves. What former, which may be nil, tells of them is
// not replayed.
func Recount(title engine.Title, row Game, moves []Move, former *History) (*History, error) {
	if former != nil {
		n := former.Plies()
		if n <= len(moves) && former.Covers(row, n, HeadAfter(row, moves[:n])) {
			return former.With(title, row, moves[n:])
		}
	}
	game, err := Deal(title, row)
	if err != nil {
		return nil, err
	}
	return (&History{names: Names(row.Seats), game: game}).With(title, row, moves)
}

// With adds the moves that followed.
func (h *History) With(title engine.Title, row Game, moves []Move) (*History, error) {
	longer := &History{names: h.names, game: h.game.Clone(), steps: slices.Clip(h.steps)}
	forced := leavesNoChoice(longer.game)
	note := func(i int, game engine.Game, events []engine.Event) {
		m, v := moves[i], game.View(engine.Public)
		longer.steps = append(longer.steps, step{chapter{
			m.Seat, m.At, slices.Clone(events), v.EndsTurn(m.Seat), v.Phase, forced,
			disclosedBy(events, len(row.Seats)),
		}, m.Head()})
		forced = leavesNoChoice(game)
	}
	if err := Continue(longer.game, title, row, moves, note); err != nil {
		return nil, err
	}
	return longer, nil
}

func leavesNoChoice(game engine.Game) bool {
	v := game.View(engine.Public)
	if v.Tunnel == nil { // nothing else can leave a single answer, and a seat's view costs more
		return false
	}
	own := game.View(v.Tunnel.Seat)
	_, forced := own.Forced()
	return forced
}

// Chronicle returns what a viewer may know of the history, at the table of the row; tenures, in
// order, say who made which move.
func (h *History) Chronicle(title engine.Title, row Game, viewer engine.Seat, tenures []Tenure,
) *Chronicle {
	table := Table{
		Game: row, title: title, play: h.game.Clone(), known: Knowledge{Tenures: tenures},
	}
	c := &Chronicle{Viewer: viewer, Table: &table}
	for _, one := range h.steps {
		known := one.chapter
		known.Events = row.Told(tenures, one.Seat, one.at, viewer, one.Events)
		c.chapters = append(c.chapters, known)
		c.heads = append(c.heads, one.head)
	}
	table.follow(h.head(row))
	table.State = row.State // also of a game that was cancelled since
	return c
}

// standing is the Branch of a move that was not taken back.
const standing = -1

// MadeMove is a move that was made, whether it stands or was taken back.
type MadeMove struct {
	Move
	Branch int // which taking back it went with, from 0; standing: none
	after  int // the Branch of the line it was made on; its own but for a line's first move
	// Again: the move went with another seat's choice only to be made again at once.
	Again bool
}

// Stands reports whether the move was not taken back.
func (m MadeMove) Stands() bool { return m.Branch == standing }

// line is a row of moves that were taken back together.
type line struct {
	branch int
	moves  []Move
	again  []bool // by move: it was made again at once
}

func (l *line) from() engine.Ply { return l.moves[0].Ply }

// Interleave puts moves that were taken back, by branch and ply, among those that stand, in the
// order of making. A choice made again at once stands where it was made first too.
func Interleave(moves []Move, undone []Undone) []MadeMove {
	var lines []line
	for _, u := range undone {
		if n := len(lines); n == 0 || lines[n-1].branch != u.Branch {
			lines = append(lines, line{branch: u.Branch})
		}
		last := &lines[len(lines)-1]
		last.moves, last.again = append(last.moves, u.Move), append(last.again, u.By == "")
	}
	// A line was made on the first later one that begins further back: only that took its beginning
	// away.
	on := map[int][]line{}
	for i, l := range lines {
		under := standing
		for _, later := range lines[i+1:] {
			if later.from() < l.from() {
				under = later.branch
				break
			}
		}
		on[under] = append(on[under], l)
	}
	var list []MadeMove
	var walk func(own line, from engine.Ply, parent int)
	walk = func(own line, from engine.Ply, parent int) {
		for i := 0; i <= len(own.moves); i++ {
			for _, l := range on[own.branch] {
				if l.from() == from+engine.Ply(i) {
					walk(l, l.from(), own.branch)
				}
			}
			if i == len(own.moves) {
				break
			}
			made := MadeMove{Move: own.moves[i], Branch: own.branch, after: own.branch}
			if i == 0 {
				made.after = parent
			}
			made.Again = own.again != nil && own.again[i]
			list = append(list, made)
		}
	}
	walk(line{branch: standing, moves: moves}, 0, standing)
	return list
}

// Annal is a move of a game's annals, as one viewer may know it.
type Annal struct {
	Seat   engine.Seat // that made the move
	Events []engine.Event
	Undone bool // it was taken back
	Branch int  // of an undone move: which taking back it went with, from 0
}

// Annals returns all moves ever made in a game, in order. Those taken back are replayed on lines of
// their own.
func Annals(title engine.Title, row Game, moves []Move, undone []Undone, viewer engine.Seat,
	tenures []Tenure,
) ([]Annal, error) {
	first, err := Deal(title, row)
	if err != nil {
		return nil, err
	}
	games := map[int]engine.Game{standing: first}
	var list []Annal
	for _, m := range Interleave(moves, undone) {
		if games[m.Branch] == nil {
			games[m.Branch] = games[m.after].Clone()
		}
		events, err := remake(games[m.Branch], title, row.ID, m.Move)
		if err != nil {
			return nil, err
		}
		if m.Again {
			continue
		}
		one := Annal{Seat: m.Seat, Undone: !m.Stands(), Branch: m.Branch}
		one.Events = row.Told(tenures, m.Seat, m.At, viewer, events)
		for i := range one.Events {
			e := &one.Events[i]
			e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
		}
		list = append(list, one)
	}
	return list, nil
}

// TakenAlong is what was taken back of a seat's moves with another seat's.
type TakenAlong struct {
	By     engine.Seat    // whose move took the seat's along
	Events []engine.Event // of the seat's moves
	branch int
}

// Along returns what was taken back of a seat's moves with another seat's since its last move that
// stands, oldest first. The annals are as that seat may know them.
func Along(annals []Annal, seat engine.Seat) []TakenAlong {
	var list []TakenAlong
	by := map[int]engine.Seat{} // by branch: who made the first move that went
	for _, e := range annals {
		switch {
		case !e.Undone && e.Seat == seat:
			list = nil
		case !e.Undone:
			continue
		case by[e.Branch] == engine.Public:
			by[e.Branch] = e.Seat
		}
		if !e.Undone || e.Seat != seat || by[e.Branch] == seat {
			continue
		}
		if n := len(list); n == 0 || list[n-1].branch != e.Branch {
			list = append(list, TakenAlong{By: by[e.Branch], branch: e.Branch})
		}
		last := &list[len(list)-1]
		last.Events = append(last.Events, e.Events...)
	}
	return list
}
