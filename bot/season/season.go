// Package season arranges games for the people of a server: seasons of a league, and duplicate
// evenings. engine/league decides; what it has decided is kept in the settings together with the
// messages that follow. Tables are opened from what is kept (Follow), so that a repetition after a
// crash opens none twice and forgets none.
package season

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	PostsOn(ctx context.Context, server match.ServerID) ([]storage.Post, error)
	Enqueue(ctx context.Context, out []storage.Message) error
	storage.Settings
}

// Seasons are the seasons and evenings of all servers. All fields must be set. Its methods can be
// called from any goroutine.
type Seasons struct {
	Store  Store
	Games  *play.Service
	Atlas  *message.Atlas
	People *people.People
	Rated  func(ctx context.Context, server match.ServerID) (bool, error)
	Meet   func(context.Context, match.ServerID, match.UserID) error // for their export
	Card   func(ctx context.Context, texts *locale.Texts, server match.ServerID, user match.UserID,
		games []match.GameID, season string) ([]discord.File, error)
	Now  func() time.Time
	Wake func() // there may be something to send
	Log  *slog.Logger
}

// Kept is a season or an evening of a server. It is kept as a setting, by a name with which the
// Terms.Of of its games begins: "season/KEY", "evening/KEY".
type Kept struct {
	Server  match.ServerID
	Channel match.ChannelID // where it was announced
	Locale  string          // of what everybody reads
	Host    match.UserID    // the organiser
	Rev     int
	Season  league.Season           // of an evening: what is played, and who has signed up
	Evening *league.Evening         // nil: a season
	Asked   map[match.UserID]asked  // who wants whom as a partner
	Games   map[string]match.GameID // by Terms.Of
}

type asked struct {
	With match.UserID
	At   time.Time
}

// The kinds of the outbox's messages, which package notify sends.
const (
	Job      storage.Kind = "season"        // has Follow called
	Announce storage.Kind = "season-post"   // a post begins
	Letter   storage.Kind = "season-letter" // to somebody who takes part
)

// letter is one to be written: what it says, of what (a name, or a game's Terms.Of), and whom it
// names.
type letter struct {
	to       match.UserID
	what, of string
	who      match.UserID
}

func toAll(users []match.UserID, what, of string) (list []letter) {
	for _, user := range users {
		list = append(list, letter{to: user, what: what, of: of})
	}
	return list
}

func of(name string, at ...int) string {
	for _, n := range at {
		name += "/" + strconv.Itoa(n)
	}
	return name
}

// split returns the name with which a Terms.Of begins, or the subject of a post, and the numbers
// that follow; "" if it is none of ours.
func split(of string) (name string, at []int) {
	parts := strings.Split(of, "/")
	if len(parts) < 2 || parts[0] != "season" && parts[0] != "evening" {
		return "", nil
	}
	for _, part := range parts[2:] {
		n, _ := strconv.Atoi(part)
		at = append(at, n)
	}
	return parts[0] + "/" + parts[1], at
}

func (s *Seasons) kept(ctx context.Context, name string) (Kept, error) {
	k, err := storage.SettingOf[Kept](ctx, s.Store, name)
	if err == nil && k.Server == "" {
		err = route.Fail("season-unknown")
	}
	return k, err
}

// Naming lists the seasons and evenings of a server, as far as they are listed, that name a user.
func Naming(ctx context.Context, s storage.SettingReader, server match.ServerID, user match.UserID,
) ([]string, error) {
	names, err := storage.SettingOf[[]string](ctx, s, listKey(server))
	names = slices.DeleteFunc(names, func(name string) bool {
		text, failed := s.Setting(ctx, name)
		err = errors.Join(err, failed)
		return !strings.Contains(text, `"`+string(user)+`"`)
	})
	return names, err
}

