package ratings

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/render/caption"
)

// seasonDays is how long a season is: the days up to today.
const seasonDays = 90

func (h *Handlers) showCard(ctx context.Context, r *route.Request) (*route.Reply, error) {
	from := match.DayOf(r.Now).Plus(-seasonDays).Begins()
	results, err := h.Kept.ResultsOf(ctx, r.User.ID, from)
	if err != nil {
		return nil, err
	}
	if r.Guild != "" {
		results = slices.DeleteFunc(results, func(o match.Result) bool { return o.Server != r.Guild })
	}
	if len(results) == 0 {
		return nil, route.Fail("card-empty", "Days", seasonDays)
	}
	here := customid.ID{Action: customid.Card}
	season := r.Texts.Say("card.season", "Days", seasonDays)
	return toShow(r, here, func(ctx context.Context) (discord.Message, error) {
		return h.card(ctx, r.Texts, r.Guild, r.User.ID, results, season)
	}), nil
}

// CardOf draws the card of a user for a season of some games; nothing without results.
func (l *Leagues) CardOf(ctx context.Context, texts *locale.Texts, server match.ServerID,
	user match.UserID, games []match.GameID, season string,
) ([]discord.File, error) {
	own, err := l.Kept.ResultsOf(ctx, user, time.Time{})
	own = slices.DeleteFunc(own, func(o match.Result) bool { return !slices.Contains(games, o.Game) })
	if err != nil || len(own) == 0 {
		return nil, err
	}
	m, err := l.card(ctx, texts, server, user, own, season)
	return m.Files, err
}

