package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Application is the bot's application as Discord knows it.
type Application struct {
	ID     string
	Name   string
	Public bool // others than the owner may invite it
	// InteractionsURL is set where interactions go to an HTTP endpoint: then none arrive by the gateway.
	InteractionsURL string
	Key             string // the public key by which Discord signs them; ParsePublicKey reads it
	Personal        bool   // people can install it for themselves
}

// GatewayInfo is where and how often the bot may connect.
type GatewayInfo struct {
	URL        string
	Shards     int           // recommended by Discord
	Total      int           // starts a day
	Remaining  int           // starts left until ResetAfter has passed
	ResetAfter time.Duration // until Remaining is Total again
	// Concurrency is how many shards may identify within 5 s.
	Concurrency int
}

// Guild is a server that the bot is in.
type Guild struct {
	ID, Name    string      // Name is hostile text
	Permissions Permissions // the bot's, before a channel's own settings
}

// Me returns the bot's own user.
func (c *Client) Me(ctx context.Context) (User, error) {
	var u rawUser
	_, err := c.do(ctx, get("users/@me"), &u)
	return u.named(nil), err
}

// Application returns the bot's application.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var app struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Public bool   `json:"bot_public"`
		URL    string `json:"interactions_endpoint_url"`
		Key    string `json:"verify_key"`

		Ways map[string]any `json:"integration_types_config"`
	}
	_, err := c.do(ctx, get("applications/@me"), &app)
	_, personal := app.Ways[installedByUser]
	return Application{app.ID, app.Name, app.Public, app.URL, app.Key, personal}, err
}

// Gateway returns the gateway's address and the starts that are left.
func (c *Client) Gateway(ctx context.Context) (GatewayInfo, error) {
	var raw struct {
		URL    string `json:"url"`
		Shards int    `json:"shards"`
		Limit  *struct {
			Total      int   `json:"total"`
			Remaining  int   `json:"remaining"`
			ResetAfter int64 `json:"reset_after"` // milliseconds
			Together   int   `json:"max_concurrency"`
		} `json:"session_start_limit"`
	}
	if _, err := c.do(ctx, get("gateway/bot"), &raw); err != nil {
		return GatewayInfo{}, err
	}
	if u, err := url.Parse(raw.URL); err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return GatewayInfo{}, errors.New("server's answer has no gateway address")
	}
	info := GatewayInfo{URL: raw.URL, Shards: max(raw.Shards, 1), Total: usualStarts, Remaining: usualStarts, Concurrency: 1}
	if l := raw.Limit; l != nil { // other servers than Discord may have no such limit
		info.Total, info.Remaining, info.Concurrency = l.Total, l.Remaining, max(l.Together, 1)
		info.ResetAfter = time.Duration(min(max(l.ResetAfter, 0), 86_400_000)) * time.Millisecond
	}
	return info, nil
}

// ClockSkew returns by how much the local clock is ahead of Discord's; exact to about a second.
func (c *Client) ClockSkew(ctx context.Context) (time.Duration, error) {
	before := c.now()
	x, err := c.do(ctx, get("gateway"), nil)
	if err != nil {
		return 0, err
	}
	date, err := http.ParseTime(x.date)
	if err != nil {
		return 0, errors.New("server's answer has no date")
	}
	middle := before.Add(c.now().Sub(before) / 2)
	return middle.Sub(date.Add(500 * time.Millisecond)).Round(time.Second), nil // the header cuts fractions off
}

const guildsPage = 200

// Guilds returns the servers that the bot is in.
func (c *Client) Guilds(ctx context.Context) ([]Guild, error) {
	var all []Guild
	after := "0"
	for {
		var page []struct{ ID, Name, Permissions string }
		path := fmt.Sprintf("users/@me/guilds?limit=%d&after=%s", guildsPage, after)
		if _, err := c.do(ctx, call{method: http.MethodGet, path: path, at: lane{group: "users/@me/guilds"}}, &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			bits, err := strconv.ParseUint(g.Permissions, 10, 64)
			if err != nil || checkID(g.ID) != nil {
				return nil, errors.New("malformed list of servers")
			}
			all = append(all, Guild{g.ID, g.Name, Permissions(bits)})
		}
		if len(page) < guildsPage || page[len(page)-1].ID == after {
			return all, nil
		}
		after = page[len(page)-1].ID
	}
}

// get is a request without a body, with a lane of its own.
func get(path string) call {
	return call{method: http.MethodGet, path: path, at: lane{group: path}}
}
