package cards_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cards"
)

func TestC6DiscardsBecomeTheDeckOnceItIsEmpty(t *testing.T) {
	var d cards.Deck
	d.Build(engine.Seed{}, "cards", engine.Cards{2, 1}, []engine.Card{1, 0})
	taken := engine.Cards{}
	for _, want := range []engine.Card{1, 0, 0} { // what is stacked, then the rest
		c := d.Take(0)
		if c != want {
			t.Errorf("took %d, want %d", c, want)
		}
		taken[c]++
	}
	d.Discard(&taken)
	if d.Discarded() != 3 || d.Discards() != taken {
		t.Errorf("%d discards: %v, want those taken", d.Discarded(), d.Discards())
	}
	if n := d.Reshuffle(); n != 3 || d.Size() != 3 || d.Discarded() != 0 {
		t.Errorf("%d cards reshuffled, deck %d, discards %d; want 3, 3, 0", n, d.Size(), d.Discarded())
	}
	if n := d.Reshuffle(); n != 0 {
		t.Errorf("%d cards reshuffled into a deck that is not empty", n)
	}
}

func TestC9TicketsGoUnderThePileAndComeFromItsTop(t *testing.T) {
	var p cards.Pile
	p.Build(engine.Seed{}, 5, []engine.TicketID{4, 2})
	if diff := cmp.Diff(cards.Offer{4, 2}, p.Draw(2)); diff != "" {
		t.Errorf("what is stacked (-want +got):\n%s", diff)
	}
	for range 1000 { // round the ring several times
		top := p.Draw(1)
		p.PutUnder(top[0])
	}
	p.PutUnder(2)
	rest := p.Draw(9)
	if last := rest[len(rest)-1]; len(rest) != 4 || last != 2 || p.Size() != 0 {
		t.Errorf("the rest is %v, want four tickets, the last put under it at the bottom", rest)
	}
}

func TestK2AMixedPileDoesNotDependOnItsOrder(t *testing.T) {
	var p, q cards.Pile
	p.Build(engine.Seed{}, 6, nil)
	q = p
	q.PutUnder(q.Draw(1)[0])
	p.Mix()
	q.Mix()
	if diff := cmp.Diff(p.Draw(6), q.Draw(6)); diff != "" {
		t.Errorf("mixed in one order and in another:\n%s", diff)
	}
}

func TestC9AnOfferIsAnsweredInItsOwnOrder(t *testing.T) {
	o := cards.Offer{7, 3, 5}
	taken, refused := o.Split([]engine.TicketID{5, 7})
	if !slices.Equal(taken, []engine.TicketID{7, 5}) || !slices.Equal(refused, []engine.TicketID{3}) {
		t.Errorf("taken %v, refused %v, want 7 5 and 3", taken, refused)
	}
	if none, all := o.Split(nil); none == nil || !slices.Equal(all, o) {
		t.Errorf("taken %v, refused %v, want an empty list and all", none, all)
	}
	var got [][]engine.TicketID
	for _, m := range o.AppendKeeps(nil, 2) {
		got = append(got, m.Tickets)
	}
	if diff := cmp.Diff([][]engine.TicketID{{7, 3, 5}, {7, 3}, {7, 5}, {3, 5}}, got); diff != "" {
		t.Errorf("choices of two at least (-want +got):\n%s", diff)
	}
}

func TestC9OfferRefusesAWrongChoice(t *testing.T) {
	o := cards.Offer{7, 3, 5}
	for _, c := range []struct {
		kept []engine.TicketID
		want engine.Code
	}{
		{[]engine.TicketID{7, 3, 1}, engine.RefuseNotOffered},
		{[]engine.TicketID{7, 7}, engine.RefuseNamedTwice},
		{[]engine.TicketID{7}, engine.RefuseKeepFew},
	} {
		var refusal *engine.Refusal
		if err := o.RefuseKeep(c.kept, 2); !errors.As(err, &refusal) || refusal.Code != c.want {
			t.Errorf("keep %v: %v, want %s", c.kept, err, c.want)
		}
	}
	if err := o.RefuseKeep([]engine.TicketID{5, 3}, 2); err != nil {
		t.Errorf("two of three: %v", err)
	}
}
