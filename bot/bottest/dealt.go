package bottest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/cardgame"
	"konduktor/engine/match"
	"konduktor/engine/nordic"
	"konduktor/engine/notation"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/railway"
	"konduktor/engine/titles"
	"konduktor/render"
)

// StackedCards is the Card Game, dealt as the test has stacked it.
type StackedCards struct {
	*cardgame.Edition
	// Deck, top first: seven cards a seat, market, then what is drawn, without the locomotives that
	// all have.
	Deck    []string
	Tickets []string
}

// New implements engine.Title.
func (t StackedCards) New(s engine.Setup) (engine.Game, error) {
	Stack(t.Lexicon(), t.Deck, t.Tickets, &s)
	return t.Edition.New(s)
}

// FewCards gives the first seat 3 red, 2 blue, black, white and a locomotive, the second 4 red,
// yellow, black, orange and a locomotive; green and purple follow.
func FewCards() StackedCards {
	deck := "red red red blue blue black white red red red red yellow black orange " +
		strings.Repeat("green purple ", 10)
	return StackedCards{Edition: cardgame.Title, Deck: strings.Fields(deck)}
}

// KeepFirst keeps the first n tickets of an offer.
func KeepFirst(n int) Chooser {
	return func(v engine.View) engine.Move {
		return engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs[:n]}
	}
}

// StackedTitle deals what the test has stacked: two games of it can be equal in all that is public
// and differ in every secret.
type StackedTitle struct {
	*railway.Title          // not engine.Title: it has a map, and perhaps teams
	Deck           []string // top first: hands, market, then what is drawn
	Tickets        []string
}

// New implements engine.Title.
func (t StackedTitle) New(s engine.Setup) (engine.Game, error) {
	Stack(t.Lexicon(), t.Deck, t.Tickets, &s)
	return t.Title.New(s)
}

// Stack has the named cards and tickets lie on top of their piles.
func Stack(lex *engine.Lexicon, deck, tickets []string, s *engine.Setup) {
	s.Stacked = map[string][]engine.Card{}
	for _, name := range deck {
		c, _ := lex.Card(name)
		s.Stacked["Deck"] = append(s.Stacked["Deck"], c)
	}
	for _, name := range tickets {
		id, _ := lex.Ticket(name)
		s.Tickets = append(s.Tickets, id)
	}
}

// ViewPainter paints the view itself: two pictures are alike only if all that the painter was given
// is.
type ViewPainter struct {
	StubPainter // of what shows no view
	// Of makes another picture; nil: the view as JSON, and what is legal.
	Of func(v engine.View, o render.Options) (render.Picture, error)
}

func (p ViewPainter) paint(v engine.View, o render.Options) (render.Picture, error) {
	if p.Of != nil {
		return p.Of(v, o)
	}
	text, err := notation.MarshalView(&v)
	png := fmt.Appendf(text, "%v", v.Legal())
	return render.Picture{PNG: png, Alt: "picture", Width: 1, Height: 1}, err
}

// Board implements render.Painter.
func (p ViewPainter) Board(v engine.View, o render.Options) (render.Picture, error) {
	return p.paint(v, o)
}

// Hand implements render.Painter.
func (p ViewPainter) Hand(v engine.View, o render.Options) (render.Picture, error) {
	return p.paint(v, o)
}

// Sheet implements render.Painter.
func (p ViewPainter) Sheet(v engine.View, o render.Options) (render.Picture, error) {
	return p.paint(v, o)
}

// Film implements render.Painter.
func (p ViewPainter) Film(v engine.View, o render.Options) (render.Film, error) {
	pic, err := p.paint(v, o)
	return render.Film{GIF: pic.PNG, Alt: pic.Alt, Width: 1, Height: 1, Frames: 1}, err
}

// YardTable starts a Card Game for Ola and Bo.
func (s *Stage) YardTable(open bool) match.GameID {
	s.T.Helper()
	options := []string{"title=cardgame"}
	if open {
		options = append(options, "variant=open-track=on")
	}
	s.Handle(s.Slash("Ola", "game new", options...))
	games, err := s.Store.GamesOf(s.T.Context(), Person("Ola").ID, match.Lobby)
	s.Must(err)
	id := games[0].ID
	s.Flush()
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Flush()
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	return id
}

// TeamStage is a stage where only a title with teams of two is played.
func TeamStage(t testing.TB) *Stage {
	t.Helper()
	s := New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{asia.Title} })
	return s
}

// Masuria reads the example map of the documentation, with words replaced by others: old, new, ...
func Masuria(t testing.TB, name string, change ...string) message.Map {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(Root(t), "docs/maps/masuria.toml"))
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.NewReplacer(change...).Replace(string(file)))
	m, err := mapfile.Parse(text, name)
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	return message.Map{Name: name, Title: title, Text: text}
}

// Root returns the folder of the module, from whichever package the test is in.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Fatalf("no go.mod above the test: %v", err)
	return ""
}

// Dig is a claim of a tunnel that asks for a card (N6, the rulebook's second example).
const Dig = "claim kristiansand--stavanger.1 2green"

// Diggable is Nordic Countries, dealt so that the first of two seats can dig.
func Diggable() StackedTitle {
	return StackedTitle{
		Title: nordic.Title,
		Deck: strings.Fields("green green green red blue blue blue blue " +
			"white white white white white red green blue white"),
		Tickets: strings.Fields("oslo--kobenhavn oslo--stavanger oslo--stockholm oslo--vaasa " +
			"stavanger--karlskrona helsinki--lieksa helsinki--kiruna helsinki--bergen " +
			"helsinki--kirkenes helsinki--ostersund"),
	}
}

// Ready starts a game in which the first seat can dig, and counts what has been said at the table.
func Ready(t *testing.T) (s *Stage, id match.GameID, before int) {
	t.Helper()
	s = New(t)
	s.Remake(func(o *bot.Options) { o.Titles = []engine.Title{Diggable()} })
	s.Remake(Painted(ViewPainter{}))
	id = s.RunningOf("nordic", "Ola", "Bo")
	s.Notated(id, "keep oslo--kobenhavn oslo--stavanger", "keep helsinki--lieksa helsinki--kiruna")
	before = len(s.API.Sent(s.Game(id).Thread))
	return s, id, before
}

// Digging is Ready, with the tunnel dug and not decided.
func Digging(t *testing.T) (s *Stage, id match.GameID, before int) {
	t.Helper()
	s, id, before = Ready(t)
	s.Notated(id, Dig)
	return s, id, before
}
