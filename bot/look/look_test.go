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

func (g *oneGame) Board(_ context.Context, _ *play.Table, v engine.View, _ *locale.Texts, _ []engine.Event, _ string) []discord.File {
	g.drawn = v
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
	for _, show := range []route.GameHandler{look.showHand, look.showBoard, look.showLog, look.showText} {
		if _, err := show(t.Context(), request(t, "ewa", "another"), "k7f3"); problem(err) != "game-unknown" {
			t.Errorf("got %v, want game-unknown", err)
		}
	}
}
