package season

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What buttons do.
const (
	join    = "join"
	leave   = "leave"
	look    = "look"
	agree   = "agree"
	decline = "decline"
	begin   = "begin"
	extend  = "extend"
	next    = "next"
)

const day = 24 * time.Hour

// Register adds the routes.
func (s *Seasons) Register(t *route.Router) {
	t.Slash("league new", s.preview)
	t.Slash("league duplicate", s.duplicate)
	t.Slash("league show", s.show)
	t.Slash("league pair", s.pair)
	t.Slash("league manage", s.manage)
	t.Click(customid.League, s.openSeason)
	t.Click(customid.Season, s.press)
	t.Click(customid.Evening, s.press)
}

// read reads the rules of a season: title, seats at a table, games a person, weeks, pace, sides in
// a division, and how many move up and down.
func (s *Seasons) read(given []string) (r league.Rules, err error) {
	if len(given) != 7 {
		return r, route.Fail("title-unknown")
	}
	title, known := s.Atlas.Title(given[0])
	if !known {
		return r, route.Fail("title-unknown")
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(given[i])
		return n
	}
	size := match.TeamSize(title)
	r = league.Rules{
		Title: given[0], Pace: given[4], Seats: number(1) / size, Pairs: size > 1, Games: number(2),
		Most: number(5), Moves: number(6),
	}
	r.Every = time.Duration(number(3)) * 7 * day / time.Duration(max(r.Games, 1))
	if !slices.Contains(title.SeatCounts(), number(1)) {
		return r, match.SeatCountRefusal(title)
	}
	return r, r.Check()
}

// mayArrange refuses a request of somebody who may not open leagues, or where the bot cannot write.
func (s *Seasons) mayArrange(ctx context.Context, r *route.Request) (string, error) {
	if r.Guild == "" || r.Absent {
		return "", route.Fail("guild-only")
	}
	d, err := hall.Of(ctx, s.Store, r.Guild)
	if err == nil && !d.MayOpenLeague(r) {
		err = route.Fail("season-organiser")
	}
	if err == nil {
		err = r.MayWrite()
	}
	return cmp.Or(d.Language, r.Texts.Catalog().Known(r.GuildLocale, locale.Fallback)), err
}

// preview shows what a season would be, and asks whether to open it: /league new.
func (s *Seasons) preview(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if _, err := s.mayArrange(ctx, r); err != nil {
		return nil, err
	}
	given := []string{r.Option("title")}
	for _, option := range [][2]string{
		{"seats", "3"}, {"rounds", "6"}, {"weeks", "8"}, {"pace", match.DefaultPace}, {"division", "12"},
		{"promotion", "1"},
	} {
		given = append(given, cmp.Or(r.Option(option[0]), option[1]))
	}
	if title, known := s.Atlas.Title(given[0]); known && r.Option("seats") == "" {
		given[1] = strconv.Itoa(min(3*match.TeamSize(title), slices.Max(title.SeatCounts())))
	}
	rules, err := s.read(given)
	if err != nil {
		return nil, err
	}
	lines := s.heading(ctx, r.Texts, &Kept{Season: &league.Season{Number: 1, Rules: rules}})
	id := customid.ID{Action: customid.League, Choice: strings.Join(given, ".")}
	return route.Private(r, discord.Message{
		Content: discord.Lines(append(lines, r.Texts.Say("season.preview"))),
		Rows: discord.Buttons(discord.NewButton(discord.Success, r.Texts.Say("season.button-open"),
			id.Print())),
	}), nil
}

// openSeason opens the season of a preview.
func (s *Seasons) openSeason(ctx context.Context, r *route.Request) (*route.Reply, error) {
	rules, err := s.read(strings.Split(r.Pressed.Choice, "."))
	if err != nil {
		return nil, err
	}
	return s.arrange(ctx, r, "season/", func(k *Kept) error {
		season, err := league.New(rules, k.Evening.Seed, r.Now.Add(7*day))
		k.Season, k.Evening = &season, Evening{}
		return err
	})
}

// duplicate opens an evening: /league duplicate.
func (s *Seasons) duplicate(ctx context.Context, r *route.Request) (*route.Reply, error) {
	title, known := s.Atlas.Title(r.Option("title"))
	if !known {
		return nil, route.Fail("title-unknown")
	}
	seats, _ := strconv.Atoi(cmp.Or(r.Option("seats"), strconv.Itoa(slices.Min(title.SeatCounts()))))
	pace, paced := match.FindPace(cmp.Or(r.Option("pace"), match.DefaultPace))
	switch {
	case !slices.Contains(title.SeatCounts(), seats):
		return nil, match.SeatCountRefusal(title)
	case !paced:
		return nil, route.Fail("no-such-pace")
	}
	return s.arrange(ctx, r, "evening/", func(k *Kept) error {
		k.Evening.Title, k.Evening.Seats, k.Evening.Pace = title.ID(), seats, pace.ID
		return nil
	})
}

// mostListed bounds the seasons and evenings of a server that can be looked up.
const mostListed = 10

func listKey(server match.ServerID) string { return "seasons/" + string(server) }

