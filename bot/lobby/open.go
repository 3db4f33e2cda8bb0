package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// newGame opens a lobby: /game new.
func (l *Lobby) newGame(ctx context.Context, r *route.Request) (route.Reply, error) {
	if r.Absent {
		return route.Reply{}, route.Fail("not-a-member")
	}
	if r.Parent != "" {
		return route.Reply{}, route.Fail("not-in-thread")
	}
	if !r.Alone() { // there the bot can do all that it needs: the game has no thread
		if err := allowed(r); err != nil {
			return route.Reply{}, err
		}
	}
	if err := l.Policy.MayOpen(ctx, r, r.Guild, r.Channel); err != nil {
		return route.Reply{}, err
	}
	title, ok := l.Atlas.Title(r.Option("title"))
	if !ok {
		return route.Reply{}, route.Fail("title-unknown")
	}
	own, err := l.Atlas.Find(r.Texts, title, r.Option("map"))
	if err != nil {
		return route.Reply{}, err
	}
	wanted, err := wantedSeats(title, r.Option("seats"))
	if err != nil {
		return route.Reply{}, err
	}
	options, err := l.Atlas.Variant(r.Texts, title, r.Option("variant"))
	if err != nil {
		return route.Reply{}, err
	}
	tempo, err := chosenPace(r.Option("pace"))
	if err != nil {
		return route.Reply{}, err
	}
	invited, err := l.invited(r, title, wanted)
	if err != nil {
		return route.Reply{}, err
	}
	if len(invited) > 0 && r.Alone() {
		return route.Reply{}, route.Fail("alone-here").OfferInstall(r)
	}
	sum, err := l.Atlas.Keep(ctx, own)
	if err != nil {
		return route.Reply{}, err
	}
	g := match.Game{
		Terms: match.Terms{Unaided: r.Option("hints") == "false", Advice: advice[r.Option("advice")], Unreviewed: r.Option("review") == "false"},
		Map:   sum, Title: title.ID(), Version: title.Version(), Wanted: wanted, Invited: invited, Guild: r.Guild, Channel: r.Channel,
		Options: options, Pace: tempo, Weekends: tempo != "" && r.Option("weekends") == "true",
	}
	if err := l.agree(ctx, &g, r); err != nil {
		return route.Reply{}, err
	}
	return l.open(ctx, r, g)
}

// advice is what the option of that name means.
var advice = map[string]match.Advice{"true": match.WithAdvice, "false": match.NoAdvice}

// chosenPace reads the pace that a game is to have, "" for a game without clocks.
func chosenPace(option string) (string, error) {
	option = strings.ToLower(strings.TrimSpace(option))
	switch p, ok := match.FindPace(cmp.Or(option, match.DefaultPace)); {
	case ok:
		return p.ID, nil
	case option == match.NoPace:
		return "", nil
	}
	var all []string
	for _, p := range match.Paces() {
		all = append(all, p.ID)
	}
	return "", route.Fail("no-such-pace", "Paces", strings.Join(all, ", "), "None", match.NoPace)
}

// open creates the game with its host as first player and answers the host.
func (l *Lobby) open(ctx context.Context, r *route.Request, g match.Game) (route.Reply, error) {
	switch answer, err := l.Store.Answer(ctx, r.ID); {
	case err == nil:
		return l.welcome(r, match.GameID(answer)), nil
	case !errors.Is(err, storage.ErrNotFound):
		return route.Reply{}, fmt.Errorf("look interaction up: %w", err)
	}
	if err := l.notTooMany(ctx, r.User.ID); err != nil {
		return route.Reply{}, err
	}
	var err error
	if g.ID, err = l.newID(ctx); err != nil {
		return route.Reply{}, err
	}
	g.State, g.Host = match.Lobby, r.User.ID
	g.Seats = append([]match.Seat{{User: r.User.ID, Name: r.User.Name}}, g.Seats...) // computers of the game that is repeated
	g.Created, g.Updated = r.Now, r.Now
	why := storage.Origin{Interaction: r.ID, Answer: string(g.ID)}
	posting := l.Teller.AboutRow(g, tell.Lobby, engine.Public)
	g.Rev = 1 // a first change may come before the message is sent: its own message needs a nonce of its own
	err = l.Store.Create(ctx, g, why, []storage.Message{posting})
	if errors.Is(err, storage.ErrRepeated) {
		return l.open(ctx, r, g)
	}
	if err != nil {
		return route.Reply{}, fmt.Errorf("create game %s: %w", g.ID, err)
	}
	l.Wake()
	return l.welcome(r, g.ID), nil
}

// allowed says which permissions the bot lacks where the request came from: asking first spares refused requests.
func allowed(r *route.Request) error {
	missing := discord.Missing(r.Perms, r.Parent != "")
	if len(missing) == 0 {
		return nil
	}
	return route.Fail("permissions", "Missing", strings.Join(missing, ", "))
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

// invited reads who is invited; bots do not play.
func (l *Lobby) invited(r *route.Request, title engine.Title, wanted int) ([]match.UserID, error) {
	var list []match.UserID
	for _, o := range r.Numbered("user") {
		user := match.UserID(o.Value)
		switch {
		case user == r.User.ID || slices.Contains(list, user):
			continue
		case o.User != nil && o.User.Bot:
			return nil, route.Fail("no-bots")
		}
		list = append(list, user)
	}
	if most := seatLimit(title, wanted); len(list) >= most {
		return nil, route.Fail("too-many-invited", "Most", most)
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

func (l *Lobby) notTooMany(ctx context.Context, user match.UserID) error {
	games, err := l.Store.GamesOf(ctx, user, match.Lobby, match.Running)
	if err != nil {
		return fmt.Errorf("list the games of a user: %w", err)
	}
	if len(games) >= maxGames {
		return route.Fail("too-many-games", "Most", maxGames)
	}
	return nil
}
