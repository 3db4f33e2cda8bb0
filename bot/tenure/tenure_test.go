package tenure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

const id match.GameID = "k7f3a"

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// editions finds titles on their own maps.
type editions struct{}

func (editions) Edition(_ context.Context, g match.Game) (engine.Title, error) {
	title, ok := titles.Find(g.Title)
	if !ok {
		return nil, fmt.Errorf("no title %s", g.Title)
	}
	return title, nil
}

func (editions) Text(context.Context, match.Game) ([]byte, error) { return nil, nil }

// teller makes messages that say their kind and what they are about.
type teller struct{ n int }

func (t *teller) made(kind storage.Kind, seat engine.Seat, user match.UserID, body string) storage.Message {
	t.n++
	return storage.Message{
		Lane: "t/" + string(id), Kind: kind, Game: id, Seat: seat, User: user, Body: body, Nonce: fmt.Sprint("n", t.n), Due: noon,
	}
}

func (t *teller) AboutRow(_ match.Game, kind storage.Kind, seat engine.Seat) storage.Message {
	return t.made(kind, seat, "", "")
}

func (t *teller) Retitle(match.Game) storage.Message {
	return t.made("retitled", engine.Public, "", "")
}

func (t *teller) ToEverybody(_ match.Game, kind storage.Kind) []storage.Message {
	return []storage.Message{t.made(kind, engine.Public, "everybody", "")}
}

func (t *teller) Handed(_, _ match.Game, seat engine.Seat, why string) []storage.Message {
	return []storage.Message{t.made("handed", seat, "", why)}
}

func (t *teller) ToUser(_ match.Game, kind storage.Kind, seat engine.Seat, user match.UserID) storage.Message {
	return t.made(kind, seat, user, "")
}

// unwritten takes no direct messages, and names games by their titles.
type unwritten struct{}

func (unwritten) Greet(context.Context, *route.Request, discord.Message) (storage.Post, error) {
	return storage.Post{}, nil
}

func (unwritten) NameOf(_ context.Context, _ *locale.Texts, g match.Game) string { return g.Title }

// stage is the room with one game of Amsterdam, in which the first user chooses tickets with all others.
type stage struct {
	*testing.T
	store *sqlite.Store
	desk  *Desk
	texts *locale.Texts
	now   time.Time
	last  int
}

