package handlers

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
)

// lookedGame is the only game there is, and notes for whom it was replayed and drawn.
type lookedGame struct {
	table    *play.Table
	replayed engine.Seat
	drawn    engine.View
	focus    string // of what was drawn
	panelOf  engine.Seat
}

func (g *lookedGame) Table(context.Context, match.GameID) (*play.Table, error) {
	return g.table, nil
}

func (g *lookedGame) Chronicle(_ context.Context, _ match.Game, _ engine.Ply,
	viewer engine.Seat,
) (*play.Chronicle, error) {
	g.replayed = viewer
	return &play.Chronicle{
		Chronicle: &match.Chronicle{Viewer: viewer, Table: g.table.Table}, Table: g.table,
	}, nil
}

func (g *lookedGame) Annals(_ context.Context, _ match.Game, viewer engine.Seat) ([]match.Annal,
	error,
) {
	g.replayed = viewer
	return nil, nil
}

func (g *lookedGame) Legend(context.Context, *play.Table, *locale.Texts) []discord.File {
	return []discord.File{{Name: "legend.png"}}
}

func (g *lookedGame) Board(_ context.Context, _ *play.Table, v engine.View, _ *locale.Texts,
	_ []engine.Event, focus string,
) []discord.File {
	g.drawn, g.focus = v, focus
	return nil
}

func (g *lookedGame) Painted(_ context.Context, _ *locale.Texts, want message.Request,
) (discord.Message, error) {
	g.panelOf = want.Seat
	return discord.Message{Content: "panel"}, nil
}

func (g *lookedGame) Course(context.Context, match.Game) ([]engine.Turn, error) { return nil, nil }

func (g *lookedGame) Record(context.Context, *play.Table) ([]play.File, error) { return nil, nil }

func (g *lookedGame) Sealed(context.Context, match.Game, time.Time) bool { return false }

func (g *lookedGame) Film(context.Context, *play.Table, *locale.Texts, message.Courses,
) (discord.File, error) {
	return discord.File{Name: "film.gif"}, nil
}

func (g *lookedGame) Outcome(context.Context, message.Endings, *locale.Texts, match.Game, string,
	string,
) (discord.Message, error) {
	return discord.Message{}, nil
}

