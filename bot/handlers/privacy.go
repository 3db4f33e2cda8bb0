package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/find"
	"konduktor/bot/hall"
	"konduktor/bot/posts"
	"konduktor/bot/route"
	"konduktor/bot/season"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func (h *Handlers) showPrivacy(_ context.Context, r *route.Request) (*route.Reply, error) {
	return route.Private(r, discord.Message{
		Content: r.Texts.Say("privacy.page"),
		Rows: discord.Buttons(
			discord.NewButton(discord.Secondary, r.Texts.Say("privacy.export"),
				customid.ID{Action: customid.Export}.Print()),
			discord.NewButton(discord.Danger, r.Texts.Say("privacy.forget"),
				customid.ID{Action: customid.Forget}.Print()),
		),
	}), nil
}

func showTerms(_ context.Context, r *route.Request) (*route.Reply, error) {
	return route.Private(r, discord.Message{Content: r.Texts.Say("privacy.terms")}), nil
}

// kept is everything that is kept about a user, as they get it.
type kept struct {
	User   storage.User `json:"user"`
	Habits match.Habits `json:"habits"`
	Games  []keptGame   `json:"games"`
	// Dailies are the tries that have ended, Tables the servers that show them.
	Dailies []keptTry        `json:"deals_of_the_day,omitempty"`
	Tables  []match.ServerID `json:"on_tables_of_servers,omitempty"`
	// Reminding is of the deals of the days.
	Reminding storage.Reminding `json:"reminding,omitzero"`
	Seeking   find.Seeker       `json:"tables_looked_for,omitzero"`
	// Leagues are the seasons and evenings that name the user, by their servers.
	Leagues map[match.ServerID][]string `json:"leagues,omitempty"`
	// Deeds are what managers of servers have done that concerns the user.
	Deeds []hall.Deed `json:"deeds_of_managers,omitempty"`
	// Results are of finished games, also those in which the user stood in for somebody.
	Results []keptResult `json:"results,omitempty"`
	Ratings []keptRating `json:"ratings,omitempty"`
	// Boxes are what the user has read from the boxes of titles.
	Boxes []storage.Attestation `json:"boxes,omitempty"`
}

// keptTry is what the deal of a day has brought a user.
type keptTry struct {
	Day    match.Day `json:"day"`
	Points int       `json:"points"`
}

// keptResult is what a finished game has brought the user.
type keptResult struct {
	Game  match.GameID `json:"game"`
	Seat  engine.Seat  `json:"seat"`
	Ended time.Time    `json:"ended"`
	match.Account
}

// keptRating is the user's rating on a server.
type keptRating struct {
	Server match.ServerID `json:"server"`
	Title  string         `json:"title,omitempty"` // none: in all
	Day    match.Day      `json:"day"`
	storage.Rated
}

// keptGame is what a game knows about a user. It discloses nothing that its player may not know.
type keptGame struct {
	ID      match.GameID `json:"id"`
	Title   string       `json:"title"`
	Name    string       `json:"name,omitempty"`
	State   match.State  `json:"state"`
	Seat    engine.Seat  `json:"seat,omitempty"`
	Shown   string       `json:"name_at_the_table,omitempty"`
	Called  string       `json:"called,omitempty"` // since, if not so
	Host    bool         `json:"host,omitempty"`
	Daily   match.Day    `json:"deal_of,omitempty"`
	StandIn engine.Seat  `json:"stands_in_for_seat,omitempty"` // has been asked to, or has agreed
	Invited bool         `json:"invited,omitempty"`
	Played  []keptTenure `json:"played,omitempty"`
	Plan    []string     `json:"plan,omitempty"`
	Created time.Time    `json:"created"`
	Updated time.Time    `json:"updated"`
}

// keptTenure is a time in which the user played a seat.
type keptTenure struct {
	Seat  engine.Seat `json:"seat"`
	Why   string      `json:"why"`
	From  time.Time   `json:"from"`
	Until time.Time   `json:"until,omitzero"`
}

