// Package season arranges games for the people of a server: seasons of a league, and duplicate
// evenings. engine/league decides; what it has decided is kept in the settings together with the
// messages that follow. Tables are opened from what is kept (Follow), so that a repetition after a
// crash opens none twice and forgets none.
package season

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

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
	User(ctx context.Context, id match.UserID) (storage.User, error)
	PostsOn(ctx context.Context, server match.ServerID) ([]storage.Post, error)
	Enqueue(ctx context.Context, out []storage.Message) error
	storage.Settings
}

// Seasons are the seasons and evenings of all servers. All fields must be set. Its methods can be
// called from any goroutine.
type Seasons struct {
	Store    Store
	Games    *play.Service
	Atlas    *message.Atlas
	People   *people.People
	Pictures *message.Pictures
	Rated    func(ctx context.Context, server match.ServerID) (bool, error)
	Rand     io.Reader // of seeds and game IDs
	Now      func() time.Time
	Wake     func() // there may be something to send
}

// Kept is a season or an evening of a server. It is kept as a setting, by a name with which the
// Terms.Of of its games begins: "season/KEY", "evening/KEY".
type Kept struct {
	Server  match.ServerID
	Channel match.ChannelID // where it was announced
	Locale  string          // of what everybody reads
	Host    match.UserID    // the organiser
	Rev     int
	Asked   map[match.UserID]asked  `json:",omitempty"` // who wants whom as a partner
	Games   map[string]match.GameID `json:",omitempty"` // by Terms.Of
	Season  *league.Season          `json:",omitempty"` // nil: an evening
	Evening Evening                 `json:",omitzero"`
}

type asked struct {
	With match.UserID
	At   time.Time
}

// Evening is a duplicate evening, and who has signed up for it.
type Evening struct {
	Title, Pace string
	Seats       int
	Users       []match.UserID
	league.Evening
}

// The kinds of the outbox's messages. Package notify sends them.
const (
	Job      storage.Kind = "season"        // has Follow called
	Announce storage.Kind = "season-post"   // a post begins
	Letter   storage.Kind = "season-letter" // to one of those who take part
)

// Note says what a message is about.
type Note struct {
	Of   string       // a name, or a game's Terms.Of
	What string       // a letter says
	Who  match.UserID `json:",omitempty"` // else it names
	to   match.UserID
}

func (n Note) print() string {
	text, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("encode a note: %v", err)) // no field can fail
	}
	return string(text)
}

func noteOf(m storage.Message) (n Note, err error) {
	return n, json.Unmarshal([]byte(m.Body), &n)
}

func toAll(n Note, users []match.UserID) (list []Note) {
	for _, n.to = range users {
		list = append(list, n)
	}
	return list
}

func keyOf(name string) string { return name[strings.Index(name, "/")+1:] }

func of(name string, at ...int) string {
	for _, n := range at {
		name += "/" + strconv.Itoa(n)
	}
	return name
}

// split returns the name that a Terms.Of, or a post's Subject, begins with, and the numbers that
// follow; false for what is none of ours.
func split(of string) (name string, at []int, ok bool) {
	parts := strings.Split(of, "/")
	if len(parts) < 2 || parts[0] != "season" && parts[0] != "evening" {
		return "", nil, false
	}
	for _, part := range parts[2:] {
		n, _ := strconv.Atoi(part)
		at = append(at, n)
	}
	return parts[0] + "/" + parts[1], at, true
}

func (s *Seasons) kept(ctx context.Context, name string) (Kept, error) {
	k, err := storage.SettingOf[Kept](ctx, s.Store, name)
	if err == nil && k.Server == "" {
		err = route.Fail("season-unknown")
	}
	return k, err
}

// change changes what is kept by a name, and adds letters and the job that does what follows.
func (s *Seasons) change(ctx context.Context, name string, do func(*Kept) ([]Note, error)) error {
	err := storage.ChangeAndTell(ctx, s.Store, name, func(k *Kept) ([]storage.Message, error) {
		told, err := do(k)
		switch {
		case err != nil:
			return nil, err
		case k.Server == "":
			return nil, route.Fail("season-unknown")
		}
		k.Rev++
		tag := fmt.Sprintf("%s.%d", keyOf(name), k.Rev)
		out := []storage.Message{{
			Lane: name, Kind: Job, Body: Note{Of: name}.print(), Nonce: "sj" + tag, Due: s.Now(),
		}}
		for i, note := range told {
			if match.IsFormer(note.to) {
				continue
			}
			out = append(out, storage.Message{
				Lane: "d/" + string(note.to), Kind: Letter, User: note.to, Body: note.print(), Due: s.Now(),
				Nonce: fmt.Sprintf("sl%s.%d", tag, i),
			})
		}
		return out, nil
	})
	s.Wake()
	return err
}

// decide carries a command out on a season, after those who were forgotten have left it.
func (s *Seasons) decide(ctx context.Context, k *Kept, name string, wanted league.Command,
) (told []Note, err error) {
	if k.Season == nil {
		return nil, route.Fail("season-unknown")
	}
	wants := []league.Command{wanted}
	for _, side := range k.Season.Sides {
		if i := slices.IndexFunc(side.Users, match.IsFormer); i >= 0 && !side.Left {
			wants = append([]league.Command{league.Leave{User: side.Users[i]}}, wants...)
		}
	}
	for i, one := range wants {
		c, err := k.Season.Decide(s.Now(), one)
		if errors.Is(err, match.ErrUnchanged) && i > 0 {
			break // who was forgotten has left
		}
		if err != nil {
			return nil, err
		}
		k.Season = &c.Season
		for _, e := range c.Events {
			if e.Kind == league.RoundBegun {
				err = s.draw(ctx, k, name, e)
			}
			if err != nil {
				return nil, err
			}
			told = append(told, k.letters(name, e)...)
		}
	}
	return told, nil
}

// draw draws the IDs of the games of a round.
func (s *Seasons) draw(ctx context.Context, k *Kept, name string, e league.Event) (err error) {
	for i, f := range k.Season.Divisions[e.Division-1].Fixtures {
		if f.Round == e.Round {
			err = errors.Join(err, s.drawn(ctx, k, of(name, e.Division, i)))
		}
	}
	return err
}

func (s *Seasons) drawn(ctx context.Context, k *Kept, of string) (err error) {
	if k.Games == nil {
		k.Games = map[string]match.GameID{}
	}
	k.Games[of], err = s.Games.NewID(ctx, s.Rand)
	return err
}

// letters are those that tell people what has happened in a season. What everybody reads in its
// posts is not written to them.
func (k *Kept) letters(name string, e league.Event) []Note {
	note := Note{Of: name, What: string(e.Kind)}
	to := e.Users
	switch e.Kind {
	case league.Ended, league.CalledOff:
		to = k.people()
	case league.Annulled:
		note.Of = of(name, e.Division, e.Fixture)
		to = k.users(&k.Season.Divisions[e.Division-1].Fixtures[e.Fixture])
	case league.Withdrawn:
		if len(to) == 1 {
			return nil
		}
	case league.Substituted:
	default:
		return nil
	}
	return toAll(note, to)
}
