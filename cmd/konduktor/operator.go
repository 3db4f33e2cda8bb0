package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"konduktor/bot/handlers"
	"konduktor/bot/locale"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/database"
)

// An operator's questions to the database (docs/operations.md). The bot may be running.

// configFlag names the configuration, and with it the database.
type configFlag struct {
	Config string `help:"The configuration file, which names the database." placeholder:"FILE"`
}

func (c *configFlag) with(ctx context.Context, do func(database.Database, config) error) error {
	conf, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	if err := isReady(ctx, conf.Database); err != nil {
		return err
	}
	store, err := database.Open(ctx, conf.Database)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	return errors.Join(do(store, conf), store.Close())
}

// isReady checks that a database exists and is current: looking at one neither creates nor upgrades
// it.
func isReady(ctx context.Context, name string) error {
	report, err := database.Of(name).LookAt(ctx, name)
	if err == nil && report.Older {
		err = fmt.Errorf("%s is of an older Konduktor: start the bot first, which brings it up to date",
			database.Name(name))
	}
	return err
}

func table(out io.Writer, head string, rows func(row func(cells ...any))) error {
	w := tabwriter.NewWriter(scrubber{out}, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	rows(func(cells ...any) {
		for _, cell := range cells {
			fmt.Fprintf(w, "%v\t", cell)
		}
		fmt.Fprintln(w)
	})
	return w.Flush()
}

type gamesCmd struct {
	State  []match.State  `help:"Only games in this state: lobby, running, finished or cancelled. May be given several times."`
	Server match.ServerID `help:"Only games of this server." placeholder:"ID"`
	configFlag
}

// Run lists games, the oldest first.
func (c *gamesCmd) Run(ctx context.Context, std streams) error {
	for _, state := range c.State {
		if known := []match.State{
			match.Lobby, match.Running, match.Finished, match.Cancelled,
		}; !slices.Contains(known, state) {
			return fmt.Errorf("there is no state %q: it can be one of %v", state, known)
		}
	}
	if c.Server != "" {
		if err := checkID(string(c.Server)); err != nil {
			return err
		}
	}
	return c.with(ctx, func(store database.Database, _ config) error {
		games, err := store.GamesIn(ctx, c.State...)
		if err != nil {
			return err
		}
		games = slices.DeleteFunc(games, func(g match.Game) bool {
			return c.Server != "" && g.Guild != c.Server
		})
		if c.Server != "" && len(games) == 0 {
			return fmt.Errorf("there is no such game on server %s", c.Server)
		}
		return table(std.out, "GAME\tSTATE\tTITLE\tMOVES\tSERVER\tCHANGED\tWAITS FOR",
			func(row func(...any)) {
				for _, g := range games {
					row(g.ID, g.State, g.Title, g.Ply, g.Guild, stamp(g.Updated),
						strings.Trim(fmt.Sprint(g.ToMove), "[]"))
				}
			})
	})
}

type outboxCmd struct {
	Last int `default:"20" help:"How many messages are listed: of those that wait the oldest, of those given up the latest."`
	configFlag
}

// Run lists messages that wait and messages that were given up, without their texts.
func (c *outboxCmd) Run(ctx context.Context, std streams) error {
	return c.with(ctx, func(store database.Database, _ config) error {
		waiting, err := store.Waiting(ctx, c.Last)
		if err != nil {
			return err
		}
		dropped, err := store.Dropped(ctx, c.Last)
		if err != nil {
			return err
		}
		return table(std.out, "\tMESSAGE\tKIND\tGAME\tUSER\tDUE\tWHY", func(row func(...any)) {
			for _, m := range waiting {
				row("waits", m.ID, m.Kind, m.Game, m.User, stamp(m.Due), fmt.Sprintf("%.120q", m.Trouble))
			}
			for _, m := range dropped {
				row("given up", m.ID, m.Kind, m.Game, m.User, stamp(m.Due), fmt.Sprintf("%.120q", m.Why))
			}
		})
	})
}

// stamp is a moment in UTC; a message may wait for something other than a time.
func stamp(at time.Time) string {
	if at.Equal(storage.Held) {
		return "held"
	}
	return at.UTC().Format(time.RFC3339)
}

// about names a person, or a server.
type about struct {
	Of string `arg:"" enum:"user,server" help:"user or server."`
	ID string `arg:"" help:"Its ID on Discord."`
	configFlag
}

// read returns what is kept of a person, or the games of a server. An error if there is nothing.
func (a *about) read(ctx context.Context, store storage.Store) (all any, err error) {
	if err := checkID(a.ID); err != nil {
		return nil, err
	}
	some := false
	if a.Of == "user" {
		all, some, err = handlers.Kept(ctx, store, match.UserID(a.ID))
	} else {
		var games []serverGame
		games, err = gamesOn(ctx, store, match.ServerID(a.ID))
		all, some = games, len(games) > 0
	}
	if err == nil && !some {
		err = fmt.Errorf("nothing is kept of %s %s", a.Of, a.ID)
	}
	return all, err
}

func checkID(id string) error {
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return fmt.Errorf("%q is not an ID: Discord's are numbers", id)
	}
	return nil
}

