package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine/match"
)

// hallLine is a line on a server whose hall is a forum with these tags. Ola manages the server.
func hallLine(t *testing.T, tags ...wire.Tag) (*line, *sandbox.Channel) {
	t.Helper()
	l := newLine(t, "Ola", "Bo", "Cy")
	l.addForum("games", 0, tags...)
	forum := l.Srv.Channel("games")
	l.Reply(l.User("Ola").Slash(l.Table(), "admin hall", sandbox.Opt("hall", forum)))
	return l, forum
}

func tags(names ...string) (list []wire.Tag) {
	for _, name := range names {
		list = append(list, wire.Tag{Name: name})
	}
	return list
}

// openPost opens a game from the text channel and returns its post.
func (l *line) openPost(host string, options ...sandbox.Option) (match.GameID, *sandbox.Channel) {
	l.T.Helper()
	options = append(options, sandbox.Opt("title", "amsterdam"))
	l.Reply(l.User(host).Slash(l.Table(), "game new", options...))
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(l.User(host).ID()), match.Lobby)
	l.Must(err)
	id := games[0].ID
	l.Until("the lobby's post", func() bool {
		return l.Thread(id) != nil && l.Thread(id).Last() != nil
	})
	return id, l.Thread(id)
}

// TestAGameOfTheHallIsOnePostFromLobbyToTable follows a post of the forum: opened from elsewhere
// with the lobby in it, it becomes the table, and name and tags follow.
func TestAGameOfTheHallIsOnePostFromLobbyToTable(t *testing.T) {
	t.Parallel()
	l, forum := hallLine(t, append(tags("Open seats", "w toku", "Amsterdam"),
		wire.Tag{Name: "solo", Moderated: true})...)
	id, post := l.openPost("Bo", sandbox.Opt("seats", 2))
	if got := l.about(post); got.ParentID == nil || *got.ParentID != forum.ID() ||
		got.Name != "Amsterdam "+string(id)+" · daily: Bo" {
		t.Errorf("the post is %q below %v", got.Name, got.ParentID)
	}
	l.wantTags(post, "Open seats", "Amsterdam")
	lobby := post.Last()
	l.Reply(lobby.Click(l.User("Cy"), "Join"))
	l.Until("the name with both", func() bool {
		return strings.HasSuffix(l.about(post).Name, ": Bo, Cy")
	})
	l.wantTags(post, "Amsterdam") // no seat is open
	l.Reply(lobby.Click(l.User("Bo"), "Start"))
	l.Until("the table in the same post", func() bool { return len(post.Messages()) > 1 })
	l.wantTags(post, "w toku", "Amsterdam")
	if g := l.Game(id); g.Thread != match.ChannelID(post.ID()) || g.State != match.Running {
		t.Errorf("the table is %s, want %s", g.Thread, post.ID())
	}
	if n := len(l.Table().Messages()); n != 0 {
		t.Errorf("%d messages stand in the channel where the game was asked for, want none", n)
	}
}

func (l *line) wantTags(post *sandbox.Channel, want ...string) {
	l.T.Helper()
	slices.Sort(want)
	l.Until("the tags "+strings.Join(want, ", "), func() bool {
		got := l.tagsOf(post)
		slices.Sort(got)
		return slices.Equal(got, want)
	})
}

// TestALobbyWhosePostIsDeletedGetsAnother: a moderator who clears the forum ends nobody's lobby.
func TestALobbyWhosePostIsDeletedGetsAnother(t *testing.T) {
	t.Parallel()
	l, _ := hallLine(t)
	id, post := l.openPost("Bo")
	post.Delete()
	l.Until("another post", func() bool {
		other := l.Thread(id)
		return other != nil && other.ID() != post.ID() && other.Last() != nil
	})
	l.Reply(l.Thread(id).Last().Click(l.User("Cy"), "Join"))
	l.Until("the name with both", func() bool {
		return strings.HasSuffix(l.about(l.Thread(id)).Name, ": Bo, Cy")
	})
	l.settled()
	if got := l.Thread(id).Messages(); len(got) != 1 || l.Game(id).State != match.Lobby {
		t.Errorf("the other post has %d messages, want the lobby alone", len(got))
	}
}

