package season

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
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
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What buttons do, and /league pair.
const (
	join   = "join"
	leave  = "leave"
	look   = "look"
	pair   = "pair"
	begin  = "begin"
	extend = "extend"
	next   = "next"
)

const day = 24 * time.Hour

// Register adds the routes.
func (s *Seasons) Register(t *route.Router) {
	t.Slash("league new", s.preview)
	t.Slash("league duplicate", s.duplicate)
	t.Slash("league show", s.show)
	t.Slash("league pair", s.act)
	t.Slash("league manage", s.manage)
	t.Click(customid.League, s.openSeason)
	t.Click(customid.Season, s.act)
	t.Click(customid.Evening, s.act)
}

// read reads the rules of a season: title, seats at a table, games a person, weeks, pace, sides in
// a division, and how many move up and down.
func (s *Seasons) read(given []string) (r league.Rules, err error) {
	title, known := s.Atlas.Title(given[0])
	if !known || len(given) != 7 {
		return r, route.Fail("title-unknown")
	}
	var n [7]int
	for i, text := range given {
		n[i], _ = strconv.Atoi(text)
	}
	if n[1] == 0 {
		n[1] = min(3*match.TeamSize(title), slices.Max(title.SeatCounts()))
	}
	if !slices.Contains(title.SeatCounts(), n[1]) {
		return r, match.SeatCountRefusal(title)
	}
	size := match.TeamSize(title)
	r = league.Rules{
		Title: given[0], Seats: n[1] / size, Pairs: size > 1, Games: n[2], Pace: given[4], Most: n[5],
		Moves: n[6], Every: time.Duration(n[3]) * 7 * day / time.Duration(max(n[2], 1)),
	}
	return r, r.Check()
}

// preview shows what a season would be, and asks whether to open it: /league new.
func (s *Seasons) preview(ctx context.Context, r *route.Request) (*route.Reply, error) {
	given := []string{r.Option("title")}
	usual := []string{"0", "6", "8", match.DefaultPace, "12", "1"}
	for i, name := range []string{"seats", "rounds", "weeks", "pace", "division", "promotion"} {
		given = append(given, cmp.Or(r.Option(name), usual[i]))
	}
	rules, err := s.read(given)
	if err == nil {
		_, err = s.runs(ctx, r, "")
	}
	lines := s.heading(ctx, r.Texts, &Kept{Season: league.Season{Number: 1, Rules: rules}})
	id := customid.ID{Action: customid.League, Title: given[0], Choice: strings.Join(given[1:], ".")}
	return route.Private(r, discord.Message{
		Content: discord.Lines(append(lines, r.Texts.Say("season.preview"))),
		Rows: discord.Buttons(discord.NewButton(discord.Success, r.Texts.Say("season.button-open"),
			id.Print())),
	}), err
}

// openSeason opens the season of a preview.
func (s *Seasons) openSeason(ctx context.Context, r *route.Request) (*route.Reply, error) {
	rules, err := s.read(append([]string{r.Pressed.Title}, strings.Split(r.Pressed.Choice, ".")...))
	if err != nil {
		return nil, err
	}
	return s.arrange(ctx, r, "season/", func(k *Kept, seed engine.Seed) (err error) {
		k.Season, err = league.New(rules, seed, r.Now.Add(7*day))
		return err
	})
}

// duplicate opens an evening: /league duplicate.
func (s *Seasons) duplicate(ctx context.Context, r *route.Request) (*route.Reply, error) {
	rules, err := s.read([]string{
		r.Option("title"), cmp.Or(r.Option("seats"), "0"), "1", "1",
		cmp.Or(r.Option("pace"), match.DefaultPace), "6", "0",
	})
	if err != nil {
		return nil, err
	}
	if rules.Pairs { // partners are drawn by lot
		rules.Seats, rules.Pairs = 2*rules.Seats, false
	}
	return s.arrange(ctx, r, "evening/", func(k *Kept, seed engine.Seed) error {
		k.Evening, k.Season = &league.Evening{Seed: seed}, league.Season{
			State: league.Open, Begins: r.Now.Add(7 * day).UTC(), Rules: rules,
		}
		return nil
	})
}

// runs refuses a request that is for the organiser, and for those who may open leagues.
func (s *Seasons) runs(ctx context.Context, r *route.Request, host match.UserID,
) (hall.Decisions, error) {
	d, err := hall.Of(ctx, s.Store, r.Guild)
	if err == nil && host != r.User.ID && !d.MayOpenLeague(r) {
		err = route.Fail("season-organiser")
	}
	return d, err
}

// mostListed bounds the seasons and evenings of a server that can be looked up.
const mostListed = 10

func listKey(server match.ServerID) string { return "seasons/" + string(server) }

