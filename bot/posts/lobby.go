package posts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/render/caption"
	"konduktor/storage"
)

// showLobby says who has joined and how to join, or what has become of the lobby; once the game is
// over, where its result stands. An earlier version told the result here, where it stays.
func showLobby(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	texts := s.catalog.Texts(s.Game.Locale)
	if s.Game.Solitary() && p.Channel != s.Game.Channel {
		return s.leftLobby(ctx, texts)
	}
	over := s.Game.State == match.Finished
	if over && strings.HasPrefix(parseFingerprint(p.Shown).picture, "end") {
		return asItCame, nil
	}
	m, fault := s.lobbyMessage(ctx, texts, s.Game)
	d, err := hall.Of(ctx, s.Store, s.Game.Guild)
	if err = errors.Join(err, fault); err != nil {
		return Shown{}, err
	}
	if d.Call != "" && s.Joinable(s.Game) && len(m.Rows[0].Buttons) < 5 { // else somebody is invited
		m.Rows[0].Buttons = append(m.Rows[0].Buttons,
			GameButton(texts, discord.Secondary, "hall.call", customid.Summon, s.Game.ID))
	}
	i := slices.IndexFunc(s.All, func(q storage.Post) bool { return q.Kind == Outcome })
	if over && i >= 0 {
		m.Content += "\n" + texts.Say("lobby.result", "Link",
			discord.LinkMessage(s.Game.Guild, s.All[i].Channel, s.All[i].Message))
	}
	shown := Shown{Content: m.Content, Rows: m.Rows, Buttons: true}
	switch {
	case s.Game.State == match.Lobby || s.Game.AtTable && s.Game.State != match.Cancelled:
		s.drawLobby(ctx, texts, &shown)
	case parseFingerprint(p.Shown).picture == kept: // as it was before lobbies had pictures
		shown.Picture = kept
	}
	return shown, nil
}

// drawLobby adds the card of a lobby, or of the table that it has become in a forum.
func (s *scene) drawLobby(ctx context.Context, texts *locale.Texts, shown *Shown) {
	title, names := s.Atlas.LabelOf(ctx, texts, s.Game), s.Game.ShownNames()
	card := s.card(texts, title, names)
	shown.Picture = digest([]byte(s.Game.Map + card.Foot + card.Alt))
	shown.Draw = func(ctx context.Context) []discord.File {
		t, err := s.Games.TableOf(ctx, s.Game)
		if err != nil {
			return nil
		}
		for i, name := range t.DrawnNames() {
			names[i] = cmp.Or(name, names[i])
		}
		drawn := s.card(texts, title, names)
		drawn.Alt = card.Alt
		return s.Pictures.Lobby(ctx, t, drawn)
	}
}

// card names who sits where and, in a lobby, the free seats.
func (s *scene) card(texts *locale.Texts, title string, names []string) render.Card {
	card := render.Card{Title: title}
	size, all := s.teamSize(s.Game), len(names)
	if t, ok := s.Atlas.Title(s.Game.Title); ok && s.Game.State == match.Lobby {
		all = match.SeatLimit(t, s.Game.Wanted)
		if !s.Game.InOrder && s.Game.Series == nil {
			card.Foot = texts.Say("lobby.by-lot")
		}
	}
	free, sides := texts.Say("lobby.free"), []string(nil)
	for first := 0; first < all; first += size {
		var side caption.EndSide
		var said []string
		for seat := range size {
			if seat += first; seat < len(names) {
				side.Side = append(side.Side, engine.Seat(seat+1))
				said = append(said, caption.ShortName(names[seat]))
			} else {
				side.Side = append(side.Side, engine.Public)
			}
		}
		side.Name = cmp.Or(strings.Join(said, " + "), free)
		card.Sides = append(card.Sides, side)
		if n := len(said); n > 0 && n < size {
			side.Name += " + " + free
		}
		sides = append(sides, side.Name)
	}
	card.Alt = texts.Say("lobby.card", "Title", title, "Seats", strings.Join(sides, ", "))
	return card
}

// leftLobby says in its channel that a lobby's host plays alone, elsewhere. How the game goes is no
// news here, unless it does not reach them: then they learn how to go on.
func (s *scene) leftLobby(ctx context.Context, texts *locale.Texts) (Shown, error) {
	u, err := s.People.User(ctx, s.Game.Host)
	said := "lobby.was-alone"
	if u.DMs == storage.DMClosed && s.Game.State == match.Running {
		said = "lobby.was-alone-closed"
	}
	shown := closing(texts.Say(said, "Title", s.Atlas.NameOf(ctx, texts, s.Game), "Game",
		string(s.Game.ID), "Name", discord.Plain(s.Game.NameOf(s.Game.Host))))
	if s.Game.State == match.Running {
		shown.Fate = Stays
	}
	return shown, err
}

