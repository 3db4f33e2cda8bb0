package ratings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/render/caption"
	"konduktor/render/season"
	"konduktor/storage"
)

// Posts builds the messages about finished games, and has the week of a server told.
type Posts interface {
	FinalMessage(ctx context.Context, texts *locale.Texts, g match.Game) (discord.Message, error)
	// TellWeek has the week of a server told when it ends.
	TellWeek(ctx context.Context, server match.ServerID) error
}

// Handlers answer /table, /card, /results and /admin ratings. All fields must be set.
type Handlers struct {
	*Leagues
	Posts Posts
}

// Register adds the routes.
func (h *Handlers) Register(t *route.Router) {
	t.Slash("table", func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		return h.showTable(ctx, r, r.Option("title"))
	})
	t.Slash("card", h.showCard)
	t.Click(customid.Table, func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		return h.showTable(ctx, r, r.Pressed.Title)
	})
	t.Click(customid.Card, h.showCard)
	t.Slash("results", h.showResults)
	t.Slash("admin ratings", route.Managing(h.decide))
	t.Click(customid.Result, h.openResult)
	t.Click(customid.Scores, h.openResult)
}

// mostRows is how many people a table shows beside the one who asks.
const mostRows = 10

// showTable shows the ratings on a server in a title ("": in all): /table, and its button.
func (h *Handlers) showTable(ctx context.Context, r *route.Request, title string,
) (*route.Reply, error) {
	_, known := h.Atlas.Title(title)
	switch rated, err := h.Rated(ctx, r.Guild); {
	case err != nil:
		return nil, err
	case r.Guild == "":
		return nil, route.Fail("table-on-server")
	case !rated:
		return nil, route.Fail("ratings-off")
	case title != "" && !known && r.Kind == discord.Click:
		return nil, route.Fail("title-unknown")
	}
	here := customid.ID{Action: customid.Table, Title: title}
	return toShow(r, here, func(ctx context.Context) (discord.Message, error) {
		return h.table(ctx, r.Texts, r.Guild, title, r.User.ID)
	}), nil
}

// toShow answers a command privately, with a button that shows everybody there what it says then;
// and that button, if it is what was pressed.
func toShow(r *route.Request, here customid.ID,
	build func(context.Context) (discord.Message, error),
) *route.Reply {
	if r.Kind == discord.Click {
		return &route.Reply{Later: build}
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		m, err := build(ctx)
		if !r.Alone() {
			m.Rows = discord.Buttons(discord.NewButton(discord.Secondary,
				r.Texts.Say("ratings.here"), here.Print()))
		}
		return m, err
	})
}

func (h *Handlers) table(ctx context.Context, texts *locale.Texts, server match.ServerID,
	title string, reader match.UserID,
) (discord.Message, error) {
	all, err := h.Table(ctx, server, title)
	if err != nil {
		return discord.Message{}, err
	}
	heading := texts.Say("ratings.heading")
	if title != "" {
		heading = texts.Say("ratings.heading-title", "Title", message.TitleOf(texts, title))
	}
	if len(all) == 0 {
		return discord.Message{Content: "**" + heading + "**\n" + texts.Say("ratings.nobody")}, nil
	}
	shown := slices.Clone(all[:min(len(all), mostRows)])
	own := slices.IndexFunc(all, func(s Standing) bool { return s.User == reader })
	if own >= mostRows {
		shown = append(shown, all[own])
	}
	reasons, err := h.Reasons(ctx, shown, all)
	if err != nil {
		return discord.Message{}, err
	}
	drawn := season.Table{Heading: heading, Below: texts.Say("ratings.people", "Count", len(all))}
	lines, alt := []string{"**" + heading + "**"}, []string{heading}
	for i, s := range shown {
		row := season.Row{
			Rank: s.Rank, Name: s.Name, Rating: s.Points(), PlusMinus: s.PlusMinus(),
			Shown: number(texts, &s), Own: s.User == reader,
		}
		drawn.Rows = append(drawn.Rows, row)
		lines = append(lines, texts.Say("ratings.line", "Rank", s.Rank, "Name", discord.Plain(s.Name),
			"Rating", told(texts, &s), "Reason", reason(texts, reasons[i])))
		alt = append(alt, fmt.Sprintf("%d. %s: %s", s.Rank, discord.PlainLabel(s.Name), row.Shown))
	}
	drawn.Alt = discord.Fit(strings.Join(alt, "\n"), caption.MaxAlt)
	lines = append(lines, texts.Say("ratings.how"))
	return discord.Message{
		Content: discord.Lines(lines),
		Files:   h.Pictures.Season(ctx, "table.png", drawn.Draw),
	}, nil
}

// number is a rating as a picture has it: "512 ± 60".
func number(texts *locale.Texts, s *Standing) string {
	return texts.Say("ratings.number", "Rating", s.Points(), "PlusMinus", s.PlusMinus())
}

func told(texts *locale.Texts, s *Standing) string {
	if s.Early() {
		return texts.Say("ratings.early", "Number", number(texts, s))
	}
	return number(texts, s)
}

func reason(texts *locale.Texts, why Reason) string {
	switch {
	case why.Seats == 0: // the game is gone
		return ""
	case why.Beat != "":
		return " – " + texts.Say("ratings.beat", "Name", discord.Plain(why.Beat), "Rating", why.Rating,
			"Count", why.Seats)
	}
	return " – " + texts.Say("ratings.came", "Place", why.Place, "Count", why.Seats)
}

// decide changes what was decided about the ratings and the week of a server, and says it:
// /admin ratings.
func (h *Handlers) decide(ctx context.Context, r *route.Request) (*route.Reply, error) {
	var week match.ChannelID
	err := storage.Change(ctx, h.Store, settingsKey(r.Guild), func(s *Settings) error {
		err := s.read(r)
		week = s.Week
		return err
	})
	if err != nil {
		return nil, err
	}
	if week != "" {
		if err := h.Posts.TellWeek(ctx, r.Guild); err != nil {
			return nil, err
		}
	}
	lines, err := h.Describe(ctx, r.Texts, r.Guild)
	return route.Whisper(strings.Join(lines, "\n")), err
}

func (s *Settings) read(r *route.Request) error {
	if rated := r.Option("rated"); rated != "" {
		s.Rated = rated == "true"
	}
	switch r.Option("week") {
	case "":
	case "here":
		if r.Parent != "" {
			return route.Fail("week-not-in-thread")
		}
		if err := r.MayWrite(); err != nil {
			return err
		}
		s.Week = r.Channel
	default:
		s.Week = ""
	}
	return nil
}
