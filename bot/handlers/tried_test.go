package handlers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// trialFrom presses "Try it from here" after a turn of a finished game.
func trialFrom(s *bottest.Stage, who string, id match.GameID, turn int, anew bool) match.Game {
	s.T.Helper()
	press := customid.ID{Action: customid.Try, Game: string(id), Turn: turn, Anew: anew}.Print()
	answer := s.Handle(s.Click(who, press))
	games, err := s.Store.GamesOf(s.T.Context(), bottest.Person(who).ID, match.Running)
	s.Must(err)
	if len(games) != 1 {
		s.T.Fatalf("%d games go on, want one: %q", len(games), answer.Content)
	}
	bottest.Contains(s.T, answer.Content, games[0].Seed.Commitment()) // as no table does (C16)
	s.Flush()
	return games[0]
}

func TestAFinishedGameGoesOnFromAnyTurnAgainstComputers(t *testing.T) {
	t.Parallel()
	for _, anew := range []bool{false, true} {
		s := bottest.New(t)
		id := s.Playing("Ola", "Bo")
		s.Finish(id)
		seat := s.Game(id).SeatOf(bottest.Person("Ola").ID)
		there, err := s.Bot.Games().After(t.Context(), s.Table(id), 7, seat)
		s.Must(err)
		then, err := s.Table(id).Rewound(there.Moves)
		s.Must(err)
		g := trialFrom(s, "Ola", id, 7, anew)
		here := s.Table(g.ID)
		if g.SeatOf(bottest.Person("Ola").ID) != seat || g.Guild != "" || g.Rated != nil {
			t.Fatalf("Ola plays seat %d of %+v, want %d, alone", g.SeatOf(bottest.Person("Ola").ID), g, seat)
		}
		was, is := then.View(seat), here.View(seat)
		if was.Own().Hand != is.Own().Hand || was.Ply != is.Ply {
			t.Errorf("anew %t: Ola holds %v at move %d, want %v at %d", anew, is.Own().Hand, is.Ply,
				was.Own().Hand, was.Ply)
		}
		same := here.Position().Clone()
		if got, want := unseen(same), unseen(then.Position()); (got == want) == anew {
			t.Errorf("anew %t: the deck is %s, and was %s", anew, got, want)
		}
		if _, err := s.Bot.Games().Back(t.Context(), here, seat); err == nil {
			t.Error("a move of the first game can be taken back")
		}
		playsOut(s, g.ID, bottest.AnyLegal(3))
		there0, here0 := s.Table(id), s.Table(g.ID)
		a, b := there0.View(engine.Public), here0.View(engine.Public)
		want := s.Say("replay.compared", "There", a.Seat(seat).Points(), "Here", b.Seat(seat).Points(),
			"Game", string(id), "Turn", 7)
		var all []string
		for _, m := range s.DM("Ola") {
			all = append(all, m.Content)
		}
		if !strings.Contains(strings.Join(all, "\n"), want) {
			t.Errorf("nobody is told %q:\n%s", want, strings.Join(all, "\n---\n"))
		}
		results, err := s.Store.ForRatings().ResultsOf(t.Context(), bottest.Person("Ola").ID, time.Time{})
		s.Must(err)
		if len(results) != 1 || results[0].Game != id {
			t.Errorf("the results of Ola are %+v, want that of the first game alone", results)
		}
		files, err := s.Bot.Games().Record(t.Context(), here0)
		s.Must(err)
		record, err := notation.ParseRecord(string(files[0].Text), titles.Find)
		s.Must(err)
		replayed, err := record.Replay(-1)
		s.Must(err)
		if v := replayed.View(engine.Public); fmt.Sprint(v.Winners) != fmt.Sprint(b.Winners) ||
			v.Seat(seat).Points() != b.Seat(seat).Points() {
			t.Errorf("the record ends with %v, the game with %v", v.Winners, b.Winners)
		}
		s.NothingBroke()
	}
}

// unseen plays on blindly and says which cards come.
func unseen(g engine.Game) string {
	v := g.View(engine.Public)
	var came []string
	for range 6 {
		seat := g.ToMove()[0]
		for _, m := range g.AppendLegal(nil, seat) {
			if m.Verb == engine.Draw && m.Slot == 0 {
				if _, err := g.Apply(seat, m); err == nil {
					own := g.View(seat)
					came = append(came, fmt.Sprint(own.Own().Hand))
				}
				break
			}
		}
	}
	return fmt.Sprint(v.Ply, came)
}

func TestOnlyFinishedGamesOfTheServerCanBeTried(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	press := customid.ID{Action: customid.Try, Game: string(id), Turn: 1}.Print()
	bottest.Contains(t, s.Handle(s.Click("Ola", press)).Content,
		s.Say("problem.replay-not-over", "Game", string(id)))
	s.Finish(id)
	elsewhere := s.Click("Cy", customid.ID{Action: customid.Try, Game: string(id), Turn: 1}.Print())
	elsewhere.Guild, elsewhere.Channel = "9", "99"
	bottest.Contains(t, s.Handle(elsewhere).Content, s.Say("problem.game-unknown", "Game", string(id)))
	press = customid.ID{Action: customid.Try, Game: string(id), Turn: 999}.Print()
	bottest.Contains(t, s.Handle(s.Click("Ola", press)).Content, s.Say("problem.try-too-late"))
}
