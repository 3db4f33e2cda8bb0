package season

import (
	"context"
	"fmt"
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
	"konduktor/render"
	"konduktor/render/caption"
	drawn "konduktor/render/season"
	"konduktor/storage"
)

// Shown is what a post says; over: and will say from now on.
func (s *Seasons) Shown(ctx context.Context, in func(string) *locale.Texts, subject string,
) (m discord.Message, over bool, err error) {
	name, at, _ := split(subject)
	k, err := s.kept(ctx, name)
	if err != nil {
		return m, false, err
	}
	texts := in(k.Locale)
	lines := s.heading(ctx, texts, &k)
	button := func(style discord.ButtonStyle, does string) {
		m.Rows[0].Buttons = append(m.Rows[0].Buttons, pressed(texts, style, name, does))
	}
	m.Rows = make([]discord.Row, 1)
	switch {
	case k.Season == nil:
		lines = append(lines, k.evening(texts)...)
	case len(at) > 0:
		lines = append(lines[:1], k.division(texts, at[0])...)
	default:
		said := "season." + string(k.Season.State)
		if k.over() && k.Season.Divisions == nil {
			said = "season.off"
		}
		lines = append(lines, texts.Say(said, "Count", len(k.people()),
			"Until", speech.Stamp(k.Season.Begins, "f"), "Who", who(texts, k.people())))
	}
	open := k.Season == nil && k.Evening.Tables == nil || k.Season != nil && len(at) == 0
	if open && !k.over() {
		button(discord.Success, join)
		button(discord.Secondary, leave)
	}
	if k.Season != nil && !k.over() {
		button(discord.Secondary, look)
	}
	m.Content = discord.Lines(lines)
	return m, k.over(), nil
}

func pressed(texts *locale.Texts, style discord.ButtonStyle, name, does string) discord.Button {
	kind, key, _ := strings.Cut(name, "/")
	return discord.NewButton(style, texts.Say("season.button-"+does),
		customid.ID{Action: customid.Action(kind), Key: key, Choice: does}.Print())
}

// heading names what is arranged, and says by which rules.
func (s *Seasons) heading(ctx context.Context, texts *locale.Texts, k *Kept) []string {
	title := func(id string) string { return s.Atlas.NameOf(ctx, texts, match.Game{Title: id}) }
	if k.Season == nil {
		e := &k.Evening
		return []string{
			texts.Say("season.evening", "Title", title(e.Title)),
			texts.Say("season.evening-rules", "Seats", e.Seats, "Pace", texts.Say("clock.pace-"+e.Pace),
				"Least", league.LeastTables, "Most", league.MostTables),
			texts.Say("table.commitment", "Commitment", e.Seed.Commitment()),
		}
	}
	r := &k.Season.Rules
	return []string{
		texts.Say("season.heading", "Title", title(r.Title), "Number", k.Season.Number),
		texts.Say("season.rules", "Seats", r.Seats, "Games", r.Games, "Days", int(r.Every.Hours())/24,
			"Pace", texts.Say("clock.pace-"+r.Pace), "Least", r.Least(), "Most", r.Most, "Moves", r.Moves),
	}
}

// who names people. Those who were forgotten are called nothing else.
func who(texts *locale.Texts, users []match.UserID) string {
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
func (k *Kept) division(texts *locale.Texts, number int) (lines []string) {
	if number > len(k.Season.Divisions) {
		return nil
	}
	d := &k.Season.Divisions[number-1]
	lines = append(lines, texts.Say("season.division", "Number", number, "Round", d.Begun, "Rounds",
		d.Fixtures[len(d.Fixtures)-1].Round))
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
			who(texts, k.Season.Sides[row.Side].Users), "Points", half(row.Points), "Wins", row.Wins,
			"Share", row.Share/10_000, "Played", row.Played, "Ranks", ranks))
	}
	for i := range d.Fixtures {
		if f := &d.Fixtures[i]; f.Void != "" {
			lines = append(lines, texts.Say("season.void", "Round", f.Round, "Who", who(texts, k.users(f)),
				"Why", reason(texts, f.Void)))
		}
	}
	return append(lines, texts.Say("season.legend"), texts.Say(said))
}

// reason says why a game counts for nobody.
func reason(texts *locale.Texts, why string) string {
	if slices.Contains([]string{league.Unfinished, Cancelled, Unopened}, why) {
		return texts.Say("season.void-" + why)
	}
	return discord.PlainText(why)
}

