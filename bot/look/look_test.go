package look

import (
	"context"
	"errors"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/picture"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/storage"
)

// oneGame is the only game there is, and notes for whom it was replayed and drawn.
type oneGame struct {
	table    *play.Table
	replayed engine.Seat
	drawn    engine.View
	focus    string // of what was drawn
	panelOf  engine.Seat
}

func (g *oneGame) Table(context.Context, storage.GameID) (*play.Table, error) { return g.table, nil }

func (g *oneGame) Chronicle(_ context.Context, _ storage.Game, _ engine.Ply, viewer engine.Seat) (*play.Chronicle, error) {
	g.replayed = viewer
	return &play.Chronicle{Viewer: viewer, Table: g.table}, nil
}

func (g *oneGame) Annals(_ context.Context, _ storage.Game, viewer engine.Seat) ([]play.Entry, error) {
	g.replayed = viewer
	return nil, nil
}

func (g *oneGame) Board(_ context.Context, _ *play.Table, v engine.View, _ *locale.Texts, _ []engine.Event, focus string) []discord.File {
	g.drawn, g.focus = v, focus
	return nil
}

func (g *oneGame) Painted(_ context.Context, _ *locale.Texts, want panel.Request) (discord.Message, error) {
	g.panelOf = want.Seat
	return discord.Message{Content: "panel"}, nil
}

func (g *oneGame) Course(context.Context, storage.Game) ([]engine.Turn, error) { return nil, nil }

func (g *oneGame) Record(context.Context, *play.Table) ([]discord.File, error) { return nil, nil }

func (g *oneGame) Film(context.Context, *play.Table, *locale.Texts, picture.Courses) (discord.File, error) {
	return discord.File{Name: "film.gif"}, nil
}

func room(t *testing.T) (*oneGame, *Look) {
	t.Helper()
	table, err := play.New(play.Options{Cached: 1}).Deal(storage.Game{
		ID: "k7f3", Title: "amsterdam", Version: amsterdam.Title.Version(), Seed: engine.Seed{1}, State: storage.Running, Guild: "guild",
		Seats: []storage.Seat{{User: "ola", Name: "Ola"}, {User: "jan", Name: "Jan"}},
	}, amsterdam.Title)
	if err != nil {
		t.Fatal(err)
	}
	g := &oneGame{table: table, replayed: 99, panelOf: 99}
	return g, &Look{Games: g, Panels: g, Pictures: g}
}

func request(t *testing.T, user, guild string) *route.Request {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &route.Request{
		Interaction: &discord.Interaction{Kind: discord.Slash, User: discord.User{ID: user}, Guild: guild}, Texts: catalog.Texts("en"),
	}
}

func problem(err error) string {
	p, _ := errors.AsType[*route.Problem](err)
	if p == nil {
		return ""
	}
	return p.ID
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
	if g.replayed != engine.Public || g.drawn.Viewer != engine.Public || g.drawn.Own() != nil || g.panelOf != 99 {
		t.Errorf("replayed for seat %d, drawn for seat %d, panel of seat %d; want the public view and no panel", g.replayed, g.drawn.Viewer, g.panelOf)
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
	for _, show := range []route.GameHandler{look.showHand, look.showBoard, look.showLog, look.showText, look.showCloser} {
		if _, err := show(t.Context(), request(t, "ewa", "another"), "k7f3"); problem(err) != "game-unknown" {
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
		t.Fatalf("the button: got %v, ephemeral %t, in place of the table's message %t", err, reply.Ephemeral, reply.Updates)
	}
	board, err := reply.Later(t.Context())
	if err != nil || len(board.Rows) == 0 || board.Rows[0].Select == nil || g.focus != "" {
		t.Fatalf("got %v, %+v, a close-up of %q; want the whole board with menus", err, board.Rows, g.focus)
	}
	pick := board.Rows[0].Select.Options[1].Value
	r.Values = []string{pick}
	if reply, err = look.showCloser(t.Context(), r, "k7f3"); err != nil || !reply.Updates {
		t.Fatalf("a city: got %v, in place of the message with the menus %t", err, reply.Updates)
	}
	shown, err := reply.Later(t.Context())
	if err != nil || g.focus != pick || g.drawn.Viewer != 2 || shown.Content == "" || len(shown.Rows) != len(board.Rows) {
		t.Errorf("got %v, a close-up of %q for seat %d: %q; want %q for seat 2, its routes in words, and the menus again", err, g.focus, g.drawn.Viewer, shown.Content, pick)
	}
	r.Values = []string{"nowhere"}
	if _, err := look.showCloser(t.Context(), r, "k7f3"); problem(err) != "no-such-city" {
		t.Errorf("a forged option: got %v, want no-such-city", err)
	}
}
