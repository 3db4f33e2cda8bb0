package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
)

// dealt returns a table of Amsterdam with Ola in seat 1 and Jan in seat 2.
func dealt(t *testing.T) *match.Table {
	t.Helper()
	table, err := match.Load(match.Game{
		ID: "k7f3", Title: "amsterdam", Version: amsterdam.Title.Version(), Seed: engine.Seed{1},
		State: match.Running,
		Seats: []match.Seat{{User: "ola", Name: "Ola"}, {User: "jan", Name: "Jan"}},
	}, amsterdam.Title, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// moved returns a table after a move of a seat's player.
func moved(t *testing.T, table *match.Table, seat engine.Seat, m engine.Move) *match.Table {
	t.Helper()
	by := match.Actor{User: table.Seats[seat-1].User}
	wanted := match.MakeMove{Seat: seat, Move: m}
	change, err := match.Rules{}.Decide(table, by, time.Time{}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return &change.Table
}

// inPlay deals Amsterdam to Ola and Jan, who keep all their tickets: Ola, in seat 1, has the first
// turn.
func inPlay(t *testing.T) *match.Table {
	t.Helper()
	table := dealt(t)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		v := table.View(seat)
		table = moved(t, table, seat, engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs})
	}
	return table
}

// oneGame stands for all games: it checks moves by the rules and notes those that were made.
type oneGame struct {
	table *play.Table
	// faster, if set, is the table as somebody else leaves it just before a move is made.
	faster *play.Table
	tried  int
	made   []engine.Move
}

func (g *oneGame) TableOf(context.Context, match.Game) (*play.Table, error) { return g.table, nil }

func (g *oneGame) Seated(_ context.Context, by match.Actor, _ match.GameID, _ *match.Game,
) (*play.Table, engine.Seat, error) {
	return g.table, g.table.SeatOf(by.User), nil
}

func (g *oneGame) Chronicle(context.Context, match.Game, engine.Ply, engine.Seat,
) (*play.Chronicle, error) {
	return &play.Chronicle{Chronicle: &match.Chronicle{}}, nil // nobody has moved
}

func (g *oneGame) Make(_ context.Context, c play.Call, seat engine.Seat, m engine.Move,
) (play.Made, error) {
	g.tried++
	t := c.Table
	if g.faster != nil {
		if err := c.Still(g.faster); err != nil {
			return play.Made{}, err
		}
		t = g.faster
	}
	if err := t.Refusal(seat, m); err != nil {
		return play.Made{}, err
	}
	g.made = append(g.made, m)
	return play.Made{Table: t, Seat: seat, Move: m}, nil
}

func (g *oneGame) Annals(context.Context, match.Game, engine.Seat) ([]match.Annal, error) {
	return nil, nil
}

func (g *oneGame) MadeSince(context.Context, *play.Table, engine.Seat, match.Position, engine.Move,
) (play.Made, bool, error) {
	return play.Made{}, false, nil
}

// plainPanels show the news and nothing else, or what they are asked to show; their picture is the
// move that it shows.
type plainPanels struct{ table *play.Table }

func (plainPanels) Text(context.Context, *locale.Texts, message.Request) (discord.Message, error) {
	return discord.Message{Content: "the panel"}, nil
}

func (p plainPanels) Painted(_ context.Context, texts *locale.Texts, want message.Request,
) (discord.Message, error) {
	files := []discord.File{{Name: "hand.png", Data: fmt.Append(nil, want.Move)}}
	if want.Move.Verb != 0 {
		v := p.table.View(want.Seat)
		at := speech.Place{Game: string(want.Game.ID), At: customid.Of(p.table.Game)}
		return message.Speaker(texts, p.table).Question(speech.Panel{Place: at, View: &v}, want.Move, nil,
			files...), nil
	}
	return discord.Message{Content: strings.Join(want.News, "\n"), Files: files}, nil
}

func (plainPanels) AfterMove(*route.Request, play.Made) *route.Reply {
	return route.Whisper("made")
}

// turnStage is the room with one game, and Ola's requests.
type turnStage struct {
	*testing.T
	games *oneGame
	turns *Turns
	view  engine.View
}

func newTurnStage(t *testing.T) *turnStage {
	t.Helper()
	return stageOf(t, inPlay(t))
}

func stageOf(t *testing.T, table *match.Table) *turnStage {
	t.Helper()
	games := &oneGame{table: &play.Table{Table: table}}
	return &turnStage{t, games, NewTurns(games, nil, plainPanels{games.table}), games.table.View(1)}
}

func (s *turnStage) request(kind discord.Kind) *route.Request {
	catalog, err := locale.Load()
	if err != nil {
		s.Fatal(err)
	}
	ix := &discord.Interaction{Kind: kind, User: discord.User{ID: "ola"}}
	return &route.Request{Interaction: ix, Texts: catalog.Texts("en")}
}

func (s *turnStage) slash(verb engine.Verb, options ...discord.Option) (*route.Reply, error) {
	r := s.request(discord.Slash)
	r.Options = options
	return s.turns.typed(verb)(s.Context(), r, s.games.table.ID)
}

// click presses what has a custom ID; values are the options picked from a menu.
func (s *turnStage) click(customID string, values ...string) (*route.Reply, error) {
	r := s.request(discord.Click)
	id, ok := customid.Parse(customID)
	if !ok {
		s.Fatalf("%q is not a custom ID", customID)
	}
	r.Pressed, r.Values = id, values
	handlers := map[customid.Action]route.GameHandler{
		customid.Ask: s.turns.askPicked, customid.Narrow: s.turns.narrow,
		customid.Do: s.turns.do, customid.Page: s.turns.turnPage, customid.Back: s.turns.goBack,
	}
	return handlers[id.Action](s.Context(), r, s.games.table.ID)
}

func (s *turnStage) id(a customid.Action, at customid.Position, m engine.Move) string {
	return customid.ID{Action: a, Game: "k7f3", At: at, Move: m}.Print()
}

// claim returns a legal claim without its payment.
func (s *turnStage) claim() engine.Move {
	legal := s.view.Legal()
	i := slices.IndexFunc(legal, func(m engine.Move) bool { return m.Verb == engine.Claim })
	if i < 0 {
		s.Fatal("Ola can claim nothing")
	}
	return legal[i]
}

func TestAClaimIsAskedAboutAndMadeByItsButton(t *testing.T) {
	s := newTurnStage(t)
	m := s.claim()
	route := s.view.Lexicon().Routes[m.Route]
	asked, err := s.slash(engine.Claim, discord.Option{Name: "route", Value: route})
	if err != nil || len(s.games.made) > 0 {
		t.Fatalf("got %v and the moves %v, want a question", err, s.games.made)
	}
	question, err := asked.Later(t.Context())
	if err != nil || len(question.Files) == 0 {
		t.Fatalf("got %v, %v; want a question with its picture", question, err)
	}
	rows := question.Rows
	if _, err := s.click(rows[len(rows)-1].Buttons[0].CustomID); err != nil {
		t.Fatal(err)
	}
	made := s.games.made
	if len(made) != 1 || made[0].Route != m.Route || made[0].Payment.IsZero() {
		t.Errorf("got the moves %v, want a paid claim of route %d", s.games.made, m.Route)
	}
}

func TestNarrowerPaymentIsConfirmedAgain(t *testing.T) {
	s := newTurnStage(t)
	m, at := s.claim(), customid.Of(s.games.table.Game)
	var last engine.Payment
	for p := range s.view.Payments(m) {
		last = p
	}
	ways := customid.Ways{{Aspect: customid.WhichKinds, Value: customid.WhichKinds.Of(&last)}}
	asked, err := s.click(s.id(customid.Narrow, at, m), ways.Print())
	if err != nil || len(s.games.made) > 0 {
		t.Fatalf("got %v and the moves %v, want a question", err, s.games.made)
	}
	paid := m
	paid.Payment = last
	rows := asked.Update.Rows
	got, want := rows[len(rows)-1].Buttons[0].CustomID, s.id(customid.Do, at, paid)
	if got != want {
		t.Errorf("the question proposes %q, want %q", got, want)
	}
	if _, err := s.click(s.id(customid.Narrow, at, m), "nonsense"); err == nil {
		t.Error("nonsense is taken for ways to pay")
	}
}

func TestQuestionShowsItsMoveAndBackShowsThePanel(t *testing.T) {
	s := newTurnStage(t)
	m, at := s.claim(), customid.Of(s.games.table.Game)
	back := customid.ID{Action: customid.Back, Game: "k7f3", At: at, Page: 1}
	var pictures [][]byte
	for _, c := range []struct {
		name, id string
		values   []string
	}{
		{"a question", s.id(customid.Ask, at, engine.Move{}), []string{customid.PrintMove(m)}},
		{"the way back", back.Print(), nil},
	} {
		reply, err := s.click(c.id, c.values...)
		if err != nil || reply.Later == nil || !reply.Updates {
			t.Fatalf("%s: got %+v, %v; want the clicked message later", c.name, reply, err)
		}
		got, err := reply.Later(t.Context())
		if err != nil || len(got.Files) != 1 {
			t.Fatalf("%s: got %v, %v; want one picture", c.name, got.Files, err)
		}
		pictures = append(pictures, got.Files[0].Data)
	}
	if bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the question has the picture of the panel")
	}
}

