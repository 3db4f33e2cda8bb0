package posts

import (
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/match"
)

// GameButton is a button that does something about a game; label is the ID of its text.
func GameButton(texts *locale.Texts, style discord.ButtonStyle, label string, does customid.Action,
	id match.GameID,
) discord.Button {
	return discord.NewButton(style, texts.Say(label), customid.Button(does, id))
}

// OpenHand is the row with the buttons that open the clicker's own panel, and the board with menus
// for close-ups.
func OpenHand(texts *locale.Texts, id match.GameID) discord.Row {
	return discord.Row{Buttons: []discord.Button{
		GameButton(texts, discord.Primary, "table.open-hand", customid.Hand, id),
		GameButton(texts, discord.Secondary, "table.closer", customid.Closer, id),
	}}
}

// TableRow is the row of the buttons of a turn: the clicker's own panel, a nudge for who is waited
// for, and more time if clocks run.
func TableRow(texts *locale.Texts, g match.Game) discord.Row {
	row := OpenHand(texts, g.ID)
	if g.Paused || len(g.HumanSeats()) < 2 {
		return row
	}
	row.Buttons = append(row.Buttons,
		GameButton(texts, discord.Secondary, "clock.nudge", customid.Nudge, g.ID))
	if _, paced := match.FindPace(g.Pace); paced {
		row.Buttons = append(row.Buttons,
			GameButton(texts, discord.Secondary, "clock.more", customid.More, g.ID))
	}
	return row
}

// ReturnButton takes back a seat that others play.
func ReturnButton(texts *locale.Texts, id match.GameID) discord.Button {
	return GameButton(texts, discord.Success, "clock.return", customid.Return, id)
}

// RematchButton opens another game of the same people.
func RematchButton(texts *locale.Texts, id match.GameID) discord.Button {
	return GameButton(texts, discord.Primary, "table.rematch", customid.Rematch, id)
}

func joinButton(texts *locale.Texts, g match.Game) discord.Button {
	return GameButton(texts, discord.Success, "lobby.join", customid.Join, g.ID)
}

func declineButton(texts *locale.Texts, g match.Game) discord.Button {
	return GameButton(texts, discord.Secondary, "lobby.decline", customid.Decline, g.ID)
}

// AdmitButton lets a guest into a lobby.
func AdmitButton(texts *locale.Texts, g match.Game, guest match.Guest) discord.Button {
	label := texts.Say("lobby.admit", "Name", discord.PlainLabel(guest.Name))
	return discord.NewButton(discord.Success, label, customid.AdmitButton(g.ID, string(guest.User)))
}
