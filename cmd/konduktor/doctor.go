package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/engine/titles"
	"konduktor/storage/database"
	"konduktor/storage/relational"
	"konduktor/storage/sqlite"
)

// maxSkew is by how much the clock may be wrong.
const maxSkew = 30 * time.Second

// doctorCmd checks everything that the bot stands on.
type doctorCmd struct {
	Config string `help:"The configuration file." placeholder:"FILE"`
}

// findings are what the doctor has to say.
type findings struct {
	out     io.Writer
	bad     int
	emoji   string // the list in the database
	decided string // what servers have decided, a line each
}

func newFindings(std streams) *findings { return &findings{out: scrubber{std.out}} }

func (f *findings) fine(format string, args ...any) {
	fmt.Fprintf(f.out, "fine   "+format+"\n", args...)
}

func (f *findings) wrong(format string, args ...any) {
	f.bad++
	fmt.Fprintf(f.out, "WRONG  "+format+"\n", args...)
}

// Run makes the checks and says in a sentence each what is wrong and how to mend it.
func (c *doctorCmd) Run(ctx context.Context, std streams) error {
	f := newFindings(std)
	f.checkFonts()
	f.checkTexts()
	conf, err := loadConfig(c.Config)
	if err != nil {
		f.wrong("configuration: %s", err)
		return f.end()
	}
	f.fine("configuration: read")
	f.checkMaps(conf.Games.Maps)
	f.checkDatabase(ctx, conf.Database)
	f.checkBackups(conf, time.Now())
	client, err := conf.client()
	if err != nil {
		f.wrong("token: %s", err)
		return f.end()
	}
	ctx, cancel := context.WithTimeout(ctx, probeWithin) // from the first request on
	defer cancel()
	if f.checkToken(ctx, client) {
		f.checkApplication(ctx, client, conf)
		f.checkEmoji(ctx, client)
		shards, _ := conf.Discord.shards() // checked when it was read
		f.checkGateway(ctx, client, shards)
		f.checkClock(ctx, client)
		f.checkServers(ctx, client)
		f.checkHalls(ctx, client)
	}
	return f.end()
}

func (f *findings) end() error {
	if f.bad == 0 {
		return nil
	}
	return &exitError{exitFailed, fmt.Sprintf("konduktor: %d to mend", f.bad)}
}

func (f *findings) checkFonts() {
	for _, t := range titles.All() {
		if _, err := newPainter(t); err != nil {
			f.wrong("fonts and maps: %s; build the program anew", err)
			return
		}
	}
	f.fine("fonts and maps: in the program, nothing to install")
}

// checkTexts says how much is written in each language.
func (f *findings) checkTexts() {
	catalog, err := locale.Load()
	if err != nil {
		f.wrong("texts: %s; build the program anew", err)
		return
	}
	f.fine("texts: %s", coverage(catalog))
}

// coverage lists the languages with their share of all texts, in percent rounded down.
func coverage(catalog *locale.Catalog) string {
	var list []string
	for _, lang := range catalog.Languages() {
		written, all := catalog.Coverage(lang)
		list = append(list, fmt.Sprintf("%s (%s) %d %%", catalog.Name(lang), lang, 100*written/all))
	}
	return strings.Join(list, ", ")
}

// checkMaps reads users' own maps; the bot starts without faulty ones, but not without their
// folder.
func (f *findings) checkMaps(dir string) {
	if dir == "" {
		return
	}
	l, err := readLibrary(dir)
	if err != nil {
		f.wrong("maps: %s; make the folder, or name another under [games]: without it the bot "+
			"does not start", err)
		return
	}
	for _, fault := range l.faults {
		f.wrong("map: %s", fault)
	}
	var names []string
	for _, m := range l.maps {
		if !m.Refused {
			names = append(names, titles.MapOf(m.Title).Name)
		}
	}
	switch {
	case len(names) > 0:
		f.fine("maps: %s", strings.Join(names, ", "))
	case len(l.faults) == 0:
		f.fine("maps: there are none in %s yet", dir)
	}
}

