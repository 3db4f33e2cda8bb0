package notify

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// HearDaily has the result of a try noted, if it has ended in time, and then its player told of it.
// It is heard in a lane of its own: the first result of a day waits some seconds for strong's.
func (n *Notifier) HearDaily(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	noted, err := n.Daily.Settle(ctx, h.Row)
	if err != nil || !noted {
		return nil, err
	}
	out := n.toPlayers(h.Row, DailyResult)
	for _, m := range out {
		due, err := n.DailyReminder(ctx, m.User, n.Now())
		if err != nil {
			return nil, err
		}
		out = append(out, due...)
	}
	return out, nil
}

func (n *Notifier) sendDailyResult(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	try, err := n.ended(ctx, g, m.User)
	if err != nil {
		return nil, err
	}
	end, err := n.Daily.End(ctx, texts, g, try, false, n.Now())
	if err != nil {
		return nil, err
	}
	return n.tell(ctx, m, end)
}

// ended returns a user's finished try.
func (n *Notifier) ended(ctx context.Context, g match.Game, user match.UserID,
) (storage.Try, error) {
	try, err := n.Daily.Try(ctx, g.Daily, user)
	if err == nil && !try.Ended {
		err = outbox.Obsolete("the result was not noted")
	}
	return try, err
}

// DailyShared posts a finished try of a user where they asked for the deal.
func (n *Notifier) DailyShared(g match.Game, user match.UserID) storage.Message {
	m := n.about(g, DailyShared, position(g), engine.Public, user)
	m.Lane = "q/" + m.Nonce
	return m
}

func (n *Notifier) sendDailyShared(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	try, err := n.ended(ctx, g, m.User)
	if err != nil {
		return nil, err
	}
	switch shared, err := n.Daily.IsShared(ctx, g); {
	case err != nil:
		return nil, err
	case shared, g.Asked.Channel == "":
		return nil, outbox.Obsolete("it was shared before, or there is nowhere to share it")
	}
	message, err := n.Daily.Shared(ctx, n.Catalog.Texts(g.Asked.Locale), try, n.Now())
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	id, err := n.API.Send(ctx, g.Asked.Channel, message)
	if discord.IsTableLost(err) {
		return n.tell(ctx, m, discord.Message{Content: texts.Say("daily.unshared",
			"Channel", discord.MentionChannel(g.Asked.Channel))})
	}
	if err != nil {
		return nil, err
	}
	p := posts.About(g, DailyShared, engine.Public)
	p.Channel, p.Message = g.Asked.Channel, id
	return []storage.Post{p}, nil
}

// DailyReminder is what reminds a user of the deal of the day the next time from a moment on; none
// if they do not want it. Its hour names it: another one that waits already is left to find out
// that it is not wanted any more.
func (n *Notifier) DailyReminder(ctx context.Context, user match.UserID, from time.Time,
) ([]storage.Message, error) {
	r, err := n.Daily.Reminding(ctx, user)
	if err != nil || !r.On {
		return nil, err
	}
	habits, err := n.Store.Habits(ctx, user)
	if err != nil {
		return nil, err
	}
	habits.Digest, habits.DigestAt = true, 60*r.Hour
	due := habits.NextDigest(from)
	name := "dk" + string(user) + strconv.Itoa(due.Day()*24+due.Hour())
	return []storage.Message{{
		Lane: "q/" + name, Kind: DailyAlarm, User: user, Due: due, Nonce: name,
		Body: body{Number: r.Hour}.encode(),
	}}, nil
}

// alarmLate is after how long a reminder is left out: the next one could come within hours.
const alarmLate = 3 * time.Hour

