package bot_test

import (
	"context"
	"encoding/json"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// process is a process of the bot, and the store as it has it: it dies before or after a commit.
type process struct {
	storage.Store
	m     *month
	bot   *bot.Bot
	dead  bool
	fresh bool // what stands has not been looked at since the start
}

// strikes reports whether the process at work is killed now.
func (m *month) strikes() bool {
	if m.odds == 0 || m.at == nil || m.at.dead || m.rng.IntN(m.odds) > 0 {
		return false
	}
	m.at.dead = true
	m.deaths++
	return true
}

func (p *process) commit(do func() error) error {
	p.m.commits++
	switch {
	case p.dead:
		return errKilled
	case p.m.strikes():
		if p.m.rng.IntN(2) == 0 {
			_ = do()
		}
		return errKilled
	}
	return do()
}

func (p *process) Create(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	return p.commit(func() error { return p.Store.Create(ctx, g, why, out) })
}

func (p *process) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	return p.commit(func() error { return p.Store.Update(ctx, g, why, out) })
}

func (p *process) Append(ctx context.Context, id match.GameID, move match.Move, row match.RowUpdate,
	why storage.Origin, out []storage.Message,
) error {
	return p.commit(func() error { return p.Store.Append(ctx, id, move, row, why, out) })
}

func (p *process) PutOff(ctx context.Context, d match.Deadline, due time.Time) error {
	return p.commit(func() error { return p.Store.PutOff(ctx, d, due) })
}

func (p *process) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	return p.commit(func() error { return p.Store.Sent(ctx, id, posts) })
}

func (p *process) Expand(ctx context.Context, id int64, out []storage.Message) error {
	return p.commit(func() error { return p.Store.Expand(ctx, id, out) })
}

func (p *process) Postpone(ctx context.Context, id int64, to storage.Postponed) error {
	return p.commit(func() error { return p.Store.Postpone(ctx, id, to) })
}

func (p *process) Drop(ctx context.Context, id int64, why string) error {
	return p.commit(func() error { return p.Store.Drop(ctx, id, why) })
}

func (p *process) Enqueue(ctx context.Context, out []storage.Message) error {
	return p.commit(func() error { return p.Store.Enqueue(ctx, out) })
}

func (p *process) SwapPost(ctx context.Context, was, is *storage.Post) error {
	return p.commit(func() error { return p.Store.SwapPost(ctx, was, is) })
}

func (p *process) SaveUser(ctx context.Context, u storage.User) error {
	return p.commit(func() error { return p.Store.SaveUser(ctx, u) })
}

func (p *process) SaveHabits(ctx context.Context, h match.Habits) error {
	return p.commit(func() error { return p.Store.SaveHabits(ctx, h) })
}

func (p *process) SwapSetting(ctx context.Context, key, before, value string,
	out ...storage.Message,
) error {
	return p.commit(func() error { return p.Store.SwapSetting(ctx, key, before, value, out...) })
}

// yard is a Discord with a forum, on the way to which the other process works now and then.
type yard struct {
	*discordtest.Fake
	m *month
}

const forum = "950"

func (y *yard) fails(discordtest.Call) error {
	if y.m.at != nil && y.m.at.dead {
		return discord.NoAnswer(errKilled)
	}
	return nil
}

func (y *yard) loses(discordtest.Call) error {
	if y.m.strikes() {
		return discord.NoAnswer(errKilled)
	}
	return nil
}

// Channel implements discord.API.
func (y *yard) Channel(ctx context.Context, id match.ChannelID) (c discord.Channel, err error) {
	if id != forum {
		return y.Fake.Channel(ctx, id)
	}
	err = json.Unmarshal([]byte(`{"id": "950", "guild_id": "900", "type": 15, "available_tags": [
		{"id": "1", "name": "open seats"}, {"id": "2", "name": "running"},
		{"id": "3", "name": "finished"}, {"id": "4", "name": "Amsterdam"}]}`), &c)
	return c, err
}

// ActiveThreads implements discord.API.
func (y *yard) ActiveThreads(context.Context, match.ServerID) (list []discord.Channel, err error) {
	y.m.wall.see(y.Calls())
	y.Forget()
	for id, t := range y.m.wall.threads {
		if t.forum && !t.archived {
			list = append(list, discord.Channel{
				ID: string(id), Name: t.name, ParentID: forum, OwnerID: "1",
			})
		}
	}
	return list, nil
}

func (y *yard) yield(ctx context.Context) {
	m := y.m
	if m.within || len(m.processes) < 2 || m.at == nil || m.at.dead || m.rng.IntN(40) > 0 {
		return
	}
	was := m.at
	m.within = true
	m.at = m.processes[0]
	if was == m.at {
		m.at = m.processes[1]
	}
	_ = m.at.bot.Flush(ctx)
	m.at, m.within = was, false
}

