package ratings

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/render/caption"
	"konduktor/storage"
)

// onPage is how many finished games a page has.
const onPage = 8

// showResults lists finished games: of the server, of a person, or of two; in direct messages the
// user's own, wherever they were played: /results.
func (h *Handlers) showResults(ctx context.Context, r *route.Request) (*route.Reply, error) {
	of := storage.Finished{
		Server: r.Guild, User: match.UserID(r.Option("player")), With: match.UserID(r.Option("against")),
	}
	if of.User == "" && (of.With != "" || r.Guild == "") {
		of.User = r.User.ID
	}
	if r.Guild == "" && of.User != r.User.ID { // others' games are shown where they were played
		return nil, route.Fail("results-on-server")
	}
	page, _ := strconv.Atoi(r.Option("page"))
	page = max(page, 1)
	ids, err := h.Kept.Finished(ctx, of, (page-1)*onPage, onPage+1)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, route.Fail("no-results")
	}
	message, err := h.resultsPage(ctx, r.Texts, ids[:min(len(ids), onPage)])
	if err != nil {
		return nil, err
	}
	if len(ids) > onPage {
		message.Content += "\n" + r.Texts.Say("results.more", "Page", page+1)
	}
	return route.Private(r, message), nil
}

func (h *Handlers) resultsPage(ctx context.Context, texts *locale.Texts, ids []match.GameID,
) (discord.Message, error) {
	results, err := h.Kept.Results(ctx, ids...)
	if err != nil {
		return discord.Message{}, err
	}
	const maxLabel = 100 // Discord's limit on the label of a menu's option
	lines, menu := []string{texts.Say("results.heading")}, &discord.Select{
		CustomID: customid.ID{Action: customid.Result}.Print(), Placeholder: texts.Say("results.choose"),
		Min: 1, Max: 1,
	}
	for _, id := range ids {
		g, err := h.Store.Game(ctx, id)
		if err != nil {
			return discord.Message{}, err
		}
		title, won := h.Atlas.NameOf(ctx, texts, g), h.points(g, results)
		lines = append(lines, texts.Say("results.line", "Day", speech.Stamp(g.Updated, "D"),
			"Title", title, "Game", string(id), "Points", strings.Join(won, ", ")))
		menu.Options = append(menu.Options, discord.SelectOption{
			Label: discord.Fit(h.Atlas.LabelOf(ctx, texts, g)+" · "+string(id), maxLabel),
			Value: string(id),
		})
	}
	return discord.Message{
		Content: discord.Lines(lines),
		Rows:    []discord.Row{{Select: menu}},
	}, nil
}

// points lists who got how many points in a game, the winner first: "Ola 118".
func (h *Handlers) points(g match.Game, results []match.Result) []string {
	var own []match.Result
	for _, r := range results {
		if r.Game == g.ID && r.Held() && int(r.Seat) <= len(g.Seats) {
			own = append(own, r)
		}
	}
	slices.SortStableFunc(own, func(a, b match.Result) int { return a.Place - b.Place })
	list := make([]string, len(own))
	for i, r := range own {
		list[i] = discord.Plain(g.ShownName(r.Seat)) + " " + caption.Number(r.Points)
	}
	return list
}

// openResult shows the finished game that was picked, or whose button was pressed: its result, its
// sheet and record, and buttons for the film, the turns with boards, the review and a rematch.
func (h *Handlers) openResult(ctx context.Context, r *route.Request) (*route.Reply, error) {
	t, err := h.Games.Table(ctx, match.GameID(cmp.Or(r.Pressed.Game, r.Value())))
	switch {
	case err != nil:
		return nil, err
	case !message.MayLook(t.Game, r):
		return nil, route.Fail("game-unknown")
	case t.State != match.Finished:
		return nil, route.Fail("film-not-over", "Game", string(t.ID))
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return h.Posts.FinalMessage(ctx, r.Texts, t.Game)
	}), nil
}