// TestWithoutRoomForAPostTheLobbyGoesOn fills the server's active threads: the host hears it, the
// game is played in direct messages, and nothing is called gone.
func TestWithoutRoomForAPostTheLobbyGoesOn(t *testing.T) {
	t.Parallel()
	l, forum := hallLine(t, tags("running")...)
	l.Srv.API.Inject(sandbox.Fault{
		Route: "POST /channels/{channel}/threads", Status: 400, Code: 160006, Times: 2,
	})
	l.Reply(l.User("Bo").Slash(l.Table(), "game new", sandbox.Opt("title", "amsterdam")))
	l.Until("word to the host", func() bool {
		return l.toldIn(l.User("Bo"), "too many open threads")
	})
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(l.User("Bo").ID()), match.Lobby)
	l.Must(err)
	game := sandbox.Opt("game", string(games[0].ID))
	l.Reply(l.User("Cy").Slash(l.Table(), "game join", game))
	l.Reply(l.User("Bo").Slash(l.Table(), "game start", game))
	for _, name := range []string{"Bo", "Cy"} {
		l.Until("word to "+name, func() bool { return l.toldIn(l.User(name), "gives it no thread") })
		for _, m := range l.User(name).DMs() {
			if strings.Contains(m.Content, "gone") {
				t.Errorf("%s reads %q", name, m.Content)
			}
		}
	}
	l.Reply(l.User("Cy").Slash(l.Table(), "game move-here", game))
	l.Until("the table in the forum, once there is room", func() bool {
		return l.Thread(games[0].ID) != nil && l.Thread(games[0].ID).Last() != nil
	})
	l.quiet() // the lobby would be shown again now, if it were one
	l.settled()
	post := l.Thread(games[0].ID)
	if got := l.postsIn(forum); len(got) != 1 || got[0].ID != post.ID() {
		t.Errorf("the forum has %d posts, want the table alone", len(got))
	}
	l.wantTags(post, "running")
}

func (l *line) toldIn(u *sandbox.User, part string) bool {
	return slices.ContainsFunc(u.DMs(), func(m *sandbox.Message) bool {
		return strings.Contains(m.Content, part)
	})
}

// TestAGameIsPlayedInTheThreadWhereItIsOpened needs no thread of its own.
func TestAGameIsPlayedInTheThreadWhereItIsOpened(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	first := l.Begin("Ola", "Bo")
	l.Reply(l.User("Ola").Slash(l.Thread(first), "admin end", sandbox.Opt("game", string(first))))
	here := l.Thread(first)
	l.Reply(l.User("Bo").Slash(here, "game new", sandbox.Opt("title", "amsterdam")))
	l.Until("the lobby", func() bool { return len(here.Last().Buttons()) == 4 })
	lobby := here.Last()
	l.Reply(lobby.Click(l.User("Ola"), "Join"))
	l.Reply(lobby.Click(l.User("Bo"), "Start"))
	l.Until("the table", func() bool { return here.Last().ID != lobby.ID })
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(l.User("Bo").ID()), match.Running)
	l.Must(err)
	if games[0].Thread != match.ChannelID(here.ID()) {
		t.Errorf("the table is %s, want %s", games[0].Thread, here.ID())
	}
	refused := l.Reply(l.User("Ola").Slash(here, "game new", sandbox.Opt("title", "amsterdam")))
	if refused.Content != l.Say("problem.not-in-thread") {
		t.Errorf("a second game in the thread: %q", refused.Content)
	}
}

