package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// The buttons of a lobby's message.
const (
	pressJoin   = "g/{game}/join"
	pressLeave  = "g/{game}/leave"
	pressStart  = "g/{game}/start"
	pressCancel = "g/{game}/cancel"
)

func (b *Bot) routeLobby(t *router) {
	t.Slash("game new", b.newGame)
	t.Slash("game join", b.named(b.join))
	t.Slash("game leave", b.named(b.leave))
	t.Slash("game start", b.named(b.start))
	t.Slash("game cancel", b.named(b.cancel))
	t.Slash("game move-here", b.named(b.moveHere))
	t.Slash("games", b.listGames)
	t.Click(pressJoin, b.pressed(b.join))
	t.Click(pressLeave, b.pressed(b.leave))
	t.Click(pressStart, b.pressed(b.start))
	t.Click(pressCancel, b.pressed(b.cancel))
	t.Click(pressPartner, b.pressed(b.sitWith))
	t.Click(pressMix, b.pressed(b.mixTeams))
	t.Click(pressStop, b.pressed(b.agreeToStop))
	t.Click(pressRematch, b.rematch)
}

// gameHandler carries out a request that is about one game.
type gameHandler func(ctx context.Context, r *Request, id storage.GameID) (Reply, error)

// named finds the game that a command is about.
func (b *Bot) named(h gameHandler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		g, err := b.meant(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		return h(ctx, r, g.ID)
	}
}

// pressed takes the game from the button's custom id.
func (b *Bot) pressed(h gameHandler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) { return h(ctx, r, r.Game()) }
}

// newGame opens a lobby: /game new.
func (b *Bot) newGame(ctx context.Context, r *Request) (Reply, error) {
	if r.Guild == "" {
		return Reply{}, problem("guild-only")
	}
	if r.Parent != "" {
		return Reply{}, problem("not-in-thread")
	}
	if err := allowed(r); err != nil {
		return Reply{}, err
	}
	title, ok := b.title(r.Option("title"))
	if !ok {
		return Reply{}, problem("title-unknown")
	}
	own, err := b.wantedMap(r, title, r.Option("map"))
	if err != nil {
		return Reply{}, err
	}
	wanted, err := wantedSeats(title, r.Option("seats"))
	if err != nil {
		return Reply{}, err
	}
	options, err := chosenVariant(r.Texts, title, r.Option("variant"))
	if err != nil {
		return Reply{}, err
	}
	invited, err := b.invited(r, title, wanted)
	if err != nil {
		return Reply{}, err
	}
	sum, err := b.keepMap(ctx, own)
	if err != nil {
		return Reply{}, err
	}
	return b.open(ctx, r, storage.Game{
		Map: sum, Title: title.ID(), Version: title.Version(), Wanted: wanted, Invited: invited, Guild: r.Guild, Channel: r.Channel,
		Locale: languageOr(r.GuildLocale, b.language), Options: options,
	})
}

// open creates the game with its host as first player and answers the host.
func (b *Bot) open(ctx context.Context, r *Request, g storage.Game) (Reply, error) {
	switch answer, err := b.store.Answer(ctx, r.ID); {
	case err == nil:
		return b.welcome(r, storage.GameID(answer)), nil
	case !errors.Is(err, storage.ErrNotFound):
		return Reply{}, fmt.Errorf("look interaction up: %w", err)
	}
	if err := b.notTooMany(ctx, r.User.ID); err != nil {
		return Reply{}, err
	}
	var err error
	if g.ID, err = b.newID(ctx); err != nil {
		return Reply{}, err
	}
	g.State, g.Host = storage.Lobby, r.User.ID
	g.Seats = []storage.Seat{{User: r.User.ID, Name: r.User.Name}}
	g.Created, g.Updated = r.Now, r.Now
	why := storage.Cause{Interaction: r.ID, Answer: string(g.ID)}
	posting := b.aboutLobby(g)
	g.Rev = 1 // a first change may come before the message is sent: its own message needs a nonce of its own
	err = b.store.Create(ctx, g, why, []storage.Message{posting})
	if errors.Is(err, storage.ErrRepeated) {
		return b.open(ctx, r, g)
	}
	if err != nil {
		return Reply{}, fmt.Errorf("create game %s: %w", g.ID, err)
	}
	b.signal()
	return b.welcome(r, g.ID), nil
}

