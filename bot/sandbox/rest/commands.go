package rest

import (
	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
)

// putCommands replaces all commands.
func (a *API) putCommands(c *call) (any, error) {
	if c.path("app") != a.state.Bot.ID {
		return nil, limits.ErrUnknownApplication
	}
	if c.body == nil {
		return nil, limits.ErrInvalidJSON
	}
	var list []wire.Command
	if err := decode(c, &list); err != nil {
		return nil, err
	}
	if err := limits.CheckCommands(list); err != nil {
		return nil, err
	}
	return list, a.state.SetCommands(list)
}
