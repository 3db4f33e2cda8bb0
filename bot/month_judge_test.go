package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// judge compares all that stands with what has to stand, once lists have been edited.
func (m *month) judge() {
	m.t.Helper()
	m.Clock = m.Clock.Add(90 * time.Second)
	m.work()
	if m.judged == nil {
		m.judgedBy = &yard{discordtest.New(), m}
		m.judged = m.NewBot(unsure{m.Store}, m.judgedBy)
	}
	told := m.judgedBy.Fake
	told.Forget()
	m.at = nil // nothing is killed meanwhile
	games, servers, err := m.Store.Posted(m.t.Context())
	m.Must(err)
	for _, id := range games {
		m.Must(m.judged.Posts().Run(m.t.Context(), id))
	}
	for _, id := range servers {
		m.Must(m.judged.Posts().Do(m.t.Context(), storage.Message{Kind: posts.Job, Body: string(id)}))
	}
	for _, c := range told.Calls(discordtest.Edit, discordtest.Delete, discordtest.RenameThread,
		discordtest.EditPost) {
		m.compared++
		if wrong := m.compare(c); wrong != "" {
			m.t.Errorf("%v: %s", m.Clock, wrong)
		}
	}
	m.stuck()
	m.orphans()
	running, err := m.Store.GamesIn(m.t.Context(), match.Running)
	m.Must(err)
	m.t.Logf("%v: %d games under way, %d commits, %d kills", m.Clock.Format(time.DateTime),
		len(running), m.commits, m.deaths)
}

// compare says what is wrong with a post; c is the call that would have it show what it has to.
func (m *month) compare(c discordtest.Call) string {
	if t := m.wall.threads[c.Channel]; c.ID == "" && t != nil {
		switch {
		case c.Method == discordtest.RenameThread && c.Name != t.name:
			return fmt.Sprintf("thread %s is called %q, want %q", c.Channel, t.name, c.Name)
		case c.Method == discordtest.EditPost && (c.Archived != t.archived ||
			c.Tags != nil && !slices.Equal(c.Tags, t.tags)):
			return fmt.Sprintf("post %q has tags %v, archived: %t; want %v, %t", t.name, t.tags,
				t.archived, c.Tags, c.Archived)
		}
		return ""
	}
	p := m.wall.Posts[c.ID]
	switch {
	case p == nil && c.Method == discordtest.Delete:
		return ""
	case p == nil:
		return fmt.Sprintf("message %s in %s is not on the screen", c.ID, c.Channel)
	case c.Method == discordtest.Delete:
		return fmt.Sprintf("%q stands, and has to go", p.Message.Content)
	}
	if want := c.Edit.Content; want != nil && *want != p.Message.Content {
		return fmt.Sprintf("a message says\n%s\nwant\n%s", p.Message.Content, *want)
	}
	if c.Edit.Rows != nil {
		is, want := m.idsOf(p.Message.Rows), m.idsOf(*c.Edit.Rows)
		if is != want {
			return fmt.Sprintf("%q has buttons\n%s\nwant\n%s", firstLine(p.Message.Content), is, want)
		}
	}
	return ""
}

// stuck wants nothing to wait that is due, and no clock to be forgotten.
func (m *month) stuck() {
	m.t.Helper()
	late, err := m.Store.Overdue(m.t.Context(), m.Clock, 10)
	m.Must(err)
	if len(late) > 0 {
		m.t.Errorf("%v: %d deadlines have passed: %+v", m.Clock, len(late), late[0])
	}
	waiting, err := m.Store.Waiting(m.t.Context(), 10_000)
	m.Must(err)
	for _, w := range waiting {
		if !w.Due.After(m.Clock) {
			m.t.Errorf("%v: %s waits since %v: %+v", m.Clock, w.Kind, w.Due, w)
		}
	}
	dropped, err := m.Store.Dropped(m.t.Context(), 500)
	m.Must(err)
	for _, d := range dropped {
		if d.Attempts > 0 || strings.Contains(d.Why, "panic") {
			m.t.Errorf("%v: a message was given up: %s, %s", m.Clock, d.Kind, d.Why)
		}
	}
}

// orphans wants each message with a button that changes something to be a post.
func (m *month) orphans() {
	m.t.Helper()
	changing := []customid.Action{
		customid.Do, customid.Narrow, customid.Ask, customid.Join, customid.Start, customid.Season,
		customid.Evening, customid.Summon,
	}
	for id, p := range m.wall.Posts {
		if !slices.ContainsFunc(bottest.Offers(p.Message), func(o bottest.Offer) bool {
			parsed, _ := customid.Parse(o.ID)
			return slices.Contains(changing, parsed.Action)
		}) {
			continue
		}
		_, err := m.Store.PostAt(m.t.Context(), p.Channel, id)
		if err != nil {
			m.t.Errorf("%v: nothing follows %q in %s: %v", m.Clock, firstLine(p.Message.Content),
				p.Channel, err)
		}
	}
}

