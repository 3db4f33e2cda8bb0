package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// show says what was decided about the server: /admin show.
func (o *Office) show(ctx context.Context, r *route.Request) (route.Reply, error) {
	d, err := o.Decided(ctx, r.Guild)
	if err != nil {
		return route.Reply{}, err
	}
	open, err := o.Store.OpenGamesOn(ctx, r.Guild)
	if err != nil {
		return route.Reply{}, fmt.Errorf("list the games of server %s: %w", r.Guild, err)
	}
	return route.Whisper(d.describe(r.Texts, len(open))), nil
}

// describe says what was decided, a line each.
func (d Decisions) describe(texts *locale.Texts, open int) string {
	lines := []string{texts.Say("admin.heading"), texts.Say("admin.open", "Count", open)}
	add := func(decided bool, yes, no string, args ...any) {
		if decided {
			lines = append(lines, texts.Say(yes, args...))
		} else {
			lines = append(lines, texts.Say(no))
		}
	}
	add(d.Role != "", "admin.role", "admin.role-any", "Role", mentionRole(d.Role))
	add(len(d.Channels) > 0, "admin.channels", "admin.channels-any", "Channels", mentionChannels(d.Channels))
	add(d.Most > 0, "admin.most", "admin.most-any", "Most", d.Most)
	if d.Language != "" {
		lines = append(lines, texts.Say("admin.language", "Language", texts.Catalog().Name(d.Language)))
	} else {
		lines = append(lines, texts.Say("admin.language-any"))
	}
	return strings.Join(lines, "\n")
}

// maxDecides bounds how often a decision is tried again: few people manage a server.
const maxDecides = 10

// decide changes what was decided: /admin games. What is not given stays, also what somebody else decides at the same time.
func (o *Office) decide(ctx context.Context, r *route.Request) (route.Reply, error) {
	for range maxDecides {
		err := o.decideOnce(ctx, r)
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return route.Reply{}, err
		}
		return o.show(ctx, r)
	}
	return route.Reply{}, route.Fail("busy")
}

// decideOnce is one attempt; storage.ErrStale if somebody else was faster.
func (o *Office) decideOnce(ctx context.Context, r *route.Request) error {
	d, before, err := o.read(ctx, r.Guild)
	if err != nil {
		return err
	}
	for _, change := range []func(*Decisions, *route.Request) error{readRole, readChannels, readMost, readLanguage} {
		if err := change(&d, r); err != nil {
			return err
		}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("write the decisions of server %s: %w", r.Guild, err)
	}
	if err := o.Store.SwapSetting(ctx, key(r.Guild), before, string(text)); err != nil {
		return fmt.Errorf("keep the decisions of server %s: %w", r.Guild, err)
	}
	return nil
}

// readRole reads who may open games. The role of everybody on a server has the server's ID.
func readRole(d *Decisions, r *route.Request) error {
	switch role := match.ServerID(r.Option("role")); {
	case role == "":
	case role == r.Guild:
		d.Role = ""
	default:
		d.Role = string(role)
	}
	return nil
}

// readChannels adds the channel of the request to those where games may be opened, takes it out, or allows all.
func readChannels(d *Decisions, r *route.Request) error {
	here := r.Channel
	if r.Parent != "" {
		here = r.Parent
	}
	others := slices.DeleteFunc(slices.Clone(d.Channels), func(c match.ChannelID) bool { return c == here })
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

func readMost(d *Decisions, r *route.Request) error {
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

func readLanguage(d *Decisions, r *route.Request) error {
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

func mentionRole(id string) string { return "<@&" + id + ">" }

func mentionChannels(ids []match.ChannelID) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = discord.MentionChannel(id)
	}
	return strings.Join(list, ", ")
}
