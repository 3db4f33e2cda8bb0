package handlers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
)

// managing makes an interaction that of somebody who manages the server.
func managing(ix *discord.Interaction) *discord.Interaction {
	ix.Rights = discord.PermManageGuild
	return ix
}

// menuOf returns the menu of a message with an action.
func menuOf(m discord.Message, action customid.Action) *discord.Select {
	for _, row := range m.Rows {
		if row.Select == nil {
			continue
		}
		if id, ok := customid.Parse(row.Select.CustomID); ok && id.Action == action {
			return row.Select
		}
	}
	return nil
}

// enters types a whole box: each ticket is one command, the cities as the suggestions name them. It
// returns the number of presses.
func enters(
	s *bottest.Stage, who string, tickets [][2]string, points func(i int) int,
) (presses int) {
	s.T.Helper()
	for i, cities := range tickets {
		var ids []string
		for _, name := range cities {
			list := completions(s, who, "box ticket", "title=amsterdam", "from="+name)
			if len(list) == 0 {
				s.T.Fatalf("no city is suggested for %q", name)
			}
			ids = append(ids, list[0].Value)
		}
		got := s.Handle(s.Slash(who, "box ticket", "title=amsterdam", "from="+ids[0], "to="+ids[1],
			fmt.Sprint("points=", points(i))))
		presses++
		bottest.Contains(s.T, got.Content, s.Say("box.heading", "Title", "Amsterdam",
			"Count", i+1, "All", len(tickets)))
	}
	return presses
}

// somebodysBox lists 24 tickets; few of them are ours.
func somebodysBox() (tickets [][2]string) {
	m := titles.Map("amsterdam")
	for step := 3; ; step++ {
		for i := 0; i+step < len(m.Cities); i++ {
			tickets = append(tickets, [2]string{m.Cities[i].ID, m.Cities[i+step].ID})
			if len(tickets) == len(m.Tickets) {
				return tickets
			}
		}
	}
}

func TestAnOwnerEnters24TicketsAndTheServerPlaysWithThem(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	before := s.Opened("Ola")
	var asked []string
	for page := range 2 {
		next := customid.ID{Action: customid.Box, Title: "amsterdam", Page: page}.Print()
		asked = append(asked, menuOf(s.Handle(s.Click("Ola", next)), customid.BoxTick).Placeholder)
	}
	if asked[0] == asked[1] {
		t.Errorf("both pages ask %q", asked[0])
	}
	all := len(titles.Map("amsterdam").Tickets)
	for i, cities := range somebodysBox()[:17] { // of the rest, ours are ticked
		s.Handle(s.Slash("Ola", "box ticket", "title=amsterdam", "from="+cities[0], "to="+cities[1],
			fmt.Sprint("points=", i%7+2)))
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "box export", "title=amsterdam")).Content,
		s.Say("problem.box-incomplete", "Count", all-17, "Title", "Amsterdam"))
	page := s.Handle(s.Slash("Ola", "box show", "title=amsterdam"))
	bottest.Contains(t, page.Content, s.Say("box.missing", "Count", all-17))
	bottest.Contains(t, page.Content, "made up")
	tick := menuOf(page, customid.BoxTick)
	real, invented := ticksOf(tick)
	if len(invented) == 0 {
		t.Error("no ticket among ours is invented: all can be ticked unread")
	}
	refused := s.Handle(s.Click("Ola", tick.CustomID, append(real[:3:3], invented[0])...))
	bottest.Contains(t, refused.Content, "made up")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "box show", "title=amsterdam")).Content,
		s.Say("box.missing", "Count", all-17))
	s.Handle(s.Click("Ola", tick.CustomID, real[:7]...))
	page = s.Handle(s.Slash("Ola", "box show", "title=amsterdam"))
	bottest.Contains(t, page.Content, s.Say("box.complete"))

	file := s.Handle(s.Slash("Ola", "box export", "title=amsterdam"))
	if len(file.Files) != 1 {
		t.Fatalf("got %d files: %q", len(file.Files), file.Content)
	}
	m, err := mapfile.Parse(file.Files[0].Data, "box")
	s.Must(err)
	if len(m.Tickets) != all || m.Tickets[all-1].Attested {
		t.Errorf("the file has %d tickets, want %d, which one owner alone has read", len(m.Tickets), all)
	}

	refused = s.Handle(s.Slash("Ola", "box use", "title=amsterdam", "tickets=box"))
	if own := s.Game(s.Opened("Cy")).Map; own != "" {
		t.Errorf("a server plays with the box of somebody who does not manage it: %q", refused.Content)
	}
	s.Handle(managing(s.Slash("Ola", "box use", "title=amsterdam", "tickets=box")))
	after := s.Opened("Bo")
	if s.Game(before).Map != "" || s.Game(after).Map != m.Sum {
		t.Errorf("the lobby before is on map %q, the one after on %q, want none and %q",
			s.Game(before).Map, s.Game(after).Map, m.Sum)
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Join, after)))
	s.Flush()
	bottest.Contains(t, s.LobbyNow(after), s.Say("names.on-box", "Title", "Amsterdam"),
		s.Say("names.own-box"))
	s.Handle(managing(s.Slash("Ola", "box use", "title=amsterdam", "tickets=ours")))
	if again := s.Opened("Eve"); s.Game(again).Map != "" {
		t.Error("a server that plays with ours again opens a game on the box")
	}
	s.NothingBroke()
}

