package handlers_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// buttonsNow returns the custom IDs of the buttons that stand in channels, by message: what the bot
// has sent and edited.
func buttonsNow(s *bottest.Stage) map[string][]string {
	rows := map[string][]discord.Row{}
	for _, c := range s.API.Calls(discordtest.Send, discordtest.Edit) {
		switch {
		case c.Err != nil:
		case c.Method == discordtest.Send && !c.Repeat:
			rows[c.Result] = c.Message.Rows
		case c.Method == discordtest.Edit && c.Edit.Rows != nil:
			rows[string(c.ID)] = *c.Edit.Rows
		}
	}
	buttons := map[string][]string{}
	for message, list := range rows {
		for _, row := range list {
			for _, b := range row.Buttons {
				buttons[message] = append(buttons[message], b.CustomID)
			}
		}
	}
	return buttons
}

// useful says of the actions of messages that are settled some day whether a button of theirs can
// still do something.
var useful = map[customid.Action]func(g match.Game, id customid.ID, now time.Time) bool{
	customid.Stand: func(g match.Game, id customid.ID, _ time.Time) bool {
		return g.Seats[id.Seat-1].Asked != ""
	},
	customid.Refuse: func(g match.Game, id customid.ID, _ time.Time) bool {
		return g.Seats[id.Seat-1].Asked != ""
	},
	customid.Oust: func(g match.Game, id customid.ID, _ time.Time) bool {
		return len(g.Seats[id.Seat-1].Ousting) > 0
	},
	customid.Board: func(g match.Game, id customid.ID, now time.Time) bool {
		return g.Seats[id.Seat-1].User == "" && g.Seats[id.Seat-1].Called.After(now)
	},
	customid.Return: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return slices.ContainsFunc(g.Seats, func(s match.Seat) bool {
			return s.User != "" && s.Player() != s.Holder()
		})
	},
	customid.Seek: func(g match.Game, _ customid.ID, now time.Time) bool {
		return slices.ContainsFunc(g.Seats, func(s match.Seat) bool {
			return s.User == "" && !s.Called.After(now)
		})
	},
	customid.Stop: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return len(g.Leaving) > 0
	},
	customid.Stay: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return len(g.Leaving) > 0
	},
	customid.NoPause: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return !g.Paused && len(g.Pausing) > 0
	},
	customid.Pause: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return len(g.Pausing) > 0
	},
	customid.Resume: func(g match.Game, _ customid.ID, _ time.Time) bool { return g.Paused },
	customid.Allow: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return g.Undoing.Holds(g)
	},
	customid.Deny: func(g match.Game, _ customid.ID, _ time.Time) bool {
		return g.Undoing.Holds(g)
	},
	customid.Undo: func(g match.Game, id customid.ID, _ time.Time) bool {
		return id.At == customid.Position{Ply: g.Ply, Mark: g.Mark()}
	},
}

// toSeveral are the actions about which several people are asked, each by a message.
var toSeveral = []customid.Action{
	customid.Allow, customid.Deny, customid.Return, customid.Pause, customid.NoPause,
}

// onlyLiveButtons checks that no message of a game keeps a button of what is settled or superseded.
func onlyLiveButtons(s *bottest.Stage, id match.GameID, after string) {
	s.T.Helper()
	g, seen := s.Game(id), map[string]string{}
	for message, buttons := range buttonsNow(s) {
		for _, custom := range buttons {
			b, ok := customid.Parse(custom)
			if !ok {
				s.T.Fatalf("unknown custom id %q", custom)
			}
			check, ends := useful[b.Action]
			switch {
			case !ends:
			case g.State != match.Running || !check(g, b, s.Clock):
				s.T.Errorf("after %s message %s keeps the button %s", after, message, custom)
			case seen[custom] != "" && !slices.Contains(toSeveral, b.Action):
				s.T.Errorf("after %s messages %s and %s have the button %s", after, seen[custom], message,
					custom)
			}
			seen[custom] = message
		}
	}
}

