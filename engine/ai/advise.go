package ai

import (
	"fmt"
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/ai/railway"
)

const (
	maxAdvised   = 3  // moves that are recommended at a time
	closeEnough  = 3. // how many points worse the last may be than the first, in steady's judgement
	hopelessness = -50.
)

// Advice is a move that steady play considers, complete with its payment.
type Advice struct {
	Move engine.Move
	// Worth is the move's worth in points, for comparison within one position.
	Worth float64
	// Aim is what a claim, or the card drawn or placed, is for; nil: nothing in particular.
	Aim *railway.Aim
	// Plan is the same for all moves of a position; nil: there is no plan.
	Plan *Plan
	// Turns are those that the viewer can expect, the present one included, and Needed those that
	// its tickets take, with the ones kept or drawn; 0: not known. Only where tickets are chosen or
	// drawn.
	Turns, Needed int
	// Second is set if the first card is best drawn off a deck although an open card, this one, is
	// valued more: it can still be taken afterwards, and Aim is what it is for.
	Second *engine.Card
	// Better is how many of 100 unknown cards are thought better than any open one; 0: not known.
	Better int
	Kept   railway.Outlook // what the plan has for the tickets if Move keeps what it keeps
	Pieces []int           // that the plan takes, by kind; only where pieces are chosen
}

// Plan is what a plan has for the viewer's tickets.
type Plan struct {
	railway.Outlook
	Helped bool // an open card that can be taken now may help on a way of Counted
}

// aimer is a mind that can explain its plan.
type aimer interface {
	AimOf(c engine.Card) (railway.Aim, bool)
	AimAt(r engine.RouteID) railway.Aim
	Second() engine.Card
	Outlook() railway.Outlook
	Keeping(kept []engine.TicketID) railway.Outlook
	Pieces() []int
}

// timer is a mind that counts turns.
type timer interface {
	// Turns are those that the viewer can expect, and those that its tickets take, with some more.
	Turns(more []engine.TicketID) (left, needed float64)
}

// Advise returns the moves that steady play considers, best first, at most three, only one of
// equivalent ones. told are the events as the viewer was told them. ErrNoMove if there is nothing
// to choose.
func Advise(title engine.Title, v *engine.View, told []engine.Event) ([]Advice, error) {
	if _, ok := title.(mapped); !ok {
		return nil, fmt.Errorf("%s does not say which map it is played on", title.ID())
	}
	t := &thinker{title: title}
	options, err := t.rank(v, told)
	if err != nil {
		return nil, err
	}
	mind, _ := t.mind.(aimer)
	plan := planOf(v, mind)
	var list []Advice
	seen := map[string]bool{}
	for i := range options {
		o := &options[i]
		if len(list) == maxAdvised || i > 0 &&
			(o.Worth < options[0].Worth-closeEnough || o.Worth < hopelessness) {
			break
		}
		if like := likeness(v, &o.Move); !seen[like] {
			seen[like] = true
			a := t.explained(v, o, mind, plan)
			if mind != nil && i == 0 && a.Move.Verb == engine.Draw && a.Move.Slot == 0 {
				a.waitFor(mind)
			}
			list = append(list, a)
		}
	}
	if all := mostKept(options); all != nil && !slices.ContainsFunc(list, func(a Advice) bool {
		return len(a.Move.Tickets) >= len(all.Move.Tickets)
	}) {
		list = append(list[:min(len(list), maxAdvised-1)], t.explained(v, all, mind, plan))
	}
	return list, nil
}

// waitFor notes the open card that is taken after the one off a deck.
func (a *Advice) waitFor(mind aimer) {
	card := mind.Second()
	if card == engine.NoCard {
		return
	}
	a.Second = &card
	if aim, ok := mind.AimOf(card); ok {
		a.Aim = &aim
	}
}

// mostKept is the option that keeps most tickets; nil: none keeps any.
func mostKept(options choice.List) *choice.Option {
	var most *choice.Option
	for i := range options {
		if o := &options[i]; o.Move.Verb == engine.Keep && len(o.Move.Tickets) > 0 &&
			(most == nil || len(o.Move.Tickets) > len(most.Move.Tickets)) {
			most = o
		}
	}
	return most
}

// likeness is equal for equivalent moves: the same card from any slot of the market.
func likeness(v *engine.View, m *engine.Move) string {
	switch {
	case m.Verb == engine.Draw && m.Slot > 0:
		return fmt.Sprintf("%d of card %d", m.Verb, v.Market[m.Slot-1])
	case m.Verb == engine.Draw:
		return fmt.Sprintf("%d of deck %v", m.Verb, m.Pile)
	}
	return fmt.Sprintf("%+v", *m)
}

// planOf is what a mind plans for the viewer's tickets; nil without a plan, and while tickets are
// chosen.
func planOf(v *engine.View, mind aimer) *Plan {
	if mind == nil || v.Owes == engine.OwesKeep || v.Owes == engine.OwesPieces {
		return nil
	}
	plan := &Plan{Outlook: mind.Outlook()}
	plan.Helped = plan.Any
	for _, m := range v.Legal() {
		if m.Verb != engine.Draw || m.Slot == 0 {
			continue
		}
		if aim, ok := mind.AimOf(v.Market[m.Slot-1]); ok && len(aim.Tickets) > 0 {
			plan.Helped = true
		}
	}
	return plan
}

func (t *thinker) explained(v *engine.View, o *choice.Option, mind aimer, plan *Plan) Advice {
	a, m := Advice{Move: o.Move, Worth: o.Worth, Plan: plan}, &o.Move
	if timer, ok := t.mind.(timer); ok && (m.Verb == engine.Keep || m.Verb == engine.Tickets) {
		turns, needed := timer.Turns(m.Tickets)
		a.Turns, a.Needed = int(math.Round(turns)), int(math.Ceil(needed))
	}
	if b, ok := t.mind.(interface{ Better() int }); ok && m.Verb == engine.Draw {
		a.Better = b.Better()
	}
	card := engine.NoCard
	switch {
	case mind == nil:
	case m.Verb == engine.Keep:
		a.Kept = mind.Keeping(m.Tickets)
	case m.Verb == engine.Pieces:
		a.Pieces = mind.Pieces()
	case m.Verb == engine.Claim:
		aim := mind.AimAt(m.Route)
		a.Aim = &aim
	case m.Verb == engine.Draw && m.Slot > 0:
		card = v.Market[m.Slot-1]
	case m.Verb == engine.Place && m.Where == engine.ToHand:
		card = v.Own().Drawn
	}
	if card != engine.NoCard {
		if aim, ok := mind.AimOf(card); ok {
			a.Aim = &aim
		}
	}
	return a
}
