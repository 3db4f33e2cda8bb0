package find_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/storage"
)

const send = "find/send"

// wanted is a form that asks for Nordic Countries with two people, or as it is changed.
func wanted(changes ...string) map[string][]string {
	filled := map[string][]string{
		"titles": {"nordic"}, "seats": {"2"}, "paces": {"daily"}, "computers": {"no"}, "wait": {"24"},
	}
	for _, c := range changes {
		name, values, _ := strings.Cut(c, "=")
		filled[name] = strings.Split(values, ",")
	}
	return filled
}

// stage is a stage on which several people have met the bot.
func stage(t *testing.T) *bottest.Stage {
	t.Helper()
	return bottest.New(t)
}

func seek(s *bottest.Stage, who string, changes ...string) discord.Message {
	return s.Handle(s.Submit(who, send, wanted(changes...)))
}

// offerTo returns the letter that offers somebody a table.
func offerTo(t *testing.T, s *bottest.Stage, who string) discord.Message {
	t.Helper()
	s.Flush()
	for _, m := range slices.Backward(s.DM(who)) {
		if strings.Contains(m.Content, "There is a table") {
			return m
		}
	}
	t.Fatalf("%s was offered nothing: %v", who, s.DM(who))
	return discord.Message{}
}

func answer(t *testing.T, s *bottest.Stage, who, label string) discord.Message {
	t.Helper()
	id, ok := bottest.ButtonSaying(offerTo(t, s, who), s.Say("find.button-"+label))
	if !ok {
		t.Fatalf("no button %s", label)
	}
	return s.Handle(s.Alone(s.Click(who, id)))
}

func running(t *testing.T, s *bottest.Stage) []match.Game {
	t.Helper()
	games, err := s.Store.GamesIn(t.Context(), match.Running)
	s.Must(err)
	return games
}

func TestTheFormIsOneOfFiveFieldsAndIsRememberedForNextTime(t *testing.T) {
	s := stage(t)
	formOf := func(who string) *discord.Form {
		s.Bot.Handle(t.Context(), s.Slash(who, "game find"))
		calls := s.API.Calls(discordtest.Respond)
		return calls[len(calls)-1].Response.Form
	}
	form := formOf("Ola")
	if form == nil || len(form.Fields) != 5 || form.CustomID != send {
		t.Fatalf("got %+v", form)
	}
	seek(s, "Ola", "seats=3,5", "wait=168")
	s.Handle(s.Click("Ola", "find/leave"))
	for _, f := range formOf("Ola").Fields {
		var picked []string
		for _, o := range f.Options {
			if o.Default {
				picked = append(picked, o.Value)
			}
		}
		if want := wanted("seats=3,5", "wait=168")[f.Name]; !slices.Equal(picked, want) {
			t.Errorf("%s: %v is picked, want %v", f.Name, picked, want)
		}
	}
}