func TestSettledQuestionsLoseTheirButtons(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	g := s.Game(id)
	first, second, third := g.Seats[0].Name, g.Seats[1].Name, g.Seats[2].Name
	game := "game=" + string(id)
	had := map[customid.Action]bool{}
	step := func(name string, m discord.Message) {
		t.Helper()
		s.Flush()
		for _, buttons := range buttonsNow(s) {
			for _, custom := range buttons {
				if b, ok := customid.Parse(custom); ok {
					had[b.Action] = true
				}
			}
		}
		onlyLiveButtons(s, id, name+" ("+m.Content+")")
	}
	slash := func(who, path string, options ...string) {
		t.Helper()
		step(who+" /"+path, s.Handle(s.Slash(who, path, append(options, game)...)))
	}
	click := func(who, custom string) discord.Message {
		t.Helper()
		m := s.Handle(s.Click(who, custom))
		step(who+" "+custom, m)
		return m
	}
	slash(first, "game stand-in", "player="+string(bottest.Person("Di").ID))
	slash(first, "game stand-in", "player="+string(bottest.Person("Ed").ID)) // asks another
	click("Ed", customid.SeatButton(customid.Refuse, id, 1))
	slash(first, "game stand-in", "player="+string(bottest.Person("Di").ID), "now=true")
	click("Di", customid.SeatButton(customid.Stand, id, 1))
	click(first, customid.Button(customid.Return, id))
	s.KeepDeadlines(s.Game(id).Seats[0].Ends.Sub(s.Clock)) // Di plays, then the house
	step("time is up", discord.Message{})
	s.KeepDeadlines(13 * time.Hour)
	step("time is up again", discord.Message{})
	slash(second, "game vote-out", "player="+string(bottest.Person(first).ID))
	click(third, customid.SeatButton(customid.Oust, id, 1))
	click(first, customid.Button(customid.Return, id))
	slash(third, "game pause")
	slash(second, "game pause")
	slash(third, "game resume")
	slash(second, "game resume")
	click(first, customid.Button(customid.Stop, id))
	click(second, customid.Button(customid.Stay, id))
	click(third, customid.Button(customid.Quit, id))
	click(second, customid.Button(customid.Seek, id))
	s.KeepDeadlines(time.Minute)
	s.Clock = s.Clock.Add(8 * 24 * time.Hour)
	step("a week", discord.Message{})
	for action := range useful {
		// TestOneSeat... has these
		if !had[action] && !slices.Contains([]customid.Action{
			customid.Undo, customid.Allow,
			customid.Deny,
		}, action) {
			t.Errorf("no message had the button %s", action)
		}
	}
	s.NothingBroke()
}

// course is a running game in which people do what comes to their minds.
type course struct {
	*bottest.Stage
	id       match.GameID
	rng      *rand.Rand
	relieved map[string]bool // seat, branch-free number of its turn: somebody was given time in it
}

// anybody names somebody: most often one who has to do with the game.
func (c *course) anybody() string {
	names := []string{"Ola", "Bo", "Cy", "Ola", "Bo", "Cy", "Di", "Ed", "Flo"}
	return names[c.rng.IntN(len(names))]
}

