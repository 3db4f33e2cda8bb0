package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
)

// serveCmd runs the bot on Discord.
type serveCmd struct {
	Config string `help:"The configuration file; config.example.toml explains it." placeholder:"FILE"`
}

// Run serves until the process is told to end, or Discord cannot be reached any more: then the status is not 0, so that a
// supervisor starts it again. Everything is in the database.
func (c *serveCmd) Run(ctx context.Context, std streams) error {
	conf, err := loadConfig(c.Config)
	if err != nil {
		return err
	}
	token, err := conf.token(os.Getenv)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: conf.Log.Level}))
	a, err := startApp(ctx, conf, token, log)
	if err != nil {
		return err
	}
	health, err := startHealth(conf.HTTP.Listen, a.readiness(), a.metrics.Handler(), log)
	if err != nil {
		return errors.Join(err, a.close(ctx))
	}
	fmt.Fprintln(std.out, "Konduktor is on duty. Stop with Ctrl+C.")
	var fatal error
	select {
	case <-ctx.Done():
	case fatal = <-a.session.Done():
	}
	return errors.Join(fatal, health.close(ctx), a.close(ctx))
}