func newStage(t *testing.T, pace string, users ...match.UserID) *stage {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	store, tells := sqlitetest.New(t), &teller{}
	games := play.New(play.Options{
		Store: store, Editions: editions{}, Amended: func() {}, Cached: 1,
		Announce: func(play.Made, play.Occasion) []storage.Message { return nil },
	})
	title, _ := titles.Find("amsterdam")
	row := match.Game{
		ID: id, Title: title.ID(), Version: title.Version(), Seed: engine.Seed{1}, State: match.Running, Host: users[0], Pace: pace,
		Guild: "guild", Channel: "channel", Thread: "thread", Created: noon, Updated: noon,
	}
	for _, u := range users {
		row.Seats = append(row.Seats, match.Seat{User: u, Name: strings.ToUpper(string(u))})
	}
	table, err := games.Deal(row, title)
	if err != nil {
		t.Fatal(err)
	}
	v := table.View(engine.Public)
	row = table.Game
	if err := games.StartClocks(t.Context(), &row, &v, noon); err != nil {
		t.Fatal(err)
	}
	if err := store.Create(t.Context(), row, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	desk := &Desk{Store: store, Games: games, Teller: tells, People: unwritten{}, Atlas: unwritten{}}
	return &stage{t, store, desk, catalog.Texts("en"), noon, 0}
}

// asks makes a request of a user's; options are "name=value".
func (s *stage) asks(user match.UserID, options ...string) *route.Request {
	s.last++
	ix := &discord.Interaction{
		ID: fmt.Sprint("i", s.last), Kind: discord.Slash, User: discord.User{ID: user, Name: strings.ToUpper(string(user))}, Guild: "guild", Channel: "thread",
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		ix.Options = append(ix.Options, discord.Option{Name: name, Value: value})
	}
	return &route.Request{Interaction: ix, Texts: s.texts, Now: s.now}
}

// presses makes a click on the button of a seat.
func (s *stage) presses(user match.UserID, action customid.Action, seat engine.Seat) *route.Request {
	r := s.asks(user)
	r.Kind, r.Pressed = discord.Click, customid.ID{Action: action, Game: string(id), Seat: seat}
	return r
}

// does carries a request out and returns the ID of the problem that it has met, "" if none.
func (s *stage) does(h route.GameHandler, r *route.Request) string {
	s.Helper()
	_, err := h(s.Context(), r, id)
	problem, ok := errors.AsType[*route.Problem](err)
	switch {
	case err == nil:
		return ""
	case !ok:
		s.Fatal(err)
	}
	return problem.ID
}

func (s *stage) wants(problem string, h route.GameHandler, r *route.Request) {
	s.Helper()
	if got := s.does(h, r); got != problem {
		s.Errorf("%s got problem %q, want %q", r.User.ID, got, problem)
	}
}

func (s *stage) row() match.Game {
	s.Helper()
	g, err := s.store.Game(s.Context(), id)
	if err != nil {
		s.Fatal(err)
	}
	return g
}

// told lists what the outbox has been given: "kind seat body".
func (s *stage) told() (list []string) {
	s.Helper()
	due, err := s.store.Due(s.Context(), noon.AddDate(1, 0, 0), 99)
	for err == nil && len(due) > 0 {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %d %s", due[0].Kind, due[0].Seat, due[0].Body)))
		if err = s.store.Drop(s.Context(), due[0].ID, "seen"); err == nil {
			due, err = s.store.Due(s.Context(), noon.AddDate(1, 0, 0), 99)
		}
	}
	if err != nil {
		s.Fatal(err)
	}
	return list
}

// played lists who has played the seats, and why: "1 ola dealt".
func (s *stage) played() (list []string) {
	s.Helper()
	tenures, err := s.store.Tenures(s.Context(), id)
	if err != nil {
		s.Fatal(err)
	}
	for _, t := range tenures {
		if t.Why != match.Dealt {
			list = append(list, strings.Join(strings.Fields(fmt.Sprintf("%d %s %s", t.Seat, t.User, t.Why)), " "))
		}
	}
	return list
}

func (s *stage) equal(what string, got, want []string) {
	s.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestAFriendIsAskedOnceAndPlaysOnlyAfterAgreeing(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo")
	for user, problem := range map[string]string{"ola": "stand-in-self", "bo": "has-seat"} {
		s.wants(problem, s.desk.askFriend, s.asks("ola", "player="+user))
	}
	robot := s.asks("ola", "player=robot")
	robot.Options[0].User = &discord.User{ID: "robot", Bot: true}
	s.wants("no-bots", s.desk.askFriend, robot)
	s.wants("not-seated", s.desk.askFriend, s.asks("eve", "player=cy"))
	s.wants("", s.desk.askFriend, s.asks("ola", "player=cy"))
	s.wants("", s.desk.askFriend, s.asks("ola", "player=cy"))
	s.equal("what is told", s.told(), []string{"asked 1"})
	if seat := s.row().Seats[0]; seat.StandIn != "" || seat.User != "ola" {
		t.Errorf("got %+v before the friend has agreed", seat)
	}
	s.wants("not-asked", s.desk.accept, s.presses("eve", customid.Stand, 1))
	s.wants("unknown-button", s.desk.accept, s.presses("cy", customid.Stand, 3))
	s.wants("", s.desk.accept, s.presses("cy", customid.Stand, 1))
	s.wants("not-asked", s.desk.accept, s.presses("cy", customid.Stand, 1))
	if seat := s.row().Seats[0]; seat.StandIn != "cy" || seat.User != "ola" || seat.Asked != "" {
		t.Errorf("got %+v, want a stand-in for later", seat)
	}
	s.equal("who has played", s.played(), nil)
}

func TestWhoStandsInAtOncePlaysUntilThePlayerIsBack(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo")
	s.wants("not-away", s.desk.giveBack, s.asks("ola"))
	s.wants("", s.desk.askFriend, s.asks("ola", "player=cy", "now=true"))
	r := s.presses("cy", customid.Stand, 1)
	s.wants("", s.desk.accept, r)
	s.wants("", s.desk.accept, r) // delivered twice
	if g := s.row(); g.Seats[0].User != "cy" || g.Seats[0].Owner != "ola" || !slices.Contains(g.ToMove, "cy") || slices.Contains(g.ToMove, "ola") {
		t.Errorf("got %+v, %v to move, want the friend in the player's place", g.Seats[0], g.ToMove)
	}
	s.wants("is-stand-in", s.desk.askFriend, s.asks("ola", "player=cy"))
	s.wants("has-seat", s.desk.askFriend, s.asks("bo", "player=cy"))
	s.wants("", s.desk.giveBack, s.asks("ola"))
	s.wants("not-away", s.desk.giveBack, s.asks("ola"))
	s.wants("knows-secret", s.desk.askFriend, s.asks("bo", "player=cy"))
	s.equal("who has played", s.played(), []string{"1 cy stand-in", "1 ola back"})
	s.equal("what is told", s.told(), []string{"asked 1", "handed 1 stand-in", "handed 1 back"})
}

func TestAFriendWhoDeclinesIsNotAskedAnyMore(t *testing.T) {
	s := newStage(t, "", "ola", "bo")
	s.wants("", s.desk.askFriend, s.asks("ola", "player=cy", "now=true"))
	s.wants("not-asked", s.desk.decline, s.presses("bo", customid.Refuse, 1))
	s.wants("", s.desk.decline, s.presses("cy", customid.Refuse, 1))
	s.wants("not-asked", s.desk.accept, s.presses("cy", customid.Stand, 1))
	if seat := s.row().Seats[0]; seat.Asked != "" || seat.AtOnce || seat.User != "ola" {
		t.Errorf("got %+v", seat)
	}
}

func TestTheHousePlaysForWhoWantsItAtOnce(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo")
	s.wants("", s.desk.askFriend, s.asks("ola", "house=true", "now=true"))
	s.wants("is-away", s.desk.askFriend, s.asks("ola", "house=true", "now=true"))
	if seat := s.row().Seats[0]; !seat.Automated || seat.Holder() != "ola" {
		t.Errorf("got %+v, want the house to play for its owner", seat)
	}
	before := s.row().Seats[0].Bank
	s.wants("", s.desk.giveBack, s.asks("ola"))
	if seat := s.row().Seats[0]; seat.Automated || seat.Bank > before {
		t.Errorf("got %+v, want the player without time gained: before %v", seat, before)
	}
}

func TestWhoLeavesForGoodLeavesANobodysSeat(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo", "cy")
	s.wants("not-seated", s.desk.quit, s.asks("eve"))
	s.wants("", s.desk.quit, s.asks("ola"))
	s.wants("not-seated", s.desk.quit, s.asks("ola"))
	seat := s.row().Seats[0]
	if !seat.Automated || !seat.Vacant() || seat.Name != "OLA" || slices.Contains(s.row().ToMove, "ola") {
		t.Errorf("got %+v, want a seat that is nobody's", seat)
	}
	s.equal("who has played", s.played(), []string{"1 left"})
	if err := s.desk.GiveUp(t.Context(), "ola", "somebody", id, s.now); err != nil {
		t.Errorf("who has nothing to give up meets %v", err)
	}
	if err := s.desk.GiveUp(t.Context(), "bo", "somebody", id, s.now); err != nil || !s.row().Seats[1].Vacant() {
		t.Errorf("got %+v, error %v", s.row().Seats[1], err)
	}
}

func TestTheLastWhoDoesNotWantTheGameCancelledEndsItByLeaving(t *testing.T) {
	s := newStage(t, "", "ola", "bo", "cy")
	g := s.row()
	g.Leaving = []match.UserID{"bo", "cy"}
	if err := s.store.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	s.wants("", s.desk.quit, s.asks("ola"))
	if g := s.row(); g.State != match.Cancelled || len(g.ToMove) > 0 {
		t.Errorf("the game is %s, %v to move", g.State, g.ToMove)
	}
	s.wants("game-cancelled", s.desk.quit, s.asks("bo"))
}

func TestASeatIsGivenUpByTheVotesOfAllOthersButOne(t *testing.T) {
	s := newStage(t, "", "ola", "bo", "cy", "di")
	s.wants("vote-self", s.desk.proposeVote, s.asks("ola", "player=ola"))
	s.wants("not-a-player", s.desk.proposeVote, s.asks("ola", "player=eve"))
	s.wants("not-seated", s.desk.proposeVote, s.asks("eve", "player=ola"))
	s.wants("", s.desk.proposeVote, s.asks("bo", "player=ola"))
	s.wants("", s.desk.proposeVote, s.asks("bo", "player=ola"))
	s.equal("what is told of one vote", s.told(), []string{"ousting 1"})
	if s.row().Seats[0].Vacant() {
		t.Fatal("one voice is enough")
	}
	s.wants("", s.desk.agreeToVote, s.presses("cy", customid.Oust, 1))
	if !s.row().Seats[0].Vacant() {
		t.Errorf("got %+v, want the seat given up by two of three", s.row().Seats[0])
	}
	s.wants("seat-nobodys", s.desk.agreeToVote, s.presses("di", customid.Oust, 1))
	s.equal("what is told then", s.told(), []string{"handed 1 voted-out"})

	s = newStage(t, "", "ola", "bo")
	s.wants("vote-of-two", s.desk.proposeVote, s.asks("ola", "player=bo"))
}

func TestAFreeSeatIsTakenByTheFirstWhoMay(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo", "cy")
	s.wants("no-free-seat", s.desk.seek, s.asks("bo"))
	s.wants("", s.desk.quit, s.asks("ola"))
	s.wants("seat-gone", s.desk.take, s.presses("di", customid.Take, 1)) // nobody is sought
	s.wants("", s.desk.seek, s.asks("bo"))
	s.wants("is-sought", s.desk.seek, s.asks("cy"))
	s.wants("has-seat-you", s.desk.take, s.presses("bo", customid.Take, 1))
	s.wants("seat-gone", s.desk.take, s.presses("di", customid.Take, 2))
	s.wants("unknown-button", s.desk.take, s.presses("di", customid.Take, 9))
	s.now = s.now.Add(callFor - time.Second)
	r := s.presses("di", customid.Take, 1)
	s.wants("", s.desk.take, r)
	s.wants("", s.desk.take, r) // delivered twice
	s.wants("seat-gone", s.desk.take, s.presses("eve", customid.Take, 1))
	if seat := s.row().Seats[0]; seat.User != "di" || seat.Name != "DI" || seat.Automated || !seat.Called.IsZero() {
		t.Errorf("got %+v, want the newcomer", seat)
	}
	s.wants("", s.desk.quit, s.asks("cy"))
	s.wants("", s.desk.seek, s.asks("bo"))
	s.wants("knows-secret-you", s.desk.take, s.presses("ola", customid.Take, 3))
	s.now = s.now.Add(callFor)
	s.wants("seat-gone", s.desk.take, s.presses("eve", customid.Take, 3)) // the call is over
}