// aboutLobby makes the message that shows the lobby as it is when it is sent.
func (b *Bot) aboutLobby(g storage.Game) storage.Message {
	return storage.Message{
		Lane: tableLane(g.ID), Kind: sayLobby, Game: g.ID, Nonce: revNonce(sayLobby, g, 0), Due: b.now(),
	}
}

// allowed says which permissions the bot lacks where the request came from: asking first spares refused requests.
func allowed(r *Request) error {
	missing := discord.Missing(r.Perms, r.Parent != "")
	if len(missing) == 0 {
		return nil
	}
	return problem("permissions", "Missing", strings.Join(missing, ", "))
}

// wantedSeats reads the number of seats that a game is to have; 0, whoever has joined, if none is given.
func wantedSeats(title engine.Title, option string) (int, error) {
	if option == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(option)
	if err != nil || !slices.Contains(title.SeatCounts(), n) {
		return 0, seatsProblem(title)
	}
	return n, nil
}

// maxInvited is the number of options user1, user2, … of /game new.
const maxInvited = 5

// invited reads who is invited; bots do not play.
func (b *Bot) invited(r *Request, title engine.Title, wanted int) ([]string, error) {
	var list []string
	for i := 1; i <= maxInvited; i++ {
		for _, o := range r.Options {
			if o.Name != "user"+strconv.Itoa(i) || o.Value == "" || o.Value == r.User.ID || slices.Contains(list, o.Value) {
				continue
			}
			if o.User != nil && o.User.Bot {
				return nil, problem("no-bots")
			}
			list = append(list, o.Value)
		}
	}
	if most := seatLimit(title, wanted); len(list) >= most {
		return nil, problem("too-many-invited", "Most", most)
	}
	return list, nil
}

// seatLimit is the number of people that a lobby takes.
func seatLimit(title engine.Title, wanted int) int {
	if wanted > 0 {
		return wanted
	}
	return slices.Max(title.SeatCounts())
}

// maxGames bounds the games that one user can have at a time, so that nobody can fill the store.
const maxGames = 50

func (b *Bot) notTooMany(ctx context.Context, user string) error {
	games, err := b.store.GamesOf(ctx, user, storage.Lobby, storage.Running)
	if err != nil {
		return fmt.Errorf("list the games of a user: %w", err)
	}
	if len(games) >= maxGames {
		return problem("too-many-games", "Most", maxGames)
	}
	return nil
}

