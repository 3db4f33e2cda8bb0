// Package handlers answers what people want of a table: lobbies, seats, clocks, moves, undo, plans,
// boards, hints, lessons, reviews, and what is kept of them. A handler parses, calls the service,
// and answers; package match decides.
package handlers

import (
	"context"
	"log/slog"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/find"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what the handlers need of the store beside the service.
type Store interface {
	Answer(ctx context.Context, interaction string) (string, error)
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	GamesNaming(ctx context.Context, user match.UserID) ([]match.Game, error)
	OpenGamesUnder(ctx context.Context, place match.ChannelID) ([]match.Game, error)
	GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
	User(ctx context.Context, id match.UserID) (storage.User, error)
	storage.Habits
	ForDailies() storage.Dailies
	ForRatings() storage.Results
	ForBoxes() storage.Attestations
	Plan(ctx context.Context, id match.GameID, seat engine.Seat) (match.Plan, error)
	SavePlan(ctx context.Context, p match.Plan, head match.Link, why storage.Origin) error
	EndPlan(ctx context.Context, p match.Plan, out []storage.Message) error
	PostsOn(ctx context.Context, server match.ServerID) ([]storage.Post, error)
	SwapPost(ctx context.Context, was, is *storage.Post) error
	storage.Settings
	Enqueue(ctx context.Context, out []storage.Message) error
	Erase(ctx context.Context, user match.UserID, name string) error
}

// Messages makes the few messages of the outbox that follow no event (notify.Notifier).
type Messages interface {
	AboutPlan(g match.Game, seat engine.Seat, why match.Outcome) storage.Message
	DailyPost(server match.ServerID, due time.Time, first bool) storage.Message
	DailyShared(g match.Game, user match.UserID) storage.Message
	DailyReminder(ctx context.Context, user match.UserID, from time.Time) ([]storage.Message, error)
	ResultsIn(ctx context.Context, server match.ServerID, channel match.ChannelID) error
	DescribeResults(ctx context.Context, texts *locale.Texts, server match.ServerID) (string, error)
	Summons(g match.Game) storage.Message
	SeatsIn(ix *discord.Interaction, language string) storage.Message
	Stands(ctx context.Context, g match.Game, nonce string) bool
}

// Leagues are the ratings of servers.
type Leagues interface {
	Rated(ctx context.Context, server match.ServerID) (bool, error)
	// Describe says what was decided about the ratings and the week of a server, a line each.
	Describe(ctx context.Context, texts *locale.Texts, server match.ServerID) ([]string, error)
}

// Options are what the handlers need. All fields must be set.
type Options struct {
	Store    Store
	Games    *play.Service
	Atlas    *message.Atlas
	People   *people.People
	Panels   *message.Panels
	Messages Messages
	Forums   *hall.Forums
	Daily    *daily.Deals
	Leagues  Leagues
	Find     *find.Queues
	Catalog  *locale.Catalog
	Log      *slog.Logger
	Now      func() time.Time
	Wake     func() // there may be something to send
	IsMember func(context.Context, match.ServerID, match.UserID) (bool, error)
	Language func() string // of tables, if the server's own is none of ours
	// FormerName is the name of a seat whose player was forgotten.
	FormerName string
}

// Handlers answers. Its methods can be called from any goroutine.
type Handlers struct{ Options }

// New returns the handlers.
func New(o Options) *Handlers { return &Handlers{o} }

// Register adds the routes. named makes a handler that finds the game which a command is about.
func (h *Handlers) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("game new", h.newGame)
	t.Complete("game new", h.completeNew)
	t.Slash("me", h.me)
	t.Click(customid.Set, h.me)
	t.Complete("me", suggestZone)
	t.Slash("privacy", h.showPrivacy)
	t.Slash("terms", showTerms)
	t.Slash("box show", h.showBox)
	t.Slash("box ticket", h.boxing(h.enterTicket))
	t.Complete("box ticket", h.completeTicket)
	t.Slash("box export", h.boxing(exportBox))
	t.Slash("box use", route.Managing(h.boxing(h.useBox)))
	t.Click(customid.Box, h.showBox)
	t.Click(customid.BoxTick, h.boxing(h.tickTickets))
	t.Click(customid.BoxDrop, h.boxing(h.dropTickets))
	t.Click(customid.BoxAsk, h.askLength)
	t.Click(customid.BoxSay, h.boxing(h.sayLength))
	t.Click(customid.BoxFile, h.boxing(exportBox))
	t.Click(customid.Try, route.Pressed(h.tryFromHere))
	t.Click(customid.Real, h.playForReal)
	t.Slash("daily", h.showDaily)
	t.Click(customid.Daily, h.playDaily)
	t.Click(customid.DailyTable, h.showDailyTable)
	t.Click(customid.DailyFair, h.checkDaily)
	t.Click(customid.DailyHere, h.atEnd(true, false, h.beShownHere))
	t.Click(customid.DailyShare, h.atEnd(true, true, h.shareDaily))
	t.Click(customid.DailyAlarm, h.remindDaily)
	t.Click(customid.DailyShow, h.beOnDailyTable(true))
	t.Click(customid.DailyHide, h.beOnDailyTable(false))
	t.Slash("admin show", route.Managing(h.showDecisions))
	t.Slash("admin games", route.Managing(h.decide))
	t.Slash("admin hall", route.Managing(h.setHall))
	t.Slash("admin seats", route.Managing(h.listSeats))
	t.Slash("admin results", route.Managing(h.tellResults))
	t.Slash("admin daily-post", route.Managing(h.postDaily))
	t.Slash("admin end", route.Managing(named(h.end)))
	t.Slash("admin pardon", route.Managing(named(h.pardon)))
	t.Slash("admin unrate", route.Managing(named(h.unrate)))
	t.Slash("admin ban", route.Managing(h.ban))
	t.Slash("admin unban", route.Managing(h.unban))
	t.Slash("game decisions", h.showDeeds)
	resume := h.simply(match.Resume{}, "clock.resumed")
	for command, handle := range map[string]route.GameHandler{
		"game join": h.join, "game leave": h.leave, "game start": h.start, "game cancel": h.cancel,
		"game move-here": h.moveHere, "game rename": h.rename, "game invite": h.invite,
		"game stand-in": h.askStandIn, "game return": h.giveBack, "game vote-out": h.proposeOust,
		"game seat": h.seek, "game pause": h.pause, "game resume": resume,
		"undo": h.undo, "plan": h.showPlan,
	} {
		t.Slash(command, named(handle))
	}
	h.registerClicks(t, resume)
	finding := find.Handlers{
		Queues: h.Find, People: h.People, MayOpen: h.mayFind, Language: h.tableLanguage,
	}
	finding.Register(t)
}

