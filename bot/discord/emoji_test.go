package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"konduktor/engine/match"
)

// TestMessageIsSentWithoutADeletedEmoji: the server refuses a message that holds one, as
// Discord does.
func TestMessageIsSentWithoutADeletedEmoji(t *testing.T) {
	gone := &ComponentEmoji{ID: "7", Name: "red_card_1a2b3c"}
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
			return c.Edit(ctx, "9", match.MessageID("8"), Edit{Rows: &rows})
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
			var s *server
			s = newServer(t, func(w http.ResponseWriter, _ *http.Request) {
				status, answer := 200, `{"id":"77"}`
				if strings.Contains(fmt.Sprint(s.last(t).body), "emoji") {
					status, answer = 400, `{"code":50035,"message":"Invalid Form Body"}`
				}
				w.WriteHeader(status)
				_, _ = io.WriteString(w, answer)
			})
			lost := 0
			c, err := NewClient(Options{
				Token: secretToken, APIURL: s.URL + "/api", EmojiLost: func() { lost++ },
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := send(t.Context(), c); err != nil || lost != 1 || len(s.seen) != 2 {
				t.Errorf("%v; told %d times, %d requests", err, lost, len(s.seen))
			}
			if body := fmt.Sprint(s.last(t).body); !strings.Contains(body, "red") {
				t.Errorf("the button has lost its words: %s", body)
			}
		})
	}
	if rows[0].Buttons[0].Emoji == nil || rows[1].Select.Options[0].Emoji == nil {
		t.Error("the message of the caller was changed")
	}
}

func TestOtherFaultsAreNotBlamedOnEmoji(t *testing.T) {
	s := newServer(t, reply(400, `{"code":50035,"message":"Invalid Form Body"}`))
	lost := 0
	c, err := NewClient(Options{
		Token: secretToken, APIURL: s.URL + "/api", EmojiLost: func() { lost++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	button := Button{Style: Primary, Label: "x", CustomID: "a"}
	button.Emoji = &ComponentEmoji{ID: "7", Name: "x"}
	for _, b := range []Button{button, {Style: Primary, Label: "x", CustomID: "a"}} {
		_, err := c.Send(t.Context(), "9", Message{Rows: []Row{{Buttons: []Button{b}}}})
		if !IsInvalid(err) {
			t.Errorf("got %v", err)
		}
	}
	if lost != 0 || len(s.seen) != 3 {
		t.Errorf("told %d times, %d requests", lost, len(s.seen))
	}
}