func room(t *testing.T) (*lookedGame, *Looks) {
	t.Helper()
	table, err := match.Load(match.Game{
		ID: "k7f3", Title: "amsterdam", Version: amsterdam.Title.Version(), Seed: engine.Seed{1},
		State: match.Running, Guild: "guild",
		Seats: []match.Seat{{User: "ola", Name: "Ola"}, {User: "jan", Name: "Jan"}},
	}, amsterdam.Title, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &lookedGame{table: &play.Table{Table: table}, replayed: 99, panelOf: 99}
	return g, &Looks{Games: g, Panels: g, Pictures: g}
}

func request(t *testing.T, user match.UserID, guild match.ServerID) *route.Request {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &route.Request{
		Interaction: &discord.Interaction{
			Kind: discord.Slash, User: discord.User{ID: user},
			Guild: guild,
		}, Texts: catalog.Texts("en"),
	}
}

// problem returns why a request was refused, "" if it was not.
func problem(err error) string {
	if p, ok := errors.AsType[*route.Problem](err); ok {
		return p.ID
	}
	if refusal, ok := errors.AsType[*match.Refusal](err); ok {
		return refusal.Code
	}
	return ""
}

func TestABystanderSeesTheBoardAndNoHand(t *testing.T) {
	g, look := room(t)
	r := request(t, "ewa", "guild")
	if _, err := look.showHand(t.Context(), r, "k7f3"); problem(err) != "not-seated" {
		t.Errorf("the hand: got %v, want not-seated", err)
	}
	reply, err := look.showBoard(t.Context(), r, "k7f3")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reply.Later(t.Context()); err != nil {
		t.Fatal(err)
	}
	if g.replayed != engine.Public || g.drawn.Viewer != engine.Public || g.drawn.Own() != nil ||
		g.panelOf != 99 {
		t.Errorf("replayed for seat %d, drawn for seat %d, panel of seat %d; want the public "+
			"view and no panel", g.replayed, g.drawn.Viewer, g.panelOf)
	}
	for i := range g.drawn.Seats {
		if seat := &g.drawn.Seats[i]; seat.Hand.Known || seat.Tickets.Known {
			t.Errorf("the cards of seat %d are shown", seat.Seat)
		}
	}
}

func TestAPlayerIsShownTheirOwnHand(t *testing.T) {
	g, look := room(t)
	reply, err := look.showHand(t.Context(), request(t, "jan", "guild"), "k7f3")
	if err != nil || !reply.Ephemeral {
		t.Fatalf("got %v, ephemeral %t; want an answer for Jan alone", err, reply.Ephemeral)
	}
	if _, err := reply.Later(t.Context()); err != nil || g.panelOf != 2 {
		t.Errorf("got the panel of seat %d, %v; want that of seat 2", g.panelOf, err)
	}
}

func TestAGameElsewhereIsUnknownToStrangers(t *testing.T) {
	_, look := room(t)
	for _, show := range []route.GameHandler{
		look.showHand, look.showBoard, look.showLog,
		look.showText, look.showCloser,
	} {
		if _, err := show(t.Context(), request(t, "ewa", "another"),
			"k7f3"); problem(err) != "game-unknown" {
			t.Errorf("got %v, want game-unknown", err)
		}
	}
}

func TestACloseUpIsPickedFromTheMenusOfABoard(t *testing.T) {
	g, look := room(t)
	r := request(t, "jan", "guild")
	r.Kind = discord.Click
	reply, err := look.showCloser(t.Context(), r, "k7f3") // the button of a table
	if err != nil || !reply.Ephemeral || reply.Updates {
		t.Fatalf("the button: got %v, ephemeral %t, in place of the table's message %t", err,
			reply.Ephemeral, reply.Updates)
	}
	board, err := reply.Later(t.Context())
	if err != nil || len(board.Rows) == 0 || board.Rows[len(board.Rows)-1].Select == nil ||
		!strings.HasPrefix(g.focus, "part:") {
		t.Fatalf("got %v, %+v, a close-up of %q; want a part of the board with menus", err, board.Rows,
			g.focus)
	}
	pick := board.Rows[len(board.Rows)-1].Select.Options[1].Value
	r.Values = []string{pick}
	if reply, err = look.showCloser(t.Context(), r, "k7f3"); err != nil || !reply.Updates {
		t.Fatalf("a city: got %v, in place of the message with the menus %t", err, reply.Updates)
	}
	shown, err := reply.Later(t.Context())
	if err != nil || g.focus != pick || g.drawn.Viewer != 2 || shown.Content == "" ||
		len(shown.Rows) != len(board.Rows) {
		t.Errorf("got %v, a close-up of %q for seat %d: %q; want %q for seat 2, its routes in "+
			"words, and the menus again", err, g.focus, g.drawn.Viewer, shown.Content, pick)
	}
	r.Values = []string{"nowhere"}
	if _, err := look.showCloser(t.Context(), r, "k7f3"); problem(err) != "no-such-city" {
		t.Errorf("a forged option: got %v, want no-such-city", err)
	}
}

func TestAPartOfTheBoardIsOnePressAway(t *testing.T) {
	g, look := room(t)
	r := request(t, "jan", "guild")
	r.Kind = discord.Click
	reply, err := look.showCloser(t.Context(), r, "k7f3")
	if err != nil {
		t.Fatal(err)
	}
	board, err := reply.Later(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, _ := customid.Parse(board.Rows[0].Buttons[0].CustomID)
	if first.Action != customid.Part || first.Part != 1 ||
		board.Rows[0].Buttons[0].Label != "Top left" {
		t.Fatalf("the first button below the board is %+v: %+v, want the part at the top left",
			board.Rows[0].Buttons[0], first)
	}
	r.Pressed = first
	if reply, err = look.showPart(t.Context(), r, "k7f3"); err != nil || !reply.Updates {
		t.Fatalf("got %v, in place of the message with the button %t", err, reply.Updates)
	}
	shown, err := reply.Later(t.Context())
	if err != nil || g.focus != "part:top-left" || g.drawn.Viewer != 2 ||
		!strings.Contains(shown.Content, "Nieuwe Waal") || len(shown.Rows) != len(board.Rows) {
		t.Errorf("got %v, a close-up of %q for seat %d: %q; want the part for seat 2, its cities "+
			"in words, and the buttons again", err, g.focus, g.drawn.Viewer, shown.Content)
	}
	text, ok := customid.Parse(shown.Rows[1].Buttons[2].CustomID)
	if !ok || text.Action != customid.PartText {
		t.Fatalf("the last button of the parts is %+v, want the part as text", shown.Rows[1].Buttons)
	}
	r.Pressed = text
	reply, err = look.showPartText(t.Context(), r, "k7f3")
	if err != nil || !strings.Contains(reply.Update.Content, "Noordermarkt:\n• ") ||
		strings.Contains(reply.Update.Content, "Munttoren:\n") {
		t.Errorf("got %v, %+v, want the cities of the part with their routes", err, reply.Update)
	}
	for _, part := range []int{0, 5, 9999} {
		r.Pressed.Part = part
		if _, err := look.showPart(t.Context(), r, "k7f3"); problem(err) != "no-such-city" {
			t.Errorf("a forged part %d: got %v, want no-such-city", part, err)
		}
		if _, err := look.showPartText(t.Context(), r, "k7f3"); problem(err) != "no-such-city" {
			t.Errorf("a forged text of part %d: got %v, want no-such-city", part, err)
		}
	}
}

func TestAPartOfTheBoardIsFoundByItsNameOrID(t *testing.T) {
	for _, typed := range []string{"part:top-left", "top left", " Top Left "} {
		g, look := room(t)
		r := request(t, "jan", "guild")
		r.Options = []discord.Option{{Name: "city", Value: typed}}
		reply, err := look.showBoard(t.Context(), r, "k7f3")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reply.Later(t.Context()); err != nil || g.focus != "part:top-left" {
			t.Errorf("%q: got %v, a close-up of %q, want the part at the top left", typed, err, g.focus)
		}
		r.Options = append(r.Options, discord.Option{Name: "text", Value: "text"})
		if reply, err = look.showBoard(t.Context(), r, "k7f3"); err != nil ||
			!strings.Contains(reply.Message.Content, "Noordermarkt:\n• ") {
			t.Errorf("%q as text: got %v, %+v", typed, err, reply.Message)
		}
	}
}
