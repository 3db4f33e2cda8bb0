package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/titles"
)

// signed is a stage whose bot has uploaded its emoji. look has it look again which there are, as it
// does once one was refused.
func signed(t *testing.T) (s *bottest.Stage, look func()) {
	s = bottest.New(t)
	var stop context.CancelFunc
	s.Remake(func(o *bot.Options) {
		amsterdam, _ := titles.Find("amsterdam")
		o.Titles, o.EmojiPause = []engine.Title{amsterdam}, time.Nanosecond
		o.After = func(d time.Duration) (<-chan time.Time, func()) {
			if d > time.Minute { // all are uploaded
				stop()
			}
			timer := time.NewTimer(d)
			return timer.C, func() { timer.Stop() }
		}
	})
	look = func() {
		var ctx context.Context
		ctx, stop = context.WithCancel(t.Context())
		defer stop()
		s.Bot.KeepEmoji(ctx)
	}
	look()
	return s, look
}

// rowsOf are the buttons and menus that a call shows.
func rowsOf(c discordtest.Call) (rows []discord.Row) {
	rows = append(rows, c.Message.Rows...)
	if c.Edit.Rows != nil {
		rows = append(rows, *c.Edit.Rows...)
	}
	for _, m := range []*discord.Message{c.Response.Message, c.Response.Update} {
		if m != nil {
			rows = append(rows, m.Rows...)
		}
	}
	return rows
}

// words is the text that a call shows, "" if it changes none.
func words(c discordtest.Call) string {
	text := c.Message.Content
	if c.Edit.Content != nil {
		text += *c.Edit.Content
	}
	return text
}

// The list of the bot's emoji is in the store: the next process uploads none of them again.
func TestEmojiOutliveTheProcess(t *testing.T) {
	t.Parallel()
	s, look := signed(t)
	before, err := s.API.Emojis(t.Context())
	s.Must(err)
	s.Restart()
	look()
	after, err := s.API.Emojis(t.Context())
	s.Must(err)
	if len(before) == 0 || len(after) != len(before) {
		t.Errorf("%d emoji, after a restart %d", len(before), len(after))
	}
}

// An application's emoji can be deleted behind the bot's back, and Discord refuses each message
// that shows one on a button.
func TestAMessageWithADeletedEmojiComesWithoutSigns(t *testing.T) {
	t.Parallel()
	s, look := signed(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	refused := 0
	s.API.Fail = func(c discordtest.Call) error {
		if !discord.HasEmoji(rowsOf(c)) {
			return nil
		}
		refused++
		return &discord.Error{Status: 400, Code: 50035, Emoji: true}
	}
	var asked discord.Message
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"a panel that is opened", func() { asked = s.Hand(who, id) }},
		{"a question", func() {
			asked = s.Press(who, asked, customid.Ask, "tickets")
			asked = s.Press(who, asked, customid.Back, "")
		}},
		{"a letter and the posts beside it", func() {
			s.Move(id, bottest.FirstLegal)
			for s.Turn(id) == who {
				s.Move(id, bottest.FirstLegal)
			}
			s.Flush()
		}},
		{"a post", func() {
			s.Move(id, bottest.FirstLegal)
			s.Flush()
		}},
	} {
		look()
		refused = 0
		before := len(s.API.Calls())
		step.do()
		calls := s.API.Calls()[before:]
		if refused != 1 {
			t.Errorf("%s: %d messages were refused for their emoji, want one", step.name, refused)
		}
		for i, c := range calls {
			if c.Err == nil {
				continue
			}
			if i+1 == len(calls) || calls[i+1].Method != c.Method || calls[i+1].Err != nil {
				t.Fatalf("%s: a refused message was not sent again", step.name)
			}
			if next := words(calls[i+1]); strings.Contains(next, "<:") ||
				words(c) != "" && !strings.Contains(words(c), "<:") {
				t.Errorf("%s: %q was sent again as %q", step.name, words(c), next)
			}
		}
	}
	s.NothingBroke()
}
