package turn

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/storage"
)

// unstored accepts every move and keeps none.
type unstored struct{ play.Store }

func (unstored) Append(
	context.Context, match.GameID, match.Move, match.RowUpdate, storage.Origin, []storage.Message,
) error {
	return nil
}

// inPlay deals Amsterdam to Ola and Jan, who keep all their tickets: Ola, in seat 1, has the first
// turn.
func inPlay(t *testing.T) *play.Table {
	t.Helper()
	games := play.New(play.Options{
		Store: unstored{}, Announce: func(play.Made,
			play.Occasion,
		) []storage.Message {
			return nil
		}, Cached: 1,
	})
	table, err := games.Deal(match.Game{
		ID: "k7f3", Title: "amsterdam", Version: amsterdam.Title.Version(), Seed: engine.Seed{1}, State: match.Running,
		Seats: []match.Seat{{User: "ola", Name: "Ola"}, {User: "jan", Name: "Jan"}},
	}, amsterdam.Title)
	for seat := engine.Seat(1); seat <= 2 && err == nil; seat++ {
		v := table.View(seat)
		var made play.Made
		made, err = games.Make(t.Context(), play.Occasion{}, table, seat,
			engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs})
		table = made.Table
	}
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// oneGame stands for all games: it checks moves by the rules and notes those that were made.
type oneGame struct {
	table  *play.Table
	faster int // moves of others that come first
	tried  int
	made   []engine.Move
}

func (g *oneGame) TableOf(context.Context, match.Game) (*play.Table, error) { return g.table, nil }

func (g *oneGame) Seated(
	_ context.Context, r *route.Request, _ match.GameID,
) (*play.Table, engine.Seat, error) {
	return g.table, g.table.SeatOf(r.User.ID), nil
}

func (g *oneGame) Unmoved(context.Context, *play.Table, engine.Seat, engine.Ply) (bool, error) {
	return true, nil
}

func (g *oneGame) Make(
	_ context.Context, _ play.Occasion, t *play.Table, seat engine.Seat, m engine.Move,
) (play.Made, error) {
	if g.tried++; g.tried <= g.faster {
		return play.Made{}, storage.ErrStale
	}
	if err := t.Refusal(seat, m); err != nil {
		return play.Made{}, err
	}
	g.made = append(g.made, m)
	return play.Made{Table: t, Seat: seat, Move: m}, nil
}

func (g *oneGame) Repeated(context.Context, *route.Request) (play.Made, bool, error) {
	return play.Made{}, false, nil
}

func (g *oneGame) MadeSince(
	context.Context, *play.Table, engine.Seat, customid.Position, engine.Move,
) (play.Made, bool, error) {
	return play.Made{}, false, nil
}

// plainPanels show the news and nothing else, or what they are asked to show beside a picture.
type plainPanels struct{ table *play.Table }

func (plainPanels) Text(context.Context, *locale.Texts, panel.Request) (discord.Message, error) {
	return discord.Message{Content: "the panel"}, nil
}

func (p plainPanels) Painted(
	_ context.Context, texts *locale.Texts, want panel.Request,
) (discord.Message, error) {
	if want.About != nil {
		v := p.table.View(want.Seat)
		m := want.About(p.table.Speaker(texts), speech.Panel{
			Game: string(want.Game.ID), At: p.table.At(),
			View: &v,
		})
		m.Files = []discord.File{{Name: "board.png"}}
		return m, nil
	}
	return discord.Message{Content: strings.Join(want.News, "\n")}, nil
}

func (plainPanels) AfterMove(*route.Request, play.Made) route.Reply { return route.Whisper("made") }

// stage is the room with one game, and Ola's requests.
type stage struct {
	*testing.T
	games *oneGame
	turns *Turns
	view  engine.View
}

func newStage(t *testing.T) *stage {
	games := &oneGame{table: inPlay(t)}
	return &stage{t, games, New(games, nil, plainPanels{games.table}), games.table.View(1)}
}

func (s *stage) request(kind discord.Kind) *route.Request {
	catalog, err := locale.Load()
	if err != nil {
		s.Fatal(err)
	}
	return &route.Request{
		Interaction: &discord.Interaction{Kind: kind, User: discord.User{ID: "ola"}},
		Texts:       catalog.Texts("en"),
	}
}

