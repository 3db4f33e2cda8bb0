package caption

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
)

// Sheet is the text of a final sheet.
type Sheet struct {
	Title   string      // "Amsterdam: the final scores."
	Heading string      // the title and the result
	Sides   []SideSheet // winners first
}

// SideSheet is the final scoring of a side.
type SideSheet struct {
	Name              string // "Ala", "Ala + Dorota"
	Place             string // "1"
	Line              string // "1. Ala: Routes 31, Tickets +12, Total 51 ★ winner"
	Completed, Failed []TicketScore
	Ports             []string // a line for each port
}

// TicketScore is a scored ticket and how it was met or paid for.
type TicketScore struct{ Ticket, Note string }

// String is the whole text, empty while the game is not over.
func (s Sheet) String() string { return strings.Join(s.Lines(), "\n") }

// Lines are all lines, none while the game is not over.
func (s Sheet) Lines() []string {
	return s.lines(func(sign string, list []TicketScore) []string {
		var lines []string
		for _, t := range list {
			lines = append(lines, sign+" "+t.Ticket+": "+t.Note)
		}
		return lines
	})
}

// ShortLines are Lines with a side's complete tickets on one line and the others on another,
// without notes.
func (s Sheet) ShortLines() []string {
	return s.lines(func(sign string, list []TicketScore) []string {
		if len(list) == 0 {
			return nil
		}
		names := make([]string, len(list))
		for i, t := range list {
			names[i] = t.Ticket
		}
		return []string{sign + " " + strings.Join(names, ", ")}
	})
}

func (s Sheet) lines(tickets func(sign string, list []TicketScore) []string) []string {
	if len(s.Sides) == 0 {
		return nil
	}
	lines := []string{s.Heading}
	for _, side := range s.Sides {
		lines = append(lines, "", side.Line)
		lines = append(append(lines, tickets("+", side.Completed)...), tickets("−", side.Failed)...)
		for _, port := range side.Ports {
			lines = append(lines, "• "+port)
		}
	}
	return lines
}

// Totals are the lines with the sides' points.
func (s Sheet) Totals() []string {
	lines := make([]string, len(s.Sides))
	for i := range s.Sides {
		lines[i] = s.Sides[i].Line
	}
	return lines
}

// SheetAlt is the alternative text of a final sheet: the result, the course of the game, every
// ticket.
func (s *Caption) SheetAlt(turns []engine.Turn) string {
	sheet, c := s.Sheet(), CourseOf(turns)
	var b strings.Builder
	b.Grow(2 * MaxAlt) // bytes
	write(&b, sheet.Heading)
	for i := range sheet.Sides {
		write(&b, "\n", sheet.Sides[i].Line)
	}
	for _, line := range s.CourseLines(&c) {
		write(&b, "\n", line)
	}
	for i := range sheet.Sides {
		side := &sheet.Sides[i]
		write(&b, "\n", side.Name)
		tellTickets(&b, ": + ", side.Completed)
		tellTickets(&b, "; − ", side.Failed)
		for _, port := range side.Ports {
			write(&b, "; ", port)
		}
	}
	return Clip(b.String())
}

func tellTickets(b *strings.Builder, sign string, list []TicketScore) {
	for i := range list {
		if i > 0 {
			sign = ", "
		}
		write(b, sign, list[i].Ticket)
	}
}

// Sheet is the final scoring, empty while the game is not over.
func (s *Caption) Sheet() Sheet {
	if s.View.Phase != engine.IsOver {
		return Sheet{}
	}
	title := s.about("render.sheet", "Map", s.MapName()) + "."
	sheet := Sheet{Title: title, Heading: title + " " + s.State()}
	all := Ranking(s.View)
	for i, side := range all {
		e := s.View.Seat(side[0])
		place := strconv.Itoa(s.place(all, i))
		one := SideSheet{
			Name: s.SideName(side), Place: place, Line: place + ". " + s.finalLine(side),
		}
		for i, t := range e.Final.Completed {
			one.Completed = append(one.Completed, TicketScore{s.TicketInFull(t), s.metBy(e.Final, i)})
		}
		for _, t := range e.Final.Failed {
			one.Failed = append(one.Failed, TicketScore{s.TicketInFull(t), s.Words("render.failed")})
		}
		for _, c := range e.Ports {
			one.Ports = append(one.Ports, s.PortLine(e.Final, c))
		}
		sheet.Sides = append(sheet.Sides, one)
	}
	return sheet
}

