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
	Marked  []engine.RouteID // routes claimed by the last moves, to outline
	News    []engine.Event   // the last moves as the viewer may know them
	Focus   string           // ID of a city or of a Part for a close-up; "" for the whole board
	Telling bool             // the message tells the news: they get a picture of their own size
	Private bool             // show the viewer's own tickets
	Turns   []engine.Turn    // of a finished game, for its film and sheet
	Chances [][]int          // of a finished game: chances to win in percent, by turn and side
	Names   []string         // by seat: names instead of the view's; "" or none keeps those
	Unaided bool             // no hints about the viewer's tickets
	Wide    bool             // a private picture of the whole board
	Place   string           // where and when a game was played, for its end card
	Ways    bool             // show an open way for each of the viewer's tickets, and its cost
	Move    engine.Move      // of the viewer's hand: what it would do, shown as done; or none
}

// Check reports why no picture can be drawn: no words, a view of another title, more seats than
// colours.
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

// CheckHand is Check for a hand.
func (o *Options) CheckHand(v *engine.View, m *railmap.Map, seats int) error {
	if err := o.Check(v, m, seats); err != nil {
		return fmt.Errorf("draw a hand: %w", err)
	}
	if v.Own() == nil {
		return errors.New("draw a hand: a bystander has none")
	}
	return nil
}

// CheckChances is Check for a chart of chances: the game must be over, every row complete.
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

// CheckSheet is Check for a final sheet.
func (o *Options) CheckSheet(v *engine.View, m *railmap.Map, seats int) error {
	if err := o.Check(v, m, seats); err != nil {
		return fmt.Errorf("draw a final sheet: %w", err)
	}
	if v.Phase != engine.IsOver || len(Ranking(v)) == 0 {
		return fmt.Errorf("draw a final sheet: %w", errNotOver)
	}
	return nil
}

var errNotOver = errors.New("the game is not over")

// MaxAlt is Discord's limit for alternative texts, in characters.
const MaxAlt = 1024

// Clip shortens a text to MaxAlt UTF-16 units.
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
