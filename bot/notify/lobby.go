package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendLobby shows the lobby as it is now: in its message, or in a new one where there is none.
func (n *Notifier) sendLobby(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	texts := n.Catalog.Texts(g.Locale)
	message := n.lobbyMessage(ctx, texts, g)
	if g.Lobby != "" {
		if g.State == match.Finished && !g.Solitary() { // whose result is in the same channel
			if err := n.addResult(ctx, texts, g, &message); err != nil {
				return nil, err
			}
		}
		_, err := discord.TextOnly(message, func(m discord.Message) (match.MessageID, error) {
			edit := discord.Edit{Content: &m.Content, Rows: &m.Rows}
			if len(m.Files) > 0 {
				edit.Files = &m.Files
			}
			return g.Lobby, n.API.Edit(ctx, g.Channel, g.Lobby, edit)
		})
		if err == nil {
			return nil, nil
		}
		if discord.IsFinal(err) && g.State != match.Lobby {
			return nil, outbox.Obsolete("the lobby's message cannot be edited, and nobody needs it any more")
		}
		if !discord.IsMessageGone(err) {
			return nil, fmt.Errorf("edit the lobby's message: %w", err)
		}
		message.Mention = nil // they have been called once
	}
	if g.State != match.Lobby {
		return nil, outbox.Obsolete("the lobby never had a message")
	}
	message.Nonce = m.Nonce
	_, err = n.postStarter(ctx, g, message)
	return nil, err
}

// postStarter posts the message that the game's thread starts from, and notes it in the game's row.
// One that could not be noted is not posted again while this process lives.
func (n *Notifier) postStarter(ctx context.Context, g match.Game,
	m discord.Message,
) (match.MessageID, error) {
	n.mu.Lock()
	id, taken := n.starters[m.Nonce]
	n.mu.Unlock()
	if !taken {
		var err error
		if id, err = n.API.Send(ctx, g.Channel, m); err != nil {
			return "", fmt.Errorf("send the lobby's message: %w", err)
		}
	}
	err := n.change(ctx, g.ID, match.NotePost{Lobby: id})
	n.mu.Lock()
	defer n.mu.Unlock()
	if err != nil {
		n.starters[m.Nonce] = id
		return id, err
	}
	delete(n.starters, m.Nonce)
	return id, nil
}

// lobbyMessage says who has joined and how to join, or what has become of the lobby.
func (n *Notifier) lobbyMessage(ctx context.Context, texts *locale.Texts,
	g match.Game,
) discord.Message {
	title, where := n.Atlas.NameOf(ctx, texts, g), games.Where(texts, g)
	if g.Thread == g.Channel { // the table of a private channel is the channel itself
		where = texts.Say("games.here")
	}
	switch {
	case g.State == match.Cancelled:
		return discord.Message{Content: texts.Say("lobby.was-cancelled", "Title", title, "Game",
			string(g.ID)), Rows: []discord.Row{}}
	case g.State == match.Finished:
		rows := []discord.Row{}
		if g.Daily == "" { // there is one try
			rows = discord.Buttons(rematchButton(texts, g.ID))
		}
		return discord.Message{
			Content: texts.Say("lobby.was-finished", "Title", title, "Game", string(g.ID), "Where", where),
			Rows:    rows,
		}
	case g.State != match.Lobby:
		return discord.Message{
			Content: texts.Say("lobby.was-started", "Title", title, "Game", string(g.ID), "Where", where),
			Rows:    []discord.Row{},
		}
	}
	lines := []string{texts.Say("lobby.heading", "Title", title, "Game", string(g.ID))}
	lines = append(lines, n.Atlas.MapLine(ctx, texts, g)...)
	lines = append(lines, atlas.VariantLine(texts, g)...)
	lines = append(lines, clockLines(texts, g)...)
	if g.Unaided {
		lines = append(lines, texts.Say("lobby.unaided"))
	}
	lines = append(lines, n.seatsLine(texts, g))
	lines = append(lines, n.seatLines(texts, g)...)
	lines = append(lines, termLines(texts, g)...)
	switch {
	case g.After != "" && n.teamSize(g) > 1:
		lines = append(lines, texts.Say("lobby.after-teams", "Game", string(g.After)))
	case g.After != "" && len(g.Seats)+len(stillInvited(g)) <= n.fewest(g):
		lines = append(lines, texts.Say("lobby.after-all", "Game", string(g.After)))
	case g.After != "":
		lines = append(lines, texts.Say("lobby.after", "Game", string(g.After)))
	}
	lines = append(lines, pairingLines(texts, g)...)
	pinged := stillInvited(g)
	if len(pinged) > 0 {
		lines = append(lines, texts.Say("lobby.invited", "Pings", discord.MentionUsers(pinged...)))
	}
	if len(g.Asking) > 0 {
		lines = append(lines, texts.Say("lobby.asking", "Names", strings.Join(guestNames(g), ", ")))
	}
	lines = append(lines, texts.Say("lobby.how"))
	more := n.teamRows(texts, g)
	if len(more) > 0 {
		lines = append(lines, texts.Say("lobby.how-teams"))
	}
	rows := slices.Concat(lobbyButtons(texts, g, n.isFull(g)), more,
		[]discord.Row{computerRow(texts, g)}, guestRows(texts, g))
	return discord.Message{Content: strings.Join(lines, "\n"), Mention: pinged, Rows: rows}
}

