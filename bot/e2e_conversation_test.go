package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/notify"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine/match"
	"konduktor/storage"
)

// conversing starts a game of two in a private channel and plays until somebody has to move.
// Only Ola has installed the app.
func conversing(t *testing.T) (*line, match.GameID, *sandbox.Channel) {
	t.Helper()
	l := newLine(t, "Ola", "Bo")
	id, group := l.gathered("Ola", "Bo")
	l.Until("the link to install the app, for who cannot be written to", func() bool {
		return slices.ContainsFunc(l.User("Bo").Messages(group), func(m *sandbox.Message) bool {
			return m.Ephemeral() && slices.ContainsFunc(m.Buttons(), func(c sandbox.Component) bool {
				return strings.Contains(c.URL, "integration_type=1")
			})
		})
	})
	for _, name := range []string{"Ola", "Bo"} {
		l.act(l.User(name), l.OpenHand(id, l.User(name)))
	}
	// Not until the call is seen: the table's first message names the same person and has the same
	// button.
	l.settled()
	return l, id, group
}

// untilSaid waits for a message for everybody in a channel that has all of this in its text.
func (l *line) untilSaid(c *sandbox.Channel, what string, parts ...string) *sandbox.Message {
	l.T.Helper()
	var found *sandbox.Message
	l.Until(what, func() bool {
		for _, m := range slices.Backward(c.Messages()) {
			if !m.Ephemeral() && !slices.ContainsFunc(parts,
				func(p string) bool { return !strings.Contains(m.Text(), p) }) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// quiet lets all tokens of private channels expire.
func (l *line) quiet() { l.Clock.Forward(20 * time.Minute) }

// plansDeck has somebody plan two cards from the deck.
func (l *line) plansDeck(id match.GameID, u *sandbox.User) {
	l.T.Helper()
	// a user without the app has no commands
	m := l.clicked(u, l.OpenHand(id, u), customid.Button(customid.Plan, id))
	for range 2 {
		if !m.Ephemeral() {
			l.T.Fatalf("everybody sees a plan: %q", m.Text())
		}
		i := slices.IndexFunc(m.Buttons(), func(c sandbox.Component) bool {
			return strings.HasPrefix(c.Label, "Deck, face down")
		})
		if i < 0 {
			l.T.Fatalf("nothing to plan in %q", m.Text())
		}
		m = l.Reply(m.Click(u, m.Buttons()[i].CustomID))
	}
	if _, err := l.Store.Plan(l.Ctx, id, l.Game(id).SeatOf(match.UserID(u.ID()))); err != nil {
		l.T.Fatalf("no plan after %q: %v", m.Text(), err)
	}
}

func TestAPauseIsAgreedOnAndEndedInPrivate(t *testing.T) {
	t.Parallel()
	l, id, group := conversing(t)
	ola, bo := l.User("Ola"), l.User("Bo")
	told := l.Reply(ola.Slash(group, "game pause", sandbox.Opt("game", string(id))))
	if !told.Ephemeral() {
		t.Errorf("the answer to a vote is for everybody: %q", told.Text())
	}
	var asked *sandbox.Message
	l.Until("the question's button", func() bool {
		asked = group.Last()
		_, ok := button(asked, customid.Button(customid.Pause, id))
		return ok
	})
	if !asked.Pings(bo) || asked.Pings(ola) {
		t.Errorf("the question calls Ola: %t, Bo: %t, want Bo alone", asked.Pings(ola), asked.Pings(bo))
	}
	l.clicked(bo, asked, customid.Button(customid.Pause, id))
	l.Until("the pause", func() bool { return l.Game(id).Paused })
	still := l.untilSaid(group, "that the clocks stand still", "The clocks")
	mover := l.mover(id)
	before := l.Game(id)
	l.turnInPrivate(id, mover, group) // who wants to can move
	if after := l.Game(id); after.Ply == before.Ply || !after.Paused {
		t.Errorf("got ply %d, paused: %t after a turn in the pause", after.Ply, after.Paused)
	}
	l.clicked(bo, still, customid.Button(customid.Resume, id))
	l.untilSaid(group, "who lets the clocks run", l.Say("clock.resumed-by", "Who", "Bo"))
	if g := l.Game(id); g.Paused {
		t.Error("the game is paused")
	}
	l.settled()
	l.validate()
}

func TestAPlanIsCarriedOutInPrivateAndTheOthersAreCalled(t *testing.T) {
	t.Parallel()
	l, id, group := conversing(t)
	mover, planner := l.mover(id), l.other(id)
	l.plansDeck(id, planner)
	l.turnInPrivate(id, mover, group)
	l.settled()
	if m := group.Last(); m.Pings(planner) {
		t.Errorf("who has planned is called: %q", m.Text())
	}
	l.Clock.Forward(6 * time.Second)
	l.untilSaid(group, "the planned turn", l.Say("plan.table", "Who", planner.Name()),
		"<@"+mover.ID()+">")
	if got := l.mover(id).Name(); got != mover.Name() {
		t.Errorf("%s is to move, want %s", got, mover.Name())
	}
	l.settled()
	l.validate()
}

// Nobody has pressed anything there for a quarter of an hour: who can be written to is, and the
// others learn it at the next customid.
func TestPlanRunsWhereTheBotCannotSpeak(t *testing.T) {
	t.Parallel()
	l, id, group := conversing(t)
	ola, bo := l.User("Ola"), l.User("Bo")
	if l.mover(id).Name() != "Ola" { // who gets the call as a direct message
		l.turnInPrivate(id, bo, group)
		l.settled()
	}
	l.plansDeck(id, bo)
	l.quiet()
	before, called := len(group.Messages()), len(ola.DMs())
	made := l.Reply(ola.Slash(ola.DM(), "hand", sandbox.Opt("game", string(id))))
	for l.mover(id).Name() == "Ola" {
		made = l.act(ola, made)
	}
	l.Clock.Forward(6 * time.Second)
	l.Until("the planned turn", func() bool { return l.mover(id).Name() == "Ola" })
	l.Until("the call of Ola", func() bool { return len(ola.DMs()) > called+1 })
	if now := group.Messages(); len(now) != before {
		t.Errorf("something was said where nobody had pressed anything: %q", now[len(now)-1].Text())
	}
	l.OpenHand(id, bo)
	said := l.untilSaid(group, "the turns", l.Say("plan.table", "Who", "Bo"), "Ola ",
		"<@"+ola.ID()+">")
	if said.Pings(bo) {
		t.Errorf("who has planned is called: %q", said.Text())
	}
	l.validate()
}

// A call to somebody who cannot be written to waits in the conversation, and holds nothing else up.
func TestUnreachablePlayerIsCalledAtTheNextPress(t *testing.T) {
	t.Parallel()
	l, id, group := conversing(t)
	ola, bo := l.User("Ola"), l.User("Bo")
	if l.mover(id).Name() != "Bo" {
		l.turnInPrivate(id, ola, group)
		l.settled()
	}
	ends := l.Game(id).Seats[l.Game(id).SeatOf(match.UserID(bo.ID()))-1].Ends
	l.Clock.Forward(ends.Sub(l.Clock.Now()) - time.Hour) // past all reminders
	l.Until("the reminder to be held", func() bool {
		waiting, err := l.Store.Due(l.Ctx, storage.Held, 100)
		return err == nil && slices.ContainsFunc(waiting, func(m storage.Message) bool {
			return m.Kind == notify.Reminder && m.Due.Equal(storage.Held)
		})
	})
	bo.Install()
	before := len(bo.DMs())
	l.Reply(ola.Slash(group, "hand", sandbox.Opt("game", string(id))))
	l.Until("the reminder", func() bool {
		return slices.ContainsFunc(group.Messages(), func(m *sandbox.Message) bool {
			return m.Pings(bo) && strings.Contains(m.Text(), "Last call")
		})
	})
	l.turnInPrivate(id, bo, group)
	l.quiet()
	panel := l.Reply(ola.Slash(ola.DM(), "hand", sandbox.Opt("game", string(id))))
	for l.mover(id).Name() == "Ola" {
		panel = l.act(ola, panel)
	}
	l.Until("a direct message to who has installed the app", func() bool {
		return len(bo.DMs()) > before
	})
}

func TestAFilmIsShownWhereTheGameWasPlayed(t *testing.T) {
	t.Parallel()
	l, id, group := conversing(t)
	ola, bo := l.User("Ola"), l.User("Bo")
	for l.Game(id).State == match.Running {
		l.turnInPrivate(id, l.mover(id), group)
	}
	result := l.untilSaid(group, "the result", ", Total ")
	films := func() (n int) {
		for _, m := range group.Messages() {
			if !m.Ephemeral() && slices.ContainsFunc(m.Attachments, isFilm) {
				n++
			}
		}
		return n
	}
	if told := l.clicked(bo, result, customid.Button(customid.Film, id)); !told.Ephemeral() {
		t.Errorf("everybody is told that a film comes: %q", told.Text())
	}
	l.Until("the film", func() bool { return films() == 1 })
	l.settled()
	again := l.clicked(ola, result, customid.Button(customid.Film, id))
	if !strings.Contains(again.Text(), "https://discord.com/channels/@me/"+group.ID()+"/") {
		t.Errorf("got %q, want where the film is", again.Text())
	}
	own := l.Reply(ola.Slash(group, "game film", sandbox.Opt("game", string(id))))
	if !own.Ephemeral() || !slices.ContainsFunc(own.Attachments, isFilm) || films() != 1 {
		t.Errorf("got %q, for one person: %t, and %d films for all", own.Text(), own.Ephemeral(), films())
	}
	l.settled()
	l.validate()
}

func isFilm(a wire.Attachment) bool { return strings.HasSuffix(a.Filename, ".gif") }
