package caption

import (
	"strconv"
	"strings"

	"konduktor/engine"
)

// Course is the standing of the sides from turn to turn.
type Course struct {
	Sides  []Side  // in turn order of their first seats
	Values [][]int // by turn, setup first, and side: public points, or with yards cards on tracks
}

// CourseOf reads the course of a game.
func CourseOf(turns []engine.Turn) Course {
	var c Course
	for i := range turns {
		v := &turns[i].View
		if c.Sides == nil {
			c.Sides = Sides(v)
		}
		row := make([]int, len(c.Sides))
		for j, side := range c.Sides {
			if row[j] = v.Seat(side[0]).Score; v.Uses(engine.UsesYards) {
				row[j] = v.Seat(side[0]).Track.N
			}
		}
		c.Values = append(c.Values, row)
	}
	return c
}

// Turns is the number of turns, without the setup.
func (c *Course) Turns() int { return max(0, len(c.Values)-1) }

// Quarters are the turns that end each quarter of the game.
func (c *Course) Quarters() []int {
	n := c.Turns()
	return []int{(n + 2) / 4, (n + 1) / 2, (3*n + 2) / 4, n}
}

// Nobody is no side: several are ahead with the same value.
const Nobody = -1

// Reign is a stretch of turns with the same side ahead.
type Reign struct {
	Side        int // index in Sides, or Nobody
	First, Last int // turns, from 1
}

// Reigns lists who was ahead, from the first turn to the last.
func (c *Course) Reigns() []Reign {
	var all []Reign
	for turn := 1; turn < len(c.Values); turn++ {
		ahead := c.ahead(turn)
		if n := len(all); n > 0 && all[n-1].Side == ahead {
			all[n-1].Last = turn
			continue
		}
		all = append(all, Reign{ahead, turn, turn})
	}
	return all
}

func (c *Course) ahead(turn int) int {
	best, ahead := 0, Nobody
	for i, n := range c.Values[turn] {
		switch {
		case i == 0 || n > best:
			best, ahead = n, i
		case n == best:
			ahead = Nobody
		}
	}
	return ahead
}

// Changes is how often the lead passed from one side to another.
func (c *Course) Changes() int {
	n, last := 0, Nobody
	for _, r := range c.Reigns() {
		if r.Side == Nobody {
			continue
		}
		if last != Nobody && r.Side != last {
			n++
		}
		last = r.Side
	}
	return n
}

// mostReigns is how many reigns a text lists.
const mostReigns = 8

