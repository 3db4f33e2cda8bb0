package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/storage/database"
)

// config is the configuration file; config.example.toml explains it.
type config struct {
	Database string        `toml:"database"`
	Language string        `toml:"language"`
	Discord  discordConfig `toml:"discord"`
	Games    gamesConfig   `toml:"games"`
	HTTP     httpConfig    `toml:"http"`
	Log      logConfig     `toml:"log"`

	Deadlines deadlinesConfig `toml:"deadlines"`
	Backup    backupConfig    `toml:"backup"`
}

type discordConfig struct {
	TokenFile string `toml:"token_file"`
	APIURL    string `toml:"api_url"`
	Gateway   bool   `toml:"gateway"`
	Shards    any    `toml:"shards"` // "auto" or a number
}

type gamesConfig struct {
	Maps     string `toml:"maps"`
	KeepDays int    `toml:"keep_days"` // 0: for ever
}

type httpConfig struct {
	Listen       string `toml:"listen"`
	Interactions string `toml:"interactions"`
}

type logConfig struct {
	Level  slog.Level `toml:"level"`
	Format string     `toml:"format"` // "": text
}

type deadlinesConfig struct {
	Answer duration `toml:"answer"`
}

type backupConfig struct {
	Folder string   `toml:"folder"`
	Every  duration `toml:"every"`
	Keep   int      `toml:"keep"`
}

// duration is a setting such as "36h" or "90m".
type duration time.Duration

// The longest duration that can be set, and the shortest wait for a player or a backup: the bot
// looks at the clock once a minute.
const (
	maxDuration = 30 * 24 * time.Hour
	minAnswer   = time.Minute
	minEvery    = 10 * time.Minute
)

// How many days games that have ended can be kept.
const (
	minKept     = 30
	maxKeptDays = 100 * 365
)

// maxKept bounds how many backups are kept.
const maxKept = 1000

// UnmarshalText reads Go's form of a duration.
func (d *duration) UnmarshalText(text []byte) error {
	read, err := time.ParseDuration(string(text))
	*d = duration(read)
	return err
}

// check also finds a bare number, which is read as nanoseconds.
func (d duration) check(setting string, least time.Duration) error {
	if given := time.Duration(d); given < least || given > maxDuration {
		return fmt.Errorf("%s is %s: it can be from \"%dm\" to \"720h\"", setting, given,
			int(least.Minutes()))
	}
	return nil
}

// maxConfigBytes bounds the files that are read at the start.
const maxConfigBytes = 1 << 20

func defaultConfig() config {
	return config{
		Database: "konduktor.db", Language: locale.Fallback, Discord: discordConfig{
			Gateway: true,
			Shards:  "auto",
		}, Deadlines: deadlinesConfig{Answer: duration(bot.DefaultPatience)},
		Log:    logConfig{Format: logText},
		Backup: backupConfig{Every: duration(24 * time.Hour), Keep: 7},
	}
}

// loadConfig reads a configuration file; no file gives the defaults. An unknown setting is an error
// that names its line. Paths in it are relative to the file.
func loadConfig(file string) (config, error) {
	c := defaultConfig()
	if file == "" {
		return c, nil
	}
	text, err := readBounded(file)
	if err != nil {
		return c, fmt.Errorf("read the configuration: %w", err)
	}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, fmt.Errorf("read the configuration %s: %s", file, explainTOML(err))
	}
	if !database.Of(c.Database).Served {
		c.Database = beside(file, c.Database)
	}
	c.Discord.TokenFile = beside(file, c.Discord.TokenFile)
	c.Games.Maps = beside(file, c.Games.Maps)
	c.Backup.Folder = beside(file, c.Backup.Folder)
	return c, c.check()
}

// explainTOML names settings and lines only: a value may be a misplaced secret.
func explainTOML(err error) string {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		faults := make([]string, len(strict.Errors))
		for i := range strict.Errors {
			faults[i] = faultOf(&strict.Errors[i], "there is no such setting")
		}
		return strings.Join(faults, "; ")
	}
	if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		return faultOf(decode, "this value cannot be read; config.example.toml shows what it can be")
	}
	return "it is not a TOML file"
}

