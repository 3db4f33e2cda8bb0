package daily

import (
	"context"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	week      = 7  // days that a table sums up
	mostLines = 12 // of a part of a table
)

// Table shows the results of a server: of the day that has closed last, and of the week to that
// day. Only those who want to be on it are.
func (d *Deals) Table(ctx context.Context, texts *locale.Texts, server match.ServerID,
	now time.Time,
) (discord.Message, error) {
	last := match.LastClosed(now)
	results, err := d.Tries.DailyResults(ctx, server, last.Plus(1-week), last)
	if err != nil {
		return discord.Message{}, fmt.Errorf("read the results of server %s: %w", server, err)
	}
	lines := []string{texts.Say("daily.heading",
		"Title", d.name(ctx, texts, last), "Day", string(last))}
	var ofDay []string
	for _, r := range results {
		if r.Day == last {
			ofDay = append(ofDay, texts.Say("daily.line", "Who", discord.MentionUsers(r.User),
				"Points", r.Points, "Rank", r.Place.Rank(), "All", r.Place.All,
				"Percent", r.Place.Percent()))
		}
	}
	if len(ofDay) == 0 {
		ofDay = []string{texts.Say("daily.nobody")}
	}
	lines = append(lines, shortened(ofDay)...)
	var ofWeek []string
	for _, s := range match.DailyScores(results) {
		ofWeek = append(ofWeek, texts.Say("daily.sum", "Who", discord.MentionUsers(s.User),
			"Rank", s.Rank, "Percent", s.Percent, "Count", s.Days))
	}
	if len(ofWeek) > 0 {
		lines = append(append(lines, "", texts.Say("daily.week")), shortened(ofWeek)...)
	}
	lines = append(lines, texts.Say("daily.legend"))
	return discord.Message{Content: strings.Join(lines, "\n")}, nil
}

func shortened(lines []string) []string {
	if len(lines) > mostLines {
		return append(lines[:mostLines:mostLines], "…")
	}
	return lines
}

// Shown is Table for a user, with a button that puts them on it or takes them off.
func (d *Deals) Shown(ctx context.Context, texts *locale.Texts, server match.ServerID,
	user match.UserID, now time.Time,
) (discord.Message, error) {
	m, err := d.Table(ctx, texts, server, now)
	if err != nil {
		return m, err
	}
	servers, err := d.Tries.DailyServers(ctx, user)
	if err != nil {
		return m, err
	}
	action, label := customid.DailyShow, "daily.show"
	for _, s := range servers {
		if s == server {
			action, label = customid.DailyHide, "daily.hide"
		}
	}
	m.Rows = discord.Buttons(discord.NewButton(discord.Secondary, texts.Say(label),
		customid.ID{Action: action}.Print()))
	return m, nil
}

// Morning is what a server reads when a day has closed: the table, what is dealt today, and what
// binds the bot to tomorrow's deal.
func (d *Deals) Morning(ctx context.Context, texts *locale.Texts, server match.ServerID,
	now time.Time,
) (discord.Message, error) {
	m, err := d.Table(ctx, texts, server, now)
	if err != nil {
		return m, err
	}
	proof, err := d.proof(ctx, texts, now)
	if err != nil {
		return m, err
	}
	today := match.DayOf(now)
	m.Content += "\n" + proof
	m.Silent = true
	m.Rows = []discord.Row{{Buttons: []discord.Button{
		discord.NewButton(discord.Primary,
			texts.Say("daily.play", "Title", d.name(ctx, texts, today)),
			customid.ID{Action: customid.Daily, Day: string(today)}.Print()),
		TableButton(texts),
	}}}
	return m, nil
}

// TableButton shows the table of the server where it is pressed.
func TableButton(texts *locale.Texts) discord.Button {
	return discord.NewButton(discord.Secondary, texts.Say("daily.table"),
		customid.ID{Action: customid.DailyTable}.Print())
}

// Posting is where a server reads the table each day; the zero value is nowhere.
type Posting struct {
	Channel match.ChannelID `json:"channel,omitempty"`
	Locale  string          `json:"locale,omitempty"`
}

// Describe says where a server reads the table.
func (p Posting) Describe(texts *locale.Texts) string {
	if p.Channel == "" {
		return texts.Say("daily.unposted")
	}
	return texts.Say("daily.posted", "Channel", discord.MentionChannel(p.Channel))
}

func postingKey(server match.ServerID) string { return "daily post/" + string(server) }

// Posting returns where a server reads the table.
func (d *Deals) Posting(ctx context.Context, server match.ServerID) (Posting, error) {
	return storage.SettingOf[Posting](ctx, d.Store, postingKey(server))
}

// SetPosting decides where a server reads the table.
func (d *Deals) SetPosting(ctx context.Context, server match.ServerID, p Posting) error {
	return storage.Change(ctx, d.Store, postingKey(server), func(kept *Posting) error {
		*kept = p
		return nil
	})
}
