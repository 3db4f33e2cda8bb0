package press

import (
	"testing"

	"konduktor/engine/titles"
)

// older are custom IDs of version 0.1 with the picks from their menus, and what they mean, as it is printed today.
var older = []struct {
	title, id string
	picks     []string
	want      string
	move      string // what is chosen, "" of an ID that is about no move
}{
	{"amsterdam", "g/k7f3a/12/draw", []string{"deck"}, "ask/k7f3a/12", "draw:0"},
	{"amsterdam", "g/k7f3a/12/draw", []string{"3"}, "ask/k7f3a/12", "draw:3"},
	{"asia", "g/k7f3a/12/draw", []string{"3 rack"}, "ask/k7f3a/12", "draw:3:rack"},
	{"world", "g/k7f3a/12/draw", []string{"ships"}, "ask/k7f3a/12", "draw:0:ships"},
	{"world", "g/k7f3a/12/draw", []string{"2"}, "ask/k7f3a/12", "draw:2"},
	{"world", "g/k7f3a/12/draw", []string{"2 trains"}, "ask/k7f3a/12", "draw:2:trains"},
	{"world", "g/k7f3a/12/draw/1/ships", nil, "do/k7f3a/12/draw:1:ships", "draw:1:ships"},
	{"nordic", "g/k7f3a/0/keep", []string{"oslo--kobenhavn"}, "do/k7f3a/0/keep", "keep:26"},
	{"nordic", "g/k7f3a/0/keep", nil, "do/k7f3a/0/keep", "keep"},
	{"cardgame", "g/k7f3a/0/keep/none", nil, "do/k7f3a/0/keep", "keep"},
	{"nordic", "g/k7f3a/12/route", []string{"alborg--oslo"}, "ask/k7f3a/12", "claim:3"},
	{"amsterdam", "g/k7f3a/12/pay/40", []string{"a2g"}, "ask/k7f3a/12", "claim:40:a2g"},
	{"amsterdam", "g/k7f3a/12/ways/40", nil, "narrow/k7f3a/12/claim:40", "claim:40"},
	{"amsterdam", "g/k7f3a/12/claim/40/a2g", nil, "do/k7f3a/12/claim:40:a2g", "claim:40:a2g"},
	{"asia", "g/k7f3a/12/claim/40/a.b2", nil, "do/k7f3a/12/claim:40:a.b2", "claim:40:a.b2"},
	{"amsterdam", "g/k7f3a/12/tickets", nil, "ask/k7f3a/12/tickets", "tickets"},
	{"amsterdam", "g/k7f3a/12/tickets/sure", nil, "do/k7f3a/12/tickets", "tickets"},
	{"amsterdam", "g/k7f3a/12/pass", nil, "do/k7f3a/12/pass", "pass"},
	{"nordic", "g/k7f3a/12/toll", []string{"g"}, "ask/k7f3a/12", "pay:g"},
	{"nordic", "g/k7f3a/12/toll/ways", nil, "narrow/k7f3a/12/pay", "pay"},
	{"nordic", "g/k7f3a/12/toll/pay/g2i", nil, "do/k7f3a/12/pay:g2i", "pay:g2i"},
	{"nordic", "g/k7f3a/12/withdraw", nil, "do/k7f3a/12/withdraw", "withdraw"},
	{"asia", "g/k7f3a/12/place/hand", nil, "do/k7f3a/12/place:hand", "place:hand"},
	{"asia", "g/k7f3a/12/place/rack", nil, "do/k7f3a/12/place:rack", "place:rack"},
	{"asia", "g/k7f3a/12/share", []string{"baroda--peking", "bombay--madras"}, "ask/k7f3a/12/share", "share:3:7"},
	{"asia", "g/k7f3a/12/share/3.59", nil, "do/k7f3a/12/share:3:59", "share:3:59"},
	{"cardgame", "g/k7f3a/12/lay", []string{"red"}, "ask/k7f3a/12", "lay:f"},
	{"cardgame", "g/k7f3a/12/lay", []string{"singles"}, "ask/k7f3a/12", "lay"},
	{"cardgame", "g/k7f3a/12/lay/cards", []string{"f3i"}, "ask/k7f3a/12", "lay:f3i"},
	{"cardgame", "g/k7f3a/12/lay/ways/red", nil, "narrow/k7f3a/12", "lay:f"},
	{"cardgame", "g/k7f3a/12/lay/singles", []string{"red"}, "ask/k7f3a/12/lay", "lay:f"},
	{"cardgame", "g/k7f3a/12/lay/sure/f3i", nil, "do/k7f3a/12/lay:f3i", "lay:f3i"},
	{"world", "g/k7f3a/12/port/1", []string{"lima"}, "ask/k7f3a/12/1", "port:21"},
	{"world", "g/k7f3a/12/port/pay/7", []string{"a2b2"}, "ask/k7f3a/12", "port:7:a2b2"},
	{"world", "g/k7f3a/12/port/ways/7", nil, "narrow/k7f3a/12/port:7", "port:7"},
	{"world", "g/k7f3a/12/build/7/a2b2", nil, "do/k7f3a/12/port:7:a2b2", "port:7:a2b2"},
	{"world", "g/k7f3a/12/exchange", nil, "ask/k7f3a/12/exchange", "exchange"},
	{"world", "g/k7f3a/12/exchange/trains", []string{"4"}, "ask/k7f3a/12", "exchange:trains:4"},
	{"world", "g/k7f3a/12/exchange/ships/4", nil, "do/k7f3a/12/exchange:ships:4", "exchange:ships:4"},
	{"world", "g/k7f3a/12/pieces", []string{"25-35"}, "do/k7f3a/12", "pieces:25:35"},
	{"world", "g/k7f3a/12/pieces/20-40", nil, "do/k7f3a/12/pieces:20:40", "pieces:20:40"},
	{"amsterdam", "g/k7f3a/12/page/1", nil, "page/k7f3a/12/1", ""},
	{"amsterdam", "g/k7f3a/log/3", nil, "log/k7f3a/3", ""},
	{"amsterdam", "g/k7f3a/text/2", nil, "text/k7f3a/2", ""},
	{"amsterdam", "g/k7f3a/hand", nil, "hand/k7f3a", ""},
	{"amsterdam", "g/k7f3a/join", nil, "join/k7f3a", ""},
	{"amsterdam", "g/k7f3a/leave", nil, "leave/k7f3a", ""},
	{"amsterdam", "g/k7f3a/start", nil, "start/k7f3a", ""},
	{"amsterdam", "g/k7f3a/cancel", nil, "cancel/k7f3a", ""},
	{"amsterdam", "g/k7f3a/partner", []string{"115"}, "partner/k7f3a", ""},
	{"amsterdam", "g/k7f3a/mix", nil, "mix/k7f3a", ""},
	{"amsterdam", "g/k7f3a/stop", nil, "stop/k7f3a", ""},
	{"amsterdam", "g/k7f3a/rematch", nil, "rematch/k7f3a", ""},
}

