package railway

import (
	"slices"

	"konduktor/engine"
)

// outfit gives a seat all its pieces, where there is nothing to choose.
func (g *Game) outfit(s *seat) {
	fleet := &g.title.rules.Fleet
	if fleet.Choose > 0 {
		return
	}
	s.fitted = true
	for i := range fleet.Kinds {
		s.pieces[i] = fleet.Kinds[i].Number
	}
}

// splitFault says why a seat cannot choose these numbers of pieces (W2).
func (g *Game) splitFault(first, second int) engine.Code {
	fleet := &g.title.rules.Fleet
	if first+second != fleet.Choose || first > fleet.Kinds[0].Number ||
		second > fleet.Kinds[1].Number {
		return engine.RefuseSplit
	}
	return ""
}

func (g *Game) refusePieces(_ engine.Seat, m engine.Move) error {
	fleet := &g.title.rules.Fleet
	switch {
	case fleet.Choose == 0:
		return engine.Refuse(engine.RefuseForeign)
	case g.Phase != engine.InSetup:
		return engine.Refuse(engine.RefuseChosen) // C2
	}
	if code := g.splitFault(int(m.N), int(m.M)); code != "" {
		return engine.Refuse(code, "count", fleet.Choose,
			"trains", fleet.Kinds[0].Number,
			"ships", fleet.Kinds[1].Number)
	}
	return nil
}

// appendPieces lists the advised choice, then the others, fewest of the first kind first (W2).
func (g *Game) appendPieces(dst []engine.Move) []engine.Move {
	fleet := &g.title.rules.Fleet
	advised := fleet.Advised[0]
	dst = append(dst, pieces(advised, fleet.Choose))
	for n := range fleet.Choose + 1 {
		if n != advised && g.splitFault(n, fleet.Choose-n) == "" {
			dst = append(dst, pieces(n, fleet.Choose))
		}
	}
	return dst
}

// pieces is the choice of first pieces of the first kind and the rest of the second.
func pieces(first, all int) engine.Move {
	// at most 255: a move holds no more
	return engine.Move{Verb: engine.Pieces, N: uint8(first), M: uint8(all - first)}
}

// choosePieces notes a choice, which is secret until all have chosen (W2, C2).
func (g *Game) choosePieces(s engine.Seat, m engine.Move) {
	first, second := int(m.N), int(m.M)
	seat, kinds := g.seat(s), g.title.rules.Fleet.Kinds
	seat.fitted = true
	seat.pieces = [maxKinds]int{first, second}
	seat.box = [maxKinds]int{kinds[0].Number - first, kinds[1].Number - second}
	g.Report(engine.Event{Kind: engine.EventChose, Seat: s, Card: engine.NoCard, N: first, M: second})
	g.beginIfChosen()
}

// revealPieces tells what a seat chose (W2).
func (g *Game) revealPieces(s engine.Seat) {
	if g.title.rules.Fleet.Choose == 0 {
		return
	}
	chosen := &g.seat(s).pieces
	g.Report(engine.Event{
		Kind: engine.EventRevealed, Seat: s, Card: engine.NoCard, N: chosen[0],
		M: chosen[1],
	})
}

// other is the kind that one of two kinds is exchanged for.
func other(kind int) int { return 1 - kind }

// mostExchanged is how many pieces of a kind can be given up: the box must have as many of the
// other (W11).
func (g *Game) mostExchanged(s engine.Seat, kind int) int {
	if g.title.rules.Fleet.Choose == 0 {
		return 0
	}
	return min(g.seat(s).pieces[kind], g.seat(s).box[other(kind)])
}

func (g *Game) refuseExchange(s engine.Seat, m engine.Move) error {
	n, kinds := int(m.N), g.title.rules.Fleet.Kinds
	kind := slices.IndexFunc(kinds, func(p Pieces) bool { return p.Pile == m.Pile })
	if g.title.rules.Fleet.Choose == 0 || kind < 0 {
		return engine.Refuse(engine.RefuseForeign)
	}
	have, box := g.seat(s).pieces[kind], g.seat(s).box[other(kind)]
	switch {
	case n == 0:
		return engine.Refuse(engine.RefuseExchangeNone)
	case n > have:
		return engine.Refuse(engine.RefuseExchangeHave, "need", n, "have", have)
	case n > box:
		return engine.Refuse(engine.RefuseExchangeBox, "need", n, "have", box)
	}
	return nil
}

func (g *Game) canExchange(s engine.Seat) bool {
	return g.mostExchanged(s, 0) > 0 || g.mostExchanged(s, 1) > 0
}

// newExchanges lists all possible exchanges by kind.
func newExchanges(f *Fleet) [][]engine.Move {
	if f.Choose == 0 {
		return nil
	}
	list := make([][]engine.Move, len(f.Kinds))
	for kind := range f.Kinds {
		for n := range f.Kinds[kind].Number {
			m := engine.Move{Verb: engine.Exchange, Pile: f.Kinds[kind].Pile, N: uint8(n + 1)}
			list[kind] = append(list[kind], m)
		}
	}
	return list
}

func (g *Game) appendExchanges(dst []engine.Move, s engine.Seat) []engine.Move {
	for kind, moves := range g.title.exchanges {
		dst = append(dst, moves[:g.mostExchanged(s, kind)]...)
	}
	return dst
}

// exchange gives up pieces for as many of the other kind; each costs points (W11). It is no
// progress (C12): pieces could go back and forth for ever.
func (g *Game) exchange(s engine.Seat, m engine.Move) {
	n, seat, fleet := int(m.N), g.seat(s), &g.title.rules.Fleet
	kind := slices.IndexFunc(fleet.Kinds, func(p Pieces) bool { return p.Pile == m.Pile })
	seat.pieces[kind] -= n
	seat.box[kind] += n
	seat.pieces[other(kind)] += n
	seat.box[other(kind)] -= n
	seat.exchanged += n
	seat.score -= n * fleet.Price
	g.Report(engine.Event{
		Kind: engine.EventExchanged, Seat: s, Card: engine.NoCard, Pile: m.Pile, N: n,
	})
	g.endTurn(false)
}

// showFleet shows pieces and box, secret until all have chosen; a seat sees its own choice as made
// (C2).
func (g *Game) showFleet(v *engine.SeatView, s engine.Seat, own bool) {
	seat, fleet := g.seat(s), &g.title.rules.Fleet
	if fleet.Choose > 0 && g.Phase == engine.InSetup && !(own && seat.fitted) {
		v.Pieces, v.Box = nil, nil
		return
	}
	kinds := len(fleet.Kinds)
	v.Pieces = again(v.Pieces, seat.pieces[:kinds])
	if fleet.Choose > 0 {
		v.Box, v.Exchanged = again(v.Box, seat.box[:kinds]), seat.exchanged
	}
}
