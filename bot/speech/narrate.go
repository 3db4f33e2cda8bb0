package speech

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/render/caption"
)

// Narrate tells events as sentences, in order. The events must be those that the reader may know
// (Event.For); v gives the names and may be of any time of the game. Two drawn cards share a
// sentence, and so do an offer of tickets and what was kept of it. The tense is the present: the
// Polish past has a gender.
func (s *Speaker) Narrate(v *engine.View, events []engine.Event) []string {
	t := &teller{Speaker: s.signed(), view: v}
	return t.all(events)
}

// Since tells in a few words, newest last, what the reader and others have done. The events lead up
// to v.
func (s *Speaker) Since(v *engine.View, events []engine.Event) (deeds []string) {
	w := s.signed()
	effects := s.effects(v, events)
	if began := slices.IndexFunc(events, func(e engine.Event) bool {
		return e.Kind == engine.EventBegan
	}); began >= 0 { // what was chosen at setup can be seen
		deeds, events = s.Narrate(v, events[began:began+1]), events[began+1:]
	}
	for len(events) > 0 {
		n := 1
		for n < len(events) && (events[n].Seat == engine.Public || events[n].Seat == events[0].Seat) {
			n++
		}
		if deed := w.deed(v, events[:n], effects); deed != "" {
			deeds = append(deeds, deed)
		}
		events = events[n:]
	}
	return deeds
}

// deed sums a turn up: "Ala: Oslo – Bergen +7 (B 6→8)", "Ala draws 🟥 🟦", "You draw 🟩 ⬜".
func (s *Speaker) deed(v *engine.View, events []engine.Event, effects map[engine.RouteID]string,
) string {
	at := events[0].Seat
	if at == engine.Public {
		return ""
	}
	t, turn := &teller{Speaker: s, view: v}, engine.Turn{Seat: at}
	var drawn, rest []engine.Event
	effect := ""
	for _, e := range events {
		switch e.Kind {
		case engine.EventDrewMarket, engine.EventDrewBlind:
			drawn = append(drawn, e)
			continue
		case engine.EventPlaced:
			continue
		case engine.EventClaimed:
			if effect = effects[e.Route]; effect != "" {
				effect = " (" + effect + ")"
			}
		case engine.EventBuilt:
		default:
			if t.isOwn(&e) {
				rest = append(rest, e)
				continue
			}
		}
		turn.Events = append(turn.Events, e)
	}
	var told []string
	name := s.Seat(v, at)
	if text := s.Of(v).Deed(&turn); text != name {
		if at == v.Viewer {
			text = strings.ReplaceAll(text, name+": ", s.say("panel.you")+": ")
		}
		told = append(told, text+effect)
	}
	if len(drawn) > 0 {
		t.drawn = drawn
		cards := t.cards()
		if s.Sign(caption.DeckSign) != "" {
			cards = strings.Join(namesOf(drawn, func(e engine.Event) string {
				return s.shown(v, e.Card)
			}), " ")
		}
		told = append(told, strings.TrimSuffix(t.by(&drawn[0], "draw", "Cards", cards), "."))
	}
	for _, line := range s.Narrate(v, rest) {
		told = append(told, strings.TrimSuffix(line, "."))
	}
	return strings.Join(told, dot)
}

// shown is a card by its sign, or named.
func (s *Speaker) shown(v *engine.View, c engine.Card) string {
	name := caption.DeckSign
	if c != engine.NoCard {
		name = v.Lexicon().Faces[c].Name
	}
	return cmp.Or(strings.TrimSpace(s.Sign(name)), s.Card(v, c))
}

// teller turns events into sentences.
type teller struct {
	*Speaker
	view   *engine.View
	lines  []string
	drawn  []engine.Event // draws of one player that share a sentence
	after  []string       // consequences of the draws, told after them
	offer  *engine.Event
	chosen [engine.MaxSeats + 1]bool // seats whose setup choice has been told
	kept   []string                  // what others kept and took in a finished setup, told at once
	taken  []string
}

