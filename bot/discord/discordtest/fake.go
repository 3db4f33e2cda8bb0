// Package discordtest is an in-memory Discord for tests. It records calls, hands out ids, and fails
// on request. It enforces no limits; bot/sandbox does.
package discordtest

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
)

// Method names the call of discord.API that was made.
type Method string

// The methods of discord.API.
const (
	Respond          Method = "Respond"
	EditOriginal     Method = "EditOriginal"
	FollowUp         Method = "FollowUp"
	Send             Method = "Send"
	Edit             Method = "Edit"
	Delete           Method = "Delete"
	OpenDM           Method = "OpenDM"
	StartThread      Method = "StartThread"
	RenameThread     Method = "RenameThread"
	StartPost        Method = "StartPost"
	EditPost         Method = "EditPost"
	RegisterCommands Method = "RegisterCommands"
)

// Call is one call with its arguments; fields that the method does not have are zero.
type Call struct {
	Method      Method
	Interaction *discord.Interaction // Respond, EditOriginal, FollowUp
	Response    discord.Response     // Respond
	Message     discord.Message      // EditOriginal, FollowUp, Send
	Channel     match.ChannelID      // Send, Edit, Delete, StartThread, RenameThread
	ID          match.MessageID      // Edit, Delete, StartThread: the argument
	Edit        discord.Edit         // Edit
	User        match.UserID         // OpenDM
	Name        string               // StartThread, RenameThread, StartPost
	Tags        []string             // StartPost, EditPost
	Archived    bool                 // EditPost
	Commands    []*discord.Command   // RegisterCommands

	Result string // the id that was handed out
	Repeat bool   // Send with a nonce, StartThread: answered with the first one's id
	Err    error  // what Fail said
	Lost   error  // what Lose said
}

// Fake implements discord.API. Make it with New; Fail may be set before use.
type Fake struct {
	// Fail is asked before each call; its error is the call's. It must not call the Fake.
	Fail func(Call) error
	// Lose is asked after each call that has succeeded; its error is all that the caller learns. It
	// must not call the Fake.
	Lose func(Call) error
	// Left are users who have left all servers.
	Left []match.UserID

	mu      sync.Mutex
	calls   []Call
	lastID  int
	emoji   []discord.Emoji
	known   map[string]string // what repeats: nonces, DMs and threads by what they were asked with
	changed chan struct{}
}

var _ discord.API = (*Fake)(nil)

// New returns a Discord in which everything succeeds.
func New() *Fake {
	return &Fake{lastID: 1000, known: map[string]string{}, changed: make(chan struct{})}
}

// Calls returns the calls so far, those of the given methods only if there are any.
func (f *Fake) Calls(of ...Method) []Call {
	all := f.soFar()
	if len(of) == 0 {
		return all
	}
	var out []Call
	for _, c := range all {
		if slices.Contains(of, c.Method) {
			out = append(out, c)
		}
	}
	return out
}

// Forget forgets the calls so far, for want of memory. Nonces, channels of direct messages and
// threads stay known.
func (f *Fake) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = nil
}

// soFar returns all calls without copying them: a call never changes once noted.
func (f *Fake) soFar() []Call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clip(f.calls)
}

// Sent returns the messages sent to a channel or DM, without repeats and failures.
func (f *Fake) Sent(channel match.ChannelID) []discord.Message {
	var out []discord.Message
	for _, c := range f.Calls(Send) {
		if c.Channel == channel && !c.Repeat && c.Err == nil {
			out = append(out, c.Message)
		}
	}
	return out
}