func TestPeopleWhoWantTheSameGetATable(t *testing.T) {
	s := stage(t)
	bottest.Contains(t, seek(s, "Ola", "titles=amsterdam,nordic").Content, "in the queue")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game find")).Content, "in the queue")
	seek(s, "Bo")
	// The last one to agree has a seat before their press is noted.
	if u, err := s.Store.User(t.Context(), bottest.Person("Bo").ID); err != nil || u.Name != "Bo" {
		t.Errorf("got %+v, %v: whose name is not known has an ID for a name at the table", u, err)
	}
	bottest.Contains(t, offerTo(t, s, "Ola").Content, "Nordic")
	bottest.Contains(t, answer(t, s, "Ola", "yes").Content, s.Say("find.agreed"))
	bottest.Contains(t, answer(t, s, "Bo", "yes").Content, s.Say("find.seated"))
	s.Flush()
	games := running(t, s)
	names := match.Names(games[0].Seats)
	slices.Sort(names)
	if len(games) != 1 || games[0].Thread == "" || !slices.Equal(names, []string{"Bo", "Ola"}) ||
		games[0].Pace != "daily" {
		t.Fatalf("got %+v", games)
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game decisions")).Content, ": 0")
	s.NothingBroke()
}

func TestASilentPersonIsDroppedOnceAndOthersKeepTheirPlace(t *testing.T) {
	s := stage(t)
	seek(s, "Ola", "wait=168")
	seek(s, "Bo", "wait=168")
	answer(t, s, "Ola", "yes")
	s.Clock = s.Clock.Add(12*time.Hour + time.Minute)
	s.Flush()
	bottest.Contains(t, s.LastTo("Bo").Content, "out of the queue")
	bottest.Contains(t, s.LastTo("Ola").Content, "You keep your place")
	before := len(s.DM("Bo"))
	s.Clock = s.Clock.Add(8 * 24 * time.Hour)
	s.Flush()
	if n := len(s.DM("Bo")) - before; n != 0 {
		t.Errorf("Bo was told %d times more", n)
	}
	bottest.Contains(t, s.LastTo("Ola").Content, "Your time in the queue is up")
	if len(running(t, s)) != 0 {
		t.Error("a table was opened")
	}
}

func TestANoEndsTheOfferForAll(t *testing.T) {
	s := stage(t)
	seek(s, "Ola")
	seek(s, "Bo")
	answer(t, s, "Ola", "yes")
	bottest.Contains(t, answer(t, s, "Bo", "no").Content, s.Say("find.out"))
	s.Flush()
	bottest.Contains(t, s.LastTo("Ola").Content, "You keep your place")
	stale := s.Handle(s.Alone(s.Click("Ola", customid.ID{
		Action: customid.Find, Name: "yes", Server: bottest.Guild, Wish: 1,
	}.Print())))
	bottest.Contains(t, stale.Content, s.Say("problem.queue-gone"))
	calls := s.API.Calls(discordtest.Respond)
	if shown := calls[len(calls)-1].Response.Update; shown == nil || shown.Rows == nil {
		t.Error("the button of the offer that is over stays")
	}
}

func TestFriendsComeAlongAndComputersFillUp(t *testing.T) {
	s := stage(t)
	seek(s, "Ola", "titles=amsterdam", "seats=3", "computers=yes", "wait=1")
	s.Handle(s.Click("Ola", "find/friends"))
	join := customid.ID{
		Action: customid.Find, Name: "join", User: string(bottest.Person("Ola").ID),
	}.Print()
	bottest.Contains(t, s.Handle(s.Click("Bo", join)).Content, "You wait together")
	bottest.Contains(t, s.Handle(s.Click("Bo", join)).Content, s.Say("problem.queue-in"))
	s.Clock = s.Clock.Add(time.Hour + time.Minute)
	s.Flush()
	answer(t, s, "Ola", "yes")
	answer(t, s, "Bo", "yes")
	s.Flush()
	games := running(t, s)
	if len(games) != 1 || len(match.Users(games[0].Seats)) != 2 || len(games[0].Seats) != 3 {
		t.Fatalf("got %+v", games)
	}
}

func TestPeopleWhoAvoidEachOtherAreNotSeatedTogether(t *testing.T) {
	s := stage(t)
	seek(s, "Bo")
	bo := string(bottest.Person("Bo").ID)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game avoid", "player="+bo)).Content, bo)
	seek(s, "Ola")
	s.Flush()
	if sent := s.API.Calls(discordtest.OpenDM); len(sent) != 0 {
		t.Error("somebody was offered a table")
	}
	s.Handle(s.Slash("Ola", "game avoid", "player="+bo))
	offerTo(t, s, "Bo")
}

// Ola waits together with Bo, and has nothing to do with Cy.
func TestASharedWishKeepsTheAvoidListsOfAllItsPlayers(t *testing.T) {
	s := stage(t)
	id := func(name string) string { return string(bottest.Person(name).ID) }
	seek(s, "Ola", "titles=amsterdam", "seats=3,4")
	join := func(who, with string) {
		s.Handle(s.Click(who, customid.ID{Action: customid.Find, Name: "join", User: id(with)}.Print()))
	}
	join("Bo", "Ola")
	s.Handle(s.Slash("Ola", "game avoid", "player="+id("Cy"))) // the wish is shared already
	seek(s, "Cy", "titles=amsterdam", "seats=3,4")
	join("Di", "Cy")
	s.Flush()
	if sent := s.API.Calls(discordtest.OpenDM); len(sent) != 0 {
		t.Error("somebody was offered a table")
	}
	s.Handle(s.Slash("Ola", "game avoid", "player="+id("Cy")))
	for _, who := range []string{"Ola", "Bo", "Cy", "Di"} {
		offerTo(t, s, who)
	}
}

func TestImpossibleWishesAndForgedFormsAreRefused(t *testing.T) {
	s := stage(t)
	bottest.Contains(t, seek(s, "Ola", "titles=nordic", "seats=5").Content,
		s.Say("problem.queue-seats"))
	for name, filled := range map[string]map[string][]string{
		"no such title":  wanted("titles=zzz"),
		"twice the same": wanted("seats=2,2"),
		"a long wait":    wanted("wait=9999"),
		"two waits":      wanted("wait=1,4"),
		"nothing":        {},
	} {
		got := s.Handle(s.Submit("Ola", send, filled))
		if got.Content != s.Say("problem.form-unknown") {
			t.Errorf("%s: %q", name, got.Content)
		}
	}
	ix := s.Submit("Ola", send, wanted())
	ix.Guild = ""
	bottest.Contains(t, s.Handle(ix).Content, s.Say("problem.find-on-server"))
	_, err := s.Store.Setting(t.Context(), "find/"+bottest.Guild)
	if !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("something was kept: %v", err)
	}
}

func TestAnOfferGoesToTheChannelWhenDirectMessagesAreClosed(t *testing.T) {
	s := stage(t)
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.Method(discordtest.OpenDM))
	seek(s, "Ola")
	seek(s, "Bo")
	s.Flush()
	sent := s.API.Sent(bottest.Channel)
	if len(sent) != 2 || len(sent[0].Mention) != 1 || len(sent[0].Rows) != 1 {
		t.Fatalf("got %+v", sent)
	}
}