// Edit implements discord.API.
func (y *yard) Edit(ctx context.Context, channel match.ChannelID, id match.MessageID,
	e discord.Edit,
) error {
	y.yield(ctx)
	return y.Fake.Edit(ctx, channel, id, e)
}

// Send implements discord.API.
func (y *yard) Send(ctx context.Context, channel match.ChannelID, d discord.Message,
) (match.MessageID, error) {
	y.yield(ctx)
	return y.Fake.Send(ctx, channel, d)
}

// Choose implements timekeeper.Chooser.
func (a anyMove) Choose(_ context.Context, s play.BenchSeat) (engine.Move, bool) {
	return a.choose(*s.View), true
}

// wall is the screen with names and tags of threads, and what was sent how often.
type wall struct {
	*discordtest.Screen
	threads map[match.ChannelID]*thread
	last    discord.Message // answered
	dms     map[match.UserID]match.ChannelID
	in      map[match.ChannelID][]match.MessageID // by channel; all posts are in the forum
	letters map[match.UserID][]discord.Message
}

type thread struct {
	name     string
	tags     []string
	forum    bool
	archived bool
}

func newWall() *wall {
	return &wall{
		Screen: discordtest.NewScreen(), threads: map[match.ChannelID]*thread{},
		dms: map[match.UserID]match.ChannelID{}, in: map[match.ChannelID][]match.MessageID{},
		letters: map[match.UserID][]discord.Message{},
	}
}

func (w *wall) see(calls []discordtest.Call) {
	for _, c := range calls {
		if c.Err != nil {
			continue
		}
		switch c.Method {
		case discordtest.StartPost:
			id := match.ChannelID(c.Result)
			w.threads[id] = &thread{name: c.Name, tags: c.Tags, forum: true}
			w.Posts[match.MessageID(id)] = &discordtest.Shown{Channel: id, Message: c.Message}
			w.in[forum] = append(w.in[forum], match.MessageID(id))
		case discordtest.StartThread:
			w.threads[match.ChannelID(c.ID)] = &thread{name: c.Name}
		case discordtest.RenameThread:
			w.threads[c.Channel].name = c.Name
		case discordtest.EditPost:
			t := w.threads[c.Channel]
			t.archived = c.Archived
			if c.Tags != nil {
				t.tags = c.Tags
			}
		case discordtest.OpenDM:
			w.dms[c.User] = match.ChannelID(c.Result)
		case discordtest.Send:
			w.in[c.Channel] = append(w.in[c.Channel], match.MessageID(c.Result))
			if user := w.DMs[c.Channel]; user != "" && !c.Repeat {
				w.letters[user] = append(w.letters[user], c.Message)
			}
		}
		w.See([]discordtest.Call{c})
	}
}

// answered returns what was answered to an interaction; "" if nothing was.
func (w *wall) answered(calls []discordtest.Call, id string) string {
	for _, c := range calls {
		switch {
		case c.Interaction == nil || c.Interaction.ID != id || c.Err != nil:
		case c.Method == discordtest.EditOriginal || c.Method == discordtest.FollowUp:
			w.last = c.Message
		case c.Method == discordtest.Respond && c.Response.Message != nil:
			w.last = *c.Response.Message
		case c.Method == discordtest.Respond && c.Response.Update != nil:
			w.last = *c.Response.Update
		}
	}
	return w.last.Content
}

// unsure is a store that knows of no post what it shows, and keeps nothing: a bot on it sends
// Discord the whole of every post.
type unsure struct{ storage.Store }

func forgotten(list []storage.Post, err error) ([]storage.Post, error) {
	for i := range list {
		list[i].Shown = ""
	}
	return list, err
}

// Posts implements storage.Store.
func (s unsure) Posts(ctx context.Context, id match.GameID) ([]storage.Post, error) {
	return forgotten(s.Store.Posts(ctx, id))
}

// PostsOn implements storage.Store.
func (s unsure) PostsOn(ctx context.Context, id match.ServerID) ([]storage.Post, error) {
	return forgotten(s.Store.PostsOn(ctx, id))
}

// PostAt implements storage.Store.
func (s unsure) PostAt(ctx context.Context, channel match.ChannelID, message match.MessageID,
) (storage.Post, error) {
	p, err := s.Store.PostAt(ctx, channel, message)
	p.Shown = ""
	return p, err
}

// SwapPost implements storage.Store.
func (unsure) SwapPost(context.Context, *storage.Post, *storage.Post) error { return nil }

// Enqueue implements storage.Store.
func (unsure) Enqueue(context.Context, []storage.Message) error { return nil }
