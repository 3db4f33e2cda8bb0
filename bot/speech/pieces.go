package speech

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// splits lists the viewer's legal choices of pieces (W2); the rules list the recommended one first.
func splits(v *engine.View) []engine.Move { return legalOf(v, engine.Pieces) }

func (s *Speaker) split(v *engine.View, m engine.Move) string { return s.Fleet(v, int(m.N), int(m.M)) }

// pieceRows offer the choice of pieces: a button for the recommended one, and a menu of all others.
func (s *Speaker) pieceRows(p Panel, list []engine.Move) []discord.Row {
	first := button(discord.Success, s.say("pieces.recommended", "Pieces", s.split(p.View, list[0])), p.id(press.Ask, list[0]))
	rows := []discord.Row{buttons(first)}
	others := slices.Clone(list[1:])
	slices.SortFunc(others, func(a, b engine.Move) int { return int(a.N) - int(b.N) })
	var options []discord.SelectOption
	for _, m := range others[:min(len(others), maxOptions)] {
		options = append(options, option(s.split(p.View, m), "", press.PrintMove(m)))
	}
	if len(options) > 0 {
		rows = append(rows, menu(s.say("pieces.hint"), options))
	}
	return rows
}

// askSplit asks whether to choose pieces, and says what stays in the box (W2).
func (s *Speaker) askSplit(p Panel, m engine.Move) []string {
	trains, ships := 0, 0
	for _, one := range splits(p.View) {
		trains, ships = max(trains, int(one.N)), max(ships, int(one.M))
	}
	ask := s.say("pieces.ask", "Pieces", s.split(p.View, m), "Box", s.Fleet(p.View, trains-int(m.N), ships-int(m.M)))
	return append([]string{ask}, s.whileUndone(p.View)...)
}

// askPieces says what to choose: how many pieces in all, and at most how many of each kind.
func (s *Speaker) askPieces(v *engine.View) string {
	all, trains, ships := 0, 0, 0
	for _, m := range splits(v) {
		all, trains, ships = int(m.N)+int(m.M), max(trains, int(m.N)), max(ships, int(m.M))
	}
	return s.say("panel.owes-pieces", "All", all, "Trains", trains, "Ships", ships)
}

// piecesOf names the pieces that a refused route needs: one for each space, ships at sea (W4).
func (s *Speaker) piecesOf(v *engine.View, r *engine.Refusal) string {
	for _, a := range r.Args {
		if id, ok := a.Value.(engine.RouteID); ok {
			route, kind := &s.board.Routes[id], 0
			if route.Kind == railmap.Sea {
				kind = len(v.Lexicon().Pieces) - 1
			}
			return s.Pieces(v, kind, route.Length)
		}
	}
	return ""
}

// fleetLines list what is in the viewer's box and which ports the viewer has built (W2, W10).
func (s *Speaker) fleetLines(v *engine.View) []string {
	own := v.Own()
	if !v.Uses(engine.UsesPorts) || len(own.Box) == 0 {
		return nil
	}
	return []string{s.say("hand.box", "Pieces", s.Fleet(v, own.Box...)), s.ports(own)}
}

// SuggestShips suggests how many ships to take with a number of trains.
func (s *Speaker) SuggestShips(v *engine.View, trains, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range splits(v) {
		if n := strconv.Itoa(int(m.N)); strings.TrimSpace(trains) == "" || n == strings.TrimSpace(trains) {
			g.Add(s.split(v, m), strconv.Itoa(int(m.M)))
		}
	}
	return g.Choices()
}

// FindSplit finds the choice of pieces that a person named, by numbers or as it was suggested. If ships is empty, the rest
// are ships.
func (s *Speaker) FindSplit(v *engine.View, trains, ships string) (engine.Move, bool) {
	m := engine.Move{Verb: engine.Pieces}
	n, ok := leading(trains)
	if !ok {
		return m, false
	}
	m.N = n
	if strings.TrimSpace(ships) != "" {
		m.M, ok = leading(ships)
		return m, ok
	}
	if list := splits(v); len(list) > 0 {
		m.M = uint8(max(0, int(list[0].N)+int(list[0].M)-int(n)))
	}
	return m, true
}

// leading reads the number at the beginning of a text; one that exceeds a uint8 becomes 255, which is never legal.
func leading(text string) (uint8, bool) {
	text = strings.TrimSpace(text[:min(len(text), maxTyped)])
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	if digits == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil {
		return 0xFF, true // only too large
	}
	return uint8(n), true
}
