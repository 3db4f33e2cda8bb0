package turn

import (
	"errors"
	"slices"
	"strings"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
)

// moveReader reads a move from a command's options; what is still to be chosen may be missing.
type moveReader func(p *position, r *route.Request) (engine.Move, error)

// typedMoves are the commands that make moves.
var typedMoves = map[string]moveReader{
	"keep":     typedKeep,
	"pieces":   typedPieces,
	"draw":     typedDraw,
	"place":    typedPlace,
	"claim":    typedClaim,
	"pay":      typedToll,
	"withdraw": func(*position, *route.Request) (engine.Move, error) { return engine.Move{Verb: engine.Withdraw}, nil },
	"tickets":  func(*position, *route.Request) (engine.Move, error) { return engine.Move{Verb: engine.Tickets}, nil },
	"lay":      typedLay,
	"port":     typedPort,
	"exchange": typedExchange,
	"share":    typedShare,
}

func typedKeep(p *position, r *route.Request) (engine.Move, error) {
	m := engine.Move{Verb: engine.Keep}
	ids := ticketsSoFar(r)
	if slices.Contains(ids, speech.AllTickets) {
		m.Tickets = p.View.Own().Offer.IDs
		return m, nil
	}
	if slices.Equal(ids, []string{speech.NoTickets}) {
		return m, nil
	}
	return p.withTickets(m, ids)
}

func typedShare(p *position, r *route.Request) (engine.Move, error) {
	m := engine.Move{Verb: engine.Share}
	if !p.View.Uses(engine.UsesTeams) {
		return m, nil // refused, whatever was typed
	}
	return p.withTickets(m, ticketsSoFar(r))
}

// ticketsSoFar lists the values of the options ticket1, ticket2, … except the one that is being typed.
func ticketsSoFar(r *route.Request) []string {
	var ids []string
	for _, o := range r.Numbered("ticket") {
		if value := strings.TrimSpace(o.Value); value != "" && !o.Focused {
			ids = append(ids, value)
		}
	}
	return ids
}

func typedPieces(p *position, r *route.Request) (engine.Move, error) {
	m, ok := p.speaker.FindSplit(&p.View, r.Option("trains"), r.Option("ships"))
	if !ok {
		return m, p.misread("no-such-pieces")
	}
	return m, nil
}

// typedDraw reads a draw; the deck that fills the slot can be left out (W3).
func typedDraw(p *position, r *route.Request) (engine.Move, error) {
	m, ok := p.speaker.FindDraw(&p.View, r.Option("card"))
	if !ok {
		return m, p.drawProblem(r.Option("card"))
	}
	deck := strings.TrimSpace(r.Option("refill"))
	if deck == "" || m.Slot == 0 || !p.View.Lexicon().TwoDecks {
		return m, nil
	}
	if m.Pile, ok = p.speaker.FindPile(&p.View, deck); !ok {
		return m, p.misread("no-such-deck")
	}
	return m, nil
}

func typedPlace(p *position, r *route.Request) (engine.Move, error) {
	m, ok := p.speaker.FindPlace(&p.View, r.Option("where"))
	if !ok {
		return m, p.misread("no-such-place")
	}
	return m, nil
}

func typedClaim(p *position, r *route.Request) (engine.Move, error) {
	if len(p.View.Lexicon().Routes) == 0 {
		return engine.Move{}, route.Fail("no-routes")
	}
	lane, ok := p.speaker.FindRoute(&p.View, r.Option("route"))
	if !ok {
		return engine.Move{}, p.claimProblem(r.Option("route"))
	}
	return p.withPayment(engine.Move{Verb: engine.Claim, Route: lane}, r)
}

func typedPort(p *position, r *route.Request) (engine.Move, error) {
	city, ok := p.speaker.FindHarbour(&p.View, r.Option("city"))
	if !ok {
		return engine.Move{}, p.misread("no-such-city")
	}
	return p.withPayment(engine.Move{Verb: engine.Port, City: city}, r)
}

func typedToll(p *position, r *route.Request) (engine.Move, error) {
	return p.withPayment(engine.Move{Verb: engine.Pay}, r)
}

