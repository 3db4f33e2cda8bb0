package notify

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestPanelIsUpdatedOrRetiredAfterAMove(t *testing.T) {
	const ola, jan = engine.Seat(1), engine.Seat(2)
	at := func(ply engine.Ply, id match.MessageID) storage.Post {
		return storage.Post{Seat: ola, Ply: ply, Head: match.Link{byte(ply)}, Message: id}
	}
	hint := func(p storage.Post) storage.Post {
		p.About = aboutHint
		return p
	}
	// Ola, whose panels they are, has completed her last turn at ply 5; the game is at ply 8.
	for _, c := range []struct {
		name    string
		waiting match.UserID // the player whose turn it is
		state   match.State
		body    body
		since   engine.Ply // that of the message
		clicked click
		panel   storage.Post
		want    fate
	}{
		{
			name: "the panel of the position stays", waiting: "ola", since: 8,
			panel: at(8, "new"), want: fate{look: asItIs},
		},
		{
			name: "an older panel of the turn points to the newest", waiting: "ola", since: 8,
			panel: at(6, "old"), want: fate{look: goesOn, forget: true},
		},
		{
			name: "the clicked panel goes on with the turn", waiting: "ola", since: 8,
			clicked: click{message: "old", open: true},
			panel:   at(6, "old"), want: fate{look: ofNow},
		},
		{
			name: "beside the clicked panel no other has menus", waiting: "ola", since: 8,
			clicked: click{message: "old", open: true},
			panel:   at(8, "new"), want: fate{look: goesOn, forget: true},
		},
		{
			name: "a panel of an earlier turn shows how that ended", waiting: "ola", since: 8,
			panel: at(3, "old"), want: fate{look: ofItsTurn, forget: true},
		},
		{
			name: "no panel asks for anything out of turn", waiting: "jan", since: 8,
			panel: at(6, "old"), want: fate{look: ofNow, forget: true},
		},
		{
			name: "the end of the game ends its panels", state: match.Finished, since: 8,
			panel: at(8, "new"), want: fate{look: ofNow, forget: true},
		},
		{
			name: "a new deadline is shown", waiting: "ola", body: body{Times: true}, since: 8,
			panel: at(8, "new"), want: fate{look: ofNow},
		},
		{
			name: "a new deadline chooses no panel", waiting: "ola", body: body{Times: true}, since: 8,
			panel: at(6, "old"), want: fate{look: ofNow},
		},
		{
			name: "after an undo buttons are of another branch", waiting: "ola",
			body: body{Undone: ola}, since: 8, panel: at(8, "new"), want: fate{look: ofNow},
		},
		{
			name: "a turn that was undone by another is explained", waiting: "jan",
			body: body{Undone: jan}, since: 8, panel: at(9, "new"),
			want: fate{look: takenBack, forget: true},
		},
		{
			name: "a turn before the undone move is not", waiting: "jan",
			body: body{Undone: jan}, since: 8, panel: at(7, "old"),
			want: fate{look: ofNow, forget: true},
		},
		{
			name: "a hint of the position stays", waiting: "ola", since: 8,
			panel: hint(at(8, "hint")), want: fate{look: asItIs},
		},
		{
			name: "a hint stays when only clocks change", waiting: "ola", body: body{Times: true},
			since: 8, panel: hint(at(6, "hint")), want: fate{look: asItIs},
		},
		{
			name: "a hint of a past position goes", waiting: "ola", since: 8,
			panel: hint(at(6, "hint")), want: fate{look: gone},
		},
		{
			name: "a clicked hint becomes the panel", waiting: "ola", since: 8,
			clicked: click{message: "hint", open: true},
			panel:   hint(at(6, "hint")), want: fate{look: ofNow},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := match.Game{
				State: match.Running, Ply: 8, Head: match.Link{8},
				Seats: []match.Seat{{User: "ola"}, {User: "jan"}},
			}
			if c.state != "" {
				g.State = c.state
			}
			if c.waiting != "" {
				g.ToMove = []match.UserID{c.waiting}
			}
			m := storage.Message{User: "ola", Seat: ola, Ply: c.since, Body: c.body.encode()}
			posts := []storage.Post{at(3, "past"), at(6, "old"), at(8, "new")}
			s := situationOf(g, m, c.clicked, posts, 5)
			if got := s.of(c.panel); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