// arrange keeps a new season or evening, and has it announced. A double tap means the same one.
func (s *Seasons) arrange(ctx context.Context, r *route.Request, kind string,
	fill func(*Kept, engine.Seed) error,
) (*route.Reply, error) {
	d, err := s.runs(ctx, r, "")
	if err == nil && (r.Absent || r.Threadless || r.Parent != "") {
		err = route.Fail("season-place")
	}
	if err == nil {
		err = r.MayWrite()
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(cmp.Or(string(r.Message), r.ID)))
	name := kind + hex.EncodeToString(sum[:5])
	err = settled(s.change(ctx, name, func(k *Kept) ([]letter, error) {
		if k.Server != "" {
			return nil, match.ErrUnchanged
		}
		*k = Kept{Server: r.Guild, Channel: r.Channel, Host: r.User.ID, Locale: cmp.Or(d.Language,
			r.Texts.Catalog().Known(r.GuildLocale, locale.Fallback))}
		seed, err := s.Games.DrawSeed()
		if err != nil {
			return nil, err
		}
		return nil, fill(k, seed)
	}))
	if err == nil {
		err = storage.Change(ctx, s.Store, listKey(r.Guild), func(list *[]string) error {
			if !slices.Contains(*list, name) {
				*list = append((*list)[max(0, len(*list)+1-mostListed):], name)
			}
			return nil
		})
	}
	return route.Answer(r, discord.Message{Content: r.Texts.Say("season.opened")}), err
}

// find returns the season or evening of a server that a request is about: that of a button, else
// the last one that is meant, or of all.
func (s *Seasons) find(ctx context.Context, r *route.Request, meant func(*Kept) bool,
) (name string, k Kept, err error) {
	list, err := storage.SettingOf[[]string](ctx, s.Store, listKey(r.Guild))
	if r.Pressed.Key != "" {
		list = []string{string(r.Pressed.Action) + "/" + r.Pressed.Key}
	}
	for _, one := range slices.Backward(list) {
		found, failed := s.kept(ctx, one)
		if failed != nil {
			return "", k, failed
		}
		is := meant(&found)
		if name == "" || is {
			name, k = one, found
		}
		if is {
			break
		}
	}
	if err == nil && (name == "" || r.Guild != k.Server && !r.Alone()) {
		err = route.Fail("season-unknown")
	}
	return name, k, err
}

// show shows a season with one's own games: /league show. With few results missing, that takes a
// second.
func (s *Seasons) show(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r, func(k *Kept) bool {
		return k.Host == r.User.ID || slices.Contains(k.people(), r.User.ID)
	})
	return route.LaterPrivate(r, func(ctx context.Context) (m discord.Message, err error) {
		own, err := s.own(ctx, r.Texts, &k, name, r.User.ID)
		if err == nil && own == nil {
			m, _, err = s.Shown(ctx, func(string) *locale.Texts { return r.Texts }, name)
			m.Rows = nil
		} else {
			m.Content = discord.Lines(append(s.heading(ctx, r.Texts, &k)[:1], own...))
		}
		return m, err
	}), err
}

// askAgain is after how long somebody can ask for another partner.
const askAgain = time.Hour

// askedFor is how long a question among partners stands.
const askedFor = 14 * day

// act does what a button of a season or an evening is for, and answers /league pair.
func (s *Seasons) act(ctx context.Context, r *route.Request) (*route.Reply, error) {
	does := cmp.Or(r.Pressed.Choice, pair)
	name, k, err := s.find(ctx, r, func(k *Kept) bool { return k.Season.Rules.Pairs })
	if err != nil {
		return nil, err
	}
	user, greets := r.User.ID, false
	switch does {
	case look:
		if user == k.Host {
			return s.manage(ctx, r)
		}
		return s.show(ctx, r)
	case begin, extend:
		_, err = s.runs(ctx, r, k.Host)
	case next:
		return s.arrange(ctx, r, "season/", func(n *Kept, seed engine.Seed) (err error) {
			n.Season, err = k.Season.Next(k.Season.Rules, seed, r.Now.Add(7*day))
			return err
		})
	case join, pair:
		greets = true
		var d hall.Decisions
		d, err = hall.Of(ctx, s.Store, k.Server)
		if err == nil {
			err = d.Admits(user, r.Now)
		}
		if err == nil {
			err = s.Meet(ctx, k.Server, user)
		}
	}
	if err != nil {
		return nil, err
	}
	var deeds []hall.Deed
	if does == extend {
		deeds = []hall.Deed{{At: r.Now.UTC(), By: user, Kind: hall.Extended}}
	}
	err = s.change(ctx, name, func(k *Kept) ([]letter, error) {
		if k.Evening != nil && k.Season.State != league.Open {
			return nil, route.Fail("evening-begun")
		}
		switch does {
		case join:
			if k.Season.Rules.Pairs {
				return nil, route.Fail("season-pair")
			}
			return s.decide(ctx, k, name, league.SignUp{Users: []match.UserID{user}})
		case leave:
			return s.decide(ctx, k, name, league.Leave{User: user})
		case begin:
			return s.begin(ctx, k, name, league.Start{})
		case extend:
			return s.decide(ctx, k, name, league.Extend{By: 7 * day})
		}
		if r.Pressed.Choice != "" {
			return nil, route.Fail("unknown-button")
		}
		return s.pair(ctx, k, name, user, match.UserID(r.Option("player")))
	}, deeds...)
	if err != nil {
		return nil, err
	}
	if greets { // their direct messages are opened now
		_, err = s.People.Greet(ctx, r, discord.Message{
			Content: r.Texts.Say("season.hello", "Heading", s.heading(ctx, r.Texts, &k)[0]),
			Nonce:   "sh" + r.ID,
		})
	}
	return r.Whisper("season.done-" + does), err
}

