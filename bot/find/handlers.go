package find

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Handlers answer /game find and /game avoid. All fields must be set.
type Handlers struct {
	*Queues
	// MayOpen says why somebody may not open a game where a request comes from.
	MayOpen func(ctx context.Context, r *route.Request) error
	// Language is that of a table that is opened there.
	Language func(ctx context.Context, r *route.Request) (string, error)
}

// Register adds the routes.
func (h *Handlers) Register(t *route.Router) {
	t.Slash("game find", h.here(h.find))
	t.Slash("game avoid", h.showAvoided)
	t.Click(customid.Find, h.press)
}

// here refuses whoever may not look for a table where a request comes from.
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

func (h *Handlers) find(ctx context.Context, r *route.Request) (*route.Reply, error) {
	q, err := storage.SettingOf[queue](ctx, h.Store, key(r.Guild))
	if err != nil {
		return nil, err
	}
	if q.WishOf(r.User.ID) != nil {
		return h.show(ctx, r)
	}
	return h.ask(ctx, r)
}

func (h *Handlers) ask(ctx context.Context, r *route.Request) (*route.Reply, error) {
	s, err := h.Seeker(ctx, r.User.ID)
	return &route.Reply{Form: h.form(r.Texts, s.Filled)}, err
}

// press does what a button of the queue says, or takes its form.
func (h *Handlers) press(ctx context.Context, r *route.Request) (*route.Reply, error) {
	answer := map[string]route.Handler{
		"send": h.here(h.send), "open": h.here(h.ask), "leave": h.here(h.leave),
		"hours": h.here(h.turnHours), "friends": h.here(h.invite), "join": h.here(h.join),
		"yes": h.agree, "no": h.decline,
	}[r.Pressed.Name]
	if answer == nil || (r.Pressed.Name == "send") != (r.Kind == discord.Submit) {
		return nil, route.Fail("unknown-button")
	}
	return answer(ctx, r)
}

// send puts the user into the queue, in place of what they wished before.
func (h *Handlers) send(ctx context.Context, r *route.Request) (*route.Reply, error) {
	w, err := h.person(ctx, r.Guild, r.User.ID)
	if err == nil {
		err = h.fill(r, &w)
	}
	if err != nil {
		return nil, err
	}
	language, err := h.Language(ctx, r)
	if err != nil {
		return nil, err
	}
	err = h.changeSeeker(ctx, r.User.ID, func(s *Seeker) error {
		s.Filled = r.Filled
		s.meet(r.Guild)
		return nil
	})
	if err != nil {
		return nil, err
	}
	_, err = h.change(ctx, r.Guild, r.User.ID, func(q *queue) ([]league.Notice, error) {
		if old := q.WishOf(r.User.ID); old != nil && old.Offer == 0 && len(old.Party) == 1 {
			q.Leave(r.User.ID)
		}
		if q.From == nil {
			q.From = map[match.UserID]from{}
		}
		q.From[r.User.ID] = from{r.Channel, language}
		return nil, q.Seek(w, r.Now)
	})
	if err != nil {
		return nil, err
	}
	return h.show(ctx, r)
}

