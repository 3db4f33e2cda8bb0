package ratings

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/render/caption"
	"konduktor/render/season"
)

// seasonDays is how long a season is: the days up to today.
const seasonDays = 90

// account sums up a season.
type account struct {
	games       int
	places      []int // how often each was reached
	kept, done  int   // tickets
	own, late   int   // turns
	helped      int   // games
	judged      int   // games whose reviews say what the own choices cost
	cost        int   // in them, in percent
	best        match.Result
	beaten      int // in the best game
	lead, other int // in the best game: points ahead of the next one, who has other
}

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
	return toShow(r, here, func(ctx context.Context) (discord.Message, error) {
		return h.card(ctx, r, results, from)
	}), nil
}

func (h *Handlers) card(ctx context.Context, r *route.Request, own []match.Result, from time.Time,
) (discord.Message, error) {
	a, err := h.accountOf(ctx, own)
	if err != nil {
		return discord.Message{}, err
	}
	habits, err := h.Store.Habits(ctx, r.User.ID)
	if err != nil {
		return discord.Message{}, err
	}
	name := cmp.Or(habits.Drawn, r.User.Name)
	card := season.Card{
		Name: name, Below: r.Texts.Say("card.season", "Days", seasonDays), Places: a.places,
		Games: r.Texts.Say("card.games", "Count", a.games), Facts: a.facts(r.Texts),
	}
	if err := h.rate(ctx, r, &card, own, from, habits.Rated); err != nil {
		return discord.Message{}, err
	}
	lines := []string{
		r.Texts.Say("card.heading", "Name", discord.Plain(r.User.Name), "Season", card.Below),
		strings.Join(filled(card.Rating, card.Note), ", "), a.placesLine(r.Texts),
	}
	for _, f := range card.Facts {
		lines = append(lines, r.Texts.Say("card.fact", "Label", f.Label, "Value", f.Value))
	}
	text := strings.Join(filled(lines...), "\n")
	card.Alt = discord.Fit(strings.ReplaceAll(text, "**", ""), caption.MaxAlt)
	return discord.Message{
		Content: text, Files: h.Pictures.Season(ctx, "card.png", card.Draw),
	}, nil
}

func filled(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// rate adds the user's rating to a card, and how it went: on the server where they are, else where
// they played their last rated game.
// takesPart is the user's wish of now, which the last fit may not know.
func (h *Handlers) rate(ctx context.Context, r *route.Request, card *season.Card,
	own []match.Result, from time.Time, takesPart bool,
) error {
	server := r.Guild
	for _, o := range own {
		if r.Guild == "" && o.Rated {
			server = o.Server
		}
	}
	rated, err := h.Rated(ctx, server)
	if err != nil || !rated {
		return err
	}
	all, err := h.standings(ctx, server, "")
	if err != nil {
		return err
	}
	s, known := all[r.User.ID]
	if !takesPart {
		card.Note = r.Texts.Say("card.unrated")
		return nil
	}
	shown := false
	if known {
		if shown, err = h.shows(ctx, server, &s); err != nil {
			return err
		}
	}
	switch {
	case !shown:
		card.Note = r.Texts.Say("card.too-few")
		return nil
	case s.Early():
		card.Note = r.Texts.Say("card.early")
	}
	card.Rating = number(r.Texts, &s)
	whole := r.Now.Sub(from)
	for _, p := range s.Line {
		if at := p.Day.Begins().Sub(from); at >= 0 {
			card.Line = append(card.Line, season.Point{
				At: float64(at) / float64(whole), Rating: p.Rating, PlusMinus: p.PlusMinus,
			})
		}
	}
	card.Line = append(card.Line, season.Point{
		At: 1, Rating: s.Points(), PlusMinus: s.PlusMinus(),
	})
	card.Dates = [2]string{string(match.DayOf(from)), string(match.DayOf(r.Now))}
	return nil
}

func (h *Handlers) accountOf(ctx context.Context, own []match.Result) (account, error) {
	var ids []match.GameID
	for _, o := range own {
		ids = append(ids, o.Game)
	}
	all, err := h.Kept.Results(ctx, ids...)
	if err != nil {
		return account{}, err
	}
	var a account
	for _, o := range own {
		if o.Helped > 0 {
			a.helped++
		}
		if !o.Held() {
			continue
		}
		a.games++
		for len(a.places) < max(o.Place, 2) {
			a.places = append(a.places, 0)
		}
		a.places[o.Place-1]++
		a.kept, a.done = a.kept+o.Kept, a.done+o.Done
		a.own, a.late = a.own+o.Own, a.late+o.Late
		if o.Judged != nil && o.Judged.Cost > 0 {
			a.judged++
			a.cost += o.Judged.Cost
		}
		a.compare(o, all)
	}
	return a, nil
}

// compare keeps the best game: a win before anything else, then more people and computers beaten,
// then the larger lead.
func (a *account) compare(o match.Result, all []match.Result) {
	beaten, other := 0, math.MinInt
	for _, r := range all {
		if r.Game != o.Game || !r.Held() || r.Seat == o.Seat || o.Team > 0 && r.Team == o.Team {
			continue
		}
		other = max(other, r.Points)
		if r.Place > o.Place {
			beaten++
		}
	}
	lead := o.Points - other
	rank := []int{btoi(o.Place == 1), beaten, lead}
	before := []int{btoi(a.best.Place == 1), a.beaten, a.lead}
	if a.best.Game == "" || slices.Compare(rank, before) > 0 {
		a.best, a.beaten, a.lead, a.other = o, beaten, lead, other
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (a *account) placesLine(texts *locale.Texts) string {
	if a.games == 0 {
		return ""
	}
	var list []string
	for i, n := range a.places {
		list = append(list, texts.Say("card.place", "Place", i+1, "Times", n))
	}
	return texts.Say("card.places", "Games", texts.Say("card.games", "Count", a.games),
		"List", strings.Join(list, ", "))
}

func (a *account) facts(texts *locale.Texts) []season.Fact {
	var list []season.Fact
	add := func(id, value string) {
		list = append(list, season.Fact{Label: texts.Say(id), Value: value})
	}
	if a.games > 0 {
		add("card.best", texts.Say("card.best-game", "Title", message.TitleOf(texts, a.best.Title),
			"Own", a.best.Points, "Other", a.other))
		add("card.tickets", texts.Say("card.of", "Done", a.done, "All", a.kept))
		if a.judged > 0 {
			add("card.choices", texts.Say("card.cost", "Count", a.judged, "Percent", a.cost/a.judged))
		}
		if turns := a.own + a.late; turns > 0 {
			add("card.in-time", texts.Say("card.percent", "Percent", 100*a.own/turns))
		}
	}
	if a.helped > 0 {
		add("card.helped", texts.Say("card.thanks", "Count", a.helped))
	}
	return list
}
