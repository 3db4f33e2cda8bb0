package handlers

import (
	"strconv"
	"strings"

	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Discord's limits on the options of a menu.
const (
	perMenu     = 25
	maxBoxLabel = 100
)

// Page shows a box: what is entered, how much is missing, a menu of our tickets to tick those that
// are in it, a menu of what to take out, and the way to the doubtful lengths.
func (b *box) Page(texts *locale.Texts, s *speech.Speaker, page int) discord.Message {
	ours, doubtful := b.Offered(), b.Connections()
	lines := []string{texts.Say("box.heading", "Title", s.Title(b.Map.Title),
		"Count", len(b.Tickets), "All", len(b.Map.Tickets))}
	for _, e := range b.Tickets {
		id := "box.ticket"
		if e.Agreed {
			id = "box.ticket-agreed"
		}
		line := texts.Say(id, "From", s.City(e.A), "To", s.City(e.B), "Points", e.Value)
		for _, other := range e.Others {
			line += texts.Say("box.differs", "Points", other)
		}
		lines = append(lines, line)
	}
	switch {
	case b.Missing() > 0:
		lines = append(lines, texts.Say("box.missing", "Count", b.Missing()))
	case b.Missing() == 0:
		lines = append(lines, texts.Say("box.complete"))
	}
	if len(doubtful) > 0 {
		lines = append(lines, texts.Say("box.doubtful", "Count", len(doubtful)))
	}
	var rows []discord.Row
	if len(ours) > 0 && b.Missing() > 0 {
		rows = append(rows, b.ticks(texts, s, ours, page))
	}
	if len(b.Tickets) > 0 {
		rows = append(rows, b.drops(texts, s))
	}
	if buttons := b.ways(texts, len(ours), len(doubtful), page); len(buttons) > 0 {
		rows = append(rows, discord.Row{Buttons: buttons})
	}
	return discord.Message{
		Content: discord.Lines(lines), Rows: rows,
	}
}

func (b *box) ticks(texts *locale.Texts, s *speech.Speaker, ours []boxEntry, page int,
) discord.Row {
	last := (len(ours) - 1) / perMenu
	from := min(page, last) * perMenu
	some := ours[from:min(from+perMenu, len(ours))]
	options := make([]discord.SelectOption, len(some))
	for i, e := range some {
		options[i] = discord.SelectOption{Label: b.label(texts, s, e), Value: e.Line}
	}
	return discord.Row{Select: &discord.Select{
		CustomID:    customid.ID{Action: customid.BoxTick, Title: b.Map.Title, Page: page}.Print(),
		Placeholder: texts.Say("box.tick", "Page", from/perMenu+1, "Pages", last+1),
		Min:         1, Max: min(len(options), b.Missing()), Options: options,
	}}
}

func (b *box) drops(texts *locale.Texts, s *speech.Speaker) discord.Row {
	last := b.Tickets[max(0, len(b.Tickets)-perMenu):]
	options := make([]discord.SelectOption, len(last))
	for i, e := range last {
		options[i] = discord.SelectOption{Label: b.label(texts, s, e), Value: e.Line}
	}
	return discord.Row{Select: &discord.Select{
		CustomID:    customid.ID{Action: customid.BoxDrop, Title: b.Map.Title}.Print(),
		Placeholder: texts.Say("box.drop"), Min: 1, Max: len(options), Options: options,
	}}
}

func (b *box) label(texts *locale.Texts, s *speech.Speaker, e boxEntry) string {
	return discord.Fit(texts.Say("box.label", "From", s.ForLabels().City(e.A),
		"To", s.ForLabels().City(e.B), "Points", e.Value), maxBoxLabel)
}

func (b *box) ways(texts *locale.Texts, ours, doubtful, page int) (ways []discord.Button) {
	add := func(label string, id customid.ID) {
		id.Title = b.Map.Title
		ways = append(ways, discord.NewButton(discord.Secondary, texts.Say(label), id.Print()))
	}
	if ours > perMenu && b.Missing() > 0 {
		pages := (ours + perMenu - 1) / perMenu
		add("box.more", customid.ID{Action: customid.Box, Page: (page + 1) % pages})
	}
	if doubtful > 0 {
		add("box.lengths", customid.ID{Action: customid.BoxAsk})
	}
	if b.Missing() == 0 {
		add("box.file", customid.ID{Action: customid.BoxFile})
	}
	return ways
}

// Question asks whether the next doubtful length is that of the board; false if none is left.
func (b *box) Question(texts *locale.Texts, s *speech.Speaker) (discord.Message, bool) {
	left := b.Connections()
	if len(left) == 0 {
		return discord.Message{}, false
	}
	id := left[0]
	r := &b.Map.Routes[id]
	say := func(label string, length int) discord.Button {
		return discord.NewButton(discord.Primary, texts.Say(label, "Count", length),
			customid.ID{
				Action: customid.BoxSay, Title: b.Map.Title, Part: int(id) + 1, Value: length,
			}.Print())
	}
	return discord.Message{
		Content: texts.Say("box.ask", "From", s.City(r.A), "To", s.City(r.B), "Count", r.Length,
			"Left", len(left)),
		Rows: []discord.Row{{Buttons: []discord.Button{
			say("box.yes", r.Length), say("box.no", r.Length+1),
			discord.NewButton(discord.Secondary, texts.Say("box.back"),
				customid.ID{Action: customid.Box, Title: b.Map.Title}.Print()),
		}}},
	}, true
}

// doubtfulEnds returns the ends of the doubtful connection that a button of Question is about, and
// whether its length can be so.
func doubtfulEnds(m *railmap.Map, number, length int) (a, b engine.CityID, ok bool) {
	if number < 1 || number > len(m.Routes) {
		return 0, 0, false
	}
	r := &m.Routes[number-1]
	return r.A, r.B, !r.Attested && (length == r.Length || length == r.Length+1) && length <= maxLength
}

func typedPoints(text string) (points int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return n, err == nil && n > 0 && n <= commands.MaxPoints
}
