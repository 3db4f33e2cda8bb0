package discord

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"
)

const (
	apiVersion     = "10"
	requestTimeout = 20 * time.Second // of one without a deadline; uploads take their time
	maxAnswer      = 16 << 20         // bytes of an answer that are read
	threadArchive  = 10_080           // minutes of silence until a thread is archived, at most
)

// Client is Discord's REST side: all of API and the probes.
type Client struct {
	lib   *discordgo.Session
	token Token
	opts  Options
	log   *slog.Logger
	now   func() time.Time
	appID atomic.Pointer[string]

	limits       limits
	refused      window
	unauthorized func() // is called when Discord does not know the bot's token

	skew      atomic.Pointer[time.Duration] // our lead over Discord's clock at the last answer
	comparing rate.Sometimes                // see compareClocks
}

var _ API = (*Client)(nil)

// NewClient makes a client without sending anything. It uses none of the options of the gateway.
func NewClient(o Options) (*Client, error) {
	o = o.withDefaults()
	if o.Token == "" {
		return nil, errors.New("no bot token: set it in the configuration or the environment")
	}
	base, err := url.Parse(o.APIURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("API address %q: want http(s)://host[:port]/api", o.APIURL)
	}
	lib, err := discordgo.New("Bot " + string(o.Token))
	if err != nil {
		return nil, err
	}
	lib.UserAgent = "DiscordBot (https://konduktor, 1)"
	lib.LogLevel, lib.ShouldRetryOnRateLimit, lib.MaxRestRetries = -1, false, 0
	return &Client{
		lib: lib, token: o.Token, opts: o, log: o.Logger, now: o.Now, limits: newLimits(o.Rate),
		refused: window{now: o.Now, span: refusalWindow}, unauthorized: func() {},
		comparing: rate.Sometimes{Interval: compareAgain},
	}, nil
}

// call is one request.
type call struct {
	about        string // what Options.Requested is told
	method, path string // %s in the path is an ID, and $ the interaction's token
	ids          []any
	body         any // nil: none
	files        []File
	secret       Token // the interaction's, never to be seen in an error
}

func ask(about, method, path string, ids ...any) call {
	return call{about: about, method: method, path: path, ids: ids}
}

func (r call) with(body any, files ...File) call {
	r.body, r.files = body, files
	return r
}

// do sends a call and decodes the answer into out, unless that is nil. It sleeps no longer than ctx
// allows, and retries nothing.
func (c *Client) do(ctx context.Context, r call, out any) error {
	for _, id := range r.ids {
		if err := checkID(fmt.Sprint(id)); err != nil {
			return err
		}
	}
	body, err := discordgo.Marshal(r.body)
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	answer, err := c.send(ctx, r, body)
	if refused, ok := errors.AsType[*Error](err); ok {
		refused.Emoji = showsEmoji(r.body)
	}
	if err == nil && out != nil && json.Unmarshal(answer, out) != nil {
		return fmt.Errorf("malformed answer to %s", r.method)
	}
	return err
}

func (c *Client) send(ctx context.Context, r call, body []byte) (answer []byte, err error) {
	contentType := "application/json"
	if r.body == nil {
		body = nil
	}
	if len(r.files) > 0 {
		if contentType, body, err = withFiles(body, r.files); err != nil {
			return nil, err
		}
	}
	path := strings.Replace(fmt.Sprintf(r.path, r.ids...), "$", url.PathEscape(string(r.secret)), 1)
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	bucket := new(discordgo.Bucket) // the library's would be kept for ever, and sleep
	bucket.Lock()
	answer, err = c.lib.RequestWithLockedBucket(
		r.method, strings.TrimSuffix(c.opts.APIURL, "/")+"/v"+apiVersion+"/"+path, contentType, body,
		bucket, 0, discordgo.WithContext(ctx),
		discordgo.WithClient(&http.Client{Transport: exchange{c, r}}))
	if e, ok := errors.AsType[*Error](err); ok {
		return nil, e
	}
	if err != nil {
		return nil, NoAnswer(err)
	}
	return answer, nil
}

// exchange stands under discordgo. It keeps to Discord's limits, stops sending when too many
// requests are refused, and returns whatever is not a success as an *Error: the library's own lack
// the status of a 502 and the end of a rate limit that came as HTML.
type exchange struct {
	*Client
	call
}