type exportCmd struct{ about }

// Run prints what is kept of a person, as /privacy does, or the games of a server.
func (c *exportCmd) Run(ctx context.Context, std streams) error {
	return c.with(ctx, func(store database.Database, _ config) error {
		all, err := c.read(ctx, store)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(all, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(std.out, "%s\n", text)
		return err
	})
}

// serverGame is what is told of a server's game: nothing that is secret while it runs.
type serverGame struct {
	ID      match.GameID    `json:"id"`
	Title   string          `json:"title"`
	Name    string          `json:"name,omitempty"`
	State   match.State     `json:"state"`
	Channel match.ChannelID `json:"channel"`
	Thread  match.ChannelID `json:"thread,omitempty"`
	Moves   int             `json:"moves"`
	Players []match.UserID  `json:"players"`
	Created time.Time       `json:"created"`
	Updated time.Time       `json:"updated"`
}

func gamesOn(ctx context.Context, store storage.Store, server match.ServerID) ([]serverGame,
	error,
) {
	games, err := store.GamesIn(ctx)
	if err != nil {
		return nil, err
	}
	list := []serverGame{}
	for _, g := range games {
		if g.Guild != server {
			continue
		}
		one := serverGame{
			ID: g.ID, Title: g.Title, Name: g.Name, State: g.State, Channel: g.Channel, Thread: g.Thread,
			Moves: int(g.Ply), Created: g.Created, Updated: g.Updated,
		}
		for _, s := range g.Seats {
			one.Players = append(one.Players, s.User)
		}
		list = append(list, one)
	}
	return list, nil
}

type eraseCmd struct {
	about
	Yes bool `help:"Do it. Without this flag it is only said what would be done."`
}

// Run forgets a person without open games, or removes a server's ended games.
func (c *eraseCmd) Run(ctx context.Context, std streams) error {
	return c.with(ctx, func(store database.Database, conf config) error {
		all, err := c.read(ctx, store)
		if err != nil {
			return err
		}
		if !c.Yes {
			what := "what is kept of the person would be forgotten"
			if games, ok := all.([]serverGame); ok {
				ended := 0
				for _, g := range games {
					if g.State != match.Lobby && g.State != match.Running {
						ended++
					}
				}
				what = fmt.Sprintf("games that would be removed: %d; still open: %d", ended, len(games)-ended)
			}
			return fmt.Errorf("%s. Nothing has been done: `konduktor export %s %s` shows it, --yes does it",
				what, c.Of, c.ID)
		}
		if c.Of == "server" {
			n, err := purge(ctx, store, time.Now(), match.ServerID(c.ID))
			if err != nil {
				return err
			}
			open, err := store.OpenGamesOn(ctx, match.ServerID(c.ID))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(std.out, "games removed: %d; still open: %d\n", n, len(open))
			return err
		}
		catalog, err := locale.Load()
		if err != nil {
			return err
		}
		err = store.Erase(ctx, match.UserID(c.ID), catalog.Texts(conf.Language).Say("privacy.former"))
		if errors.Is(err, storage.ErrStale) {
			return fmt.Errorf("user %s has a seat in an open game, or hosts a lobby: they leave "+
				"it with /game leave, or somebody who manages the server ends it with /admin end", c.ID)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(std.out, "user %s is forgotten; old backups still know them\n", c.ID)
		return err
	})
}

// purgeEvery is how often games that are kept long enough are looked for.
const purgeEvery = time.Hour

// purgeOld removes, until ctx ends, games that ended more than some days ago.
func purgeOld(ctx context.Context, store storage.Store, days int, log *slog.Logger) {
	for {
		n, err := purge(ctx, store, time.Now().AddDate(0, 0, -days), "")
		if n > 0 {
			log.Info("old games removed", "games", n)
		}
		if err != nil && ctx.Err() == nil {
			log.Error("remove old games", "error", err)
		}
		if !pause(ctx, purgeEvery) {
			return
		}
	}
}

// purgeAtATime bounds a transaction: meanwhile no move can be made in a file.
const purgeAtATime = 20

// purge removes all games that ended before a time; server "": of all servers.
func purge(
	ctx context.Context, store storage.Store, before time.Time, server match.ServerID,
) (removed int, err error) {
	for {
		n, err := store.Purge(ctx, before, server, purgeAtATime)
		if removed += n; err != nil || n < purgeAtATime {
			return removed, err
		}
	}
}
