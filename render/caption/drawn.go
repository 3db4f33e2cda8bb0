package caption

import (
	"slices"

	"konduktor/engine"
)

// Pen is how pictures write names.
type Pen struct {
	Plain func(string) string // what of a name the pictures' typefaces can write; "": nothing
	Seats []string            // the names of the seats' colours: "teal"
}

// Drawn is a view with the names that pictures show: those in o.Names, else those of the view, as the pen can write them.
// Who has a name of which nothing can be written is called after the colour of the seat. It is v itself where all names
// stay as they are.
func (p *Phrases) Drawn(v *engine.View, o *Options) *engine.View {
	out := v
	for i := range v.Seats {
		name := v.Seats[i].Name
		if i < len(o.Names) && o.Names[i] != "" {
			name = o.Names[i]
		}
		if name = p.pen.Plain(name); name == "" {
			name = o.Words("render.seat." + p.pen.Seats[i])
		}
		if name == v.Seats[i].Name {
			continue
		}
		if out == v {
			copied := *v
			out, copied.Seats = &copied, slices.Clone(v.Seats)
		}
		out.Seats[i].Name = name
	}
	return out
}

// DrawnTurns is Drawn of the views of a finished game's turns.
func (p *Phrases) DrawnTurns(o *Options) []engine.Turn {
	turns := slices.Clone(o.Turns)
	for i := range turns {
		turns[i].View = *p.Drawn(&turns[i].View, o)
	}
	return turns
}
