package bot_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"konduktor/bot/discord"
)

// Reader plays one seat of one game and knows nothing but what the bot writes: the texts of
// messages, the labels of buttons, and the lines of menus. It sees no picture, no view and no rule,
// so a game that it can finish well can be played by somebody who cannot see. Its fields must be
// set.
type Reader struct {
	// Say returns a text of the reader's language, so that the reader knows what the labels mean.
	Say func(id string, args ...any) string
	// Tickets returns the text of the reader's own tickets with the routes that are still to be
	// claimed.
	Tickets func() string

	waiting  int      // turns since the last claim
	searched bool     // the page with the other routes was looked at
	read     string   // the message for which routes were looked up
	routes   []string // that its tickets need
}

// Press is what to click: a button, or options of a menu.
type Press struct {
	CustomID string
	Values   []string
}

// patience is after how many turns of drawing the reader claims something that none of its tickets
// asks for.
const patience = 5

// Choose says what to press in a message; false if it asks for nothing.
func (r *Reader) Choose(m discord.Message) (Press, bool) {
	for _, decide := range []func(discord.Message) (Press, bool){
		r.confirm, r.keep, r.share, r.pieces, r.port, r.lay, r.claim, r.draw, r.last,
	} {
		if p, ok := decide(m); ok {
			return p, true
		}
	}
	return Press{}, false
}

// confirm answers a question: the reader only asked for what it wants.
func (r *Reader) confirm(m discord.Message) (Press, bool) {
	return r.button(m, "keep.sure", "pieces.sure", "claim.sure", "lay.sure", "lay.sure-rob",
		"port.sure", "tickets.sure", "share.sure", "place.rack", "tunnel.pay",
		"tunnel.withdraw")
}

// keep keeps as few tickets as it may, those with the shortest ways first.
func (r *Reader) keep(m discord.Message) (Press, bool) {
	menu := r.menu(m, "panel.keep-hint", "panel.keep-hint-any")
	if menu == nil {
		return Press{}, false
	}
	lines := slices.Clone(menu.Options)
	if toGo := r.toGo(m.Content); len(toGo) > 0 {
		slices.SortStableFunc(lines, func(a, b discord.SelectOption) int {
			return toGo[cities(a.Label)] - toGo[cities(b.Label)]
		})
	}
	return pick(menu, lines), true
}

// ticketLine is a ticket with what it lacks: "A Dam–Waag 5: 2 green, any3×2 · 34a-15".
var ticketLine = regexp.MustCompile(`(?m)^([A-Z]+ .+) \d+: ([^·\n]*)`)

// lacks are the numbers in it.
var lacks = regexp.MustCompile(`(\d+)(?:×(\d+))?`)

// toGo reads how many spaces the tickets of a message lack, by their cities.
func (r *Reader) toGo(text string) map[string]int {
	found := map[string]int{}
	for _, line := range ticketLine.FindAllStringSubmatch(text, -1) {
		name, sum := strings.ReplaceAll(line[1], "–", " – ")+" (", 0
		for _, n := range lacks.FindAllStringSubmatch(line[2], -1) {
			sum += number(n[1]) * max(1, number(n[2]))
		}
		found[cities(name)] = sum
	}
	return found
}

// share shares the first of the tickets that it may.
func (r *Reader) share(m discord.Message) (Press, bool) {
	if menu := r.menu(m, "share.hint"); menu != nil {
		return pick(menu, menu.Options), true
	}
	return Press{}, false
}

// pieces takes what is recommended.
func (r *Reader) pieces(m discord.Message) (Press, bool) {
	mark := after(r.Say("pieces.recommended", "Pieces", marker))
	for _, b := range buttonsOf(m) {
		if strings.HasSuffix(b.Label, mark) {
			return Press{CustomID: b.CustomID}, true
		}
	}
	return Press{}, false
}

// port builds a port in a city that some of its tickets name.
func (r *Reader) port(m discord.Message) (Press, bool) {
	menu := r.menu(m, "port.hint")
	if menu == nil {
		return Press{}, false
	}
	named := r.Say("port.named", "Count", 7)
	i := slices.IndexFunc(menu.Options, func(o discord.SelectOption) bool {
		return alike(o.Description, named)
	})
	if i < 0 {
		return Press{}, false
	}
	return pick(menu, menu.Options[i:i+1]), true
}

