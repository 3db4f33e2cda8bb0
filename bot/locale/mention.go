package locale

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// vocabulary has the names of commands and options in one language, as a Discord client in that
// language shows them. A text names a command as `/game new title:`, and an option alone as
// `title:` or `since:last`.
type vocabulary struct {
	commands map[string]string // names by path of ids: "game.new"
	options  map[string]string // names by id
	paths    map[string]string // ids by path of names: "gra.nowa" is "game.new"
	ids      map[string]string // ids of options by name
}

// vocabularyOf takes the names of commands and options from a language, and missing ones from the
// fallback.
func vocabularyOf(own, fallback *layer) *vocabulary {
	v := &vocabulary{
		commands: map[string]string{}, options: map[string]string{},
		paths: map[string]string{}, ids: map[string]string{},
	}
	for id := range fallback.forms {
		l := own
		if !own.has(id) {
			l = fallback
		}
		if path, ok := between(id, "commands.", ".name"); ok {
			v.commands[path] = l.say(id, nil)
		} else if option, ok := between(id, "options.", ".name"); ok {
			v.options[option] = l.say(id, nil)
		}
	}
	for path := range v.commands {
		v.paths[v.path(path)] = path
	}
	for id, name := range v.options {
		v.ids[name] = id
	}
	return v
}

func between(id, begin, end string) (string, bool) {
	rest, begins := strings.CutPrefix(id, begin)
	rest, ends := strings.CutSuffix(rest, end)
	return rest, begins && ends
}

// path translates a path of ids: "game.new" is "gra.nowa".
func (v *vocabulary) path(ids string) string {
	parts := strings.Split(ids, ".")
	names := make([]string, len(parts))
	for i := range parts {
		names[i] = v.commands[strings.Join(parts[:i+1], ".")]
	}
	return strings.Join(names, ".")
}

// renamed returns the texts of a layer that name commands, with the commands renamed to another
// language.
func (l *layer) renamed(lang string, from, to *vocabulary) *layer {
	changed := map[string]forms{}
	var messages []*i18n.Message
	for _, m := range l.messages {
		other := *m
		for _, text := range []*string{
			&other.Zero, &other.One, &other.Two, &other.Few, &other.Many,
			&other.Other,
		} {
			*text = from.rename(*text, to)
		}
		form := l.forms[m.ID]
		if form.text = other.Other; other == *m || isName(m.ID) {
			continue
		}
		changed[m.ID] = form
		messages = append(messages, &other)
	}
	made, err := newLayer(lang, changed, messages)
	if err != nil {
		panic(err) // the same texts have been read before
	}
	return made
}

// isName reports whether a text is registered with Discord in its own language instead of being
// said.
func isName(id string) bool {
	return strings.HasPrefix(id, "commands.") || strings.HasPrefix(id, "options.")
}

// word is the name of a command or option with its number, if it is numbered; afterwards is what
// follows it.
var word = regexp.MustCompile(`^[\p{L}\p{N}_-]+`)

// loneOption is an option that is named alone, with a value or without.
var loneOption = regexp.MustCompile("`([\\p{L}_-]+)([0-9]*):([^`\\s]*)`")

// rename translates the names of commands and options in a text.
func (v *vocabulary) rename(text string, to *vocabulary) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(text, '/')
		if at < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		said, rest, ok := v.mention(text[at+1:], to)
		if !ok || unicode.IsLetter(before) || unicode.IsDigit(before) || before == '/' {
			said, rest = "", text[at+1:]
		}
		b.WriteString(text[:at+1])
		b.WriteString(said)
		text = rest
	}
	b.WriteString(text)
	return loneOption.ReplaceAllStringFunc(b.String(), func(span string) string {
		parts := loneOption.FindStringSubmatch(span)
		if id, ok := v.ids[parts[1]]; ok {
			return "`" + to.options[id] + parts[2] + ":" + parts[3] + "`"
		}
		return span
	})
}

// mention translates a command with its options at the beginning of a text, after the slash; false
// if there is none.
func (v *vocabulary) mention(text string, to *vocabulary) (said, rest string, ok bool) {
	name := word.FindString(text)
	ids, found := v.paths[name]
	if !found {
		return "", text, false
	}
	rest = text[len(name):]
	if after, spaced := strings.CutPrefix(rest, " "); spaced {
		sub := word.FindString(after)
		if path, found := v.paths[name+"."+sub]; found && !strings.HasPrefix(after[len(sub):], ":") {
			ids, rest = path, after[len(sub):]
		}
	}
	said = strings.ReplaceAll(to.path(ids), ".", " ")
	for {
		option, after, is := v.option(rest, to)
		if !is {
			return said, rest, true
		}
		said, rest = said+option, after
	}
}

// option translates " name:value" at the beginning of a text.
func (v *vocabulary) option(text string, to *vocabulary) (said, rest string, ok bool) {
	after, spaced := strings.CutPrefix(text, " ")
	name := word.FindString(after)
	base := strings.TrimRight(name, "0123456789")
	id, found := v.ids[base]
	if !spaced || !found || !strings.HasPrefix(after[len(name):], ":") {
		return "", text, false
	}
	value := after[len(name):]
	if end := strings.IndexAny(value, " `\n"); end >= 0 {
		value = value[:end]
	}
	return " " + to.options[id] + name[len(base):] + value, after[len(name)+len(value):], true
}

// alone is a command that a text names without options: `/game new`.
var alone = regexp.MustCompile("`/([\\p{L}_ -]+)`")

// Pressable returns a text in which the commands whose IDs are known, by name, can be pressed. They
// appear by their own names then, behind those that the client lists: Discord does not follow a
// mention by a translated one (discord-api-docs#5462).
func (t *Texts) Pressable(text string, ids map[string]string) string {
	return alone.ReplaceAllStringFunc(text, func(span string) string {
		named := strings.ReplaceAll(strings.Trim(span, "`/"), " ", ".")
		path, ok := t.catalog.words[t.client].paths[named]
		command, _, _ := strings.Cut(path, ".")
		id := ids[command]
		if !ok || id == "" {
			return span
		}
		pressed := "</" + strings.ReplaceAll(path, ".", " ") + ":" + id + ">"
		if named != path {
			return span + " " + pressed
		}
		return pressed
	})
}