func faultOf(e *toml.DecodeError, what string) string {
	line, _ := e.Position()
	if len(e.Key()) == 0 {
		return fmt.Sprintf("line %d: this is not TOML", line)
	}
	return fmt.Sprintf("line %d: %s: %s", line, strings.Join(e.Key(), "."), what)
}

func beside(file, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

func (c *config) check() error {
	if known := locale.Languages(); !slices.Contains(known, c.Language) {
		return fmt.Errorf("language can be %q", known)
	}
	if c.Database == "" {
		return errors.New("database is empty: it names the SQLite file, or a PostgreSQL database")
	}
	if f := c.Log.Format; f != "" && f != logText && f != logJSON {
		return fmt.Errorf("log.format is %q: it can be %q or %q", f, logText, logJSON)
	}
	if days := c.Games.KeepDays; days != 0 && (days < minKept || days > maxKeptDays) {
		return fmt.Errorf("games.keep_days is %d: it can be from %d to %d, or 0 for ever", days, minKept,
			maxKeptDays)
	}
	if err := c.Deadlines.Answer.check("deadlines.answer", minAnswer); err != nil {
		return err
	}
	if err := c.Backup.Every.check("backup.every", minEvery); err != nil {
		return err
	}
	if c.Backup.Keep < 1 || c.Backup.Keep > maxKept {
		return fmt.Errorf("backup.keep is %d: it can be from 1 to %d", c.Backup.Keep, maxKept)
	}
	if !c.Discord.Gateway && c.HTTP.Interactions == "" {
		return errors.New("without discord.gateway, commands come by http.interactions only: set " +
			"it to an address such as \":8443\"")
	}
	if _, err := c.Discord.shards(); err != nil {
		return err
	}
	if c.Discord.APIURL == "" {
		return nil
	}
	u, err := url.Parse(c.Discord.APIURL)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return errors.New("discord.api_url is not an address such as http://127.0.0.1:8080/api")
	case u.Scheme == "http" && !isLoopback(u.Hostname()): // it would carry the token
		return errors.New("discord.api_url must be https, unless it is on this machine (127.0.0.1)")
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// token returns the bot's token: DISCORD_TOKEN, or what the configured file holds.
func (c *config) token(getenv func(string) string) (discord.Token, error) {
	if t := strings.TrimSpace(getenv("DISCORD_TOKEN")); t != "" {
		return discord.Token(t), nil
	}
	if c.Discord.TokenFile == "" {
		return "", errors.New("there is no token: set DISCORD_TOKEN, or name a configuration with " +
			"--config FILE whose discord.token_file names a file that holds it (without --config " +
			"none is read)")
	}
	info, err := os.Stat(c.Discord.TokenFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no token: set DISCORD_TOKEN, or put the token into the file %s",
			c.Discord.TokenFile)
	case err != nil:
		return "", fmt.Errorf("look at the token's file: %w", err)
	case othersCanRead(info):
		return "", fmt.Errorf("others can read the token's file %s: chmod 600 it", c.Discord.TokenFile)
	}
	text, err := readBounded(c.Discord.TokenFile)
	if err != nil {
		return "", fmt.Errorf("read the token's file: %w", err)
	}
	t := strings.TrimSpace(string(text))
	if t == "" {
		return "", fmt.Errorf("the token's file %s is empty: put the token into it", c.Discord.TokenFile)
	}
	if strings.ContainsAny(t, " \t\r\n") {
		return "", fmt.Errorf("the token's file %s must hold the token and nothing else",
			c.Discord.TokenFile)
	}
	return discord.Token(t), nil
}

func (c *config) client() (*discord.Client, error) {
	token, err := c.token(os.Getenv)
	if err != nil {
		return nil, err
	}
	return discord.NewClient(discord.Options{Token: token, APIURL: c.Discord.APIURL})
}

// othersCanRead reports whether others than a file's owner can read it. Windows has no such modes.
func othersCanRead(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfigBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxConfigBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", file, maxConfigBytes)
	}
	return text, nil
}