func TestTurningPagesKeepsThePicture(t *testing.T) {
	s := newTurnStage(t)
	page := customid.ID{
		Action: customid.Page, Game: "k7f3", At: customid.Of(s.games.table.Game), Page: 1,
	}
	got, err := s.click(page.Print())
	if err != nil || got.Update == nil || !got.Update.KeepFiles {
		t.Errorf("got %+v, %v; want the clicked message with its picture", got, err)
	}
}

func TestMoveOfAPastPositionIsRefused(t *testing.T) {
	s := newTurnStage(t)
	past := customid.Of(s.games.table.Game)
	past.Ply--
	_, err := s.click(s.id(customid.Do, past, engine.Move{Verb: engine.Draw}))
	stale, ok := errors.AsType[*movedOn](err)
	if !ok || s.games.tried > 0 {
		t.Fatalf("got %v after %d attempts, want *movedOn after none", err, s.games.tried)
	}
	r := s.request(discord.Click)
	m, err := stale.Reply(r).Later(t.Context())
	if want := r.Texts.Say("problem.moved-on"); err != nil || m.Content != want {
		t.Errorf("got %q, %v; want %q", m.Content, err, want)
	}
}

func TestARefusedMoveSaysWhyAndIsNotMade(t *testing.T) {
	s := newTurnStage(t)
	_, err := s.slash(engine.Share)
	refused, ok := errors.AsType[*play.Refused](err)
	if !ok || refused.Code != engine.RefuseForeign || len(s.games.made) > 0 {
		t.Errorf("got %v and the moves %v, want %s", err, s.games.made, engine.RefuseForeign)
	}
}

