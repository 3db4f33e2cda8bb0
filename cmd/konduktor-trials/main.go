// Command konduktor-trials is for developers: the whole bot tried at length, and matches between
// computer players.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit statuses, as those of konduktor.
const (
	exitFine   = 0
	exitFailed = 1
	exitUsage  = 2
)

// commands is the command line.
type commands struct {
	Soak  soakCmd  `cmd:"" help:"Try the whole bot at length (docs/reliability.md)."`
	Arena arenaCmd `cmd:"" help:"Let computer players play each other and measure their strength."`
}

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// exitError ends the program with a status; an empty text has been written already.
type exitError struct {
	status int
	text   string
}

// Error returns what went wrong.
func (e *exitError) Error() string { return e.text }

func usage(format string, args ...any) error {
	return &exitError{exitUsage, "konduktor-trials: " + fmt.Sprintf(format, args...)}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}

func run(ctx context.Context, args []string, std streams) int {
	var cli commands
	exited := -1
	parser, err := kong.New(&cli, kong.Name("konduktor-trials"),
		kong.Description("Trials of Konduktor, for developers."), kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited = code }), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(std))
	if err != nil {
		fmt.Fprintln(std.err, "konduktor-trials:", err)
		return exitFailed
	}
	command, err := parser.Parse(args)
	switch {
	case exited >= 0: // --help
		return exited
	case err != nil:
		fmt.Fprintln(std.err, "konduktor-trials:", err)
		return exitUsage
	}
	err = command.Run()
	var exit *exitError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &exit):
		if exit.text != "" {
			fmt.Fprintln(std.err, exit.text)
		}
		return exit.status
	}
	fmt.Fprintln(std.err, "konduktor-trials:", err)
	return exitFailed
}
