package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/bot/discord"
)

func TestTheNumberOfShardsIsSet(t *testing.T) {
	for _, c := range []struct {
		set   string
		n     int
		fault string
	}{
		{``, discord.AutoShards, ""},
		{`shards = "auto"`, discord.AutoShards, ""},
		{`shards = 8`, 8, ""},
		{`shards = 0`, 0, "less than 1"},
		{`shards = "many"`, 0, `can be "auto" or a number`},
		{`shards = true`, 0, `can be "auto" or a number`},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte("[discord]\n"+c.set+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		conf, err := loadConfig(file)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%q: got %v, want an error with %q", c.set, err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.set, err)
			continue
		}
		if n, err := conf.Discord.shards(); err != nil || n != c.n {
			t.Errorf("%q: got %d, %v", c.set, n, err)
		}
	}
}
