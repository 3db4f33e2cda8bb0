package sandbox

import (
	"konduktor/bot/sandbox/wire"
)

func (a *API) listEmoji(c *call) (any, error) {
	items := []wire.Emoji{}
	for _, e := range a.state.Emoji {
		items = append(items, e.Emoji)
	}
	return map[string]any{"items": items}, a.ownApplication(c)
}

func (a *API) createEmoji(c *call) (any, error) {
	if err := a.ownApplication(c); err != nil {
		return nil, err
	}
	var req struct{ Name, Image string }
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	png, err := wire.CheckEmoji(req.Name, req.Image)
	if err != nil {
		return nil, err
	}
	e, err := a.state.AddEmoji(req.Name, png)
	if err != nil {
		return nil, err
	}
	c.status = 201
	return e.Emoji, nil
}

func (a *API) deleteEmoji(c *call) (any, error) {
	if err := a.ownApplication(c); err != nil {
		return nil, err
	}
	if a.state.FindEmoji(c.path("emoji")) == nil {
		return nil, wire.ErrUnknownEmoji
	}
	a.state.RemoveEmoji(c.path("emoji"))
	return nil, nil
}

// ownApplication refuses the path of another application.
func (a *API) ownApplication(c *call) error {
	if c.path("app") != a.state.Bot.ID {
		return wire.ErrUnknownApplication
	}
	return nil
}

// hasEmoji reports whether a component can show an emoji: one of the application, or a sign of
// Unicode, which has no ID.
func (a *API) hasEmoji(e *wire.PartialEmoji) bool {
	if e.ID == "" {
		return e.Name != ""
	}
	return a.state.FindEmoji(e.ID) != nil
}
