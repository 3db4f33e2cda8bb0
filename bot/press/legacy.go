package press

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// olderPrefix begins the custom IDs of version 0.1 and before. Messages with them keep working: a form translates its ID, and
// the options of its menu, into what Print and PrintMove write today.
const olderPrefix = "g"

// form is a kind of custom ID that older versions wrote. Parts in braces are captured.
type form struct {
	pattern string // what follows "g/{game}/"; {ply} names the position
	action  Action
	move    string                                               // the ID's move as PrintMove writes it, "" if the options hold it
	option  string                                               // an option's move, in which read's result replaces {value}; "": no menu of moves
	read    func(l *engine.Lexicon, value string) (string, bool) // returns false for an unreadable value
	several bool                                                 // several options can be picked, or none
}

var forms = []form{
	{pattern: "{ply}/draw", action: Ask, option: "draw:{value}", read: drawn},
	{pattern: "{ply}/draw/{slot}/{pile}", action: Do, move: "draw:{slot}:{pile}"},
	{pattern: "{ply}/keep", action: Do, move: "keep", option: "keep:{value}", read: ticket, several: true},
	{pattern: "{ply}/keep/none", action: Do, move: "keep"},
	{pattern: "{ply}/route", action: Ask, option: "claim:{value}", read: route},
	{pattern: "{ply}/pay/{route}", action: Ask, option: "claim:{route}:{value}", read: unchanged},
	{pattern: "{ply}/ways/{route}", action: Narrow, move: "claim:{route}"},
	{pattern: "{ply}/claim/{route}/{cards}", action: Do, move: "claim:{route}:{cards}"},
	{pattern: "{ply}/tickets", action: Ask, move: "tickets"},
	{pattern: "{ply}/tickets/sure", action: Do, move: "tickets"},
	{pattern: "{ply}/pass", action: Do, move: "pass"},
	{pattern: "{ply}/toll", action: Ask, option: "pay:{value}", read: unchanged},
	{pattern: "{ply}/toll/ways", action: Narrow, move: "pay"},
	{pattern: "{ply}/toll/pay/{cards}", action: Do, move: "pay:{cards}"},
	{pattern: "{ply}/withdraw", action: Do, move: "withdraw"},
	{pattern: "{ply}/place/{where}", action: Do, move: "place:{where}"},
	{pattern: "{ply}/share", action: Ask, move: "share", option: "share:{value}", read: ticket, several: true},
	{pattern: "{ply}/share/{tickets}", action: Do, move: "share:{tickets}"},
	{pattern: "{ply}/lay", action: Ask, option: "lay{value}", read: row},
	{pattern: "{ply}/lay/cards", action: Ask, option: "lay:{value}", read: unchanged},
	{pattern: "{ply}/lay/ways/{card}", action: Narrow, option: "lay:{value}", read: card},
	{pattern: "{ply}/lay/singles", action: Ask, move: "lay", option: "lay:{value}", read: card, several: true},
	{pattern: "{ply}/lay/sure/{cards}", action: Do, move: "lay:{cards}"},
	{pattern: "{ply}/port/{number}", action: Ask, option: "port:{value}", read: city},
	{pattern: "{ply}/port/pay/{city}", action: Ask, option: "port:{city}:{value}", read: unchanged},
	{pattern: "{ply}/port/ways/{city}", action: Narrow, move: "port:{city}"},
	{pattern: "{ply}/build/{city}/{cards}", action: Do, move: "port:{city}:{cards}"},
	{pattern: "{ply}/exchange", action: Ask, move: "exchange"},
	{pattern: "{ply}/exchange/{pile}", action: Ask, option: "exchange:{pile}:{value}", read: unchanged},
	{pattern: "{ply}/exchange/{pile}/{count}", action: Do, move: "exchange:{pile}:{count}"},
	{pattern: "{ply}/pieces", action: Do, option: "pieces:{value}", read: split},
	{pattern: "{ply}/pieces/{pieces}", action: Do, move: "pieces:{pieces}"},
	{pattern: "{ply}/page/{page}", action: Page},
	{pattern: "log/{page}", action: Log},
	{pattern: "text/{page}", action: Text},
	{pattern: "hand", action: Hand},
	{pattern: "join", action: Join},
	{pattern: "leave", action: Leave},
	{pattern: "start", action: Start},
	{pattern: "cancel", action: Cancel},
	{pattern: "partner", action: Partner},
	{pattern: "mix", action: Mix},
	{pattern: "stop", action: Stop},
	{pattern: "rematch", action: Rematch},
}