func (p *Posts) lobbyMessage(ctx context.Context, texts *locale.Texts,
	g match.Game,
) (discord.Message, error) {
	title, where := p.Atlas.NameOf(ctx, texts, g), message.Where(texts, g)
	switch {
	case g.AtTable && g.Thread != "":
		where = texts.Say("hall.below")
	case g.Thread == g.Channel: // the table of a private channel is the channel itself
		where = texts.Say("games.here")
	}
	if g.State != match.Lobby {
		said := "lobby.was-started"
		switch g.State {
		case match.Cancelled:
			said = "lobby.was-cancelled"
		case match.Finished:
			said = "lobby.was-finished"
		}
		return discord.Message{
			Content: texts.Say(said, "Title", title, "Game", string(g.ID), "Where", where),
			Rows:    []discord.Row{},
		}, nil
	}
	lines := []string{texts.Say("lobby.heading", "Title", title, "Game", string(g.ID))}
	lines = append(lines, p.Atlas.MapLine(ctx, texts, g)...)
	lines = append(lines, message.VariantLine(texts, g)...)
	// a person alone plays without a clock, unless everybody sees it
	if !g.Alone() || g.Public || len(g.Seats) < 2 || len(StillInvited(g)) > 0 {
		lines = append(lines, clockLines(texts, g)...)
	}
	if g.Unaided {
		lines = append(lines, texts.Say("lobby.unaided"))
	}
	lines = append(lines, p.seatsLine(texts, g))
	lines = append(lines, p.seatLines(texts, g)...)
	lines = append(lines, termLines(texts, g)...)
	if g.Guild != "" && !p.isFull(g) {
		takes, err := p.takes(ctx, texts, g)
		if err != nil {
			return discord.Message{}, err
		}
		lines = append(lines, texts.Say("hall.inviting", "Takes", takes, "Until",
			speech.Stamp(g.Updated.Add(match.Farewell), "R")))
	}
	switch {
	case g.After != "" && p.teamSize(g) > 1:
		lines = append(lines, texts.Say("lobby.after-teams", "Game", string(g.After)))
	case g.After != "" && len(g.Seats)+len(StillInvited(g)) <= p.fewest(g):
		lines = append(lines, texts.Say("lobby.after-all", "Game", string(g.After)))
	case g.After != "":
		lines = append(lines, texts.Say("lobby.after", "Game", string(g.After)))
	}
	lines = append(lines, pairingLines(texts, g)...)
	pinged := StillInvited(g)
	if len(pinged) > 0 {
		lines = append(lines, texts.Say("lobby.invited", "Pings", discord.MentionUsers(pinged...)))
	}
	if len(g.Asking) > 0 {
		lines = append(lines, texts.Say("lobby.asking", "Names", strings.Join(guestNames(g), ", ")))
	}
	how, full := "lobby.how", p.isFull(g)
	if full {
		how = "lobby.how-full"
	}
	lines = append(lines, texts.Say(how, "Host", discord.Plain(g.NameOf(g.Host))))
	more := p.teamRows(texts, g)
	if len(more) > 0 {
		lines = append(lines, texts.Say("lobby.how-teams"))
	}
	rows := slices.Concat(lobbyButtons(texts, g, full), more,
		computerRow(texts, g, full), guestRows(texts, g))
	return discord.Message{Content: strings.Join(lines, "\n"), Mention: pinged, Rows: rows}, nil
}

// termLines say who may join and who begins, where that is not as usual.
func termLines(texts *locale.Texts, g match.Game) []string {
	var lines []string
	for _, term := range []struct {
		is   bool
		said string
	}{
		{g.Unreviewed, "lobby.unreviewed"},
		{g.Advice == match.WithAdvice, "lobby.with-advice"},
		{g.Advice == match.NoAdvice, "lobby.no-advice"},
		{g.Entry != match.EntryOpen, "lobby.entry-" + string(g.Entry)},
		{g.Public, "lobby.public"},
		{g.InOrder, "lobby.in-order"},
		{g.Series != nil, "lobby.turned"},
	} {
		if term.is {
			lines = append(lines, texts.Say(term.said))
		}
	}
	return lines
}

func guestNames(g match.Game) []string {
	list := make([]string, len(g.Asking))
	for i, a := range g.Asking {
		list[i] = discord.Plain(a.Name)
	}
	return list
}

