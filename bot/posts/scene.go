package posts

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// scene is what the posts of a game, or of a server, are shown from. It is read once for all of
// them.
type scene struct {
	*Posts
	Game   match.Game
	Server []match.Game // the open games of a server, without a Game
	All    []storage.Post
	At     time.Time

	added  []storage.Post    // of All: those without a row
	putOff []match.ChannelID // of posts that are looked at again later
	manner
	news       []string // what a panel says first when it comes
	catalog    *locale.Catalog
	chronicles map[looked]*play.Chronicle
	languages  map[match.UserID][2]string // of texts, and of the commands in them
}

// manner is in which circumstances posts are brought up to date.
type manner struct {
	starting bool            // the process has just begun
	pressed  match.MessageID // in which the cause was pressed; "": in none
	// A process that was killed may have made edits that it could not note: what was noted is as
	// good as nothing, since the table may have gone back to it meanwhile.
	unsure bool
}

// looked is up to where a game was replayed, and for whom.
type looked struct {
	ply  engine.Ply
	seat engine.Seat
}

// sceneOf reads the scene of a game, without signs: first the posts and then the row, for which no
// post can be too new. A post of a later turn would seem to be of one that is over.
func (p *Posts) sceneOf(ctx context.Context, id match.GameID) (*scene, error) {
	all, err := p.Store.Posts(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := p.Store.Game(ctx, id)
	return p.sceneWith(g, all), err
}

// sceneAt is sceneOf where the row is known.
func (p *Posts) sceneAt(ctx context.Context, g match.Game) (*scene, error) {
	all, err := p.Store.Posts(ctx, g.ID)
	return p.sceneWith(g, all), err
}

// sceneWith is sceneOf where row and posts are known.
func (p *Posts) sceneWith(g match.Game, all []storage.Post) *scene {
	s := &scene{
		Posts: p, Game: g, All: all, At: p.Now(), catalog: p.Plain,
		chronicles: map[looked]*play.Chronicle{}, languages: map[match.UserID][2]string{},
	}
	s.imply(Lobby, g.Outside(), g.Lobby, g.Lobby != "" && g.Channel != "")
	s.imply(Thread, g.Thread, "", g.Thread != "" && !g.AtTable && discord.PlaceOf(g.Thread).Threads)
	return s
}

// imply adds a post that the game's row names and no row of its own: versions before 1.1 kept none.
func (s *scene) imply(k storage.Kind, channel match.ChannelID, message match.MessageID, is bool) {
	p := storage.Post{Game: s.Game.ID, Kind: k, Channel: channel, Message: message}
	if is && !slices.ContainsFunc(s.All, func(q storage.Post) bool {
		return q.Channel == channel && q.Message == message
	}) {
		s.All, s.added = append(s.All, p), append(s.added, p)
	}
}

// implied reports whether a post has no row yet.
func (s *scene) implied(p storage.Post) bool { return slices.Contains(s.added, p) }

// adopts reports whether a post that has no row yet is taken to show what it has to: at the start
// of a process, and that of a running game, which was last edited when the game began.
func (s *scene) adopts(p storage.Post) bool {
	return s.implied(p) && (s.starting && s.Game.State != match.Lobby || s.Game.State == match.Running)
}

func (s *scene) signed() *scene {
	with := *s
	with.catalog = s.Catalog
	return &with
}

// chronicle returns the game up to a ply (play.AnyPly: to the present), as a seat may know it.
func (s *scene) chronicle(ctx context.Context, ply engine.Ply, seat engine.Seat,
) (*play.Chronicle, error) {
	if ply == s.Game.Ply {
		ply = play.AnyPly
	}
	if c, ok := s.chronicles[looked{ply, seat}]; ok {
		return c, nil
	}
	c, err := s.Games.Chronicle(ctx, s.Game, ply, seat)
	if err == nil {
		s.chronicles[looked{ply, seat}] = c
	}
	return c, err
}

// texts are those of a table, or of the reader of a direct message.
func (s *scene) texts(ctx context.Context, user match.UserID) (*locale.Texts, error) {
	if user == "" {
		return s.catalog.Texts(s.Game.Locale), nil
	}
	lang, ok := s.languages[user]
	if !ok {
		u, err := s.People.User(ctx, user)
		if err != nil {
			return nil, err
		}
		lang[0], lang[1] = s.People.Languages(ctx, user, cmp.Or(u.Locale, s.Game.Locale))
		s.languages[user] = lang
	}
	return s.catalog.For(lang[0], lang[1]), nil
}

// seat is the seat that a post is about; an empty one for the whole game.
func (s *scene) seat(p storage.Post) match.Seat {
	if p.Seat == engine.Public || int(p.Seat) > len(s.Game.Seats) {
		return match.Seat{}
	}
	return s.Game.Seats[p.Seat-1]
}

func (s *scene) stands(p storage.Post) bool { return s.Game.Ply == p.Ply && s.Game.Head == p.Head }

// Args are what a sentence needs to name a game: its title and name, ID, mark, and where it is
// played.
func (p *Posts) Args(ctx context.Context, texts *locale.Texts, g match.Game) []any {
	return []any{
		"Title", p.Atlas.NameOf(ctx, texts, g), "Game", string(g.ID), "Mark",
		message.Sign(texts, g), "Where", message.Where(texts, g),
	}
}

// Heading names the game that a direct message is about.
func (p *Posts) Heading(ctx context.Context, texts *locale.Texts, g match.Game) string {
	return texts.Say("panel.heading", p.Args(ctx, texts, g)...)
}

// Planned reports whether a user has a plan for the turn that has begun. A letter calls
// them if nothing comes of it.
func (p *Posts) Planned(ctx context.Context, g match.Game, user match.UserID) (bool, error) {
	seat := g.SeatOf(user)
	if seat == engine.Public {
		return false, nil
	}
	plan, err := p.Store.Plan(ctx, g.ID, seat)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil && plan.User == user, err
}

// StillInvited lists the invited who have not joined a lobby.
func StillInvited(g match.Game) []match.UserID {
	return slices.DeleteFunc(slices.Clone(g.Invited), func(u match.UserID) bool {
		return g.SeatOf(u) != engine.Public
	})
}

// Table is what a message at a table says, out of all that bystanders may know.
type Table struct {
	*locale.Texts
	Chronicle *play.Chronicle
	Game      match.Game  // of Chronicle
	View      engine.View // of Chronicle, everybody's
	Speaker   *speech.Speaker
}

// TableOf returns what a message says of the state of a game that a chronicle ends with.
func TableOf(texts *locale.Texts, c *play.Chronicle) Table {
	return Table{
		texts, c, c.Table.Game, c.Table.View(engine.Public), message.Speaker(texts, c.Table),
	}
}

// Who names a seat.
func (t *Table) Who(seat engine.Seat) string { return t.Speaker.Seat(&t.View, seat) }
