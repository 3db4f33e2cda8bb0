package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
)

// The deck that refills slots is switched once: it stays for the second card and the next turns.
func TestTheChosenDeckStays(t *testing.T) {
	s := bottest.New(t)
	id := s.PlayingOf("world", "Ola", "Bo")
	who := s.Turn(id)
	filledBy := func(m discord.Message) (deck, other string) {
		t.Helper()
		for _, o := range bottest.Offers(m) {
			if id, _ := customid.Parse(o.ID); id.Action == customid.Page && id.Page == 0 {
				other = o.ID[strings.LastIndex(o.ID, "/")+1:]
			}
			if i := strings.Index(o.ID, "/draw:1:"); i >= 0 {
				deck = o.ID[i+len("/draw:1:"):]
			}
		}
		return deck, other
	}
	press := func(m discord.Message, part string) discord.Message {
		t.Helper()
		for _, o := range bottest.Offers(m) {
			if strings.Contains(o.ID, part) {
				return s.Handle(s.Click(who, o.ID))
			}
		}
		t.Fatalf("no button %q in %v", part, bottest.Offers(m))
		return m
	}
	m := s.Hand(who, id)
	if deck, other := filledBy(m); deck != "trains" || other != "ships" {
		t.Fatalf("at first slots are filled by %q, the switch leads to %q", deck, other)
	}
	m = press(m, "/0/ships")
	if deck, other := filledBy(m); deck != "ships" || other != "trains" {
		t.Fatalf("after the switch slots are filled by %q, it leads to %q", deck, other)
	}
	first := who
	for range 2 {
		m = press(m, "/draw:1:ships")
	}
	who = s.Turn(id)
	if m = s.Hand(who, id); who == first {
		t.Fatal("the turn did not end")
	}
	for range 2 {
		m = press(m, "/draw:0:trains")
	}
	if who = s.Turn(id); who != first {
		t.Fatal("the other turn did not end")
	}
	if deck, _ := filledBy(s.Hand(who, id)); deck != "ships" {
		t.Errorf("in the next turn slots are filled by %q", deck)
	}
}