// act does something at random, and returns what.
func (c *course) act() string {
	game, who, seat := "game="+string(c.id), c.anybody(), engine.Seat(1+c.rng.IntN(3))
	slash := func(path string, options ...string) string {
		c.Handle(c.Slash(who, path, append(options, game)...))
		return who + " /" + path + " " + strings.Join(options, " ")
	}
	click := func(who, custom string) string {
		c.Handle(c.Click(who, custom))
		return who + " " + custom
	}
	switch c.rng.IntN(16) {
	case 0:
		c.KeepDeadlines(time.Duration(c.rng.IntN(60)) * time.Hour)
		return "time"
	case 1:
		slash("game stand-in", "player="+string(bottest.Person([]string{
			"Di", "Ed",
			"Flo",
		}[c.rng.IntN(3)]).ID), fmt.Sprintf("now=%t", c.rng.IntN(2) == 0))
		return "stand-in"
	case 2:
		for _, name := range []string{"Di", "Ed", "Flo"} {
			click(name, customid.SeatButton(customid.Stand, c.id, seat))
		}
		return "stand"
	case 3:
		if c.rng.IntN(12) == 0 {
			return click(who, customid.Button(customid.Quit, c.id))
		}
		return click(who, customid.SeatButton(customid.Refuse, c.id, seat))
	case 4:
		return click(who, customid.SeatButton(customid.Take, c.id, seat))
	case 5:
		slash("game seat")
		return click("Flo", customid.SeatButton(customid.Take, c.id, seat))
	case 6, 7:
		for _, s := range c.Game(c.id).Seats {
			who = s.Name
			slash("game return")
		}
		return "return"
	case 8:
		if c.rng.IntN(3) > 0 {
			return "nothing"
		}
		return slash("game vote-out", "player="+string(bottest.Person(c.anybody()).ID))
	case 9:
		return slash("undo")
	case 10:
		at := customid.Of(c.Table(c.id).Game)
		for _, name := range []string{"Ola", "Bo", "Cy", "Di", "Ed", "Flo"} {
			click(name, customid.At(customid.Allow, c.id, at))
		}
		return "allow"
	case 11:
		return click(who, customid.Button(customid.More, c.id))
	}
	t := c.Table(c.id)
	if t.State != match.Running {
		return "nothing"
	}
	mover := t.View(engine.Public).ToMove[0]
	if s := t.Seats[mover-1]; s.Owner != "" { // a stand-in
		for _, name := range []string{"Di", "Ed", "Flo"} {
			if bottest.Person(name).ID == s.User {
				c.Handle(c.Slash(name, "draw", "card=deck", game))
			}
		}
	} else if !s.Automated {
		c.MoveAs(c.id, mover, bottest.FirstOf(engine.Claim))
	}
	return fmt.Sprintf("seat %d moves", mover)
}

// check compares what each seat has left before and after an action.
func (c *course) check(what string, before match.Game, had []time.Duration) {
	c.T.Helper()
	tenures(c.Stage, c.id)
	g, p := c.Game(c.id), match.Pace{}
	if p, _ = match.FindPace(g.Pace); g.State != match.Running {
		return
	}
	for i, left := range left(c.Stage, c.id) {
		was, is := before.Seats[i], g.Seats[i]
		most := had[i]
		switch {
		case strings.HasSuffix(what, "moves") && g.Ply > before.Ply || what == "time":
			// the increment; on time-out a stand-in's
			most = max(most, min(most+p.Increment, p.Cap), p.Increment)
			if what == "time" {
				most = max(most, p.Increment)
			}
		case strings.Contains(what, "more/"):
			most += match.Gift
		case was.Player() != is.Player() && is.Player() != "":
			if left > most && !strings.Contains(what, "take/") {
				turn := fmt.Sprint(i, " ", g.Ply)
				if c.relieved[turn] {
					c.T.Errorf("after %s: seat %d is given time again at ply %d", what, i+1, g.Ply)
				}
				c.relieved[turn] = true
			}
			most = max(most, p.Increment)
		}
		if left > most {
			c.T.Errorf("after %s: seat %d had %v and has %v, at most %v were due", what, i+1, had[i], left,
				most)
		}
		if was.Player() == "" && is.Player() == is.Holder() && is.User != "" && len(is.Ousting) > 0 {
			c.T.Errorf("after %s: the votes against seat %d outlast the return of its player", what, i+1)
		}
	}
}