func (s *stage) slash(verb engine.Verb, options ...discord.Option) (route.Reply, error) {
	r := s.request(discord.Slash)
	r.Options = options
	return s.turns.typed(verb)(s.Context(), r, s.games.table.ID)
}

// click presses what has a custom ID; values are the options picked from a menu.
func (s *stage) click(customID string, values ...string) (route.Reply, error) {
	r := s.request(discord.Click)
	id, ok := customid.Parse(customID)
	if !ok {
		s.Fatalf("%q is not a custom ID", customID)
	}
	r.Pressed, r.Values = id, values
	handlers := map[customid.Action]route.GameHandler{
		customid.Ask:    s.turns.askPicked,
		customid.Narrow: s.turns.narrow, customid.Do: s.turns.do, customid.Page: s.turns.turnPage,
	}
	return handlers[id.Action](s.Context(), r, s.games.table.ID)
}

func (s *stage) id(a customid.Action, at customid.Position, m engine.Move) string {
	return customid.ID{Action: a, Game: "k7f3", At: at, Move: m}.Print()
}

// claim returns a legal claim without its payment.
func (s *stage) claim() engine.Move {
	legal := s.view.Legal()
	i := slices.IndexFunc(legal, func(m engine.Move) bool { return m.Verb == engine.Claim })
	if i < 0 {
		s.Fatal("Ola can claim nothing")
	}
	return legal[i]
}

func TestAClaimIsAskedAboutAndMadeByItsButton(t *testing.T) {
	s := newStage(t)
	m := s.claim()
	asked, err := s.slash(engine.Claim, discord.Option{
		Name:  "route",
		Value: s.view.Lexicon().Routes[m.Route],
	})
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
	if len(s.games.made) != 1 || s.games.made[0].Route != m.Route || s.games.made[0].Payment.IsZero() {
		t.Errorf("got the moves %v, want a paid claim of route %d", s.games.made, m.Route)
	}
}

func TestNarrowerWaysToPayAreAskedAboutAgain(t *testing.T) {
	s := newStage(t)
	m, at := s.claim(), s.games.table.At()
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
	if got, want := rows[len(rows)-1].Buttons[0].CustomID, s.id(customid.Do, at, paid); got != want {
		t.Errorf("the question proposes %q, want %q", got, want)
	}
	if _, err := s.click(s.id(customid.Narrow, at, m), "nonsense"); err == nil {
		t.Error("nonsense is taken for ways to pay")
	}
}

func TestThePicturesStayWhileOneConfirmsAndGoesBack(t *testing.T) {
	s := newStage(t)
	m, at := s.claim(), s.games.table.At()
	for _, c := range []struct {
		name, id string
		values   []string
	}{
		{"a question", s.id(customid.Ask, at, engine.Move{}), []string{customid.PrintMove(m)}},
		{"the way back", customid.ID{Action: customid.Page, Game: "k7f3", At: at, Page: 1}.Print(), nil},
	} {
		got, err := s.click(c.id, c.values...)
		if err != nil || got.Update == nil || !got.Update.KeepFiles {
			t.Errorf("%s: got %+v, %v; want the clicked message with its pictures", c.name, got, err)
		}
	}
}

func TestAMoveOfAPastPositionIsNotMade(t *testing.T) {
	s := newStage(t)
	past := s.games.table.At()
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
	s := newStage(t)
	_, err := s.slash(engine.Share)
	refused, ok := errors.AsType[*play.Refused](err)
	if !ok || refused.Code != engine.RefuseForeign || len(s.games.made) > 0 {
		t.Errorf("got %v and the moves %v, want %s", err, s.games.made, engine.RefuseForeign)
	}
}

func TestAMoveIsRetriedAfterAFasterOne(t *testing.T) {
	s := newStage(t)
	s.games.faster = 2
	draw := s.id(customid.Do, s.games.table.At(), engine.Move{Verb: engine.Draw})
	if _, err := s.click(draw); err != nil || len(s.games.made) != 1 || s.games.tried != 3 {
		t.Errorf("got %v, %d moves after %d attempts; want 1 after 3", err, len(s.games.made),
			s.games.tried)
	}
	s.games.faster, s.games.tried = maxRetries, 0
	_, err := s.click(draw)
	if problem, ok := errors.AsType[*route.Problem](err); !ok || problem.ID != "busy" {
		t.Errorf("got %v, want busy", err)
	}
}