func (t *teller) all(events []engine.Event) []string {
	began := slices.IndexFunc(events, func(e engine.Event) bool { return e.Kind == engine.EventBegan })
	for i := range events {
		if i < began && t.settle(&events[i]) {
			continue
		}
		if i == began {
			t.settled()
		}
		t.tell(&events[i])
	}
	t.flush()
	return t.lines
}

// settle notes an event of a finished setup; false for events that are told as usual. One by one
// they would fill the first message of a game, and tell each choice twice: when it was made and
// when it took effect (C2).
func (t *teller) settle(e *engine.Event) bool {
	if e.Seat == t.view.Viewer && e.Seat != engine.Public {
		return e.Kind == engine.EventChose
	}
	switch {
	case e.Kind == engine.EventChose:
	case e.Kind == engine.EventShared && len(e.Tickets) == 0: // all of another team share one (S5)
	case e.Kind == engine.EventKept && len(e.Tickets) == 0:
		t.kept = append(t.kept, t.Seat(t.view, e.Seat)+" "+strconv.Itoa(e.N))
	case e.Kind == engine.EventRevealed:
		t.taken = append(t.taken, t.Seat(t.view, e.Seat)+": "+t.Fleet(t.view, e.N, e.M))
	default:
		return false
	}
	return true
}

func (t *teller) settled() {
	t.flush()
	if len(t.kept) > 0 {
		id := "narrate.setup-kept"
		if t.view.Viewer != engine.Public { // the viewer's own tickets are told separately
			id = "narrate.setup-kept-others"
		}
		t.add(t.say(id, "List", strings.Join(t.kept, ", ")))
	}
	if len(t.taken) > 0 {
		t.add(t.say("narrate.setup-pieces", "List", strings.Join(t.taken, "; ")))
	}
}

func (t *teller) tell(e *engine.Event) {
	switch e.Kind {
	case engine.EventDrewBlind, engine.EventDrewMarket:
		t.draw(e)
		return
	case engine.EventPlaced:
		t.place(e)
		return
	case engine.EventFlushed:
		t.note(t.say("narrate.flushed", "Wilds", t.say("title."+t.board.Title+".wilds-of")))
		return
	case engine.EventShuffled:
		t.note(t.shuffled(e))
		return
	case engine.EventFilled:
		return // the board shows it
	case engine.EventOffered:
		t.flush()
		t.offer = e
		return
	case engine.EventKept:
		t.keep(e)
		return
	}
	t.flush()
	t.add(t.sentence(e))
}

// sentence tells an event that has a sentence of its own; "" for one that is told elsewhere.
func (t *teller) sentence(e *engine.Event) string {
	switch e.Kind {
	case engine.EventClaimed:
		cards := t.Payment(t.view, e.Payment)
		return t.by(e, "claim", "Route", t.Route(e.Route), "Cards", cards, "Count", e.N)
	case engine.EventTook:
		return t.by(e, "took-"+e.Word, "Count", e.N)
	case engine.EventDug:
		return t.by(e, "dug", "Route", t.Route(e.Route), "Cards", t.Payment(t.view, e.Payment),
			"Shown", t.Shown(t.view, e.Shown)) + " " + t.asked(e.N)
	case engine.EventTolled:
		return t.by(e, "tolled", "Cards", t.Payment(t.view, e.Payment))
	case engine.EventWithdrew:
		return t.by(e, "withdrew", "Route", t.Route(e.Route), "Cards", t.Payment(t.view, e.Payment))
	case engine.EventShared:
		return t.withTickets(t.by(e, "shared", "Count", e.N), "shared-which", e)
	case engine.EventChose:
		return t.chose(e)
	case engine.EventRevealed:
		return t.by(e, "revealed", "Pieces", t.Fleet(t.view, e.N, e.M))
	case engine.EventBuilt:
		return t.by(e, "built", "City", t.City(e.City), "Cards", t.Payment(t.view, e.Payment))
	case engine.EventExchanged:
		m := engine.Move{Verb: engine.Exchange, Pile: e.Pile, N: uint8(e.N)}
		return t.by(e, "exchanged", "Swap", t.swap(t.view, m), "Price", t.price(m))
	case engine.EventBegan:
		return t.by(e, "began")
	case engine.EventPassed:
		return t.by(e, "passed")
	case engine.EventLastRound:
		return t.lastRound(e)
	case engine.EventOver:
		return t.say("narrate.over")
	}
	return t.inYards(e)
}