// Another player is faster than a click: what was chosen in play is about a position that has
// passed.
func TestConfirmedMoveIsRefusedOnceThePositionHasPassed(t *testing.T) {
	s := newTurnStage(t)
	at := customid.Of(s.games.table.Game)
	after := moved(t, s.games.table.Table, 1, engine.Move{Verb: engine.Draw})
	s.games.faster = &play.Table{Table: after}
	_, err := s.click(s.id(customid.Do, at, engine.Move{Verb: engine.Draw}))
	if _, ok := errors.AsType[*movedOn](err); !ok || s.games.tried != 1 || len(s.games.made) > 0 {
		t.Errorf("got %v and the moves %v after %d attempts, want *movedOn after one",
			err, s.games.made, s.games.tried)
	}
}

// During setup the choices of others do not matter (C2).
func TestASetupChoiceIsMadeAfterAFasterOne(t *testing.T) {
	s := stageOf(t, dealt(t))
	all := func(seat engine.Seat) engine.Move {
		v := s.games.table.View(seat)
		return engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs}
	}
	s.games.faster = &play.Table{Table: moved(t, s.games.table.Table, 2, all(2))}
	_, err := s.click(s.id(customid.Do, customid.Of(s.games.table.Game), all(1)))
	if err != nil || len(s.games.made) != 1 || s.games.tried != 1 {
		t.Errorf("got %v and the moves %v after %d attempts, want one after one",
			err, s.games.made, s.games.tried)
	}
}
