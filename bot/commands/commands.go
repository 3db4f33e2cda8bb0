// Package commands has the command tree, its words, its registration and its page of documentation.
package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// commandSpec is a command of the tree. Its words are in the locale files, under "commands" and its
// path.
type commandSpec struct {
	name    string
	games   usable // the games it is meant for; must be set, unless there are subs
	lobby   bool   // it changes the lobby at the table where it is used
	options []optionSpec
	subs    []commandSpec
	manage  bool // for those who manage the server
	// discloses: of a finished game it shows the cards of all, also those that nobody has seen
	discloses bool
}

// optionSpec is an option of a command. Its words are in the locale files under "options" and its
// name without the number at its end, which is appended to the name in every language.
type optionSpec struct {
	name      string
	kind      discord.OptionType
	required  bool
	complete  bool     // has autocomplete
	titles    bool     // its choices are the titles
	languages bool     // its choices begin with the languages, each by its own name
	choices   []string // values of a text, see chosen
	choiceID  string
	off       bool // "off" is written for none
	least     int  // Integer: bounds; 0 and 0: none
	most      int
}

// How many numbered options a command has.
const (
	invited      = 5 // user1, user2, …: everybody but the host in the title with the most seats
	keepOptions  = 6 // ticket1, …: no title offers more tickets at a time (K2)
	shareOptions = 2 // ticket1, ticket2 (S6)
	// ticket1, …: what fits whatever else is declared is added, and the rest is asked for (K8)
	declareOptions = 12
)

func typed(name string) optionSpec {
	return optionSpec{name: name, kind: discord.Text, complete: true}
}

func free(name string) optionSpec { return optionSpec{name: name, kind: discord.Text} }

// chosen is one of some values; their words are in the locale files under an ID and the value.
func chosen(name, id string, values ...string) optionSpec {
	return optionSpec{name: name, kind: discord.Text, choices: values, choiceID: id}
}

func orOff(o optionSpec) optionSpec {
	o.off = true
	return o
}

func yesNo(name string) optionSpec { return optionSpec{name: name, kind: discord.Boolean} }

func person(name string) optionSpec { return optionSpec{name: name, kind: discord.UserOption} }

func aTitle() optionSpec { return optionSpec{name: "title", kind: discord.Text, titles: true} }

func languageOrOff() optionSpec {
	o := chosen("language", "me.language-", "off")
	o.languages = true
	return o
}

func required(o optionSpec) optionSpec {
	o.required = true
	return o
}

// theGame says which game a command is about, for people who play several and are not at the table.
var theGame = typed("game")

func tree(titles []engine.Title) []commandSpec {
	games := []commandSpec{gameCommands(titles)}
	return slices.Concat(games, ownCommands(), moveCommands(), lookCommands(), boxCommands(),
		leagueCommands(), manageCommands())
}

func gameCommands(titles []engine.Title) commandSpec {
	least, most := engine.MaxSeats, 0
	for _, t := range titles {
		least, most = min(least, slices.Min(t.SeatCounts())), max(most, slices.Max(t.SeatCounts()))
	}
	return commandSpec{name: "game", subs: []commandSpec{
		{name: "new", games: noGame, options: append([]optionSpec{
			required(aTitle()),
			typed("map"),
			{name: "seats", kind: discord.Integer, least: least, most: most},
			typed("variant"),
			chosen("pace", "clock.pace-", paces()...),
			yesNo("weekends"),
			yesNo("ways"),
			yesNo("hints"),
			yesNo("review"),
			yesNo("public"),
			chosen("join", "choices.join.", "open", string(match.EntryClosed), string(match.EntryInvited)),
			chosen("first", "choices.first.", "lot", "joined"),
			chosen("delay", "choices.delay.", match.Delays()...),
			free("name"),
			{name: "language", kind: discord.Text, languages: true},
		}, numbered(invited, person("user"))...)},
		{name: "find", games: noGame},
		{name: "avoid", games: noGame, options: []optionSpec{person("player")}},
		{name: "decisions", games: noGame},
		{name: "join", games: joinable, lobby: true, options: []optionSpec{theGame}},
		{name: "leave", games: leavable, lobby: true, options: []optionSpec{theGame}},
		{name: "start", games: hosting, lobby: true, options: []optionSpec{theGame}},
		{name: "cancel", games: hostingOrMoving, lobby: true, options: []optionSpec{theGame}},
		{name: "pause", games: pausable, options: []optionSpec{theGame}},
		{name: "resume", games: paused, options: []optionSpec{theGame}},
		{
			name: "rename", games: hostingOrMoving, lobby: true,
			options: []optionSpec{free("name"), theGame},
		},
		{
			name: "invite", games: hosting, lobby: true,
			options: []optionSpec{required(person("user")), theGame},
		},
		{name: "stand-in", games: owning, options: []optionSpec{
			person("player"), yesNo("conductor"),
			yesNo("now"), theGame,
		}},
		{name: "return", games: standingBack, options: []optionSpec{theGame}},
		{name: "vote-out", games: moving, options: []optionSpec{required(person("player")), theGame}},
		{name: "seat", games: withFreeSeat, options: []optionSpec{theGame}},
		{name: "move-here", games: withoutTable, options: []optionSpec{theGame}},
		{name: "film", games: finished, discloses: true, options: []optionSpec{theGame}},
		{
			name: "share", games: finished, discloses: true,
			options: []optionSpec{yesNo("film"), theGame},
		},
		{name: "record", games: played, discloses: true, options: []optionSpec{theGame}},
		{name: "replay", games: finished, discloses: true, options: []optionSpec{
			{name: "turn", kind: discord.Integer, most: 500}, theGame,
		}},
	}}
}