// chose tells of a setup choice: tickets and, in some titles, pieces. The others only learn that it
// was made (C2).
func (t *teller) chose(e *engine.Event) string {
	if e.N+e.M > 0 && t.isOwn(e) {
		return t.say("narrate.you-chose-pieces", "Pieces", t.Fleet(t.view, e.N, e.M))
	}
	if t.chosen[e.Seat] {
		return ""
	}
	t.chosen[e.Seat] = true
	return t.by(e, "chose")
}

// lastRound tells how many turns are left; in some titles every seat has several (W12).
func (t *teller) lastRound(e *engine.Event) string {
	if each := e.N / max(1, len(t.view.Seats)); each > 1 {
		return t.say("narrate.last-rounds", "Count", e.N, "Each", each)
	}
	if t.view.Uses(engine.UsesYards) {
		return t.say("narrate.last-round-yards", "Count", e.N) // K7
	}
	return t.say("narrate.last-round", "Count", e.N)
}

func (t *teller) shuffled(e *engine.Event) string {
	if e.Pile != engine.NoPile {
		return t.say("narrate.shuffled-"+piles[e.Pile], "Count", e.N)
	}
	return t.say("narrate.shuffled", "Count", e.N)
}

// by returns a sentence about who acted: "you" for the reader, otherwise with a name.
func (t *teller) by(e *engine.Event, id string, args ...any) string {
	if t.isOwn(e) {
		return t.say("narrate.you-"+id, args...)
	}
	return t.say("narrate."+id, append(args, "Who", t.Actor(t.view, e))...)
}

// isOwn reports whether the reader did it themselves.
func (t *teller) isOwn(e *engine.Event) bool {
	return e.Seat != engine.Public && e.Seat == t.view.Viewer && e.By == engine.ByPlayer
}

func (t *teller) asked(n int) string {
	if n == 0 {
		return t.say("narrate.asks-nothing")
	}
	return t.say("narrate.asks", "Count", n)
}

func (t *teller) draw(e *engine.Event) {
	if t.offer != nil || !t.collects(e) || len(t.drawn) == 2 || t.placing() {
		t.flush()
	}
	t.drawn = append(t.drawn, *e)
}

// collects reports whether draws of the same player are being collected.
func (t *teller) collects(e *engine.Event) bool {
	return len(t.drawn) > 0 && t.drawn[0].Seat == e.Seat && t.drawn[0].By == e.By
}

// placing reports whether the collected event is the placing of a card whose draw was told before.
func (t *teller) placing() bool { return len(t.drawn) > 0 && t.drawn[0].Kind == engine.EventPlaced }

// place tells where a card drawn blind went, in the sentence of the draw if that is being collected
// (S3).
func (t *teller) place(e *engine.Event) {
	if n := len(t.drawn); t.collects(e) && t.drawn[n-1].Kind == engine.EventDrewBlind {
		t.drawn[n-1].Card, t.drawn[n-1].Where = e.Card, e.Where
		return
	}
	t.flush()
	t.drawn = append(t.drawn, *e)
}

// keep tells what was kept, in one sentence with the offer if that has not been told yet.
func (t *teller) keep(e *engine.Event) {
	offered := t.offer != nil && t.offer.Seat == e.Seat && t.offer.By == e.By
	if offered {
		t.offer = nil
	}
	t.flush()
	id := "kept"
	if offered {
		id = "drew-tickets"
	}
	t.add(t.withTickets(t.by(e, id, "Count", e.N, "Of", e.N+e.M), "kept-which", e))
}

