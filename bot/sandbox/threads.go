package sandbox

import (
	"strings"
	"time"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// Limits of threads (topics/threads).
const (
	maxThreadName  = 100
	defaultArchive = 4320 // minutes
	// Not documented, but everybody sees it: a channel can be renamed twice in ten minutes.
	maxRenames    = 2
	renamesWithin = 10 * time.Minute
)

func (a *API) createThread(c *call) (any, error) {
	ch, m, err := a.messageOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.state.Need(ch, state.PermCreatePublicThreads); err != nil {
		return nil, err
	}
	req := struct {
		Name                string `json:"name"`
		AutoArchiveDuration int    `json:"auto_archive_duration"`
	}{AutoArchiveDuration: defaultArchive}
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	req.Name = strings.TrimSpace(req.Name)
	f := wire.NewForm()
	f.At("name").Length(req.Name, 1, maxThreadName)
	switch req.AutoArchiveDuration {
	case 60, 1440, 4320, 10080:
	default:
		f.At("auto_archive_duration").OneOf(60, 1440, 4320, 10080)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if ch.Type != wire.ChannelText {
		return nil, wire.ErrWrongChannelType
	}
	t, err := a.state.OpenThread(ch, m, req.Name, req.AutoArchiveDuration)
	if err != nil {
		return nil, err
	}
	c.status = 201
	return a.state.NewThreadJSON(t), nil
}

// renameThread renames a thread of the bot. The sandbox changes nothing else of channels.
func (a *API) renameThread(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	need := state.PermManageThreads
	if ch.OwnerID == a.state.Bot.ID {
		need = state.PermViewChannel
	}
	if err := a.state.Need(ch, need); err != nil {
		return nil, err
	}
	var req struct {
		Name string `json:"name"`
	}
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	req.Name = strings.TrimSpace(req.Name)
	f := wire.NewForm()
	f.At("name").Length(req.Name, 1, maxThreadName)
	if err := f.Err(); err != nil {
		return nil, err
	}
	switch {
	case !ch.IsThread():
		return nil, wire.ErrWrongChannelType
	case ch.Archived():
		return nil, wire.ErrArchived
	}
	if wait := a.state.Rename(ch, req.Name, maxRenames, renamesWithin); wait > 0 {
		return nil, rateLimited(c.header, wait, "user")
	}
	return a.state.ChannelJSON(ch), nil
}
