package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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

// soughtFor is how long people are sought for a seat.
const soughtFor = 7 * 24 * time.Hour

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

// stage is a server with one game of Amsterdam, in which the first user chooses tickets with all
// others.
type stage struct {
	*testing.T
	store *sqlite.Store
	room  *Handlers
	texts *locale.Texts
	now   time.Time
	last  int
}

// quits is what a player does who leaves for good.
func (s *stage) quits() route.GameHandler {
	return s.room.simply(match.LeaveGame{}, "tenure.left-noted")
}

func newStage(t *testing.T, pace string, users ...match.UserID) *stage {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	store := sqlitetest.New(t)
	games := play.New(play.Options{
		Store: store, Editions: editions{}, Wake: func() {}, Cached: 1,
		Listeners: []play.Listener{{Kind: "event", Hears: func(match.Event) bool { return true }}},
		Log:       slog.New(slog.DiscardHandler),
	})
	row := match.Game{
		ID: id, Title: "amsterdam", State: match.Lobby, Host: users[0], Pace: pace, Guild: "guild",
		Channel: "channel", Thread: "thread", Created: noon, Updated: noon,
		Terms: match.Terms{InOrder: true},
	}
	for _, u := range users {
		row.Seats = append(row.Seats, match.Seat{User: u, Name: strings.ToUpper(string(u))})
	}
	if err := store.Create(t.Context(), row, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	call := play.Call{Game: id, By: match.Actor{User: users[0], Server: "guild"}, At: noon}
	if _, _, err := games.Do(t.Context(), call, match.Start{Seed: engine.Seed{1}}); err != nil {
		t.Fatal(err)
	}
	room := New(Options{Store: store, Games: games, FormerName: "somebody"})
	s := &stage{t, store, room, catalog.Texts("en"), noon, 0}
	s.equal("what has happened at the start", s.happened(), []string{"Started 0"})
	return s
}

// asks makes a request of a user's; options are "name=value".
func (s *stage) asks(user string, options ...string) *route.Request {
	s.last++
	ix := &discord.Interaction{
		ID: fmt.Sprint("i", s.last), Kind: discord.Slash, Guild: "guild", Channel: "thread",
		User: discord.User{ID: match.UserID(user), Name: strings.ToUpper(user)},
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		ix.Options = append(ix.Options, discord.Option{Name: name, Value: value})
	}
	return &route.Request{Interaction: ix, Texts: s.texts, Now: s.now}
}

// presses makes a click on the button of a seat.
func (s *stage) presses(user string, action customid.Action, seat engine.Seat) *route.Request {
	r := s.asks(user)
	r.Kind = discord.Click
	r.Pressed = customid.ID{Action: action, Game: string(id), Seat: seat}
	return r
}

// does carries a request out and returns why it was refused, "" if it was not.
func (s *stage) does(h route.GameHandler, r *route.Request) string {
	s.Helper()
	_, err := h(s.Context(), r, id)
	if problem, ok := errors.AsType[*route.Problem](err); ok {
		return problem.ID
	}
	if refusal, ok := errors.AsType[*match.Refusal](err); ok {
		return refusal.Code
	}
	if err != nil {
		s.Fatal(err)
	}
	return ""
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

// happened lists the events since it was last asked: "type seat why".
func (s *stage) happened() (list []string) {
	s.Helper()
	for {
		due, err := s.store.Due(s.Context(), noon.AddDate(1, 0, 0), 99)
		if err != nil {
			s.Fatal(err)
		}
		if len(due) == 0 {
			return list
		}
		var h match.Happening
		if err := json.Unmarshal([]byte(due[0].Body), &h); err != nil {
			s.Fatal(err)
		}
		list = append(list, described(h.Event))
		if err := s.store.Drop(s.Context(), due[0].ID, "seen"); err != nil {
			s.Fatal(err)
		}
	}
}

// described is an event with its seat and its reason.
func described(event match.Event) string {
	var seat engine.Seat
	why := ""
	switch e := event.(type) {
	case match.SeatChanged:
		seat, why = e.Seat, e.Why
	case match.StandInAsked:
		seat = e.Seat
	case match.StandInAnswered:
		seat, why = e.Seat, map[bool]string{true: "yes", false: "no"}[e.Agreed]
	case match.OustAsked:
		seat = e.Seat
	case match.Closed:
		seat, why = e.By, string(e.Why)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %d %s", match.NameOf(event), seat, why))
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
			one := fmt.Sprintf("%d %s %s", t.Seat, t.User, t.Why)
			list = append(list, strings.Join(strings.Fields(one), " "))
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
		s.wants(problem, s.room.askStandIn, s.asks("ola", "player="+user))
	}
	robot := s.asks("ola", "player=robot")
	robot.Options[0].User = &discord.User{ID: "robot", Bot: true}
	s.wants("no-bots", s.room.askStandIn, robot)
	s.wants("not-seated", s.room.askStandIn, s.asks("eve", "player=cy"))
	s.wants("", s.room.askStandIn, s.asks("ola", "player=cy"))
	s.wants("", s.room.askStandIn, s.asks("ola", "player=cy"))
	s.equal("what has happened", s.happened(), []string{"StandInAsked 1"})
	if seat := s.row().Seats[0]; seat.StandIn != "" || seat.User != "ola" {
		t.Errorf("got %+v before the friend has agreed", seat)
	}
	s.wants("not-asked", s.room.agreeToStandIn, s.presses("eve", customid.Stand, 1))
	s.wants("unknown-button", s.room.agreeToStandIn, s.presses("cy", customid.Stand, 3))
	s.wants("", s.room.agreeToStandIn, s.presses("cy", customid.Stand, 1))
	s.wants("not-asked", s.room.agreeToStandIn, s.presses("cy", customid.Stand, 1))
	if seat := s.row().Seats[0]; seat.StandIn != "cy" || seat.User != "ola" || seat.Asked != "" {
		t.Errorf("got %+v, want a stand-in for later", seat)
	}
	s.equal("who has played", s.played(), nil)
}

func TestAStandInWhoBeginsAtOncePlaysUntilThePlayerIsBack(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo")
	s.wants("not-away", s.room.giveBack, s.asks("ola"))
	s.wants("", s.room.askStandIn, s.asks("ola", "player=cy", "now=true"))
	r := s.presses("cy", customid.Stand, 1)
	s.wants("", s.room.agreeToStandIn, r)
	s.wants("", s.room.agreeToStandIn, r) // delivered twice
	g := s.row()
	waits := slices.Contains(g.ToMove, "cy") && !slices.Contains(g.ToMove, "ola")
	if g.Seats[0].User != "cy" || g.Seats[0].Owner != "ola" || !waits {
		t.Errorf("got %+v, %v to move, want the friend in the player's place", g.Seats[0], g.ToMove)
	}
	s.wants("is-stand-in", s.room.askStandIn, s.asks("ola", "player=cy"))
	s.wants("has-seat", s.room.askStandIn, s.asks("bo", "player=cy"))
	s.wants("", s.room.giveBack, s.asks("ola"))
	s.wants("not-away", s.room.giveBack, s.asks("ola"))
	s.wants("knows-secret", s.room.askStandIn, s.asks("bo", "player=cy"))
	s.equal("who has played", s.played(), []string{"1 cy stand-in", "1 ola back"})
	s.equal("what has happened", s.happened(), []string{
		"StandInAsked 1", "SeatChanged 1 stand-in", "SeatChanged 1 back",
	})
}

func TestAFriendWhoDeclinesIsNotAskedAnyMore(t *testing.T) {
	s := newStage(t, "", "ola", "bo")
	s.wants("", s.room.askStandIn, s.asks("ola", "player=cy", "now=true"))
	s.wants("not-asked", s.room.declineToStandIn, s.presses("bo", customid.Refuse, 1))
	s.wants("", s.room.declineToStandIn, s.presses("cy", customid.Refuse, 1))
	s.wants("not-asked", s.room.agreeToStandIn, s.presses("cy", customid.Stand, 1))
	if seat := s.row().Seats[0]; seat.Asked != "" || seat.AtOnce || seat.User != "ola" {
		t.Errorf("got %+v", seat)
	}
}

func TestTheHousePlaysForAPlayerWhoWantsItAtOnce(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo")
	s.wants("", s.room.askStandIn, s.asks("ola", "conductor=true", "now=true"))
	s.wants("is-away", s.room.askStandIn, s.asks("ola", "conductor=true", "now=true"))
	if seat := s.row().Seats[0]; !seat.Automated || seat.Holder() != "ola" {
		t.Errorf("got %+v, want the house to play for its owner", seat)
	}
	before := s.row().Seats[0].Bank
	s.wants("", s.room.giveBack, s.asks("ola"))
	if seat := s.row().Seats[0]; seat.Automated || seat.Bank > before {
		t.Errorf("got %+v, want the player without time gained: before %v", seat, before)
	}
}

func TestLeavingForGoodFreesTheSeat(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo", "cy")
	s.wants("not-seated", s.quits(), s.asks("eve"))
	s.wants("", s.quits(), s.asks("ola"))
	s.wants("not-seated", s.quits(), s.asks("ola"))
	seat := s.row().Seats[0]
	waited := slices.Contains(s.row().ToMove, "ola")
	if !seat.Automated || !seat.Vacant() || seat.Name != "OLA" || waited {
		t.Errorf("got %+v, want a seat that is nobody's", seat)
	}
	s.equal("who has played", s.played(), []string{"1 left"})
	if err := s.room.giveUp(t.Context(), s.asks("ola"), id); err != nil {
		t.Errorf("a user who has nothing to give up gets %v", err)
	}
	err := s.room.giveUp(t.Context(), s.asks("bo"), id)
	if err != nil || !s.row().Seats[1].Vacant() {
		t.Errorf("got %+v, error %v", s.row().Seats[1], err)
	}
}

func TestTheLastPlayerAgainstCancellingEndsTheGameByLeaving(t *testing.T) {
	s := newStage(t, "", "ola", "bo", "cy")
	g := s.row()
	g.Leaving = []match.UserID{"bo", "cy"}
	if err := s.store.Update(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	s.wants("", s.quits(), s.asks("ola"))
	if g := s.row(); g.State != match.Cancelled || len(g.ToMove) > 0 {
		t.Errorf("the game is %s, %v to move", g.State, g.ToMove)
	}
	s.wants("game-cancelled", s.quits(), s.asks("bo"))
}

func TestASeatIsGivenUpByTheVotesOfAllOthersButOne(t *testing.T) {
	s := newStage(t, "", "ola", "bo", "cy", "di")
	s.wants("vote-self", s.room.proposeOust, s.asks("ola", "player=ola"))
	s.wants("not-a-player", s.room.proposeOust, s.asks("ola", "player=eve"))
	s.wants("not-seated", s.room.proposeOust, s.asks("eve", "player=ola"))
	s.wants("vote-early", s.room.proposeOust, s.asks("bo", "player=ola"))
	s.now = s.now.Add(73 * time.Hour)
	s.wants("", s.room.proposeOust, s.asks("bo", "player=ola"))
	s.wants("", s.room.proposeOust, s.asks("bo", "player=ola"))
	s.equal("what one vote has done", s.happened(), []string{"OustAsked 1"})
	if s.row().Seats[0].Vacant() {
		t.Fatal("one voice is enough")
	}
	s.now = s.now.Add(24 * time.Hour)
	s.wants("", s.room.agreeToOust, s.presses("cy", customid.Oust, 1))
	if !s.row().Seats[0].Vacant() {
		t.Errorf("got %+v, want the seat given up by two of three", s.row().Seats[0])
	}
	s.wants("seat-nobodys", s.room.agreeToOust, s.presses("di", customid.Oust, 1))
	s.equal("what has happened then", s.happened(), []string{"SeatChanged 1 voted-out"})

	s = newStage(t, "", "ola", "bo")
	s.wants("vote-of-two", s.room.proposeOust, s.asks("ola", "player=bo"))
}

func TestFirstEligiblePlayerTakesAFreeSeat(t *testing.T) {
	s := newStage(t, "daily", "ola", "bo", "cy")
	s.wants("no-free-seat", s.room.seek, s.asks("bo"))
	s.wants("", s.quits(), s.asks("ola"))
	s.wants("seat-gone", s.room.take, s.presses("di", customid.Take, 1)) // nobody is sought
	s.wants("", s.room.seek, s.asks("bo"))
	s.wants("is-sought", s.room.seek, s.asks("cy"))
	s.wants("has-seat-you", s.room.take, s.presses("bo", customid.Take, 1))
	s.wants("seat-gone", s.room.take, s.presses("di", customid.Take, 2))
	s.wants("unknown-button", s.room.take, s.presses("di", customid.Take, 9))
	s.now = s.now.Add(soughtFor - time.Second)
	r := s.presses("di", customid.Take, 1)
	s.wants("", s.room.take, r)
	s.wants("", s.room.take, r) // delivered twice
	s.wants("seat-gone", s.room.take, s.presses("eve", customid.Take, 1))
	seat := s.row().Seats[0]
	if seat.User != "di" || seat.Name != "DI" || seat.Automated || !seat.Called.IsZero() {
		t.Errorf("got %+v, want the newcomer", seat)
	}
	s.wants("", s.quits(), s.asks("cy"))
	s.wants("", s.room.seek, s.asks("bo"))
	s.wants("knows-secret-you", s.room.take, s.presses("ola", customid.Take, 3))
	s.now = s.now.Add(soughtFor)
	s.wants("seat-gone", s.room.take, s.presses("eve", customid.Take, 3)) // the call is over
}
