package bot

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// router finds the handler of an interaction. Commands are found by their path ("game new"), clicks and modals by the
// pattern of their custom id ("g/{game}/{ply}/claim/{route}").
type router struct {
	commands    map[string]Handler
	completions map[string]Handler
	clicks      []clickRoute
}

type clickRoute struct {
	segments []string // literal, or "{name}"
	handler  Handler
}

func newRouter() *router {
	return &router{commands: map[string]Handler{}, completions: map[string]Handler{}}
}

// Slash registers the handler of a command by its path: "game new".
func (t *router) Slash(path string, h Handler) { t.commands[path] = h }

// Complete registers what suggests values for the options of a command.
func (t *router) Complete(path string, h Handler) { t.completions[path] = h }

// Click registers the handler of buttons, menus and modals whose custom id fits the pattern. A segment in braces captures
// into Request.Params; {game} and {ply} fit only well-formed game ids and plies. The first pattern that fits is taken.
func (t *router) Click(pattern string, h Handler) {
	t.clicks = append(t.clicks, clickRoute{strings.Split(pattern, "/"), h})
}

// find returns the handler of an interaction and what its custom id's pattern captured; nil if nothing fits. Everything in
// an interaction but its ids is hostile.
func (t *router) find(ix *discord.Interaction) (Handler, map[string]string) {
	switch ix.Kind {
	case discord.Slash:
		return t.commands[strings.Join(ix.Command, " ")], nil
	case discord.Autocomplete:
		return t.completions[strings.Join(ix.Command, " ")], nil
	case discord.Click, discord.Submit:
		return t.findClick(ix.CustomID)
	}
	return nil, nil
}

// maxCustomID is Discord's limit on the length of a custom id.
const maxCustomID = 100

func (t *router) findClick(id string) (Handler, map[string]string) {
	if len(id) > maxCustomID {
		return nil, nil
	}
	segments := strings.Split(id, "/")
	for _, c := range t.clicks {
		if params, ok := capture(c.segments, segments); ok {
			return c.handler, params
		}
	}
	return nil, nil
}

func capture(pattern, segments []string) (map[string]string, bool) {
	if len(pattern) != len(segments) {
		return nil, false
	}
	params := map[string]string{}
	for i, want := range pattern {
		name, isParam := strings.CutPrefix(want, "{")
		if !isParam {
			if want != segments[i] {
				return nil, false
			}
			continue
		}
		name = strings.TrimSuffix(name, "}")
		if !wellFormed(name, segments[i]) {
			return nil, false
		}
		params[name] = segments[i]
	}
	return params, true
}

func wellFormed(name, value string) bool {
	switch name {
	case "game":
		_, ok := parseGameID(value)
		return ok
	case "ply":
		_, ok := parsePly(value)
		return ok
	}
	return value != "" && strings.Trim(value, segmentSigns) == ""
}

// segmentSigns are the signs of a captured segment: those of the notation's ids and payments.
const segmentSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+._,:"

// maxPly bounds a ply in a custom id; the longest games have some hundred moves.
const maxPly = 99_999

func parsePly(s string) (engine.Ply, bool) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n > maxPly || strconv.FormatUint(n, 10) != s {
		return 0, false
	}
	return engine.Ply(n), true
}

func parseGameID(s string) (storage.GameID, bool) {
	if len(s) < 4 || len(s) > 12 {
		return "", false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "", false
		}
	}
	return storage.GameID(s), true
}
