package main

import (
	"errors"

	"konduktor/bot/discord"
)

// shards returns the number of connections.
func (c *discordConfig) shards() (int, error) {
	n := discord.AutoShards
	switch set := c.Shards.(type) {
	case int64:
		n = int(set)
	case string:
		if set != "auto" {
			return 0, errors.New(`discord.shards can be "auto" or a number`)
		}
	default:
		return 0, errors.New(`discord.shards can be "auto" or a number`)
	}
	if n != discord.AutoShards && n < 1 {
		return 0, errors.New("discord.shards is less than 1")
	}
	return n, nil
}
