package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/konduktor-bot/konduktor/bot"
	"github.com/konduktor-bot/konduktor/bot/discord"
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
}

type discordConfig struct {
	TokenFile string `toml:"token_file"`
	APIURL    string `toml:"api_url"`
}

type gamesConfig struct {
	Maps string `toml:"maps"`
}

type httpConfig struct {
	Listen string `toml:"listen"`
}

type logConfig struct {
	Level slog.Level `toml:"level"`
}

type deadlinesConfig struct {
	Answer patience `toml:"answer"`
}

// patience is how long the bot waits for a player: "36h", "90m".
type patience time.Duration

// Bounds of a patience: the bot looks at the clock once a minute, and a game is not put to sleep.
const (
	minPatience = time.Minute
	maxPatience = 30 * 24 * time.Hour
)

// UnmarshalText reads Go's form of a duration.
func (p *patience) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no time such as \"24h\" or \"90m\"", text)
	}
	*p = patience(d)
	return nil
}

// check also finds a bare number, which is read as nanoseconds.
func (p patience) check(setting string) error {
	if d := time.Duration(p); d < minPatience || d > maxPatience {
		return fmt.Errorf("%s is %s: it can be from \"1m\" to \"720h\"", setting, d)
	}
	return nil
}

// maxConfigBytes bounds the files that are read at the start.
const maxConfigBytes = 1 << 20

func defaultConfig() config {
	return config{
		Database: "konduktor.db", Language: "en", Deadlines: deadlinesConfig{Answer: patience(bot.DefaultPatience)},
	}
}

// loadConfig reads a configuration file; no file gives the defaults. Unknown settings are errors that show their line.
// Paths in it are relative to the file.
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
	c.Database = beside(file, c.Database)
	c.Discord.TokenFile = beside(file, c.Discord.TokenFile)
	c.Games.Maps = beside(file, c.Games.Maps)
	return c, c.check()
}

func explainTOML(err error) string {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		return "there is no such setting:\n" + strict.String()
	case errors.As(err, &decode):
		return "\n" + decode.String()
	}
	return err.Error()
}

func beside(file, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

func (c *config) check() error {
	if c.Language != "en" && c.Language != "pl" {
		return fmt.Errorf("language is %q: it can be \"en\" or \"pl\"", c.Language)
	}
	if c.Database == "" {
		return errors.New("database is empty: it names the SQLite file")
	}
	if err := c.Deadlines.Answer.check("deadlines.answer"); err != nil {
		return err
	}
	if c.Discord.APIURL == "" {
		return nil
	}
	u, err := url.Parse(c.Discord.APIURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("discord.api_url %q is not an address such as http://127.0.0.1:8080/api", c.Discord.APIURL)
	}
	return nil
}

// token returns the bot's token: DISCORD_TOKEN, or what the configured file holds.
func (c *config) token(getenv func(string) string) (discord.Token, error) {
	if t := strings.TrimSpace(getenv("DISCORD_TOKEN")); t != "" {
		return discord.Token(t), nil
	}
	if c.Discord.TokenFile == "" {
		return "", errors.New("there is no token: set DISCORD_TOKEN, or discord.token_file in the configuration to a file that holds it")
	}
	info, err := os.Stat(c.Discord.TokenFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no token: set DISCORD_TOKEN, or put the token into the file %s", c.Discord.TokenFile)
	case err != nil:
		return "", fmt.Errorf("look at the token's file: %w", err)
	case info.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("others can read the token's file %s: chmod 600 it", c.Discord.TokenFile)
	}
	text, err := readBounded(c.Discord.TokenFile)
	if err != nil {
		return "", fmt.Errorf("read the token's file: %w", err)
	}
	t := strings.TrimSpace(string(text))
	if t == "" || strings.ContainsAny(t, " \t\r\n") {
		return "", fmt.Errorf("the token's file %s must hold the token and nothing else", c.Discord.TokenFile)
	}
	return discord.Token(t), nil
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
