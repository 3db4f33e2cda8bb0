package discord

import (
	"context"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Emoji is an emoji of the bot's application, which every message of the bot can show.
type Emoji struct{ ID, Name string }

// Created is when Discord gave out an ID; zero for what is none.
func Created(id string) time.Time {
	if at, err := discordgo.SnowflakeTimestamp(id); err == nil {
		return at
	}
	return time.Time{}
}

// Discord's limits of an application's emoji.
const (
	MaxEmoji     = 2000
	MaxEmojiName = 32 // letters, digits and underscores
)

// ComponentEmoji is an emoji on a button, or before an option of a menu. Discord refuses the whole
// message if its application has no such emoji.
type ComponentEmoji = discordgo.ComponentEmoji

// emojiLane: the limits on emoji are narrow, so one request waits for the other.
const emojiLane = "emoji"

func (c *Client) Emojis(ctx context.Context) ([]Emoji, error) {
	var list struct{ Items []Emoji }
	err := c.aboutEmoji(ctx, http.MethodGet, "", nil, &list)
	return list.Items, err
}

func (c *Client) CreateEmoji(ctx context.Context, name string, png []byte) (Emoji, error) {
	var made Emoji
	err := c.aboutEmoji(ctx, http.MethodPost, "", map[string]string{
		"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png),
	}, &made)
	return made, err
}

func (c *Client) DeleteEmoji(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return c.aboutEmoji(ctx, http.MethodDelete, "/"+id, nil, nil)
}

func (c *Client) aboutEmoji(ctx context.Context, method, rest string, body, out any) error {
	app, err := c.ApplicationID(ctx)
	if err != nil {
		return err
	}
	return c.do(ctx, call{
		method: method, address: discordgo.EndpointApplicationEmojis(app) + rest, lane: emojiLane,
		body: body,
	}, out)
}

// withoutEmoji returns a message's body without the emoji of buttons and menus; false if it has
// none.
func withoutEmoji(body any) (any, bool) {
	switch b := body.(type) {
	case wireResponse:
		data, found := withoutEmoji(b.Data)
		b.Data = data
		return b, found
	case wireMessage:
		if b.Components == nil {
			return b, false
		}
		found := false
		rows := make([]discordgo.MessageComponent, 0, len(*b.Components))
		for _, row := range *b.Components {
			bare, had := plainRow(row.(discordgo.ActionsRow)) // wireRows makes no others
			rows, found = append(rows, bare), found || had
		}
		b.Components = &rows
		return b, found
	}
	return body, false
}

func plainRow(row discordgo.ActionsRow) (_ discordgo.ActionsRow, found bool) {
	parts := make([]discordgo.MessageComponent, len(row.Components))
	for i, part := range row.Components {
		switch p := part.(type) {
		case Button:
			found = found || p.Emoji != nil
			p.Emoji = nil
			part = p
		case discordgo.SelectMenu:
			p.Options = append([]SelectOption(nil), p.Options...)
			for j := range p.Options {
				found = found || p.Options[j].Emoji != nil
				p.Options[j].Emoji = nil
			}
			part = p
		}
		parts[i] = part
	}
	row.Components = parts
	return row, found
}
