package caption

import (
	"slices"

	"konduktor/engine"
)

// Pen is how pictures write names.
type Pen struct {
	Plain func(string) string // what the typefaces can write of a name
	Seats []string            // names of the seats' colours: "teal"
}

// Drawn is a view with drawable names: o.Names, else the view's, as far as the pen can write them,
// else the seat's colour. It is v itself if nothing changes.
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

// DrawnTurns is Drawn for the views of o.Turns.
func (p *Phrases) DrawnTurns(o *Options) []engine.Turn {
	turns := slices.Clone(o.Turns)
	for i := range turns {
		turns[i].View = *p.Drawn(&turns[i].View, o)
	}
	return turns
}
