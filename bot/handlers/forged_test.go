package handlers_test

import (
	"strconv"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/engine"
)

// forgeries are clicks that no panel of a seat at the beginning of its turn offers, whatever the
// title: a custom ID, and the values.
var forgeries = [][]string{
	{"ask/GAME/PLY"},
	{"ask/GAME/PLY", "x"},
	{"ask/GAME/PLY", "lay"},
	{"ask/GAME/PLY", "lay:a"},
	{"ask/GAME/PLY", "lay:i"},
	{"ask/GAME/PLY/lay", "lay:f", "lay:f", "lay:f"},
	{"ask/GAME/PLY/lay", "lay:f", "lay:e"},
	{"ask/GAME/PLY", "claim:65535"},
	{"ask/GAME/PLY", "claim:0:a200"},
	{"ask/GAME/PLY", "pay"},
	{"ask/GAME/PLY", "exchange:trains:0"},
	{"ask/GAME/PLY", "draw:99"},
	{"ask/GAME/PLY", "pieces:20:40"},
	{"ask/GAME/PLY", "pieces:255:255"},
	{"ask/GAME/PLY", "pieces:x"},
	{"ask/GAME/PLY", "exchange:trains:300"},
	{"ask/GAME/PLY", "exchange:carts:1"},
	{"ask/GAME/PLY", "port:200"},
	{"ask/GAME/PLY", ""},
	{"ask/GAME/PLY/exchange:ships:99"},
	{"ask/GAME/PLY/share"},
	{"narrow/GAME/PLY/tickets", "k1"},
	{"narrow/GAME/PLY/claim:0", "x"},
	{"narrow/GAME/PLY/port:0", "k1"},
	{"narrow/GAME/PLY/lay:f3", "k1"},
	{"do/GAME/PLY/claim:0"},
	{"do/GAME/PLY/claim:0:a200"},
	{"do/GAME/PLY/port:200:a2"},
	{"do/GAME/PLY/keep"},
	{"do/GAME/PLY/keep", "keep:0"},
	{"do/GAME/PLY/pay:a"},
	{"do/GAME/PLY/lay"},
	{"do/GAME/PLY/lay:a"},
	{"do/GAME/PLY/lay:a200"},
	{"do/GAME/PLY/lay:a.a"},
	{"do/GAME/PLY/port:0:-"},
	{"do/GAME/PLY/exchange:ships:99"},
	{"do/GAME/PLY/exchange:trains:0"},
	{"do/GAME/PLY/pieces:20:40"},
	{"do/GAME/PLY/draw:9:ships"},
	{"do/GAME/PLY/draw:99"},
	{"do/GAME/PLY/pass"},
	{"do/GAME/PLY/exchange"},
	{"do/GAME/PLY/withdraw"},
	{"do/GAME/PLY/place:rack"},
	{"do/GAME/PLY-1/tickets"}, // of a position after moves were taken back
	{"do/GAME/0/tickets"},
}

func TestForgedClicksChangeNothingAndAskNothing(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"amsterdam", "world", "cardgame"} {
		t.Run(title, func(t *testing.T) {
			s := bottest.New(t)
			id := s.RunningOf(title, "Ola", "Bo")
			for s.Table(id).View(engine.Public).Phase == engine.InSetup {
				s.Move(id, bottest.AnyLegal(1))
			}
			ply := s.Game(id).Ply
			who := s.Turn(id)
			for _, f := range forgeries {
				m := s.Handle(s.Click(who, strings.NewReplacer("GAME", string(id), "PLY",
					strconv.Itoa(int(ply))).Replace(f[0]), f[1:]...))
				if m.Content == "" {
					t.Errorf("%q is not answered", f)
				}
				for _, row := range m.Rows {
					if row.Select != nil && len(row.Select.Options) < max(1, row.Select.Min) {
						t.Errorf("%q asks for %d of %d options: %+v", f, row.Select.Min, len(row.Select.Options), row)
					}
				}
				if got := s.Game(id).Ply; got != ply {
					t.Fatalf("%q made a move: got ply %d, want %d", f, got, ply)
				}
			}
			s.NothingBroke()
		})
	}
}