// Wait returns nil as soon as the calls so far satisfy enough; else ctx's error.
func (f *Fake) Wait(ctx context.Context, enough func([]Call) bool) error {
	for {
		f.mu.Lock()
		changed, calls := f.changed, slices.Clip(f.calls)
		f.mu.Unlock()
		if enough(calls) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// record notes c. key is what the call is idempotent by; "" makes a new id each time.
func (f *Fake) record(ctx context.Context, c Call, key string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c.Err = ctx.Err()
	if c.Err == nil && f.Fail != nil {
		c.Err = f.Fail(c)
	}
	if c.Err == nil {
		c.Result, c.Repeat = f.known[key], f.known[key] != ""
		if !c.Repeat {
			f.lastID++
			c.Result = strconv.Itoa(f.lastID)
		}
		if key != "" {
			f.known[key] = c.Result
		}
		if r := c.Response; r.Update != nil || r.DeferUpdate { // the original is then the clicked message
			f.known["original/"+c.Interaction.ID] = string(c.Interaction.Message)
		}
		if f.Lose != nil {
			c.Lost = f.Lose(c)
		}
	}
	f.calls = append(f.calls, c)
	close(f.changed)
	f.changed = make(chan struct{})
	if c.Lost != nil {
		return "", c.Lost
	}
	return c.Result, c.Err
}

func (f *Fake) Respond(ctx context.Context, ix *discord.Interaction, r discord.Response) error {
	_, err := f.record(ctx, Call{Method: Respond, Interaction: ix, Response: r}, "")
	return err
}

func (f *Fake) EditOriginal(
	ctx context.Context, ix *discord.Interaction, m discord.Message,
) (match.MessageID, error) {
	c := Call{Method: EditOriginal, Interaction: ix, Message: m}
	id, err := f.record(ctx, c, "original/"+ix.ID)
	return match.MessageID(id), err
}

func (f *Fake) FollowUp(
	ctx context.Context, ix *discord.Interaction, m discord.Message,
) (match.MessageID, error) {
	id, err := f.record(ctx, Call{Method: FollowUp, Interaction: ix, Message: m}, "")
	return match.MessageID(id), err
}

func (f *Fake) Send(
	ctx context.Context, channel match.ChannelID, m discord.Message,
) (match.MessageID, error) {
	key := ""
	if m.Nonce != "" {
		key = "nonce/" + string(channel) + "/" + m.Nonce
	}
	id, err := f.record(ctx, Call{Method: Send, Channel: channel, Message: m}, key)
	return match.MessageID(id), err
}

func (f *Fake) Edit(
	ctx context.Context, channel match.ChannelID, id match.MessageID, e discord.Edit,
) error {
	_, err := f.record(ctx, Call{Method: Edit, Channel: channel, ID: id, Edit: e}, "")
	return err
}

func (f *Fake) Delete(ctx context.Context, channel match.ChannelID, id match.MessageID) error {
	_, err := f.record(ctx, Call{Method: Delete, Channel: channel, ID: id}, "")
	return err
}

func (f *Fake) OpenDM(ctx context.Context, user match.UserID) (match.ChannelID, error) {
	id, err := f.record(ctx, Call{Method: OpenDM, User: user}, "dm/"+string(user))
	return match.ChannelID(id), err
}

// StartThread returns a thread with the id of its message, as Discord does.
func (f *Fake) StartThread(
	ctx context.Context, channel match.ChannelID, from match.MessageID, name string,
) (match.ChannelID, error) {
	c := Call{Method: StartThread, Channel: channel, ID: from, Name: name}
	if _, err := f.record(ctx, c, "thread/"+string(from)); err != nil {
		return "", err
	}
	return match.ChannelID(from), nil
}

func (f *Fake) RenameThread(ctx context.Context, thread match.ChannelID, name string) error {
	_, err := f.record(ctx, Call{Method: RenameThread, Channel: thread, Name: name}, "")
	return err
}

func (f *Fake) StartPost(ctx context.Context, forum match.ChannelID, name string, tags []string,
	m discord.Message,
) (match.ChannelID, error) {
	c := Call{Method: StartPost, Channel: forum, Name: name, Tags: tags, Message: m}
	id, err := f.record(ctx, c, "")
	return match.ChannelID(id), err
}

func (f *Fake) EditPost(ctx context.Context, post match.ChannelID, tags []string, archived bool,
) error {
	_, err := f.record(ctx, Call{Method: EditPost, Channel: post, Tags: tags, Archived: archived}, "")
	return err
}

// Channel returns what every channel is: a text channel.
func (f *Fake) Channel(_ context.Context, id match.ChannelID) (discord.Channel, error) {
	return discord.Channel{ID: string(id)}, nil
}

// ActiveThreads lists none.
func (f *Fake) ActiveThreads(context.Context, match.ServerID) ([]discord.Channel, error) {
	return nil, nil
}

func (f *Fake) RegisterCommands(ctx context.Context, cmds []*discord.Command,
) (map[string]string, error) {
	_, err := f.record(ctx, Call{Method: RegisterCommands, Commands: cmds}, "")
	ids := map[string]string{}
	for i, c := range cmds {
		ids[c.Name] = strconv.Itoa(7001 + i)
	}
	return ids, err
}

func (f *Fake) Emojis(context.Context) ([]discord.Emoji, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.emoji), nil
}

func (f *Fake) CreateEmoji(_ context.Context, name string, _ []byte) (discord.Emoji, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lastID++
	made := discord.Emoji{ID: strconv.Itoa(f.lastID), Name: name}
	f.emoji = append(f.emoji, made)
	return made, nil
}

func (f *Fake) DeleteEmoji(context.Context, string) error { return nil }

// Errors as Discord answers them, for Fail.
var (
	DMClosed    = &discord.Error{Status: 403, Code: 50007, Message: "Cannot send to this user"}
	Gone        = &discord.Error{Status: 404, Code: 10003, Message: "Unknown Channel"}
	Expired     = &discord.Error{Status: 404, Code: 10062, Message: "Unknown interaction"}
	RateLimited = &discord.Error{Status: 429, RetryAfter: time.Second, Message: "slow down"}
	Unavailable = &discord.Error{Status: 503}
)

// ServerName returns a made-up name. It is not recorded as a call.
func (f *Fake) ServerName(context.Context, match.ServerID) (string, error) { return "Yard", nil }

// IsMember is not recorded as a call.
func (f *Fake) IsMember(_ context.Context, _ match.ServerID, user match.UserID) (bool, error) {
	return !slices.Contains(f.Left, user), nil
}

// ApplicationID returns a made-up id. It is not recorded as a call.
func (f *Fake) ApplicationID(context.Context) (string, error) { return "1", nil }
