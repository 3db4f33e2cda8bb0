package bot_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

func TestPeoplePlayAWholeCardGame(t *testing.T) {
	t.Parallel()
	people := []string{"Ola", "Bo", "Cy", "Di"}
	for _, n := range []int{2, 4}[:enginetest.Size(1, 2)] {
		t.Run(strings.Join(people[:n], ", "), func(t *testing.T) {
			t.Parallel()
			l := newLineOf(t, "cardgame", people[:n]...)
			id := l.playWhole(people[:n]...)
			if l.robberies == 0 {
				t.Error("no row was robbed: this game does not show what it should")
			}
			l.replays(id)
		})
	}
}

func TestTableOfFourIsToldOfBothPassesAndTheirLastTurns(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.PlayingOf("cardgame", "Ola", "Bo", "Cy", "Di")
	for choose := bottest.AnyLegal(7); s.Game(id).State == match.Running; {
		s.Move(id, choose)
		s.Flush() // so that each turn is called
	}
	told := ""
	for _, m := range s.API.Sent(s.Game(id).Thread) {
		told += m.Content + "\n"
	}
	again, _, _ := strings.Cut(s.Say("narrate.dealt-anew", "Who", "Ola", "Count", 40), "(")
	first, second, anew := strings.Cut(told, again) // K9
	if !anew {
		t.Fatal("the table was not told of the second journey")
	}
	_, lastOfFirst, _ := strings.Cut(s.Say("table.last-turn-journey", "Pings", "|"), "|")
	_, last, _ := strings.Cut(s.Say("table.last-turn", "Pings", "|"), "|")
	bottest.Contains(t, first, lastOfFirst)
	bottest.Contains(t, second, last)
	if strings.Contains(first, last) || strings.Contains(second, lastOfFirst) {
		t.Error("the last turns of the two journeys are called alike")
	}
}

