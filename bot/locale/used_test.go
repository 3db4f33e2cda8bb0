package locale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render/theme"
)

// sources are the folders, from the repository's root, whose code says texts.
var sources = []string{"bot", "cmd", "engine/match", "render"}

// literal is a text written in the code, and where.
type literal struct {
	value string
	at    token.Position
	// the keys given to the call whose first argument it is; nil if it is none
	keys []string
	call string // name of what is called
	open bool   // the call's further arguments are not all written out
}

// literals collects all string literals of the code but for tests.
func literals(t *testing.T) []literal {
	t.Helper()
	var list []literal
	set := token.NewFileSet()
	for _, dir := range sources {
		root := filepath.Join("..", "..", dir)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") ||
				strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			list = append(list, literalsOf(set, file)...)
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	return list
}

func literalsOf(set *token.FileSet, file *ast.File) []literal {
	var list []literal
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if value, ok := text(n); ok {
				list = append(list, literal{value: value, at: set.Position(n.Pos())})
			}
		case *ast.CallExpr:
			if len(n.Args) > 0 {
				if l, ok := firstArgument(n); ok {
					l.at = set.Position(n.Pos())
					list = append(list, l)
				}
			}
		}
		return true
	})
	return list
}

// firstArgument returns a call's first argument with the keys that follow it.
func firstArgument(call *ast.CallExpr) (literal, bool) {
	value, ok := text(call.Args[0])
	l := literal{value: value, keys: []string{}, open: call.Ellipsis.IsValid()}
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		l.call = f.Sel.Name
	case *ast.Ident:
		l.call = f.Name
	}
	for i := 1; i < len(call.Args); i += 2 {
		key, written := text(call.Args[i])
		l.keys = append(l.keys, key)
		l.open = l.open || !written
	}
	return l, ok
}

func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(lit.Value)
	return value, err == nil
}

// sayers are the names of the functions whose first argument is an id.
var sayers = []string{"Say", "say", "words", "Words", "w", "Whisper", "Fail", "Refuse", "refuse"}

// refuses are those of them that say a text under "problem.".
var refuses = sayers[len(sayers)-3:]

