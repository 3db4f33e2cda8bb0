package posts

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// SeatsOff as the Subject of a list of open seats takes it away; else that is its language.
const SeatsOff = "off"

const maxListed = 10 // lobbies of a list, each with a button

// showSeats lists the lobbies that can be joined, and how many games of the server run. Lobbies are
// those of the hall and of the list's own channel: others may be where not everybody looks in. Of
// several lists the newest stands.
func showSeats(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	if p.Subject == SeatsOff || slices.ContainsFunc(s.All, func(q storage.Post) bool {
		return q.Game == "" && q.Kind == Seats && comesAfter(q, p)
	}) {
		return Shown{Words: kept, Picture: kept, Fate: Goes}, nil
	}
	texts := s.catalog.Texts(p.Subject)
	results, err := s.Store.ForRatings().ResultsOn(ctx, p.Server,
		s.At.Truncate(24*time.Hour).AddDate(0, 0, -7), s.At)
	ended := map[match.GameID]bool{}
	for _, r := range results {
		ended[r.Game] = true
	}
	d, fault := hall.Of(ctx, s.Store, p.Server)
	lines := []string{texts.Say("hall.seats")}
	var rows []discord.Row
	running, open := 0, 0
	for _, g := range s.Server {
		switch {
		case g.State == match.Running:
			running++
		case !s.Joinable(g) || g.Channel != d.Hall && g.Channel != p.Channel:
		case open >= maxListed:
			open++
		default:
			if open%5 == 0 { // a row takes five
				rows = append(rows, discord.Row{})
			}
			open++
			row := &rows[len(rows)-1]
			row.Buttons = append(row.Buttons, discord.NewButton(discord.Success,
				texts.Say("hall.join", "Title", s.Atlas.LabelOf(ctx, texts, g), "Game", string(g.ID)),
				customid.Button(customid.Join, g.ID)))
			line, err := s.seatLine(ctx, texts, g)
			lines, fault = append(lines, line), errors.Join(fault, err)
		}
	}
	switch {
	case open == 0:
		lines = append(lines, texts.Say("hall.no-seats"))
	case open > maxListed:
		lines = append(lines, texts.Say("games.more", "Count", open-maxListed))
	}
	lines = append(lines, texts.Say("hall.run", "Count", running)+" "+
		texts.Say("hall.ended", "Count", len(ended)))
	shown := Shown{Content: discord.Lines(lines), Rows: rows, Buttons: true, Picture: kept}
	return shown, errors.Join(err, fault)
}

// seatLine says of a lobby who is in, what is missing, how long it takes, and when it closes.
func (s *scene) seatLine(ctx context.Context, texts *locale.Texts, g match.Game) (string, error) {
	const maxNames = 120
	takes, err := s.takes(ctx, texts, g)
	pace, _, _ := strings.Cut(texts.Say("clock.pace-"+cmp.Or(g.Pace, match.NoPace)), " ")
	names := discord.Fit(strings.Join(discord.PlainAll(match.Names(g.Shown())), ", "), maxNames)
	return texts.Say("hall.lobby", "Title", s.Atlas.NameOf(ctx, texts, g), "Game", string(g.ID),
		"Names", names, "Seats", s.seatsLine(texts, g), "Pace", pace, "Takes", takes,
		"Where", discord.MentionChannel(g.Outside()),
		"Until", speech.Stamp(g.Updated.Add(match.Farewell), "R")), err
}

// takes says how long a game takes at its pace: the median of at least five with as many people
// that had ended when it was opened, else an estimate.
func (p *Posts) takes(ctx context.Context, texts *locale.Texts, g match.Game) (string, error) {
	const turns, few, day = 25, 5, 24 * time.Hour // turns of a seat
	pace, paced := match.FindPace(g.Pace)
	if !paced {
		return texts.Say("hall.takes-any"), nil
	}
	people := len(g.HumanSeats())
	people = max(people, g.Wanted-(len(g.Seats)-people), 2)
	took := pace.Usual * time.Duration(turns*people)
	known, err := p.Store.ForRatings().Lasted(ctx, g.Title, pace.ID, people, g.Created)
	if len(known) >= few {
		slices.Sort(known)
		took = known[len(known)/2]
	}
	days := max(1, int((took+day/2)/day))
	if days < 10 {
		return texts.Say("hall.days", "Count", days), err
	}
	return texts.Say("hall.weeks", "Count", (days+3)/7), err
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