func (h *Handlers) registerClicks(t *route.Router, resume route.GameHandler) {
	t.Click(customid.Export, h.export)
	t.Click(customid.Forget, h.askToForget)
	t.Click(customid.Erase, h.forget)
	for action, handle := range map[customid.Action]route.GameHandler{
		customid.Join:       h.join,
		customid.Leave:      h.leave,
		customid.Start:      h.start,
		customid.Cancel:     h.cancel,
		customid.Partner:    h.sitWith,
		customid.Pair:       h.answerPartner(true, "lobby.sits-with"),
		customid.Apart:      h.answerPartner(false, "lobby.pair-declined"),
		customid.Mix:        h.mixTeams,
		customid.Stop:       h.agreeToStop,
		customid.Rematch:    h.rematch,
		customid.Stay:       h.playOn,
		customid.Decline:    h.simply(match.Decline{}, "lobby.declined"),
		customid.Admit:      h.admit,
		customid.Solo:       h.solo,
		customid.Computer:   h.computers,
		customid.Return:     h.giveBack,
		customid.Quit:       h.simply(match.LeaveGame{}, "tenure.left-noted"),
		customid.Seek:       h.seek,
		customid.Summon:     h.summon,
		customid.Stand:      h.agreeToStandIn,
		customid.Refuse:     h.declineToStandIn,
		customid.Oust:       h.agreeToOust,
		customid.Board:      h.askToTake,
		customid.Take:       h.take,
		customid.Pause:      h.pause,
		customid.NoPause:    h.refusePause,
		customid.Resume:     resume,
		customid.More:       h.more,
		customid.Nudge:      h.simply(match.Nudge{}, "clock.nudge-sent"),
		customid.Enough:     h.enough,
		customid.Undo:       h.undo,
		customid.Allow:      h.answerUndo(true),
		customid.Deny:       h.answerUndo(false),
		customid.Plan:       h.showPlan,
		customid.PlanBack:   h.drafting(backToPlan),
		customid.PlanElse:   h.drafting(planElse),
		customid.PlanPage:   h.drafting(planPage),
		customid.PlanAsk:    h.picking(h.planAsk),
		customid.PlanNarrow: h.picking(planNarrow),
		customid.PlanDo:     h.picking(h.planDo),
		customid.PlanMore:   h.picking(h.planMore),
		customid.PlanDrop:   h.planDrop,
		customid.PlanTaken:  h.changePlan(func(p *match.Intention) { p.Taken = !p.Taken }),
		customid.PlanLast:   h.changePlan(func(p *match.Intention) { p.LastRound = !p.LastRound }),
	} {
		t.Click(action, route.Pressed(handle))
	}
}

