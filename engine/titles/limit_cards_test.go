package titles_test

import "github.com/konduktor-bot/konduktor/engine"

type limitDeck struct {
	cards    [110]uint8
	top, end int
	discards [engine.MaxCards]uint8
	thrown   int
}

// limitSuit are the cards of a colour that pay for routes of a kind: two names of single ones, and double ones.
type limitSuit struct {
	one, other, double uint8 // noCard: there is none
}

func (x *limitSuit) reach(hand *[engine.MaxCards + 1]uint8) uint8 {
	return hand[x.one] + hand[x.other] + 2*hand[x.double]
}

// sortCards sorts the cards by colour and deck.
func (l *limit) sortCards(colors []string) {
	for _, color := range colors {
		rail, sea := limitSuit{noCard, noCard, noCard}, limitSuit{noCard, noCard, noCard}
		for c, face := range l.rules.Faces {
			switch {
			case face.Wild:
				l.wild = uint8(c)
			case face.Color != color:
			case face.Twin:
				sea.double = uint8(c)
			case face.Ship:
				sea.one = uint8(c)
			case face.Port:
				rail.other = uint8(c)
			default:
				rail.one = uint8(c)
			}
		}
		l.suits[0], l.suits[1] = append(l.suits[0], rail), append(l.suits[1], sea)
	}
	for d := range l.rules.Decks {
		for c, n := range l.rules.Decks[d].Cards {
			if n > 0 {
				l.deckOf[c] = uint8(d)
			}
		}
		for range l.rules.Decks[d].Market {
			l.slots = append(l.slots, uint8(d))
		}
	}
}

func (l *limit) lay(deck *limitDeck, contents *[engine.MaxCards]uint8) {
	for c, n := range contents {
		for range n {
			deck.cards[deck.end] = uint8(c)
			deck.end++
		}
	}
	for i := deck.end - 1; i > 0; i-- {
		j := l.rng.IntN(i + 1)
		deck.cards[i], deck.cards[j] = deck.cards[j], deck.cards[i]
	}
}

// source is the deck from which a card comes that was asked of one; -1: all are empty.
func (l *limit) source(d int) int {
	if l.deck[d].top < l.deck[d].end {
		return d
	}
	if l.decks > 1 && l.deck[1-d].top < l.deck[1-d].end {
		return 1 - d
	}
	return -1
}

func (l *limit) take(d int) uint8 {
	deck := &l.deck[d]
	c := deck.cards[deck.top]
	deck.top++
	return c
}

func (l *limit) throw(c, n uint8) {
	deck := &l.deck[l.deckOf[c]]
	deck.discards[c] += n
	deck.thrown += int(n)
}

func (l *limit) reshuffle() {
	for d := range l.decks {
		deck := &l.deck[d]
		if deck.top == deck.end && deck.thrown > 0 {
			deck.top, deck.end, deck.thrown = 0, 0, 0
			l.lay(deck, &deck.discards)
			deck.discards = [engine.MaxCards]uint8{}
		}
	}
}

func (l *limit) fill(anew bool) {
	for i, d := range l.slots {
		if l.market[i] != noCard {
			continue
		}
		if !anew {
			d = 0
		}
		l.fillSlot(i, int(d))
	}
}

func (l *limit) fillSlot(slot, d int) {
	if d = l.source(d); d >= 0 {
		l.market[slot] = l.take(d)
		l.reshuffle()
	}
}

func (l *limit) settle() {
	l.reshuffle()
	l.fill(false)
	for range 10 {
		wilds := 0
		for i := range l.slots {
			if l.market[i] == l.wild {
				wilds++
			}
		}
		if l.rules.Flush == 0 || wilds < l.rules.Flush {
			return
		}
		for i := range l.slots {
			if c := l.market[i]; c != noCard {
				l.throw(c, 1)
				l.market[i] = noCard
			}
		}
		l.reshuffle()
		l.fill(true)
	}
}

// pay lays cards of a colour and then wilds on so many spaces.
func (l *limit) pay(s *limitSeat, suit *limitSuit, spaces int) {
	for _, c := range [...]uint8{suit.double, suit.one, suit.other, l.wild, suit.double} {
		worth := 1
		if c == suit.double {
			worth = 2
		}
		n := min(s.hand[c], uint8(spaces/worth))
		if c == suit.double && spaces == 1 && s.hand[l.wild]+s.hand[suit.one] == 0 {
			n = min(s.hand[c], 1) // one space too many
		}
		if n == 0 {
			continue
		}
		s.hand[c] -= n
		spaces = max(spaces-int(n)*worth, 0)
		l.throw(c, n)
	}
}