// ticksOf returns the options of a menu of tickets: those of ours, and those that are on no list.
func ticksOf(tick *discord.Select) (real, invented []string) {
	m := titles.Map("amsterdam")
	for _, o := range tick.Options {
		ours := func(ticket railmap.Ticket) bool {
			return o.Value == m.Cities[ticket.Cities[0]].ID+"--"+m.Cities[ticket.Cities[1]].ID
		}
		if slices.ContainsFunc(m.Tickets, ours) {
			real = append(real, o.Value)
		} else {
			invented = append(invented, o.Value)
		}
	}
	return real, invented
}

func attestedIn(m *railmap.Map) (n int) {
	for _, ticket := range m.Tickets {
		if ticket.Attested {
			n++
		}
	}
	return n
}

func TestTwoOwnersWhoAgreeMakeATicketAttested(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Finish(s.Running("Ola", "Bo"))
	tickets := somebodysBox()
	points := func(i int) int { return i%9 + 1 }
	if n := enters(s, "Ola", tickets, points); n != 24 {
		t.Errorf("%d commands for 24 tickets", n)
	}
	enters(s, "Bo", tickets, func(i int) int { return points(i) + i%2 }) // every other one differs
	file := s.Handle(s.Slash("Bo", "box export", "title=amsterdam"))
	m, err := mapfile.Parse(file.Files[0].Data, "box")
	s.Must(err)
	bottest.Contains(t, s.Handle(s.Slash("Bo", "box show", "title=amsterdam")).Content,
		s.Say("box.differs", "Points", points(1)))
	if n := attestedIn(m); n != 12 {
		t.Errorf("%d tickets are attested, want the 12 that two owners have read alike", n)
	}
	bottest.Contains(t, s.Handle(s.Slash("Bo", "box ticket", "title=amsterdam", "from=dam",
		"to=jordaan", "points=3")).Content, s.Say("problem.box-full", "Count", 24))

	kept, err := s.Store.ForBoxes().AttestedBy(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if len(kept) != 24 {
		t.Errorf("%d lines are kept of Ola, want 24", len(kept))
	}
	// Who has never finished a game attests nothing: a second account costs nothing.
	for i, cities := range tickets {
		s.Handle(s.Slash("Eve", "box ticket", "title=amsterdam", "from="+cities[0], "to="+cities[1],
			fmt.Sprint("points=", points(i)+i%2)))
	}
	file = s.Handle(s.Slash("Eve", "box export", "title=amsterdam"))
	m, err = mapfile.Parse(file.Files[0].Data, "box")
	s.Must(err)
	if n := attestedIn(m); n != 12 {
		t.Errorf("%d tickets are attested with Eve, who has never finished a game, want 12", n)
	}
	s.Must(s.Store.Erase(t.Context(), bottest.Person("Ola").ID, "somebody"))
	page := s.Handle(s.Slash("Bo", "box show", "title=amsterdam"))
	if strings.Contains(page.Content, "✔") {
		t.Error("Ola was forgotten, and a ticket is still attested by two")
	}
}

func TestTheDoubtfulLengthsAreAskedOneByOne(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	page := s.Handle(s.Slash("Ola", "box show", "title=asia"))
	bottest.Contains(t, page.Content, s.Say("box.doubtful", "Count", 11))
	page = s.Handle(s.Click("Ola", customid.ID{Action: customid.BoxAsk, Title: "asia"}.Print()))
	for i := range 11 {
		var answer string
		for _, b := range page.Rows[0].Buttons {
			id, _ := customid.Parse(b.CustomID)
			longer := func() int { return titles.Map("asia").Routes[id.Part-1].Length + 1 }
			if id.Action == customid.BoxSay && (i > 0 || id.Value == longer()) {
				answer = b.CustomID
			}
		}
		page = s.Handle(s.Click("Ola", answer))
	}
	if strings.Contains(page.Content, "Left to check") {
		t.Errorf("a length is asked about after all were answered: %q", page.Content)
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "box show", "title=nordic")).Content,
		s.Say("problem.box-known", "Title", "Nordic Countries"))
	read, err := s.Store.ForBoxes().Attested(t.Context(), "asia")
	s.Must(err)
	if len(read) != 11 {
		t.Errorf("%d lengths are kept, want 11", len(read))
	}
}