// TestTheHallSaysWhatItsForumLacks lists missing and moderated tags for those who manage a server.
func TestTheHallSaysWhatItsForumLacks(t *testing.T) {
	t.Parallel()
	l, _ := hallLine(t, append(tags("Open seats", "W TOKU"),
		wire.Tag{Name: "finished", Moderated: true})...)
	got := l.Reply(l.User("Ola").Slash(l.Table(), "admin show")).Content
	for _, want := range []string{
		l.Say("hall.missing", "Tags", "solo, Amsterdam"),
		l.Say("hall.moderated", "Tags", "finished"),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

// TestAForumThatWantsATagItCannotHaveIsNoHall keeps a server from a hall that refuses every post.
func TestAForumThatWantsATagItCannotHaveIsNoHall(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	l.addForum("strict", wire.FlagRequireTag, tags("news")...)
	got := l.Reply(l.User("Ola").Slash(l.Table(), "admin hall",
		sandbox.Opt("hall", l.Srv.Channel("strict")))).Content
	if got != l.Say("problem.hall-wants-tag", "Tag", "open seats") {
		t.Errorf("got %q", got)
	}
}

// TestOpenSeatsAreListedInOneMessage follows the list of a server: a lobby with a button, then
// games that run, and away again.
func TestOpenSeatsAreListedInOneMessage(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo", "Cy")
	ola := l.User("Ola")
	l.Reply(ola.Slash(l.Table(), "admin seats", sandbox.Opt("channel", "here")))
	l.Until("the list", func() bool { return l.Table().Last() != nil })
	list := l.Table().Last().ID
	shows := func(part string) {
		l.T.Helper()
		l.Until("the list to say "+part, func() bool {
			l.Clock.Forward(time.Minute)
			m := find(l.Table(), list)
			return m != nil && strings.Contains(m.Text(), part)
		})
	}
	shows("No lobby is open")
	l.Reply(ola.Slash(l.Table(), "game new", sandbox.Opt("title", "amsterdam"),
		sandbox.Opt("seats", 2)))
	shows("Seats taken: 1 of 2")
	m := find(l.Table(), list)
	l.Reply(m.Click(l.User("Bo"), m.Buttons()[0].CustomID))
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(ola.ID()), match.Lobby)
	l.Must(err)
	if games[0].SeatOf(match.UserID(l.User("Bo").ID())) == 0 {
		t.Error("Bo has no seat")
	}
	shows("No lobby is open") // it is full
	l.Reply(ola.Slash(l.Table(), "game start"))
	shows("1 game is running, 0 ended this week.")
	l.Reply(ola.Slash(l.Table(), "admin seats", sandbox.Opt("channel", "off")))
	l.Until("the end of the list", func() bool {
		l.Clock.Forward(time.Minute)
		return find(l.Table(), list) == nil
	})
}

func find(c *sandbox.Channel, id string) *sandbox.Message {
	for _, m := range c.Messages() {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// TestThePostOfALobbyThatEndsIsPutAway: nobody looks for a game in the forum that is played
// elsewhere, or not at all.
func TestThePostOfALobbyThatEndsIsPutAway(t *testing.T) {
	t.Parallel()
	l, _ := hallLine(t, tags("Open seats")...)
	for name, end := range map[string]func(*sandbox.Message){
		"cancelled": func(m *sandbox.Message) {
			sure := l.Reply(m.Click(l.User("Bo"), "Cancel"))
			l.Reply(sure.Click(l.User("Bo"), sure.Buttons()[0].CustomID))
		},
		"played in direct messages": func(m *sandbox.Message) {
			l.addComputer(m)
			l.Reply(m.Click(l.User("Bo"), "Start"))
		},
	} {
		_, post := l.openPost("Bo")
		lobby := post.Last()
		end(lobby)
		l.Until("the post of a lobby that is "+name+" to be put away", func() bool {
			return l.about(post).ThreadMetadata.Archived
		})
		if m := find(post, lobby.ID); len(m.Buttons()) > 0 {
			t.Errorf("%s: %q still has buttons", name, m.Text())
		}
	}
}

func (l *line) addComputer(lobby *sandbox.Message) {
	l.T.Helper()
	menu := lobby.Menus()[0]
	l.Reply(lobby.Select(l.User("Bo"), menu.CustomID, menu.Options[0].Value))
}

// TestAnArchivedLobbyWakesWhenSomebodyJoins: in an archived post no button works.
func TestAnArchivedLobbyWakesWhenSomebodyJoins(t *testing.T) {
	t.Parallel()
	l, _ := hallLine(t)
	id, post := l.openPost("Bo")
	post.Archive(false)
	l.Reply(l.User("Cy").Slash(l.Table(), "game join", sandbox.Opt("game", string(id))))
	l.Until("the lobby to name both", func() bool {
		return strings.Contains(post.Messages()[0].Content, "Cy")
	})
	if l.about(post).ThreadMetadata.Archived {
		t.Error("the post is archived")
	}
}

// TestGamesOfAServerAreListedPrivately: those of the hall are, others are only counted.
func TestGamesOfAServerAreListedPrivately(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo", "Cy")
	list := func(in *sandbox.Channel) *sandbox.Message {
		return l.Reply(l.User("Cy").Slash(in, "games", sandbox.Opt("server", true)))
	}
	if got := list(l.Table()).Content; !strings.Contains(got, l.Say("hall.no-seats")) {
		t.Errorf("without games: %q", got)
	}
	elsewhere := l.Begin("Bo", "Cy")
	if got := list(l.Table()).Content; strings.Contains(got, "elsewhere") {
		t.Errorf("with no game elsewhere: %q", got)
	}
	l.addForum("games", 0)
	hall := sandbox.Opt("hall", l.Srv.Channel("games"))
	l.Reply(l.User("Ola").Slash(l.Table(), "admin hall", hall))
	id, post := l.openPost("Bo")
	got := list(post)
	if !got.Ephemeral() || !strings.Contains(got.Content, string(id)) ||
		strings.Contains(got.Content, string(elsewhere)) ||
		!strings.Contains(got.Content, l.Say("hall.elsewhere", "Count", 1)) {
		t.Errorf("got %q", got.Content)
	}
}

// TestAPostEndsWithTheResult plays a whole game in the forum.
func TestAPostEndsWithTheResult(t *testing.T) {
	t.Parallel()
	l, forum := hallLine(t, tags("Open seats", "finished")...)
	id, post := l.openPost("Bo")
	lobby := post.Last()
	l.Reply(lobby.Click(l.User("Cy"), "Join"))
	l.Reply(lobby.Click(l.User("Bo"), "Start"))
	for _, name := range []string{"Bo", "Cy"} {
		l.turnByDM(id, l.User(name))
	}
	for g := l.Game(id); g.State == match.Running; g = l.Game(id) {
		mover := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.User == g.ToMove[0] })
		l.turnByDM(id, l.User(g.Seats[mover].Name))
	}
	l.Until("the result at the end", func() bool { return offersProof(post.Last()) })
	l.wantTags(post, "finished")
	l.settled()
	if !offersProof(post.Last()) || len(post.Last().Attachments) != 2 {
		t.Errorf("the post ends with %q", post.Last().Text())
	}
	if n := len(l.Table().Messages()) + len(forum.Messages()); n != 0 {
		t.Errorf("%d messages stand outside of the post", n)
	}
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

// TestAPostOpenedBeforeACrashIsFound: posts have no nonce, so a retry must not open a second.
func TestAPostOpenedBeforeACrashIsFound(t *testing.T) {
	t.Parallel()
	l, forum := hallLine(t)
	l.Srv.API.Inject(sandbox.Fault{
		Route: "POST /channels/{channel}/threads", Cut: sandbox.CutAfter,
	})
	_, post := l.openPost("Bo")
	l.settled()
	if got := l.postsIn(forum); len(got) != 1 || got[0].ID != post.ID() {
		t.Errorf("the forum has %d posts, want one", len(got))
	}
}

// TestALobbyCallsPlayersOnceADay pings the role that the managers named, which everybody may
// mention.
func TestALobbyCallsPlayersOnceADay(t *testing.T) {
	t.Parallel()
	l, _ := hallLine(t)
	ola, bo := l.User("Ola"), l.User("Bo")
	quiet, players := l.addRole("quiet", false), l.addRole("players", true)
	refused := l.Reply(ola.Slash(l.Table(), "admin hall", sandbox.Opt("call", quiet)))
	if want := l.Say("problem.role-unmentionable", "Role", "<@&"+quiet+">"); refused.Content != want {
		t.Errorf("a role that only some may mention: %q", refused.Content)
	}
	l.Reply(ola.Slash(l.Table(), "admin hall", sandbox.Opt("call", players)))
	_, post := l.openPost("Bo")
	lobby := post.Last()
	if got := l.Reply(lobby.Click(bo, "Call players")).Content; got != l.Say("hall.called") {
		t.Fatalf("got %q", got)
	}
	l.Until("the call", func() bool { return post.Last().Pings(l.User("Cy")) })
	if got := l.Reply(lobby.Click(bo, "Call players")).Content; got !=
		l.Say("problem.called-already") {
		t.Errorf("a second call: %q", got)
	}
	if got := l.Reply(lobby.Click(l.User("Cy"), "Call players")).Content; got !=
		l.Say("problem.not-seated", "Game", strings.Fields(l.about(post).Name)[1]) {
		t.Errorf("somebody without a seat: %q", got)
	}
}

// The rest does to the server what its moderators can, and looks at it.

func (l *line) addForum(name string, flags int, tags ...wire.Tag) {
	l.Srv.State.Lock()
	defer l.Srv.State.Unlock()
	l.Srv.State.AddForum(name, flags, tags...)
}

func (l *line) addRole(name string, mentionable bool) string {
	l.Srv.State.Lock()
	defer l.Srv.State.Unlock()
	return l.Srv.State.AddRole(name, mentionable)
}

func (l *line) about(c *sandbox.Channel) wire.Channel {
	l.Srv.State.Lock()
	defer l.Srv.State.Unlock()
	return l.Srv.State.Channel(c.ID()).Channel
}

func (l *line) tagsOf(post *sandbox.Channel) (names []string) {
	applied := l.about(post)
	for _, tag := range l.about(l.Srv.Channel(*applied.ParentID)).AvailableTags {
		if slices.Contains(applied.AppliedTags, tag.ID) {
			names = append(names, tag.Name)
		}
	}
	return names
}

func (l *line) postsIn(forum *sandbox.Channel) (list []wire.Channel) {
	l.Srv.State.Lock()
	defer l.Srv.State.Unlock()
	for _, c := range l.Srv.State.Channels() {
		if c.ParentID != nil && *c.ParentID == forum.ID() {
			list = append(list, c.Channel)
		}
	}
	return list
}
