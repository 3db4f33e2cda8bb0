package match

import (
	"fmt"
	"slices"

	"konduktor/engine"
)

// Tried names the position of a finished game from which another one goes on, to see what would
// have come of it: a private game of one person against computers.
type Tried struct {
	Game GameID      `json:"game"`
	Turn int         `json:"turn"` // after which it goes on
	Seat engine.Seat `json:"seat"` // the person's, there and here
	Ply  engine.Ply  `json:"ply"`  // the number of moves that both have in common
}

// GoingOn is how Start begins a game with the moves of another one.
type GoingOn struct {
	Tried
	// Moves are those that the finished game has in common with this one.
	Moves []Move
}

// Trial returns the lobby of a game that goes on from a position of a finished one, without the
// names of those who played there. With redealt, what lay face down is shuffled anew: the finished
// game's seed, no secret any more, deals the cards, and the new one's goes on (C19).
func (g Game) Trial(from Tried, redealt bool) Game {
	trial := Game{
		Title: g.Title, Version: g.Version, Map: g.Map, Options: Kept(g.Options),
		Wanted: len(g.Seats),
		Terms:  Terms{Entry: EntryInvited, InOrder: true, Advice: WithAdvice, Tried: &from},
	}
	if redealt {
		deal, _ := (&engine.Setup{Seed: g.Seed, Options: g.Options}).Shuffles()
		trial.Options[engine.Redealing().Key] = engine.RedealtAfter(from.Ply, deal)
	}
	return trial
}

// Kept returns the options that a game hands on to another one.
func Kept(options map[string]string) map[string]string {
	kept := map[string]string{}
	for key, value := range options {
		if key != engine.Redealing().Key {
			kept[key] = value
		}
	}
	return kept
}

// sit gives the host the seat of the position, and computers the others in their order.
func (r *GoingOn) sit(seats []Seat) []Seat {
	at := int(r.Seat) - 1
	return slices.Insert(slices.Clone(seats[1:]), at, seats[0])
}

// resume makes the moves that a game has in common with the one that it goes on from. They are
// nobody's news.
func (c *Change) resume(r *GoingOn) error {
	t := &c.Table
	for _, m := range r.Moves {
		if _, err := remake(t.play, t.title, r.Game, m); err != nil {
			return err
		}
		made := Move{Ply: t.Ply, Seat: m.Seat, Text: m.Text, At: c.Now, After: t.Head}
		t.Opening = append(t.Opening, made)
		t.follow(made.Head())
	}
	if t.State != Running || t.Ply == 0 || t.Ply != r.Ply {
		return fmt.Errorf("game %s cannot go on from move %d of game %s", t.ID, t.Ply, r.Game)
	}
	return nil
}