// place is the place of the i-th side, from 1. Winners share the first, and equal totals theirs.
func (s *Caption) place(all []Side, i int) int {
	same := func(side Side) bool {
		a, b := s.View.Seat(side[0]), s.View.Seat(all[i][0])
		won := Won(s.View, a.Seat)
		return won == Won(s.View, b.Seat) && (won || a.Final.Total == b.Final.Total)
	}
	return slices.IndexFunc(all, same) + 1
}

func (s *Caption) finalLine(side Side) string {
	e := s.View.Seat(side[0])
	parts := s.FinalParts(e.Final, true)
	who := s.name(e.Name)
	if s.View.Uses(engine.UsesTeams) {
		who = s.Words("render.team", "Number", e.Team+1) + " (" + s.seats(side) + ")"
	}
	line := who + ": " + strings.Join(parts, ", ")
	if Won(s.View, e.Seat) {
		line += " ★ " + s.Words("render.winner-mark")
	}
	return line
}

// FinalParts are points by source: "Routes 31", "Tickets +12", and maybe "Total 51".
func (s *Caption) FinalParts(f *engine.Final, total bool) []string {
	var parts []string
	if s.View.Uses(engine.UsesYards) {
		earned, missed, _ := TallyOf(f)
		parts = append(parts, s.Words("render.sheet-earned")+" "+Number(earned),
			s.Words("render.sheet-lost")+" "+Number(missed))
	} else {
		parts = append(parts, s.Words("render.sheet-routes")+" "+Number(f.Routes),
			s.Words("render.sheet-tickets")+" "+Signed(f.Tickets))
	}
	for _, b := range f.Bonuses {
		parts = append(parts, s.Bonus(b.Name)+" "+Signed(b.Points))
	}
	if total {
		parts = append(parts, s.Words("render.sheet-total")+" "+Number(f.Total))
	}
	if s.View.Uses(engine.UsesLongest) {
		parts = append(parts, s.Words("render.longest")+" "+strconv.Itoa(f.Longest))
	}
	return parts
}

// metBy says whether a completed tour was in order (W9), or what paid for a ticket (K8).
func (s *Caption) metBy(f *engine.Final, i int) string {
	if s.View.Uses(engine.UsesYards) {
		return s.about("render.paid", "Cards", s.list(s.View, &f.Spent[i], "render.no-cards"))
	}
	t := &s.Map.Tickets[f.Completed[i]]
	if t.InOrder > 0 && f.Earned[i] == t.InOrder {
		return s.Words("render.complete-in-order")
	}
	return s.Words("render.complete")
}

// PortLine is a port with its number of completed tickets: "Port Tokyo: 2 tickets" (W13).
func (s *Caption) PortLine(f *engine.Final, c engine.CityID) string {
	n := 0
	for _, t := range f.Completed {
		if slices.Contains(s.Map.Tickets[t].Cities, c) {
			n++
		}
	}
	return s.Words("render.port", "City", s.City(c)) + ": " + s.count("render.tickets", n)
}

// TallyOf splits a seat's final total of The Card Game.
func TallyOf(f *engine.Final) (earned, missed, cities int) {
	for _, n := range f.Earned {
		earned += n
	}
	for _, b := range f.Bonuses {
		cities += b.Points
	}
	return earned, f.Tickets - earned, cities
}

// HoldersOf are the seats with a bonus.
func HoldersOf(v *engine.View, bonus string) []engine.Seat {
	var list []engine.Seat
	for i := range v.Seats {
		if f := v.Seats[i].Final; f != nil {
			for _, b := range f.Bonuses {
				if b.Name == bonus {
					list = append(list, v.Seats[i].Seat)
				}
			}
		}
	}
	return list
}

// Scored reports whether points are public yet: where only a pass scores, all have a meaningless 0
// before (K8).
func Scored(v *engine.View) bool {
	return !v.Uses(engine.UsesYards) || v.Pass > 1 || v.Phase == engine.IsOver
}