// sendDailyAlarm reminds a user of the deal that their days in a row wait for. Another one follows
// as long as there are any; after two that were of no use there is none.
func (n *Notifier) sendDailyAlarm(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	r, err := n.Daily.Reminding(ctx, m.User)
	if err != nil {
		return nil, err
	}
	day, streak, err := n.Daily.AtStake(ctx, m.User)
	if err != nil {
		return nil, err
	}
	now := n.Now()
	if !r.On || r.Hour != bodyOf(m).Number || !now.Before(day.Closes()) {
		return nil, outbox.Obsolete("no reminder is wanted, or nothing is at stake")
	}
	next, err := n.DailyReminder(ctx, m.User, now)
	if err != nil {
		return nil, err
	}
	if err := n.enqueue(ctx, next...); err != nil {
		return nil, err
	}
	if now.Before(day.Begins()) || now.Sub(m.Due) > alarmLate {
		return nil, outbox.Obsolete("the user has played, or another hour has come")
	}
	counted := r.Last == m.Nonce // by an attempt after which the process ended
	ignored, err := n.Daily.Ignored(ctx, m.User, r)
	if err != nil {
		return nil, err
	}
	if ignored && !counted {
		_, err := n.Daily.Remind(ctx, m.User, func(r *storage.Reminding) { r.On = false })
		if err != nil {
			return nil, err
		}
		return nil, outbox.Obsolete("two reminders were of no use")
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	texts := n.People.Texts(ctx, n.Catalog, m.User, u.Locale)
	left, err := n.tell(ctx, m, discord.Message{Content: texts.Say("daily.alarm", "Days", streak,
		"In", speech.Stamp(day.Closes(), "R"), "Day", string(day))})
	if err != nil || counted {
		return left, err
	}
	_, err = n.Daily.Remind(ctx, m.User, func(r *storage.Reminding) {
		r.Days, r.Last = append(r.Days[max(len(r.Days)-1, 0):], day), m.Nonce
	})
	return left, err
}

// endsSoon is how long before the close of a deal its players are told.
const endsSoon = time.Hour

// dailyEnds are the letter to the player of a deal of the day before it closes, and the job that
// has the panel say so then: each in a lane of its own, since it is due another day.
func (n *Notifier) dailyEnds(g match.Game) []storage.Message {
	if g.Daily == "" {
		return nil
	}
	closes := g.Daily.Closes()
	out := []storage.Message{posts.Later(g.ID, "closed", closes)}
	if due := closes.Add(-endsSoon); n.Now().Before(due) {
		for _, m := range n.toEverybody(g, DailyEnds) {
			m.Lane, m.Due = "q/"+string(g.ID), due
			out = append(out, m)
		}
	}
	return out
}

// sendDailyEnds tells who is playing the deal of a day that it closes soon, quietly while they
// rest.
func (n *Notifier) sendDailyEnds(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.State != match.Running || g.Late(n.Now()) {
		return nil, outbox.Obsolete("nobody plays the deal any more, or it has closed")
	}
	habits, err := n.Store.Habits(ctx, m.User)
	if err != nil {
		return nil, err
	}
	closes := g.Daily.Closes()
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("daily.ends", "Title", n.Atlas.NameOf(ctx, texts, g),
			"Until", speech.Stamp(closes, "t"), "In", speech.Stamp(closes, "R")),
		Rows:   []discord.Row{posts.OpenHand(texts, g.ID)},
		Silent: match.CalendarOf(habits, g).Rests(n.Now()),
	})
}

// DailyPost has a server read how its people did in the deals of the days, and again each day. What
// is due another day does not hold it up. The first one is posted also if nobody has played.
func (n *Notifier) DailyPost(server match.ServerID, due time.Time, first bool) storage.Message {
	name := "dp" + string(server) + due.UTC().Format("02")
	return storage.Message{
		Lane: "g/" + name, Kind: DailyPost, Due: due, Nonce: name,
		Body: body{Server: server, First: first}.encode(),
	}
}

// sendDailyPost writes to a server what Deals.Morning says, and has it written again when the next
// day closes. A place that the bot cannot write to gets nothing more.
func (n *Notifier) sendDailyPost(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	server := bodyOf(m).Server
	p, err := n.Daily.Posting(ctx, server)
	if err != nil {
		return nil, err
	}
	if p.Channel == "" {
		return nil, outbox.Obsolete("the server wants no table")
	}
	next := n.DailyPost(server, match.LastClosed(n.Now()).Plus(1).Closes(), false)
	if err := n.enqueue(ctx, next); err != nil {
		return nil, err
	}
	message, err := n.Daily.Morning(ctx, n.Catalog.Texts(p.Locale), server, bodyOf(m).First,
		n.Now())
	if err != nil {
		return nil, err
	}
	if message.Content == "" {
		return nil, outbox.Obsolete("nobody on the table has finished the deal")
	}
	message.Nonce = m.Nonce
	_, err = n.API.Send(ctx, p.Channel, message)
	if discord.IsTableLost(err) {
		if err := n.Daily.SetPosting(ctx, server, daily.Posting{}); err != nil {
			return nil, err
		}
		return nil, outbox.Obsolete("the place for the table is gone")
	}
	if err != nil {
		return nil, fmt.Errorf("post the table of server %s: %w", server, err)
	}
	return nil, nil
}
