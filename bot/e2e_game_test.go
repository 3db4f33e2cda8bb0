package bot_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/sandbox"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/storage/postgres/served"
)

func init() { bottest.Serve(served.New, served.Open) }

func TestThreePeoplePlayAWholeGameOnDiscord(t *testing.T) {
	t.Parallel()
	newLine(t, "Ola", "Bo", "Cy").playWhole("Ola", "Bo", "Cy")
}

func TestTwoPeoplePlayOnPostgreSQLWithoutAGateway(t *testing.T) {
	t.Parallel()
	l := &Line{Title: "amsterdam", ByHTTP: true, Postgres: true}
	one := openLine(t, l, "Ola", "Bo")
	one.turns = enginetest.Size(12, 0)
	one.playWhole("Ola", "Bo")
}

func TestTwoPeoplePlayAWholeGameWithFerriesAndTunnels(t *testing.T) {
	t.Parallel()
	// Chance decides whether a tunnel asks for cards: with this seed one does in the first game.
	l := openLine(t, &Line{
		Title: "nordic", Deals: bottest.Short("nordic"), Seed: 4,
	}, "Ola", "Bo")
	for games := 0; l.tunnels == 0 && games < enginetest.Size(8, 4); games++ {
		l.playWhole("Ola", "Bo")
	}
	if l.tunnels == 0 {
		t.Error("no tunnel asked for cards: these games do not show what they should")
	}
}

func TestFourPeoplePlayAWholeGameInTeams(t *testing.T) {
	t.Parallel()
	l := newLineOf(t, "asia", "Ola", "Bo", "Cy", "Di")
	l.playWhole("Ola", "Bo", "Cy", "Di")
}

func TestPeoplePlayAWholeGameWithTrainsAndShips(t *testing.T) {
	t.Parallel()
	people := []string{"Ola", "Bo", "Cy"}
	for n := 2; n <= enginetest.Size(2, len(people)); n++ {
		t.Run(strings.Join(people[:n], ", "), func(t *testing.T) {
			t.Parallel()
			newLineOf(t, "world", people[:n]...).playWhole(people[:n]...)
		})
	}
}

// playWhole plays a game to its end, each in a way of their own: in direct messages, by commands,
// at the table, in direct messages from their texts alone.
func (l *line) playWhole(people ...string) match.GameID {
	t := l.T
	t.Helper()
	id := l.Begin(people...)
	ways := map[string]func(match.GameID, *sandbox.User){}
	for i, name := range people {
		l.turnByDM(id, l.User(name)) // the setup choice
		ways[name] = []func(match.GameID, *sandbox.User){
			l.turnByDM, l.turnByCommand, l.turnAtTable, l.turnFromTexts,
		}[i]
	}
	turns := 0
	for g := l.Game(id); g.State == match.Running; g = l.Game(id) {
		if turns++; l.turns > 0 && turns > l.turns {
			l.validate()
			return id
		}
		mover := g.Seats[slices.IndexFunc(g.Seats, func(s match.Seat) bool {
			return s.User == g.ToMove[0]
		})]
		ways[mover.Name](id, l.User(mover.Name))
	}
	l.Until("the result", func() bool { return offersProof(l.Thread(id).Last()) })
	final := l.Thread(id).Last()
	for _, name := range people {
		bottest.Contains(t, final.Content, name)
		l.Until("the result by direct message", func() bool {
			return slices.ContainsFunc(l.User(name).DMs(), offersProof)
		})
	}
	if len(final.Attachments) != 2 {
		t.Errorf("got %d files with the result, want the sheet and the record", len(final.Attachments))
	}
	l.toldOutside(id)
	l.Until("the earlier buttons to go", func() bool {
		n := 0
		for _, m := range l.Thread(id).Messages() {
			n += len(m.Buttons())
		}
		return n == len(final.Buttons())
	})
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
	return id
}

// offersProof reports whether a message has the button Fair play, as results have.
func offersProof(m *sandbox.Message) bool {
	_, ok := button(m, string(customid.Fair)+"/")
	return ok
}

