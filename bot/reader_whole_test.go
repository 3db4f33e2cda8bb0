package bot_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render/rendertest"
)

// TestEveryTitleCanBePlayedFromItsTexts plays whole games with people who read messages only: no
// picture is drawn, and they know neither a view nor a rule.
func TestEveryTitleCanBePlayedFromItsTexts(t *testing.T) {
	t.Parallel()
	games := []struct {
		title, lang string
		people      []string
	}{
		{"nordic", "pl", []string{"Ola", "Bo"}},
		{"world", "en", []string{"Ola", "Bo"}},
		// At full size only: on the sandbox, or in the longer language, these are always played from
		// their texts.
		{"cardgame", "en", []string{"Ola", "Bo"}},
		{"asia", "en", []string{"Ola", "Bo", "Cy", "Di"}},
		{"amsterdam", "en", []string{"Ola", "Bo"}},
		{"nordic", "en", []string{"Ola", "Bo"}},
	}
	for _, c := range games[:enginetest.Size(2, len(games))] {
		t.Run(c.title+" "+c.lang, func(t *testing.T) {
			t.Parallel()
			r := newReading(t, c.title, c.lang, c.people)
			r.play()
		})
	}
}

// reading is a game among readers, and what each of them reads now.
type reading struct {
	*bottest.Stage
	title, lang string
	catalog     *locale.Catalog
	id          match.GameID
	people      []string
	readers     map[string]*Reader
	now         map[string]discord.Message
	channels    map[match.ChannelID]match.UserID    // users by the channel of their direct messages
	mail        map[match.UserID][]discordtest.Call // unread direct messages, by user
	at          map[string]discordtest.Call         // the direct message that somebody reads
	over        map[string]bool
}

func newReading(t *testing.T, title, lang string, people []string, change ...func(*bot.Options),
) *reading {
	t.Helper()
	r := &reading{
		Stage: bottest.New(t), title: title, lang: lang, people: people,
		readers: map[string]*Reader{},
		now:     map[string]discord.Message{}, channels: map[match.ChannelID]match.UserID{},
		mail: map[match.UserID][]discordtest.Call{}, at: map[string]discordtest.Call{},
		over: map[string]bool{},
	}
	r.Remake(func(o *bot.Options) {
		for _, one := range change {
			one(o)
		}
		r.catalog = o.Catalog
	})
	texts := r.Texts(lang)
	for _, name := range people {
		r.readers[name] = &Reader{
			Say:     texts.Say,
			Tickets: func() string { return r.ways(name) },
		}
	}
	r.answer(r.Slash(people[0], "game new", "title="+title))
	games, err := r.Store.GamesOf(t.Context(), bottest.Person(people[0]).ID, match.Lobby)
	r.Must(err)
	r.id = games[0].ID
	for _, name := range people[1:] {
		r.answer(r.Click(name, customid.Button(customid.Join, r.id)))
	}
	r.answer(r.Click(people[0], customid.Button(customid.Start, r.id)))
	return r
}

// Texts are those of the bot that is played with.
func (r *reading) Texts(lang string) *locale.Texts { return r.catalog.Texts(lang) }

// answer lets the bot answer an interaction of somebody who reads the language, and checks what is
// answered.
func (r *reading) answer(ix *discord.Interaction) discord.Message {
	r.T.Helper()
	ix.Locale, ix.GuildLocale = r.lang, r.lang
	r.Bot.Handle(r.T.Context(), ix)
	m := bottest.Answered(r.T, r.heard())
	r.check(m)
	r.Flush()
	r.heard()
	return m
}

// heard returns the calls since it was asked last, and puts direct messages where their readers
// find them.
func (r *reading) heard() []discordtest.Call {
	calls := r.API.Calls()
	r.API.Forget() // a whole game makes thousands
	for _, c := range calls {
		switch {
		case c.Err != nil || c.Repeat:
		case c.Method == discordtest.OpenDM:
			r.channels[match.ChannelID(c.Result)] = c.User
		case c.Method == discordtest.Send && r.channels[c.Channel] != "":
			r.check(c.Message)
			r.mail[r.channels[c.Channel]] = append(r.mail[r.channels[c.Channel]], c)
		}
	}
	return calls
}

// check holds a message to what a reader needs of it.
func (r *reading) check(m discord.Message) {
	r.T.Helper()
	r.checkLimits(m)
	texts := []string{m.Content}
	for _, row := range m.Rows {
		if row.Select == nil {
			continue
		}
		texts = append(texts, row.Select.Placeholder)
		for _, o := range row.Select.Options {
			texts = append(texts, o.Label+" "+o.Description)
		}
	}
	for _, text := range texts {
		if line := rendertest.Misnamed(titles.Map(r.title), text); line != "" {
			r.T.Errorf("a city is not called what the board calls it: %s", line)
		}
	}
}

// ways reads all pages of somebody's tickets.
func (r *reading) ways(name string) string {
	r.T.Helper()
	m := r.answer(r.Slash(name, "board", "text=tickets", "game="+string(r.id)))
	text := m.Content
	next := r.Texts(r.lang).Say("panel.page-on")
	for {
		i := slices.IndexFunc(m.Rows, func(row discord.Row) bool {
			return slices.ContainsFunc(row.Buttons, func(b discord.Button) bool { return b.Label == next })
		})
		if i < 0 {
			return text
		}
		buttons := m.Rows[i].Buttons
		m = r.answer(r.Click(name, buttons[len(buttons)-1].CustomID))
		text += m.Content
	}
}

// play lets everybody who is asked for something answer, until everybody has read the result, which
// play returns. If they could read how, they have completed more tickets than not.
func (r *reading) play() (result string) {
	r.T.Helper()
	for len(r.over) < len(r.people) {
		before := r.Last
		for _, name := range r.people {
			r.open(name)
			for {
				p, ok := r.readers[name].Choose(r.now[name])
				if !ok {
					break
				}
				r.now[name] = r.answer(r.pressed(name, p))
				if r.Last-before > 5000 {
					r.T.Fatalf("%s is not done with\n%s", name, r.now[name].Content)
				}
			}
		}
		if r.Last == before && len(r.over) < len(r.people) {
			r.T.Fatalf("nobody knows what to do:\n%s\n\n%s", r.now[r.people[0]].Content,
				r.now[r.people[1]].Content)
		}
	}
	result = r.now[r.people[0]].Content
	if done, failed := strings.Count(result, "\n+ "), strings.Count(result, "\n− "); done < 2 ||
		done <= failed {
		r.T.Errorf("%d tickets were completed and %d not: they could not read how\n%s", done, failed,
			result)
	}
	return result
}

// pressed is a click in the direct message that somebody is reading.
func (r *reading) pressed(name string, p Press) *discord.Interaction {
	ix := r.Click(name, p.CustomID, p.Values...)
	ix.Guild, ix.Channel, ix.Message = "", r.at[name].Channel, match.MessageID(r.at[name].Result)
	return ix
}

// open reads somebody's new direct messages, and goes by the last.
func (r *reading) open(name string) {
	r.T.Helper()
	user := bottest.Person(name).ID
	for _, c := range r.mail[user] {
		r.now[name], r.at[name] = c.Message, c
		if strings.Contains(c.Message.Content, r.Texts(r.lang).Say("render.sheet-total")+" ") {
			r.over[name] = true
		}
	}
	delete(r.mail, user)
}