// pair asks somebody to be a user's partner. Two who have asked each other are signed up.
func (s *Seasons) pair(ctx context.Context, k *Kept, name string, user, with match.UserID,
) ([]letter, error) {
	maps.DeleteFunc(k.Asked, func(of match.UserID, a asked) bool { // what is over
		return k.Season.SideOf(of) >= 0 || s.Now().Sub(a.At) > askedFor
	})
	was := k.Asked[user]
	absent, err := s.absent(ctx, k)
	if err != nil {
		return nil, err
	}
	again := was.At.Add(askAgain)
	switch {
	case !k.Season.Rules.Pairs:
		return nil, route.Fail("season-alone")
	case k.Season.SideOf(user) >= 0:
		return nil, match.Refuse("season-in")
	case with == user, k.Asked[with].With == user && !absent(with):
		return s.decide(ctx, k, name, league.SignUp{Users: []match.UserID{with, user}})
	case s.Now().Before(again):
		return nil, route.Fail("season-asked", "Until", speech.Stamp(again, "R"))
	case k.Asked == nil:
		k.Asked = map[match.UserID]asked{}
	}
	k.Asked[user] = asked{With: with, At: s.Now()}
	return []letter{{with, "pair", name, user}}, nil
}

// manage shows who holds up what, after annulling a game or having somebody replaced:
// /league manage.
func (s *Seasons) manage(ctx context.Context, r *route.Request) (*route.Reply, error) {
	name, k, err := s.find(ctx, r, func(k *Kept) bool { return k.Host == r.User.ID })
	if err != nil {
		return nil, err
	}
	d, err := s.runs(ctx, r, k.Host)
	if err != nil {
		return nil, err
	}
	var wanted []league.Command
	deed := hall.Deed{
		At: r.Now.UTC(), By: r.User.ID, Kind: hall.Annulled, Game: match.GameID(r.Option("annul")),
		Reason: discord.PlainText(r.Option("reason")),
	}
	for of, id := range k.Games {
		if _, at := split(of); id == deed.Game && len(at) == 2 {
			f := &k.Season.Divisions[at[0]-1].Fixtures[at[1]]
			deed.Who = k.users(f)
			wanted = append(wanted, league.Annul{Division: at[0], Fixture: at[1], Reason: deed.Reason})
		}
	}
	var deeds []hall.Deed
	if deed.Game != "" {
		if deeds = append(deeds, deed); wanted == nil {
			return nil, route.Fail("season-fixture")
		}
	}
	if player, by := r.Option("player"), match.UserID(r.Option("by")); player != "" || by != "" {
		if d.Admits(by, r.Now) != nil {
			return r.Whisper("admin.banned", "Who", discord.MentionUsers(by)), nil
		}
		wanted = append(wanted, league.Substitute{Who: match.UserID(player), By: by})
	}
	if wanted != nil {
		err = s.change(ctx, name, func(now *Kept) ([]letter, error) {
			told, err := s.decide(ctx, now, name, wanted...)
			k = *now
			return told, err
		}, deeds...)
	}
	if errors.Is(err, match.ErrUnchanged) {
		err = match.Refuse("season-fixture")
	}
	if err != nil {
		return nil, err
	}
	lines := s.heading(ctx, r.Texts, &k)
	if k.Evening == nil && k.Season.State != league.Over {
		lines = append(lines, r.Texts.Say("season.manage"))
	}
	for _, w := range k.missing(name) {
		g, err := s.game(ctx, &k, w.of)
		if err != nil {
			return nil, err
		}
		until := ""
		if ends := message.FirstEnd(g, ""); !ends.IsZero() {
			until = speech.Stamp(ends, "R")
		}
		lines = append(lines, r.Texts.Say("season.held-up", "Round", w.round, "Game", string(g.ID),
			"Where", message.Where(r.Texts, g), "Who", who(r.Texts, g.ToMove...), "Until", until))
	}
	m := discord.Message{Content: discord.Lines(lines)}
	one := func(does string) discord.Button {
		return pressed(r.Texts, discord.Secondary, name, does)
	}
	switch {
	case k.Season.State == league.Open:
		m.Rows = discord.Buttons(one(begin), one(extend))
	case k.Evening != nil:
	case k.Season.State == league.Over:
		m.Rows = discord.Buttons(one(next))
	default:
		m.Rows = discord.Buttons(one(extend))
	}
	return route.Private(r, m), nil
}
