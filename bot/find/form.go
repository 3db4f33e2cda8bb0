package find

import (
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

// waits are how many hours somebody can wait.
var waits = []string{"1", "4", "12", "24", "72", "168"}

// form asks what somebody wants to play, beginning with what they wanted last.
func (f *Queues) form(texts *locale.Texts, last map[string][]string) *discord.Form {
	form := &discord.Form{
		CustomID: customid.ID{Action: customid.Find, Name: "send"}.Print(),
		Title:    texts.Say("find.title"),
	}
	ask := func(name string, many bool, usual []string, values []string, say func(string) string) {
		field := discord.Field{
			Name: name, Label: texts.Say("find.ask-" + name), About: texts.Say("find.about-" + name),
			Min: 1, Max: 1,
		}
		if many {
			field.Max = len(values)
		}
		if last[name] != nil {
			usual = last[name]
		}
		for _, v := range values {
			o := discord.SelectOption{Label: say(v), Value: v}
			for _, u := range usual {
				o.Default = o.Default || u == v
			}
			field.Options = append(field.Options, o)
		}
		form.Fields = append(form.Fields, field)
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
	ask("titles", true, titles, titles, func(v string) string { return message.TitleOf(texts, v) })
	ask("seats", true, []string{"3", "4"}, seats, func(v string) string {
		n, _ := strconv.Atoi(v)
		return texts.Say("find.seats", "Count", n)
	})
	ask("paces", true, []string{match.DefaultPace}, paces, func(v string) string {
		return texts.Say("clock.pace-" + v)
	})
	ask("computers", false, []string{"no"}, []string{"no", "yes"}, func(v string) string {
		return texts.Say("find.computers-" + v)
	})
	ask("wait", false, []string{"24"}, waits, func(v string) string {
		return texts.Say("find.wait-" + v)
	})
	return form
}

// fill adds to a wish what somebody has filled in.
func (f *Queues) fill(r *route.Request, w *league.Wish) error {
	if !f.form(r.Texts, nil).Takes(r.Filled) {
		return route.Fail("form-unknown")
	}
	w.Titles, w.Paces = r.Filled["titles"], r.Filled["paces"]
	for _, v := range r.Filled["seats"] {
		n, _ := strconv.Atoi(v)
		w.Seats = append(w.Seats, n)
	}
	hours, _ := strconv.Atoi(r.Filled["wait"][0])
	w.Computers, w.Until = r.Filled["computers"][0] == "yes", r.Now.Add(time.Duration(hours)*time.Hour)
	for _, title := range w.Titles {
		for _, n := range w.Seats {
			if f.seats(title, n) {
				return nil
			}
		}
	}
	return route.Fail("queue-seats")
}
