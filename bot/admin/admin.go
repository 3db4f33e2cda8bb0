// Package admin is what the people who manage a server decide about games there: /admin.
package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Setting(ctx context.Context, key string) (string, error)
	SwapSetting(ctx context.Context, key, before, value string) error
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
}

// Games changes games' rows.
type Games interface {
	AmendOnce(ctx context.Context, r *route.Request, id match.GameID, change play.Change) (match.Game, error)
	Calendars(ctx context.Context, row match.Game) (play.Calendars, error)
}

// Messages makes messages for the outbox.
type Messages interface {
	ToPlayer(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	AboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	ToEverybody(g match.Game, kind storage.Kind) []storage.Message
	ToUser(g match.Game, kind storage.Kind, seat engine.Seat, user match.UserID) storage.Message
	// Unseat makes the message that tells a user who has no seat in a lobby any more.
	Unseat(g match.Game, user match.UserID) storage.Message
}

// Office carries out what those who manage a server decide, and knows what they have decided. All fields must be set.
type Office struct {
	Store  Store
	Games  Games
	Teller Messages
}

// Decisions are what was decided about the games of a server. The zero value leaves everything open.
type Decisions struct {
	Role     string            `json:"role,omitempty"`     // who has it may open games; "": everybody
	Channels []match.ChannelID `json:"channels,omitempty"` // where games may be opened; none: in every channel
	Language string            `json:"language,omitempty"` // of new tables; "": the server's
	Most     int               `json:"most,omitempty"`     // lobbies and running games at a time; 0: no bound
}

// Bounds of what can be decided.
const (
	maxChannels = 25
	maxMost     = 500
)

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (o *Office) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("admin show", managing(o.show))
	t.Slash("admin games", managing(o.decide))
	t.Slash("admin end", managing(named(o.end)))
	t.Slash("admin pardon", managing(named(o.pardon)))
}

// managing refuses everybody who may not manage the server. Discord hides the commands from them, but the server's own settings
// can show them to others.
func managing(next route.Handler) route.Handler {
	return func(ctx context.Context, r *route.Request) (route.Reply, error) {
		switch {
		case r.Guild == "":
			return route.Reply{}, route.Fail("admin-on-server")
		case r.Rights&(discord.PermManageGuild|discord.PermAdministrator) == 0:
			return route.Reply{}, route.Fail("managers-only")
		}
		return next(ctx, r)
	}
}

func key(guild match.ServerID) string { return "guild/" + string(guild) }

// Decided returns what was decided about a server.
func (o *Office) Decided(ctx context.Context, guild match.ServerID) (Decisions, error) {
	d, _, err := o.read(ctx, guild)
	return d, err
}

// read is Decided, with the setting as it is stored; "" if nothing was decided.
func (o *Office) read(ctx context.Context, guild match.ServerID) (d Decisions, text string, err error) {
	text, err = o.Store.Setting(ctx, key(guild))
	if errors.Is(err, storage.ErrNotFound) {
		return d, "", nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &d)
	}
	if err != nil {
		return d, "", fmt.Errorf("read the decisions of server %s: %w", guild, err)
	}
	return d, text, nil
}

// Language returns the language of a server's new tables, "" if nothing is decided.
func (o *Office) Language(ctx context.Context, guild match.ServerID) (string, error) {
	d, err := o.Decided(ctx, guild)
	return d.Language, err
}

// MayOpen refuses a request to open a game in a channel of a server where that is not wanted, and says what is possible. Those
// who manage the server are bound by the number of games only.
func (o *Office) MayOpen(ctx context.Context, r *route.Request, guild match.ServerID, channel match.ChannelID) error {
	d, err := o.Decided(ctx, guild)
	if err != nil {
		return err
	}
	manages := r.Guild == guild && r.Rights&(discord.PermManageGuild|discord.PermAdministrator) != 0
	switch {
	case manages:
	case d.Role != "" && (r.Guild != guild || !slices.Contains(r.Roles, d.Role)):
		return route.Fail("role-only", "Role", mentionRole(d.Role))
	case len(d.Channels) > 0 && !slices.Contains(d.Channels, channel):
		return route.Fail("channels-only", "Channels", mentionChannels(d.Channels))
	}
	if d.Most == 0 {
		return nil
	}
	open, err := o.Store.OpenGamesOn(ctx, guild)
	if err != nil {
		return fmt.Errorf("list the games of server %s: %w", guild, err)
	}
	if len(open) >= d.Most {
		return route.Fail("server-full", "Count", len(open))
	}
	return nil
}
