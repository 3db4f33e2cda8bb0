package posts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// The list of open seats of a server. Its post has the language as Subject, or SeatsOff.
const (
	SeatsOff = "off"
	// maxListed is how many lobbies are listed, each with a button.
	maxListed = 10
	ofLate    = 7 * 24 * time.Hour // within which a game has "ended this week"
)

// showSeats lists the lobbies of a server that can be joined, and how many games run. Of several
// lists the newest stands.
func showSeats(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	if p.Subject == SeatsOff || slices.ContainsFunc(s.All, func(q storage.Post) bool {
		return q.Game == "" && q.Kind == Seats && comesAfter(q, p)
	}) {
		return Shown{Words: kept, Picture: kept, Fate: Goes}, nil
	}
	texts := s.catalog.Texts(p.Subject)
	results, err := s.Store.ForRatings().ResultsOn(ctx, p.Server, s.At.Add(-ofLate), s.At)
	ended := map[match.GameID]bool{}
	for _, r := range results {
		ended[r.Game] = true
	}
	lines := []string{texts.Say("hall.seats")}
	var rows []discord.Row
	running, open := 0, 0
	for _, g := range s.Server {
		if g.State != match.Lobby || g.Entry == match.EntryInvited || s.isFull(g) {
			running += map[match.State]int{match.Running: 1}[g.State]
			continue
		}
		if open++; open > maxListed {
			continue
		}
		if len(rows) == 0 || len(rows[len(rows)-1].Buttons) == 5 {
			rows = append(rows, discord.Row{})
		}
		row := &rows[len(rows)-1]
		row.Buttons = append(row.Buttons, discord.NewButton(discord.Success,
			texts.Say("hall.join", "Title", s.Atlas.LabelOf(ctx, texts, g), "Game", string(g.ID)),
			customid.Button(customid.Join, g.ID)))
		lines = append(lines, s.seatLine(ctx, texts, g))
	}
	switch {
	case open == 0:
		lines = append(lines, texts.Say("hall.no-seats"))
	case open > maxListed:
		lines = append(lines, texts.Say("games.more", "Count", open-maxListed))
	}
	lines = append(lines, texts.Say("hall.run", "Count", running)+" "+
		texts.Say("hall.ended", "Count", len(ended)))
	return Shown{Content: discord.Lines(lines), Rows: rows, Buttons: true, Picture: kept}, err
}

// seatLine says of a lobby who is in, what is missing, how long it takes, and when it closes.
func (s *scene) seatLine(ctx context.Context, texts *locale.Texts, g match.Game) string {
	const maxNames = 120
	pace, _, _ := strings.Cut(texts.Say("clock.pace-"+cmp.Or(g.Pace, match.NoPace)), " ")
	names := discord.Fit(strings.Join(discord.PlainAll(match.Names(g.Shown())), ", "), maxNames)
	return texts.Say("hall.lobby", "Title", s.Atlas.NameOf(ctx, texts, g), "Game", string(g.ID),
		"Names", names, "Seats", s.seatsLine(texts, g), "Pace", pace, "Takes", takes(texts, g),
		"Where", discord.MentionChannel(g.Outside()),
		"Until", speech.Stamp(g.Updated.Add(match.Farewell), "R"))
}

// takes says how long a game takes at its pace: an estimate, with some turns of a seat and the time
// that a turn usually waits.
func takes(texts *locale.Texts, g match.Game) string {
	const turns = 25
	waits, paced := map[string]time.Duration{
		"brisk": time.Hour, "daily": 4 * time.Hour, "relaxed": 10 * time.Hour,
	}[g.Pace]
	if !paced {
		return texts.Say("hall.takes-any")
	}
	days := int(waits * time.Duration(turns*max(len(g.HumanSeats()), g.Wanted, 2)) / (24 * time.Hour))
	if days < 10 {
		return texts.Say("hall.days", "Count", days)
	}
	return texts.Say("hall.weeks", "Count", (days+3)/7)
}

// BeginList returns the message of a list of a server that is about to come, and its post.
func (p *Posts) BeginList(ctx context.Context, post storage.Post,
) (discord.Message, storage.Post, error) {
	open, err := p.Store.OpenGamesOn(ctx, post.Server)
	if err != nil {
		return discord.Message{}, post, err
	}
	s := p.sceneWith(match.Game{}, []storage.Post{post})
	s.Server = open
	shown, _, err := s.show(ctx, post)
	post.Shown = shown.print().String()
	return shown.message(ctx), post, err
}
