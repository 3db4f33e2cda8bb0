package engine

// Disclosure says how much an event tells a viewer that they did not know before.
type Disclosure uint8

const (
	// DisclosesNothing: the viewer knew it, or chose it.
	DisclosesNothing Disclosure = iota
	// DisclosesPublic: what a player does in sight of all, and chose to show.
	DisclosesPublic
	// DisclosesHidden: a card or ticket that the viewer could not know, or a secret choice.
	DisclosesHidden
)

// disclosure is what an event discloses to its own seat, to its partner (Event.Mate), and to
// others.
type disclosure struct{ own, mate, others Disclosure }

// disclosures must agree with Event.For: what For hides from a viewer is not disclosed to them.
var disclosures = [...]disclosure{
	// secret until all have chosen (C2)
	EventChose: {},
	// the secret choices of a setup come with EventBegan
	EventKept: {others: DisclosesPublic},
	// everybody's choices are shown (C2)
	EventBegan:      {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventDrewBlind:  {DisclosesHidden, DisclosesHidden, DisclosesPublic},
	EventDrewMarket: {others: DisclosesPublic, mate: DisclosesPublic},
	// the deck's next card (C6)
	EventFilled:  {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventFlushed: {others: DisclosesPublic},
	// A shuffle shows no card, but it fixes what is dealt from now on.
	EventShuffled:  {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventClaimed:   {others: DisclosesPublic},
	EventTook:      {others: DisclosesPublic},
	EventOffered:   {own: DisclosesHidden, mate: DisclosesPublic, others: DisclosesPublic},
	EventLastRound: {others: DisclosesPublic},
	EventPassed:    {others: DisclosesPublic},
	EventDug:       {DisclosesHidden, DisclosesHidden, DisclosesHidden}, // the cards turned up (N6)
	EventTolled:    {others: DisclosesPublic},
	EventWithdrew:  {others: DisclosesPublic},
	// the partner sees what comes to the rack (S4)
	EventPlaced: {mate: DisclosesHidden, others: DisclosesPublic},
	EventShared: {mate: DisclosesHidden, others: DisclosesPublic}, // likewise (S6)
	EventOver:   {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	// what all have chosen in secret (W2)
	EventRevealed:  {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventBuilt:     {others: DisclosesPublic},
	EventExchanged: {others: DisclosesPublic},
	EventLaid:      {others: DisclosesPublic},
	EventRobbed:    {others: DisclosesPublic},
	EventMoved:     {others: DisclosesPublic}, // the rows lay open (K3)
	// it shows each seat its track, and everybody who has a choice (K8)
	EventDeclaring: {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventDeclared:  {}, // secret until all have declared (C2)
	EventScored:    {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventDealtAnew: {DisclosesHidden, DisclosesHidden, DisclosesHidden},
}

// Discloses returns what the event tells a viewer that they did not know.
func (e *Event) Discloses(viewer Seat) Disclosure {
	if int(e.Kind) >= len(disclosures) {
		return DisclosesHidden // a kind that is missing in the table
	}
	d := disclosures[e.Kind]
	switch {
	case e.Kind == EventDug && len(e.Shown) == 0: // no card was left to turn up
		return min(d.others, DisclosesPublic)
	case viewer == Public:
		return d.others
	case viewer == e.Seat:
		return d.own
	case viewer == e.Mate:
		return d.mate
	}
	return d.others
}
