package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

const (
	requestTimeout = 20 * time.Second // of one without a deadline; uploads take their time
	threadArchive  = 10_080           // minutes of silence until a thread is archived, at most
)

// Client is Discord's REST side: all of API and the probes.
type Client struct {
	lib   *discordgo.Session
	token Token
	wire  *transport
	log   *slog.Logger
	now   func() time.Time
	appID atomic.Pointer[string]

	emojiLost func() // Options.EmojiLost

	comparing sync.Mutex
	compared  time.Time // when compareClocks has looked last
}

var _ API = (*Client)(nil)

// NewClient makes a client without sending anything. Of the options it uses Token, APIURL,
// HTTPClient, Logger, Now, Rate, Requested and EmojiLost.
func NewClient(o Options) (*Client, error) {
	o = o.withDefaults()
	if o.Token == "" {
		return nil, errors.New("no bot token: set it in the configuration or the environment")
	}
	wire, err := newTransport(o)
	if err != nil {
		return nil, err
	}
	c := &Client{
		lib: newLibrary(o.Token), token: o.Token, wire: wire, log: o.Logger, now: o.Now,
		emojiLost: o.EmojiLost,
	}
	httpClient := *o.HTTPClient
	httpClient.Transport = wire
	c.lib.Client = &httpClient
	return c, nil
}

// newLibrary returns a library session that caches, retries and logs nothing: its log would hold
// whole events and tokens.
func newLibrary(token Token) *discordgo.Session {
	lib, err := discordgo.New("Bot " + string(token))
	if err != nil {
		panic(err) // it has none to return
	}
	lib.LogLevel = -1
	lib.UserAgent = "DiscordBot (https://konduktor, 1)"
	lib.StateEnabled = false
	lib.ShouldRetryOnRateLimit, lib.MaxRestRetries = false, 0
	return lib
}

// Refused returns how many requests Discord refused (401, 403, 429) within the last ten minutes.
func (c *Client) Refused() int { return c.wire.refused.count() }

// interactions is the lane of the answers to interactions.
const interactions = "ix"

// call is one request.
type call struct {
	method, address string
	ids             []string // in the address
	lane            string   // "group" or "group/number"
	body            any      // nil: none
	files           []File
	secret          Token // the interaction's, never to be seen in an error
}

func (c *call) about() string {
	if strings.HasPrefix(c.lane, "ch/") || strings.HasPrefix(c.lane, "dm/") {
		return c.lane[:2]
	}
	return c.lane
}

type callKey struct{}

// do sends a call and decodes the answer into out, unless that is nil. It sleeps no longer than ctx
// allows, and retries only a message with emoji that Discord refuses: without them it gets out, in
// words.
func (c *Client) do(ctx context.Context, r call, out any) error {
	err := c.once(ctx, r, out)
	if !hasCode(err, discordgo.ErrCodeInvalidFormBody) {
		return err
	}
	plain, had := withoutEmoji(r.body)
	if !had {
		return err
	}
	r.body = plain
	if again := c.once(ctx, r, out); again != nil {
		return again
	}
	c.log.Warn("a message was sent without its emoji: Discord refused them", "error", err)
	c.emojiLost()
	return nil
}

func (c *Client) once(ctx context.Context, r call, out any) error {
	for _, id := range r.ids {
		if err := checkID(id); err != nil {
			return err
		}
	}
	contentType, body, err := encode(r.body, r.files)
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, callKey{}, &r), requestTimeout)
	defer cancel()
	// The library's own would be kept for ever, and sleep through deadlines.
	bucket := new(discordgo.Bucket)
	bucket.Lock()
	answer, err := c.lib.RequestWithLockedBucket(
		r.method, r.address, contentType, body, bucket, 0, discordgo.WithContext(ctx))
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if err != nil {
		return newNetworkError(err, c.token)
	}
	if out != nil && json.Unmarshal(answer, out) != nil {
		return fmt.Errorf("malformed answer to %s", r.method)
	}
	return nil
}

func create[ID ~string](ctx context.Context, c *Client, r call) (ID, error) {
	var made struct{ ID ID }
	err := c.do(ctx, r, &made)
	return made.ID, err
}

func (c *Client) Respond(ctx context.Context, ix *Interaction, r Response) error {
	body, files, err := wireAnswer(r)
	if err != nil {
		return err
	}
	address := discordgo.EndpointInteractionResponse(ix.ID, url.PathEscape(string(ix.Token)))
	return c.do(ctx, call{
		method: http.MethodPost, address: address, ids: []string{ix.ID},
		lane: interactions, body: body, files: files, secret: ix.Token,
	}, nil)
}

func (c *Client) EditOriginal(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	return c.webhook(ctx, ix, http.MethodPatch, "/messages/@original", wholeMessage(m), m.Files)
}

