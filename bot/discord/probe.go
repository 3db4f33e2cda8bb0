package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Application is the bot's application as Discord knows it.
type Application struct {
	ID     string
	Name   string
	Public bool // others than the owner may invite it
	// InteractionsURL is the HTTP endpoint that interactions go to; then none come by the gateway.
	InteractionsURL string
	Key             string // Discord signs those with it; ParsePublicKey reads it
	Personal        bool   // people can install it for themselves
}

// GatewayInfo is where and how often the bot may connect.
type GatewayInfo struct {
	URL         string
	Shards      int           // recommended by Discord
	Total       int           // starts a day
	Remaining   int           // starts left until ResetAfter has passed
	ResetAfter  time.Duration // until Remaining is Total again
	Concurrency int           // how many shards may identify within 5 s
}

// Guild is a server that the bot is in.
type Guild struct {
	ID, Name    string      // Name is hostile text
	Permissions Permissions // the bot's, before a channel's own settings
}

func (c *Client) get(ctx context.Context, address string, out any) error {
	path, _, _ := strings.Cut(strings.TrimPrefix(address, discordgo.EndpointAPI), "?")
	return c.do(ctx, call{method: http.MethodGet, address: address, lane: path}, out)
}

// Me returns the bot's own user.
func (c *Client) Me(ctx context.Context) (User, error) {
	var u discordgo.User
	err := c.get(ctx, discordgo.EndpointUser("@me"), &u)
	return named(&u, nil), err
}

// Application returns the bot's application.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var app struct { // the library's type lacks half of it
		ID     string
		Name   string
		Public bool                                              `json:"bot_public"`
		URL    string                                            `json:"interactions_endpoint_url"`
		Key    string                                            `json:"verify_key"`
		Ways   map[discordgo.ApplicationIntegrationType]struct{} `json:"integration_types_config"`
	}
	err := c.get(ctx, discordgo.EndpointAPI+"applications/@me", &app)
	_, personal := app.Ways[discordgo.ApplicationIntegrationUserInstall]
	return Application{app.ID, app.Name, app.Public, app.URL, app.Key, personal}, err
}

// Gateway returns the gateway's address and the starts that are left.
func (c *Client) Gateway(ctx context.Context) (GatewayInfo, error) {
	var raw discordgo.GatewayBotResponse
	if err := c.get(ctx, discordgo.EndpointGatewayBot, &raw); err != nil {
		return GatewayInfo{}, err
	}
	u, err := url.Parse(raw.URL)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return GatewayInfo{}, errors.New("server's answer has no gateway address")
	}
	limit := raw.SessionStartLimit
	if limit == (discordgo.SessionInformation{}) { // other servers than Discord may have no such limit
		limit.Total, limit.Remaining = usualStarts, usualStarts
	}
	return GatewayInfo{
		URL: raw.URL, Shards: max(raw.Shards, 1), Total: limit.Total, Remaining: limit.Remaining,
		ResetAfter:  time.Duration(min(max(limit.ResetAfter, 0), 86_400_000)) * time.Millisecond,
		Concurrency: max(limit.MaxConcurrency, 1),
	}, nil
}

// ClockSkew returns the local clock's lead over Discord's, exact to about a second.
func (c *Client) ClockSkew(ctx context.Context) (time.Duration, error) {
	if err := c.get(ctx, discordgo.EndpointGateway, nil); err != nil {
		return 0, err
	}
	skew := c.wire.skew.Load()
	if skew == nil {
		return 0, errors.New("server's answer has no date, or was slow")
	}
	return skew.Round(time.Second), nil
}

// lead returns the local clock's lead at the last answer; 0 before the first.
func (c *Client) lead() time.Duration {
	if skew := c.wire.skew.Load(); skew != nil {
		return *skew
	}
	return 0
}

// Bounds of a look at Discord's clock: an interaction waits for it.
const (
	compareAgain  = 10 * time.Second
	compareWithin = time.Second
)

// compareClocks asks for Discord's clock, at most once in some seconds.
func (c *Client) compareClocks(ctx context.Context) {
	c.comparing.Lock()
	defer c.comparing.Unlock()
	if time.Since(c.compared) < compareAgain {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, compareWithin)
	defer cancel()
	_, err := c.ClockSkew(ctx)
	c.compared = time.Now()
	if err != nil {
		c.log.Warn("clocks not compared", "error", err)
	}
}

const guildsPage = 200

// Guilds returns the servers that the bot is in.
func (c *Client) Guilds(ctx context.Context) ([]Guild, error) {
	var all []Guild
	after := "0"
	for {
		var page []discordgo.UserGuild
		query := fmt.Sprintf("?limit=%d&after=%s", guildsPage, after)
		if err := c.get(ctx, discordgo.EndpointUserGuilds("@me")+query, &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			if checkID(g.ID) != nil {
				return nil, errors.New("malformed list of servers")
			}
			all = append(all, Guild{g.ID, g.Name, Permissions(g.Permissions)})
		}
		if len(page) < guildsPage || page[len(page)-1].ID == after {
			return all, nil
		}
		after = page[len(page)-1].ID
	}
}
