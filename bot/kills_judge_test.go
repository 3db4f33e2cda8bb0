package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine/match"
	"konduktor/storage"
)

// asking is a store that knows of no post what it shows, and keeps nothing: a bot on it sends
// Discord the whole of every post.
type asking struct {
	storage.Store
	h *harmed
}

// Posts implements storage.Store. What was forgotten at the game's present revision has to be there
// as it was left.
func (s asking) Posts(ctx context.Context, id match.GameID) ([]storage.Post, error) {
	all, err := s.Store.Posts(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := s.Store.Game(ctx, id)
	for p, rev := range s.h.closed {
		known := func(q storage.Post) bool { return q.Channel == p.Channel && q.Message == p.Message }
		if p.Game == id && rev == int64(g.Rev) && !slices.ContainsFunc(all, known) {
			all = append(all, p)
		}
	}
	for i := range all {
		all[i].Shown = ""
	}
	return all, err
}

// PostAt implements storage.Store.
func (s asking) PostAt(ctx context.Context, channel match.ChannelID, message match.MessageID,
) (storage.Post, error) {
	p, err := s.Store.PostAt(ctx, channel, message)
	p.Shown = "" // as Posts says, else it has been noted anew since then
	return p, err
}

// SwapPost implements storage.Store.
func (asking) SwapPost(context.Context, *storage.Post, *storage.Post) error { return nil }

// Enqueue implements storage.Store.
func (asking) Enqueue(context.Context, []storage.Message) error { return nil }

// differs lists what on the screen is not as it has to be.
func (h *harmed) differs() (list []string) {
	h.T.Helper()
	if h.judged == nil {
		h.told = discordtest.New()
		h.judged = h.NewBot(asking{h.base, h}, h.told)
	}
	h.told.Forget()
	h.Must(h.judged.Posts().Run(h.T.Context(), h.id))
	for _, c := range h.told.Calls(edits...) {
		h.compared++
		if wrong := h.compare(c); wrong != "" {
			list = append(list, wrong)
		}
	}
	return append(list, h.orphans()...)
}

// compare says what is wrong with a message; call is what a bot would have it show.
func (h *harmed) compare(call discordtest.Call) string {
	if call.Method == discordtest.RenameThread {
		if is := h.threads[call.Channel]; is != call.Name && !h.forbidden[call.ID] {
			return fmt.Sprintf("the thread is called %q, want %q", is, call.Name)
		}
		return ""
	}
	p := h.screen.Posts[call.ID]
	switch {
	case p == nil || h.forbidden[call.ID]:
		return ""
	case call.Method == discordtest.Delete:
		return fmt.Sprintf("%q stands, and has to go", p.Message.Content)
	}
	if rows := call.Edit.Rows; rows != nil && !h.isQuestion(p.Message) {
		if is, want := h.normal(p.Message.Rows), h.normal(*rows); is != want {
			return fmt.Sprintf("%q has %s\nwant %s", firstLine(p.Message.Content), is, want)
		}
	}
	words := h.edited[call.ID] && !h.keepsWords(call.ID)
	if want := call.Edit.Content; want != nil && words && *want != p.Message.Content {
		return fmt.Sprintf("a message says %q\nwant %q", p.Message.Content, *want)
	}
	return ""
}

// isQuestion reports whether a reader has opened a question in their panel: what they have turned
// to is no part of what a post shows, as long as the position is the present one.
func (h *harmed) isQuestion(m discord.Message) bool {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	return slices.ContainsFunc(bottest.Offers(m), func(o bottest.Offer) bool {
		id, _ := customid.Parse(o.ID)
		return id.Action == customid.Back &&
			(id.At == customid.Of(g) || int(g.Ply) < len(g.Seats) && id.At.Mark == g.Mark())
	})
}

// keepsWords reports whether a message is the answer to a move: its words stay while its buttons
// change.
func (h *harmed) keepsWords(id match.MessageID) bool {
	all, err := h.base.Posts(h.T.Context(), h.id)
	h.Must(err)
	return slices.ContainsFunc(all, func(p storage.Post) bool {
		return p.Message == id && p.Kind == posts.Answer
	})
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// normal writes rows down without what a reader has turned to.
func (h *harmed) normal(rows []discord.Row) string {
	var all []discord.Row
	for _, row := range rows {
		var same discord.Row
		for _, b := range row.Buttons {
			b.CustomID, b.Emoji = h.plainID(b.CustomID), nil
			same.Buttons = append(same.Buttons, b)
		}
		if row.Select != nil {
			menu := *row.Select
			menu.CustomID = h.plainID(menu.CustomID)
			same.Select = &menu
		}
		all = append(all, same)
	}
	text, err := json.Marshal(all)
	h.Must(err)
	return string(text)
}

func (h *harmed) plainID(text string) string {
	id, ok := customid.Parse(text)
	if !ok {
		return text
	}
	id.Page, id.Deck = 0, 0
	if g, err := h.base.Game(h.T.Context(), h.id); err == nil && int(g.Ply) < len(g.Seats) {
		id.At.Ply = 0 // others' choices at setup do no harm (C2)
	}
	return id.Print()
}

// orphans lists the messages with buttons that no post knows of. If a process
// is killed between an answer and its note, the first press finds a message that the answer brought
// (its ID is known only then), and one that another process has forgotten meanwhile.
func (h *harmed) orphans() (list []string) {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	known, err := h.base.Posts(h.T.Context(), h.id)
	h.Must(err)
	for id, p := range h.screen.Posts {
		post := func(q storage.Post) bool { return q.Message == id && q.Channel == p.Channel }
		if len(p.Message.Rows) == 0 || h.forbidden[id] || slices.ContainsFunc(known, post) ||
			h.unnoted[id] {
			continue
		}
		if g.State == match.Running && p.Channel == g.Thread || h.screen.DMs[p.Channel] != "" {
			list = append(list, fmt.Sprintf("nothing follows %q (%q) with %s", p.Message.Nonce,
				firstLine(p.Message.Content), h.normal(p.Message.Rows)))
		}
	}
	return list
}
