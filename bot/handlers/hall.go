package handlers

import (
	"context"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/posts"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// place has a new game played where it is asked for: in the server's hall; in a thread in which
// there is no game, if it is one of the hall or there is none; else in the channel.
func (h *Handlers) place(ctx context.Context, r *route.Request, d hall.Decisions, g *match.Game,
) error {
	if r.Absent {
		return route.Fail("not-a-member")
	}
	g.Guild, g.Channel = r.Guild, d.Place(r.Channel)
	free := r.Parent != "" && (d.Hall == "" || d.Hall == r.Parent)
	if free {
		here, err := h.Store.GamesAt(ctx, r.Channel)
		if err != nil {
			return err
		}
		free = !slices.ContainsFunc(here, func(g match.Game) bool {
			return g.State == match.Lobby || g.State == match.Running
		})
	}
	switch {
	case free:
		g.Channel, g.Thread, g.AtTable = r.Parent, r.Channel, true
	case d.Hall != "" && d.Hall != r.Channel:
		return nil
	case r.Parent != "":
		return route.Fail("not-in-thread")
	case r.Threadless:
		return route.Fail("not-in-voice")
	case r.Alone(): // there the bot can do all that it needs: the game has no thread
		return nil
	}
	return r.MayWrite()
}

// setHall decides where the tables of a server stand, and which roles open leagues and are called:
// /admin hall.
func (h *Handlers) setHall(ctx context.Context, r *route.Request) (*route.Reply, error) {
	wanted := match.ChannelID(r.Option("hall"))
	if err := h.mayBeHall(ctx, r, wanted); err != nil {
		return nil, err
	}
	for _, o := range r.Options {
		if o.Name == "call" && !o.Mentionable && o.Value != string(r.Guild) {
			return nil, route.Fail("role-unmentionable", "Role", discord.MentionRole(o.Value))
		}
	}
	var decided hall.Decisions
	err := hall.Change(ctx, h.Store, r.Guild, func(d *hall.Decisions) error {
		if wanted != "" || r.Option("tables") == "anywhere" {
			d.Hall = wanted
		}
		readRole(&d.Leagues, r, "leagues")
		readRole(&d.Call, r, "call")
		decided = *d
		return nil
	})
	if err != nil {
		return nil, err
	}
	lines, err := h.describeHall(ctx, r.Texts, decided)
	return route.Whisper(strings.Join(lines, "\n")), err
}

// mayBeHall refuses a channel that cannot be the hall of the server.
func (h *Handlers) mayBeHall(ctx context.Context, r *route.Request, wanted match.ChannelID) error {
	if wanted == "" {
		return nil
	}
	about, err := h.Forums.Of(ctx, wanted, true)
	switch {
	case discord.IsGone(err):
		return route.Fail("hall-hidden", "Channel", discord.MentionChannel(wanted))
	case err != nil:
		return err
	case !about.Is() && !discord.IsText(about.Channel), about.GuildID != string(r.Guild):
		return route.Fail("hall-neither")
	case about.Refuses():
		return route.Fail("hall-wants-tag", "Tag", r.Texts.Say("hall.tag-open"))
	case wanted == r.Channel:
		return r.MayWrite()
	}
	return nil
}

// describeHall says what was decided about the hall of a server, and what its forum lacks.
func (h *Handlers) describeHall(ctx context.Context, texts *locale.Texts, d hall.Decisions,
) ([]string, error) {
	lines := []string{texts.Say("hall.none")}
	if d.Hall != "" {
		lines[0] = texts.Say("hall.is", "Channel", discord.MentionChannel(d.Hall))
		forum, err := h.Forums.Of(ctx, d.Hall, true)
		switch {
		case discord.IsGone(err):
			lines = append(lines, texts.Say("hall.gone"))
		case err != nil:
			return nil, err
		case forum.Is():
			lines = append(lines, forum.Describe(texts, h.Atlas.Titles())...)
		}
	}
	if d.Leagues != "" {
		lines = append(lines, texts.Say("hall.leagues", "Role", discord.MentionRole(d.Leagues)))
	}
	if d.Call != "" {
		lines = append(lines, texts.Say("hall.calls", "Role", discord.MentionRole(d.Call)))
	}
	return lines, nil
}

// summon calls the server's players to a lobby, for somebody who has a seat there.
func (h *Handlers) summon(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	g, err := h.row(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := g.Seated(r.By()); err != nil {
		return nil, err
	}
	if err := g.IsLobby(); err != nil {
		return nil, err
	}
	if err := hall.CallOnce(ctx, h.Store, g, r.Now, h.Messages.Summons(g)); err != nil {
		return nil, err
	}
	h.Wake()
	return r.Whisper("hall.called"), nil
}

// listSeats has the open seats of a server listed in the channel of the request, or nowhere:
// /admin seats.
func (h *Handlers) listSeats(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Option("channel") == "here" {
		if err := r.MayWrite(); err != nil {
			return nil, err
		}
		language, err := h.tableLanguage(ctx, r)
		if err != nil {
			return nil, err
		}
		err = h.enqueue(ctx, h.Messages.SeatsIn(r.Interaction, language))
		return r.Whisper("hall.seats-on"), err
	}
	err := storage.Insist(func() error { // it may be edited just now
		lists, err := h.Store.PostsOn(ctx, r.Guild)
		for _, p := range lists {
			if off := p; p.Kind == posts.Seats && err == nil {
				off.Subject = posts.SeatsOff
				err = h.Store.SwapPost(ctx, &p, &off)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.Whisper("hall.seats-off"), h.enqueue(ctx, posts.OfServer(r.Guild, r.Now))
}
