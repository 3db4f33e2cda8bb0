package cardgame_test

import (
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/cardgame"
)

// result is what the referee finds for a seat.
type result struct {
	FirstPass, Tickets, Total int
	Completed, Failed         []engine.TicketID
	Bonuses                   map[string]int
	Track, Hand               int
}

// wild is the title's locomotive, allCards how many cards there are (K1).
const (
	wild     = 8
	allCards = 96
)

// table is what the referee keeps of a game while it reads its moves: no code of the machine, and no card that is not
// named in the record.
type table struct {
	seats  []player
	deck   int // cards face down
	market int // cards face up
	gone   int // robbed in this pass
	pass   int

	turn   int // whose, from 0
	last   int // turns left; -1 before the last turns
	idle   int // turns in a row that brought nothing
	over   bool
	faults []string
}

type player struct {
	hand   int
	yard   map[int]*line // by colour
	track  engine.Cards
	kept   []engine.TicketID
	done   []engine.TicketID
	points int // of the first pass
}

// line is a row in a railyard.
type line struct{ plain, wilds int }

// judge reads a record and compares what it comes to with the machine's result.
func judge(r *engine.Record, g engine.Game) string {
	t := read(r)
	v := g.View(engine.Public)
	if !t.over {
		t.faults = append(t.faults, "the record ends before the game does")
	}
	if v.Decks[0].Cards != t.deck || v.Decks[0].Discards != t.gone {
		t.faults = append(t.faults, fmt.Sprintf("deck %d, discards %d, want %d and %d", v.Decks[0].Cards, v.Decks[0].Discards, t.deck, t.gone))
	}
	if len(t.faults) > 0 {
		return fmt.Sprint(t.faults)
	}
	want := t.results()
	if diff := cmp.Diff(want, found(&v)); diff != "" {
		return "final scores (-referee +machine):\n" + diff
	}
	if diff := cmp.Diff(best(want), v.Winners); diff != "" {
		return "winners (-referee +machine):\n" + diff
	}
	return unpaid(t, &v)
}

func read(r *engine.Record) *table {
	seats := len(r.Setup.Names)
	t := &table{seats: make([]player, seats), market: 5, pass: 1, last: -1, deck: allCards - 8*seats - 5} // K2
	for i := range t.seats {
		t.seats[i] = player{hand: 8, yard: map[int]*line{}}
	}
	for i, mv := range r.Moves {
		p := &t.seats[mv.Seat-1]
		if mv.Move.Verb == engine.Keep {
			p.kept = append(p.kept, mv.Move.Tickets...)
		}
		if i < seats {
			continue // setup
		}
		if int(mv.Seat)-1 != t.turn {
			t.fault(&mv, "out of turn")
		}
		t.play(p, &mv)
		if t.over {
			t.fault(&mv, "after the end")
		}
		if i+1 == len(r.Moves) || r.Moves[i+1].Seat != mv.Seat { // no seat has two turns in a row
			t.endTurn(mv.Move.Verb == engine.Pass || mv.Move.Verb == engine.Keep && len(mv.Move.Tickets) == 0)
		}
	}
	return t
}

func (t *table) fault(mv *engine.RecordedMove, what string) {
	t.faults = append(t.faults, fmt.Sprintf("%d %s: %s\n", mv.Seat, cardgame.Title.Lexicon().PrintMove(mv.Move), what))
}

func (t *table) play(p *player, mv *engine.RecordedMove) {
	switch mv.Move.Verb {
	case engine.Draw:
		p.hand++
		switch {
		case t.deck > 0: // the card itself, or the one that fills its slot
			t.deck--
		case mv.Move.Slot > 0:
			t.market--
		default:
			t.fault(mv, "the deck is empty")
		}
	case engine.Lay:
		t.lay(p, mv)
	}
}

// lay checks a lay by the letter of K5.
func (t *table) lay(p *player, mv *engine.RecordedMove) {
	laid := mv.Move.Payment.Hand
	total, kinds := laid.Total(), 0
	for c := range wild {
		if laid[c] > 0 {
			kinds++
		}
	}
	row := kinds == 1 && total >= 2
	if singles := kinds == 3 && total == 3; !row && !singles {
		t.fault(mv, "neither a row nor three cards")
	}
	if p.hand -= total; p.hand < 0 {
		t.fault(mv, "more cards than the hand has")
	}
	for c := range wild {
		if laid[c] == 0 {
			continue
		}
		for i := range t.seats {
			there := t.seats[i].yard[c]
			if there == nil {
				continue
			}
			if i == t.turn || !row || total <= there.plain+there.wilds {
				t.fault(mv, "the colour lies there already")
			}
			t.gone += there.plain + there.wilds
			delete(t.seats[i].yard, c)
		}
		p.yard[c] = &line{plain: int(laid[c]), wilds: int(laid[wild])}
	}
}

// endTurn counts turns (K7, C12) and moves the next seat's cards (K3).
func (t *table) endTurn(idle bool) {
	t.idle++
	if !idle {
		t.idle = 0
	}
	switch {
	case t.last > 0:
		t.last--
	case t.deck == 0:
		t.last = len(t.seats)
	}
	next := (t.turn + 1) % len(t.seats)
	if t.last == 0 || t.idle == 3*len(t.seats) {
		t.endPass(next)
		return
	}
	t.turn = next
	p := &t.seats[next]
	for c, there := range p.yard {
		if there.wilds > 0 {
			there.wilds--
			p.track[wild]++
			continue
		}
		p.track[c]++
		if there.plain--; there.plain == 0 {
			delete(p.yard, c)
		}
	}
}

