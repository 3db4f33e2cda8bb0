package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"konduktor/bot/discord"
)

// shards returns how many connections there are, and which are this process's; nil: all.
func (c *discordConfig) shards() (int, *discord.ShardRange, error) {
	n := discord.AutoShards
	switch set := c.Shards.(type) {
	case int64:
		n = int(set)
	case string:
		if set != "auto" {
			return 0, nil, errors.New(`discord.shards can be "auto" or a number`)
		}
	default:
		return 0, nil, errors.New(`discord.shards can be "auto" or a number`)
	}
	if n != discord.AutoShards && n < 1 {
		return 0, nil, errors.New("discord.shards is less than 1")
	}
	if c.ShardRange == "" {
		return n, nil, nil
	}
	first, last, cut := strings.Cut(c.ShardRange, "-")
	if !cut {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	switch {
	case errors.Join(err, err2) != nil:
		return 0, nil, errors.New(`discord.shard_range is not a range such as "0-3"`)
	case n == discord.AutoShards:
		return 0, nil, errors.New(
			"discord.shard_range needs a number of discord.shards, the same for all processes")
	case from < 0 || to < from || to >= n:
		return 0, nil, fmt.Errorf("discord.shard_range can be from 0 to %d", n-1)
	}
	return n, &discord.ShardRange{First: from, Last: to}, nil
}