// ends checks what the month has left: everything is over, nothing is lost or doubled.
func (m *month) ends() {
	m.t.Helper()
	m.judge()
	games, err := m.Store.GamesIn(m.t.Context())
	m.Must(err)
	count := map[match.State]int{}
	of := map[string]match.GameID{}
	for _, g := range games {
		count[g.State]++
		if g.State == match.Running || g.State == match.Lobby {
			m.t.Errorf("game %s of %q still is %s", g.ID, g.Of, g.State)
		}
		if other := of[g.Of]; g.Of != "" && other != "" {
			m.t.Errorf("%s and %s are both of %s", g.ID, other, g.Of)
		}
		of[g.Of] = g.ID
		if g.State == match.Finished {
			m.told(g)
		}
	}
	for _, name := range []string{m.season, m.duplic} {
		k := m.kept(name)
		if k.Season.State != league.Over {
			m.t.Errorf("%s is %s", name, k.Season.State)
		}
		for key, id := range k.Games {
			if of[key] != id {
				m.t.Errorf("the game of %s is %s, want %s", key, of[key], id)
			}
		}
	}
	m.standing()
	m.t.Logf("games: %v, of them arranged: %d", count, len(of))
}

// standing counts the season again from the games, and wants everybody to have been told its end
// once.
func (m *month) standing() {
	m.t.Helper()
	k := m.kept(m.season)
	for i, d := range k.Season.Divisions {
		for j, f := range d.Fixtures {
			g := m.Game(k.Games[fmt.Sprintf("%s/%d/%d", m.season, i+1, j)])
			if (g.State == match.Finished) != (f.Places != nil) && f.Void == "" {
				m.t.Errorf("game %s is %s, its fixture %+v", g.ID, g.State, f)
			}
			if f.Places == nil {
				continue
			}
			t, err := m.judged.Games().Table(m.t.Context(), g.ID)
			m.Must(err)
			v := t.View(engine.Public)
			for seat, final := range v.Seats {
				if final.Final.Place != f.Places[seat] || final.Final.Total != f.Points[seat] {
					m.t.Errorf("game %s ended with %+v, noted as %+v", g.ID, final.Final, f)
				}
			}
		}
	}
	for _, side := range k.Season.Sides {
		for _, user := range side.Users {
			m.once(user, "is over. Your season:", "Twój sezon")
		}
	}
}

// once wants somebody to have been written something exactly once.
func (m *month) once(user match.UserID, parts ...string) {
	m.t.Helper()
	n := 0
	for _, letter := range m.wall.letters[user] {
		if slices.ContainsFunc(parts, func(part string) bool {
			return strings.Contains(letter.Content, part)
		}) {
			n++
		}
	}
	if n != 1 {
		m.t.Errorf("%s was written %q %d times", user, parts[0], n)
	}
}

// told wants each player to have been told the result of a game once, and the results to be kept.
func (m *month) told(g match.Game) {
	m.t.Helper()
	for i, s := range g.Seats {
		if s.User == "" {
			continue
		}
		n, tag := 0, fmt.Sprintf("re%s.", g.ID)
		for _, letter := range m.wall.letters[s.User] {
			if strings.HasPrefix(letter.Nonce, tag) && strings.HasSuffix(letter.Nonce,
				fmt.Sprintf(".%d", i+1)) {
				n++
			}
		}
		if n != 1 {
			m.t.Errorf("%s was told the result of game %s %d times", s.User, g.ID, n)
		}
	}
	results, err := m.Store.ForRatings().Results(m.t.Context(), g.ID)
	m.Must(err)
	if len(results) != len(g.Seats) {
		m.t.Errorf("game %s of %d has %d results", g.ID, len(g.Seats), len(results))
	}
}

// idsOf writes down what can be pressed.
func (m *month) idsOf(rows []discord.Row) string {
	var list []string
	for _, o := range bottest.Offers(discord.Message{Rows: rows}) {
		id, _ := customid.Parse(o.ID)
		if g, err := m.Store.Game(m.t.Context(), match.GameID(id.Game)); err == nil &&
			int(g.Ply) < len(g.Seats) {
			id.At.Ply = 0 // others' choices at setup do no harm (C2)
			o.ID = id.Print()
		}
		list = append(list, strings.Join(append([]string{o.ID}, o.Values...), " "))
	}
	return strings.Join(list, "\n")
}