func (x exchange) RoundTrip(req *http.Request) (*http.Response, error) {
	if tooMany(&x.refused) {
		return nil, ErrStopped
	}
	if err := x.limits.wait(req.Context(), x.call); err != nil {
		return nil, err
	}
	began, status := x.now(), 0
	if seen := x.opts.Requested; seen != nil {
		defer func() { seen(x.about, status, x.now().Sub(began)) }()
	}
	resp, err := x.opts.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	status = resp.StatusCode
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	x.compare(resp.Header.Get("Date"), began)
	var refused *Error
	if status >= 300 { // a redirect too: it would carry the token elsewhere
		x.count(status, resp.Header.Get("X-RateLimit-Scope"))
		retryAfter := seconds(resp.Header.Get("Retry-After"))
		refused = newError(status, body, retryAfter, x.token, x.secret)
	}
	if refused == nil || !IsEditLimited(refused) { // else other messages there can be edited
		x.limits.note(x.call, status, resp.Header)
	}
	if refused != nil {
		return nil, refused
	}
	resp.Header = nil // its limits are noted; the library fails on odd numbers in them
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// count notes a refusal of the kinds for which Discord bans an address. Those of shared limits and
// of expired tokens are none of ours.
func (x exchange) count(status int, scope string) {
	if status == 401 && x.secret == "" {
		x.unauthorized()
	}
	if status == 401 || status == 403 || status == 429 && scope != "shared" {
		x.refused.add(x.now())
	}
}

// Refused returns how many requests Discord refused (401, 403, 429) within the last ten minutes.
func (c *Client) Refused() int { return c.refused.count() }

// create sends a call that makes something, and returns its ID.
func create[ID ~string](ctx context.Context, c *Client, r call) (ID, error) {
	var made struct{ ID ID }
	err := c.do(ctx, r, &made)
	return made.ID, err
}

func (ix *Interaction) ask(method, path, id string) call {
	r := ask(interactions, method, path, id)
	r.secret = ix.Token
	return r
}

func (c *Client) Respond(ctx context.Context, ix *Interaction, r Response) error {
	body, files, err := response(r)
	if err != nil {
		return err
	}
	return c.do(ctx, ix.ask("POST", "interactions/%s/$/callback", ix.ID).with(body, files...), nil)
}

func (c *Client) EditOriginal(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	r := ix.ask("PATCH", "webhooks/%s/$/messages/@original", ix.AppID)
	return create[match.MessageID](ctx, c, r.with(wholeMessage(m), m.Files...))
}

func (c *Client) FollowUp(
	ctx context.Context, ix *Interaction, m Message,
) (match.MessageID, error) {
	m.Nonce = "" // webhooks have none
	r := ix.ask("POST", "webhooks/%s/$?wait=true", ix.AppID)
	return create[match.MessageID](ctx, c, r.with(newMessage(m), m.Files...))
}

func (c *Client) Send(
	ctx context.Context, channel match.ChannelID, m Message,
) (match.MessageID, error) {
	if len(m.Nonce) > maxNonce {
		return "", fmt.Errorf("nonce of %d characters, more than %d", len(m.Nonce), maxNonce)
	}
	m.Ephemeral = false // only answers to interactions can be
	r := ask("ch", "POST", "channels/%s/messages", channel)
	return create[match.MessageID](ctx, c, r.with(newMessage(m), m.Files...))
}

func (c *Client) Edit(
	ctx context.Context, channel match.ChannelID, id match.MessageID, e Edit,
) error {
	r := ask("ch", "PATCH", "channels/%s/messages/%s", channel, id)
	if e.By != nil {
		r = e.By.ask("PATCH", "webhooks/%s/$/messages/@original", e.By.AppID)
	}
	r = r.with(wireEdit(e))
	if e.Files != nil {
		r.files = *e.Files
	}
	return c.do(ctx, r, nil)
}

func (c *Client) Delete(ctx context.Context, channel match.ChannelID, id match.MessageID) error {
	err := c.do(ctx, ask("ch", "DELETE", "channels/%s/messages/%s", channel, id), nil)
	if IsMessageGone(err) {
		return nil
	}
	return err
}

// OpenDM opens a DM channel. Many within a short time get a bot quarantined: call it when the user
// has just done something, and keep the answer.
func (c *Client) OpenDM(ctx context.Context, user match.UserID) (match.ChannelID, error) {
	if err := checkID(string(user)); err != nil {
		return "", err
	}
	r := ask("dm", "POST", "users/@me/channels").with(map[string]any{"recipient_id": user})
	return create[match.ChannelID](ctx, c, r)
}

func (c *Client) StartThread(
	ctx context.Context, channel match.ChannelID, from match.MessageID, name string,
) (match.ChannelID, error) {
	r := ask("ch", "POST", "channels/%s/messages/%s/threads", channel, from)
	thread, err := create[match.ChannelID](ctx, c, r.with(map[string]any{
		"name": Fit(name, maxThreadName), "auto_archive_duration": threadArchive,
	}))
	if hasCode(err, discordgo.ErrCodeThreadAlreadyCreatedForThisMessage) {
		return match.ChannelID(from), nil // a thread has the id of the message that it began with
	}
	return thread, err
}

func (c *Client) RenameThread(ctx context.Context, thread match.ChannelID, name string) error {
	body := map[string]string{"name": Fit(name, maxThreadName)}
	return c.do(ctx, ask("rename", "PATCH", "channels/%s", thread).with(body), nil)
}

// StartPost implements API.
func (c *Client) StartPost(ctx context.Context, forum match.ChannelID, name string, tags []string,
	m Message,
) (match.ChannelID, error) {
	m.Nonce, m.Ephemeral = "", false // Discord takes neither here
	body := newPost{Fit(name, maxThreadName), threadArchive, tags, newMessage(m)}
	r := ask("ch", "POST", "channels/%s/threads", forum).with(body, m.Files...)
	return create[match.ChannelID](ctx, c, r)
}

// EditPost implements API.
func (c *Client) EditPost(ctx context.Context, post match.ChannelID, tags []string, archived bool,
) error {
	body := map[string]any{"archived": archived}
	if tags != nil {
		body["applied_tags"] = tags
	}
	return c.do(ctx, ask("post", "PATCH", "channels/%s", post).with(body), nil)
}

// Channel implements API.
func (c *Client) Channel(ctx context.Context, id match.ChannelID) (about Channel, err error) {
	err = c.do(ctx, ask("channel", "GET", "channels/%s", id), &about)
	return about, err
}

// ActiveThreads implements API.
func (c *Client) ActiveThreads(ctx context.Context, server match.ServerID) ([]Channel, error) {
	var answer struct{ Threads []Channel }
	err := c.do(ctx, ask("threads", "GET", "guilds/%s/threads/active", server), &answer)
	return answer.Threads, err
}

// ApplicationID asks once.
func (c *Client) ApplicationID(ctx context.Context) (string, error) {
	if id := c.appID.Load(); id != nil {
		return *id, nil
	}
	app, err := c.Application(ctx)
	if err == nil {
		err = checkID(app.ID)
	}
	if err != nil {
		return "", fmt.Errorf("ask for the application: %w", err)
	}
	c.appID.Store(&app.ID)
	return app.ID, nil
}

// ofApp sends a call about the application, whose ID comes first.
func (c *Client) ofApp(ctx context.Context, r call, out any) error {
	app, err := c.ApplicationID(ctx)
	if err != nil {
		return err
	}
	r.ids = append([]any{app}, r.ids...)
	return c.do(ctx, r, out)
}

func (c *Client) RegisterCommands(ctx context.Context, cmds []*Command,
) (map[string]string, error) {
	var made []struct{ ID, Name string } // Command writes its rights otherwise than Discord
	err := c.ofApp(ctx, ask("commands", "PUT", "applications/%s/commands").with(cmds), &made)
	ids := map[string]string{}
	for _, c := range made {
		ids[c.Name] = c.ID
	}
	return ids, err
}

func (c *Client) Emojis(ctx context.Context) ([]Emoji, error) {
	var list struct{ Items []Emoji }
	err := c.ofApp(ctx, ask("emoji", "GET", "applications/%s/emojis"), &list)
	return list.Items, err
}

func (c *Client) CreateEmoji(ctx context.Context, name string, png []byte) (made Emoji, err error) {
	image := "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
	body := map[string]string{"name": name, "image": image}
	err = c.ofApp(ctx, ask("emoji", "POST", "applications/%s/emojis").with(body), &made)
	return made, err
}

func (c *Client) DeleteEmoji(ctx context.Context, id string) error {
	return c.ofApp(ctx, ask("emoji", "DELETE", "applications/%s/emojis/%s", id), nil)
}