func (l *Leagues) card(ctx context.Context, texts *locale.Texts, server match.ServerID,
	user match.UserID, own []match.Result, season string,
) (discord.Message, error) {
	var ids []match.GameID
	for _, o := range own {
		ids = append(ids, o.Game)
	}
	all, err := l.Kept.Results(ctx, ids...)
	if err != nil {
		return discord.Message{}, err
	}
	habits, err := l.Store.Habits(ctx, user)
	if err != nil {
		return discord.Message{}, err
	}
	name, err := l.nameOf(ctx, user)
	if err != nil {
		return discord.Message{}, err
	}
	card, played := render.Card{Title: cmp.Or(habits.Drawn, name)}, recordOf(own, all)
	note, err := l.rate(ctx, texts, server, user, &card, own, habits.Rated)
	if err != nil {
		return discord.Message{}, err
	}
	scene, err := l.sceneOf(ctx, texts, played)
	if err != nil {
		return discord.Message{}, err
	}
	if card.Facts, err = l.drawn(ctx, texts, played, scene); err != nil {
		return discord.Message{}, err
	}
	lines := []string{
		texts.Say("card.heading", "Name", discord.Plain(name), "Season", season),
		strings.Join(filled(card.Won, note), ", "),
	}
	for _, f := range card.Facts {
		lines = append(lines, texts.Say("card.fact", "Label", f.Name,
			"Value", discord.Plain(f.Value)))
	}
	lines = append(lines, played.choices(texts))
	for _, b := range badges {
		if b.earned(played) {
			name, why, _ := strings.Cut(texts.Say(b.text), " – ")
			card.Badges = append(card.Badges, name)
			lines = append(lines, texts.Say("card.badge", "Name", name, "Why", why))
		}
	}
	m := discord.Message{Content: strings.Join(filled(lines...), "\n")}
	if scene == nil {
		return m, nil
	}
	title := scene.say.MapName()
	card.Foot = season + " · " + title
	card.Alt = discord.Fit(texts.Say("card.alt", "Title", title)+"\n"+
		strings.NewReplacer("**", "", `\`, "").Replace(m.Content), caption.MaxAlt)
	m.Files = l.Pictures.SeasonCard(ctx, scene.table, card, scene.routes, scene.ends())
	return m, nil
}

// scene is what a card shows: the title that was played most.
type scene struct {
	table  *play.Table // of the last game
	say    *caption.Caption
	routes []engine.RouteID
	best   engine.TicketID
	earned int // by that ticket; 0: none was completed
}

// ends are the cities of the best ticket, if there is one.
func (s *scene) ends() []engine.CityID {
	if s.earned == 0 {
		return nil
	}
	return s.say.Map.Tickets[s.best].Cities
}

// mostDrawn is how many games a scene shows: each is replayed.
const mostDrawn = 40

// sceneOf gathers the routes of a season; nil if there are no games. Games on another map of the
// title than the last one are left out.
func (l *Leagues) sceneOf(ctx context.Context, texts *locale.Texts, r *record) (*scene, error) {
	count, favourite := map[string]int{}, ""
	for i := range r.games {
		if t := r.games[i].Title; count[t] >= count[favourite] {
			favourite = t
		}
		count[r.games[i].Title]++
	}
	var s *scene
	left := mostDrawn
	for _, g := range slices.Backward(r.games) {
		if left == 0 || g.Title != favourite {
			continue
		}
		left--
		t, err := l.Games.Table(ctx, g.Game)
		if err != nil {
			return nil, err
		}
		v := t.View(engine.Public)
		if len(v.Seats) == 0 {
			continue
		}
		if s == nil {
			s = &scene{table: t, say: message.Speaker(texts, t).Of(&v)}
		}
		if t.Map != s.table.Map {
			continue
		}
		s.routes = append(s.routes, v.Seat(g.Seat).Routes...)
		if g.Earned > s.earned {
			s.best, s.earned = g.Best, g.Earned
		}
	}
	return s, nil
}

// drawn are the facts that the picture has room for.
func (l *Leagues) drawn(ctx context.Context, texts *locale.Texts, r *record, s *scene,
) (list []caption.EndFact, err error) {
	if len(r.games) == 0 {
		return nil, nil
	}
	add := func(value, id string, args ...any) {
		list = append(list, caption.EndFact{Name: texts.Say(id, args...), Value: value})
	}
	places := make([]string, 0, len(r.places()))
	for _, n := range r.places() {
		places = append(places, strconv.Itoa(n))
	}
	add(strings.Join(places, " · "), "card.by-place", "Games",
		texts.Say("card.games", "Count", len(r.games)))
	if n := r.streak(); n > 1 {
		add(texts.Say("card.wins", "Count", n), "card.streak")
	}
	if s != nil && s.earned > 0 {
		add(s.say.TicketCities(s.best), "card.best-ticket", "Points", s.earned)
	}
	if d := r.nemesis(); d.user != "" {
		name, err := l.nameOf(ctx, d.user)
		if err != nil {
			return nil, err
		}
		add(cmp.Or(name, "…"), "card.nemesis", "Lost", d.lost, "Beat", d.beat)
	}
	return list, nil
}

func filled(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// rate adds the user's rating to a card: on the server where they are, else where they played their
// last rated game. It returns what is to be said of it.
// takesPart is the user's wish of now, which the last fit may not know.
func (l *Leagues) rate(ctx context.Context, texts *locale.Texts, server match.ServerID,
	user match.UserID, card *render.Card, own []match.Result, takesPart bool,
) (note string, err error) {
	for _, o := range slices.Backward(own) {
		if server == "" && o.Rated {
			server = o.Server
		}
	}
	rated, err := l.Rated(ctx, server)
	if err != nil || !rated {
		return "", err
	}
	all, err := l.standings(ctx, server, "")
	if err != nil {
		return "", err
	}
	s, known := all[user]
	if !takesPart {
		return texts.Say("card.unrated"), nil
	}
	shown := false
	if known {
		if shown, err = l.shows(ctx, server, &s); err != nil {
			return "", err
		}
	}
	if !shown {
		return texts.Say("card.too-few"), nil
	}
	card.Won = number(texts, &s)
	if s.Early() {
		note = texts.Say("card.early")
	}
	return note, nil
}

// places counts how often each place was reached.
func (r *record) places() []int {
	list := make([]int, 2)
	for i := range r.games {
		for len(list) < r.games[i].Place {
			list = append(list, 0)
		}
		list[r.games[i].Place-1]++
	}
	return list
}

// choices sums up what reviews say of the person's choices; "" if they say nothing.
func (r *record) choices(texts *locale.Texts) string {
	judged, cost := 0, 0
	for i := range r.games {
		if j := r.games[i].Judged; j != nil && j.Cost > 0 {
			judged, cost = judged+1, cost+j.Cost
		}
	}
	if judged == 0 {
		return ""
	}
	return texts.Say("card.cost", "Count", judged, "Percent", cost/judged)
}
