package posts_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

// overtaking is Discord where something happens while an answer is on its way, and the answer is
// applied after it.
type overtaking struct {
	discord.API
	meanwhile func()
}

func (o *overtaking) EditOriginal(ctx context.Context, ix *discord.Interaction, m discord.Message,
) (match.MessageID, error) {
	if meanwhile := o.meanwhile; meanwhile != nil {
		o.meanwhile = nil
		meanwhile()
	}
	return o.API.EditOriginal(ctx, ix, m)
}

// now is what a message says after all edits, and how many rows of menus it has.
func now(s *bottest.Stage, message match.MessageID) (content string, menus int) {
	s.T.Helper()
	is := s.Now(storage.Post{Message: message})
	return *is.Content, len(bottest.Acting(*is.Rows))
}

func TestOlderAnswerThatDiscordAppliesLastIsMended(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, p, ply := s.Game(id).Seats[0].Name, s.PanelOf(id, 1), s.Game(id).Ply
	first := s.ClickPanel(who, p, bottest.Doing(id, ply, "draw:0"))
	second := s.ClickPanel(who, p, bottest.Doing(id, ply+1, "draw:0"))
	api := &overtaking{API: s.API}
	s.Bot = s.NewBot(s.Store, api)
	api.meanwhile = func() { s.Bot.Handle(t.Context(), second) }
	s.Bot.Handle(t.Context(), first)
	if s.Game(id).Ply != ply+2 {
		t.Fatalf("ply %d, want both cards drawn", s.Game(id).Ply)
	}
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	said, menus := now(s, p.Message)
	if menus > 0 || strings.Contains(said, s.Say("panel.owes-second")) {
		t.Errorf("the turn is over, and its panel says %q with %d rows of menus", said, menus)
	}
	left := len(s.API.Calls(discordtest.Edit))
	s.Flush()
	if again := len(s.API.Calls(discordtest.Edit)) - left; again > 0 {
		t.Errorf("%d more edits, although nothing has happened", again)
	}
}

// started has a bot bring all posts up to date as at the start of a process.
func started(s *bottest.Stage) {
	s.T.Helper()
	s.Reopen()
	ctx, stop := context.WithCancel(s.T.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Bot.Run(ctx) }()
	time.Sleep(time.Hour) // of the bubble
	synctest.Wait()
	stop()
	s.Must(<-ended)
}

func TestStartEditsNothingThatStandsAsItShould(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bottest.New(t)
		id := s.Playing("Ola", "Bo")
		s.DrawTwo(id)
		lobby := s.Lobby("Cy", "Di")
		s.Flush()
		edits := len(s.API.Calls(discordtest.Edit, discordtest.RenameThread))
		started(s)
		if n := len(s.API.Calls(discordtest.Edit, discordtest.RenameThread)) - edits; n > 0 {
			t.Errorf("a start makes %d edits about games %s and %s, in which nothing has changed", n, id,
				lobby)
		}
	})
}

func TestPostsOfAnEarlierVersionAreTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bottest.New(t)
		id := s.Playing("Ola", "Bo")
		s.DrawTwo(id)
		s.Flush()
		g := s.Game(id)
		u, err := s.Store.User(t.Context(), g.Seats[0].User)
		s.Must(err)
		for message, kind := range map[match.MessageID]storage.Kind{
			"11": posts.Board, "12": posts.Call, "13": posts.Stop,
		} {
			s.SavePost(storage.Post{
				Game: id, Kind: kind, Ply: g.Ply - 1, Channel: g.Thread, Message: message,
			})
		}
		s.SavePost(storage.Post{
			Game: id, Kind: posts.Hint, Seat: 1, User: u.ID, Ply: g.Ply - 1, Channel: u.DM, Message: "14",
		})
		edits := len(s.API.Calls())
		started(s)
		gone := map[string]bool{}
		for _, c := range s.API.Calls()[edits:] {
			switch {
			case c.Method == discordtest.Edit && c.Edit.Rows != nil && len(*c.Edit.Rows) == 0,
				c.Method == discordtest.Delete:
				gone[string(c.ID)] = true
			case c.Method == discordtest.Edit:
				t.Errorf("message %s was edited to %+v", c.ID, c.Edit)
			}
		}
		for _, message := range []string{"11", "12", "13", "14"} {
			if !gone[message] {
				t.Errorf("message %s keeps its buttons", message)
			}
		}
		if left := s.PostsOf(id, posts.Board, posts.Call, posts.Stop, posts.Hint); len(left) > 0 {
			t.Errorf("posts %+v are left", left)
		}
	})
}