// arrange keeps a new season or evening, which has a seed then, and has it announced. A double tap
// means the same one.
func (s *Seasons) arrange(ctx context.Context, r *route.Request, kind string,
	fill func(*Kept) error,
) (*route.Reply, error) {
	language, err := s.mayArrange(ctx, r)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(cmp.Or(string(r.Message), r.ID)))
	name := kind + hex.EncodeToString(sum[:5])
	err = storage.Change(ctx, s.Store, listKey(r.Guild), func(list *[]string) error {
		if !slices.Contains(*list, name) {
			*list = append((*list)[max(0, len(*list)+1-mostListed):], name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = s.change(ctx, name, func(k *Kept) ([]Note, error) {
		if k.Server != "" {
			return nil, match.ErrUnchanged
		}
		*k = Kept{Server: r.Guild, Channel: r.Channel, Locale: language, Host: r.User.ID}
		if _, err := io.ReadFull(s.Rand, k.Evening.Seed[:]); err != nil {
			return nil, fmt.Errorf("draw a seed: %w", err)
		}
		return nil, fill(k)
	})
	if err = settled(err); err != nil {
		return nil, err
	}
	return route.Answer(r, discord.Message{Content: r.Texts.Say("season.opened")}), nil
}

// find returns the season or evening of a server that a request is about: the one of a button, that
// of its user, or the last.
func (s *Seasons) find(ctx context.Context, r *route.Request) (name string, k Kept, err error) {
	list, err := storage.SettingOf[[]string](ctx, s.Store, listKey(r.Guild))
	if err != nil {
		return "", k, err
	}
	if r.Pressed.Key != "" {
		list = []string{string(r.Pressed.Action) + "/" + r.Pressed.Key}
	}
	for _, one := range slices.Backward(list) {
		found, err := s.kept(ctx, one)
		if err != nil {
			return "", k, err
		}
		own := found.Host == r.User.ID || slices.Contains(found.people(), r.User.ID)
		if name == "" || own && !found.over() {
			name, k = one, found
		}
		if own && !found.over() {
			break
		}
	}
	if name == "" || r.Guild != k.Server && !r.Alone() {
		err = route.Fail("season-unknown")
	}
	return name, k, err
}

// show shows a season with one's own games: /league show.
func (s *Seasons) show(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r)
	if err != nil {
		return nil, err
	}
	lines := s.heading(ctx, r.Texts, &k)[:1]
	var own []string
	if k.Season != nil {
		own, err = s.own(ctx, r.Texts, &k, name, r.User.ID)
	}
	if err == nil && own == nil {
		var m discord.Message
		m, _, err = s.Shown(ctx, r.Texts.Catalog().Texts, name)
		lines = []string{m.Content}
	}
	return route.Private(r, discord.Message{Content: discord.Lines(append(lines, own...))}), err
}

// press does what a button of a season or an evening is for.
func (s *Seasons) press(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r)
	if err != nil {
		return nil, err
	}
	d, err := hall.Of(ctx, s.Store, k.Server)
	if err != nil {
		return nil, err
	}
	does, user := r.Pressed.Choice, r.User.ID
	switch does {
	case look:
		return s.show(ctx, r)
	case begin, extend, next:
		if user != k.Host && !d.MayOpenLeague(r) {
			return nil, route.Fail("season-organiser")
		}
	case join, agree:
		if _, banned := d.Banned(user, r.Now); banned || r.User.Bot {
			return nil, route.Fail("season-banned")
		}
	}
	partner := match.UserID(r.Pressed.User)
	if does == next {
		return s.arrange(ctx, r, "season/", func(n *Kept) error {
			season, err := k.Season.Next(k.Season.Rules, n.Evening.Seed, r.Now.Add(7*day))
			n.Season, n.Evening = &season, Evening{}
			return err
		})
	}
	err = s.change(ctx, name, func(k *Kept) ([]Note, error) {
		switch {
		case k.Season == nil:
			return s.ofEvening(ctx, k, name, does, user)
		case does == join && k.Season.Rules.Pairs:
			return nil, route.Fail("season-pair")
		case does == join:
			return s.decide(ctx, k, name, league.SignUp{Users: []match.UserID{user}})
		case does == leave:
			return s.decide(ctx, k, name, league.Leave{User: user})
		case does == begin:
			return s.decide(ctx, k, name, league.Start{})
		case does == extend:
			return s.decide(ctx, k, name, league.Extend{By: 7 * day})
		case k.Asked[partner].With != user:
			return nil, route.Fail("season-not-asked")
		}
		told := []Note{{Of: name, What: does, Who: user, to: partner}}
		k.Asked[partner] = asked{At: k.Asked[partner].At}
		if does == decline {
			return told, nil
		}
		more, err := s.decide(ctx, k, name, league.SignUp{Users: []match.UserID{partner, user}})
		return append(told, more...), err
	})
	if err != nil {
		return nil, err
	}
	if does == join || does == agree {
		err = s.greet(ctx, r, &k)
	}
	return r.Whisper("season.done-" + does), err
}

// greet opens the direct messages of somebody who takes part, and notes what they are called.
func (s *Seasons) greet(ctx context.Context, r *route.Request, k *Kept) error {
	_, err := s.People.Greet(ctx, r, discord.Message{
		Content: r.Texts.Say("season.hello", "Heading", s.heading(ctx, r.Texts, k)[0]),
		Nonce:   "sh" + r.ID,
	})
	return err
}

// ofEvening changes an evening by a button.
func (s *Seasons) ofEvening(ctx context.Context, k *Kept, name, does string, user match.UserID,
) ([]Note, error) {
	e := &k.Evening
	at := slices.Index(e.Users, user)
	switch {
	case e.Tables != nil:
		return nil, route.Fail("evening-begun")
	case does == begin:
		return s.deal(ctx, k, name)
	case does == join && at >= 0:
		return nil, match.Refuse("season-in")
	case does == join && len(e.Users) >= e.Seats*league.MostTables:
		return nil, match.Refuse("season-full", "Most", len(e.Users))
	case does == join:
		e.Users = append(e.Users, user)
	case does == leave && at >= 0:
		e.Users = slices.Delete(e.Users, at, at+1)
	default:
		return nil, match.Refuse("season-out")
	}
	return nil, nil
}

// askAgain is after how long somebody can ask for another partner.
const askAgain = time.Hour

// pair asks somebody to be the user's partner in a season: /league pair.
func (s *Seasons) pair(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r)
	if err != nil {
		return nil, err
	}
	with := match.UserID(r.Option("player"))
	err = s.change(ctx, name, func(k *Kept) ([]Note, error) {
		switch was := k.Asked[r.User.ID]; {
		case k.Season == nil || !k.Season.Rules.Pairs:
			return nil, route.Fail("season-alone")
		case r.Now.Sub(was.At) < askAgain:
			return nil, route.Fail("season-asked", "Until", speech.Stamp(was.At.Add(askAgain), "R"))
		case with == r.User.ID || with == "":
			return nil, match.Refuse("season-side", "Count", 2)
		case k.Season.SideOf(r.User.ID) >= 0 || k.Season.SideOf(with) >= 0:
			return nil, match.Refuse("season-in")
		case k.Asked == nil:
			k.Asked = map[match.UserID]asked{}
		}
		k.Asked[r.User.ID] = asked{With: with, At: r.Now}
		return []Note{{Of: name, What: "asked", Who: r.User.ID, to: with}}, nil
	})
	if err == nil {
		err = s.greet(ctx, r, &k)
	}
	return r.Whisper("season.pair-asked", "Who", discord.MentionUsers(with)), err
}