// families are the beginnings of IDs that the code puts together, with all their endings.
func families(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{
		"refusal.": nil, "narrate.": nil, "narrate.you-": nil, "render.card.": nil, "drawn.": nil,
		"render.pieces.": nil, "render.sign.": nil,
		"render.colors.": nil, "title.": nil,
		"begins.": nil, "rules.": nil, "instead.": {
			"draw", "tickets", "lay", "share", "pass", "port",
			"exchange",
		}, "games.choice-": {"lobby", "running", "finished"},
		"commands.": nil, "options.": nil, "render.bonus.": nil,
	}
	for _, begin := range []string{"ask-", "passed-", "you-passed-"} {
		// what View.Overdue names, and all other verbs
		for _, verb := range []string{engine.Withdraw.String(), engine.Declare.String(), "other"} {
			all["deadline."] = append(all["deadline."], begin+verb)
		}
	}
	all["panel.can-"] = []string{"draw", "claim", "lay", "tickets", "share", "port", "exchange"}
	sorts := []string{"train", "port", "ship", "twin"} // of cards, with two decks
	all["card."], all["cards."] = sorts[:2], sorts[:2]
	all["undo.saw-"] = []string{
		"blind", "choices", "dealt", "declaring", "market", "offer", "rack", "scored",
		"shared", "shuffle", "tunnel",
	}
	for _, hidden := range []string{"blind", "offer", "rack", "shared", "tunnel"} {
		all["undo.saw-"] = append(all["undo.saw-"], "you-"+hidden)
	}
	all["drawn."] = slices.Clone(sorts)
	all["refill."] = []string{"trains", "ships", "anew-trains", "anew-ships"}
	all["render.legend-"] = []string{
		"asked", "beyond", "cart", "closed", "dug", "exit", "ferry", "gray", "harbor", "marked", "pair",
		"port", "question", "reveals", "sea", "tunnel", "you",
	}
	all["render.sign-"] = []string{"cards", "ports", "tickets"}
	all["render."] = []string{"points-sign", "ports-left-sign", "on-track-sign"}
	all["draw.deck-"] = []string{"trains", "ships"}
	all["draw.switch-"], all["draw.top-"] = all["draw.deck-"], all["draw.deck-"]
	// what the options of moves' commands answer to words that mean no choice, or several
	all["problem."] = []string{
		"no-such-card", "no-such-cards", "no-such-city", "no-such-deck", "no-such-exchange",
		"no-such-pieces",
		"no-such-place", "no-such-route", "no-such-row", "no-such-ticket", "which-card", "which-city",
		"which-route",
		"no-claim", "no-port",
		// of seasons and evenings (engine/league)
		"season-rules-seats", "season-rules-games", "season-rules-divisions", "season-rules-pace",
		"season-over", "season-side", "season-in", "season-full", "season-late", "season-out",
		"season-running", "season-few", "season-result", "season-reason", "season-fixture",
		"season-extend", "season-substitute", "evening-tables", "evening-result",
		// of the queue (engine/league)
		"queue-wish", "queue-wait", "queue-full", "queue-in", "queue-gone", "queue-party",
	}
	all["find."] = []string{"offered", "dropped", "time-up", "again"}
	all["find.ask-"] = []string{"titles", "seats", "paces", "computers", "wait"}
	all["find.about-"] = all["find.ask-"]
	all["find.computers-"] = []string{"no", "yes"}
	all["find.wait-"] = []string{"1", "4", "12", "24", "72", "168"}
	all["find.button-"] = []string{
		"friends", "open", "hours", "learn", "leave", "yes", "no", "join",
	}
	all["deeds."] = []string{
		"ended", "pardoned", "unrated", "rerated", "extended", "annulled", "banned", "unbanned",
	}
	all["exchange.hint-"] = []string{"trains", "ships"}
	// customid.BoardTexts
	all["choices.text."] = []string{"text", "cities", "tickets", "news"}
	// outcomes of package plan
	all["plan.ended-"] = []string{
		"anew", "failed", "hand", "last-round", "none", "restored", "taken",
		"undone",
	}
	for _, code := range engine.Codes {
		all["refusal."] = append(all["refusal."], string(code))
	}
	all["refusal."] = append(all["refusal."], string(engine.RefuseToll)+"-wilds",
		string(engine.RefuseNotHeld)+"-many")
	for _, why := range engine.Misfits {
		all["misfit."] = append(all["misfit."], string(why))
	}
	all["lesson."] = []string{ // what package speech can explain
		"claim", "closed", "declare", "exchange", "ferry", "hint", "last-round", "lay", "no-claim",
		"pairs", "pieces", "place", "port", "refill", "rob", "sea", "signs",
		"second", "second-wild", "share", "team", "ticket", "ticket-cards", "toll", "tour", "tunnel",
		"turn", "turn-yards", "wild", "wild-some",
	}
	all["advice.why-"] = []string{"declare", "pass", "pieces", "share"} // what needs no figures
	all["season."] = []string{"open", "running", "over", "called-off"}
	all["season.button-"] = []string{
		"begin", "extend", "join", "leave", "look", "next", "open",
	}
	all["season.done-"] = []string{"begin", "extend", "join", "leave", "pair"}
	all["season.letter-"] = []string{
		"annulled", "begun", "called-off", "compared", "ended", "pair", "substitute", "substituted",
		"withdrawn",
	}
	all["season.void-"] = []string{"cancelled", "unfinished", "unopened"}
	all["choices.join."] = []string{"open", "closed", "invited"}
	all["choices.first."] = []string{"lot", "joined"}
	all["choices.channels."] = []string{"here", "not-here", "anywhere"}
	all["choices.tables."] = []string{"anywhere"}
	all["choices.channel."] = []string{"here", "off", "lobby"}
	all["choices.week."] = []string{"here", "off"}
	all["choices.tickets."] = []string{"ours", "box"}
	all["help.part-"] = []string{"0", "1", "2", "3", "4"}
	all["help.button-"] = all["help.part-"]
	all["lobby.entry-"] = []string{"closed", "invited"}
	for _, shape := range []string{"circle-", "square-", "heart-"} {
		for _, color := range []string{"red", "blue", "green", "yellow", "purple", "brown"} {
			all["mark."] = append(all["mark."], shape+color)
		}
	}
	plain := theme.Default()
	all["render.seat."] = plain.SeatNames()
	for _, title := range titles.All() {
		look := theme.For(title.ID())
		all["render.seat."] = append(all["render.seat."], look.SeatNames()...)
		for _, end := range []string{
			"name", "open-wild", "rest", "wild", "wild-drawn", "wild-number", "wilds",
			"wilds-of",
		} {
			all["title."] = append(all["title."], title.ID()+"."+end)
		}
		if !slices.Contains(ordinaryWilds, title.ID()) {
			all["title."] = append(all["title."], title.ID()+".open-wild-short")
		}
		for _, o := range title.Options() {
			for _, value := range o.Variants() {
				all["title."] = append(all["title."], title.ID()+".option-"+o.Key+"-"+value)
			}
		}
		if len(title.Lexicon().Routes) > 0 {
			all["title."] = append(all["title."], title.ID()+".takes")
		} else {
			all["title."] = append(all["title."], title.ID()+".rest-first") // K2
		}
		all["title."] = append(all["title."], specialFares(title)...)
		all["rules."] = append(all["rules."], title.ID())
		all["begins."] = append(all["begins."], title.ID())
		for _, face := range title.Lexicon().Faces {
			all["render.card."] = append(all["render.card."], face.Name)
			if face.Color != "" {
				all["drawn."] = append(all["drawn."], face.Color)
				all["render.colors."] = append(all["render.colors."], face.Color)
			}
		}
		all["render.pieces."] = append(all["render.pieces."], title.Lexicon().Pieces...)
		all["render.sign."] = append(all["render.sign."], title.Lexicon().Pieces...)
		for _, token := range tokensOf(t, title) {
			for _, begin := range []string{
				"render.", "render.sign-", "render.bonus.", "claim.", "lesson.", "advice.more-",
				"narrate.took-", "narrate.you-took-",
			} {
				all[begin] = append(all[begin], token)
			}
			all["render."] = append(all["render."], token+"-left", token+"-sign")
			all["claim."] = append(all["claim."], token+"-too")
		}
		for _, remark := range title.Lexicon().Remarks {
			all["render."] = append(all["render."], remark.ID)
		}
	}
	for _, which := range customid.BoardTexts {
		all["choices.text."] = append(all["choices.text."], string(which))
	}
	for _, p := range match.Paces() {
		all["clock.pace-"] = append(all["clock.pace-"], p.ID)
	}
	all["clock.pace-"] = append(all["clock.pace-"], match.NoPace)
	all["choices.delay."] = match.Delays()
	all["choices.since."] = []string{"last"}
	for _, prefix := range []string{"lobby.level-", "lobby.about-"} {
		all[prefix] = ai.Levels()
	}
	all["me."] = append(all["me."], "pictures-square", "pictures-wide", "pictures-none",
		"calls-message", "calls-table", "language-off", "reminder-half", "reminder-last", "reminder-next",
		"reminders", "ways-true", "ways-false", "explanations-true", "explanations-false", "rated-true",
		"rated-false", "button-ways", "button-words", "button-quick", "words-true",
		"words-false", "quick-true", "quick-false", "button-explanations", "button-rated")
	for _, reminder := range match.Reminders() {
		all["clock.remind-"] = append(all["clock.remind-"], strconv.Itoa(reminder))
	}
	for _, id := range []string{
		"claim", "chose", "began", "passed", "draw", "kept", "drew-tickets", "offered",
		"dug", "tolled", "withdrew", "place", "shared", "laid", "robbed", "moved", "scored", "revealed",
		"built", "exchanged", "declared",
	} {
		all["narrate."] = append(all["narrate."], id, "you-"+id)
	}
	all["narrate."] = append(all["narrate."], "kept-which", "shared-which", "scored-which",
		"shuffled-trains", "shuffled-ships",
		"unseen-trains", "unseen-ships", "from-trains", "from-ships")
	return all
}

