package find

import (
	"slices"
	"strconv"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
)

// form asks what somebody wants to play, beginning with what they wanted last.
func (f *Queues) form(x *locale.Texts, last map[string][]string) *discord.Form {
	form := &discord.Form{
		CustomID: customid.ID{Action: customid.Find, Name: "send"}.Print(), Title: x.Say("find.title"),
	}
	ask := func(name string, most int, usual, values []string, say func(string) []string) {
		if last[name] != nil {
			usual = last[name]
		}
		field := discord.Field{
			Name: name, Label: x.Say("find.ask-" + name), About: x.Say("find.about-" + name),
			Min: 1, Max: most,
		}
		for _, v := range values {
			said := append(say(v), "")
			field.Options = append(field.Options, discord.SelectOption{
				Label: said[0], Description: said[1], Value: v, Default: slices.Contains(usual, v),
			})
		}
		form.Fields = append(form.Fields, field)
	}
	begin := func(id string) func(string) []string {
		return func(v string) []string { return []string{x.Say(id + v)} }
	}
	var titles, seats, paces []string
	for _, t := range f.Atlas.Titles() {
		titles = append(titles, t.ID())
	}
	for n := 2; n <= engine.MaxSeats; n++ {
		seats = append(seats, strconv.Itoa(n))
	}
	for _, p := range match.Paces() {
		paces = append(paces, p.ID)
	}
	ask("titles", len(titles), titles, titles, func(v string) []string {
		return []string{message.TitleOf(x, v)}
	})
	ask("seats", len(seats), []string{"3", "4"}, seats, func(v string) []string {
		n, _ := strconv.Atoi(v)
		return []string{x.Say("find.seats", "Count", n)}
	})
	ask("paces", len(paces), []string{match.DefaultPace}, paces, func(v string) []string {
		return paceOf(x, v)
	})
	ask("computers", 1, []string{"no"}, []string{"no", "yes"}, begin("find.computers-"))
	ask("wait", 1, []string{"24"}, []string{"1", "4", "12", "24", "72", "168"}, begin("find.wait-"))
	return form
}

// fill adds to a wish what somebody has filled in.
func (f *Queues) fill(r *route.Request, w *league.Wish) error {
	if !f.form(r.Texts, nil).Takes(r.Filled) {
		return route.Fail("form-unknown")
	}
	w.Titles, w.Paces = r.Filled["titles"], r.Filled["paces"]
	w.Computers = r.Filled["computers"][0] == "yes"
	hours, _ := strconv.Atoi(r.Filled["wait"][0])
	w.Until = r.Now.Add(time.Duration(hours) * time.Hour)
	possible := false
	for _, v := range r.Filled["seats"] {
		n, _ := strconv.Atoi(v)
		w.Seats = append(w.Seats, n)
		is := func(id string) bool { return f.seats(id, n) }
		possible = possible || slices.ContainsFunc(w.Titles, is)
	}
	if !possible {
		return route.Fail("queue-seats")
	}
	return nil
}