// lay lays cards of a colour that a ticket of the message needs.
func (r *Reader) lay(m discord.Message) (Press, bool) {
	menu := r.menu(m, "lay.hint")
	if menu == nil {
		return Press{}, false
	}
	needed := ""
	for _, line := range ticketLine.FindAllString(m.Content, -1) {
		needed += line + "\n"
	}
	for i, o := range menu.Options {
		if color, _, ok := strings.Cut(o.Label, ":"); ok && hasWord(needed, color) {
			return pick(menu, menu.Options[i:i+1]), true
		}
	}
	return Press{}, false
}

// claim claims a route that brings a ticket on, or, if it has waited long or needs none, the one
// that is worth most.
func (r *Reader) claim(m discord.Message) (Press, bool) {
	wanted := r.wanted(m)
	var best []Press // of each menu
	most := -1
	for _, row := range m.Rows {
		menu := r.menu(discord.Message{Rows: []discord.Row{row}}, "panel.claim-hint",
			"panel.claim-hint-some")
		if menu == nil {
			continue
		}
		for i, o := range menu.Options {
			isFor := func(w string) bool { return code(w) == code(named(o.Label)) }
			if press := pick(menu, menu.Options[i:i+1]); slices.ContainsFunc(wanted, isFor) {
				r.waiting, r.searched = 0, false
				return press, true
			} else if worth(o) > most {
				most, best = worth(o), []Press{press}
			}
		}
	}
	for _, turn := range []string{"panel.page-on", "panel.page-back"} { // there and back once
		next, ok := r.button(m, turn)
		if ok && len(wanted) > 0 && (turn == "panel.page-back" || !r.searched) {
			r.searched = true
			return next, true
		}
	}
	r.searched = false
	if len(best) == 0 || len(wanted) > 0 && r.waiting < patience {
		return Press{}, false
	}
	r.waiting = 0
	return best[0], true
}

// offered is a line of a menu or a button, and how to take it.
type offered struct {
	label string
	press Press
}

// draws lists the cards that a message offers.
func (r *Reader) draws(m discord.Message) []offered {
	var list []offered
	for _, b := range buttonsOf(m) { // a person knows those of cards by their signs
		if strings.Contains(b.CustomID, "/draw:") || strings.HasSuffix(b.CustomID, "/draw") {
			list = append(list, offered{b.Label, Press{CustomID: b.CustomID}})
		}
	}
	return list
}

// isSecond reports whether a message asks for the second card of a turn.
func (r *Reader) isSecond(m discord.Message) bool {
	return strings.Contains(m.Content, r.Say("panel.owes-second"))
}

// draw takes a card of a colour that the ways of its tickets need, else one from the deck that they
// need more.
func (r *Reader) draw(m discord.Message) (Press, bool) {
	list := r.draws(m)
	if len(list) == 0 {
		return Press{}, false
	}
	if !r.isSecond(m) {
		r.waiting++
	}
	needed := strings.Join(r.wanted(m), "\n")
	for _, o := range list {
		card := strings.ToLower(o.label[strings.Index(o.label, ": ")+1:]) // menus name the slot
		if hasWord(needed, strings.Fields(card)[0]) {
			return o.press, true
		}
	}
	if ships := r.Say("render.sea"); strings.Contains(needed, ", "+ships) {
		deck := r.Say("draw.top-ships")
		if i := slices.IndexFunc(list, func(o offered) bool {
			return strings.Contains(o.label,
				deck)
		}); i >= 0 {
			return list[i].press, true
		}
	}
	return list[0].press, true
}

// last does what is left when cards cannot be drawn: claim anything, lay anything, draw tickets,
// pass.
func (r *Reader) last(m discord.Message) (Press, bool) {
	for _, row := range m.Rows {
		if row.Select != nil && !row.Select.Disabled && r.menu(m, "share.hint-turn") != row.Select {
			return pick(row.Select, row.Select.Options), true
		}
	}
	return r.button(m, "panel.pass", "panel.tickets", "keep.none")
}

