package lobby

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// maxName bounds the name of a game, in characters: it stands in front of everything that is said about the game.
const maxName = 40

// agree reads from /game new what is agreed on at the table: its name and language, who may join, and who begins.
func (l *Lobby) agree(ctx context.Context, g *match.Game, r *route.Request) error {
	var ok bool
	if g.Name, ok = cleanName(r.Option("name")); !ok {
		return route.Fail("name-too-long", "Most", maxName)
	}
	switch entry := match.Entry(r.Option("join")); entry {
	case "open", match.EntryOpen:
	case match.EntryInvited, match.EntryClosed:
		g.Entry = entry
	default:
		return route.Fail("no-such-entry")
	}
	switch r.Option("first") {
	case "", "lot":
	case "joined":
		g.InOrder = true
	default:
		return route.Fail("no-such-first")
	}
	g.Delay = r.Option("delay")
	if !slices.Contains(append(match.Delays(), ""), g.Delay) {
		return route.Fail("no-such-delay")
	}
	decided, err := l.Policy.Language(ctx, r.Guild)
	if err != nil {
		return fmt.Errorf("ask for the language of a server: %w", err)
	}
	spoken := r.GuildLocale
	if r.Guild == "" {
		spoken = r.Locale // nobody has chosen a language for all who are there
	}
	g.Locale = cmp.Or(r.Option("language"), decided, r.Texts.Catalog().Known(spoken, l.Language()))
	if known := r.Texts.Catalog().Languages(); !slices.Contains(known, g.Locale) {
		return route.Fail("no-such-language", "Languages", strings.Join(known, ", "))
	}
	return nil
}

// cleanName takes control characters and superfluous spaces out of a typed name; false if it is too long.
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

// rename gives a game a name, or takes it away: in the lobby the host does, later any player.
func (l *Lobby) rename(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	name, ok := cleanName(r.Option("name"))
	if !ok {
		return route.Reply{}, route.Fail("name-too-long", "Most", maxName)
	}
	_, err := l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat := g.SeatOf(r.User.ID)
		switch {
		case seat == engine.Public:
			return nil, play.NotSeated(*g, r)
		case g.State == match.Lobby && g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		case g.State != match.Lobby && g.State != match.Running:
			return nil, stateProblem(*g)
		case g.Name == name:
			return nil, nil
		}
		g.Name = name
		if g.State == match.Lobby {
			lobby := l.Teller.AboutRow(*g, tell.Lobby, engine.Public)
			return []storage.Message{lobby, l.Teller.AboutRow(*g, tell.Invites, engine.Public)}, nil
		}
		return []storage.Message{l.Teller.AboutRow(*g, tell.Renamed, seat), l.Teller.Retitle(*g)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	if name == "" {
		return route.Whisper(r.Texts.Say("lobby.unnamed", "Game", string(id))), nil
	}
	return route.Whisper(r.Texts.Say("lobby.renamed", "Game", string(id), "Name", discord.Plain(name))), nil
}
