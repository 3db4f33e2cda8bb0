package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"konduktor/engine/match"

	"github.com/bwmarrin/discordgo"
)

// Application is the bot's application as Discord knows it. The library's type lacks half of it.
type Application struct {
	ID      string
	Name    string
	Public  bool `json:"bot_public"` // others than the owner may invite it
	Servers int  `json:"approximate_guild_count"`
	// TermsURL and PrivacyURL are the addresses of its pages; "": none is named.
	TermsURL   string `json:"terms_of_service_url"`
	PrivacyURL string `json:"privacy_policy_url"`
	// InteractionsURL is the HTTP endpoint that interactions go to; then none come by the gateway.
	InteractionsURL string `json:"interactions_endpoint_url"`
	// Key is what Discord signs them with; ParsePublicKey reads it.
	Key      string                                            `json:"verify_key"`
	Installs map[discordgo.ApplicationIntegrationType]struct{} `json:"integration_types_config"`
}

// Personal reports whether people can install the application for themselves.
func (a Application) Personal() bool {
	_, ok := a.Installs[discordgo.ApplicationIntegrationUserInstall]
	return ok
}

// GatewayInfo is where and how often the bot may connect, Guild a server that it is in.
type (
	GatewayInfo = discordgo.GatewayBotResponse
	Guild       = discordgo.UserGuild // its name is hostile text
)

func (c *Client) get(ctx context.Context, path string, out any) error {
	route, _, _ := strings.Cut(path, "?")
	return c.do(ctx, ask(route, "GET", path), out)
}

// Me returns the bot's own user.
func (c *Client) Me(ctx context.Context) (User, error) {
	var u discordgo.User
	err := c.get(ctx, "users/@me", &u)
	return named(&u, nil), err
}

// Application returns the bot's application.
func (c *Client) Application(ctx context.Context) (app Application, err error) {
	err = c.get(ctx, "applications/@me", &app)
	return app, err
}

// usualStarts is how many identifies a day Discord allows.
const usualStarts = 1000

// Gateway returns the gateway's address and the starts that are left.
func (c *Client) Gateway(ctx context.Context) (info GatewayInfo, err error) {
	if err := c.get(ctx, "gateway/bot", &info); err != nil {
		return info, err
	}
	u, err := url.Parse(info.URL)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return info, errors.New("server's answer has no gateway address")
	}
	info.Shards = max(info.Shards, 1)
	if l := &info.SessionStartLimit; *l == (discordgo.SessionInformation{}) {
		l.Total, l.Remaining = usualStarts, usualStarts // other servers than Discord may have no limit
	}
	return info, nil
}

// Guilds returns the servers that the bot is in.
func (c *Client) Guilds(ctx context.Context) (all []Guild, err error) {
	const most = 200
	for after := "0"; ; after = all[len(all)-1].ID {
		var page []Guild
		err := c.get(ctx, fmt.Sprintf("users/@me/guilds?limit=%d&after=%s", most, after), &page)
		all = append(all, page...)
		if err != nil || len(page) < most || page[most-1].ID == after {
			return all, err
		}
	}
}

// ClockSkew returns the local clock's lead over Discord's, exact to about a second.
func (c *Client) ClockSkew(ctx context.Context) (time.Duration, error) {
	if err := c.get(ctx, "gateway", nil); err != nil {
		return 0, err
	}
	skew := c.skew.Load()
	if skew == nil {
		return 0, errors.New("server's answer has no date, or was slow")
	}
	return skew.Round(time.Second), nil
}

// lead returns the local clock's lead at the last answer; 0 before the first.
func (c *Client) lead() time.Duration {
	if skew := c.skew.Load(); skew != nil {
		return *skew
	}
	return 0
}

// An answer that took slowAnswer tells nothing about Discord's clock: the process may have stood
// still.
const slowAnswer = 2 * time.Second

// compare notes our lead over the clock that an answer is dated by.
func (c *Client) compare(date string, began time.Time) {
	took := c.now().Sub(began)
	if at, err := http.ParseTime(date); err == nil && took < slowAnswer {
		skew := began.Add(took / 2).Sub(at.Add(500 * time.Millisecond)) // fractions are cut off
		c.skew.Store(&skew)
	}
}

// Bounds of a look at Discord's clock: an interaction waits for it.
const (
	compareAgain  = 10 * time.Second
	compareWithin = time.Second
)

// compareClocks asks for Discord's clock, at most once in compareAgain.
func (c *Client) compareClocks(ctx context.Context) {
	c.comparing.Do(func() {
		ctx, cancel := context.WithTimeout(ctx, compareWithin)
		defer cancel()
		if _, err := c.ClockSkew(ctx); err != nil {
			c.log.Warn("clocks not compared", "error", err)
		}
	})
}

// ServerName implements API.
func (c *Client) ServerName(ctx context.Context, id match.ServerID) (string, error) {
	if err := checkID(string(id)); err != nil {
		return "", err
	}
	var preview struct{ Name string }
	path := "guilds/" + string(id) + "/preview"
	if err := c.do(ctx, ask("guilds/preview", "GET", path), &preview); err != nil {
		return "", fmt.Errorf("ask for server %s: %w", id, err)
	}
	return preview.Name, nil
}

// IsMember implements API.
func (c *Client) IsMember(ctx context.Context, server match.ServerID, user match.UserID,
) (bool, error) {
	if err := errors.Join(checkID(string(server)), checkID(string(user))); err != nil {
		return false, err
	}
	path := "guilds/" + string(server) + "/members/" + string(user)
	err := c.do(ctx, ask("guilds/members", "GET", path), nil)
	if IsGone(err) || hasCode(err, discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser) {
		return false, nil
	}
	return err == nil, err
}