// tokensOf are the names of what a title counts (engine.Tokens).
func tokensOf(t *testing.T, title engine.Title) []string {
	t.Helper()
	setup, _ := ai.Simulated(1, 0, title.SeatCounts()[0])
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(engine.Public)
	var names []string
	for i := range v.Tokens {
		names = append(names, v.Tokens[i].Name)
	}
	return names
}

// specialFares are the IDs of texts about the price of a single route (N7).
func specialFares(title engine.Title) []string {
	var ids []string
	for _, route := range title.Lexicon().Routes {
		if id := title.ID() + ".takes-" + route; slices.Contains(routesOfTheirOwn, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// ordinaryWilds are the titles in which a face-up wild is a card like any other when it is drawn
// (N3).
var ordinaryWilds = []string{"nordic"}

// routesOfTheirOwn are the routes that are paid for as no others.
var routesOfTheirOwn = []string{"nordic.takes-lieksa--murmansk"}

func TestEveryFamilyOfTextsIsComplete(t *testing.T) {
	texts := loaded(t).Texts(Fallback)
	for begin, ends := range families(t) {
		for _, end := range ends {
			if !texts.Has(begin + end) {
				t.Errorf("%s is missing", begin+end)
			}
		}
	}
	for _, code := range engine.Codes {
		if !texts.Has("refusal." + string(code)) {
			t.Errorf("the refusal %s has no sentence", code)
		}
	}
}

func TestEveryTextUsedExistsWithItsPlaceholders(t *testing.T) {
	texts := loaded(t).Texts(Fallback)
	checked := 0
	for _, l := range literals(t) {
		id := l.value
		if slices.Contains(refuses, l.call) {
			id = "problem." + id
		}
		if l.call == "refuse" {
			l.keys = append(l.keys, "Game")
		}
		if l.keys == nil || !slices.Contains(sayers, l.call) || !isID(id) {
			continue
		}
		checked++
		if !texts.Has(id) {
			t.Errorf("%s: there is no text %s", l.at, id)
			continue
		}
		for _, want := range formOf(texts, id).values {
			if !l.open && !slices.Contains(l.keys, want) {
				t.Errorf("%s: %s needs {{.%s}}, given are %v", l.at, id, want, l.keys)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d calls were found", checked)
	}
}

var idForm = regexp.MustCompile(`^[a-z]+(\.[a-z0-9-]+)+$`)

func isID(s string) bool { return idForm.MatchString(s) }

func TestNoTextIsUnused(t *testing.T) {
	texts := loaded(t).Texts(Fallback)
	used := map[string]bool{}
	for _, l := range literals(t) {
		used[l.value] = true
		if slices.Contains(refuses, l.call) {
			used["problem."+l.value] = true
		}
	}
	for _, id := range texts.IDs() {
		if !used[id] && !inFamily(t, id) {
			t.Errorf("%s is said nowhere", id)
		}
	}
}

// inFamily says whether the code puts the id together. Names of cards, pieces and bonuses are there
// for titles to come; the command tree checks its own.
func inFamily(t *testing.T, id string) bool {
	t.Helper()
	for begin, ends := range families(t) {
		end, ok := strings.CutPrefix(id, begin)
		if ok && (slices.Contains(ends, end) || slices.Contains([]string{
			"commands.", "options.",
			"drawn.", "render.card.", "render.pieces.", "render.bonus.",
		}, begin)) {
			return true
		}
	}
	return false
}

// sample says a text with its placeholders filled in.
func (f forms) sample(texts *Texts, id string) string {
	args := []any{"Count", 2}
	for _, value := range f.values {
		if value != "Count" {
			args = append(args, value, "x")
		}
	}
	return texts.Say(id, args...)
}