func TestListOfAServerFollowsItsGamesOnceAMinute(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	first := s.Lobby("Ola")
	list := storage.Post{
		Server: s.Game(first).Guild, Kind: posts.OpenSeats, Channel: "77", Message: "78",
	}
	s.SavePost(list)
	s.Lobby("Bo")
	s.Lobby("Cy")
	s.Flush()
	if n := len(s.Edits(list.Message)); n > 0 {
		t.Errorf("the list was edited %d times at once", n)
	}
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	edits := s.Edits(list.Message)
	if len(edits) != 1 || *edits[0].Content != "3 open" {
		t.Fatalf("got edits %+v, want one that lists three games", edits)
	}
	s.Clock = s.Clock.Add(time.Hour)
	s.Flush()
	if n := len(s.Edits(list.Message)); n != 1 {
		t.Errorf("the list was edited %d times, want once", n)
	}
}

// Emoji that are not needed any more stay as long as a message from their time may show them.
func TestOldestPostIsFound(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	now := s.Clock
	oldest := func(want time.Time) {
		t.Helper()
		got, err := posts.Oldest(t.Context(), s.Store, now)
		if err != nil || !got.Equal(want) {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	sent := func(ago time.Duration) match.MessageID {
		since := now.Add(-ago).Sub(time.UnixMilli(1420070400000)) // Discord's epoch
		return match.MessageID(strconv.FormatInt(since.Milliseconds()<<22, 10))
	}
	oldest(now)
	list := storage.Post{
		Server: "77", Kind: posts.OpenSeats, Channel: "77", Message: sent(time.Hour),
	}
	s.SavePost(list)
	oldest(now.Add(-time.Hour))
	id := s.Lobby("Ola")
	s.Flush()
	all, err := s.Store.Posts(t.Context(), id)
	s.Must(err)
	for _, p := range all { // their IDs are of the first days of Discord
		if p.Game == id {
			s.Must(s.Store.SwapPost(t.Context(), &p, nil))
		}
	}
	s.SavePost(storage.Post{Game: id, Kind: posts.Thread, Channel: "78"}) // has no message
	oldest(now.Add(-time.Hour))
	s.SavePost(storage.Post{Game: id, Kind: posts.Lobby, Channel: "79", Message: sent(2 * time.Hour)})
	oldest(now.Add(-2 * time.Hour))
}

func TestEditThatDiscordRefusesHoldsUpNoLetter(t *testing.T) {
	t.Parallel()
	for name, refusal := range map[string]*discord.Error{
		"an outage of edits":          {Status: 500},
		"an old message":              {Status: 429, Code: 30046, RetryAfter: 10 * time.Minute},
		"an archived thread":          {Status: 400, Code: 50083},
		"a message that is forbidden": {Status: 403, Code: 50001},
		"a message that is gone":      {Status: 404, Code: 10008},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			thread := s.Game(id).Thread
			s.API.Fail = bottest.Failing(refusal, bottest.Method(discordtest.Edit))
			told := len(s.API.Sent(thread))
			for range 3 {
				s.DrawTwo(id)
				s.Flush()
			}
			if n := len(s.API.Sent(thread)) - told; n != 3 {
				t.Errorf("%d turns are told while edits fail, want 3", n)
			}
			s.API.Fail = nil
			s.Clock = s.Clock.Add(time.Hour)
			s.DrawTwo(id)
			s.Flush()
			armed := 0
			for _, p := range s.Boards(id) {
				if p.Channel == thread {
					armed++
				}
			}
			if armed != 1 {
				t.Errorf("%d messages at the table are posts with buttons, want the newest", armed)
			}
		})
	}
}

func TestTableKeepsItsButtonsWhilePeopleChoose(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	s.Flush()
	s.MoveAs(id, 2, bottest.FirstLegal)
	s.Flush()
	thread := s.Game(id).Thread
	for _, c := range s.API.Calls(discordtest.Edit) {
		if c.Channel == thread && c.Edit.Rows != nil && len(*c.Edit.Rows) == 0 {
			t.Errorf("message %s has lost its buttons, and no other has any", c.ID)
		}
	}
}
