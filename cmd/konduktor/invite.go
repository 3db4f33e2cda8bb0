package main

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/discord"
)

// probeWithin bounds what asks Discord once and ends.
const probeWithin = 30 * time.Second

// inviteCmd prints the invitation address.
type inviteCmd struct {
	Config string `help:"The configuration file." placeholder:"FILE"`
	// Personal asks for the other address.
	Personal bool   `help:"Print the address with which a person installs the app for themselves, to play in private conversations."`
	App      string `help:"The application's id; without it the token is asked whose it is." placeholder:"ID"`
}

// Run prints the address.
func (c *inviteCmd) Run(ctx context.Context, std streams) error {
	id := c.App
	if id == "" {
		conf, err := loadConfig(c.Config)
		if err != nil {
			return err
		}
		client, err := conf.client()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, probeWithin)
		defer cancel()
		application, err := client.Application(ctx)
		if err != nil {
			return fmt.Errorf("ask Discord whose token this is: %w", err)
		}
		id = application.ID
	}
	address := discord.InviteURL(id)
	if c.Personal {
		address = discord.InstallURL(id)
	}
	_, err := fmt.Fprintln(std.out, address)
	return err
}
