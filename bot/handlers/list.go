package handlers

import (
	"context"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

func (h *Finder) list(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Option("server") == "true" && r.Guild != "" {
		return h.ofServer(ctx, r)
	}
	own, err := h.Store.GamesOf(ctx, r.User.ID, match.Running, match.Lobby)
	if err != nil {
		return nil, err
	}
	if len(own) == 0 {
		return r.Whisper("games.none"), nil
	}
	said := discord.Fit(r.Texts.Say("games.yours")+"\n"+h.gameLines(ctx, r.Texts, own, r.User.ID),
		discord.MaxContent)
	reply := route.Private(r, discord.Message{Content: said})
	if slices.ContainsFunc(own, func(g match.Game) bool { return g.WaitsFor(r.User.ID) }) {
		reply.Message.Rows = discord.Buttons(nextButton(r.Texts))
	}
	return reply, nil
}

// ofServer lists the open games of a server's hall and of the channel where it is asked for. The
// others, which not everybody may see, are counted.
func (h *Finder) ofServer(ctx context.Context, r *route.Request) (*route.Reply, error) {
	decided, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return nil, err
	}
	games, err := h.Store.OpenGamesOn(ctx, r.Guild)
	all := len(games)
	seen := slices.DeleteFunc(games, func(g match.Game) bool {
		return g.Channel != decided.Hall && g.Channel != r.Channel && g.Channel != r.Parent
	})
	lines := []string{r.Texts.Say("hall.games")}
	if len(seen) > 0 {
		lines = append(lines, h.gameLines(ctx, r.Texts, seen, r.User.ID))
	}
	switch more := all - len(seen); {
	case more > 0:
		lines = append(lines, r.Texts.Say("hall.elsewhere", "Count", more))
	case all == 0:
		lines = append(lines, r.Texts.Say("hall.no-seats"))
	}
	return route.Private(r, discord.Message{Content: discord.Lines(lines)}), err
}

func nextButton(texts *locale.Texts) discord.Button {
	return discord.NewButton(discord.Primary, texts.Say("games.next"),
		customid.ID{Action: customid.Next}.Print())
}

// NextRow has that button if another game waits for the user of a request.
func (h *Finder) NextRow(ctx context.Context, r *route.Request, other match.GameID,
) ([]discord.Row, error) {
	waiting, err := h.Waiting(ctx, r.User.ID)
	isOther := func(g match.Game) bool { return g.ID != other }
	if err != nil || !slices.ContainsFunc(waiting, isOther) {
		return nil, err
	}
	return discord.Buttons(nextButton(r.Texts)), nil
}

// Waiting lists the running games that wait for a user, by deadline; those without clocks are last.
func (h *Finder) Waiting(ctx context.Context, user match.UserID) ([]match.Game, error) {
	waiting, err := h.Store.GamesAwaiting(ctx, user)
	if err != nil {
		return nil, err
	}
	message.ByDeadline(waiting, user)
	return waiting, nil
}

func (h *Finder) gameLines(ctx context.Context, texts *locale.Texts, games []match.Game,
	user match.UserID,
) string {
	games = slices.Clone(games)
	message.ByDeadline(games, user)
	var lines []string
	length := 0
	for i, g := range games {
		line := h.gameLine(ctx, texts, g, user)
		if length += len(line) + 1; length > discord.MaxContent*3/4 {
			lines = append(lines, texts.Say("games.more", "Count", len(games)-i))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// gameLine names a game, who has to do what by when, and where it is played.
func (h *Finder) gameLine(ctx context.Context, texts *locale.Texts, g match.Game,
	user match.UserID,
) string {
	state, owed := "games.lobby", ""
	var waiting []string
	rests := g.Expiry()
	switch {
	case !rests.IsZero():
		state = "games.rests"
	case g.WaitsFor(user):
		state, owed = "games.your-turn", h.owed(ctx, texts, g, user)
	case g.State == match.Running:
		state, waiting = h.waiting(ctx, g)
	}
	line := texts.Say(state, "Game", string(g.ID), "Mark", message.Mark(texts, g),
		"Title", h.Atlas.NameOf(ctx, texts, g),
		"Names", strings.Join(waiting, ", "), "Owed", owed, "In", speech.Stamp(rests, "R"),
		"Where", message.Where(texts, g))
	if end := message.FirstEnd(g, user); !end.IsZero() {
		line += " · " + texts.Say("clock.in", "In", speech.Stamp(end, "R"))
	}
	return line
}

// waiting returns the text about a running game that waits for others, with the names of those
// people and computers. If there are none, it names the people for whom the conductor plays. It
// works even if the game cannot be loaded.
func (h *Finder) waiting(ctx context.Context, g match.Game) (text string, names []string) {
	owes := func(seat engine.Seat) bool { return g.WaitsFor(g.Seats[seat-1].User) }
	if t, err := h.Tables.Table(ctx, g.ID); err == nil && t.Begun() {
		v := t.View(engine.Public)
		owes = v.Moves
	}
	var conducted []string
	for i, s := range g.Shown() {
		switch name := discord.Plain(s.Name); {
		case !owes(engine.Seat(i + 1)):
		case s.Automated && s.Level == "":
			conducted = append(conducted, name)
		default:
			names = append(names, name)
		}
	}
	if len(names) == 0 && len(conducted) > 0 {
		return "games.house-turn", conducted
	}
	return "games.waiting", names
}

// owed says in a few words what a game waits for, even if the game cannot be loaded.
func (h *Finder) owed(ctx context.Context, texts *locale.Texts, g match.Game, user match.UserID,
) string {
	t, err := h.Tables.Table(ctx, g.ID)
	if err != nil || !t.Begun() {
		return texts.Say("games.owes-turn")
	}
	v := t.View(g.SeatOf(user))
	return message.Speaker(texts, t).Owed(&v)
}