// show says what the user waits for.
func (h *Handlers) show(ctx context.Context, r *route.Request) (*route.Reply, error) {
	q, err := storage.SettingOf[queue](ctx, h.Store, key(r.Guild))
	if err != nil {
		return nil, err
	}
	habits, err := h.Store.Habits(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	s, err := h.Seeker(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	w, x := q.WishOf(r.User.ID), r.Texts
	if w == nil {
		return route.Answer(r, discord.Message{Content: x.Say("find.out"), Rows: []discord.Row{}}), nil
	}
	lines := []string{
		x.Say("find.in", "Until", speech.Stamp(w.Until, "R"), "Count", len(q.Wishes)),
		wished(x, w),
	}
	if w.Offer > 0 {
		lines = append(lines, x.Say("find.asked"))
	}
	if len(w.Party) > 1 {
		lines = append(lines, x.Say("find.party", "Names", discord.MentionUsers(w.Party...)))
	}
	hours := "hours"
	switch {
	case s.AnyHour:
		lines, hours = append(lines, x.Say("find.any-hour")), "learn"
	case w.Hours != 0:
		lines = append(lines, x.Say("find.at", "Hours", Clock(w.Hours, habits.Location(), r.Now)))
	}
	row := []discord.Button{
		button(x, discord.Primary, "friends", "", 0), button(x, discord.Secondary, "open", "", 0),
		button(x, discord.Secondary, "hours", "", 0), button(x, discord.Danger, "leave", "", 0),
	}
	row[2].Label = x.Say("find.button-" + hours)
	return route.Answer(r, discord.Message{
		Content: discord.Lines(lines), Rows: discord.Buttons(row...),
	}), nil
}

// wished says in a line what somebody wants to play.
func wished(x *locale.Texts, w *league.Wish) string {
	var titles, seats, paces []string
	for _, t := range w.Titles {
		titles = append(titles, message.TitleOf(x, t))
	}
	for _, n := range w.Seats {
		seats = append(seats, strconv.Itoa(n))
	}
	for _, p := range w.Paces {
		short, _, _ := strings.Cut(x.Say("clock.pace-"+p), " – ")
		paces = append(paces, short)
	}
	said := "find.wish"
	if w.Computers {
		said = "find.wish-computers"
	}
	return x.Say(said, "Titles", strings.Join(titles, ", "), "Seats", strings.Join(seats, ", "),
		"Paces", strings.Join(paces, ", "))
}

// button is a button of the queue; server and offer are those that it answers for.
func button(x *locale.Texts, style discord.ButtonStyle, name string, server match.ServerID,
	offer int,
) discord.Button {
	id := customid.ID{Action: customid.Find, Name: name, Server: string(server), Wish: offer}
	return discord.NewButton(style, x.Say("find.button-"+name), id.Print())
}

func (h *Handlers) leave(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if err := h.Leave(ctx, r.Guild, r.User.ID); err != nil {
		return nil, err
	}
	return h.show(ctx, r)
}

// turnHours has the user's hours forgotten, or learned again.
func (h *Handlers) turnHours(ctx context.Context, r *route.Request) (*route.Reply, error) {
	err := h.changeSeeker(ctx, r.User.ID, func(s *Seeker) error {
		s.AnyHour = !s.AnyHour
		return nil
	})
	if err != nil {
		return nil, err
	}
	mine, err := h.person(ctx, r.Guild, r.User.ID)
	if err == nil {
		_, err = h.change(ctx, r.Guild, r.User.ID, func(q *queue) ([]league.Notice, error) {
			if w := q.WishOf(r.User.ID); w != nil {
				w.Hours = mine.Hours
			}
			return nil, nil
		})
	}
	if err != nil {
		return nil, err
	}
	return h.show(ctx, r)
}

// invite lets friends join the user's wish, by a button that all can see.
func (h *Handlers) invite(_ context.Context, r *route.Request) (*route.Reply, error) {
	id := customid.ID{Action: customid.Find, Name: "join", User: string(r.User.ID)}
	return &route.Reply{Message: &discord.Message{
		Content: r.Texts.Say("find.friends", "Name", discord.MentionUsers(r.User.ID)),
		Rows: discord.Buttons(discord.NewButton(discord.Success,
			r.Texts.Say("find.button-join"), id.Print())),
	}}, nil
}

// join seats the user beside a friend who waits.
func (h *Handlers) join(ctx context.Context, r *route.Request) (*route.Reply, error) {
	w, err := h.person(ctx, r.Guild, r.User.ID)
	if err != nil {
		return nil, err
	}
	host := match.UserID(r.Pressed.User)
	_, err = h.change(ctx, r.Guild, r.User.ID, func(q *queue) ([]league.Notice, error) {
		if q.From != nil {
			q.From[r.User.ID] = q.From[host]
		}
		return nil, q.Bring(host, r.User.ID, w)
	})
	if err == nil {
		err = h.changeSeeker(ctx, r.User.ID, func(s *Seeker) error {
			s.meet(r.Guild)
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	return r.Whisper("find.joined", "Name", discord.MentionUsers(host)), nil
}

// agree notes that the user wants a table that they are offered.
func (h *Handlers) agree(ctx context.Context, r *route.Request) (*route.Reply, error) {
	seated := false
	told, err := h.change(ctx, match.ServerID(r.Pressed.Server), r.User.ID,
		func(q *queue) ([]league.Notice, error) { return q.Accept(r.User.ID, r.Pressed.Wish) })
	if err != nil {
		return nil, err
	}
	for _, n := range told {
		seated = seated || n.Kind == league.Seated && slices.Contains(n.Users, r.User.ID)
	}
	if seated {
		return answered(r, "find.seated"), nil
	}
	return answered(r, "find.agreed"), nil
}

// decline takes the user out of an offer, and of the queue.
func (h *Handlers) decline(ctx context.Context, r *route.Request) (*route.Reply, error) {
	_, err := h.change(ctx, match.ServerID(r.Pressed.Server), r.User.ID,
		func(q *queue) ([]league.Notice, error) {
			w := q.WishOf(r.User.ID)
			if w != nil && w.Offer != r.Pressed.Wish {
				return nil, match.Refuse("queue-gone")
			}
			return q.Leave(r.User.ID), nil // who has left already is told so again
		})
	return answered(r, "find.out"), err
}

// answered takes the buttons of an offer away. One in a channel stays for the others.
func answered(r *route.Request, said string) *route.Reply {
	if !r.Alone() {
		return r.Whisper(said)
	}
	return &route.Reply{Update: &discord.Message{Content: r.Texts.Say(said), Rows: []discord.Row{}}}
}

// showAvoided puts somebody on the user's list, or takes them off, and shows it: /game avoid.
func (h *Handlers) showAvoided(ctx context.Context, r *route.Request) (*route.Reply, error) {
	s, err := h.Seeker(ctx, r.User.ID)
	if who := match.UserID(r.Option("player")); err == nil && who != "" && who != r.User.ID {
		s, err = h.avoid(ctx, r.User.ID, who)
	}
	if err != nil {
		return nil, err
	}
	said := "find.avoids"
	if len(s.Avoid) == 0 {
		said = "find.avoids-nobody"
	}
	return route.Private(r, discord.Message{
		Content: r.Texts.Say(said, "Names", discord.MentionUsers(s.Avoid...)),
	}), nil
}