// CourseLines tell the standing after each quarter, the changes of the lead and the reigns.
func (s *Caption) CourseLines(c *Course) []string {
	if c.Turns() == 0 {
		return nil
	}
	var b strings.Builder
	write(&b, s.Words("render.film-quarters", "Of", s.CourseOf()), ": ")
	for i, side := range c.Sides {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(s.SideName(side))
		for j, turn := range c.Quarters() {
			write(&b, []string{" ", ", ", ", ", ", "}[j], Number(c.Values[turn][i]))
		}
	}
	lines := []string{taken(&b)}
	if s.View.Uses(engine.UsesYards) {
		write(&b, s.LeadLine(c), ": ")
	} else {
		write(&b, s.Words("render.film-changes", "Count", c.Changes()), ". ",
			s.Words("render.film-ahead"), ": ")
	}
	reigns := c.Reigns()
	for i, r := range reigns {
		if i == mostReigns && len(reigns) > mostReigns+1 {
			write(&b, ", …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		write(&b, strconv.Itoa(r.First))
		if r.Last > r.First {
			write(&b, "–", strconv.Itoa(r.Last))
		}
		write(&b, " ", s.ReignName(c, r))
	}
	return append(lines, taken(&b))
}

// LeadLine says what a band of leaders shows, and how often the lead changed. With yards nobody
// leads by the cards on the tracks: what they are worth is not known before they pay for tickets.
func (s *Caption) LeadLine(c *Course) string {
	if s.View.Uses(engine.UsesYards) {
		return s.Words("render.film-most")
	}
	changes := s.Words("render.film-changes", "Count", c.Changes())
	return s.Words("render.film-lead") + ". " + changes + "."
}

// CourseOf says what a course counts: points, or cards on tracks.
func (s *Caption) CourseOf() string {
	if s.View.Uses(engine.UsesYards) {
		return s.Words("render.film-of-track")
	}
	return s.Words("render.film-of-points")
}

func (s *Caption) ReignName(c *Course, r Reign) string {
	if r.Side == Nobody {
		return s.Words("render.film-level")
	}
	return s.SideName(c.Sides[r.Side])
}

// SideName is a side's players: "Ala + Dorota".
func (s *Caption) SideName(side Side) string {
	names := make([]string, len(side))
	for i, seat := range side {
		names[i] = s.seat(seat)
	}
	return strings.Join(names, " + ")
}

// Deed sums a turn up: "Ala: Oslo – Bergen +7", "Ala draws 2 cards".
func (s *Caption) Deed(t *engine.Turn) string {
	if t.Seat == engine.Public {
		return s.MapName()
	}
	who, drawn := s.seat(t.Seat), 0
	var told []string
	for i := range t.Events {
		e := &t.Events[i]
		if e.Seat != t.Seat {
			continue
		}
		who = s.Actor(s.View, e)
		if on := s.onMap(e); on != "" {
			told = append(told, who+": "+on)
		}
		switch e.Kind {
		case engine.EventKept:
			told = append(told, s.Words("render.film-keeps", "Name", who, "Count", e.N))
		case engine.EventWithdrew:
			told = append(told, s.Words("render.film-withdraws", "Name", who))
		case engine.EventPassed:
			told = append(told, s.Words("render.film-passes", "Name", who))
		case engine.EventExchanged:
			told = append(told, s.Words("render.film-exchanges", "Name", who, "Count", e.N))
		case engine.EventShared:
			told = append(told, s.Words("render.film-shares", "Name", who, "Count", e.N))
		case engine.EventLaid, engine.EventRobbed:
			text := s.inYards(e)
			if lost := e.Payment.Cards(); s.RobsViewer(e) != "" {
				text = s.RobsViewer(e) + ": " + s.Counted(s.View, &lost)
			}
			told = append(told, text)
		case engine.EventDrewBlind, engine.EventDrewMarket:
			drawn++
		default: // told above, consequences, or invisible
		}
	}
	if drawn > 0 {
		told = append(told, s.Words("render.film-draws", "Name", who, "Count", drawn))
	}
	if len(told) == 0 {
		return who
	}
	return strings.Join(told, " · ")
}

// onMap says where something was built: "Oslo – Bergen +7"; "" if nothing was.
func (s *Caption) onMap(e *engine.Event) string {
	switch e.Kind {
	case engine.EventClaimed:
		return s.ends(e.Route, " – ") + " " + Signed(e.N)
	case engine.EventBuilt:
		return s.Words("render.port", "City", s.City(e.City))
	default:
		return ""
	}
}

// Headline says what a seat has built, or done last.
type Headline struct {
	Seat  engine.Seat
	Text  string
	Brief string // the same where there is little room: "Oslo–Bergen"
	Took  string // a token that it brought (engine.Tokens), or ""
}

// Headlines say what was built, dug or given up by the last moves, in their order; if nothing was,
// what the last seat did, or how the game stands.
func (s *Caption) Headlines(news []engine.Event) []Headline {
	var all []Headline
	last, asked := engine.Public, 0
	for i := range news {
		e := &news[i]
		on := s.onMap(e)
		if on == "" {
			on = s.inTunnel(e, asked)
		}
		if on != "" && e.By == engine.ByHouse { // beside a piece of the seat
			on += " (" + s.Words("render.by-house") + ")"
		}
		switch {
		case on != "":
			all = append(all, Headline{Seat: e.Seat, Text: on, Brief: s.briefly(e, on)})
		case e.Kind == engine.EventTook && len(all) > 0 && all[len(all)-1].Seat == e.Seat:
			all[len(all)-1].Took = e.Word
		}
		if e.Kind == engine.EventDug {
			asked = e.N
		}
		if e.Seat != engine.Public {
			last = e.Seat
		}
	}
	if len(all) > 0 {
		return all
	}
	text := s.State()
	if last != engine.Public {
		text = s.Deed(&engine.Turn{Seat: last, Events: news})
	}
	return []Headline{{Seat: last, Text: text, Brief: text}}
}

// briefly is a headline without points and reasons.
func (s *Caption) briefly(e *engine.Event, text string) string {
	where := s.ends(e.Route, "–")
	switch e.Kind {
	case engine.EventClaimed:
		return where
	case engine.EventDug:
		return s.Words("render.dug-headline", "Where", where)
	case engine.EventWithdrew:
		return s.Words("render.withdrew-headline", "Where", where)
	}
	return text
}

// inTunnel says which tunnel is being dug, or was given up because that many more cards were asked
// for (N6); "" for anything else. A tunnel that was claimed is told as a route.
func (s *Caption) inTunnel(e *engine.Event, asked int) string {
	switch t := s.View.Tunnel; {
	case e.Kind == engine.EventWithdrew && asked > 0:
		return s.Words("render.withdrew-asked", "Where", s.ends(e.Route, " – "), "Count", asked)
	case e.Kind == engine.EventWithdrew:
		return s.Words("render.withdrew-headline", "Where", s.ends(e.Route, " – "))
	case e.Kind == engine.EventDug && t != nil && t.Route == e.Route:
		return s.Words("render.dug-headline", "Where", s.ends(e.Route, " – "))
	}
	return ""
}

// CheckFilm reports why no film can be made.
func (o *Options) CheckFilm(v *engine.View) error {
	if v.Phase != engine.IsOver || len(Ranking(v)) == 0 || len(o.Turns) == 0 {
		return errNotOver
	}
	return nil
}

// ChancesOf splits chances, in percent by turn and side, into a course and the last row, the
// result.
func ChancesOf(v *engine.View, values [][]int) (c Course, result []int) {
	n := len(values) - 1
	return Course{Sides: Sides(v), Values: values[:n]}, values[n]
}

// ChancesAlt is the alternative text of a chart of chances: at the start, after each quarter, and
// the result.
func (s *Caption) ChancesAlt(o *Options) string {
	c, result := ChancesOf(s.View, o.Chances)
	lines := []string{
		s.Words("render.chances-alt", "Map", s.MapName()) + ". " + s.State(),
		s.Words("render.chances") + ":",
	}
	for i, side := range c.Sides {
		said := make([]string, 0, len(c.Quarters())+2)
		for _, turn := range append([]int{0}, c.Quarters()...) {
			said = append(said, Number(c.Values[turn][i])+"%")
		}
		said = append(said, s.Words("render.chances-result", "Number", result[i]))
		lines = append(lines, s.SideName(side)+": "+strings.Join(said, ", "))
	}
	return Clip(strings.Join(lines, "\n"))
}

// FilmAlt is the alternative text of a film: whose game, its course and result.
func (s *Caption) FilmAlt(turns []engine.Turn) string {
	all := Ranking(s.View)
	names := make([]string, 0, len(s.View.Seats))
	for _, side := range all {
		names = append(names, s.SideName(side))
	}
	c := CourseOf(turns)
	about := s.Words("render.film-alt", "Map", s.MapName(), "Names", strings.Join(names, ", "))
	lines := append([]string{about + ". " + s.State()}, s.Sheet().Totals()...)
	return Clip(strings.Join(append(lines, s.CourseLines(&c)...), "\n"))
}