func (h *Handlers) export(_ context.Context, r *route.Request) (*route.Reply, error) {
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		all, err := keptOf(ctx, h.Store, r.User.ID)
		if err != nil {
			return discord.Message{}, err
		}
		text, err := json.MarshalIndent(all, "", "  ")
		if err != nil {
			return discord.Message{}, fmt.Errorf("write what is kept of a user: %w", err)
		}
		file := discord.File{
			Name: "konduktor-" + string(r.User.ID) + ".json", Type: "application/json", Data: text,
		}
		return discord.Message{
			Content: r.Texts.Say("privacy.exported"), Files: []discord.File{file},
		}, nil
	}), nil
}

// Kept returns all that is kept of a user, to be written as JSON, and whether that is anything.
func Kept(ctx context.Context, store Store, user match.UserID) (_ any, some bool, err error) {
	all, err := keptOf(ctx, store, user)
	return all, !reflect.DeepEqual(all, kept{Habits: match.Habits{User: user}}), err
}

func keptOf(ctx context.Context, store Store, user match.UserID) (kept, error) {
	var all kept
	var err error
	if all.User, err = store.User(ctx, user); err != nil && !errors.Is(err, storage.ErrNotFound) {
		return all, err
	}
	if all.Habits, err = store.Habits(ctx, user); err != nil {
		return all, err
	}
	games, err := store.GamesNaming(ctx, user)
	if err != nil {
		return all, err
	}
	for _, g := range games {
		one, err := gameOf(ctx, store, g, user)
		if err != nil {
			return all, err
		}
		all.Games = append(all.Games, one)
	}
	tries, err := store.ForDailies().Tries(ctx, user, math.MaxInt32)
	if err != nil {
		return all, err
	}
	for _, t := range tries {
		all.Dailies = append(all.Dailies, keptTry{t.Day, t.Points})
	}
	if all.Tables, err = store.ForDailies().DailyServers(ctx, user); err != nil {
		return all, err
	}
	all.Reminding, err = storage.SettingOf[storage.Reminding](ctx, store, storage.RemindingKey(user))
	if err != nil {
		return all, err
	}
	all.Seeking, err = storage.SettingOf[find.Seeker](ctx, store, find.SeekerKey(user))
	if err != nil {
		return all, err
	}
	known := map[match.ServerID]bool{}
	for _, g := range games {
		known[g.Guild] = true
	}
	for _, server := range all.Seeking.Servers {
		known[server] = true
	}
	for _, server := range slices.Sorted(maps.Keys(known)) {
		deeds, err := hall.Deeds(ctx, store, server, user)
		if err != nil {
			return all, err
		}
		all.Deeds = append(all.Deeds, deeds...)
		list, err := season.Naming(ctx, store, server, user)
		if err != nil {
			return all, err
		}
		if len(list) > 0 {
			if all.Leagues == nil {
				all.Leagues = map[match.ServerID][]string{}
			}
			all.Leagues[server] = list
		}
	}
	results, err := store.ForRatings().ResultsOf(ctx, user, time.Unix(0, 0))
	if err != nil {
		return all, err
	}
	for _, r := range results {
		all.Results = append(all.Results, keptResult{r.Game, r.Seat, r.Ended, r.Account})
	}
	if all.Boxes, err = store.ForBoxes().AttestedBy(ctx, user); err != nil {
		return all, err
	}
	ratings, err := store.ForRatings().RatingsOf(ctx, user)
	if err != nil {
		return all, err
	}
	for _, r := range ratings {
		all.Ratings = append(all.Ratings, keptRating{r.Server, r.Title, r.Day, r.Rated})
	}
	return all, nil
}

