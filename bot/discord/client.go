package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	requestTimeout = 20 * time.Second // of a request whose context has no deadline; uploads take their time
	threadArchive  = 10_080           // minutes without a message until a thread is archived; the longest there is
)

// Client is Discord's REST side: all of API and the probes. It needs no gateway; Session has one inside.
type Client struct {
	lib   *discordgo.Session
	token Token
	lanes *lanes
	wire  *transport
	log   *slog.Logger
	now   func() time.Time
	seen  func(about string, status int, took time.Duration)
	appID atomic.Pointer[string]
}

var _ API = (*Client)(nil)

// NewClient makes a client without sending anything. Of the options it uses Token, APIURL, HTTPClient, Logger, Now and Rate.
func NewClient(o Options) (*Client, error) {
	o = o.withDefaults()
	if o.Token == "" {
		return nil, errors.New("no bot token: set it in the configuration or the environment")
	}
	lib, err := discordgo.New("Bot " + string(o.Token))
	if err != nil {
		return nil, fmt.Errorf("make the library's session: %w", err)
	}
	wire, err := newTransport(o.HTTPClient.Transport, o.APIURL, o.Now)
	if err != nil {
		return nil, err
	}
	httpClient := *o.HTTPClient
	httpClient.Transport = wire
	// A redirect would carry the token to wherever it points.
	httpClient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	lib.Client = &httpClient
	bridgeLibraryLog(o.Logger, o.Token)
	lib.LogLevel = discordgo.LogWarning // the levels below print whole events and the token
	lib.UserAgent = "DiscordBot (https://konduktor, 1)"
	lib.ShouldRetryOnRateLimit = false
	lib.MaxRestRetries = 0
	lib.StateEnabled = false // nothing is kept of guilds, channels and people
	return &Client{
		lib: lib, token: o.Token, lanes: newLanes(lib.Ratelimiter, o.Now, o.Rate), wire: wire, log: o.Logger, now: o.Now,
		seen: o.Requested,
	}, nil
}

// Refused returns how many requests Discord has refused (401, 403, 429) within the last ten minutes.
func (c *Client) Refused() int { return c.wire.refused.count() }

// call is one request.
type call struct {
	method, path string // path: below /api/v10/
	at           lane
	body         any // nil: none
	files        []File
	secret       Token // the interaction's, never to be seen in an error
}

