// Package route brings an interaction to its handler, and the reply back to Discord.
package route

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine/match"
)

// Request is an interaction on its way through the handlers.
type Request struct {
	*discord.Interaction
	Texts   *locale.Texts // in the user's language
	Now     time.Time     // when it arrived
	Pressed customid.ID   // what was clicked; zero for a command

	found *match.Game
	about match.GameID // the game that was found
}

// Found notes the row of the game that the request was found to be about, so that it need not be
// read again at once.
func (r *Request) Found(g match.Game) { r.found, r.about = &g, g.ID }

// attrs are what a log says of the request: IDs only, since values may hold secrets of the game.
func (r *Request) attrs() slog.Attr {
	return slog.Group("", slog.String("interaction", r.ID), slog.String("kind", KindName(r.Kind)),
		slog.String("what", r.what()), slog.String("game", cmp.Or(r.Pressed.Game, string(r.about))),
		slog.String("user", string(r.User.ID)))
}

func (r *Request) what() string {
	if r.Kind == discord.Click || r.Kind == discord.Submit {
		return string(r.Pressed.Action)
	}
	return strings.Join(r.Command, " ")
}

// KindName names a kind of interaction in logs and measurements.
func KindName(k discord.Kind) string {
	switch k {
	case discord.Slash:
		return "command"
	case discord.Click:
		return "click"
	case discord.Submit:
		return "form"
	}
	return "suggest"
}

// TakeFound returns what Found has noted of a game, nil if nothing. It does so once, since a second
// look is for what has changed.
func (r *Request) TakeFound(id match.GameID) *match.Game {
	g := r.found
	if g == nil || g.ID != id {
		return nil
	}
	r.found = nil
	return g
}

// By returns who made the request, and from where.
func (r *Request) By() match.Actor {
	return match.Actor{User: r.User.ID, Name: r.User.Name, Server: r.Guild, Channel: r.Channel}
}

// Call returns the request as the call of a command about a game.
func (r *Request) Call(id match.GameID) play.Call {
	return play.Call{
		Game: id, By: r.By(), At: r.Now,
		Origin: match.Origin{Interaction: r.ID, Clicked: r.Message, Directly: r.Alone()},
	}
}

// Shown reports whether there is a message that the answer can replace: the clicked one, or that
// from which a form was opened.
func (r *Request) Shown() bool {
	return r.Kind == discord.Click || r.Kind == discord.Submit && r.Message != ""
}

// Typed names the command that was typed, by its user; "" for a click, whose button carries the
// position. Somebody whose command was carried out but not answered types it again, and means it
// once.
func (r *Request) Typed() string {
	if r.Kind != discord.Slash {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %q", r.User.ID, r.Channel, r.Command)
	for _, o := range r.Options {
		fmt.Fprintf(sum, " %q %q", o.Name, o.Value)
	}
	return "typed " + hex.EncodeToString(sum.Sum(nil)[:16])
}

// ClickedInDM reports whether something was clicked on a message in the user's direct messages with
// the bot.
func (r *Request) ClickedInDM() bool { return r.Alone() && r.Message != "" }

// Option returns the value of a command's option, "" if it was not given.
func (r *Request) Option(name string) string {
	for _, o := range r.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Focused returns the option that is being typed (Autocomplete); its zero value if there is none.
func (r *Request) Focused() discord.Option {
	for _, o := range r.Options {
		if o.Focused {
			return o
		}
	}
	return discord.Option{}
}

// Numbered returns the given options name1, name2, … in the order of their numbers.
func (r *Request) Numbered(name string) []discord.Option {
	number := func(o discord.Option) int {
		n, _ := strconv.Atoi(strings.TrimPrefix(o.Name, name)) // 0: another option
		return n
	}
	list := slices.DeleteFunc(slices.Clone(r.Options), func(o discord.Option) bool {
		return o.Value == "" || number(o) < 1
	})
	slices.SortFunc(list, func(a, b discord.Option) int { return number(a) - number(b) })
	return list
}

// Value returns the option picked from a menu that takes one, "" if none or several were sent.
func (r *Request) Value() string {
	if len(r.Values) != 1 {
		return ""
	}
	return r.Values[0]
}

// Handler carries out one kind of request. An error that is Spoken becomes a sentence to the user;
// any other error is logged once, with an ID that the user sees.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// GameHandler carries out a request that is about one game.
type GameHandler func(ctx context.Context, r *Request, id match.GameID) (*Reply, error)

// Pressed makes a handler that takes the game from the custom ID.
func Pressed(h GameHandler) Handler {
	return func(ctx context.Context, r *Request) (*Reply, error) {
		return h(ctx, r, match.GameID(r.Pressed.Game))
	}
}
