// Command konduktor is the bot on Discord, the bot on a stand-in of Discord to try it, and the
// tools for records and maps.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"konduktor/bot/discord"
)

// Exit statuses of the command line (docs/notation.md).
const (
	exitFine   = 0
	exitFailed = 1 // it did not work; a move is illegal
	exitUsage  = 2 // it cannot be read: the command line, a record, a map file
)

// commands is the command line.
type commands struct {
	Version kong.VersionFlag `help:"Print the version and end."`

	Try      tryCmd      `cmd:"" help:"Play in the browser: the bot with a local stand-in of Discord. No account, no token, no network."`
	Serve    serveCmd    `cmd:"" help:"Run the bot on Discord."`
	Doctor   doctorCmd   `cmd:"" help:"Check token, permissions, database, clock and fonts, and say how to mend what is wrong."`
	Health   healthCmd   `cmd:"" help:"Ask the running bot whether it can work; the status is not 0 if it cannot."`
	Invite   inviteCmd   `cmd:"" help:"Print the address that invites the bot into a server with just the permissions it needs."`
	Replay   replayCmd   `cmd:"" help:"Replay a record and show the game it comes to."`
	Verify   verifyCmd   `cmd:"" help:"Check a finished record against its commitment and replay it."`
	Lesson   lessonCmd   `cmd:"" help:"Check lessons: records with notes (docs/lessons.md)."`
	Simulate simulateCmd `cmd:"" help:"Play games without Discord."`
	Ratings  ratingsCmd  `cmd:"" help:"Rate the people of a folder of records."`
	Map      mapCmd      `cmd:"" help:"Check or draw a map file."`
	Games    gamesCmd    `cmd:"" help:"List games."`
	Outbox   outboxCmd   `cmd:"" help:"List messages that wait to be sent, and those that were given up."`
	Export   exportCmd   `cmd:"" help:"Print what is kept of a person, or the games of a server, as JSON."`
	Erase    eraseCmd    `cmd:"" help:"Forget a person, or remove the games of a server that have ended."`
	Docs     docsCmd     `cmd:"" help:"Write the documentation as a site."`
	DB       dbCmd       `cmd:"" name:"db" help:"Back up, restore or check the database."`
}

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// scrubber hides what looks like a token from all that a command says.
type scrubber struct{ to io.Writer }

// Write writes p without secrets. Callers write whole lines.
func (s scrubber) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.to, discord.Scrub(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// exitError ends the program with a status; an empty text has been written already.
type exitError struct {
	status int
	text   string
}

// usage returns the error of a command line, or of a file it names, that cannot be read.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, "konduktor: " + fmt.Sprintf(format, args...)}
}

// Error returns what went wrong.
func (e *exitError) Error() string { return e.text }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}

// plainly says a usage error without the program's words for numbers.
func plainly(err error) string {
	return strings.NewReplacer("a valid 64 bit int", "a whole number", "a valid 64 bit uint",
		"a whole number from 0").Replace(err.Error())
}

func run(ctx context.Context, args []string, std streams) int {
	std.err = scrubber{std.err}
	return guarded(std.err, func() int { return carryOut(ctx, args, std) })
}

// guarded returns do's status; a panic becomes a line and a stack on w.
func guarded(w io.Writer, do func() int) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(w, "konduktor: panic: %v\n%s", p, debug.Stack())
			status = exitFailed
		}
	}()
	return do()
}

func carryOut(ctx context.Context, args []string, std streams) int {
	var cli commands
	exited := -1
	parser, err := kong.New(&cli, kong.Name("konduktor"),
		kong.Description("Railway board games by post, on Discord. An unofficial fan project."),
		kong.Vars{"version": versionLine()}, kong.Writers(std.out, std.err), kong.Exit(func(code int) {
			exited = code
		}), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std))
	if err != nil {
		fmt.Fprintln(std.err, "konduktor:", err)
		return exitFailed
	}
	command, err := parser.Parse(args)
	switch {
	case exited >= 0: // --help, --version
		return exited
	case err != nil:
		fmt.Fprintln(std.err, "konduktor:", plainly(err))
		return exitUsage
	}
	err = command.Run()
	exit, decided := errors.AsType[*exitError](err)
	switch {
	case err == nil:
		return exitFine
	case !decided:
		fmt.Fprintln(std.err, "konduktor:", err)
		return exitFailed
	case exit.text != "":
		fmt.Fprintln(std.err, exit.text)
	}
	return exit.status
}
