package posts

import (
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine/match"
)

// computerRow is the menu with which the host adds computer players to a lobby, or sends the last
// one away; none if neither can be.
func computerRow(texts *locale.Texts, g match.Game, full bool) []discord.Row {
	var options []discord.SelectOption
	for _, level := range play.Levels() {
		if full {
			break
		}
		options = append(options, discord.SelectOption{
			Label: texts.Say("lobby.level-" + level), Description: texts.Say("lobby.about-" + level),
			Value: level,
		})
	}
	if slices.ContainsFunc(g.Seats, func(s match.Seat) bool { return s.Level != "" }) {
		options = append(options, discord.SelectOption{
			Label: texts.Say("lobby.computer-away"),
			Value: customid.NoComputer,
		})
	}
	if len(options) == 0 {
		return nil
	}
	return []discord.Row{{Select: &discord.Select{
		CustomID: customid.Button(customid.Computer, g.ID), Placeholder: texts.Say("lobby.computer"),
		Min: 1, Max: 1, Options: options,
	}}}
}

func seatNames(texts *locale.Texts, seats []match.Seat) []string {
	names := discord.PlainAll(match.Names(seats))
	for i, s := range seats {
		names[i] = introduced(texts, names[i], s)
	}
	return names
}

// introduced is the name of a seat where it is first told who sits there: that of a computer has
// its level.
func introduced(texts *locale.Texts, name string, s match.Seat) string {
	if s.Level == "" {
		return name
	}
	return texts.Say("lobby.computer-name", "Name", name, "Level", texts.Say("lobby.level-"+s.Level))
}

func pairingLines(texts *locale.Texts, g match.Game) []string {
	var wishes []string
	for _, p := range g.Pairing {
		wishes = append(wishes, discord.Plain(g.NameOf(p.From))+" → "+discord.Plain(g.NameOf(p.With)))
	}
	if len(wishes) == 0 {
		return nil
	}
	return []string{texts.Say("lobby.pairing", "Wishes", strings.Join(wishes, ", "))}
}

func clockLines(texts *locale.Texts, g match.Game) []string {
	p, ok := match.FindPace(g.Pace)
	if !ok {
		return []string{texts.Say("clock.pace", "Pace", texts.Say("clock.pace-"+match.NoPace))}
	}
	line := texts.Say("clock.pace", "Pace", texts.Say("clock.pace-"+p.ID))
	if g.Weekends {
		line += " " + texts.Say("clock.weekends")
	}
	return []string{line}
}
