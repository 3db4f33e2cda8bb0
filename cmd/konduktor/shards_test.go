package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/bot/discord"
)

func TestShardsAreSetByNumberAndRange(t *testing.T) {
	for _, c := range []struct {
		set   string
		n     int
		part  *discord.ShardRange
		fault string
	}{
		{``, discord.AutoShards, nil, ""},
		{`shards = "auto"`, discord.AutoShards, nil, ""},
		{`shards = 8`, 8, nil, ""},
		{"shards = 8\nshard_range = \"0-3\"", 8, &discord.ShardRange{First: 0, Last: 3}, ""},
		{"shards = 8\nshard_range = \"7\"", 8, &discord.ShardRange{First: 7, Last: 7}, ""},
		{`shards = 0`, 0, nil, "less than 1"},
		{`shards = "many"`, 0, nil, `can be "auto" or a number`},
		{`shards = true`, 0, nil, `can be "auto" or a number`},
		{`shard_range = "0-3"`, 0, nil, "needs a number"},
		{"shards = 8\nshard_range = \"4-8\"", 0, nil, "from 0 to 7"},
		{"shards = 8\nshard_range = \"5-4\"", 0, nil, "from 0 to 7"},
		{"shards = 8\nshard_range = \"all\"", 0, nil, "not a range"},
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
		n, part, err := conf.Discord.shards()
		if err != nil || n != c.n || (part == nil) != (c.part == nil) || part != nil && *part != *c.part {
			t.Errorf("%q: got %d, %v, %v", c.set, n, part, err)
		}
	}
}
