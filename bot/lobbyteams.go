package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// In a lobby of a title that is played in teams, partners are neighbours in the list of seats: with teams of two the first
// and the second, the third and the fourth, and so on. Whoever joins sits down at its end; only the last team can lack
// somebody.
const (
	pressPartner = "g/{game}/partner" // menu: Values[0] is the id of the user to sit with
	pressMix     = "g/{game}/mix"
)

// teamSize is the number of seats that play together in a title's games, 1 where everybody plays alone.
func teamSize(title engine.Title) int {
	if t, ok := title.(interface{ TeamSize() int }); ok {
		return t.TeamSize()
	}
	return 1
}

func (b *Bot) teamSize(g storage.Game) int {
	title, ok := b.title(g.Title)
	if !ok {
		return 1
	}
	return teamSize(title)
}

// teamsOf divides seats into teams, as copies; the last one may lack somebody.
func teamsOf(seats []storage.Seat, size int) [][]storage.Seat {
	return slices.Collect(slices.Chunk(slices.Clone(seats), size))
}

// gathered lists the seats of teams with the full teams first, so that those who lack a partner come together at the end.
func gathered(teams [][]storage.Seat, size int) []storage.Seat {
	var full, rest []storage.Seat
	for _, team := range teams {
		if len(team) == size {
			full = append(full, team...)
		} else {
			rest = append(rest, team...)
		}
	}
	return append(full, rest...)
}

// without gives a user's seat up. Full teams stay together; who loses a partner waits for another.
func without(seats []storage.Seat, size int, user string) []storage.Seat {
	teams := teamsOf(seats, size)
	for i := range teams {
		teams[i] = slices.DeleteFunc(teams[i], func(s storage.Seat) bool { return s.User == user })
	}
	return gathered(teams, size)
}

// beside seats a user in another's team. If it is full, the last of that one's partners takes the user's old seat.
func beside(seats []storage.Seat, size int, user, other string) []storage.Seat {
	teams := teamsOf(seats, size)
	from, at := place(teams, user)
	to, kept := place(teams, other)
	switch {
	case from == to:
	case len(teams[to]) < size:
		teams[to] = append(slices.Clip(teams[to]), teams[from][at])
		teams[from] = slices.Delete(teams[from], at, at+1)
	default:
		away := size - 1
		if away == kept {
			away--
		}
		teams[from][at], teams[to][away] = teams[to][away], teams[from][at]
	}
	return gathered(teams, size)
}

// place finds a seated user: in which team, and where in it.
func place(teams [][]storage.Seat, user string) (team, at int) {
	for i, members := range teams {
		if at := slices.IndexFunc(members, func(s storage.Seat) bool { return s.User == user }); at >= 0 {
			return i, at
		}
	}
	return -1, -1
}

// seatOrder draws who sits where (C1, C16): first the order of the teams, from the order in the lobby, then in that order
// each team's own. Without teams everybody is a team, and one is not shuffled.
func seatOrder(seats []storage.Seat, size int, order *engine.Stream) []storage.Seat {
	teams := teamsOf(seats, size)
	engine.Shuffle(order, teams)
	for _, team := range teams {
		engine.Shuffle(order, team)
	}
	return slices.Concat(teams...)
}

// sitWith seats the user beside the one picked from the menu.
func (b *Bot) sitWith(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	partner := r.value()
	g, err := b.changeLobby(ctx, r, id, func(g *storage.Game) error {
		size := b.teamSize(*g)
		switch {
		case size == 1:
			return problem("unknown-button")
		case seatOf(*g, r.User.ID) == engine.Public:
			return problem("take-a-seat")
		case partner == r.User.ID:
			return problem("partner-self")
		case seatOf(*g, partner) == engine.Public:
			return problem("partner-gone")
		}
		g.Seats = beside(g.Seats, size, r.User.ID, partner)
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	seat := seatOf(g, partner)
	if seat == engine.Public {
		return Reply{}, problem("partner-gone") // a repetition, and the partner has left since
	}
	return whisper(r.Texts.Say("lobby.sits-with", "Name", discord.Plain(g.Seats[seat-1].Name))), nil
}

// mixTeams draws the teams anew: the host's choice.
func (b *Bot) mixTeams(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	seed, err := b.drawSeed()
	if err != nil {
		return Reply{}, err
	}
	_, err = b.changeLobby(ctx, r, id, func(g *storage.Game) error {
		switch {
		case b.teamSize(*g) == 1:
			return problem("unknown-button")
		case g.Host != r.User.ID:
			return problem("host-only")
		}
		g.Seats = slices.Clone(g.Seats)
		random := engine.NewStream(seed, "teams")
		engine.Shuffle(&random, g.Seats)
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return whisper(r.Texts.Say("lobby.mixed")), nil
}

// seatLines lists who has joined: by seat, or by team where there are teams.
func (b *Bot) seatLines(texts *locale.Texts, g storage.Game) []string {
	size := b.teamSize(g)
	var lines []string
	for i, team := range teamsOf(g.Seats, size) {
		names := plainNames(team)
		switch {
		case size == 1:
			lines = append(lines, fmt.Sprintf("%d\\. %s", i+1, names[0]))
		case len(team) < size:
			lines = append(lines, texts.Say("lobby.team-lacks", "Number", i+1, "Names", strings.Join(names, " + ")))
		default:
			lines = append(lines, texts.Say("lobby.team", "Number", i+1, "Names", strings.Join(names, " + ")))
		}
	}
	for size > 1 && len(lines) < b.seatsAimedAt(g)/size {
		lines = append(lines, texts.Say("lobby.team-free", "Number", len(lines)+1))
	}
	return lines
}

// seatsAimedAt is the number of seats that are wanted, or, if none is, the least that there can be; 0 of no title.
func (b *Bot) seatsAimedAt(g storage.Game) int {
	title, ok := b.title(g.Title)
	switch {
	case !ok:
		return 0
	case g.Wanted > 0:
		return g.Wanted
	}
	return slices.Min(title.SeatCounts())
}

func plainNames(seats []storage.Seat) []string {
	list := names(seats)
	for i, name := range list {
		list[i] = discord.Plain(name)
	}
	return list
}

// teamRows are the menu and the button by which partners are chosen, once there is a choice.
func (b *Bot) teamRows(texts *locale.Texts, g storage.Game) []discord.Row {
	if size := b.teamSize(g); size == 1 || len(g.Seats) <= size {
		return nil
	}
	options := make([]discord.SelectOption, len(g.Seats))
	for i, s := range g.Seats {
		options[i] = discord.SelectOption{Label: discord.Fit(discord.PlainLabel(s.Name), maxLabel), Value: s.User}
	}
	return []discord.Row{
		{Select: &discord.Select{
			CustomID: gamePress(pressPartner, g.ID), Placeholder: texts.Say("lobby.sit-with"), Min: 1, Max: 1, Options: options,
		}},
		{Buttons: []discord.Button{
			{Style: discord.Secondary, Label: texts.Say("lobby.mix"), CustomID: gamePress(pressMix, g.ID)},
		}},
	}
}

// maxLabel is Discord's limit on the label of a menu's option.
const maxLabel = 100