// ownCommands list the user's games and set what the user wants.
func ownCommands() []commandSpec {
	return []commandSpec{
		{name: "games", games: noGame, options: []optionSpec{yesNo("server")}},
		{name: "me", games: noGame, options: []optionSpec{
			typed("zone"),
			orOff(free("quiet")),
			orOff(free("vacation")),
			orOff(free("digest")),
			orOff(free("drawn-name")),
		}},
		{name: "card", games: noGame},
	}
}

func moveCommands() []commandSpec {
	move := func(name string, options ...optionSpec) commandSpec {
		return commandSpec{name: name, games: moving, options: append(options, theGame)}
	}
	return []commandSpec{
		move("keep", numbered(keepOptions, required(typed("ticket")))...),
		move("pieces", required(typed("trains")), typed("ships")),
		move("draw", required(typed("card")), typed("refill")),
		move("claim", required(typed("route")), typed("cards")),
		move("tickets"),
		move("lay", required(typed("row"))),
		move("port", required(typed("city")), typed("cards")),
		move("exchange", typed("pieces")),
		move("place", required(typed("where"))),
		move("pay", typed("cards")),
		move("withdraw"),
		move("declare", numbered(declareOptions, typed("ticket"))...),
		move("undo"),
		move("share", numbered(shareOptions, required(typed("ticket")))...),
	}
}

// lookCommands show a game or its rules.
func lookCommands() []commandSpec {
	return []commandSpec{
		{name: "hand", games: playedIn, options: []optionSpec{theGame}},
		{name: "plan", games: waiting, options: []optionSpec{theGame}},
		{name: "hint", games: moving, options: []optionSpec{theGame}},
		{name: "board", games: played, options: []optionSpec{
			chosen("text", "choices.text.", boardTexts()...), typed("city"), theGame,
		}},
		{name: "log", games: played, options: []optionSpec{
			chosen("since", "choices.since.", "last"),
			theGame,
		}},
		{name: "rules", games: anyGame, options: []optionSpec{aTitle()}},
		{name: "help", games: noGame},
		{name: "privacy", games: noGame},
		{name: "terms", games: noGame},
		{name: "learn", games: noGame, options: []optionSpec{aTitle(), typed("move")}},
		{name: "puzzle", games: noGame},
		{name: "daily", games: noGame},
		{name: "table", games: noGame, options: []optionSpec{aTitle()}},
		{name: "results", games: noGame, options: []optionSpec{
			person("player"), person("against"),
			{name: "page", kind: discord.Integer, least: 1, most: 1000},
		}},
	}
}

func boxCommands() []commandSpec {
	return []commandSpec{{name: "box", subs: []commandSpec{
		{name: "show", games: noGame, options: []optionSpec{required(aTitle())}},
		{name: "ticket", games: noGame, options: []optionSpec{
			required(aTitle()), required(typed("from")), required(typed("to")),
			required(optionSpec{name: "points", kind: discord.Integer, least: 1, most: MaxPoints}),
		}},
		{name: "export", games: noGame, options: []optionSpec{required(aTitle())}},
		{name: "use", games: noGame, options: []optionSpec{
			required(aTitle()), required(chosen("tickets", "choices.tickets.", "ours", "box")),
		}},
	}}}
}

