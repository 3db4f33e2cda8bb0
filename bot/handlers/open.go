package handlers

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// newGame opens a lobby: /game new.
func (h *Handlers) newGame(ctx context.Context, r *route.Request) (*route.Reply, error) {
	decided, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return nil, err
	}
	var place match.Game
	if err := h.place(ctx, r, decided, &place); err != nil {
		return nil, err
	}
	if err := h.mayOpen(ctx, r, decided, r.Guild, cmp.Or(r.Parent, r.Channel)); err != nil {
		return nil, err
	}
	title, ok := h.Atlas.Title(r.Option("title"))
	if !ok {
		return nil, route.Fail("title-unknown")
	}
	own, err := h.Atlas.Find(r.Texts, title, r.Option("map"))
	if err != nil {
		return nil, err
	}
	variant, err := h.Atlas.Variant(r.Texts, title, r.Option("variant"))
	if err != nil {
		return nil, err
	}
	g := match.NewGame(title, variant)
	g.Guild, g.Channel, g.Thread = place.Guild, place.Channel, place.Thread
	if g.Wanted, err = wantedSeats(title, r.Option("seats")); err != nil {
		return nil, err
	}
	if g.Pace, err = chosenPace(r.Option("pace")); err != nil {
		return nil, err
	}
	if g.Invited, err = invited(r, title, g.Wanted); err != nil {
		return nil, err
	}
	if len(g.Invited) > 0 && r.Alone() {
		return nil, route.Fail("alone-here").OfferInstall(r)
	}
	if g.Map, err = h.mapOf(ctx, r, title.ID(), own); err != nil {
		return nil, err
	}
	g.Weekends = g.Pace != "" && r.Option("weekends") == "true"
	if g.Terms, err = readTerms(r); err != nil {
		return nil, err
	}
	g.AtTable = place.AtTable
	if r.Alone() { // where nobody waits for anybody, and nobody looks on
		g.Pace, g.Weekends, g.Public = "", false, false
	}
	if g.Locale, err = h.tableLanguage(ctx, r); err != nil {
		return nil, err
	}
	return h.open(ctx, r, g)
}

// readTerms reads what is agreed on at the table: its name, who may join, who begins, and aids.
func readTerms(r *route.Request) (match.Terms, error) {
	advice := map[string]match.Advice{"true": match.WithAdvice, "false": match.NoAdvice}
	t := match.Terms{
		Unaided: r.Option("ways") == "false", Advice: advice[r.Option("hints")],
		Unreviewed: r.Option("review") == "false", Delay: r.Option("delay"),
		Public: r.Option("public") == "true",
	}
	var ok bool
	if t.Name, ok = cleanName(r.Option("name")); !ok {
		return t, route.Fail("name-too-long", "Most", maxName)
	}
	switch entry := match.Entry(r.Option("join")); entry {
	case "open", match.EntryOpen:
	case match.EntryInvited, match.EntryClosed:
		t.Entry = entry
	default:
		return t, route.Fail("no-such-entry")
	}
	switch r.Option("first") {
	case "", "lot":
	case "joined":
		t.InOrder = true
	default:
		return t, route.Fail("no-such-first")
	}
	if !slices.Contains(append(match.Delays(), ""), t.Delay) {
		return t, route.Fail("no-such-delay")
	}
	return t, nil
}

func (h *Handlers) tableLanguage(ctx context.Context, r *route.Request) (string, error) {
	decided, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return "", err
	}
	spoken := r.GuildLocale
	if !discord.PlaceOf(r.Channel).Reaches || r.Alone() {
		spoken = r.Locale // nobody has chosen a language for all who are there
	}
	usual := r.Texts.Catalog().Known(spoken, h.Language())
	language := cmp.Or(r.Option("language"), decided.Language, usual)
	known := r.Texts.Catalog().Languages()
	if !slices.Contains(known, language) {
		return "", route.Fail("no-such-language", "Languages", strings.Join(known, ", "))
	}
	return language, nil
}

// chosenPace reads the pace of a new game, "" for one without clocks.
func chosenPace(option string) (string, error) {
	option = strings.ToLower(strings.TrimSpace(option))
	switch p, ok := match.FindPace(cmp.Or(option, match.DefaultPace)); {
	case ok:
		return p.ID, nil
	case option == match.NoPace:
		return "", nil
	}
	return "", route.Fail("no-such-pace")
}

// wantedSeats reads the number of seats of a new game; 0 if none is given: as many as join.
func wantedSeats(title engine.Title, option string) (int, error) {
	if option == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(option)
	if err != nil || !slices.Contains(title.SeatCounts(), n) {
		return 0, match.SeatCountRefusal(title)
	}
	return n, nil
}

// invited reads who is invited; bots do not play.
func invited(r *route.Request, title engine.Title, wanted int) ([]match.UserID, error) {
	var list []match.UserID
	for _, o := range r.Numbered("user") {
		user := match.UserID(o.Value)
		switch {
		case user == r.User.ID || slices.Contains(list, user):
			continue
		case o.User != nil && o.User.Bot:
			return nil, route.Fail("no-bots")
		}
		list = append(list, user)
	}
	if most := match.SeatLimit(title, wanted); len(list) >= most {
		return nil, route.Fail("too-many-invited", "Most", most)
	}
	return list, nil
}

// maxName bounds the name of a game, in characters: it stands in front of everything that is said
// about the game.
const maxName = 40

