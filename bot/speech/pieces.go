package speech

import (
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Patterns of custom ids. {pieces} is a choice of pieces: "20-40".
const (
	PressPieces = "g/{game}/{ply}/pieces"          // menu: Values[0] is a choice of pieces
	PressFleet  = "g/{game}/{ply}/pieces/{pieces}" // chooses pieces
)

// splits lists the choices of pieces that the viewer has (W2), the recommended one first: the rules list it so.
func splits(v *engine.View) []engine.Move { return legalOf(v, engine.Pieces) }

// pieces names a number of pieces of a kind of the lexicon.
func (s *Speaker) pieces(v *engine.View, kind, n int) string {
	return s.say("render.pieces."+v.Lexicon().Pieces[kind], "Count", n)
}

// fleet names pieces of all kinds: "20 trains and 40 ships".
func (s *Speaker) fleet(v *engine.View, numbers ...int) string {
	var list []string
	for kind := range v.Lexicon().Pieces[:min(len(numbers), len(v.Lexicon().Pieces))] {
		list = append(list, s.pieces(v, kind, numbers[kind]))
	}
	return s.join(list)
}

func (s *Speaker) split(v *engine.View, m engine.Move) string { return s.fleet(v, int(m.N), int(m.M)) }

// pieceRows offer the choice of pieces: a button for the recommended one, and a menu of all others.
func (s *Speaker) pieceRows(p Panel, list []engine.Move) []discord.Row {
	first := button(discord.Success, s.say("pieces.recommended", "Pieces", s.split(p.View, list[0])),
		press(PressFleet, p.Game, p.View.Ply, "{pieces}", printSplit(list[0])))
	rows := []discord.Row{buttons(first)}
	others := slices.Clone(list[1:])
	slices.SortFunc(others, func(a, b engine.Move) int { return int(a.N) - int(b.N) })
	var options []discord.SelectOption
	for _, m := range others[:min(len(others), maxOptions)] {
		options = append(options, option(s.split(p.View, m), "", printSplit(m)))
	}
	if len(options) > 0 {
		rows = append(rows, menu(press(PressPieces, p.Game, p.View.Ply), s.say("pieces.hint"), options))
	}
	return rows
}

// printSplit writes a choice of pieces for a custom id or an option's value: "20-40".
func printSplit(m engine.Move) string { return strconv.Itoa(int(m.N)) + "-" + strconv.Itoa(int(m.M)) }

// ParseSplit reads what printSplit has written.
func ParseSplit(text string) (engine.Move, bool) {
	trains, ships, _ := strings.Cut(text, "-")
	n, ok := parseNumber(trains, maxPieces)
	m, also := parseNumber(ships, maxPieces)
	return engine.Move{Verb: engine.Pieces, N: uint8(n), M: uint8(m)}, ok && also
}

// maxPieces bounds a number of pieces; a seat has 60 in all (W2).
const maxPieces = 0xFF

// askPieces says what is to be chosen: how many in all, and the most of each kind.
func (s *Speaker) askPieces(v *engine.View) string {
	all, trains, ships := 0, 0, 0
	for _, m := range splits(v) {
		all, trains, ships = int(m.N)+int(m.M), max(trains, int(m.N)), max(ships, int(m.M))
	}
	return s.say("panel.owes-pieces", "All", all, "Trains", trains, "Ships", ships)
}

// piecesOf names the pieces that a route needs: as many as it has spaces, of the kind that it is for (W4).
func (s *Speaker) piecesOf(v *engine.View, r *engine.Refusal) string {
	for _, a := range r.Args {
		if id, ok := a.Value.(engine.RouteID); ok {
			route, kind := &s.board.Routes[id], 0
			if route.Kind == railmap.Sea {
				kind = len(v.Lexicon().Pieces) - 1
			}
			return s.pieces(v, kind, route.Length)
		}
	}
	return ""
}

// fleetLines tell what lies in the own box and which ports are built (W2, W10).
func (s *Speaker) fleetLines(v *engine.View) []string {
	own := v.Own()
	if !v.Uses(engine.UsesPorts) || len(own.Box) == 0 {
		return nil
	}
	return []string{s.say("hand.box", "Pieces", s.fleet(v, own.Box...)), s.ports(own)}
}

// SuggestPieces suggests how many trains to take, the ships being the rest.
func (s *Speaker) SuggestPieces(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for i, m := range splits(v) {
		name := s.split(v, m)
		if i == 0 {
			name = s.say("pieces.recommended", "Pieces", name)
		}
		g.Add(name, strconv.Itoa(int(m.N)))
	}
	return g.Choices()
}

// SuggestShips suggests how many ships to take with so many trains.
func (s *Speaker) SuggestShips(v *engine.View, trains, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range splits(v) {
		if n := strconv.Itoa(int(m.N)); strings.TrimSpace(trains) == "" || n == strings.TrimSpace(trains) {
			g.Add(s.split(v, m), strconv.Itoa(int(m.M)))
		}
	}
	return g.Choices()
}

// FindSplit finds the choice of pieces that a person named, by numbers or as it was suggested; without ships they are the
// rest.
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

// leading reads the number with which a text begins; larger ones than a uint8 become 255, which is legal nowhere.
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