// toldOutside checks that the channel has read the result once, that its buttons answer, and that
// the lobby's message leads there.
func (l *line) toldOutside(id match.GameID) {
	t := l.T
	t.Helper()
	g := l.Game(id)
	results := func() []*sandbox.Message {
		return slices.DeleteFunc(l.Table().Messages(), func(m *sandbox.Message) bool {
			_, ok := button(m, customid.Button(customid.Fair, id))
			return !ok
		})
	}
	l.Until("the result in the channel", func() bool { return len(results()) > 0 })
	told := results()[0]
	if n := len(results()); n != 1 || len(told.Attachments) != 1 {
		t.Errorf("got %d results with %d pictures, want one with the card", n, len(told.Attachments))
	}
	l.Until("the lobby to lead there", func() bool {
		return slices.ContainsFunc(l.Table().Messages(), func(m *sandbox.Message) bool {
			return strings.Contains(m.Content, "/"+told.ID) && len(m.Buttons()) == 0
		})
	})
	proof := l.clicked(l.User(g.Seats[0].Name), told, customid.Button(customid.Fair, id))
	bottest.Contains(t, proof.Text(), g.Seed.Reveal(), g.Seed.Commitment())
	if !proof.Ephemeral() || len(proof.Attachments) == 0 {
		t.Errorf("got %q with %d files, want a private answer with the record", proof.Text(),
			len(proof.Attachments))
	}
}

// moved checks that one move was made, or a second one that left no choice (N6).
func (l *line) moved(id match.GameID, before match.Game) {
	l.T.Helper()
	after := l.Game(id)
	made, err := l.Store.Moves(l.Ctx, id, int(after.Ply))
	l.Must(err)
	forced := after.Ply == before.Ply+2 && made[after.Ply-1].Text == "withdraw" &&
		made[after.Ply-1].Seat == made[before.Ply].Seat
	if after.Ply != before.Ply+1 && !forced {
		l.T.Fatalf("got ply %d after a move at %d", after.Ply, before.Ply)
	}
}

// turnByDM plays a whole turn in the direct message that calls for it.
func (l *line) turnByDM(id match.GameID, u *sandbox.User) {
	l.T.Helper()
	for before := l.Game(id); before.WaitsFor(match.UserID(u.ID())); before = l.Game(id) {
		// The call for a turn that begins at once takes the buttons off the answer before it.
		l.act(u, l.Panel(id, u))
		l.moved(id, before)
	}
}

// turnAtTable plays a whole turn in the panel that the button at the table opens.
func (l *line) turnAtTable(id match.GameID, u *sandbox.User) {
	l.T.Helper()
	l.Until("the call at the table", func() bool {
		m := l.Thread(id).Last()
		return names(m, u) && len(m.Buttons()) >= 3 // another one takes a claim back
	})
	panel := l.OpenHand(id, u)
	if !panel.Ephemeral() {
		l.T.Fatal("the hand is opened for everybody to see")
	}
	for before := l.Game(id); before.WaitsFor(match.UserID(u.ID())); before = l.Game(id) {
		panel = l.act(u, panel)
		l.moved(id, before)
	}
}

// turnByCommand plays a whole turn with slash commands, picking what autocomplete suggests.
func (l *line) turnByCommand(id match.GameID, u *sandbox.User) {
	l.T.Helper()
	if l.declareByCommand(id, u) || l.layByCommand(id, u) {
		return
	}
	routes, err := l.complete(u, id, "claim", sandbox.Opt("route", ""))
	l.Must(err)
	before := l.Game(id)
	ports, err := l.complete(u, id, "port", sandbox.Opt("city", ""))
	l.Must(err)
	if len(ports) > 0 {
		l.clicked(u, l.Reply(u.Slash(l.Thread(id), "port",
			sandbox.Opt("city", ports[0].Value))), "/port:")
		l.moved(id, before)
		return
	}
	if len(routes) > 0 {
		pick := routes[max(slices.IndexFunc(routes, func(c sandbox.Choice) bool {
			return isTunnel(c.Name)
		}), 0)]
		asked := l.Reply(u.Slash(l.Thread(id), "claim", sandbox.Opt("route", pick.Value)))
		sure, _ := button(asked, "/claim:")
		panel := l.Reply(asked.Click(u, sure.CustomID))
		l.moved(id, before)
		for before = l.Game(id); before.WaitsFor(match.UserID(u.ID())); before = l.Game(id) { // a tunnel
			panel = l.act(u, panel)
			l.moved(id, before)
		}
		return
	}
	for ; before.WaitsFor(match.UserID(u.ID())); before = l.Game(id) {
		places, err := l.complete(u, id, "place", sandbox.Opt("where", ""))
		l.Must(err)
		if len(places) > 0 {
			l.Reply(u.Slash(l.Thread(id), "place", sandbox.Opt("where", places[0].Value)))
			l.moved(id, before)
			continue
		}
		cards, err := l.complete(u, id, "draw", sandbox.Opt("card", ""))
		l.Must(err)
		if len(cards) == 0 {
			l.turnAtTable(id, u) // only a pass is left
			return
		}
		l.drawByCommand(id, u, cards[len(cards)-1].Value)
		l.moved(id, before)
	}
}