// told is all that was said at a game's table, as it was said first: earlier posts lose the line
// about whose turn it is.
func (l *line) told(id match.GameID) string {
	var b strings.Builder
	for _, r := range l.Srv.API.Requests() {
		if r.Method != http.MethodPost || r.Status >= 300 ||
			r.Path != "/channels/"+l.Thread(id).ID()+"/messages" {
			continue
		}
		var m struct{ Content string }
		l.Must(json.Unmarshal(r.Body, &m))
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// replays checks that the record at the table is the game that was played, and that it can be
// played again.
func (l *line) replays(id match.GameID) {
	l.T.Helper()
	text := string(l.Thread(id).Last().Attachment(1))
	record, err := notation.ParseRecord(text, titles.Find)
	l.Must(err)
	game, err := record.Replay(len(record.Moves))
	l.Must(err)
	if !game.Over() || game.Ply() != l.Game(id).Ply {
		l.T.Errorf("the record ends at ply %d, over: %t; want %d, true", game.Ply(), game.Over(),
			l.Game(id).Ply)
	}
	v := game.View(engine.Public)
	bottest.Contains(l.T, text, notation.ResultLines(&v))
}

// layByDM lays what the menu of a panel offers, where it can by robbery (K5).
func (l *line) layByDM(u *sandbox.User, panel *sandbox.Message, c sandbox.Component,
) *sandbox.Message {
	l.T.Helper()
	pick := c.Options[max(slices.IndexFunc(c.Options, func(o wire.SelectOption) bool {
		return isRobbery(o.Description)
	}), 0)]
	asked := l.Reply(panel.Select(u, c.CustomID, pick.Value))
	if _, ok := button(asked, "/lay:"); !ok { // single cards are still to be chosen (K5)
		singles, ok := menu(asked, "lay:")
		if !ok {
			l.T.Fatalf("neither cards to choose nor a button to confirm in %q", asked.Text())
		}
		asked = l.Reply(asked.Select(u, singles.CustomID, least(singles)...))
	}
	return l.laySurely(u, asked)
}

// layByCommand lays what is suggested first; false if nothing can be laid.
func (l *line) layByCommand(id match.GameID, u *sandbox.User) bool {
	l.T.Helper()
	rows, err := l.complete(u, id, "lay", sandbox.Opt("row", ""))
	l.Must(err)
	rows = slices.DeleteFunc(rows, func(c sandbox.Choice) bool {
		return strings.HasPrefix(c.Name, l.notNow())
	})
	if len(rows) == 0 {
		return false
	}
	pick := rows[max(slices.IndexFunc(rows, func(c sandbox.Choice) bool {
		return isRobbery(c.Name)
	}), 0)]
	l.laySurely(u, l.Reply(u.Slash(l.Thread(id), "lay", sandbox.Opt("row", pick.Value))))
	return true
}

// declareByCommand declares what is suggested first; false if there is nothing to declare (K8).
func (l *line) declareByCommand(id match.GameID, u *sandbox.User) bool {
	l.T.Helper()
	sets, err := l.complete(u, id, "declare", sandbox.Opt("ticket1", ""))
	l.Must(err)
	if len(sets) == 0 {
		return false
	}
	l.clicked(u, l.Reply(u.Slash(l.Thread(id), "declare", sandbox.Opt("ticket1", sets[0].Value))),
		"do/")
	return true
}

// notNow is how a suggestion begins that only says why something cannot be laid.
func (l *line) notNow() string {
	begin, _, _ := strings.Cut(l.Say("lay.not-now", "Card", "|", "Why", ""), "|")
	return begin
}

// laySurely confirms the cards to lay.
func (l *line) laySurely(u *sandbox.User, asked *sandbox.Message) *sandbox.Message {
	l.T.Helper()
	sure, ok := button(asked, "/lay:")
	if !ok {
		l.T.Fatalf("no button to confirm in %q", asked.Text())
	}
	if sure.Label == l.Say("lay.sure-rob") {
		l.robberies++
	}
	return l.Reply(asked.Click(u, sure.CustomID))
}

// isRobbery says whether a row is listed as robbing another.
func isRobbery(listed string) bool { return strings.Contains(listed, "train robbery") }

// yards is a Card Game with the open track, dealt as fewCards; the tickets are chosen, and the
// first of two is to move.
type yards struct {
	*line
	id            match.GameID
	first, second *sandbox.User
}

func newYards(t *testing.T) *yards {
	t.Helper()
	l := openLine(t, &Line{Title: "cardgame", Deals: []engine.Title{bottest.FewCards()}},
		"Ola", "Bo", "Eve")
	y := &yards{line: l, id: l.BeginWith([]sandbox.Option{sandbox.Opt("variant", "open-track=on")},
		"Ola", "Bo")}
	seats := l.Game(y.id).Seats
	y.first, y.second = l.User(seats[0].Name), l.User(seats[1].Name)
	l.turnByDM(y.id, y.first)
	l.keepOne(y.second)
	l.Until("the first turn", func() bool { return names(l.Thread(y.id).Last(), y.first) })
	return y
}

// keepOne chooses the first tickets of the setup in the last direct message.
func (l *line) keepOne(u *sandbox.User) {
	l.T.Helper()
	dms := u.DMs()
	panel := dms[len(dms)-1]
	c, ok := menu(panel, "keep")
	if !ok {
		l.T.Fatalf("no tickets to choose in %q", panel.Text())
	}
	l.confirmed(u, panel.Select(u, c.CustomID, least(c)...), "/keep:")
}

// turn waits for the panel of somebody's turn.
func (y *yards) turn(u *sandbox.User) *sandbox.Message {
	y.T.Helper()
	y.Until("the call of "+u.Name(), func() bool { return names(y.Thread(y.id).Last(), u) })
	return y.Panel(y.id, u)
}

// draw draws two cards blind.
func (y *yards) draw(u *sandbox.User) {
	y.T.Helper()
	y.turn(u)
	y.Reply(u.Slash(y.Thread(y.id), "draw", sandbox.Opt("card", "deck")))
	y.Reply(u.Slash(y.Thread(y.id), "draw", sandbox.Opt("card", "deck")))
}

// says waits until the table was told something, and checks that all the rest was told with it, and
// that u was called.
func (y *yards) says(u *sandbox.User, want ...string) {
	y.T.Helper()
	y.Until(want[0], func() bool { return strings.Contains(y.Thread(y.id).Last().Content, want[0]) })
	y.turn(u)
	bottest.Contains(y.T, y.Thread(y.id).Last().Content, want...)
}

func TestCardsAreLaidRobbedAndRolledOnDiscord(t *testing.T) {
	t.Parallel()
	y := newYards(t)
	first, second := y.first.Name(), y.second.Name()
	variant := y.Say("lobby.variant", "Variant", y.Say("title.cardgame.option-open-track-on"))
	bottest.Contains(t, y.told(y.id), variant)

	// K5: three single cards, by the menus.
	panel := y.turn(y.first)
	lay, _ := menu(panel, "lay")
	asked := y.Reply(panel.Select(y.first, lay.CustomID, "lay"))
	singles, _ := menu(asked, "lay:")
	y.laySurely(y.first, y.Reply(asked.Select(y.first, singles.CustomID, "lay:a", "lay:b", "lay:e")))
	y.says(y.second, first+" lays 1 black, 1 white, 1 blue into the railyard.")

	// A row, by its colour alone; the first seat's cards roll (K3), and only it sees them on its
	// track.
	y.laySurely(y.second, y.Reply(y.second.Slash(y.Thread(y.id), "lay", sandbox.Opt("row", "red"))))
	y.says(y.first, second+" lays 4 red into the railyard.",
		"Onto "+first+"'s track, face down: 1 black, 1 white, 1 blue.")
	const seen = "Own track: 1 black, 1 white, 1 blue"
	bottest.Contains(t, y.Panel(y.id, y.first).Content, seen)
	for _, u := range []*sandbox.User{y.first, y.second, y.User("Eve")} {
		for _, command := range []string{"board", "hand", "log"} {
			m := y.Reply(u.Slash(y.Thread(y.id), command))
			if got, want := strings.Contains(m.Content, seen), u == y.first &&
				command == "hand"; got != want {
				t.Errorf("/%s of %s: the open track is shown: %t, want %t, in %q", command, u.Name(), got,
					want, m.Content)
			}
		}
	}

	// Too short a row: who has the other one is named, and what there is instead.
	m := y.Reply(y.first.Slash(y.Thread(y.id), "lay", sandbox.Opt("row", "3red")))
	bottest.Contains(t, m.Content, second+" has a row of 4", "You can lay: ")
	y.draw(y.first)

	// K6: no ticket need be kept.
	panel = y.turn(y.second)
	tickets, _ := button(panel, "/tickets")
	asked = y.Reply(panel.Click(y.second, tickets.CustomID))
	bottest.Contains(t, asked.Content, "even none")
	sure, _ := button(asked, "do/")
	offer := y.Reply(asked.Click(y.second, sure.CustomID))
	none := slices.IndexFunc(offer.Buttons(), func(c sandbox.Component) bool {
		return c.Label == y.Say("keep.none")
	})
	y.clicked(y.second, y.Reply(offer.Click(y.second, offer.Buttons()[none].CustomID)), "do/")
	y.says(y.first, second+" draws tickets and keeps 0 of 4.")
	y.draw(y.first)
	y.draw(y.second)

	// Of the four red two are left by now: the robbery is confirmed with its victim named.
	panel = y.turn(y.first)
	lay, _ = menu(panel, "lay")
	i := slices.IndexFunc(lay.Options, func(o wire.SelectOption) bool { return o.Value == "lay:f3" })
	bottest.Contains(t, lay.Options[i].Description, "train robbery", second)
	asked = y.Reply(panel.Select(y.first, lay.CustomID, "lay:f3"))
	bottest.Contains(t, asked.Content, "Lay **3 red**",
		"Train robbery:** "+second+" loses this row, which is discarded: 2 red.")
	y.laySurely(y.first, asked)
	if y.robberies != 1 {
		t.Error("the robbery was not confirmed as one")
	}
	y.says(y.second, first+" lays 3 red",
		"Train robbery!** "+first+" robs "+second+"; discarded: 2 red.")
	bottest.Contains(t, y.Panel(y.id, y.second).Content, first+" robbed your train: 2 red")
	if list := y.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	y.validate()
}
