package soak

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	standin "konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// loadTable is a game that is played, and the people at it, who click in their direct messages.
type loadTable struct {
	title  engine.Title
	g      *game
	people []*loadPlayer // the seats of each of its games, in turn
	busy   atomic.Bool   // somebody waits for an answer
}

// loadPlayer is a person in the stand-in of Discord, with a message of the bot's on which they click.
type loadPlayer struct {
	person *standin.Person
	dm     *standin.Channel
	panel  *standin.Message
}

// newTable has people come who play a title, and opens a game for them.
func (r *loadRun) newTable(ctx context.Context, title engine.Title, nth int) (*loadTable, error) {
	w, one := r.srv.State, &loadTable{title: title}
	counts := title.SeatCounts()
	w.Lock()
	for seat := range counts[nth/len(counts)%len(counts)] {
		p, err := w.AddPerson(fmt.Sprintf("Load %d.%d", nth+1, seat+1), "")
		if err != nil {
			w.Unlock()
			return nil, err
		}
		own := &loadPlayer{person: p, dm: w.OpenDM(p)}
		own.panel = w.NewMessage(own.dm)
		own.panel.Content = "Your turns."
		w.Post(own.dm, own.panel)
		one.people = append(one.people, own)
	}
	w.Unlock()
	return one, r.deal(ctx, one)
}

// deal puts a new game of a table into the store, with a thread of its own.
func (r *loadRun) deal(ctx context.Context, one *loadTable) error {
	row := r.row(one.title, len(one.people))
	w := r.srv.State
	w.Lock()
	parent := w.Channels()[0]
	start := w.NewMessage(parent)
	start.Content = "A table."
	w.Post(parent, start)
	thread, err := w.OpenThread(parent, start, string(row.ID), 10080)
	if err == nil {
		row.Guild, row.Channel, row.Thread = match.ServerID(w.GuildID), match.ChannelID(parent.ID), match.ChannelID(thread.ID)
	}
	w.Unlock()
	if err != nil {
		return err
	}
	row.Host = match.UserID(one.people[0].person.ID)
	for _, p := range one.people {
		row.Seats = append(row.Seats, match.Seat{User: match.UserID(p.person.ID), Name: p.person.Name})
		row.ToMove = append(row.ToMove, match.UserID(p.person.ID))
	}
	if err := r.m.store.Create(ctx, row, storage.Origin{}, nil); err != nil {
		return err
	}
	one.g, err = r.m.load(ctx, one.title, row.ID, r.Seed+uint64(r.opened))
	return err
}

// moveAt makes a move at a table, waits for the answer and looks whether it was made. A table whose game is over begins another.
func (r *loadRun) moveAt(ctx context.Context, one *loadTable) error {
	g := one.g
	seat, move, err := g.choose()
	if err != nil {
		return err
	}
	who, ply := one.people[seat-1], g.row.Ply
	took, err := r.acks.press(ctx, who, g.do(ply, move))
	if err != nil {
		r.wrong("unanswered", "game %s, ply %d: %v", g.row.ID, ply, err)
		return r.dealAgain(ctx, one) // the move may still be made
	}
	if err := g.follow(ctx, r.m); err != nil {
		return err
	}
	if !g.wasMade(ply) {
		r.wrong("lost", "game %s, ply %d: the move was not made", g.row.ID, ply)
		return r.dealAgain(ctx, one)
	}
	r.count("moves", 1)
	r.mu.Lock()
	r.moves = append(r.moves, took)
	r.mu.Unlock()
	if !g.copy.Over() {
		return nil
	}
	r.count("ended", 1)
	return r.dealAgain(ctx, one)
}

// dealAgain begins another game at a table.
func (r *loadRun) dealAgain(ctx context.Context, one *loadTable) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.deal(ctx, one)
}

// acknowledgements says when the bot first answered the interactions of a world.
type acknowledgements struct {
	w       *standin.State
	waiting map[*standin.Interaction]chan string // by the world's lock; what is sent is why it came to nothing
}

// listen hears of the answers in a world from now on.
func listen(w *standin.State) *acknowledgements {
	a := &acknowledgements{w: w, waiting: map[*standin.Interaction]chan string{}}
	w.Lock()
	defer w.Unlock()
	w.Listen(func(e standin.Event) {
		if waits, ok := a.waiting[e.Interaction]; ok && e.Interaction.State() != "pending" {
			delete(a.waiting, e.Interaction)
			waits <- e.Interaction.Failed
		}
	})
	return a
}

// press has a player click on their message, and returns how long it took until the first answer.
func (a *acknowledgements) press(ctx context.Context, who *loadPlayer, customID string) (time.Duration, error) {
	return a.time(ctx, func() (*standin.Interaction, error) {
		return a.w.Begin(standin.Interaction{
			Kind: wire.InteractionComponent, Person: who.person, Channel: who.dm, Source: who.panel, CustomID: customID,
		}, wire.ComponentData{CustomID: customID, ComponentType: wire.Button}), nil
	})
}

// time returns how long it took until what act has begun was answered. It calls act under the world's lock.
func (a *acknowledgements) time(ctx context.Context, act func() (*standin.Interaction, error)) (time.Duration, error) {
	answered := make(chan string, 1)
	a.w.Lock()
	begun := time.Now()
	ix, err := act()
	if err == nil {
		a.waiting[ix] = answered
	}
	a.w.Unlock()
	if err != nil {
		return 0, err
	}
	select {
	case why := <-answered:
		if why != "" {
			return 0, errors.New(why)
		}
		return time.Since(begun), nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// newEmptyCommand starts a bot that does nothing but answer one command, at a stand-in of its own, and returns what gives that
// command and times the answer, and what stops it all. now is the stand-in's clock.
func newEmptyCommand(ctx context.Context, now func() time.Time) (give func(context.Context) (time.Duration, error), stop func() error, err error) {
	srv := sandbox.New(sandbox.Options{People: []string{"Nobody"}, Now: now, History: 50})
	if err := srv.Start(); err != nil {
		return nil, nil, err
	}
	options := discord.Options{Token: discord.Token(srv.Token()), APIURL: srv.APIURL(), Logger: slog.New(slog.DiscardHandler)}
	c, err := discord.NewClient(options)
	if err != nil {
		return nil, nil, errors.Join(err, srv.Close())
	}
	options.Handler = func(ctx context.Context, ix *discord.Interaction) {
		_ = c.Respond(ctx, ix, discord.Response{Message: &discord.Message{Content: "pong"}}) // what is not answered is missed
	}
	session, err := discord.Connect(ctx, options)
	if err != nil {
		return nil, nil, errors.Join(err, srv.Close())
	}
	stop = func() error {
		closing, done := context.WithTimeout(context.WithoutCancel(ctx), waitForFirst)
		defer done()
		return errors.Join(session.Close(closing), srv.Close())
	}
	if err := c.RegisterCommands(ctx, []*discord.Command{
		discord.NewCommand(discord.CommandOption{Name: "ping", Description: "Nothing."}, false),
	}); err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	acks := listen(srv.State)
	return func(ctx context.Context) (time.Duration, error) {
		return acks.time(ctx, func() (*standin.Interaction, error) {
			cmd, s := srv.State.Commands[0], srv.State
			return s.Begin(standin.Interaction{
				Kind: wire.InteractionCommand, Person: s.Everybody()[0], Channel: s.Channels()[0], Command: cmd.Name,
			}, wire.CommandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type}), nil
		})
	}, stop, nil
}
