package handlers

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

// Suggest suggests the games for which the command can be used: the user's own and those at this
// table. Those that wait for the user come first.
func (h *Finder) Suggest(ctx context.Context, r *route.Request) (*route.Reply, error) {
	managing := len(r.Command) > 0 && r.Command[0] == "admin"
	if managing && !r.Manages() {
		return &route.Reply{}, nil
	}
	own, err := h.Store.GamesOf(ctx, r.User.ID, match.Running, match.Lobby, match.Finished)
	if err != nil {
		return nil, err
	}
	here, err := h.Store.GamesAt(ctx, r.Channel)
	if err != nil {
		return nil, err
	}
	if managing {
		if here, err = h.Store.OpenGamesOn(ctx, r.Guild); err != nil {
			return nil, err
		}
	}
	list, listed := speech.Suggest(r.Focused().Value), map[match.GameID]bool{}
	fits := commands.UsableFor(strings.Join(r.Command, " "), r.Now)
	for _, waiting := range []bool{true, false} {
		for _, g := range slices.Concat(own, here) {
			if listed[g.ID] || g.WaitsFor(r.User.ID) != waiting || !message.MayLook(g, r) ||
				!fits(g, r.User.ID) {
				continue
			}
			listed[g.ID] = true
			list.Add(h.gameChoice(ctx, r, g), string(g.ID))
		}
	}
	return &route.Reply{Choices: list.Choices()}, nil
}

// mostPicks is how many options a menu of Discord's has at most.
const mostPicks = 25

// whichRows have a menu of games; picking one sends the command again for it. There is none if the
// command cannot be sent again, because its options are too long or name a person.
func (h *Finder) whichRows(ctx context.Context, r *route.Request, own []match.Game,
) []discord.Row {
	given := url.Values{}
	for _, o := range r.Options {
		switch {
		case o.User != nil:
			return nil
		case o.Name != "game":
			given.Set(o.Name, o.Value)
		}
	}
	id := customid.ID{
		Action: customid.Which, Command: strings.Join(r.Command, " "), Given: given,
	}.Print()
	if _, ok := customid.Parse(id); r.Kind != discord.Slash || !ok {
		return nil
	}
	own = slices.Clone(own)
	message.ByDeadline(own, r.User.ID)
	const maxLabel = 100 // Discord's limit on the label of a menu's option
	menu := &discord.Select{
		CustomID: id, Placeholder: r.Texts.Say("games.which-hint"), Min: 1, Max: 1,
	}
	for _, g := range own[:min(len(own), mostPicks)] {
		menu.Options = append(menu.Options, discord.SelectOption{
			Label: discord.Fit(h.gameChoice(ctx, r, g), maxLabel), Value: string(g.ID),
		})
	}
	return []discord.Row{{Select: menu}}
}

func (h *Finder) gameChoice(ctx context.Context, r *route.Request, g match.Game) string {
	state := "games.choice-" + string(g.State) // lobby, running, finished: others are not suggested
	if g.WaitsFor(r.User.ID) {
		state = "games.choice-your-turn"
	}
	return r.Texts.Say("games.choice", "Title", h.Atlas.LabelOf(ctx, r.Texts, g),
		"Game", string(g.ID), "State", r.Texts.Say(state))
}
