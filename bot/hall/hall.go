// Package hall keeps what those who manage a server have decided about games there: who may open
// what, in which channel tables stand, who is called, and who is banned.
package hall

import (
	"context"
	"maps"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Decisions are what was decided about a server. The zero value leaves everything open.
type Decisions struct {
	Role     string            `json:"role,omitempty"`     // who may open games; "": everybody
	Channels []match.ChannelID `json:"channels,omitempty"` // where; none: in every channel
	Language string            `json:"language,omitempty"` // of new tables; "": the server's
	Most     int               `json:"most,omitempty"`     // open games at a time; 0: no bound
	// Boxes are, by title, the maps with the tickets of an owner's box on which games are opened
	// instead of the title's own.
	Boxes map[string]string `json:"boxes,omitempty"`
	// Hall is the forum or text channel where all tables stand; "": each where it was opened.
	Hall    match.ChannelID `json:"hall,omitempty"`
	Leagues string          `json:"leagues,omitempty"` // role that may open leagues; "": who manages
	Call    string          `json:"call,omitempty"`    // role that a lobby may call; "": none
	Bans    []Ban           `json:"bans,omitempty"`
}

// Ban keeps a person from new seats, the queue and leagues of a server. Games under way go on.
type Ban struct {
	User   match.UserID `json:"user"`
	By     match.UserID `json:"by"`
	Reason string       `json:"reason,omitempty"`
	Until  time.Time    `json:"until,omitzero"` // zero: until it is lifted
}

func key(server match.ServerID) string { return "guild/" + string(server) }

// Of reads what was decided about a server.
func Of(ctx context.Context, s storage.SettingReader, server match.ServerID,
) (Decisions, error) {
	return storage.SettingOf[Decisions](ctx, s, key(server))
}

// Change changes what was decided about a server, and adds messages. An error of change ends it.
func Change(ctx context.Context, s storage.Settings, server match.ServerID,
	change func(*Decisions) error, out ...storage.Message,
) error {
	return storage.ChangeAndTell(ctx, s, key(server), func(d *Decisions) ([]storage.Message, error) {
		return out, change(d)
	})
}

// Place is where a table stands that is opened, or asked for, in a channel of the server.
func (d Decisions) Place(asked match.ChannelID) match.ChannelID {
	if d.Hall != "" {
		return d.Hall
	}
	return asked
}

// Banned returns the ban of a user; false if there is none now.
func (d Decisions) Banned(user match.UserID, now time.Time) (Ban, bool) {
	i := slices.IndexFunc(d.Bans, func(b Ban) bool {
		return b.User == user && (b.Until.IsZero() || now.Before(b.Until))
	})
	if i < 0 {
		return Ban{}, false
	}
	return d.Bans[i], true
}

// MayOpen refuses a request to open a game for a server where that is not wanted, and says what is
// possible: asked is the channel that it comes from. Those who manage the server are bound by the
// number of its open games only.
func (d Decisions) MayOpen(r *route.Request, server match.ServerID, asked match.ChannelID,
	open int,
) error {
	if err := d.Admits(r.User.ID, r.Now); err != nil {
		return err
	}
	switch {
	case r.Guild == server && r.Manages():
	case d.Role != "" && (r.Guild != server || !slices.Contains(r.Roles, d.Role)):
		return route.Fail("role-only", "Role", discord.MentionRole(d.Role))
	case asked == d.Hall:
	case len(d.Channels) > 0 && !slices.Contains(d.Channels, asked):
		return route.Fail("channels-only", "Channels", discord.MentionChannels(d.Channels))
	}
	if d.Most > 0 && open >= d.Most {
		return route.Fail("server-full", "Count", open)
	}
	return nil
}

// MayOpenLeague reports whether a user may open leagues and run them.
func (d Decisions) MayOpenLeague(r *route.Request) bool {
	return r.Manages() || d.Leagues != "" && slices.Contains(r.Roles, d.Leagues)
}

const mostCalls = 3 // of a server within a day, and one a lobby

// CallOnce has the players of a server called for a lobby, with the message m, unless that was done
// too often within a day.
func CallOnce(ctx context.Context, s storage.Settings, g match.Game, now time.Time,
	m storage.Message,
) error {
	name := "called/" + string(g.Guild)
	return storage.ChangeAndTell(ctx, s, name, func(calls *map[match.GameID]time.Time,
	) ([]storage.Message, error) {
		if *calls == nil {
			*calls = map[match.GameID]time.Time{}
		}
		maps.DeleteFunc(*calls, func(_ match.GameID, at time.Time) bool {
			return now.Sub(at) >= 24*time.Hour
		})
		if _, did := (*calls)[g.ID]; did {
			return nil, route.Fail("called-already")
		}
		if len(*calls) >= mostCalls {
			return nil, route.Fail("called-often", "Most", mostCalls)
		}
		(*calls)[g.ID] = now
		return []storage.Message{m}, nil
	})
}