func TestEachSeatHasOnePlayerAndNobodyGainsTime(t *testing.T) {
	t.Parallel()
	did := map[string]bool{}
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
			c := &course{s, id, rand.New(rand.NewPCG(seed, 7)), map[string]bool{}}
			for n := 0; n < 70 && s.Game(id).State == match.Running; n++ {
				before, had := s.Game(id), left(s, id)
				what := c.act()
				c.check(what, before, had)
				if n%8 == 0 {
					s.Flush()
					onlyLiveButtons(s, id, what)
				}
				if t.Failed() {
					return
				}
			}
			for _, line := range tenures(s, id) {
				did[line[strings.LastIndex(line, " ")+1:]] = true
			}
			did["undo"] = did["undo"] || s.Game(id).Branch > 0
			s.NothingBroke()
		})
	}
	for _, what := range []string{
		match.StoodIn, match.TimeUp, match.Returned, match.Quit,
		match.Taken, "undo",
	} {
		if !did[what] {
			t.Errorf("nothing happened of the kind %q", what)
		}
	}
}

func TestStandInAfterAnUndoGetsTimeOnce(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	seat := s.ToClaim(id)
	me, game := s.NameOf(id, seat), "game="+string(id)
	s.KeepDeadlines(s.Game(id).Seats[seat-1].Ends.Sub(s.Clock) - time.Hour)
	relieve := func() time.Duration {
		s.Handle(s.Slash(me, "game stand-in", "player="+string(bottest.Person("Di").ID), "now=true",
			game))
		s.Handle(s.Click("Di", customid.SeatButton(customid.Stand, id, seat)))
		given := left(s, id)[seat-1]
		s.Handle(s.Slash(me, "game return", game))
		return given
	}
	if got := relieve(); got != 12*time.Hour {
		t.Fatalf("the stand-in has %v, want the increment", got)
	}
	s.Clock = s.Clock.Add(11 * time.Hour)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Handle(s.Slash(me, "undo", game))
	if g := s.Game(id); g.Branch != 1 {
		t.Fatal("the claim was not taken back")
	}
	if before, got := left(s, id)[seat-1], relieve(); got > before {
		t.Errorf("the stand-in has %v after an undo, %v were left", got, before)
	}
}

func TestButtonsThatAreOffStayOffWhenAnotherLaneChangesThem(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	seat := s.ToClaim(id)
	s.MoveAs(id, seat, bottest.FirstOf(engine.Claim))
	s.Flush()
	boards := s.Boards(id)
	last := boards[len(boards)-1]
	met := false
	s.API.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.Edit && string(c.ID) == string(last.Message) && !met {
			// a later turn is told by another process meanwhile, which has taken all of its buttons off
			met = true
			later := last
			later.Message = "99999"
			s.SavePost(later)
			return s.Store.SwapPost(t.Context(), &last, nil)
		}
		return nil
	}
	s.Move(id, bottest.FirstOf(engine.Draw)) // half a turn: the table hears nothing of it
	s.Flush()
	if !met {
		t.Fatal("the offer was not withdrawn")
	}
	for _, c := range s.API.Calls(discordtest.Edit) {
		if string(c.ID) == string(last.Message) && c.Edit.Rows != nil {
			met = len(*c.Edit.Rows) == 0
		}
	}
	if !met {
		t.Error("the buttons have come back")
	}
}

func TestAStartTakesOffTheButtonsThatAKillHasLeft(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	// a kill before the edits
	s.API.Fail = bottest.Failing(discordtest.Unavailable, bottest.Method(discordtest.Edit))
	for range 2 {
		s.Move(id, bottest.FirstLegal)
		s.Flush()
	}
	s.API.Fail = nil
	posts := s.Boards(id)
	armed := func() (list []match.MessageID) {
		buttons := buttonsNow(s)
		for _, p := range posts {
			if len(buttons[string(p.Message)]) > 0 {
				list = append(list, p.Message)
			}
		}
		return list
	}
	if len(armed()) < 2 {
		t.Fatalf("%v have buttons: the kill has left nothing to do", armed())
	}
	s.Reopen()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.Bot.Run(ctx) }()
	err := s.API.Wait(ctx, func([]discordtest.Call) bool { return len(armed()) == 1 })
	stop()
	if err := errors.Join(err, <-ended); err != nil {
		t.Fatal(err)
	}
	if last := posts[len(posts)-1].Message; armed()[0] != last {
		t.Errorf("post %s keeps its buttons, want the last, %s", armed()[0], last)
	}
}