func TestABannedPersonGetsNoNewSeat(t *testing.T) {
	s := stage(t)
	id := s.Lobby("Ola", "Cy")
	seek(s, "Bo")
	bo := string(bottest.Person("Bo").ID)
	manage := func(path string, options ...string) string {
		ix := s.Slash("Mia", path, options...)
		ix.Rights = discord.PermAll
		return s.Handle(ix).Content
	}
	bottest.Contains(t, manage("admin ban", "player="+bo, "reason=rude", "until=yesterday"),
		"2027-01-31")
	const reason = "rude to everybody at three tables, twice"
	bottest.Contains(t, manage("admin ban", "player="+bo, "reason="+reason), "no new seat")
	s.Flush()
	for _, ix := range []*discord.Interaction{
		s.Submit("Bo", send, wanted()), s.Slash("Bo", "game find"),
		s.Slash("Bo", "game new", "title=nordic"), s.Click("Bo", customid.Button(customid.Join, id)),
	} {
		bottest.Contains(t, s.Handle(ix).Content, reason)
	}
	waits, err := s.Store.Setting(t.Context(), "find/"+bottest.Guild)
	if err != nil || strings.Contains(waits, bo) {
		t.Errorf("a banned person waits in the queue: %s, %v", waits, err)
	}
	bottest.Contains(t, s.Handle(s.Slash("Bo", "game decisions")).Content, "banned", reason)
	bottest.Contains(t, s.Handle(s.Slash("Cy", "game decisions")).Content, ": 0")
	bottest.Contains(t, manage("game decisions"), "banned")
	exported := s.Handle(s.Click("Bo", "export"))
	if len(exported.Files) != 1 || !strings.Contains(string(exported.Files[0].Data), `"rude to`) {
		t.Error("the export lacks the ban")
	}
	bottest.Contains(t, manage("admin unban", "player="+bo), "again")
	bottest.Contains(t, seek(s, "Bo").Content, "in the queue")
	s.Handle(s.Click("Bo", "erase"))
	for _, key := range []string{"find/", "deeds/", "guild/"} {
		text, _ := s.Store.Setting(t.Context(), key+bottest.Guild)
		if strings.Contains(text, bo) {
			t.Errorf("%s still names a user who was forgotten: %s", key, text)
		}
	}
	if _, err := s.Store.Setting(t.Context(), "seeker/"+bo); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestHoursAreLearnedFromMovesAndCanBeForgotten(t *testing.T) {
	s := stage(t)
	id := s.Playing("Ola", "Bo")
	for i := range 68 { // at 18, 19 and 20 o'clock, day by day
		s.Clock = time.Date(2026, 12, 1+i/9, 18+i%3, 10+i%9, 0, 0, time.UTC)
		s.Move(id, bottest.FirstLegal)
	}
	bottest.Contains(t, s.Me("Ola"), "learned from your moves: 18, 19, 20.")
	bottest.Contains(t, s.Me("Cy"), "not known yet")
	elsewhere := s.Submit("Ola", send, wanted())
	elsewhere.Guild = "elsewhere"
	s.Handle(elsewhere)
	bottest.Contains(t, seek(s, "Ola").Content, "18, 19, 20")
	bottest.Contains(t, s.Handle(s.Click("Ola", "find/hours")).Content, "not learned")
	bottest.Contains(t, s.Me("Ola"), "not learned")
	for _, server := range []string{bottest.Guild, "elsewhere"} {
		text, err := s.Store.Setting(t.Context(), "find/"+server)
		if err != nil || !strings.Contains(text, `"Hours":0`) {
			t.Errorf("%s: got %s, %v", server, text, err)
		}
	}
}

// Whatever is sent as a form or a button of the queue, it is answered, and nobody is in the queue
// with a wish that the form does not offer.
func TestForgedFormsChangeNothing(t *testing.T) {
	s := stage(t)
	r := rand.New(rand.NewPCG(7, 7))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for range enginetest.Size(1000, 10_000) {
		filled := wanted()
		for range 1 + r.IntN(3) {
			name := pick("titles", "seats", "paces", "computers", "wait", "x", "")
			filled[name] = nil
			for range r.IntN(28) {
				filled[name] = append(filled[name], pick("nordic", "2", "daily", "yes", "24", "", "-1",
					"9999999999999999999", "\x00", strings.Repeat("w", 4000)))
			}
		}
		name := pick("send", "open", "leave", "hours", "join", "join/1", "yes", "no", "yes/s1/v1",
			"no/s900/v9999", "send/s900", "friends", "x")
		ix := s.Submit(pick("Ola", "Bo"), "find/"+name, filled)
		if r.IntN(4) == 0 {
			ix.Kind = discord.Click
		}
		calls := len(s.API.Calls())
		s.Bot.Handle(t.Context(), ix)
		if len(s.API.Calls()) == calls || s.Faults.Load() > 0 {
			t.Fatalf("%s with %v: %s", name, filled, s.Faults.Last())
		}
	}
	text, _ := s.Store.Setting(t.Context(), "find/"+bottest.Guild)
	if strings.Contains(text, `"wwww`) || strings.Contains(text, "999999") {
		t.Errorf("a forged wish is kept: %s", text)
	}
}
