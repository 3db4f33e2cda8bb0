package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const maxLibraryLine = 300

// bridge is where the library's log goes. The library has one logger for all sessions of a process: the session that
// connected last provides it.
type bridge struct {
	log   *slog.Logger
	token Token
}

var (
	libraryLog  atomic.Pointer[bridge]
	installOnce sync.Once
)

// bridgeLibraryLog sends discordgo's log to ours, shortened, without tokens, with our levels.
func bridgeLibraryLog(log *slog.Logger, token Token) {
	libraryLog.Store(&bridge{log, token})
	installOnce.Do(func() {
		discordgo.Logger = func(level, _ int, format string, a ...any) {
			b := libraryLog.Load()
			b.write(level, format, a)
		}
	})
}

func (b *bridge) write(level int, format string, a []any) {
	if strings.HasPrefix(format, "unknown event") {
		return // it would print the whole event; most are skipped on purpose
	}
	to := slog.LevelDebug
	switch {
	case closedConnection(a):
		// The session logs the end of a connection itself, with its cause.
	case level == discordgo.LogError:
		to = slog.LevelError
	case level == discordgo.LogWarning:
		to = slog.LevelWarn
	}
	if !b.log.Enabled(context.Background(), to) {
		return
	}
	text := strip(scrub(fmt.Sprintf(format, a...), b.token))
	b.log.Log(context.Background(), to, "discordgo: "+Fit(text, maxLibraryLine))
}

func closedConnection(a []any) bool {
	for _, arg := range a {
		err, ok := arg.(error)
		if !ok {
			continue
		}
		if _, closed := errors.AsType[*websocket.CloseError](err); closed {
			return true
		}
	}
	return false
}