// do carries out a command once for a request, and returns the table after it. There is no change
// if the request was carried out before.
func (h *Handlers) do(ctx context.Context, r *route.Request, id match.GameID, wanted match.Command,
) (*play.Table, *match.Change, error) {
	return h.Games.Do(ctx, r.Call(id), wanted)
}

// whispering carries out a command and answers with a sentence about its game.
func (h *Handlers) whispering(ctx context.Context, r *route.Request, id match.GameID,
	wanted match.Command, text string,
) (*route.Reply, error) {
	if _, _, err := h.do(ctx, r, id, wanted); err != nil {
		return nil, err
	}
	return r.Whisper(text, "Game", string(id)), nil
}

func (h *Handlers) simply(wanted match.Command, text string) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		return h.whispering(ctx, r, id, wanted, text)
	}
}

func confirm(question, label string, style discord.ButtonStyle, customID string) *route.Reply {
	return &route.Reply{Message: &discord.Message{
		Content: question, Ephemeral: true,
		Rows: discord.Buttons(discord.NewButton(style, label, customID)),
	}}
}

// row loads the row of a game. A *match.Refusal if there is none.
func (h *Handlers) row(ctx context.Context, id match.GameID) (match.Game, error) {
	t, err := h.Games.Table(ctx, id)
	if err != nil {
		return match.Game{}, err
	}
	return t.Game, nil
}

// enqueue has messages sent, unless they wait already.
func (h *Handlers) enqueue(ctx context.Context, out ...storage.Message) error {
	err := h.Store.Enqueue(ctx, out)
	h.Wake()
	return err
}

func (h *Handlers) openGames(ctx context.Context, user match.UserID) (int, error) {
	games, err := h.Store.GamesOf(ctx, user, match.Lobby, match.Running)
	return len(games), err
}

func optionUser(r *route.Request, name string) discord.User {
	for _, o := range r.Options {
		switch {
		case o.Name != name:
		case o.User != nil:
			return *o.User
		default:
			return discord.User{ID: match.UserID(o.Value)}
		}
	}
	return discord.User{}
}

func plainNames(seats []match.Seat) []string { return discord.PlainAll(match.Names(seats)) }