func TestCustomIDsOfOlderVersionsGoOnWorking(t *testing.T) {
	met := map[*form]bool{}
	for _, c := range older {
		id, ok := Parse(c.id)
		if !ok || id.Print() != c.want {
			t.Errorf("%s is read as %s, %t; want %s", c.id, id.Print(), ok, c.want)
			continue
		}
		met[id.older] = true
		title, _ := titles.Find(c.title)
		m, _ := id.Chosen(title.Lexicon(), c.picks)
		if got := PrintMove(m); c.move != "" && got != c.move {
			t.Errorf("%s with %v is %s, want %s", c.id, c.picks, got, c.move)
		}
	}
	if len(met) != len(forms) {
		t.Errorf("%d of %d older forms are met", len(met), len(forms))
	}
}

func TestCustomIDsOfOlderVersionsAreReadStrictly(t *testing.T) {
	for _, text := range []string{
		"g", "g/", "g/k7f3a", "g//0/draw", "g/k7f3a/00/draw", "g/k7f3a/12-1/draw", "g/k7f3a/100000/draw", "g/K7F3A/12/draw", "g/k7f3a/12/claim/40",
		"g/k7f3a/12/claim/65536/a", "g/k7f3a/12/claim/-1/a", "g/k7f3a/12/claim/40/", "g/k7f3a/12/claim/40/a.a.a", "g/k7f3a/12/claim/40/z", "g/k7f3a/12/share/3.",
		"g/k7f3a/12/share/03", "g/k7f3a/12/page/x", "g/k7f3a/12/page/10000", "g/k7f3a/log/00", "g/k7f3a/log/-1", "g/k7f3a/12/place/moon", "g/k7f3a/12/steal",
		"g/k7f3a/12/pieces/20", "g/k7f3a/12/pieces/020-40", "g/k7f3a/12/exchange/carts/1", "g/k7f3a/12/exchange/trains/256", "g/{game}/{ply}/draw",
		"g/../../0/draw", "g/k7f3a/12/draw/0/trains",
	} {
		if id, ok := Parse(text); ok {
			t.Errorf("%q is read as %+v", text, id)
		}
	}
	for _, c := range []struct {
		title, id string
		picks     []string
	}{
		{"amsterdam", "g/k7f3a/12/draw", nil},
		{"amsterdam", "g/k7f3a/12/draw", []string{"deck", "1"}},
		{"amsterdam", "g/k7f3a/12/draw", []string{"trains x"}},
		{"world", "g/k7f3a/12/draw", []string{""}},
		{"amsterdam", "g/k7f3a/12/draw", []string{"-1"}},
		{"amsterdam", "g/k7f3a/12/keep", []string{"x"}},
		{"amsterdam", "g/k7f3a/12/route", []string{"99"}},
		{"amsterdam", "g/k7f3a/12/pay/0", []string{"g9x"}},
		{"amsterdam", "g/k7f3a/12/pay/0", nil},
		{"amsterdam", "g/k7f3a/12/pay/999", []string{"a"}},
		{"amsterdam", "g/k7f3a/12/claim/0/z", nil},
		{"amsterdam", "g/k7f3a/12/claim/999/a", nil},
		{"amsterdam", "g/k7f3a/12/share/250", nil},
		{"cardgame", "g/k7f3a/12/lay", []string{"nothing"}},
		{"cardgame", "g/k7f3a/12/lay", []string{""}},
		{"cardgame", "g/k7f3a/12/lay/ways/nothing", nil},
		{"cardgame", "g/k7f3a/12/lay/singles", []string{"red", "red", "red"}},
		{"world", "g/k7f3a/12/port/0", []string{"atlantis"}},
		{"world", "g/k7f3a/12/exchange/trains", []string{"300"}},
		{"world", "g/k7f3a/12/pieces", []string{"x"}},
		{"world", "g/k7f3a/12/pieces", []string{"255-256"}},
	} {
		id, _ := Parse(c.id)
		title, _ := titles.Find(c.title)
		if m, ok := id.Chosen(title.Lexicon(), c.picks); ok {
			t.Errorf("%s with %q is %+v in %s", c.id, c.picks, m, c.title)
		}
	}
}
