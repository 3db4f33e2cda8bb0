package discord

import (
	"context"
	"testing"

	"konduktor/engine/match"

	"github.com/google/go-cmp/cmp"
)

func TestARefusedEmojiIsToldFromOtherFaults(t *testing.T) {
	gone := &ComponentEmoji{ID: "7", Name: "red2"}
	rows := []Row{
		{Buttons: []Button{{Style: Primary, Label: "red", CustomID: "a", Emoji: gone}}},
		{Select: &Select{CustomID: "m", Options: []SelectOption{{Label: "A", Value: "a", Emoji: gone}}}},
	}
	m := Message{Content: "x", Rows: rows, Files: []File{{Name: "a.png", Data: []byte("PNG")}}}
	for name, send := range map[string]func(context.Context, *Client) error{
		"send": func(ctx context.Context, c *Client) error {
			_, err := c.Send(ctx, "9", m)
			return err
		},
		"edit": func(ctx context.Context, c *Client) error {
			return c.Edit(ctx, "9", match.MessageID("8"), Edit{Rows: &m.Rows})
		},
		"respond": func(ctx context.Context, c *Client) error {
			return c.Respond(ctx, someone, Response{Message: &m})
		},
		"update": func(ctx context.Context, c *Client) error {
			return c.Respond(ctx, someone, Response{Update: &m})
		},
		"edit original": func(ctx context.Context, c *Client) error {
			_, err := c.EditOriginal(ctx, someone, m)
			return err
		},
		"follow up": func(ctx context.Context, c *Client) error {
			_, err := c.FollowUp(ctx, someone, m)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, reply(400, `{"code":50035,"message":"Invalid Form Body"}`))
			c, err := NewClient(Options{Token: secretToken, APIURL: s.URL + "/api"})
			if err != nil {
				t.Fatal(err)
			}
			for _, with := range []bool{true, false} {
				if !with {
					m.Rows = WithoutEmoji(rows)
				}
				if err := send(t.Context(), c); !IsInvalid(err) || IsEmojiRefused(err) != with {
					t.Errorf("got %v; taken for a refused emoji: %t, want %t", err, !with, with)
				}
			}
			if m.Rows = rows; len(s.seen) != 2 {
				t.Errorf("two messages were sent %d times", len(s.seen))
			}
		})
	}
	if IsEmojiRefused(&Error{Status: 500, Emoji: true}) {
		t.Error("a fault of Discord's is taken for a refused emoji")
	}
}

func TestButtonsAndMenusKeepTheirWordsWithoutEmoji(t *testing.T) {
	gone := &ComponentEmoji{ID: "7", Name: "red2"}
	button, option := Button{Label: "red", CustomID: "a"}, SelectOption{Label: "A", Value: "a"}
	want := []Row{
		{Buttons: []Button{button}}, {Select: &Select{CustomID: "m", Options: []SelectOption{option}}},
	}
	button.Emoji, option.Emoji = gone, gone
	rows := []Row{
		{Buttons: []Button{button}}, {Select: &Select{CustomID: "m", Options: []SelectOption{option}}},
	}
	got := WithoutEmoji(rows)
	if diff := cmp.Diff(want, got); diff != "" || HasEmoji(got) {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rows[0].Buttons[0].Emoji == nil || rows[1].Select.Options[0].Emoji == nil {
		t.Error("the message of the caller was changed")
	}
}