// manage shows an organiser who holds up what, after annulling a game or having somebody replaced:
// /league manage.
func (s *Seasons) manage(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r)
	if err != nil {
		return nil, err
	}
	d, err := hall.Of(ctx, s.Store, r.Guild)
	if err == nil && k.Host != r.User.ID && !d.MayOpenLeague(r) {
		err = route.Fail("season-organiser")
	}
	if err != nil {
		return nil, err
	}
	game, player, by := match.GameID(r.Option("annul")), r.Option("player"), r.Option("by")
	for of, id := range k.Games {
		if _, at, _ := split(of); id == game && len(at) == 2 {
			err = s.give(ctx, name, league.Annul{
				Division: at[0], Fixture: at[1], Reason: discord.PlainText(r.Option("reason")),
			})
		}
	}
	if err == nil && player != "" {
		err = s.give(ctx, name, league.Substitute{Who: match.UserID(player), By: match.UserID(by)})
	}
	if err == nil {
		k, err = s.kept(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	lines := append(s.heading(ctx, r.Texts, &k), r.Texts.Say("season.manage"))
	for _, w := range k.wanted(name) {
		g, err := s.Store.Game(ctx, k.Games[w.of])
		if err != nil {
			return nil, err
		}
		until := ""
		if ends := message.FirstEnd(g, ""); !ends.IsZero() {
			until = speech.Stamp(ends, "R")
		}
		lines = append(lines, r.Texts.Say("season.held-up", "Round", w.round, "Game", string(g.ID),
			"Where", message.Where(r.Texts, g), "Who", who(r.Texts, g.ToMove), "Until", until))
	}
	m := discord.Message{Content: discord.Lines(lines)}
	switch {
	case k.Season == nil && k.Evening.Tables == nil:
		m.Rows = discord.Buttons(pressed(r.Texts, discord.Success, name, begin))
	case k.Season == nil:
	case k.over():
		m.Rows = discord.Buttons(pressed(r.Texts, discord.Success, name, next))
	default:
		m.Rows = discord.Buttons(pressed(r.Texts, discord.Secondary, name, extend))
		if k.Season.State == league.Open {
			m.Rows[0].Buttons = append(m.Rows[0].Buttons, pressed(r.Texts, discord.Success, name, begin))
		}
	}
	return route.Private(r, m), nil
}

func (s *Seasons) give(ctx context.Context, name string, wanted league.Command) error {
	return s.change(ctx, name, func(k *Kept) ([]Note, error) {
		return s.decide(ctx, k, name, wanted)
	})
}
