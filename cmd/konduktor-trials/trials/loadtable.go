package trials

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/state"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// loadTable is a game and the people at it, who click in their direct messages.
type loadTable struct {
	title  engine.Title
	g      *game
	people []*loadPlayer // the seats of each of its games, in turn
	busy   atomic.Bool   // somebody waits for an answer
}

// loadPlayer is a person in the sandbox, with the bot's message to click on.
type loadPlayer struct {
	*sandbox.User
	panel *sandbox.Message
}

// newTable has people come who play a title, and opens a game for them.
func (l *loadRun) newTable(title engine.Title, nth int) *loadTable {
	st, one := l.srv.State, &loadTable{title: title}
	counts := title.SeatCounts()
	for seat := range counts[nth/len(counts)%len(counts)] {
		st.Lock()
		person, err := st.AddPerson(fmt.Sprintf("Load %d.%d", nth+1, seat+1), "")
		if err == nil {
			postMessage(st, st.OpenDM(person), "Your turns.")
		}
		st.Unlock()
		l.must(err)
		who := sandbox.As(st, person)
		one.people = append(one.people, &loadPlayer{who, who.DM().Last()})
	}
	l.deal(one)
	return one
}

// postMessage posts a message of the bot's, under the lock.
func postMessage(st *state.State, in *state.Channel, content string) *state.Message {
	m := st.NewMessage(in)
	m.Content = content
	st.Post(in, m)
	return m
}

func (l *loadRun) row(title engine.Title) match.Game {
	l.opened++
	n := l.opened
	seed := engine.Seed{1, 4, byte(l.Seed), byte(n), byte(n >> 8), byte(n >> 16)}
	g := newRow(title, fmt.Sprintf("l%09d", n), seed)
	g.Created = time.Now()
	g.Updated = g.Created
	return g
}

// deal puts a new game of a table into the store, with a thread of its own.
func (l *loadRun) deal(one *loadTable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	row, st := l.row(one.title), l.srv.State
	st.Lock()
	parent := st.Channels()[0]
	thread, err := st.OpenThread(parent, postMessage(st, parent, "A table."), string(row.ID), 10080)
	if err == nil {
		row.Guild, row.Channel = match.ServerID(st.GuildID), match.ChannelID(parent.ID)
		row.Thread = match.ChannelID(thread.ID)
	}
	st.Unlock()
	l.must(err)
	row.Host = match.UserID(one.people[0].ID())
	for _, p := range one.people {
		seat(&row, discord.User{ID: match.UserID(p.ID()), Name: p.Name()})
	}
	l.must(l.store.Create(l.ctx, row, storage.Origin{}, nil))
	one.g = l.r.load(one.title, row.ID, l.Seed+uint64(l.opened))
}

// moveAt makes a move at a table and looks whether it was made. After a game another begins.
func (l *loadRun) moveAt(one *loadTable) {
	seat, move := one.g.choose()
	who, ply, begun := one.people[seat-1], one.g.row.Ply, time.Now()
	if err := who.Forge(who.panel, one.g.button(move)).Acknowledged(l.ctx); err != nil {
		l.wrong("unanswered", "game %s, ply %d: %v", one.g.row.ID, ply, err)
		l.deal(one) // the move may still be made
		return
	}
	took := time.Since(begun)
	if one.g.follow(); !one.g.wasMade(ply) {
		l.wrong("lost", "game %s, ply %d: the move was not made", one.g.row.ID, ply)
		l.deal(one)
		return
	}
	l.count("moves", 1)
	l.note(&l.moves, took)
	if one.g.copy.Over() {
		l.count("ended", 1)
		l.deal(one)
	}
}

// newEmptyCommand starts a bot that answers one command, in its own sandbox, and returns what gives
// that command and times the answer.
func (l *loadRun) newEmptyCommand() func() {
	srv := l.newSandbox("Nobody")
	options, c := l.reach(srv)
	options.Handler = func(ctx context.Context, ix *discord.Interaction) {
		// Else it is missed.
		_ = c.Respond(ctx, ix, discord.Response{Message: &discord.Message{Content: "pong"}})
	}
	l.connect(options)
	ping := discord.NewCommand(discord.CommandOption{Name: "ping", Description: "Nothing."}, false)
	_, err := c.RegisterCommands(l.ctx, []*discord.Command{ping})
	l.must(err)
	who, channel := srv.User("Nobody"), srv.Channel("table")
	return func() {
		begun := time.Now()
		l.must(who.Slash(channel, "ping").Acknowledged(l.ctx))
		l.note(&l.empties, time.Since(begun))
	}
}