func leagueCommands() []commandSpec {
	number := func(name string, least, most int) optionSpec {
		return optionSpec{name: name, kind: discord.Integer, least: least, most: most}
	}
	pace := chosen("pace", "clock.pace-", paces()[:len(paces())-1]...)
	seats := number("seats", 2, engine.MaxSeats)
	return []commandSpec{{name: "league", subs: []commandSpec{
		{name: "show", games: noGame},
		{name: "new", games: noGame, options: []optionSpec{
			required(aTitle()), seats, number("rounds", 1, league.MostGames), number("weeks", 1, 52),
			pace, number("division", 4, league.MostInside), number("promotion", 0, 5),
		}},
		{name: "duplicate", games: noGame, options: []optionSpec{required(aTitle()), seats, pace}},
		{name: "pair", games: noGame, options: []optionSpec{required(person("player"))}},
		{name: "manage", games: noGame, options: []optionSpec{
			free("annul"), free("reason"), person("player"), person("by"),
		}},
	}}}
}

// manageCommands are for people who manage a server.
func manageCommands() []commandSpec {
	return []commandSpec{{name: "admin", manage: true, subs: []commandSpec{
		{name: "show", games: noGame},
		{name: "games", games: noGame, options: []optionSpec{
			{name: "role", kind: discord.RoleOption},
			chosen("channels", "choices.channels.", "here", "not-here", "anywhere"),
			{name: "most", kind: discord.Integer, most: 500},
			languageOrOff(),
		}},
		{name: "hall", games: noGame, options: []optionSpec{
			{name: "hall", kind: discord.ChannelOption},
			chosen("tables", "choices.tables.", "anywhere"),
			{name: "leagues", kind: discord.RoleOption},
			{name: "call", kind: discord.RoleOption},
		}},
		{name: "seats", games: noGame, options: []optionSpec{
			required(chosen("channel", "choices.channel.", "here", "off")),
		}},
		{name: "results", games: noGame, options: []optionSpec{
			required(chosen("channel", "choices.channel.", "here", "lobby")),
		}},
		{name: "daily-post", games: noGame, options: []optionSpec{
			required(chosen("channel", "choices.channel.", "here", "off")),
		}},
		{name: "ratings", games: noGame, options: []optionSpec{
			yesNo("rated"), chosen("week", "choices.week.", "here", "off"),
		}},
		{name: "end", games: open, options: []optionSpec{required(typed("game"))}},
		{name: "pardon", games: timed, options: []optionSpec{
			required(typed("game")),
			required(person("player")),
		}},
		{name: "ban", games: noGame, options: []optionSpec{
			required(person("player")), required(free("reason")), free("until"),
		}},
		{name: "unban", games: noGame, options: []optionSpec{required(person("player"))}},
		{name: "unrate", games: rated, options: []optionSpec{
			required(typed("game")), person("player"), free("reason"),
		}},
	}}}
}

// boardTexts lists the texts that a board can be read as.
func boardTexts() []string {
	var list []string
	for _, which := range customid.BoardTexts {
		list = append(list, string(which))
	}
	return list
}

// paces lists what can be chosen as the pace of a game.
func paces() []string {
	var list []string
	for _, p := range match.Paces() {
		list = append(list, p.ID)
	}
	return append(list, match.NoPace)
}

// numbered makes the options user1, user2, … of user; of required ones only the first is.
func numbered(n int, o optionSpec) []optionSpec {
	list := make([]optionSpec, n)
	for i := range list {
		list[i] = o
		list[i].name, list[i].required = o.name+strconv.Itoa(i+1), o.required && i == 0
	}
	return list
}

// WithGame lists the paths of the commands that have the option game.
var WithGame = pathsOf(tree(nil), "", func(c commandSpec) bool {
	return slices.ContainsFunc(c.options, func(o optionSpec) bool { return o.name == theGame.name })
})

func pathsOf(specs []commandSpec, under string, with func(commandSpec) bool) []string {
	var paths []string
	for _, c := range specs {
		if with(c) {
			paths = append(paths, under+c.name)
		}
		paths = append(paths, pathsOf(c.subs, under+c.name+" ", with)...)
	}
	return paths
}

// List returns the command tree for titles, with its words in all languages.
func List(catalog *locale.Catalog, titles []engine.Title) []*discord.Command {
	w := wording{catalog, titles}
	var list []*discord.Command
	for _, spec := range tree(titles) {
		list = append(list, discord.NewCommand(*w.command(spec, "commands"), spec.manage))
	}
	return list
}

// wording adds the words of the locale files to the command tree.
type wording struct {
	catalog *locale.Catalog
	titles  []engine.Title
}

func (w wording) command(spec commandSpec, under string) *discord.CommandOption {
	id := under + "." + spec.name
	o := w.worded(id, spec.name, "")
	o.Type = discord.SubCommand
	for _, sub := range spec.subs {
		o.Options = append(o.Options, w.command(sub, id))
	}
	for _, option := range spec.options {
		o.Options = append(o.Options, w.option(option))
	}
	return o
}