// termLines say who may join and who begins, where that is not as usual.
func termLines(texts *locale.Texts, g match.Game) []string {
	var lines []string
	if g.Unreviewed {
		lines = append(lines, texts.Say("lobby.unreviewed"))
	}
	switch g.Advice {
	case match.WithAdvice:
		lines = append(lines, texts.Say("lobby.with-advice"))
	case match.NoAdvice:
		lines = append(lines, texts.Say("lobby.no-advice"))
	}
	if g.Entry != match.EntryOpen {
		lines = append(lines, texts.Say("lobby.entry-"+string(g.Entry)))
	}
	if g.InOrder {
		lines = append(lines, texts.Say("lobby.in-order"))
	}
	if g.Series != nil {
		lines = append(lines, texts.Say("lobby.turned"))
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
		row.Buttons = append(row.Buttons, admitButton(texts, g, a))
	}
	if len(row.Buttons) == 0 {
		return nil
	}
	return []discord.Row{row}
}

func joinButton(texts *locale.Texts, g match.Game) discord.Button {
	return gameButton(texts, discord.Success, "lobby.join", customid.Join, g.ID)
}

func declineButton(texts *locale.Texts, g match.Game) discord.Button {
	return gameButton(texts, discord.Secondary, "lobby.decline", customid.Decline, g.ID)
}

func (n *Notifier) isFull(g match.Game) bool {
	title, ok := n.Atlas.Title(g.Title)
	return ok && len(g.Seats) >= match.SeatLimit(title, g.Wanted)
}

func lobbyButtons(texts *locale.Texts, g match.Game, full bool) []discord.Row {
	row := discord.Row{Buttons: []discord.Button{
		gameButton(texts, discord.Secondary, "lobby.leave", customid.Leave, g.ID),
		gameButton(texts, discord.Primary, "lobby.start", customid.Start, g.ID),
		gameButton(texts, discord.Danger, "lobby.cancel", customid.Cancel, g.ID),
	}}
	if len(stillInvited(g)) > 0 {
		row.Buttons = slices.Insert(row.Buttons, 0, declineButton(texts, g))
	}
	if !full {
		row.Buttons = slices.Insert(row.Buttons, 0, joinButton(texts, g))
	}
	return []discord.Row{row}
}

// stillInvited lists the invited who have not joined.
func stillInvited(g match.Game) []match.UserID {
	var list []match.UserID
	for _, u := range g.Invited {
		if g.SeatOf(u) == 0 {
			list = append(list, u)
		}
	}
	return list
}

func (n *Notifier) seatsLine(texts *locale.Texts, g match.Game) string {
	if g.Wanted > 0 {
		return texts.Say("lobby.seats-wanted", "Taken", len(g.Seats), "Wanted", g.Wanted)
	}
	title, ok := n.Atlas.Title(g.Title)
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
// letters, no numbers yet: their order is drawn when the game starts (C1).
func (n *Notifier) seatLines(texts *locale.Texts, g match.Game) []string {
	size := n.teamSize(g)
	var lines []string
	letter := func() string { return string(rune('A' + len(lines))) }
	for i, team := range match.Teams(g.Seats, size) {
		names := seatNames(texts, team)
		switch {
		case size == 1:
			lines = append(lines, fmt.Sprintf("%d\\. %s", i+1, names[0]))
		case len(team) < size:
			lines = append(lines, texts.Say("lobby.team-lacks", "Team", letter(), "Names",
				strings.Join(names, " + ")))
		default:
			lines = append(lines, texts.Say("lobby.team", "Team", letter(), "Names",
				strings.Join(names, " + ")))
		}
	}
	for size > 1 && len(lines) < cmp.Or(g.Wanted, n.fewest(g))/size {
		lines = append(lines, texts.Say("lobby.team-free", "Team", letter()))
	}
	return lines
}

// fewest is the least number of seats of a lobby's title; 0 of no title.
func (n *Notifier) fewest(g match.Game) int {
	title, ok := n.Atlas.Title(g.Title)
	if !ok {
		return 0
	}
	return slices.Min(title.SeatCounts())
}

// teamRows are the menu and the button for choosing partners, once there is a choice.
func (n *Notifier) teamRows(texts *locale.Texts, g match.Game) []discord.Row {
	if size := n.teamSize(g); size == 1 || len(g.Seats) <= size {
		return nil
	}
	var options []discord.SelectOption
	for _, s := range g.Seats {
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
			gameButton(texts, discord.Secondary, "lobby.mix", customid.Mix, g.ID),
		}},
	}
}

// maxLabel is Discord's limit on the label of a menu's option.
const maxLabel = 100

func (n *Notifier) teamSize(g match.Game) int {
	title, ok := n.Atlas.Title(g.Title)
	if !ok {
		return 1
	}
	return match.TeamSize(title)
}
