package find

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Handlers answer /game find and /game avoid. All fields must be set.
type Handlers struct {
	*Queues
	People *people.People
	// MayOpen says why somebody may not open a game where a request comes from.
	MayOpen func(ctx context.Context, r *route.Request) error
	// Language is that of a table that is opened there.
	Language func(ctx context.Context, r *route.Request) (string, error)
}

// Register adds the routes.
func (h *Handlers) Register(t *route.Router) {
	t.Slash("game find", h.here(h.find))
	t.Slash("game avoid", h.here(h.avoid))
	t.Click(customid.Find, h.press)
}

// here wraps a handler for requests from places where the user may look for a table.
func (h *Handlers) here(next route.Handler) route.Handler {
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		if r.Guild == "" {
			return nil, route.Fail("find-on-server")
		}
		if err := h.MayOpen(ctx, r); err != nil {
			return nil, err
		}
		return next(ctx, r)
	}
}

// press does what a button of the queue says, or takes its form.
func (h *Handlers) press(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name := r.Pressed.Name
	answer := map[string]route.Handler{
		"send": h.here(h.send), "open": h.here(h.ask), "join": h.here(h.join),
		"friends": h.invite, "hours": h.turnHours, "leave": h.leave,
		"yes": h.agree, "no": h.decline,
	}[name]
	switch {
	case answer == nil || (name == "send") != (r.Kind == discord.Submit):
		return nil, route.Fail("unknown-button")
	case r.Guild == "" && name != "yes" && name != "no":
		return nil, route.Fail("find-on-server")
	}
	return answer(ctx, r)
}

func (h *Handlers) find(ctx context.Context, r *route.Request) (*route.Reply, error) {
	q, err := storage.SettingOf[queue](ctx, h.Store, key(r.Guild))
	if err != nil || q.WishOf(r.User.ID) != nil {
		return h.show(ctx, r, err)
	}
	return h.ask(ctx, r)
}

func (h *Handlers) ask(ctx context.Context, r *route.Request) (*route.Reply, error) {
	s, err := h.seeker(ctx, r.User.ID)
	return &route.Reply{Form: h.form(r.Texts, s.Filled)}, err
}