func guestRows(texts *locale.Texts, g match.Game) []discord.Row {
	var row discord.Row
	for _, a := range g.Asking {
		row.Buttons = append(row.Buttons, AdmitButton(texts, g, a))
	}
	if len(row.Buttons) == 0 {
		return nil
	}
	return []discord.Row{row}
}

func (p *Posts) isFull(g match.Game) bool {
	title, ok := p.Atlas.Title(g.Title)
	return ok && len(g.Seats) >= match.SeatLimit(title, g.Wanted)
}

// Joinable reports whether anybody can take a seat in a lobby: one is free that is not kept for an
// invited player.
func (p *Posts) Joinable(g match.Game) bool {
	g.Seats = append(slices.Clip(g.Seats), make([]match.Seat, len(StillInvited(g)))...)
	return g.State == match.Lobby && g.Entry != match.EntryInvited && !p.isFull(g)
}

func lobbyButtons(texts *locale.Texts, g match.Game, full bool) []discord.Row {
	row := discord.Row{Buttons: []discord.Button{
		GameButton(texts, discord.Secondary, "lobby.leave", customid.Leave, g.ID),
		GameButton(texts, discord.Primary, "lobby.start", customid.Start, g.ID),
		GameButton(texts, discord.Danger, "lobby.cancel", customid.Cancel, g.ID),
	}}
	if len(StillInvited(g)) > 0 {
		row.Buttons = slices.Insert(row.Buttons, 0, declineButton(texts, g))
	}
	if !full {
		row.Buttons = slices.Insert(row.Buttons, 0, joinButton(texts, g))
	}
	return []discord.Row{row}
}

func (p *Posts) seatsLine(texts *locale.Texts, g match.Game) string {
	if g.Wanted > 0 {
		return texts.Say("lobby.seats-wanted", "Taken", len(g.Seats), "Wanted", g.Wanted)
	}
	title, ok := p.Atlas.Title(g.Title)
	if !ok {
		return ""
	}
	counts := title.SeatCounts()
	if some, last, gaps := match.Gaps(counts); gaps {
		return texts.Say("lobby.seats-open-either", "Taken", len(g.Seats), "Some", some, "Last", last)
	}
	return texts.Say("lobby.seats-open", "Taken", len(g.Seats), "Least", slices.Min(counts), "Most",
		slices.Max(counts))
}

// seatLines lists who has joined: by seat, or by team where there are teams. The teams have
// no numbers yet: their order is drawn when the game starts (C1).
func (p *Posts) seatLines(texts *locale.Texts, g match.Game) []string {
	size := p.teamSize(g)
	var lines []string
	for i, team := range match.Teams(g.Shown(), size) {
		names := seatNames(texts, team)
		switch {
		case size == 1:
			lines = append(lines, fmt.Sprintf("%d\\. %s", i+1, names[0]))
		case len(team) < size:
			lines = append(lines, texts.Say("lobby.team-lacks", "Names", strings.Join(names, " + ")))
		default:
			lines = append(lines, texts.Say("lobby.team", "Names", strings.Join(names, " + ")))
		}
	}
	for size > 1 && len(lines) < cmp.Or(g.Wanted, p.fewest(g))/size {
		lines = append(lines, texts.Say("lobby.team-free"))
	}
	return lines
}

// fewest is the least number of seats of a lobby's title; 0 of no title.
func (p *Posts) fewest(g match.Game) int {
	title, ok := p.Atlas.Title(g.Title)
	if !ok {
		return 0
	}
	return slices.Min(title.SeatCounts())
}

func (p *Posts) teamRows(texts *locale.Texts, g match.Game) []discord.Row {
	if size := p.teamSize(g); size == 1 || len(g.Seats) <= size {
		return nil
	}
	var options []discord.SelectOption
	for _, s := range g.Shown() {
		if s.User != "" {
			options = append(options, discord.SelectOption{Label: discord.Fit(discord.PlainLabel(s.Name),
				maxLabel), Value: string(s.User)})
		}
	}
	return []discord.Row{
		{Select: &discord.Select{
			CustomID: customid.Button(customid.Partner, g.ID), Placeholder: texts.Say("lobby.sit-with"),
			Min: 1, Max: 1, Options: options,
		}},
		{Buttons: []discord.Button{
			GameButton(texts, discord.Secondary, "lobby.mix", customid.Mix, g.ID),
		}},
	}
}

// maxLabel is Discord's limit on the label of a menu's option.
const maxLabel = 100

func (p *Posts) teamSize(g match.Game) int {
	title, ok := p.Atlas.Title(g.Title)
	if !ok {
		return 1
	}
	return match.TeamSize(title)
}