func (c *Client) FollowUp(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	m.Nonce = "" // webhooks have none
	return c.webhook(ctx, ix, http.MethodPost, "?wait=true", newMessage(m), m.Files)
}

func (c *Client) webhook(
	ctx context.Context, ix *Interaction, method, rest string, body wireMessage, files []File,
) (match.MessageID, error) {
	address := discordgo.EndpointWebhookToken(ix.AppID, url.PathEscape(string(ix.Token))) + rest
	return create[match.MessageID](ctx, c, call{
		method: method, address: address, ids: []string{ix.AppID},
		lane: interactions, body: body, files: files, secret: ix.Token,
	})
}

func (c *Client) Send(
	ctx context.Context, channel match.ChannelID, m Message,
) (match.MessageID, error) {
	if len(m.Nonce) > maxNonce {
		return "", fmt.Errorf("nonce of %d characters, more than %d", len(m.Nonce), maxNonce)
	}
	m.Ephemeral = false // only answers to interactions can be
	at := string(channel)
	return create[match.MessageID](ctx, c, call{
		method: http.MethodPost, address: discordgo.EndpointChannelMessages(at), ids: []string{at},
		lane: laneOf("ch", at, channelLanes), body: newMessage(m), files: m.Files,
	})
}

func (c *Client) Edit(
	ctx context.Context, channel match.ChannelID, id match.MessageID, e Edit,
) error {
	at, message := string(channel), string(id)
	var files []File
	if e.Files != nil {
		files = *e.Files
	}
	return c.do(ctx, call{
		method: http.MethodPatch, address: discordgo.EndpointChannelMessage(at, message),
		ids:  []string{at, message},
		lane: laneOf("ch", "edit/"+at, channelLanes), // Discord limits edits apart from messages
		body: wireEdit(e), files: files,
	}, nil)
}

func (c *Client) Delete(ctx context.Context, channel match.ChannelID, id match.MessageID) error {
	at, message := string(channel), string(id)
	err := c.do(ctx, call{
		method: http.MethodDelete, address: discordgo.EndpointChannelMessage(at, message),
		ids: []string{at, message}, lane: laneOf("ch", "delete/"+at, channelLanes),
	}, nil)
	if IsMessageGone(err) {
		return nil
	}
	return err
}

// OpenDM opens a DM channel. Many within a short time get a bot quarantined: call it when the user
// has just done something, and keep the answer.
func (c *Client) OpenDM(ctx context.Context, user match.UserID) (match.ChannelID, error) {
	return create[match.ChannelID](ctx, c, call{
		method: http.MethodPost, address: discordgo.EndpointUserChannels("@me"),
		ids: []string{string(user)}, lane: laneOf("dm", string(user), dmLanes),
		body: map[string]any{"recipient_id": user},
	})
}

func (c *Client) StartThread(
	ctx context.Context, channel match.ChannelID, from match.MessageID, name string,
) (match.ChannelID, error) {
	at, message := string(channel), string(from)
	thread, err := create[match.ChannelID](ctx, c, call{
		method: http.MethodPost, address: discordgo.EndpointChannelMessageThread(at, message),
		ids: []string{at, message}, lane: laneOf("ch", "thread/"+at, channelLanes),
		body: map[string]any{"name": Fit(name, maxThreadName), "auto_archive_duration": threadArchive},
	})
	if hasCode(err, discordgo.ErrCodeThreadAlreadyCreatedForThisMessage) {
		return match.ChannelID(from), nil // a thread has the id of the message that it began with
	}
	return thread, err
}

func (c *Client) RenameThread(ctx context.Context, thread match.ChannelID, name string) error {
	return c.do(ctx, call{
		method: http.MethodPatch, address: discordgo.EndpointChannel(string(thread)),
		ids: []string{string(thread)}, lane: "rename",
		body: map[string]any{"name": Fit(name, maxThreadName)},
	}, nil)
}

func (c *Client) RegisterCommands(ctx context.Context, cmds []*Command) error {
	app, err := c.ApplicationID(ctx)
	if err != nil {
		return err
	}
	return c.do(ctx, call{
		method: http.MethodPut, address: discordgo.EndpointApplicationGlobalCommands(app),
		lane: "commands", body: cmds,
	}, nil)
}

// ApplicationID asks once.
func (c *Client) ApplicationID(ctx context.Context) (string, error) {
	if id := c.appID.Load(); id != nil {
		return *id, nil
	}
	app, err := c.Application(ctx)
	if err != nil {
		return "", fmt.Errorf("ask for the application: %w", err)
	}
	if err := checkID(app.ID); err != nil {
		return "", err
	}
	c.appID.Store(&app.ID)
	return app.ID, nil
}