// do sends a call once and decodes the answer into out, unless that is nil. No retry, no sleep beyond ctx's deadline.
func (c *Client) do(ctx context.Context, r call, out any) (*exchange, error) {
	x := new(exchange)
	contentType, body, err := encode(r.body, r.files)
	if err != nil {
		return x, fmt.Errorf("encode request: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	bucket, done, err := c.lanes.take(ctx, r.at)
	if err != nil {
		if _, ok := errors.AsType[*Error](err); ok {
			return x, err
		}
		return x, newNetworkError(err, c.token)
	}
	defer done()
	began := c.now()
	defer func() { c.seen(r.at.group, x.status, c.now().Sub(began)) }()
	answer, err := c.lib.RequestWithLockedBucket(r.method, discordgo.EndpointAPI+r.path, contentType, body, bucket, 0,
		discordgo.WithContext(context.WithValue(ctx, exchangeKey{}, x)),
		discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	switch {
	case x.status >= 300:
		return x, newError(x.status, x.errorBody, x.retryAfter, c.token, r.secret)
	case err != nil:
		return x, newNetworkError(err, c.token)
	case out == nil:
		return x, nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return x, fmt.Errorf("malformed answer to %s", r.method)
	}
	return x, nil
}

// Respond implements API.
func (c *Client) Respond(ctx context.Context, ix *Interaction, r Response) error {
	body, files, err := wireAnswer(r)
	if err != nil {
		return err
	}
	if err := checkID(ix.ID); err != nil {
		return err
	}
	_, err = c.do(ctx, call{
		method: http.MethodPost, path: "interactions/" + ix.ID + "/" + url.PathEscape(string(ix.Token)) + "/callback",
		at: lane{group: "ix"}, body: body, files: files, secret: ix.Token,
	}, nil)
	return err
}

// EditOriginal implements API.
func (c *Client) EditOriginal(ctx context.Context, ix *Interaction, m Message) (MessageID, error) {
	return c.webhook(ctx, ix, http.MethodPatch, "/messages/@original", wholeMessage(m), m.Files)
}

// FollowUp implements API.
func (c *Client) FollowUp(ctx context.Context, ix *Interaction, m Message) (MessageID, error) {
	m.Nonce = "" // webhooks have none
	return c.webhook(ctx, ix, http.MethodPost, "?wait=true", newMessage(m), m.Files)
}

func (c *Client) webhook(
	ctx context.Context, ix *Interaction, method, rest string, body wireMessage, files []File,
) (MessageID, error) {
	if err := checkID(ix.AppID); err != nil {
		return "", err
	}
	var sent struct{ ID MessageID }
	_, err := c.do(ctx, call{
		method: method, path: "webhooks/" + ix.AppID + "/" + url.PathEscape(string(ix.Token)) + rest,
		at: lane{group: "ix"}, body: body, files: files, secret: ix.Token,
	}, &sent)
	return sent.ID, err
}

// Send implements API.
func (c *Client) Send(ctx context.Context, channel string, m Message) (MessageID, error) {
	if err := checkID(channel); err != nil {
		return "", err
	}
	if len(m.Nonce) > maxNonce {
		return "", fmt.Errorf("nonce of %d characters, more than %d", len(m.Nonce), maxNonce)
	}
	m.Ephemeral = false // only answers to interactions can be
	var sent struct{ ID MessageID }
	_, err := c.do(ctx, call{
		method: http.MethodPost, path: "channels/" + channel + "/messages",
		at: lane{"ch", channel}, body: newMessage(m), files: m.Files,
	}, &sent)
	return sent.ID, err
}

// Edit implements API.
func (c *Client) Edit(ctx context.Context, channel string, id MessageID, e Edit) error {
	if err := checkIDs(channel, string(id)); err != nil {
		return err
	}
	var files []File
	if e.Files != nil {
		files = *e.Files
	}
	// Edits have a limit of their own at Discord, hence a lane of their own.
	_, err := c.do(ctx, call{
		method: http.MethodPatch, path: "channels/" + channel + "/messages/" + string(id),
		at: lane{"ch", "edit/" + channel}, body: wireEdit(e), files: files,
	}, nil)
	return err
}

// OpenDM implements API. Opening many DMs within a short time gets a bot quarantined: call it when the user has just
// done something, and keep the answer.
func (c *Client) OpenDM(ctx context.Context, user string) (string, error) {
	if err := checkID(user); err != nil {
		return "", err
	}
	var channel struct{ ID string }
	_, err := c.do(ctx, call{
		method: http.MethodPost, path: "users/@me/channels",
		at: lane{"dm", user}, body: map[string]string{"recipient_id": user},
	}, &channel)
	return channel.ID, err
}

// StartThread implements API.
func (c *Client) StartThread(ctx context.Context, channel string, from MessageID, name string) (string, error) {
	if err := checkIDs(channel, string(from)); err != nil {
		return "", err
	}
	var thread struct{ ID string }
	_, err := c.do(ctx, call{
		method: http.MethodPost, path: "channels/" + channel + "/messages/" + string(from) + "/threads",
		at:   lane{"ch", "thread/" + channel},
		body: map[string]any{"name": Fit(name, maxThreadName), "auto_archive_duration": threadArchive},
	}, &thread)
	if hasCode(err, codeThreadExists) {
		return string(from), nil // a thread has the id of the message that it began with
	}
	return thread.ID, err
}

// RenameThread implements API.
func (c *Client) RenameThread(ctx context.Context, thread, name string) error {
	if err := checkID(thread); err != nil {
		return err
	}
	_, err := c.do(ctx, call{
		method: http.MethodPatch, path: "channels/" + thread,
		at: lane{"rename", thread}, body: map[string]any{"name": Fit(name, maxThreadName)},
	}, nil)
	return err
}

// RegisterCommands implements API.
func (c *Client) RegisterCommands(ctx context.Context, cmds []Command) error {
	body, err := wireCommands(cmds)
	if err != nil {
		return err
	}
	app, err := c.ApplicationID(ctx)
	if err != nil {
		return err
	}
	_, err = c.do(ctx, call{
		method: http.MethodPut, path: "applications/" + app + "/commands", at: lane{group: "commands"}, body: body,
	}, nil)
	return err
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

func checkIDs(ids ...string) error {
	for _, id := range ids {
		if err := checkID(id); err != nil {
			return err
		}
	}
	return nil
}
