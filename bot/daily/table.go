package daily

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/match"
	"konduktor/render/caption"
	"konduktor/render/season"
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
			ofDay = append(ofDay, line(texts, r))
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

func line(texts *locale.Texts, r match.DailyResult) string {
	return texts.Say("daily.line", "Who", discord.MentionUsers(r.User), "Points", points(texts, r),
		"Beaten", beaten(texts, r.Place))
}

func points(texts *locale.Texts, r match.DailyResult) string {
	return texts.Say("daily.count", "Count", r.Points)
}

// Morning is what a server reads when a day has closed: who was best, what is dealt today, and a
// card. Without a message nobody on the table has finished the deal. The first one says what comes.
func (d *Deals) Morning(ctx context.Context, texts *locale.Texts, server match.ServerID, first bool,
	now time.Time,
) (m discord.Message, err error) {
	if err := d.settle(ctx, now); err != nil {
		return m, err
	}
	last, today := match.LastClosed(now), match.DayOf(now)
	results, err := d.Tries.DailyResults(ctx, server, last, last)
	if err != nil {
		return m, fmt.Errorf("read the results of server %s: %w", server, err)
	}
	lines := []string{texts.Say("daily.about")}
	switch {
	case len(results) > 0:
		lines = []string{texts.Say("daily.heading", "Title", d.name(ctx, texts, last),
			"Day", string(last)), texts.Say("daily.best", "Line", line(texts, results[0]))}
		if m.Files, err = d.picture(ctx, texts, last, results); err != nil {
			return m, err
		}
	case !first:
		return m, nil
	}
	lines = append(lines, texts.Say("daily.today", "Title", d.name(ctx, texts, today)))
	m.Content, m.Silent = strings.Join(lines, "\n"), true
	m.Rows = discord.Buttons(d.playButton(ctx, texts, today), TableButton(texts), fairButton(texts))
	return m, nil
}

func (d *Deals) playButton(ctx context.Context, texts *locale.Texts, day match.Day) discord.Button {
	return discord.NewButton(discord.Primary,
		texts.Say("daily.play", "Title", d.name(ctx, texts, day)),
		customid.ID{Action: customid.Daily, Day: string(day)}.Print())
}

// onCard is how many of a server's people are on a card: it is small.
const onCard = 5

func (d *Deals) picture(ctx context.Context, texts *locale.Texts, day match.Day,
	results []match.DailyResult,
) ([]discord.File, error) {
	card := season.Table{
		Heading: d.name(ctx, texts, day),
		Below:   texts.Say("daily.finished", "Day", string(day), "Count", results[0].Place.All),
	}
	alt := []string{card.Heading, card.Below}
	for i, r := range results[:min(len(results), onCard)] {
		habits, err := d.Store.Habits(ctx, r.User)
		if err != nil {
			return nil, err
		}
		u, err := d.Store.User(ctx, r.User)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return nil, err
		}
		row := season.Row{
			Rank: i + 1, Name: cmp.Or(habits.Drawn, u.Name), Shown: points(texts, r),
		}
		if i > 0 && results[i-1].Points == r.Points {
			row.Rank = card.Rows[i-1].Rank
		}
		card.Rows = append(card.Rows, row)
		alt = append(alt, fmt.Sprintf("%d. %s: %s", row.Rank, row.Name, row.Shown))
	}
	card.Alt = discord.Fit(strings.Join(alt, "\n"), caption.MaxAlt)
	return d.Pictures.Season(ctx, "daily.png", card.Draw), nil
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