// change changes what is kept by a name, and adds letters and the job that does what follows. deeds
// are the organiser's that are noted with it, without Who those that concern everybody.
func (s *Seasons) change(ctx context.Context, name string, do func(*Kept) ([]letter, error),
	deeds ...hall.Deed,
) error {
	err := storage.ChangeAndTell(ctx, s.Store, name, func(k *Kept) ([]storage.Message, error) {
		told, err := do(k)
		if err == nil && k.Server == "" {
			err = route.Fail("season-unknown")
		}
		k.Rev++
		tag := fmt.Sprintf("%s.%d", path.Base(name), k.Rev)
		out := []storage.Message{{
			Lane: name, Kind: Job, Body: name, Nonce: "sj" + tag, Due: s.Now(),
		}}
		for _, d := range deeds {
			if d.Who == nil {
				d.Who = k.people()
			}
			out = append(out, d.Noted(k.Server, tag))
		}
		for i, l := range told {
			if !match.IsFormer(l.to) {
				out = append(out, storage.Message{
					Lane: "d/" + string(l.to), Kind: Letter, User: l.to, Due: s.Now(),
					Body: l.what + " " + l.of + " " + string(l.who), Nonce: fmt.Sprintf("sl%s.%d", tag, i),
				})
			}
		}
		return out, err
	})
	s.Wake()
	return err
}

// absent reports who can take no part: those who were forgotten, or are banned on the server.
func (s *Seasons) absent(ctx context.Context, k *Kept) (func(match.UserID) bool, error) {
	d, err := hall.Of(ctx, s.Store, k.Server)
	return func(user match.UserID) bool {
		return match.IsFormer(user) || d.Admits(user, s.Now()) != nil
	}, err
}

// game returns the row of a game of a season, with its ID alone if its table is not open yet.
func (s *Seasons) game(ctx context.Context, k *Kept, of string) (match.Game, error) {
	g, err := s.Store.Game(ctx, k.Games[of])
	if errors.Is(err, storage.ErrNotFound) {
		g, err = match.Game{ID: k.Games[of]}, nil
	}
	return g, err
}

// decide carries commands out on a season, after those who are absent have left it.
func (s *Seasons) decide(ctx context.Context, k *Kept, name string, wanted ...league.Command,
) (told []letter, err error) {
	absent, err := s.absent(ctx, k)
	if err != nil {
		return nil, err
	}
	for _, side := range k.Season.Sides {
		if i := slices.IndexFunc(side.Users, absent); i >= 0 && !side.Left {
			wanted = append([]league.Command{league.Leave{User: side.Users[i]}}, wanted...)
		}
	}
	for i, one := range wanted {
		c, err := k.Season.Decide(s.Now(), one)
		if i > 0 && settled(err) != err {
			break // what was before has made it needless
		}
		if err != nil {
			return nil, err
		}
		k.Season = c.Season
		for _, e := range c.Events {
			if e.Kind == league.RoundBegun {
				for i, f := range k.Season.Divisions[e.Division-1].Fixtures {
					if f.Round == e.Round {
						err = errors.Join(err, s.draw(ctx, k, of(name, e.Division, i)))
					}
				}
			}
			told = append(told, k.letters(name, e)...)
		}
		if err != nil {
			return nil, err
		}
	}
	return told, nil
}

// draw draws the ID of a game.
func (s *Seasons) draw(ctx context.Context, k *Kept, of string) (err error) {
	if k.Games == nil {
		k.Games = map[string]match.GameID{}
	}
	k.Games[of], err = s.Games.NewID(ctx)
	return err
}

// letters tell people of an event, unless everybody reads it in the posts.
func (k *Kept) letters(name string, e league.Event) []letter {
	switch what := string(e.Kind); e.Kind {
	case league.Ended, league.CalledOff:
		return toAll(k.people(), what, name)
	case league.Annulled:
		users := k.users(&k.Season.Divisions[e.Division-1].Fixtures[e.Fixture])
		return toAll(users, what, of(name, e.Division, e.Fixture))
	case league.Withdrawn:
		return toAll(e.Users, what, name)
	case league.Substituted:
		left, came := e.Users[0], e.Users[1]
		return []letter{{left, what, name, came}, {came, "substitute", name, left}}
	}
	return nil
}

// users are those who sit at a fixture, in turn order.
func (k *Kept) users(f *league.Fixture) (list []match.UserID) {
	for _, side := range f.Sides {
		list = append(list, k.Season.Sides[side].Users...)
	}
	return list
}

// people are all who take part.
func (k *Kept) people() (list []match.UserID) {
	for _, side := range k.Season.Sides {
		list = append(list, side.Users...)
	}
	return list
}
