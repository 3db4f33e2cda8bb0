package handlers

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// Bounds of what can be decided.
const (
	maxChannels = 25
	maxMost     = 500
)

// pardon gives a player the seat back, with all the time that the pace begins with: /admin pardon.
func (h *Handlers) pardon(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	user := match.UserID(r.Option("player"))
	d := hall.Deed{Kind: hall.Pardoned, Who: []match.UserID{user}}
	t, _, err := h.managed(ctx, r, id, match.Pardon{User: user}, d)
	if err != nil {
		return nil, err
	}
	name := discord.Plain(t.NameOf(user))
	return r.Whisper("admin.pardoned", "Game", string(id), "Name", name), nil
}

// unrate takes a game, or a player's seat, out of the ratings, or back in: /admin unrate.
func (h *Handlers) unrate(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	user, reason := match.UserID(r.Option("player")), reasonOf(r)
	d := hall.Deed{Kind: hall.Unrated, Reason: reason}
	if user != "" {
		d.Who = []match.UserID{user}
	}
	_, change, err := h.managed(ctx, r, id, match.Unrate{Player: user, Reason: reason}, d)
	if err != nil {
		return nil, err
	}
	back := change != nil && change.Events[0].Event.(match.TakenOut).Back
	who := discord.MentionUsers(user)
	switch {
	case user != "" && back:
		return r.Whisper("admin.unrated-seat-back", "Game", string(id), "Name", who), nil
	case user != "":
		return r.Whisper("admin.unrated-seat", "Game", string(id), "Name", who), nil
	case back:
		return r.Whisper("admin.unrated-back", "Game", string(id)), nil
	}
	return r.Whisper("admin.unrated", "Game", string(id)), nil
}

// end cancels a game: /admin end.
func (h *Handlers) end(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	_, _, err := h.managed(ctx, r, id, match.EndGame{}, hall.Deed{Kind: hall.Ended})
	return r.Whisper("admin.ended", "Game", string(id)), err
}

// mayOpen refuses a request to open a game for a server where that is not wanted.
func (h *Handlers) mayOpen(ctx context.Context, r *route.Request, d hall.Decisions,
	server match.ServerID, channel match.ChannelID,
) error {
	if d.Most == 0 {
		return d.MayOpen(r, server, channel, 0)
	}
	open, err := h.Store.OpenGamesOn(ctx, server)
	if err != nil {
		return err
	}
	return d.MayOpen(r, server, channel, len(open))
}

func (h *Handlers) showDecisions(ctx context.Context, r *route.Request) (*route.Reply, error) {
	d, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return nil, err
	}
	open, err := h.Store.OpenGamesOn(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	about, err := h.Leagues.Describe(ctx, r.Texts, r.Guild)
	if err != nil {
		return nil, err
	}
	post, err := h.Daily.Posting(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	place, err := h.describeHall(ctx, r.Texts, d)
	if err != nil {
		return nil, err
	}
	lines := slices.Concat(describe(r.Texts, d, len(open)), place, about)
	results, err := h.Messages.DescribeResults(ctx, r.Texts, r.Guild)
	if err != nil {
		return nil, err
	}
	lines = append(lines, results, post.Describe(r.Texts))
	return route.Whisper(strings.Join(lines, "\n")), nil
}

// tellResults has the finished games of a server told in the channel of the request, or each where
// its lobby was: /admin results.
func (h *Handlers) tellResults(ctx context.Context, r *route.Request) (*route.Reply, error) {
	var chosen match.ChannelID
	switch r.Option("channel") {
	case "lobby":
	case "here":
		if err := r.MayWrite(); err != nil {
			return nil, err
		}
		chosen = r.Channel
	default:
		return nil, route.Fail("no-such-channel")
	}
	if err := h.Messages.ResultsIn(ctx, r.Guild, chosen); err != nil {
		return nil, err
	}
	return h.showDecisions(ctx, r)
}

func describe(texts *locale.Texts, d hall.Decisions, open int) []string {
	lines := []string{texts.Say("admin.heading"), texts.Say("admin.open", "Count", open)}
	add := func(decided bool, yes, no string, args ...any) {
		if decided {
			lines = append(lines, texts.Say(yes, args...))
		} else {
			lines = append(lines, texts.Say(no))
		}
	}
	add(d.Role != "", "admin.role", "admin.role-any", "Role", discord.MentionRole(d.Role))
	add(len(d.Channels) > 0, "admin.channels", "admin.channels-any",
		"Channels", discord.MentionChannels(d.Channels))
	add(d.Most > 0, "admin.most", "admin.most-any", "Most", d.Most)
	for _, title := range slices.Sorted(maps.Keys(d.Boxes)) {
		lines = append(lines, texts.Say("box.used", "Title", message.TitleOf(texts, title)))
	}
	if d.Language != "" {
		name := texts.Catalog().Name(d.Language)
		lines = append(lines, texts.Say("admin.language", "Language", name))
	} else {
		lines = append(lines, texts.Say("admin.language-any"))
	}
	return lines
}

// decide changes the decisions about a server: /admin games. Options that are left out change
// nothing, not even what somebody else decides at the same time.
func (h *Handlers) decide(ctx context.Context, r *route.Request) (*route.Reply, error) {
	err := hall.Change(ctx, h.Store, r.Guild, func(d *hall.Decisions) error {
		readRole(&d.Role, r, "role")
		for _, read := range []func(*hall.Decisions, *route.Request) error{
			readChannels, readMost, readTablesLanguage,
		} {
			if err := read(d, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return h.showDecisions(ctx, r)
}

// readRole reads a role. The role of everybody on a server has the server's ID.
func readRole(d *string, r *route.Request, option string) {
	switch role := r.Option(option); role {
	case "":
	case string(r.Guild):
		*d = ""
	default:
		*d = role
	}
}

// readChannels adds the channel of the request to those where games may be opened, takes it out, or
// allows all.
func readChannels(d *hall.Decisions, r *route.Request) error {
	here := r.Channel
	if r.Parent != "" {
		here = r.Parent
	}
	others := slices.DeleteFunc(slices.Clone(d.Channels), func(c match.ChannelID) bool {
		return c == here
	})
	switch r.Option("channels") {
	case "":
	case "here":
		if d.Channels = append(others, here); len(d.Channels) > maxChannels {
			return route.Fail("too-many-channels", "Most", maxChannels)
		}
	case "not-here":
		if len(others) == 0 && len(d.Channels) != 1 {
			return route.Fail("no-channels-left")
		}
		d.Channels = others
	case "anywhere":
		d.Channels = nil
	default:
		return route.Fail("no-such-place-for-games")
	}
	return nil
}

func readMost(d *hall.Decisions, r *route.Request) error {
	option := r.Option("most")
	if option == "" {
		return nil
	}
	n, err := strconv.Atoi(option)
	if err != nil || n < 0 || n > maxMost {
		return route.Fail("no-such-number-of-games", "Most", maxMost)
	}
	d.Most = n
	return nil
}

func readTablesLanguage(d *hall.Decisions, r *route.Request) error {
	switch lang, known := r.Option("language"), r.Texts.Catalog().Languages(); {
	case lang == "":
	case lang == "off":
		d.Language = ""
	case slices.Contains(known, lang):
		d.Language = lang
	default:
		return route.Fail("no-such-language", "Languages", strings.Join(known, ", "))
	}
	return nil
}
