package caption

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Options are what a picture shows besides its view.
type Options struct {
	Words   Words            // must be set
	Marked  []engine.RouteID // routes to outline: those of the last moves
	News    []engine.Event   // of the last moves, as the viewer may know them; a table marks what is new
	Focus   string           // ID of a city or of one of Parts to show from close up; "" is the whole board
	Private bool             // ring the cities of the viewer's own tickets
	Turns   []engine.Turn    // of a finished game: what its film shows, and what its sheet says of the way there
	Chances [][]int          // of a finished game: by turn, the setup first, and side, how likely it was to win, in percent
	Names   []string         // by seat: what to call people in pictures; "" or none: as the view does
	Unaided bool             // say nothing that looks ahead for the viewer's tickets
	Ways    bool             // show an open way for each of the viewer's tickets, what it takes, and what of it has been lost
}

// Check reports why no picture of a view can be made, nil if one can: there are no words, it is of another title than the
// map, or it has more seats than there are colours for. Views are made by our own engine, which holds them to their map;
// they are not checked again.
func (o *Options) Check(v *engine.View, m *railmap.Map, seats int) error {
	switch {
	case o.Words == nil:
		return errors.New("options have no words")
	case v.Title != m.Title:
		return fmt.Errorf("a view of %q, not of %q", v.Title, m.Title)
	case len(v.Seats) > seats:
		return fmt.Errorf("%d seats, the theme has %d", len(v.Seats), seats)
	}
	return nil
}

// CheckHand reports why no hand can be drawn.
func (o *Options) CheckHand(v *engine.View, m *railmap.Map, seats int) error {
	if err := o.Check(v, m, seats); err != nil {
		return fmt.Errorf("draw a hand: %w", err)
	}
	if v.Own() == nil {
		return errors.New("draw a hand: a bystander has none")
	}
	return nil
}

// CheckChances reports why no chart of chances can be drawn: the game is not over, or there are no chances for each of its sides.
func (o *Options) CheckChances(v *engine.View, m *railmap.Map, seats int) error {
	if err := o.CheckSheet(v, m, seats); err != nil {
		return err
	}
	if len(o.Chances) < 3 { // two turns and the result
		return errors.New("draw a chart of chances: none are given")
	}
	for _, row := range o.Chances {
		if len(row) != len(Sides(v)) {
			return fmt.Errorf("draw a chart of chances: %d for %d sides", len(row), len(Sides(v)))
		}
	}
	return nil
}

// CheckSheet reports why no final sheet can be drawn.
func (o *Options) CheckSheet(v *engine.View, m *railmap.Map, seats int) error {
	if err := o.Check(v, m, seats); err != nil {
		return fmt.Errorf("draw a final sheet: %w", err)
	}
	if v.Phase != engine.IsOver || len(Ranking(v)) == 0 {
		return fmt.Errorf("draw a final sheet: %w", errNotOver)
	}
	return nil
}

// errNotOver says that what would be told of a game is not known yet.
var errNotOver = errors.New("the game is not over")

// MaxAlt is the largest number of characters of an alternative text; Discord refuses more.
const MaxAlt = 1024

// Clip shortens a text to MaxAlt. It counts UTF-16 units: whether Discord counts these or characters, the text is never
// too long.
func Clip(text string) string {
	n := 0
	for i, r := range text {
		n += max(1, utf16.RuneLen(r))
		if n > MaxAlt {
			kept := []rune(text[:i])
			kept = kept[:max(0, len(kept)-2)] // room for the ellipsis
			return strings.TrimRight(string(kept), " ,.") + "…"
		}
	}
	return text
}
