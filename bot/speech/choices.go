package speech

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/render/caption"
)

// choice is something that a player can choose for a move: a card to draw, a route, cards to pay
// with. Menus, autocomplete, typed words and the sentences of refusals all take it from here.
type choice struct {
	engine.Move               // as far as the choice decides it
	label       string        // its name everywhere
	detail      func() string // what it costs or leads to, behind the label; nil: nothing
	value       string        // of the command's option
	words       string        // that find it besides those of the label
	whole       string        // means this choice though its words begin others too; "": none
	hidden      bool          // only value and words find it, not the label

	emoji *discord.ComponentEmoji // before its label in a menu; nil: none
}

func (c *choice) listed() string {
	if c.detail == nil {
		return c.label
	}
	return c.label + " · " + c.detail()
}

// same reports whether two choices differ at most in the slot that a card is taken from.
func (c *choice) same(o choice) bool {
	o.Slot = c.Slot
	return c.whole != "" && c.whole == o.whole && c.Equal(&o.Move)
}

// Option is one thing that the command of a move asks for.
type Option struct {
	Name     string
	Numbered bool   // the command has it several times: ticket1, ticket2, …
	Optional bool   // a question asks for it if it is missing
	Problem  string // ID of the answer to a text that means none of the choices
	Which    string // ID of the answer that names several choices; "": Problem

	// choices lists what can be chosen. m is the move as far as the options before have decided it.
	choices func(s *Speaker, v *engine.View, m engine.Move) iter.Seq[choice]
	// read completes the move by what a person typed: a value, the notation, or words that mean only
	// one of the choices. It returns illegal moves too, if it can read them: the rules say why not.
	read func(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool)
	// fits names the choices that a text can mean, where there is a text for Which.
	fits func(s *Speaker, v *engine.View, text string) string
	// lacks reports whether a move still needs this option, which ask then asks for; nil: never.
	lacks func(v *engine.View, m engine.Move) bool
	ask   *question
}

// verb is all that is chosen for the moves of one verb: what its command asks for, in this order,
// and the question before the move is made; nil: it is made at once.
type verb struct {
	options []Option
	sure    *question
}

// verbs are those whose moves have a command of their own, called like the verb.
var verbs = map[engine.Verb]verb{
	engine.Keep: {
		[]Option{{
			Name: "ticket", Numbered: true, Problem: "no-such-ticket",
			choices: (*Speaker).offeredTickets, read: readTicket,
		}},
		&question{(*Speaker).askKeep, noMenus, sure("keep.sure")},
	},
	engine.Share: {
		[]Option{{
			Name: "ticket", Numbered: true, Problem: "no-such-ticket",
			choices: (*Speaker).sharedTickets, read: readTicket,
		}},
		&question{(*Speaker).askShare, noMenus, sure("share.sure")},
	},
	engine.Declare: {
		[]Option{{
			Name: "ticket", Numbered: true, Optional: true, Problem: "no-such-ticket",
			choices: (*Speaker).declaredTickets, read: readTicket, lacks: lacksTickets,
			ask: &question{(*Speaker).askSet, (*Speaker).setMenus, onlyBack},
		}},
		&question{(*Speaker).askDeclare, noMenus, sure("declare.sure")},
	},
	engine.Pieces: {
		[]Option{{
			Name: "trains", Problem: "no-such-pieces", choices: (*Speaker).splitChoices, read: readTrains,
		}, {
			Name: "ships", Optional: true, Problem: "no-such-pieces", choices: (*Speaker).shipChoices,
			read: readShips,
		}},
		&question{(*Speaker).askSplit, noMenus, sure("pieces.sure")},
	},
	engine.Draw: {options: []Option{{
		Name: "card", Problem: "no-such-card", Which: "which-card",
		choices: (*Speaker).drawChoices, read: readDraw, fits: (*Speaker).whichDraws,
		lacks: func(v *engine.View, m engine.Move) bool { return len(placings(v, m)) > 0 },
		ask:   &question{(*Speaker).askPlacing, noMenus, (*Speaker).placingButtons},
	}, {
		Name: "refill", Optional: true, Problem: "no-such-deck",
		choices: (*Speaker).refillChoices, read: readRefill,
		lacks: func(v *engine.View, m engine.Move) bool {
			return isRefilled(v, m) && len(Refills(v, m.Slot)) > 1
		},
		ask: &question{(*Speaker).askDeck, noMenus, (*Speaker).deckButtons},
	}}},
	engine.Place: {options: []Option{{
		Name: "where", Problem: "no-such-place", choices: (*Speaker).placeChoices, read: readPlace,
	}}},
	engine.Claim: {
		[]Option{{
			Name: "route", Problem: "no-such-route", Which: "which-route",
			choices: (*Speaker).claimChoices, read: readRoute, fits: (*Speaker).whichRoutes,
		}, payment},
		&question{(*Speaker).askClaim, (*Speaker).payMenus, sure("claim.sure")},
	},
	engine.Port: {
		[]Option{{
			Name: "city", Problem: "no-such-city", Which: "which-city",
			choices: (*Speaker).portChoices, read: readPort, fits: (*Speaker).citiesLike,
		}, payment},
		&question{(*Speaker).askPort, (*Speaker).payMenus, sure("port.sure")},
	},
	engine.Pay: {
		[]Option{payment},
		&question{(*Speaker).askToll, (*Speaker).payMenus, (*Speaker).tollButtons},
	},
	engine.Withdraw: {},
	engine.Tickets:  {sure: &question{(*Speaker).askTickets, noMenus, sure("tickets.sure")}},
	engine.Lay: {
		[]Option{{
			Name: "row", Problem: "no-such-row", choices: (*Speaker).layChoices, read: readLay,
			lacks: func(v *engine.View, m engine.Move) bool { // three colours are no choice
				return m.Payment.IsZero() && len(rows(v, engine.NoCard)) != 1
			},
			ask: &question{(*Speaker).askSingles, (*Speaker).singlesMenus, onlyBack},
		}},
		&question{(*Speaker).askLay, (*Speaker).layMenus, (*Speaker).layButtons},
	},
	engine.Exchange: {
		[]Option{{
			Name: "pieces", Optional: true, Problem: "no-such-exchange",
			choices: (*Speaker).exchangeChoices, read: readExchange,
			lacks: func(_ *engine.View, m engine.Move) bool { return m.Pile == engine.NoPile },
			ask:   &question{(*Speaker).askSwap, (*Speaker).swapMenus, onlyBack},
		}},
		&question{(*Speaker).askExchange, noMenus, sure("exchange.sure")},
	},
}

