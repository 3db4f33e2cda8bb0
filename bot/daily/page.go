package daily

import (
	"context"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Page shows a user the deals that are open, and how they did; that of the day that has closed last
// only if they did.
func (d *Deals) Page(ctx context.Context, texts *locale.Texts, user match.UserID, now time.Time,
) (discord.Message, error) {
	today := match.DayOf(now)
	last := match.LastClosed(now)
	if err := d.settle(ctx, now); err != nil {
		return discord.Message{}, err
	}
	var parts []string
	var buttons []discord.Button
	for day := last; day <= today; day = day.Plus(1) {
		said, button, err := d.ofDay(ctx, texts, user, day, now)
		if err != nil {
			return discord.Message{}, err
		}
		if said != "" {
			parts = append(parts, said)
		}
		buttons = append(buttons, button...)
	}
	servers, err := d.Tries.DailyServers(ctx, user)
	if err != nil {
		return discord.Message{}, err
	}
	buttons = append(buttons, fairButton(texts))
	if len(servers) > 0 {
		buttons = append(buttons, discord.NewButton(discord.Secondary,
			texts.Say("daily.hide-all", "Count", len(servers)),
			customid.ID{Action: customid.DailyHide}.Print()))
	}
	page := discord.Message{
		Content: strings.Join(parts, "\n\n"), Rows: discord.Buttons(buttons...),
	}
	r, err := d.Reminding(ctx, user)
	if err == nil && r.Asked != "" {
		page.Rows = append(page.Rows, alarmRow(texts, r, today, 1))
	}
	return page, err
}

// settle has the deals of today and tomorrow drawn, so that they bind the bot.
func (d *Deals) settle(ctx context.Context, now time.Time) error {
	_, err := d.of(ctx, match.DayOf(now))
	if err == nil {
		_, err = d.of(ctx, match.DayOf(now).Plus(1))
	}
	return err
}

func fairButton(texts *locale.Texts) discord.Button {
	return discord.NewButton(discord.Secondary, texts.Say("daily.fair"),
		customid.ID{Action: customid.DailyFair}.Print())
}

// Proof tells the seed of the day that has closed last, what binds the bot to those that have not
// (yesterday's for some hours, today's and tomorrow's), and how to check both.
func (d *Deals) Proof(ctx context.Context, texts *locale.Texts, now time.Time,
) (discord.Message, error) {
	lines := []string{texts.Say("daily.check")}
	last, today := match.LastClosed(now), match.DayOf(now)
	seed, closed, err := d.Closed(ctx, last)
	if closed {
		lines = append(lines, texts.Say("daily.seed", "Day", string(last), "Seed", seed.Reveal()))
	}
	sums := map[match.Day]string{}
	for day := last.Plus(1); err == nil && day <= today.Plus(1); day = day.Plus(1) {
		seed, err = d.Seed(ctx, day)
		sums[day] = seed.Commitment()
	}
	if sum, open := sums[today.Plus(-1)]; open {
		lines = append(lines, texts.Say("daily.open", "Day", string(today.Plus(-1)), "Sum", sum))
	}
	lines = append(lines, texts.Say("daily.settled", "Today", sums[today],
		"Tomorrow", sums[today.Plus(1)]))
	return discord.Message{Content: strings.Join(lines, "\n")}, err
}

// ofDay describes the deal of one day to a user, with the buttons that are possible. It says
// nothing about a deal that has closed without them.
func (d *Deals) ofDay(ctx context.Context, texts *locale.Texts, user match.UserID, day match.Day,
	now time.Time,
) (said string, buttons []discord.Button, err error) {
	try, err := d.Try(ctx, day, user)
	if err != nil {
		return "", nil, err
	}
	closed := !now.Before(day.Closes())
	title, until := d.name(ctx, texts, day), speech.Stamp(day.Closes(), "f")
	heading := texts.Say("daily.heading", "Title", title, "Day", string(day)) + "\n"
	press := func(text string, id customid.ID) []discord.Button {
		label := texts.Say(text, "Title", title)
		return []discord.Button{discord.NewButton(discord.Primary, label, id.Print())}
	}
	switch {
	case try.Ended:
		said, err := d.Outcome(ctx, texts, try, now)
		if err != nil || !closed {
			return heading + said, nil, err
		}
		return heading + said, press("daily.film",
			customid.ID{Action: customid.Film, Game: string(try.Game)}), nil
	case closed:
		return "", nil, nil
	case try.Game != "":
		t, err := d.Games.Table(ctx, try.Game)
		if err != nil {
			return "", nil, err
		}
		if t.Begun() { // else a crash came between opening and dealing: the button deals
			return heading + texts.Say("daily.going", "Game", string(try.Game), "Until", until),
				press("daily.go-on", customid.ID{Action: customid.Hand, Game: string(try.Game)}), nil
		}
	}
	rules := texts.Say("daily.rules", "Count", seats(d.title(day))-1, "Until", until,
		"Level", texts.Say("lobby.level-"+play.AwayLevel))
	return heading + rules, press("daily.play",
		customid.ID{Action: customid.Daily, Day: string(day)}), nil
}

// maxStreak bounds the tries that are read for a streak.
const maxStreak = 1000

// days are those whose deals a user has finished, the last first, and those that were lost.
func (d *Deals) days(ctx context.Context, user match.UserID) (days, lost []match.Day, err error) {
	tries, err := d.Tries.Tries(ctx, user, maxStreak)
	for _, t := range tries {
		days = append(days, t.Day)
	}
	if err != nil {
		return nil, nil, err
	}
	served, err := storage.SettingOf[storage.Served](ctx, d.Store, storage.ServedKey)
	return days, served.Days, err
}

func beaten(texts *locale.Texts, p match.Place) string {
	switch others, tied := p.All-1, p.Same-1; {
	case others < 1:
		return texts.Say("daily.beat-nobody")
	case tied > 0:
		return texts.Say("daily.beat-tied", "Beaten", p.Below, "Others", others, "Tied", tied)
	default:
		return texts.Say("daily.beat", "Beaten", p.Below, "Others", others)
	}
}

// card says how a finished try compares, without spoilers, to be pasted.
func (d *Deals) card(ctx context.Context, texts *locale.Texts, try storage.Try, now time.Time,
) (string, error) {
	place, err := d.Tries.Place(ctx, try)
	if err != nil {
		return "", err
	}
	days, lost, err := d.days(ctx, try.User)
	if err != nil {
		return "", err
	}
	own, final, err := d.final(ctx, try.Game)
	if err != nil {
		return "", err
	}
	card := speech.Daily{
		Title: d.title(try.Day).ID(), Day: string(try.Day), Points: try.Points,
		Rank: place.Rank(), All: place.All, Beaten: beaten(texts, place), Final: final,
		Streak: match.Streak(days, lost, match.DayOf(now)),
	}
	if own != nil {
		card.Routes = len(own.Routes)
	}
	return speech.New(texts, nil).DailyCard(card), nil
}

// Outcome is the card of a finished try, and what only its player reads.
func (d *Deals) Outcome(ctx context.Context, texts *locale.Texts, try storage.Try, now time.Time,
) (string, error) {
	card, err := d.card(ctx, texts, try, now)
	if err != nil {
		return "", err
	}
	lines := []string{card}
	points, played, err := d.Strong(ctx, try.Day)
	if err != nil {
		return "", err
	}
	if played {
		lines = append(lines, texts.Say("daily.strong", "Points", points))
	}
	if now.Before(try.Day.Closes()) {
		lines = append(lines, texts.Say("daily.moving", "Until", speech.Stamp(try.Day.Closes(), "f")))
	}
	return strings.Join(lines, "\n"), nil
}
