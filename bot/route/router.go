package route

import (
	"context"
	"maps"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
)

// Router finds the handler of a command by its path ("game new"), and that of a click by its
// action.
type Router struct {
	commands    map[string]Handler
	completions map[string]Handler
	clicks      map[customid.Action]Handler
}

// NewRouter returns a router without routes.
func NewRouter() *Router {
	return &Router{
		commands: map[string]Handler{}, completions: map[string]Handler{},
		clicks: map[customid.Action]Handler{},
	}
}

// Slash registers the handler of a command by its path: "game new".
func (t *Router) Slash(path string, h Handler) { t.commands[path] = h }

// Complete registers what suggests values for the options of a command.
func (t *Router) Complete(path string, h Handler) { t.completions[path] = h }

// Click registers the handler of an action, whatever button, menu or form it comes from.
func (t *Router) Click(action customid.Action, h Handler) { t.clicks[action] = h }

// Commands lists the paths of the commands that have a handler, in alphabetical order.
func (t *Router) Commands() []string { return slices.Sorted(maps.Keys(t.commands)) }

// Completes reports whether the options of a command have suggestions.
func (t *Router) Completes(path string) bool { return t.completions[path] != nil }

// Again carries out the command of a clicked menu (customid.Which) for the game that was picked
// from it, as if the user had named that game.
func (t *Router) Again(ctx context.Context, r *Request) (*Reply, error) {
	handler := t.commands[r.Pressed.Command]
	if handler == nil || r.Value() == "" {
		return nil, Fail("unknown-button")
	}
	ix := *r.Interaction
	ix.Kind, ix.Command = discord.Slash, strings.Fields(r.Pressed.Command)
	ix.Message, ix.Options = "", nil
	for _, name := range slices.Sorted(maps.Keys(r.Pressed.Given)) {
		ix.Options = append(ix.Options, discord.Option{
			Name: name, Value: r.Pressed.Given.Get(name),
		})
	}
	ix.Options = append(ix.Options, discord.Option{Name: "game", Value: r.Value()})
	return handler(ctx, &Request{Interaction: &ix, Texts: r.Texts, Now: r.Now})
}

// find returns the handler of an interaction, nil if there is none, and what was clicked.
// Everything in an interaction is hostile but the IDs that Discord gives.
func (t *Router) find(ix *discord.Interaction) (Handler, customid.ID) {
	switch ix.Kind {
	case discord.Slash:
		return t.commands[strings.Join(ix.Command, " ")], customid.ID{}
	case discord.Autocomplete:
		return t.completions[strings.Join(ix.Command, " ")], customid.ID{}
	case discord.Click, discord.Submit:
		if id, ok := customid.Parse(ix.CustomID); ok {
			return t.clicks[id.Action], id
		}
	}
	return nil, customid.ID{}
}