// join seats a user in the lobby.
func (b *Bot) join(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	if r.User.Bot {
		return Reply{}, problem("no-bots")
	}
	if err := b.notTooMany(ctx, r.User.ID); err != nil {
		return Reply{}, err
	}
	_, err := b.changeLobby(ctx, r, id, func(g *storage.Game) error {
		title, ok := b.title(g.Title)
		switch {
		case !ok:
			return problem("title-unknown")
		case seatOf(*g, r.User.ID) != engine.Public:
			return problem("already-in")
		case len(g.Seats) >= seatLimit(title, g.Wanted):
			return problem("lobby-full")
		}
		g.Seats = append(g.Seats, storage.Seat{User: r.User.ID, Name: r.User.Name})
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return b.welcome(r, id), nil
}

// leave gives a seat in the lobby up.
func (b *Bot) leave(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	_, err := b.changeLobby(ctx, r, id, func(g *storage.Game) error {
		switch {
		case seatOf(*g, r.User.ID) == engine.Public:
			return problem("not-in")
		case g.Host == r.User.ID:
			return problem("host-stays")
		}
		g.Seats = without(g.Seats, b.teamSize(*g), r.User.ID)
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return whisper(r.Texts.Say("lobby.left", "Game", string(id))), nil
}

// changeLobby changes a lobby once for an interaction, and has its message say so.
func (b *Bot) changeLobby(ctx context.Context, r *Request, id storage.GameID, change func(g *storage.Game) error) (storage.Game, error) {
	why := storage.Cause{Interaction: r.ID, Answer: "done"}
	return b.once(ctx, r, id, why, func(g *storage.Game) ([]storage.Message, error) {
		if g.Guild != r.Guild && seatOf(*g, r.User.ID) == engine.Public {
			return nil, problem("game-unknown")
		}
		if g.State != storage.Lobby {
			return nil, stateProblem(*g)
		}
		if err := change(g); err != nil {
			return nil, err
		}
		g.Updated = r.Now
		return []storage.Message{b.aboutLobby(*g)}, nil
	})
}

// once changes a game's row unless the interaction has been carried out before; then it returns the row as it is.
func (b *Bot) once(ctx context.Context, r *Request, id storage.GameID, why storage.Cause, change func(*storage.Game) ([]storage.Message, error)) (storage.Game, error) {
	_, err := b.store.Answer(ctx, r.ID)
	if errors.Is(err, storage.ErrNotFound) {
		var g storage.Game
		if g, err = b.amend(ctx, id, why, change); !errors.Is(err, storage.ErrRepeated) {
			return g, err
		}
	} else if err != nil {
		return storage.Game{}, fmt.Errorf("look interaction up: %w", err)
	}
	g, err := b.store.Game(ctx, id)
	if err != nil {
		return g, fmt.Errorf("load game %s: %w", id, err)
	}
	return g, nil
}

// stateProblem says why a game cannot be joined, left or started.
func stateProblem(g storage.Game) *Problem {
	switch g.State {
	case storage.Cancelled:
		return problem("game-cancelled", "Game", string(g.ID))
	case storage.Finished:
		return problem("game-finished", "Game", string(g.ID))
	case storage.Running:
		return problem("game-running", "Game", string(g.ID))
	}
	return problem("not-started", "Game", string(g.ID))
}

// welcome tells a user that a seat is theirs. Pressing Join is the moment at which Discord wants a DM channel to be
// opened; whether direct messages get through is told at once.
func (b *Bot) welcome(r *Request, id storage.GameID) Reply {
	return Reply{Ephemeral: true, Later: func(ctx context.Context) (discord.Message, error) {
		g, err := b.store.Game(ctx, id)
		if err != nil {
			return discord.Message{}, fmt.Errorf("load game %s: %w", id, err)
		}
		open, err := b.sayHello(ctx, r, g)
		if err != nil {
			return discord.Message{}, err
		}
		return discord.Message{Content: r.Texts.Say(welcomeText(r.User.ID == g.Host, open), "Game", string(id))}, nil
	}}
}

func welcomeText(host, open bool) string {
	switch {
	case host && open:
		return "lobby.opened"
	case host:
		return "lobby.opened-closed"
	case open:
		return "lobby.joined"
	}
	return "lobby.joined-closed"
}

// sayHello sends the first direct message and reports whether it got through. An outage counts as open: the outbox will
// find out.
func (b *Bot) sayHello(ctx context.Context, r *Request, g storage.Game) (open bool, err error) {
	u, err := b.user(ctx, r.User.ID)
	if err != nil {
		return false, err
	}
	u.DMs, u.Name, u.Locale = storage.DMUnknown, r.User.Name, language(r.Locale)
	if err := b.saveUser(ctx, u); err != nil {
		return false, err
	}
	_, _, err = b.direct(ctx, u.ID, discord.Message{
		Content: r.Texts.Say("direct.hello", "Game", string(g.ID), "Title", b.titleName(ctx, r.Texts, g)),
		Nonce:   "hi" + r.ID,
	})
	if err == nil || !discord.IsDMClosed(err) {
		if err != nil {
			b.log.WarnContext(ctx, "hello not sent", "user", u.ID, "error", err)
		}
		return true, nil
	}
	u.DMs = storage.DMClosed
	return false, b.saveUser(ctx, u)
}