// own is what concerns a user of a running season: what they still need, and their games.
func (s *Seasons) own(ctx context.Context, texts *locale.Texts, k *Kept, name string,
	user match.UserID,
) (lines []string, err error) {
	side := k.Season.SideOf(user)
	if side < 0 || k.Season.Sides[side].Division == 0 {
		return nil, nil
	}
	number := k.Season.Sides[side].Division
	d, o := &k.Season.Divisions[number-1], k.Season.Outlook(number, side)
	lines = k.division(texts, number)
	ranks := []int{1, k.Season.Moves(number - 1), len(d.Sides) - k.Season.Moves(number)}
	slices.Sort(ranks)
	for _, rank := range slices.Compact(ranks) {
		needed, can := o.Needed(rank)
		enough, sure := o.Enough(rank)
		switch {
		case rank < 1 || rank >= len(d.Sides):
		case !can:
			lines = append(lines, texts.Say("season.never", "Rank", rank))
		case sure:
			lines = append(lines, texts.Say("season.needs", "Rank", rank, "Least", half(needed), "Sure",
				half(enough)))
		default:
			lines = append(lines, texts.Say("season.needs-luck", "Rank", rank, "Least", half(needed)))
		}
	}
	for i := range d.Fixtures {
		f := &d.Fixtures[i]
		at := slices.Index(f.Sides, side)
		if at < 0 || f.Void != "" {
			continue
		}
		said, args := "season.game-next", []any{"Round", f.Round, "Who", who(texts, k.users(f))}
		switch {
		case f.Places != nil:
			said = "season.game-over"
			args = append(args, "Place", f.Places[at], "Points", f.Points[at])
		case f.Round <= d.Begun:
			g, err := s.Store.Game(ctx, k.Games[of(name, number, i)])
			if err != nil {
				return nil, err
			}
			said, args = "season.game", append(args, "Game", string(g.ID), "Where", message.Where(texts, g))
		}
		lines = append(lines, texts.Say(said, args...))
	}
	return lines, nil
}

// evening says how far an evening is, and how it ended.
func (k *Kept) evening(texts *locale.Texts) []string {
	e := &k.Evening
	if e.Tables == nil {
		return []string{texts.Say("season.evening-open", "Count", len(e.Users), "Who",
			who(texts, e.Users))}
	}
	over := 0
	for _, t := range e.Tables {
		if t.Points != nil || t.Closed {
			over++
		}
	}
	if e.Sealed() {
		return []string{texts.Say("season.evening-on", "Count", over, "All", len(e.Tables))}
	}
	lines := []string{texts.Say("season.evening-over", "Seed", e.Seed.Reveal())}
	for i, c := range e.Compare() {
		percent := "–"
		if c.Place.All > 1 {
			percent = strconv.Itoa(c.Place.Percent())
		}
		lines = append(lines, texts.Say("season.evening-row", "Rank", i+1, "Who",
			who(texts, []match.UserID{c.User}), "Seat", int(c.Seat), "Points", c.Points, "Percent", percent))
	}
	return lines
}

// Post is the post that a message begins.
func (s *Seasons) Post(ctx context.Context, m storage.Message) (storage.Post, error) {
	n, err := noteOf(m)
	name, _, _ := split(n.Of)
	var k Kept
	if err == nil {
		k, err = s.kept(ctx, name)
	}
	return storage.Post{Server: k.Server, Channel: k.Channel, Subject: n.Of}, err
}

// Letter is what a user is written.
func (s *Seasons) Letter(ctx context.Context, texts *locale.Texts, about storage.Message,
) (m discord.Message, err error) {
	n, err := noteOf(about)
	if err != nil {
		return m, err
	}
	name, at, _ := split(n.Of)
	k, err := s.kept(ctx, name)
	if err != nil {
		return m, err
	}
	args := []any{"Heading", s.heading(ctx, texts, &k)[0], "Who", discord.MentionUsers(n.Who)}
	if len(at) == 2 {
		f := &k.Season.Divisions[at[0]-1].Fixtures[at[1]]
		args = append(args, "Round", f.Round, "Why", reason(texts, f.Void))
	}
	m.Content = texts.Say("season.letter-"+n.What, args...)
	switch n.What {
	case "asked":
		yes, no := pressed(texts, discord.Success, name, agree), pressed(texts, discord.Secondary, name,
			decline)
		yes.CustomID, no.CustomID = yes.CustomID+"/"+string(n.Who), no.CustomID+"/"+string(n.Who)
		m.Rows = discord.Buttons(yes, no)
	case string(league.Ended):
		lines, err := s.own(ctx, texts, &k, name, about.User)
		if err != nil {
			return m, err
		}
		m.Content = discord.Lines(append([]string{m.Content}, lines...))
		m.Files = s.card(ctx, texts, &k, about.User)
	case "compared":
		m.Content = discord.Lines(append([]string{m.Content}, k.evening(texts)...))
	}
	return m, nil
}

// card draws the final standing of a user's division.
func (s *Seasons) card(ctx context.Context, texts *locale.Texts, k *Kept, user match.UserID,
) []discord.File {
	side := k.Season.SideOf(user)
	if side < 0 || k.Season.Sides[side].Division == 0 {
		return nil
	}
	number := k.Season.Sides[side].Division
	t := drawn.Table{
		Heading: strings.ReplaceAll(s.heading(ctx, texts, k)[0], "**", ""),
		Below:   texts.Say("season.card", "Number", number),
	}
	for _, row := range k.Season.Standing(number) {
		var names []string
		for _, id := range k.Season.Sides[row.Side].Users {
			u, _ := s.Store.User(ctx, id) // without a name, it is a "?"
			names = append(names, discord.PlainLabel(u.Name))
		}
		t.Rows = append(t.Rows, drawn.Row{
			Rank: row.Rank, Name: strings.Join(names, " + "), Shown: half(row.Points),
			Own: row.Side == side,
		})
		t.Alt += fmt.Sprintf("%s %s %s\n", row.Label(), strings.Join(names, " + "), half(row.Points))
	}
	t.Alt = discord.Fit(t.Alt, caption.MaxAlt)
	return s.Pictures.Season(ctx, "season.png", func() (render.Picture, error) { return t.Draw() })
}