// complete returns what is suggested, but for the reason why nothing is.
func (l *line) complete(u *sandbox.User, id match.GameID, command string, typed sandbox.Option,
	given ...sandbox.Option,
) ([]sandbox.Choice, error) {
	list, err := u.Complete(l.Ctx, l.Thread(id), command, typed, given...)
	return slices.DeleteFunc(list, func(c sandbox.Choice) bool {
		return strings.HasPrefix(c.String(), "?")
	}), err
}

// drawByCommand draws a card, and says from which deck its slot is filled where that is asked for
// (W3).
func (l *line) drawByCommand(id match.GameID, u *sandbox.User, card any) {
	l.T.Helper()
	options := []sandbox.Option{sandbox.Opt("card", card)}
	decks, err := l.complete(u, id, "draw", sandbox.Opt("refill", ""), options...)
	l.Must(err)
	if len(decks) > 0 {
		options = append(options, sandbox.Opt("refill", decks[0].Value))
	}
	l.Reply(u.Slash(l.Thread(id), "draw", options...))
}

// names reports whether a message names somebody: the direct message is the call.
func names(m *sandbox.Message, u *sandbox.User) bool {
	return strings.Contains(m.Content, "<@"+u.ID()+">")
}

// claimByCommand plays until somebody can claim a route, and lets them do so. It returns who it
// was.
func (l *line) claimByCommand(id match.GameID) *sandbox.User {
	l.T.Helper()
	for {
		u := l.mover(id)
		routes, err := l.complete(u, id, "claim", sandbox.Opt("route", ""))
		l.Must(err)
		l.turnByCommand(id, u)
		if len(routes) > 0 {
			l.settled()
			return u
		}
	}
}

func TestAPlayerTakesAClaimBackAtTheTableAndNotACard(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	id := l.ready("Ola", "Bo")
	u := l.claimByCommand(id)
	back, ok := button(l.Thread(id).Last(), "undo/")
	if !ok {
		t.Fatalf("the claim cannot be taken back at the table: %q", l.Thread(id).Last().Content)
	}
	before := l.Game(id)
	bottest.Contains(t, l.Reply(l.Thread(id).Last().Click(u, back.CustomID)).Content,
		l.Say("undo.done"))
	if g := l.Game(id); g.Ply != before.Ply-1 || g.Branch != 1 || l.mover(id).ID() != u.ID() {
		t.Errorf("got ply %d after %d, branch %d", g.Ply, before.Ply, g.Branch)
	}
	l.Until("the table to be told", func() bool {
		return strings.Contains(l.Thread(id).Last().Content, "~~")
	})
	l.Reply(u.Slash(l.Thread(id), "draw", sandbox.Opt("card", "deck")))
	bottest.Contains(t, l.Reply(u.Slash(l.Thread(id), "undo")).Content,
		"you have drawn a card from the deck")
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

func TestOthersAgreeToAnUndoOrRefuseIt(t *testing.T) {
	t.Parallel()
	for answer, branch := range map[string]int{"allow/": 1, "deny/": 0} {
		l := newLine(t, "Ola", "Bo")
		id := l.ready("Ola", "Bo")
		u := l.claimByCommand(id)
		for second := l.mover(id); ; { // the other player claims too, so that nothing hidden is shown
			routes, err := l.complete(second, id, "claim", sandbox.Opt("route", ""))
			l.Must(err)
			if len(routes) > 0 {
				l.turnByCommand(id, second)
				break
			}
			l.turnByCommand(id, second)
			u = l.claimByCommand(id)
			second = l.mover(id)
		}
		l.settled()
		l.Reply(u.Slash(l.Thread(id), "undo"))
		l.Until("the question", func() bool { _, ok := button(l.Thread(id).Last(), answer); return ok })
		asked := l.Thread(id).Last()
		choice, _ := button(asked, answer)
		l.Reply(asked.Click(l.other(id), choice.CustomID)) // who claimed first is to move again
		if g := l.Game(id); g.Branch != branch {
			t.Errorf("%s: got branch %d, want %d", answer, g.Branch, branch)
		}
		l.validate()
	}
}
