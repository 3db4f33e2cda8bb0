package speech

import (
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// Closer returns the rows that lead to close-ups: a button for each part of the board, one for its
// text, and menus of cities: of the part focus ("" is the whole board) where there is no room for
// all. A title without a board has none.
func (s *Speaker) Closer(game string, v *engine.View, focus string) []discord.Row {
	if v.Uses(engine.UsesYards) {
		return nil
	}
	all := s.cityOptions(nil)
	rows := s.partButtons(game, focus, (len(all)+maxOptions-1)/maxOptions)
	room := (maxRows - len(rows)) * maxOptions
	if part, ok := caption.FindPart(s.board, focus); ok && len(all) > room {
		all = s.cityOptions(part.Cities)
	}
	all = all[:min(len(all), room)]
	menus := (len(all) + maxOptions - 1) / maxOptions
	for i := range menus {
		part := all[i*len(all)/menus : (i+1)*len(all)/menus]
		row := menu(s.say("board.closer", "From", part[0].Label, "To", part[len(part)-1].Label), part)
		row.Select.CustomID = customid.ID{Action: customid.Closer, Game: game, Menu: i}.Print()
		rows = append(rows, row)
	}
	return rows
}

// cityOptions are options of a menu for some cities, nil for all, by name. Cities without a name on
// the board are left out.
func (s *Speaker) cityOptions(of []engine.CityID) []discord.SelectOption {
	raw := s.ForLabels()
	var all []discord.SelectOption
	for c := range s.board.Cities {
		if s.board.Cities[c].Name != "" && (of == nil || slices.Contains(of, engine.CityID(c))) {
			all = append(all, discord.SelectOption{
				Label: discord.Fit(raw.City(engine.CityID(c)), maxLine),
				Value: s.board.Cities[c].ID,
			})
		}
	}
	slices.SortFunc(all, func(a, b discord.SelectOption) int {
		return strings.Compare(caption.Fold(a.Label), caption.Fold(b.Label))
	})
	return all
}

// partButtons are rows of buttons for the parts of the board, laid out like the parts, and one for
// the text. If the menus of cities need the room, the buttons take as few rows as possible.
func (s *Speaker) partButtons(game, focus string, menus int) []discord.Row {
	text := customid.ID{Action: customid.Text, Game: game}
	var list []discord.Button
	var rows []discord.Row
	parts := caption.Parts(s.board)
	for i, p := range parts {
		id, style := customid.ID{Action: customid.Part, Game: game, Part: i + 1}, discord.Secondary
		if p.ID == focus {
			style, text = discord.Primary, customid.ID{Action: customid.PartText, Game: game, Part: id.Part}
		}
		list = append(list, button(style, s.say(p.Word), id.Print()))
		if i == 0 || p.Row != parts[i-1].Row {
			rows = append(rows, discord.Row{})
		}
		rows[len(rows)-1].Buttons = append(rows[len(rows)-1].Buttons, list[i])
	}
	asText := button(discord.Secondary, s.say("board.as-text"), text.Print())
	if len(rows) == 0 || len(rows)+menus > maxRows {
		rows = nil
		for part := range slices.Chunk(append(list, asText), maxButtons) {
			rows = append(rows, buttons(part...))
		}
		return rows
	}
	last := &rows[len(rows)-1]
	last.Buttons = append(last.Buttons, asText)
	return rows
}

// PartText is a part of the board in a few words, for above its picture.
func (s *Speaker) PartText(v *engine.View, part *caption.Part) string {
	return discord.Fit(s.Of(v).PartHeading(part), maxContent)
}

// PartPage returns a page of a part of the board as text, with a button for its picture. number is
// that of the part, from 1.
func (s *Speaker) PartPage(
	game string, v *engine.View, part *caption.Part, number, page int,
) discord.Message {
	m := s.paged(s.Of(v).PartText(part), page, func(page int) string {
		return customid.ID{Action: customid.PartText, Game: game, Part: number, Page: page}.Print()
	})
	id := customid.ID{Action: customid.Part, Game: game, Part: number}
	m.Rows = append(m.Rows, buttons(button(discord.Secondary, s.say("board.as-picture"), id.Print())))
	return m
}

// Part returns a part of the board by its number, from 1; false if there is none.
func (s *Speaker) Part(number int) (caption.Part, bool) {
	all := caption.Parts(s.board)
	if number < 1 || number > len(all) {
		return caption.Part{}, false
	}
	return all[number-1], true
}

// LegendButton shows what the signs in a game's pictures mean.
func LegendButton(texts *locale.Texts, game string) discord.Button {
	return button(discord.Secondary, texts.Say("table.legend"),
		customid.ID{Action: customid.Legend, Game: game}.Print())
}

// NewestPart is the part of the board with most ends of some routes, the middle one on none.
func (s *Speaker) NewestPart(routes []engine.RouteID) caption.Part {
	all := caption.Parts(s.board)
	best, most := len(all)/2, 0
	for i := range all {
		n := 0
		for _, r := range routes {
			for _, end := range []engine.CityID{s.board.Routes[r].A, s.board.Routes[r].B} {
				if slices.Contains(all[i].Cities, end) {
					n++
				}
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return all[best]
}

// FindPart finds the part of the board that a person named, by its ID or, unless a city is called
// so, by its name, and its number.
func (s *Speaker) FindPart(text string) (part caption.Part, number int, ok bool) {
	typed := fold(text)
	if slices.ContainsFunc(s.board.Cities, func(c railmap.City) bool {
		return caption.Calls(typed, &c)
	}) {
		return caption.Part{}, 0, false
	}
	for i, p := range caption.Parts(s.board) {
		if text == p.ID || typed == fold(s.say(p.Word)) {
			return p, i + 1, true
		}
	}
	return caption.Part{}, 0, false
}

// BoardText returns one page of the board as text, for people who cannot see the picture, with
// buttons to the other texts. since are the events since the reader's last turn.
func (s *Speaker) BoardText(
	game string, v *engine.View, which customid.Action, page int, since []engine.Event,
) discord.Message {
	var text string
	caption := s.Of(v)
	switch which {
	case customid.Cities:
		text = caption.CitiesText()
	case customid.Tickets:
		text = caption.TicketsText()
	case customid.News:
		text = s.newsText(v, since)
	default:
		which, text = customid.Text, caption.BoardText()
	}
	m := s.paged(text, page, func(page int) string {
		return customid.ID{Action: which, Game: game, Page: page}.Print()
	})
	var others []discord.Button
	for _, action := range customid.BoardTexts {
		if action == which || action == customid.Tickets && v.Own() == nil {
			continue
		}
		others = append(others, button(discord.Secondary, s.say("choices.text."+string(action)),
			customid.ID{Action: action, Game: game}.Print()))
	}
	m.Rows = append(m.Rows, buttons(others...))
	return m
}

func (s *Speaker) newsText(v *engine.View, since []engine.Event) string {
	news := s.Narrate(v, since)
	if len(news) == 0 {
		news = []string{s.say("board.no-news")}
	}
	return strings.Join(slices.Concat([]string{s.say("panel.since")}, news,
		[]string{"", s.Of(v).State()}), "\n")
}
