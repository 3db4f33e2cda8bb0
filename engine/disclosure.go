package engine

// Disclosure says what an event tells a viewer that they did not know before.
type Disclosure uint8

// The disclosures, in ascending order of what they weigh.
const (
	// DisclosesNothing: the viewer knew it, or chose it.
	DisclosesNothing Disclosure = iota
	// DisclosesPublic: what a player does in sight of all. It shows nothing that the player did not choose to show.
	DisclosesPublic
	// DisclosesHidden: a card or a ticket that the viewer could not know, or a choice that was secret.
	DisclosesHidden
)

// disclosure is what an event discloses: to the seat that did it, to its partner where the event names one (Event.Mate), and to
// everybody else.
type disclosure struct{ own, mate, others Disclosure }

// disclosures is the one table of what each kind of event discloses. It belongs to Event.For: what For hides from a viewer is not
// disclosed to them.
var disclosures = [...]disclosure{
	EventChose:      {},                                                  // secret until all have chosen (C2)
	EventKept:       {others: DisclosesPublic},                           // the secret choices of a setup come with EventBegan
	EventBegan:      {DisclosesHidden, DisclosesHidden, DisclosesHidden}, // everybody's choices are shown (C2)
	EventDrewBlind:  {DisclosesHidden, DisclosesHidden, DisclosesPublic},
	EventDrewMarket: {others: DisclosesPublic, mate: DisclosesPublic},
	EventFilled:     {DisclosesHidden, DisclosesHidden, DisclosesHidden}, // the deck's next card (C6)
	EventFlushed:    {others: DisclosesPublic},
	// A shuffle shows no card, but what is dealt from now on has been decided.
	EventShuffled:  {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventClaimed:   {others: DisclosesPublic},
	EventTook:      {others: DisclosesPublic},
	EventOffered:   {own: DisclosesHidden, mate: DisclosesPublic, others: DisclosesPublic},
	EventLastRound: {others: DisclosesPublic},
	EventPassed:    {others: DisclosesPublic},
	EventDug:       {DisclosesHidden, DisclosesHidden, DisclosesHidden}, // the cards turned up (N6)
	EventTolled:    {others: DisclosesPublic},
	EventWithdrew:  {others: DisclosesPublic},
	EventPlaced:    {mate: DisclosesHidden, others: DisclosesPublic}, // the partner sees what comes to the rack (S4)
	EventShared:    {mate: DisclosesHidden, others: DisclosesPublic}, // likewise (S6)
	EventOver:      {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventRevealed:  {DisclosesHidden, DisclosesHidden, DisclosesHidden}, // what all have chosen in secret (W2)
	EventBuilt:     {others: DisclosesPublic},
	EventExchanged: {others: DisclosesPublic},
	EventLaid:      {others: DisclosesPublic},
	EventRobbed:    {others: DisclosesPublic},
	EventMoved:     {others: DisclosesPublic}, // the rows lay open (K3)
	EventScored:    {DisclosesHidden, DisclosesHidden, DisclosesHidden},
	EventDealtAnew: {DisclosesHidden, DisclosesHidden, DisclosesHidden},
}

// Discloses returns what the event tells a viewer that they did not know before it; Public is whoever only watches.
func (e *Event) Discloses(viewer Seat) Disclosure {
	if int(e.Kind) >= len(disclosures) {
		return DisclosesHidden // an event that nobody has thought of
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
