package route

import "konduktor/bot/discord"

// OfferInstall adds to a problem the link with which its user installs the app for themselves: with that, what they want works in a
// conversation with friends.
func (p *Problem) OfferInstall(r *Request) *Problem {
	p.Rows = append(p.Rows, InstallRow(r))
	return p
}

// InstallRow is the row with the link with which a person installs the app for themselves.
func InstallRow(r *Request) discord.Row {
	return discord.Row{Buttons: []discord.Button{{
		Style: discord.Link, Label: r.Texts.Say("install.button"), URL: discord.InstallURL(r.AppID),
	}}}
}