func (f *findings) checkDatabase(ctx context.Context, file string) {
	ctx, cancel := context.WithTimeout(ctx, probeWithin)
	defer cancel()
	if database.Of(file).Served {
		f.checkServer(ctx, file)
		return
	}
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		if info, err := os.Stat(name); err == nil && othersCanRead(info) {
			f.wrong("database: others can read %s, and with it every hand; chmod 600 it", name)
		}
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		f.fine("database: %s is made at the first start", file)
		return
	}
	report, err := database.Of(file).LookAt(ctx, file)
	f.emoji, f.decided = report.Emoji, report.Decided
	switch {
	case errors.Is(err, relational.ErrUnknownVersion):
		f.wrong("database: %s; start the program that made them, or name another file", err)
	case err != nil:
		f.wrong("database: %s; look whether the file is that of the bot's user, and what "+
			"`konduktor db check` says", err)
	case report.Older:
		f.fine("database: an older Konduktor made %s; the next start copies it and brings it up to date",
			file)
	default:
		f.fine("database: %s can be read and written", file)
	}
	f.checkDuty(ctx, file)
}

// checkDuty says which process serves a file, and what keeps a second one away from it.
func (f *findings) checkDuty(ctx context.Context, file string) {
	server, known, err := sqlite.ServerOf(ctx, file)
	if err != nil {
		return // the file cannot be read, which has been said
	}
	locked, err := sqlite.IsServed(file)
	switch noLocks := errors.Is(err, sqlite.ErrNoLocks); {
	case err != nil && !noLocks:
		f.wrong("bot: %s; look whether the file is that of the bot's user", err)
	case noLocks && known && time.Now().Before(server.Until):
		f.fine("bot: %s; the file system has no locks, so a lease of %s keeps a second one away",
			server, database.LeaseFor)
	case noLocks:
		f.fine("bot: none serves it; the file system has no locks, so a lease of %s will keep a "+
			"second one away", database.LeaseFor)
	case locked && known:
		f.fine("bot: %s; a lock keeps a second one away", server)
	case locked:
		f.fine("bot: a process is just starting; a lock keeps a second one away")
	default:
		f.fine("bot: none serves it; a lock will keep a second one away")
	}
}

func (f *findings) checkServer(ctx context.Context, address string) {
	kind, name := database.Of(address), database.Name(address)
	if kind.Unverified(address) {
		f.wrong("database: nothing says that %s is the server it claims to be, and what is said "+
			"may be read on the way; put ?sslmode=verify-full into the address "+
			"(docs/operations.md)", name)
	}
	report, err := kind.LookAt(ctx, address)
	f.emoji, f.decided = report.Emoji, report.Decided
	switch {
	case errors.Is(err, relational.ErrUnknownVersion):
		f.wrong("database: %s; start the program that made them, or name another database", err)
	case err != nil:
		f.wrong("database: %s; look whether the server runs and lets this user in", err)
	case report.Unsafe:
		f.wrong("database: %s does not wait for its disk (fsync is off), so a power cut can cost "+
			"every game; turn fsync on", name)
	case report.Older:
		f.fine("database: the next start makes the tables of %s, or brings them up to date", name)
	default:
		f.fine("database: %s can be read; several processes may serve it", name)
	}
}