func (w wording) option(spec optionSpec) *discord.CommandOption {
	base := strings.TrimRight(spec.name, "0123456789")
	o := w.worded("options."+base, spec.name, spec.name[len(base):])
	o.Type, o.Required, o.Autocomplete = spec.kind, spec.required, spec.complete
	if spec.kind == discord.ChannelOption {
		o.ChannelTypes = discord.TablesStandIn
	}
	if spec.most > 0 {
		o.MinValue, o.MaxValue = new(float64(spec.least)), float64(spec.most)
	}
	choice := func(id, value string) {
		o.Choices = append(o.Choices, &discord.CommandChoice{
			Name: w.in(locale.Fallback).Say(id), NameLocalizations: w.each(id, ""), Value: value,
		})
	}
	if spec.titles {
		for _, t := range w.titles {
			choice("title."+t.ID()+".name", t.ID())
		}
	}
	for _, lang := range w.catalog.Languages() {
		if spec.languages {
			o.Choices = append(o.Choices, &discord.CommandChoice{Name: w.catalog.Name(lang), Value: lang})
		}
	}
	for _, value := range spec.choices {
		choice(spec.choiceID+value, value)
	}
	return o
}

func (w wording) in(lang string) *locale.Texts { return w.catalog.Texts(lang) }

// worded returns a command or an option with its names and descriptions.
func (w wording) worded(id, name, number string) *discord.CommandOption {
	return &discord.CommandOption{
		Name: name, NameLocalizations: w.each(id+".name", number),
		Description:              w.in(locale.Fallback).Say(id + ".about"),
		DescriptionLocalizations: w.each(id+".about", ""),
	}
}

// each returns a text by Discord locale, for all languages that have it.
func (w wording) each(id, suffix string) map[discord.Locale]string {
	m := map[discord.Locale]string{discord.DefaultLocale: w.in(locale.Fallback).Say(id) + suffix}
	for _, lang := range w.catalog.Languages() {
		if texts := w.in(lang); lang != locale.Fallback && texts.Translated(id) {
			for _, l := range w.catalog.DiscordLocales(lang) {
				m[discord.Locale(l)] = texts.Say(id) + suffix
			}
		}
	}
	return m
}

// MaxPoints is the most points that a ticket of a box can bring.
const MaxPoints = 60

// settingCommands is the store's key for what was last registered: the hash of the commands, and on
// the next line Discord's ID of each by name, as JSON.
const settingCommands = "commands"

// API is what this room needs of Discord.
type API interface {
	ApplicationID(ctx context.Context) (string, error)
	RegisterCommands(ctx context.Context, cmds []*discord.Command) (map[string]string, error)
}

// Register tells Discord the commands, unless they are unchanged since the last time: it accepts
// only 200 a day.
func Register(ctx context.Context, api API, store storage.Settings, commands []*discord.Command,
) error {
	application, err := api.ApplicationID(ctx)
	if err != nil {
		return fmt.Errorf("register the commands: %w", err)
	}
	hash, err := hashOf(application, commands)
	if err != nil {
		return err
	}
	registered, err := store.Setting(ctx, settingCommands)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return fmt.Errorf("read which commands are registered: %w", err)
	}
	if known, _, withIDs := strings.Cut(registered, "\n"); withIDs && known == hash {
		return nil
	}
	ids, err := api.RegisterCommands(ctx, commands)
	if err != nil {
		return fmt.Errorf("register the commands: %w", err)
	}
	text, _ := json.Marshal(ids) // a map of texts always can be
	err = store.SwapSetting(ctx, settingCommands, registered, hash+"\n"+string(text))
	if err != nil && !errors.Is(err, storage.ErrStale) { // stale: another process did the same
		return fmt.Errorf("note which commands are registered: %w", err)
	}
	return nil
}

// IDs returns Discord's IDs of the commands by name, as far as they are known.
func IDs(ctx context.Context, store storage.Settings) (map[string]string, error) {
	registered, err := store.Setting(ctx, settingCommands)
	_, text, known := strings.Cut(registered, "\n")
	if errors.Is(err, storage.ErrNotFound) || err == nil && !known {
		return nil, nil
	}
	var ids map[string]string
	if err == nil {
		err = json.Unmarshal([]byte(text), &ids)
	}
	if err != nil {
		return nil, fmt.Errorf("read the IDs of the commands: %w", err)
	}
	return ids, nil
}

// hashOf hashes a command tree together with its application: another application has no commands
// yet.
func hashOf(application string, commands []*discord.Command) (string, error) {
	text, err := json.Marshal(commands)
	if err != nil {
		return "", fmt.Errorf("hash the commands: %w", err)
	}
	text = append(text, application...)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