var payment = Option{
	Name: "cards", Optional: true, Problem: "no-such-cards",
	choices: (*Speaker).paymentChoices, read: readPayment,
}

// Commands lists the verbs of the moves that have a command of their own, called like the verb.
func Commands() []engine.Verb { return slices.Sorted(maps.Keys(verbs)) }

// Options lists what the command of a verb asks for.
func Options(verb engine.Verb) []Option { return verbs[verb].options }

// Read completes a move by what a person typed for an option; false if it means none of the
// choices.
func (s *Speaker) Read(v *engine.View, m engine.Move, o Option, text string) (engine.Move, bool) {
	return o.read(s, v, m, strings.TrimSpace(text[:min(len(text), maxTyped)]))
}

// WhichFit names the choices that a text can mean; "" if it means none.
func (s *Speaker) WhichFit(v *engine.View, o Option, text string) string {
	return o.fits(s, v, text[:min(len(text), maxTyped)])
}

// Complete suggests choices for an option while a person types. m is the move by the other options.
func (s *Speaker) Complete(v *engine.View, m engine.Move, o Option, typed string) []discord.Choice {
	g, examined := Suggest(typed), 0
	for c := range o.choices(s, v, m) {
		switch words := c.value + " " + c.words; {
		case !c.hidden:
			g.Add(c.listed(), c.value, c.words)
		case matches(typed, words):
			g.put(c.listed(), c.value)
		}
		if examined++; len(g.list) == maxOptions || examined == maxExamined {
			break
		}
	}
	return g.Choices()
}

// maxExamined bounds how many choices one keystroke examines (design D14).
const maxExamined = 5000

