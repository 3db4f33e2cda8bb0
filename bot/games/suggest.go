package games

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/bot/seating"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Suggest suggests the games for which the command can be used: the user's own and those at this table. Those that wait for
// the user come first.
func (f *Finder) Suggest(ctx context.Context, r *route.Request) (route.Reply, error) {
	own, err := f.Store.GamesOf(ctx, r.User.ID, match.Running, match.Lobby, match.Finished)
	if err != nil {
		return route.Reply{}, fmt.Errorf("list the games of a user: %w", err)
	}
	here, err := f.Store.GamesAt(ctx, r.Channel)
	if err != nil {
		return route.Reply{}, fmt.Errorf("list the games of a channel: %w", err)
	}
	if len(r.Command) > 0 && r.Command[0] == "admin" && r.Guild != "" {
		if here, err = f.Store.OpenGamesUnder(ctx, r.Guild); err != nil {
			return route.Reply{}, fmt.Errorf("list the games of a server: %w", err)
		}
	}
	list, listed := speech.Suggest(r.Focused().Value), map[match.GameID]bool{}
	fits := usableFor(strings.Join(r.Command, " "))
	for _, waiting := range []bool{true, false} {
		for _, g := range slices.Concat(own, here) {
			if listed[g.ID] || seating.Waits(g, r.User.ID) != waiting || !MayLook(g, r) || !fits(g, r.User.ID) {
				continue
			}
			listed[g.ID] = true
			list.Add(f.gameChoice(ctx, r, g), string(g.ID))
		}
	}
	return route.Reply{Choices: list.Choices()}, nil
}

// ofLobbies reports whether a command changes lobbies: then it is about the one at this table rather than a game elsewhere.
func ofLobbies(path string) bool {
	return path == "game join" || path == "game leave" || path == "game start" || path == "game cancel" ||
		path == "game invite" || path == "game rename"
}

// usableFor returns for which games a user can use a command. A command that is not named here makes a move.
func usableFor(path string) func(g match.Game, user string) bool {
	return func(g match.Game, user string) bool {
		seated := seating.Of(g, user) != engine.Public
		switch path {
		case "game join":
			return g.State == match.Lobby && !seated
		case "game leave":
			return g.State == match.Lobby && seated && g.Host != user || g.State == match.Running && seating.Concerns(g, user)
		case "game return":
			seat := seating.OwnedBy(g, user)
			return g.State == match.Running && seat != engine.Public && seating.Player(g.Seats[seat-1]) != user
		case "game stand-in":
			return g.State == match.Running && seating.OwnedBy(g, user) != engine.Public
		case "game vote-out":
			return g.State == match.Running && seated
		case "game seat":
			return g.State == match.Running && seated && slices.ContainsFunc(g.Seats, seating.Nobodys)
		case "game start":
			return g.State == match.Lobby && g.Host == user
		case "game cancel":
			return g.State == match.Lobby && g.Host == user || g.State == match.Running && seated
		case "game rename":
			return g.State == match.Lobby && g.Host == user || g.State == match.Running && seated
		case "game invite":
			return g.State == match.Lobby && g.Host == user
		case "admin end":
			return g.State == match.Lobby || g.State == match.Running
		case "admin pardon":
			return g.State == match.Running && g.Pace != ""
		case "game move-here":
			return g.State == match.Running && seated && g.Thread == ""
		case "game film":
			return g.State == match.Finished
		case "game pause", "game resume":
			return g.State == match.Running && seated && g.Pace != "" && g.Paused == (path == "game resume")
		case "plan":
			return g.State == match.Running && seated && !seating.Waits(g, user)
		case "hand":
			return play.Begun(g) && seated
		case "board", "log", "game record":
			return play.Begun(g)
		case "rules":
			return true
		}
		return g.State == match.Running && seated // moves
	}
}

// mostPicks is how many options a menu of Discord's has at most.
const mostPicks = 25

// whichRows have a menu of games, from which one is picked to send a command again for it. None where the command cannot be sent
// again: its options are too long, or name a person of whom Discord said more than the ID.
func (f *Finder) whichRows(ctx context.Context, r *route.Request, own []match.Game) []discord.Row {
	given := url.Values{}
	for _, o := range r.Options {
		switch {
		case o.User != nil:
			return nil
		case o.Name != "game":
			given.Set(o.Name, o.Value)
		}
	}
	id := press.ID{Action: press.Which, Command: strings.Join(r.Command, " "), Given: given}.Print()
	if _, ok := press.Parse(id); r.Kind != discord.Slash || !ok {
		return nil
	}
	own = slices.Clone(own)
	byDeadline(own, r.User.ID)
	const maxLabel = 100 // Discord's limit on the label of a menu's option
	menu := &discord.Select{CustomID: id, Placeholder: r.Texts.Say("games.which-hint"), Min: 1, Max: 1}
	for _, g := range own[:min(len(own), mostPicks)] {
		menu.Options = append(menu.Options, discord.SelectOption{
			Label: discord.Fit(f.gameChoice(ctx, r, g), maxLabel), Value: string(g.ID),
		})
	}
	return []discord.Row{{Select: menu}}
}

// gameChoice names a game in a list of suggestions.
func (f *Finder) gameChoice(ctx context.Context, r *route.Request, g match.Game) string {
	state := "games.choice-" + string(g.State) // lobby, running, finished: others are not suggested
	if seating.Waits(g, r.User.ID) {
		state = "games.choice-your-turn"
	}
	return r.Texts.Say("games.choice", "Title", f.Atlas.LabelOf(ctx, r.Texts, g), "Game", string(g.ID), "State", r.Texts.Say(state))
}
