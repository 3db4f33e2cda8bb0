package season

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/speech"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Shown is what a post says; over: and will say from now on.
func (s *Seasons) Shown(ctx context.Context, in func(string) *locale.Texts, subject string,
) (m discord.Message, over bool, err error) {
	name, at := split(subject)
	k, err := s.kept(ctx, name)
	if err != nil {
		return m, false, err
	}
	texts := in(k.Locale)
	lines := s.heading(ctx, texts, &k)
	var buttons []discord.Button
	switch dealt := k.Evening != nil && k.Evening.Tables != nil; {
	case len(at) > 0:
		lines = append(lines[:1], k.division(texts, at[0])...)
	case dealt && k.Season.State == league.Over: // with up to 40 people
		lines = append(lines[:1], k.compared(texts)...)
	case dealt:
		lines = append(lines, k.compared(texts)...)
	default:
		said := string(k.Season.State)
		if said == string(league.Over) && k.Season.Divisions == nil {
			said = string(league.CalledOff)
		}
		people := k.people()
		lines = append(lines, texts.Say("season."+said, "Count", len(people), "Until",
			speech.Stamp(k.Season.Begins, "f"), "Who", who(texts, people[:min(len(people), 60)]...)))
		buttons = []discord.Button{
			pressed(texts, discord.Success, name, join), pressed(texts, discord.Secondary, name, leave),
		}
	}
	if over = k.Season.State == league.Over; !over {
		m.Rows = discord.Buttons(append(buttons, pressed(texts, discord.Secondary, name, look))...)
	}
	m.Content = discord.Lines(lines)
	return m, over, nil
}

func pressed(texts *locale.Texts, style discord.ButtonStyle, name, does string) discord.Button {
	kind, key, _ := strings.Cut(name, "/")
	return discord.NewButton(style, texts.Say("season.button-"+does),
		customid.ID{Action: customid.Action(kind), Key: key, Choice: does}.Print())
}

// heading is the name of a season or an evening, and its rules.
func (s *Seasons) heading(ctx context.Context, texts *locale.Texts, k *Kept) []string {
	r := &k.Season.Rules
	args := []any{
		"Title", s.Atlas.NameOf(ctx, texts, match.Game{Title: r.Title}), "Number", k.Season.Number,
		"Seats", r.Seats, "Games", r.Games, "Days", int(r.Every / day), "Most", r.Most,
		"Moves", r.Moves, "Pace", texts.Say("clock.pace-" + r.Pace),
	}
	if k.Evening == nil {
		return []string{texts.Say("season.heading", args...), texts.Say("season.rules", args...)}
	}
	return []string{
		texts.Say("season.evening", args...), texts.Say("season.evening-rules", args...),
		texts.Say("table.commitment", "Commitment", k.Evening.Seed.Commitment()),
	}
}