// checkBackups looks for overdue backups. The bot makes those of a file; those of a server are
// made by others, under any name.
func (f *findings) checkBackups(conf config, now time.Time) {
	folder, kind := conf.Backup.Folder, database.Of(conf.Database)
	served := kind.Served
	switch {
	case folder == "" && served:
		f.fine("backups: Konduktor makes none of %s; have %s make them, and name their folder "+
			"under [backup] to hear here when they are late (docs/operations.md)", kind.Title, kind.Dump)
		return
	case folder == "":
		f.fine("backups: none are asked for; name a folder under [backup] to have them made")
		return
	}
	made, err := conf.backups(nil).made()
	look := "look whether the bot runs, and in its log why it makes none"
	if served {
		look = "look why " + kind.Dump + " made none"
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && !served:
		f.fine("backups: the folder %s is made at the first start", folder)
	case err != nil:
		f.wrong("backups: %s; give the bot's user the right to read and write there", err)
	case len(made) == 0 && !served:
		f.fine("backups: the bot makes the first one in %s when it starts", folder)
	case len(made) == 0:
		f.wrong("backups: there is none in %s; %s", folder, look)
	case now.Sub(made[0]) > 2*time.Duration(conf.Backup.Every):
		f.wrong("backups: the last one is of %s; %s", made[0].Format(time.RFC3339), look)
	default:
		f.fine("backups: %d, the last one of %s", len(made), made[0].Format(time.RFC3339))
	}
}

func (f *findings) checkToken(ctx context.Context, client *discord.Client) bool {
	me, err := client.Me(ctx)
	if err != nil {
		f.blameToken(err)
		return false
	}
	f.fine("token: it is that of %s", discord.PlainLabel(me.Name))
	return true
}

func (f *findings) checkApplication(ctx context.Context, client *discord.Client, conf config) {
	application, err := client.Application(ctx)
	switch named := application.InteractionsURL != ""; {
	case err != nil:
		f.wrong("application: Discord does not tell (%s); try again", err)
	case named && conf.HTTP.Interactions == "":
		f.wrong("application: an Interactions Endpoint URL is set, so no command arrives here; " +
			"clear it in the developer portal, or set http.interactions")
	case named:
		f.fine("application: commands arrive over HTTP, at %s", conf.HTTP.Interactions)
	case !conf.Discord.Gateway:
		f.wrong("application: there is no gateway, and no Interactions Endpoint URL is set, so " +
			"no command arrives; name the public address of http.interactions in the developer " +
			"portal (General Information)")
	default:
		f.fine("application: commands arrive by the gateway")
	}
	if err == nil {
		f.checkPages(application)
	}
	switch {
	case err != nil:
	case application.Personal():
		f.fine("application: people can install it for themselves, with the address that " +
			"`konduktor invite --personal --config FILE` prints")
	default:
		f.fine("application: only servers can install it; for games in private conversations " +
			"tick User Install in the developer portal (Installation)")
	}
}

// manyServers is when the addresses of terms and privacy must be named: Discord verifies a bot from
// 75 servers on only with them, and lets none that is not verified on more than 100.
const manyServers = 60

// checkPages looks for the addresses of the terms and of what is kept, which people see in the
// application's profile.
func (f *findings) checkPages(a discord.Application) {
	switch {
	case a.TermsURL != "" && a.PrivacyURL != "":
		f.fine("pages: terms at %s, privacy at %s", a.TermsURL, a.PrivacyURL)
	case a.Servers >= manyServers:
		f.wrong("pages: the bot is on %d servers, and Discord wants both addresses for its "+
			"verification; put docs/listing/terms.md and privacy.md on the web and name them in "+
			"the developer portal (General Information)", a.Servers)
	default:
		f.fine("pages: no addresses of terms and privacy are named; from %d servers on they have "+
			"to be (this bot is on %d)",
			manyServers, a.Servers)
	}
}

// checkEmoji counts the application's emoji. Without them cards are shown in words.
func (f *findings) checkEmoji(ctx context.Context, client *discord.Client) {
	var own []discord.OwnEmoji
	_ = json.Unmarshal([]byte(f.emoji), &own) // a list that cannot be read names none
	switch have, all, err := discord.CountEmojis(ctx, client, titles.All(), own); {
	case err != nil:
		f.wrong("emoji: Discord does not list them (%s); try again", err)
	case have < all:
		f.fine("emoji: %d of %d are there; the bot uploads the others after its next start", have, all)
	default:
		f.fine("emoji: all %d are there", all)
	}
}