// parseOlder reads the parts of an older custom ID after its prefix.
func parseOlder(parts []string) (ID, bool) {
	if len(parts) < 2 || !IsGame(parts[0]) {
		return ID{}, false
	}
	for i := range forms {
		if args, ok := capture(forms[i].pattern, parts[1:]); ok {
			return forms[i].id(parts[0], args)
		}
	}
	return ID{}, false
}

// capture matches parts against a pattern. It returns the captured names and values in turn, as strings.NewReplacer takes
// them.
func capture(pattern string, parts []string) (args []string, ok bool) {
	names := strings.Split(pattern, "/")
	if len(names) != len(parts) {
		return nil, false
	}
	for i, name := range names {
		switch {
		case strings.HasPrefix(name, "{") && parts[i] != "":
			args = append(args, name, parts[i])
		case name != parts[i]:
			return nil, false
		}
	}
	return args, true
}

// id returns the meaning of an ID of this form; args are what its pattern captured.
func (f *form) id(game string, args []string) (ID, bool) {
	id := ID{Action: f.action, Game: game, older: f}
	for i := 0; i < len(args); i += 2 {
		var ok bool
		switch value := args[i+1]; args[i] {
		case "{ply}":
			if id.At, ok = ParsePosition(value); !ok || id.At.Mark != "" {
				return ID{}, false
			}
		case "{page}", "{number}":
			if id.Page = number(value); id.Page < 0 || id.Page > maxPage || strconv.Itoa(id.Page) != value {
				return ID{}, false
			}
		case "{slot}": // 0 is the deck, for which older versions had no button
			if value == "0" {
				return ID{}, false
			}
		case "{card}":
			id.color = value
		case "{tickets}":
			args[i+1] = strings.ReplaceAll(value, ".", ":")
		case "{pieces}":
			args[i+1] = strings.ReplaceAll(value, "-", ":")
		}
	}
	fill := strings.NewReplacer(args...)
	id.option = fill.Replace(f.option)
	if f.move == "" {
		return id, true
	}
	var ok bool
	id.Move, ok = ParseMove(fill.Replace(f.move))
	return id, ok
}

// translate rewrites an option of an older menu.
func (id ID) translate(l *engine.Lexicon, value string) string {
	if id.older.read == nil {
		return ""
	}
	value, ok := id.older.read(l, value)
	if !ok {
		return ""
	}
	return strings.ReplaceAll(id.option, "{value}", value)
}

func unchanged(_ *engine.Lexicon, value string) (string, bool) { return value, true }

func split(_ *engine.Lexicon, value string) (string, bool) {
	return strings.ReplaceAll(value, "-", ":"), true
}

func ticket(l *engine.Lexicon, value string) (string, bool) {
	t, ok := l.Ticket(value)
	return strconv.Itoa(int(t)), ok
}

func route(l *engine.Lexicon, value string) (string, bool) {
	r, ok := l.Route(value)
	return strconv.Itoa(int(r)), ok
}

func city(l *engine.Lexicon, value string) (string, bool) {
	c, ok := l.City(value)
	return strconv.Itoa(int(c)), ok
}

func card(l *engine.Lexicon, value string) (string, bool) {
	c, ok := l.Card(value)
	return string(rune('a' + c)), ok
}

// row reads an option of the menu of lays: a colour, or "singles" for three single cards (K5).
func row(l *engine.Lexicon, value string) (string, bool) {
	if value == "singles" {
		return "", true
	}
	c, ok := card(l, value)
	return ":" + c, ok
}

// drawn reads what followed "draw" in the notation; the deck that fills the slot (W3) could be left out.
func drawn(l *engine.Lexicon, value string) (string, bool) {
	m, err := notation.ParseMove(l, "draw "+value)
	if err != nil && l.TwoDecks {
		m, err = notation.ParseMove(l, "draw "+value+" trains")
		if m.Pile = engine.NoPile; m.Slot == 0 {
			return "", false
		}
	}
	return strings.TrimPrefix(PrintMove(m), "draw:"), err == nil
}