// withTickets adds an event's tickets to its sentence, for those who may know them.
func (t *teller) withTickets(line, id string, e *engine.Event) string {
	if len(e.Tickets) == 0 {
		return line
	}
	return line + " " + t.say("narrate."+id, "Tickets", t.Tickets(e.Tickets))
}

// note adds a sentence after the draws that are being collected, once.
func (t *teller) note(line string) {
	if slices.Contains(t.lines, line) || slices.Contains(t.after, line) {
		return
	}
	if len(t.drawn) > 0 {
		t.after = append(t.after, line)
		return
	}
	t.add(line)
}

func (t *teller) flush() {
	if len(t.drawn) > 0 {
		id := "draw"
		if t.placing() {
			id = "place"
		}
		t.add(t.by(&t.drawn[0], id, "Cards", t.cards()))
		t.lines = append(t.lines, t.after...)
		t.drawn, t.after = nil, nil
	}
	if t.offer != nil {
		line := t.by(t.offer, "offered", "Count", t.offer.N)
		t.offer = nil
		t.add(line)
	}
}

func (t *teller) add(line string) {
	if line != "" {
		t.lines = append(t.lines, line)
	}
}

// cards names the collected drawn cards: those from one place together, or one by one where each
// says where it went.
func (t *teller) cards() string {
	placed := func(e engine.Event) bool {
		return e.Where != engine.Nowhere || e.Kind == engine.EventPlaced
	}
	if slices.ContainsFunc(t.drawn, placed) {
		return strings.Join(namesOf(t.drawn, func(e engine.Event) string { return t.card(&e) }), ", ")
	}
	first, rest := t.drawn[:1], t.drawn[1:]
	if len(rest) > 0 && t.source(&first[0]) == t.source(&rest[0]) {
		return t.from(t.drawn)
	}
	parts := []string{t.from(first)}
	if len(rest) > 0 {
		parts = append(parts, t.from(rest))
	}
	return t.Join(parts)
}

func (t *teller) source(e *engine.Event) string {
	switch {
	case e.Kind == engine.EventDrewMarket:
		return "narrate.from-market"
	case e.Card != engine.NoCard && e.Pile != engine.NoPile:
		return "narrate.from-" + piles[e.Pile]
	case e.Card != engine.NoCard:
		return "narrate.from-deck"
	case e.Pile != engine.NoPile:
		return "narrate.unseen-" + piles[e.Pile]
	}
	return "narrate.unseen"
}

func (t *teller) from(drawn []engine.Event) string {
	c := drawn[0].Card
	if c == engine.NoCard {
		return t.say(t.source(&drawn[0]), "Count", len(drawn))
	}
	cards := t.Join(namesOf(drawn, func(e engine.Event) string { return t.drawnCard(t.view, e.Card) }))
	if len(drawn) > 1 && drawn[1].Card == c {
		var both engine.Cards
		both[c] = uint8(len(drawn))
		cards = t.Cards(t.view, both)
	}
	return t.say(t.source(&drawn[0]), "Cards", cards)
}

// card names a drawn card and where it was drawn from and, in a team, where it went.
func (t *teller) card(e *engine.Event) string {
	var name string
	switch {
	case e.Kind == engine.EventDrewMarket:
		name = t.say("narrate.card-market", "Card", t.drawnCard(t.view, e.Card))
	case e.Card == engine.NoCard:
		name = t.say("narrate.card-unseen")
	default:
		name = t.say("narrate.card-deck", "Card", t.drawnCard(t.view, e.Card))
	}
	switch e.Where {
	case engine.ToHand:
		return t.say("narrate.to-hand", "Card", name)
	case engine.ToRack:
		return t.say("narrate.to-rack", "Card", name)
	}
	return name
}