// cleanName takes control characters and superfluous spaces out of a typed name; false if it is too
// long.
func cleanName(typed string) (string, bool) {
	if len(typed) > 4*discord.MaxContent {
		return "", false
	}
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, typed)
	name := strings.Join(strings.Fields(visible), " ")
	return name, len([]rune(name)) <= maxName
}

// open creates the game with its host as first player and answers the host.
func (h *Handlers) open(ctx context.Context, r *route.Request, g match.Game) (*route.Reply, error) {
	reply, err := route.Acting(ctx, r, func(ctx context.Context) (*route.Reply, error) {
		call := r.Call("")
		call.Typed = r.Typed()
		opened, isNew, err := h.Games.Open(ctx, call, func() (match.Game, error) {
			var err error
			g.ID, err = h.freeID(ctx, r.User.ID)
			return g, err
		})
		if err != nil {
			return nil, err
		}
		if isNew {
			if begun, ok := h.startAlone(ctx, r, opened); ok {
				return route.Whisper(started(r, begun)), nil
			}
		}
		return h.welcome(r, opened.ID), nil
	})
	if err == nil {
		reply.Ephemeral = true // as the welcome is
	}
	return reply, err
}

// rematch opens a lobby for the same title and map and invites the same people. It can start
// without those who decline.
func (h *Handlers) rematch(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.Games.Table(ctx, id)
	if err != nil {
		return nil, err
	}
	far := !discord.PlaceOf(t.Channel).Writes && r.Channel != t.Channel
	switch {
	case !t.Concerns(r.User.ID): // an owner with a stand-in at the end can ask for it too
		_, err := t.Game.Seated(r.By())
		return nil, err
	case t.State == match.Running:
		return nil, route.Fail("game-running", "Game", string(id))
	case t.State == match.Lobby:
		return nil, route.Fail("not-started", "Game", string(id))
	case t.Channel == "":
		return nil, route.Fail("place-gone")
	case r.Guild != "" && r.Guild != t.Guild, far: // only there the others hear of it
		where := discord.MentionChannel(t.Channel)
		return nil, route.Fail("there-only", "Where", where)
	}
	open, err := h.rematchOf(ctx, t.Game)
	switch {
	case err != nil:
		return nil, err
	case open != "":
		return h.join(ctx, r, open) // another player was faster
	}
	if err := message.MayRepeat(t.Edition()); err != nil {
		return nil, err
	}
	decided, err := hall.Of(ctx, h.Store, t.Guild)
	if err != nil {
		return nil, err
	}
	if err := h.mayOpen(ctx, r, decided, t.Guild, t.Channel); err != nil {
		return nil, err
	}
	g := again(t, r.User.ID)
	if g.Channel = decided.Place(t.Channel); decided.Hall == "" && t.AtTable {
		g.Thread, g.AtTable = t.Thread, t.Thread != ""
	}
	return h.open(ctx, r, g)
}

// again returns the row of a lobby that repeats a game at the wish of one of its players: with its
// computers, and the owners of the other seats invited.
func again(t *play.Table, host match.UserID) match.Game {
	g := match.NewGame(t.Edition(), match.Kept(t.Options))
	g.Map, g.Guild, g.Locale = t.Map, t.Guild, t.Locale
	g.Pace, g.Weekends, g.Wanted = t.Pace, t.Weekends, t.Wanted
	g.Terms = match.Terms{
		Name: t.Name, Entry: t.Entry, InOrder: t.InOrder, Public: t.Public, Delay: t.Delay,
		Unaided: t.Unaided, Advice: t.Advice, Unreviewed: t.Unreviewed, Contacted: t.Contacted,
		After: t.ID, Series: t.Rematch(match.TeamSize(t.Edition())),
	}
	for _, s := range t.Seats {
		switch holder := s.Holder(); {
		case s.Level != "":
			g.Seats = append(g.Seats, match.Seat{Name: s.Name, Level: s.Level})
		case holder != host && holder != "":
			g.Invited = append(g.Invited, holder)
		}
	}
	return g
}

// rematchOf finds the lobby that a player of a game has opened to repeat it, "" if there is none.
func (h *Handlers) rematchOf(ctx context.Context, old match.Game) (match.GameID, error) {
	for _, user := range slices.Concat(match.Holders(old.Seats), match.Users(old.Seats)) {
		lobbies, err := h.Store.GamesOf(ctx, user, match.Lobby)
		if err != nil {
			return "", err
		}
		for _, g := range lobbies {
			if g.After == old.ID {
				return g.ID, nil
			}
		}
	}
	return "", nil
}

func (h *Handlers) completeNew(_ context.Context, r *route.Request) (*route.Reply, error) {
	suggest := h.Atlas.Suggest
	if r.Focused().Name == "variant" {
		suggest = h.Atlas.SuggestVariants
	}
	return &route.Reply{Choices: suggest(r.Texts, r.Option("title"), r.Focused().Value)}, nil
}

// freeID is play.NewID for a user's game beside the other open ones, which must not be too many.
func (h *Handlers) freeID(ctx context.Context, user match.UserID) (match.GameID, error) {
	games, err := h.Store.GamesOf(ctx, user, match.Lobby, match.Running)
	if err != nil {
		return "", err
	}
	if len(games) >= match.MaxGames {
		return "", route.Fail("too-many-games", "Most", match.MaxGames)
	}
	return h.Games.NewID(ctx)
}