func gameOf(ctx context.Context, store Store, g match.Game, user match.UserID) (keptGame, error) {
	one := keptGame{
		ID: g.ID, Title: g.Title, Name: g.Name, State: g.State, Host: g.Host == user, Daily: g.Daily,
		Created: g.Created, Updated: g.Updated,
		StandIn: standsIn(g, user), Invited: slices.Contains(g.Invited, user),
	}
	tenures, err := store.Tenures(ctx, g.ID)
	if err != nil {
		return one, err
	}
	for _, t := range tenures {
		if t.User == user {
			one.Played = append(one.Played, keptTenure{t.Seat, t.Why, t.From, t.Until})
		}
	}
	if seat := g.SeatHeldBy(user); seat != engine.Public {
		one.Seat, one.Shown = seat, g.Seats[seat-1].Name
	}
	for _, is := range g.Called {
		if is.User == user {
			one.Called = is.Name
		}
	}
	if seat := g.SeatOf(user); seat != engine.Public {
		plan, err := store.Plan(ctx, g.ID, seat)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return one, err
		}
		if plan.User == user {
			one.Plan = plan.Steps
		}
	}
	return one, nil
}

// standsIn returns the seat that a user plays, or is asked to play, for somebody else; Public if
// there is none.
func standsIn(g match.Game, user match.UserID) engine.Seat {
	return engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool {
		return s.StandIn == user || s.Asked == user || s.Owner != "" && s.User == user
	}) + 1)
}

// askToForget asks whether the user wants to be forgotten, and names the games that this ends for
// them.
func (h *Handlers) askToForget(ctx context.Context, r *route.Request) (*route.Reply, error) {
	open, err := h.gamesToLeave(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	text := r.Texts.Say("privacy.sure")
	if len(open) > 0 {
		list := make([]string, len(open))
		for i, g := range open {
			list[i] = "`" + string(g.ID) + "`"
		}
		text = r.Texts.Say("privacy.leaving", "Games", strings.Join(list, ", ")) + "\n" + text
	}
	return route.Private(r, discord.Message{
		Content: text,
		Rows: discord.Buttons(discord.NewButton(discord.Danger, r.Texts.Say("privacy.erase"),
			customid.ID{Action: customid.Erase}.Print())),
	}), nil
}

func (h *Handlers) gamesToLeave(ctx context.Context, user match.UserID) ([]match.Game, error) {
	games, err := h.Store.GamesOf(ctx, user, match.Lobby, match.Running)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(games, func(g match.Game) bool { return !g.HasSeat(user) }), nil
}

func (h *Handlers) forget(ctx context.Context, r *route.Request) (*route.Reply, error) {
	err := storage.Insist(func() error { // they may take a seat meanwhile
		if err := h.leaveAll(ctx, r); err != nil {
			return err
		}
		if err := h.Find.LeaveAll(ctx, r.User.ID); err != nil {
			return err
		}
		if err := h.retitle(ctx, r); err != nil {
			return err
		}
		return h.Store.Erase(ctx, r.User.ID, h.FormerName)
	})
	return route.Private(r, discord.Message{Content: r.Texts.Say("privacy.erased")}), err
}

// retitleAfter is when threads are renamed after somebody is forgotten: titles come from the rows,
// which are changed by then.
const retitleAfter = 10 * time.Second

// retitle has the user's name taken off the threads of their games.
func (h *Handlers) retitle(ctx context.Context, r *route.Request) error {
	games, err := h.Store.GamesNaming(ctx, r.User.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Thread == "" || !discord.PlaceOf(g.Thread).Threads {
			continue
		}
		m := posts.Later(g.ID, "name", r.Now.Add(retitleAfter))
		if err := h.Store.Enqueue(ctx, []storage.Message{m}); err != nil {
			return err
		}
	}
	return nil
}

func (h *Handlers) leaveAll(ctx context.Context, r *route.Request) error {
	open, err := h.gamesToLeave(ctx, r.User.ID)
	if err != nil {
		return err
	}
	for _, g := range open {
		if err := h.giveUp(ctx, r, g.ID); err != nil {
			return err
		}
	}
	return nil
}