// send puts the user into the queue, in place of what they wished before.
func (h *Handlers) send(ctx context.Context, r *route.Request) (*route.Reply, error) {
	w, err := h.person(ctx, r.Guild, r.User.ID)
	if err == nil {
		err = h.fill(r, &w)
	}
	if err == nil {
		err = h.People.Keep(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	at := from{Here: r.Channel, Table: cmp.Or(r.Parent, r.Channel)}
	if at.Locale, err = h.Language(ctx, r); err != nil {
		return nil, err
	}
	err = h.meet(ctx, r.Guild, r.User.ID, func(s *Seeker) { s.Filled = r.Filled })
	if err == nil {
		_, err = h.change(ctx, r.Guild, r.User.ID, func(q *queue) ([]league.Notice, error) {
			if old := q.WishOf(r.User.ID); old != nil && old.Offer == 0 && len(old.Party) == 1 {
				q.Leave(r.User.ID)
			}
			if q.From == nil {
				q.From = map[match.UserID]from{}
			}
			q.From[r.User.ID] = at
			return nil, q.Seek(w, r.Now)
		})
	}
	return h.show(ctx, r, err)
}

// show says what the user waits for, after what was done without an error.
func (h *Handlers) show(ctx context.Context, r *route.Request, err error) (*route.Reply, error) {
	if err != nil {
		return nil, err
	}
	q, err := storage.SettingOf[queue](ctx, h.Store, key(r.Guild))
	if err != nil {
		return nil, err
	}
	habits, err := h.Store.Habits(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	s, err := h.seeker(ctx, r.User.ID)
	w, x := q.WishOf(r.User.ID), r.Texts
	if w == nil || err != nil {
		out := discord.Message{Content: x.Say("find.out"), Rows: []discord.Row{}}
		return route.Answer(r, out), err
	}
	lines := []string{
		x.Say("find.in", "Until", speech.Stamp(w.Until, "R"), "Count", len(q.Wishes)), wished(x, w),
	}
	if w.Offer > 0 {
		lines = append(lines, x.Say("find.asked"))
	}
	if len(w.Party) > 1 {
		lines = append(lines, x.Say("find.party", "Names", discord.MentionUsers(w.Party...)))
	}
	row := []discord.Button{
		button(x, discord.Primary, "friends"), button(x, discord.Secondary, "open"),
		button(x, discord.Danger, "leave"),
	}
	if s.AnyHour || w.Hours != 0 {
		turn := button(x, discord.Secondary, "hours")
		if s.AnyHour {
			turn.Label = x.Say("find.button-learn")
		}
		lines = append(lines, sayHours(x, s, w.Hours, habits, r.Now))
		row = append(row, turn)
	}
	return route.Answer(r, discord.Message{
		Content: discord.Lines(lines), Rows: discord.Buttons(row...),
	}), nil
}

// clock lists hours in a zone.
func clock(hours uint32, zone *time.Location, now time.Time) string {
	var local []int
	for hour := range 24 {
		if hours&(1<<hour) != 0 {
			at := time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, time.UTC)
			local = append(local, at.In(zone).Hour())
		}
	}
	slices.Sort(local)
	return listed(local, strconv.Itoa)
}

func listed[T any](list []T, say func(T) string) string {
	var said []string
	for _, one := range list {
		said = append(said, say(one))
	}
	return strings.Join(said, ", ")
}

// wished says in a line what somebody wants to play.
func wished(x *locale.Texts, w *league.Wish) string {
	said := "find.wish"
	if w.Computers {
		said = "find.wish-computers"
	}
	return x.Say(said,
		"Titles", listed(w.Titles, func(id string) string { return message.TitleOf(x, id) }),
		"Seats", listed(w.Seats, strconv.Itoa),
		"Paces", listed(w.Paces, func(id string) string { return paceOf(x, id)[0] }))
}

// paceOf returns the name of a pace, and what it means.
func paceOf(x *locale.Texts, id string) []string {
	return strings.SplitN(x.Say("clock.pace-"+id), " – ", 2)
}

// button is a button of the queue.
func button(x *locale.Texts, style discord.ButtonStyle, name string) discord.Button {
	id := customid.ID{Action: customid.Find, Name: name}
	return discord.NewButton(style, x.Say("find.button-"+name), id.Print())
}

func (h *Handlers) leave(ctx context.Context, r *route.Request) (*route.Reply, error) {
	return h.show(ctx, r, h.Leave(ctx, r.Guild, r.User.ID))
}

// turnHours has the user's hours forgotten, or learned again.
func (h *Handlers) turnHours(ctx context.Context, r *route.Request) (*route.Reply, error) {
	return h.show(ctx, r, h.renew(ctx, r, func(s *Seeker) { s.AnyHour = !s.AnyHour }))
}

// renew changes what is kept of the user and, on all servers, the wishes that they share.
func (h *Handlers) renew(ctx context.Context, r *route.Request, change func(*Seeker)) error {
	var servers []match.ServerID
	err := h.meet(ctx, r.Guild, r.User.ID, func(s *Seeker) { change(s); servers = s.Servers })
	for _, server := range servers {
		if err == nil {
			_, err = h.change(ctx, server, r.User.ID, func(q *queue) ([]league.Notice, error) {
				if w := q.WishOf(r.User.ID); w != nil {
					return nil, h.share(ctx, server, w)
				}
				return nil, match.ErrUnchanged
			})
		}
	}
	return err
}

func (h *Handlers) share(ctx context.Context, server match.ServerID, w *league.Wish) error {
	return w.Share(func(one match.UserID) (league.Wish, error) { return h.person(ctx, server, one) })
}

// invite lets friends join the user's wish, by a button that all can see.
func (h *Handlers) invite(_ context.Context, r *route.Request) (*route.Reply, error) {
	join := button(r.Texts, discord.Success, "join")
	join.CustomID += "/" + string(r.User.ID)
	return &route.Reply{Message: &discord.Message{
		Content: r.Texts.Say("find.friends", "Name", discord.MentionUsers(r.User.ID)),
		Rows:    discord.Buttons(join),
	}}, nil
}

// join has the user wait together with a friend.
func (h *Handlers) join(ctx context.Context, r *route.Request) (*route.Reply, error) {
	host := match.UserID(r.Pressed.User)
	err := h.People.Keep(ctx, r)
	if err == nil {
		err = h.Meet(ctx, r.Guild, r.User.ID)
	}
	if err == nil {
		_, err = h.change(ctx, r.Guild, r.User.ID, func(q *queue) ([]league.Notice, error) {
			if err := q.Bring(host, r.User.ID); err != nil {
				return nil, err
			}
			q.From[r.User.ID] = q.From[host]
			return nil, h.share(ctx, r.Guild, q.WishOf(host))
		})
	}
	return r.Whisper("find.joined", "Name", discord.MentionUsers(host)), err
}

// agree notes that the user wants a table that they are offered.
func (h *Handlers) agree(ctx context.Context, r *route.Request) (*route.Reply, error) {
	told, err := h.change(ctx, match.ServerID(r.Pressed.Server), r.User.ID,
		func(q *queue) ([]league.Notice, error) { return q.Accept(r.User.ID, r.Pressed.Wish) })
	said := "find.agreed"
	for _, n := range told {
		if n.Kind == league.Seated {
			said = "find.seated"
		}
	}
	return answered(r, said, err)
}

// decline takes the user out of an offer, and of the queue.
func (h *Handlers) decline(ctx context.Context, r *route.Request) (*route.Reply, error) {
	_, err := h.change(ctx, match.ServerID(r.Pressed.Server), r.User.ID,
		func(q *queue) ([]league.Notice, error) {
			switch w := q.WishOf(r.User.ID); {
			case w == nil: // they have left before
				return nil, match.ErrUnchanged
			case w.Offer != r.Pressed.Wish:
				return nil, match.Refuse("queue-gone")
			}
			return q.Leave(r.User.ID), nil
		})
	return answered(r, "find.out", err)
}

// answered takes the buttons of an offer away, also when it is over. One in a channel stays for the
// others.
func answered(r *route.Request, said string, err error) (*route.Reply, error) {
	if refused, is := errors.AsType[*match.Refusal](err); is && refused.Code == "queue-gone" {
		said, err = "problem.queue-gone", nil
	}
	if err != nil || !r.Alone() {
		return r.Whisper(said), err
	}
	out := discord.Message{Content: r.Texts.Say(said), Rows: []discord.Row{}}
	return &route.Reply{Update: &out}, nil
}

// avoid puts somebody on the list of those with whom the user is not seated, or takes them off, and
// shows it: /game avoid.
func (h *Handlers) avoid(ctx context.Context, r *route.Request) (*route.Reply, error) {
	s, err := h.seeker(ctx, r.User.ID)
	if who := match.UserID(r.Option("player")); err == nil && who != "" && who != r.User.ID {
		others := slices.DeleteFunc(slices.Clone(s.Avoid), func(u match.UserID) bool {
			return u == who || u == "" // forgotten
		})
		if !slices.Contains(s.Avoid, who) {
			others = append(others, who)
		}
		if len(others) > mostAvoided {
			return nil, route.Fail("avoid-full", "Most", mostAvoided)
		}
		s.Avoid = others
		err = h.renew(ctx, r, func(kept *Seeker) { kept.Avoid = others })
	}
	said := "find.avoids"
	if len(s.Avoid) == 0 {
		said = "find.avoids-nobody"
	}
	return route.Private(r, discord.Message{
		Content: r.Texts.Say(said, "Names", discord.MentionUsers(s.Avoid...)),
	}), err
}
