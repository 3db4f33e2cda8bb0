package speech

import (
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/render/caption"
)

// maxCloser is how many menus of cities stand below a board at the most.
const maxCloser = 4

// Closer is a row or some with menus of all cities, by name, to show a close-up of; none for a title without a board.
func (s *Speaker) Closer(game string, v *engine.View) []discord.Row {
	if v.Uses(engine.UsesYards) {
		return nil
	}
	raw := s.ForLabels()
	var all []discord.SelectOption
	for c, id := range v.Lexicon().Cities {
		if s.board.Cities[c].Name != "" {
			all = append(all, discord.SelectOption{Label: discord.Fit(raw.City(engine.CityID(c)), maxLine), Value: id})
		}
	}
	slices.SortFunc(all, func(a, b discord.SelectOption) int {
		return strings.Compare(caption.Fold(a.Label), caption.Fold(b.Label))
	})
	menus := min(maxCloser, (len(all)+maxOptions-1)/maxOptions)
	var rows []discord.Row
	for i := range menus {
		part := all[i*len(all)/menus : (i+1)*len(all)/menus]
		part = part[:min(len(part), maxOptions)]
		row := menu(s.say("board.closer", "From", part[0].Label, "To", part[len(part)-1].Label), part)
		row.Select.CustomID = press.ID{Action: press.Closer, Game: game, Page: i}.Print()
		rows = append(rows, row)
	}
	return rows
}