// fitting lists the choices that a text can mean: those it names as a whole, else those whose words
// it begins. Of two equal face-up cards it lists the first.
func fitting(text string, list iter.Seq[choice]) []choice {
	var whole, part []choice
	add := func(list *[]choice, c choice) {
		if !slices.ContainsFunc(*list, func(o choice) bool { return c.same(o) }) {
			*list = append(*list, c)
		}
	}
	for c := range list {
		marked := strings.Contains(text, portMark) && !strings.Contains(c.whole, portMark)
		switch {
		case Same(text, c.label), Same(text, c.whole) && !marked:
			add(&whole, c)
		case fold(text) != "" && matches(text, c.label+" "+c.words):
			add(&part, c)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return part
}

func theOne(text string, list iter.Seq[choice]) (engine.Move, bool) {
	if fit := fitting(text, list); len(fit) == 1 {
		return fit[0].Move, true
	}
	return engine.Move{}, false
}

func labels(list []choice, most int) string {
	return firstFew(list, most, func(c choice) string { return c.label })
}

// maxNamed is how many matches an answer names.
const maxNamed = 6

// firstFew names the first of some items, with an ellipsis if there are more; "" if there are none.
func firstFew[T any](list []T, most int, name func(T) string) string {
	var names []string
	for i, one := range list {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, name(one))
	}
	return strings.Join(names, "; ")
}

func each(list []engine.Move, of func(engine.Move) choice) iter.Seq[choice] {
	return func(yield func(choice) bool) {
		for _, m := range list {
			if c := of(m); !yield(c) {
				return
			}
		}
	}
}

func choiceMenu(hint string, list iter.Seq[choice]) discord.Row {
	var options []discord.SelectOption
	for c := range list {
		if len(options) == maxOptions {
			break
		}
		options = append(options, c.option())
	}
	return menu(hint, options)
}

func (c *choice) option() discord.SelectOption {
	detail := ""
	if c.detail != nil {
		detail = c.detail()
	}
	o := option(c.label, detail, customid.PrintMove(c.Move))
	o.Emoji = c.emoji
	return o
}

func arguments(v *engine.View, m engine.Move) string {
	_, text, _ := strings.Cut(notation.PrintMove(v.Lexicon(), m), " ")
	return text
}

func inNotation(v *engine.View, verb engine.Verb, text string) (engine.Move, bool) {
	m, err := notation.ParseMove(v.Lexicon(), verb.String()+" "+strings.ToLower(text))
	return m, err == nil
}

// Suggestions collects what autocomplete offers for what a person has typed so far.
type Suggestions struct {
	typed string
	list  []discord.Choice
}

// Suggest begins a list of suggestions.
func Suggest(typed string) *Suggestions {
	return &Suggestions{typed: typed, list: []discord.Choice{}}
}

// Add adds a suggestion if what was typed begins words of its name, value or more, and there is
// room.
func (g *Suggestions) Add(name, value string, more ...string) {
	if matches(g.typed, name+" "+value+" "+strings.Join(more, " ")) {
		g.put(name, value)
	}
}

// put adds a suggestion whatever was typed, if there is room.
func (g *Suggestions) put(name, value string) {
	if len(g.list) < maxOptions && discord.Fit(value, maxLine) == value && name != "" {
		g.list = append(g.list, discord.Choice{Name: discord.Fit(name, maxLine), Value: value})
	}
}

// Explanation begins the value of the only suggestion in a list that would be empty: its label says
// why nothing can be chosen. What was typed follows, since people see the value. A command sent
// with it is refused with the same sentence.
const Explanation = "?"

// Explain suggests nothing but the reason why there is nothing to suggest.
func (g *Suggestions) Explain(reason string) {
	g.put(Bare(reason), discord.Fit(Explanation+discord.PlainText(g.typed), maxLine))
}

// Choices returns the suggestions; an empty list is not nil.
func (g *Suggestions) Choices() []discord.Choice { return g.list }

// SuggestCities suggests parts of the board and cities.
func (s *Speaker) SuggestCities(typed string) []discord.Choice {
	g := Suggest(typed)
	for _, p := range caption.Parts(s.board) {
		g.Add(s.say("board.part", "Part", s.say(p.Word)), p.ID, s.say(p.Word))
	}
	s.addCities(g)
	return g.Choices()
}

// SuggestPlace suggests cities alone.
func (s *Speaker) SuggestPlace(typed string) []discord.Choice {
	g := Suggest(typed)
	s.addCities(g)
	return g.Choices()
}

func (s *Speaker) addCities(g *Suggestions) {
	for i := range s.board.Cities {
		c := engine.CityID(i)
		g.Add(s.CityInFull(c), s.board.Cities[c].ID, s.cityWords(c))
	}
}

// maxTyped bounds how many bytes of typed text are read: Discord lets people send thousands of
// characters, and all names are far shorter.
const maxTyped = 500

func fold(text string) string { return caption.Fold(text[:min(len(text), maxTyped)]) }

// Same reports whether two texts are equal but for diacritics, punctuation and case. An empty text
// equals nothing.
func Same(typed, text string) bool { return fold(typed) != "" && fold(typed) == fold(text) }

// matches reports whether each word typed begins a word of the text, in any order.
func matches(typed, text string) bool {
	text = " " + fold(text)
	for word := range strings.FieldsSeq(fold(typed)) {
		if !strings.Contains(text, " "+word) {
			return false
		}
	}
	return true
}
