package play

import (
	"context"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
)

// standing is the Branch of a move that was not taken back.
const standing = -1

// annal is a move of a game's annals: one that stands, or one that was taken back.
type annal struct {
	match.Move
	Branch int // which taking back it went with, from 0; standing: none
	after  int // the Branch of the line that it was made on; its own for all but the first move of a line
}

// line is a row of moves that were taken back together.
type line struct {
	branch int
	moves  []match.Move
}

func (l *line) from() engine.Ply { return l.moves[0].Ply }

// interleave puts moves that were taken back among those that stand, in the order in which all of them were made.
func interleave(moves []match.Move, undone []match.Undone) []annal {
	var lines []line
	for _, u := range undone { // by branch and ply
		if n := len(lines); n == 0 || lines[n-1].branch != u.Branch {
			lines = append(lines, line{branch: u.Branch})
		}
		last := &lines[len(lines)-1]
		last.moves = append(last.moves, u.Move)
	}
	// A line was made on the first later one that begins further back, since only that one took its beginning away.
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
	var list []annal
	var walk func(branch int, from engine.Ply, moves []match.Move, parent int)
	walk = func(branch int, from engine.Ply, moves []match.Move, parent int) {
		for i := 0; i <= len(moves); i++ {
			for _, l := range on[branch] {
				if l.from() == from+engine.Ply(i) {
					walk(l.branch, l.from(), l.moves, branch)
				}
			}
			if i == len(moves) {
				break
			}
			made := annal{moves[i], branch, branch}
			if i == 0 {
				made.after = parent
			}
			list = append(list, made)
		}
	}
	walk(standing, 0, moves, standing)
	return list
}

// Entry is a move of a game's annals, as one viewer may know it.
type Entry struct {
	Seat   engine.Seat // who made the move
	Events []engine.Event
	Undone bool // it was taken back
	Branch int  // of an undone move: which taking back it went with, from 0
}

// Annals returns all moves that were ever made in a game, in the order in which they were made. They replay on lines of their own
// what was taken back, so only a game with such moves costs more than a Chronicle.
func (g *Games) Annals(ctx context.Context, row match.Game, viewer engine.Seat) ([]Entry, error) {
	edition, err := g.editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	moves, err := g.moves(ctx, row.ID, -1)
	if err != nil {
		return nil, err
	}
	var undone []match.Undone
	if row.Branch > 0 {
		if undone, err = g.undone(ctx, row.ID); err != nil {
			return nil, err
		}
	}
	first, err := deal(edition, row)
	if err != nil {
		return nil, err
	}
	games := map[int]engine.Game{standing: first}
	var list []Entry
	for _, m := range interleave(moves, undone) {
		if games[m.Branch] == nil {
			games[m.Branch] = games[m.after].Clone()
		}
		move, err := notation.ParseMove(edition.Lexicon(), m.Text)
		if err != nil {
			return nil, fmt.Errorf("parse move %d of game %s: %w", m.Ply, row.ID, err)
		}
		events, err := games[m.Branch].Apply(m.Seat, move)
		if err != nil {
			return nil, fmt.Errorf("replay move %d of game %s: %w", m.Ply, row.ID, err)
		}
		one := Entry{Seat: m.Seat, Undone: m.Branch != standing, Branch: m.Branch}
		for _, e := range events {
			e.Shown, e.Tickets = slices.Clone(e.Shown), slices.Clone(e.Tickets)
			one.Events = append(one.Events, e.For(viewer))
		}
		list = append(list, one)
	}
	return list, nil
}

// Taken is what was taken back of a seat's moves at once.
type Taken struct {
	By     engine.Seat    // whose move took the seat's along
	Events []engine.Event // of the seat's moves
	branch int
}

// TakenAlong returns what was taken back of a seat's moves with another seat's, since the seat's last move that stands; the oldest
// first. The annals are as that seat may know them.
func TakenAlong(annals []Entry, seat engine.Seat) []Taken {
	var list []Taken
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
			list = append(list, Taken{By: by[e.Branch], branch: e.Branch})
		}
		last := &list[len(list)-1]
		last.Events = append(last.Events, e.Events...)
	}
	return list
}