func typedLay(p *position, r *route.Request) (engine.Move, error) {
	m := engine.Move{Verb: engine.Lay}
	if !p.View.Uses(engine.UsesYards) {
		return m, nil // the refusal says what is possible instead
	}
	var ok bool
	if m.Payment, ok = p.speaker.FindLay(&p.View, r.Option("row")); !ok {
		return m, p.cardsMisread("no-such-row")
	}
	return m, nil
}

// typedExchange reads an exchange; if no pieces are named, they are still to be chosen.
func typedExchange(p *position, r *route.Request) (engine.Move, error) {
	named := r.Option("pieces")
	if named == "" {
		return engine.Move{Verb: engine.Exchange}, nil
	}
	m, ok := p.speaker.FindExchange(&p.View, named)
	if !ok {
		return m, p.misread("no-such-exchange")
	}
	return m, nil
}

// withTickets completes a move with the tickets to keep or to share.
func (p *position) withTickets(m engine.Move, ids []string) (engine.Move, error) {
	for _, id := range ids {
		t, ok := p.speaker.FindTicket(&p.View, id)
		if !ok {
			return m, p.misread("no-such-ticket")
		}
		m.Tickets = append(m.Tickets, t)
	}
	return m, nil
}

// withPayment completes a move with the cards that pay for it; if none are named, they are still to be chosen.
func (p *position) withPayment(m engine.Move, r *route.Request) (engine.Move, error) {
	cards := strings.TrimSpace(r.Option("cards"))
	if cards == "" {
		return m, nil
	}
	var ok bool
	if m.Payment, ok = p.speaker.FindPayment(&p.View, m, cards); !ok {
		return m, p.cardsMisread("no-such-cards")
	}
	return m, nil
}

// drawProblem says why the named card cannot be drawn: nothing can be drawn now, several match, or none is face up.
func (p *position) drawProblem(card string) error {
	if err := p.notYourTurn(); err != nil && !p.can(engine.Draw) {
		return err
	}
	if fit := p.speaker.WhichDraws(&p.View, card); fit != "" {
		return route.Fail("which-card", "Cards", fit)
	}
	if open := p.speaker.InsteadOpen(&p.View, card); open != "" {
		return route.Fail("not-open", "Open", open)
	}
	return p.misread("no-such-card")
}

// claimProblem says why the named route cannot be claimed: nothing can be claimed now, several match, or none.
func (p *position) claimProblem(lane string) error {
	if err := p.notYourTurn(); err != nil && !p.can(engine.Claim) {
		return err
	}
	if why := p.speaker.WhyLanes(&p.View, lane, p.laneRefusal); why != "" {
		return route.Fail("no-lane", "Reasons", why)
	}
	if fit := p.speaker.WhichRoutes(&p.View, lane); fit != "" {
		return route.Fail("which-route", "Routes", fit)
	}
	return p.misread("no-such-route")
}

// laneRefusal says why a route cannot be claimed; nil if it can.
func (p *position) laneRefusal(r engine.RouteID) *engine.Refusal {
	refused, _ := errors.AsType[*play.Refused](p.refusal(p.speaker.Proposed(&p.View, engine.Move{Verb: engine.Claim, Route: r}, nil)))
	if refused == nil {
		return nil
	}
	return refused.Refusal
}

// can reports whether a move of the verb is legal.
func (p *position) can(verb engine.Verb) bool {
	return slices.ContainsFunc(p.View.Legal(), func(m engine.Move) bool { return m.Verb == verb })
}

// notYourTurn says what the player has to do before a turn, or that it is not their turn; nil if it is.
func (p *position) notYourTurn() error {
	if p.View.Moves(p.Seat) && p.View.Phase == engine.InPlay && p.View.Owes == engine.OwesTurn {
		return nil
	}
	return p.refusal(engine.Move{Verb: engine.Pass})
}

// cardsMisread shows how cards can be typed.
func (p *position) cardsMisread(id string) error {
	return p.misread(id, "Example", p.speaker.CardsExample(&p.View))
}

// misread says that the typed text was not understood, and what would be. If the player cannot move at all, it says that
// instead.
func (p *position) misread(id string, args ...any) error {
	if !p.View.Moves(p.Seat) {
		if err := p.refusal(engine.Move{Verb: engine.Pass}); err != nil {
			return err
		}
	}
	return route.Fail(id, args...)
}