// blameToken tells a token that Discord refuses from a Discord that was not reached.
func (f *findings) blameToken(err error) {
	switch answer, answered := errors.AsType[*discord.Error](err); {
	case !answered:
		f.wrong("network: Discord was not reached (%s); look whether this machine has a "+
			"connection, and whether a firewall or proxy is in the way", err)
	case answer.Status == http.StatusUnauthorized:
		f.wrong("token: Discord does not take it (%s); copy it anew from the developer portal "+
			"(Bot, Reset Token)", err)
	default:
		f.wrong("token: Discord could not check it (%s); try again in a while", err)
	}
}

func (f *findings) checkGateway(ctx context.Context, client *discord.Client, fixed int) {
	gateway, err := client.Gateway(ctx)
	switch limit := gateway.SessionStartLimit; {
	case err != nil:
		f.wrong("gateway: Discord does not tell where it is (%s); try again", err)
	case limit.Remaining < 2*gateway.Shards:
		f.wrong("gateway: only %d of today's %d connections are left; wait %s, and look why the "+
			"bot restarts so often",
			limit.Remaining, limit.Total,
			(time.Duration(limit.ResetAfter) * time.Millisecond).Round(time.Minute))
	case fixed != discord.AutoShards && gateway.Shards > fixed:
		f.wrong("gateway: Discord wants %d shards for so many servers, discord.shards is %d; set "+
			"it to \"auto\" or to more",
			gateway.Shards, fixed)
	default:
		f.fine("gateway: %d of %d connections left today; shards wanted: %d; no privileged "+
			"intent is needed", limit.Remaining,
			limit.Total, gateway.Shards)
	}
}

func (f *findings) checkClock(ctx context.Context, client *discord.Client) {
	skew, err := client.ClockSkew(ctx)
	switch {
	case err != nil:
		f.wrong("clock: it could not be compared with Discord's (%s); try again", err)
	case math.Abs(float64(skew)) > float64(maxSkew):
		f.wrong("clock: it is %s off; turn on the system's time synchronisation", skew)
	default:
		f.fine("clock: right")
	}
}

func (f *findings) checkServers(ctx context.Context, client *discord.Client) {
	guilds, err := client.Guilds(ctx)
	if err != nil {
		f.wrong("servers: Discord does not list them (%s); try again", err)
		return
	}
	if len(guilds) == 0 {
		f.wrong("servers: the bot is in none; open the address that `konduktor invite` prints")
	}
	for _, g := range guilds {
		if missing := discord.Missing(g.Permissions, false); len(missing) > 0 {
			f.wrong("server %s: the bot lacks %s; grant it in the server's settings under Roles, "+
				"or invite it anew",
				discord.PlainLabel(g.Name), strings.Join(missing, ", "))
			continue
		}
		f.fine("server %s: all permissions are there", discord.PlainLabel(g.Name))
	}
}

// checkHalls looks at the forums and channels that servers have named as the home of games.
func (f *findings) checkHalls(ctx context.Context, client *discord.Client) {
	catalog, err := locale.Load()
	for text := range strings.Lines(f.decided) {
		var d hall.Decisions
		if err != nil || json.Unmarshal([]byte(text), &d) != nil || d.Hall == "" {
			continue
		}
		channel, err := client.Channel(ctx, d.Hall)
		switch forum := (hall.Forum{Channel: channel, Catalog: catalog}); {
		case err != nil:
			f.wrong("hall: Discord does not show the bot channel %s (%s); let it view the channel and "+
				"post there, or name another with /admin hall", d.Hall, err)
		case forum.Refuses():
			f.wrong("hall #%s: it wants a tag on each post, and has none that the bot may set; see "+
				"/admin hall", discord.PlainLabel(channel.Name))
		case forum.Is():
			lines := forum.Describe(catalog.Texts(locale.Fallback), titles.All())
			f.fine("hall #%s: %s", discord.PlainLabel(channel.Name), strings.Join(lines, " "))
		default:
			f.fine("hall #%s: a text channel", discord.PlainLabel(channel.Name))
		}
	}
}