// wanted are the lines of the routes that complete the reader's open tickets, those of the shortest
// way first. They are looked up once a turn.
func (r *Reader) wanted(m discord.Message) []string {
	if m.Content != r.read && !r.isSecond(m) {
		r.read, r.routes = m.Content, r.lookUp()
	}
	return r.routes
}

func (r *Reader) lookUp() []string {
	type way struct {
		toGo   int
		routes []string
	}
	var ways []way
	for line := range strings.Lines(r.Tickets()) {
		line = strings.TrimSpace(line)
		route, isRoute := strings.CutPrefix(line, "• ")
		switch {
		case isRoute && len(ways) > 0:
			last := &ways[len(ways)-1]
			last.routes = append(last.routes, route)
		case strings.Contains(line, "): "):
			ways = append(ways, way{toGo: number(line[strings.LastIndex(line, "): "):])})
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return a.toGo - b.toGo })
	var routes []string
	for _, w := range ways {
		routes = append(routes, w.routes...)
	}
	return routes
}

// button finds the first of the buttons with these labels that can be pressed.
func (r *Reader) button(m discord.Message, ids ...string) (Press, bool) {
	for _, id := range ids {
		label := r.Say(id, "Count", 7, "Least", 7, "Cards", marker, "Route", marker)
		for _, b := range buttonsOf(m) {
			if b.Label == label || label != before(label) && strings.HasPrefix(b.Label, before(label)) {
				return Press{CustomID: b.CustomID}, true
			}
		}
	}
	return Press{}, false
}

// menu finds the first menu with one of these hints.
func (r *Reader) menu(m discord.Message, ids ...string) *discord.Select {
	for _, id := range ids {
		hint := before(r.Say(id, "Count", 7, "Min", 7, "Page", 7, "Pages", 7))
		for _, row := range m.Rows {
			if row.Select != nil && !row.Select.Disabled && strings.HasPrefix(row.Select.Placeholder, hint) {
				return row.Select
			}
		}
	}
	return nil
}

func buttonsOf(m discord.Message) []discord.Button {
	var list []discord.Button
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if !b.Disabled && b.CustomID != "" {
				list = append(list, b)
			}
		}
	}
	return list
}

// pick picks as few of some lines of a menu as it takes.
func pick(menu *discord.Select, lines []discord.SelectOption) Press {
	p := Press{CustomID: menu.CustomID}
	for _, o := range lines[:max(1, menu.Min)] {
		p.Values = append(p.Values, o.Value)
	}
	return p
}

// marker stands for a part of a text that differs.
const marker = "\x00"

// before and after are the parts of a text before and after the first thing in it that differs.
func before(text string) string {
	if i := strings.IndexAny(text, "7"+marker); i >= 0 {
		return text[:i]
	}
	return text
}

func after(text string) string { return text[strings.LastIndexAny(text, "7"+marker)+1:] }

// alike reports whether a text contains another one in which a number may differ.
func alike(text, other string) bool {
	_, text, found := strings.Cut(text, before(other))
	return found && strings.Contains(text, strings.TrimSpace(after(other)))
}

// cities is what stands before the points of a ticket.
func cities(ticket string) string {
	if i := strings.LastIndex(ticket, " ("); i >= 0 {
		return ticket[:i]
	}
	return ticket
}

// named is the route of a menu's line, which begins with its tickets and points.
func named(line string) string { return line[strings.LastIndex(line, " · ")+len(" · "):] }

// code is the number of the first word of a route, whichever its lane.
func code(route string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(route), " ")
	return strings.TrimRight(first, "abc") // either lane
}

// worth is the number of points in a line: "★ D · 7 · 73 Jakarta – Perth".
func worth(o discord.SelectOption) int {
	parts := strings.Split(o.Label, " · ")
	return number(parts[max(len(parts)-2, 0)])
}

// number is the first number in a text, 0 if there is none.
func number(text string) int {
	digits := strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsDigit(c) })
	if len(digits) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0])
	return n
}

// hasWord reports whether a text has a word.
func hasWord(text, word string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c)
	}), word)
}