// endPass scores (K8) and, with four seats, deals anew once (K9).
func (t *table) endPass(next int) {
	for i := range t.seats {
		p := &t.seats[i]
		open := slices.DeleteFunc(slices.Clone(p.kept), func(id engine.TicketID) bool { return slices.Contains(p.done, id) })
		completed := completable(p.track, open)
		p.done = append(p.done, completed...)
		for _, id := range completed {
			if t.pass == 1 {
				p.points += cardgame.Title.Map().Tickets[id].Points
			}
		}
	}
	if t.pass == 2 || len(t.seats) < 4 {
		t.over = true
		return
	}
	t.pass, t.turn, t.idle, t.gone, t.last = 2, next, 0, 0, -1
	t.deck = allCards
	for i := range t.seats {
		t.deck -= t.seats[i].hand
		t.seats[i].yard, t.seats[i].track = map[int]*line{}, engine.Cards{}
	}
	for k := range 16 {
		if t.deck > 0 {
			t.seats[(next+k)%4].hand++
			t.deck--
		}
	}
	t.market = min(5, t.deck)
	t.deck -= t.market
	if t.deck == 0 {
		t.last = 4
	}
}

func (t *table) results() []result {
	m := cardgame.Title.Map()
	results := make([]result, len(t.seats))
	for i := range t.seats {
		p, r := &t.seats[i], &results[i]
		r.FirstPass, r.Bonuses, r.Track, r.Hand = p.points, map[string]int{}, p.track.Total(), p.hand
		for _, id := range p.kept {
			if slices.Contains(p.done, id) {
				r.Completed = append(r.Completed, id)
				r.Tickets += m.Tickets[id].Points
			} else {
				r.Failed = append(r.Failed, id)
				r.Tickets -= m.Tickets[id].Points
			}
		}
		r.Total = r.Tickets
	}
	for c := range m.Cities {
		t.giveCard(engine.CityID(c), results)
	}
	return results
}

// giveCard gives a big city's card to who completed most tickets there (K10).
func (t *table) giveCard(city engine.CityID, results []result) {
	m := cardgame.Title.Map()
	if m.Cities[city].Bonus == 0 {
		return
	}
	named := func(r *result) int {
		n := 0
		for _, id := range r.Completed {
			if m.Tickets[id].Cities[0] == city || m.Tickets[id].Cities[1] == city {
				n++
			}
		}
		return n
	}
	most := 0
	for i := range results {
		most = max(most, named(&results[i]))
	}
	for i := range results {
		if r := &results[i]; most > 0 && named(r) == most {
			r.Bonuses[m.Cities[city].ID] = m.Cities[city].Bonus
			r.Total += m.Cities[city].Bonus
		}
	}
}

// found turns the machine's final scoring into the referee's form.
func found(v *engine.View) []result {
	var results []result
	for i := range v.Seats {
		s := &v.Seats[i]
		r := result{
			FirstPass: s.Score, Tickets: s.Final.Tickets, Total: s.Final.Total, Completed: s.Final.Completed, Failed: s.Final.Failed,
			Bonuses: map[string]int{}, Track: s.Track.N, Hand: s.Hand.N,
		}
		for _, b := range s.Final.Bonuses {
			r.Bonuses[b.Name] = b.Points
		}
		results = append(results, r)
	}
	return results
}

// best finds the winners (K11).
func best(results []result) []engine.Seat {
	var seats []engine.Seat
	for i := range results {
		r := &results[i]
		beaten := slices.ContainsFunc(results, func(o result) bool {
			return slices.Compare([]int{o.Total, len(o.Completed), len(o.Bonuses)}, []int{r.Total, len(r.Completed), len(r.Bonuses)}) > 0
		})
		if !beaten {
			seats = append(seats, engine.Seat(i+1))
		}
	}
	return seats
}

// unpaid says which completed ticket is not paid for with the cards that the final sheet names, or with cards that the last
// pass's track did not have.
func unpaid(t *table, v *engine.View) string {
	for i := range v.Seats {
		f := v.Seats[i].Final
		var all engine.Cards
		for k, id := range f.Completed {
			spent := f.Spent[k]
			all = all.Plus(&spent)
			short := 0
			for c, n := range cardgame.Title.Map().Tickets[id].Cards {
				short += n - int(spent[c])
				if int(spent[c]) > n {
					return fmt.Sprintf("seat %d: ticket %d is paid for with %v", i+1, id, spent)
				}
			}
			if short != int(spent[wild]) || f.Earned[k] != cardgame.Title.Map().Tickets[id].Points {
				return fmt.Sprintf("seat %d: ticket %d is paid for with %v and earns %d", i+1, id, spent, f.Earned[k])
			}
		}
		if t.pass == 1 && !t.seats[i].track.Holds(&all) {
			return fmt.Sprintf("seat %d spends %v of a track of %v", i+1, all, t.seats[i].track)
		}
	}
	return ""
}
