package route

import "konduktor/bot/discord"

// OfferInstall adds the link to install the app for oneself: then it works in a conversation with
// friends.
func (p *Problem) OfferInstall(r *Request) *Problem {
	p.Rows = append(p.Rows, InstallRow(r))
	return p
}

// InstallRow is the row with the link to install the app for oneself.
func InstallRow(r *Request) discord.Row {
	return discord.Row{Buttons: []discord.Button{{
		Style: discord.Link, Label: r.Texts.Say("install.button"), URL: discord.InstallURL(r.AppID),
	}}}
}