// who names people. Those who were forgotten are called nothing else.
func who(texts *locale.Texts, users ...match.UserID) string {
	var list []string
	for _, user := range users {
		name := discord.MentionUsers(user)
		if match.IsFormer(user) {
			name = texts.Say("privacy.former")
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// half writes a number of halves.
func half(n int) string {
	if n%2 == 0 {
		return strconv.Itoa(n / 2)
	}
	return strings.TrimPrefix(strconv.Itoa(n/2), "0") + "½"
}

// division is the standing of a division, from 1, and what is possible in it.
func (k *Kept) division(texts *locale.Texts, number int) []string {
	d := &k.Season.Divisions[number-1]
	lines := []string{texts.Say("season.division", "Number", number, "Round", d.Begun, "Rounds",
		d.Fixtures[len(d.Fixtures)-1].Round)}
	said := "season.bounds"
	for _, row := range k.Season.Standing(number) {
		o := k.Season.Outlook(number, row.Side)
		ranks := strconv.Itoa(o.Ranks.Best())
		if o.Ranks.Worst() > o.Ranks.Best() {
			ranks += "–" + strconv.Itoa(o.Ranks.Worst())
		}
		if o.Exact {
			said = "season.exact"
		}
		lines = append(lines, texts.Say("season.row", "Rank", row.Label(), "Who",
			who(texts, k.Season.Sides[row.Side].Users...), "Points", half(row.Points), "Wins", row.Wins,
			"Share", row.Share/10_000, "Played", row.Played, "Ranks", ranks))
	}
	lines = append(lines, texts.Say("season.legend"), texts.Say(said))
	for i := range slices.Backward(d.Fixtures) { // the newest: a message may not hold all
		if f := &d.Fixtures[i]; f.Void != "" {
			lines = append(lines, texts.Say("season.void", "Round", f.Round, "Who",
				who(texts, k.users(f)...), "Why", reason(texts, f.Void)))
		}
	}
	return lines
}

// reason says why a game counts for nobody.
func reason(texts *locale.Texts, why string) string {
	if slices.Contains([]string{league.Unfinished, cancelled, unopened}, why) {
		return texts.Say("season.void-" + why)
	}
	return discord.PlainProse(why)
}

// own is what concerns a user of a season: what they still need, their games, and their division.
func (s *Seasons) own(ctx context.Context, texts *locale.Texts, k *Kept, name string,
	user match.UserID,
) ([]string, error) {
	side := k.Season.SideOf(user)
	if side < 0 || k.Season.Sides[side].Division == 0 {
		return nil, nil
	}
	number := k.Season.Sides[side].Division
	d, o := &k.Season.Divisions[number-1], k.Season.Outlook(number, side)
	var lines []string
	ranks := []int{1, k.Season.Moves(number - 1), len(d.Sides) - k.Season.Moves(number)}
	slices.Sort(ranks)
	for _, rank := range slices.Compact(ranks) {
		needed, can := o.Needed(rank)
		said, enough := "season.needs-luck", 0
		if most, is := o.Enough(rank); is {
			said, enough = "season.needs", most
		}
		if can && needed > 0 && rank > 0 && rank < len(d.Sides) {
			lines = append(lines,
				texts.Say(said, "Rank", rank, "Least", half(needed), "Sure", half(enough)))
		}
	}
	for i := range d.Fixtures {
		f := &d.Fixtures[i]
		at := slices.Index(f.Sides, side)
		if at < 0 || f.Void != "" {
			continue
		}
		said, args := "season.game-next", []any{"Round", f.Round, "Who", who(texts, k.users(f)...)}
		switch {
		case f.Places != nil:
			said, args = "season.game-over", append(args, "Place", f.Places[at], "Points", f.Points[at])
		case f.Round <= d.Begun:
			g, err := s.game(ctx, k, of(name, number, i))
			if err != nil {
				return nil, err
			}
			said = "season.game"
			args = append(args, "Game", string(g.ID), "Where", message.Where(texts, g))
		}
		lines = append(lines, texts.Say(said, args...))
	}
	return append(lines, k.division(texts, number)...), nil
}

// compared says how far an evening is, and how it ended.
func (k *Kept) compared(texts *locale.Texts) []string {
	e := k.Evening
	if e.Sealed() {
		return []string{texts.Say("season.evening-on", "Count", len(e.Tables)-len(k.missing("")), "All",
			len(e.Tables))}
	}
	lines := []string{texts.Say("season.evening-over", "Seed", e.Seed.Reveal())}
	for i, c := range e.Compare() {
		percent := "–"
		if c.Place.All > 1 {
			percent = strconv.Itoa(c.Place.Percent())
		}
		lines = append(lines, texts.Say("season.evening-row", "Rank", i+1, "Who", who(texts, c.User),
			"Seat", int(c.Seat), "Points", c.Points, "Percent", percent))
	}
	return lines
}

// Post is the post that a message begins.
func (s *Seasons) Post(ctx context.Context, m storage.Message) (storage.Post, error) {
	name, _ := split(m.Body)
	k, err := s.kept(ctx, name)
	return storage.Post{Server: k.Server, Channel: k.Channel, Subject: m.Body}, err
}

// Letter is what a user is written.
func (s *Seasons) Letter(ctx context.Context, texts *locale.Texts, about storage.Message,
) (m discord.Message, err error) {
	what, of, _ := strings.Cut(about.Body, " ")
	of, named, _ := strings.Cut(of, " ")
	name, at := split(of)
	k, err := s.kept(ctx, name)
	if err != nil {
		return m, err
	}
	args := []any{"Heading", s.heading(ctx, texts, &k)[0], "Who", who(texts, match.UserID(named))}
	if len(at) == 2 {
		f := &k.Season.Divisions[at[0]-1].Fixtures[at[1]]
		args = append(args, "Round", f.Round, "Why", reason(texts, f.Void))
	}
	var lines []string
	switch what {
	case string(league.Ended):
		m.Files, err = s.Card(ctx, texts, k.Server, about.User, slices.Collect(maps.Values(k.Games)),
			strings.Trim(s.heading(ctx, texts, &k)[0], "*"))
		if err != nil { // the words do not wait for a picture
			s.Log.WarnContext(ctx, "the card of a season is missing", "league", name, "error", err)
		}
		lines, err = s.own(ctx, texts, &k, name, about.User)
	case "compared":
		lines = k.compared(texts)
	}
	m.Content = discord.Lines(append([]string{texts.Say("season.letter-"+what, args...)}, lines...))
	return m, err
}
