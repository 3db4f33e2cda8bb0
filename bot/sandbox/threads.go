package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
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
	req, err := readThread(c)
	if err != nil {
		return nil, err
	}
	if ch.Type != wire.ChannelText {
		return nil, wire.ErrWrongChannelType
	}
	t, err := a.state.OpenThread(ch, m, req.Name, req.Archive)
	if err != nil {
		return nil, err
	}
	c.status = 201
	return a.state.NewThreadJSON(t), nil
}

// newThread is a request for a thread; Message and Tags are those of a forum's post.
type newThread struct {
	Name    string          `json:"name"`
	Archive int             `json:"auto_archive_duration"`
	Message json.RawMessage `json:"message"`
	Tags    []string        `json:"applied_tags"`
}

func readThread(c *call) (newThread, error) {
	r := newThread{Archive: defaultArchive}
	if err := decode(c, &r); err != nil {
		return r, err
	}
	r.Name = strings.TrimSpace(r.Name)
	f := wire.NewForm()
	f.At("name").Length(r.Name, 1, maxThreadName)
	switch r.Archive {
	case 60, 1440, 4320, 10080:
	default:
		f.At("auto_archive_duration").OneOf(60, 1440, 4320, 10080)
	}
	return r, f.Err()
}

// createPost opens a post of a forum with its first message, which has the ID of the post.
func (a *API) createPost(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	if err := a.state.Need(ch, state.PermSendMessages); err != nil {
		return nil, err
	}
	req, err := readThread(c)
	if err != nil {
		return nil, err
	}
	d := &wire.Draft{Files: c.files, Have: present(req.Message), Path: "message"}
	if err := decodeJSON(req.Message, d, "message"); err != nil {
		return nil, err
	}
	if ch.Type != wire.ChannelForum {
		return nil, wire.ErrWrongChannelType
	}
	err = cmp.Or(a.mayAttach(ch, d), a.mayTag(ch, req.Tags), a.check(d, nil, wire.SendFlags))
	if err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	t, err := a.state.OpenPost(ch, req.Name, req.Archive, req.Tags)
	if err != nil {
		return nil, err
	}
	m, err := a.compose(t, d, wire.SendFlags)
	if err != nil {
		return nil, err
	}
	m.ID = t.ID
	a.state.Post(t, m)
	c.status = 201
	return a.state.NewThreadJSON(t), nil
}

// maxTags is how many tags a post can have.
const maxTags = 5

// mayTag checks the tags of a post in a forum.
func (a *API) mayTag(forum *state.Channel, tags []string) error {
	if len(tags) > maxTags {
		return wire.Invalid("applied_tags", "BASE_TYPE_MAX_LENGTH",
			"Must be %d or fewer in length.", maxTags)
	}
	for _, id := range tags {
		i := slices.IndexFunc(forum.AvailableTags, func(t wire.Tag) bool { return t.ID == id })
		switch {
		case i < 0:
			return wire.ErrUnknownTag
		case forum.AvailableTags[i].Moderated:
			if err := a.state.Need(forum, state.PermManageThreads); err != nil {
				return err
			}
		}
	}
	if len(tags) == 0 && forum.Flags&wire.FlagRequireTag != 0 {
		return wire.ErrTagRequired
	}
	return nil
}

func (a *API) getChannel(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	return a.state.ChannelJSON(ch), nil
}

func (a *API) listThreads(c *call) (any, error) {
	if c.path("guild") != a.state.GuildID || a.state.BotLeft {
		return nil, wire.ErrUnknownGuild
	}
	threads := []wire.Channel{}
	for _, t := range a.state.ActiveThreads() {
		threads = append(threads, a.state.ChannelJSON(t))
	}
	return map[string]any{"threads": threads, "members": []any{}}, nil
}

// patchThread changes the name, the tags or the archive of a thread. To reopen one takes the right
// to write there; for the rest others' threads take a right over them.
func (a *API) patchThread(c *call) (any, error) {
	ch, err := a.channelOf(c)
	if err != nil {
		return nil, err
	}
	var req struct {
		Name     *string   `json:"name"`
		Archived *bool     `json:"archived"`
		Tags     *[]string `json:"applied_tags"`
	}
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	need := state.PermManageThreads
	reopens := req.Archived != nil && !*req.Archived
	switch {
	case reopens && req.Name == nil && req.Tags == nil && !ch.Locked():
		need = state.PermSendMessagesInThreads
	case ch.OwnerID == a.state.Bot.ID:
		need = state.PermViewChannel
	}
	if err := a.state.Need(ch, need); err != nil {
		return nil, err
	}
	switch {
	case !ch.IsThread():
		return nil, wire.ErrWrongChannelType
	case ch.Archived() && !reopens:
		return nil, wire.ErrArchived
	}
	if req.Tags != nil {
		forum := a.state.Channel(*ch.ParentID)
		if forum == nil || forum.Type != wire.ChannelForum {
			return nil, wire.ErrWrongChannelType
		}
		if err := a.mayTag(forum, *req.Tags); err != nil {
			return nil, err
		}
	}
	if req.Name != nil {
		name := strings.TrimSpace(*req.Name)
		f := wire.NewForm()
		f.At("name").Length(name, 1, maxThreadName)
		if err := f.Err(); err != nil {
			return nil, err
		}
		if wait := a.state.Rename(ch, name, maxRenames, renamesWithin); wait > 0 {
			return nil, rateLimited(c.header, wait, "user")
		}
	}
	if req.Tags != nil {
		a.state.SetTags(ch, *req.Tags)
	}
	if req.Archived != nil {
		a.state.SetArchived(ch, *req.Archived, ch.Locked())
	}
	return a.state.ChannelJSON(ch), nil
}
