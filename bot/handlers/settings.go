package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

// wish changes habits; now is the present moment.
type wish func(h *match.Habits, now time.Time) error

// setting is one thing that a person sets in /me: by a menu or two-way button, or typed, as the
// option of its name.
type setting struct {
	name  string
	picks []string // what can be picked; none: it is typed
	many  bool     // of the picks, any number
	// of returns what is picked, of many all, joined by commas.
	of  func(h match.Habits) string
	set func(h *match.Habits, value string)
	// say says one pick. nil: by the text of the setting's name and the pick.
	say func(texts *locale.Texts, value string) string

	read func(value string) (wish, error) // what is typed; an error says how to write it
	told func(texts *locale.Texts, h match.Habits, now time.Time) []string
}

// square is how a person calls match.Square.
const square = "square"

// next is the reminder that comes before a person's turn.
const next = "next"

// settings are all that a person can set, in the order in which it is read and shown: the time zone
// before what is read in it.
func (h *Handlers) settings() []setting {
	return []setting{
		{
			name: "language", picks: append([]string{off}, h.Catalog.Languages()...),
			of: func(h match.Habits) string { return cmp.Or(h.Language, off) },
			set: func(h *match.Habits, value string) {
				h.Language = strings.TrimPrefix(value, off)
			},
			say: func(texts *locale.Texts, value string) string {
				name := texts.Catalog().Name(value)
				if value == off {
					name = texts.Say("me.language-off")
				}
				return texts.Say("me.language", "Language", name)
			},
		},
		{name: "zone", read: readZone, told: zoneLine},
		{name: "quiet", read: readQuiet, told: quietLines},
		{
			name: "calls", picks: []string{"message", "table"},
			of: func(h match.Habits) string {
				return map[bool]string{false: "message", true: "table"}[h.Thread]
			},
			set: func(h *match.Habits, value string) { h.Thread = value == "table" },
		},
		{
			name: "reminder", picks: []string{"half", "last", next}, many: true,
			of: remindersOf, set: setReminders,
		},
		{name: "digest", read: readDigest, told: digestLine},
		{name: "vacation", read: readVacation, told: vacationLines},
		{
			name: "pictures", picks: []string{square, string(match.Wide), string(match.NoPicture)},
			of: func(h match.Habits) string { return cmp.Or(string(h.Pictures), square) },
			set: func(h *match.Habits, value string) {
				h.Pictures, h.Framed = match.Pictures(strings.TrimPrefix(value, square)), nil
			},
		},
		{name: "drawn-name", read: readDrawnName, told: drawnLine},
		toggle("ways", func(h match.Habits) bool { return !h.Unaided },
			func(h *match.Habits, on bool) { h.Unaided = !on }),
		toggle("words", func(h match.Habits) bool { return h.Worded },
			func(h *match.Habits, on bool) { h.Worded = on }),
		toggle("quick", func(h match.Habits) bool { return h.Hasty },
			func(h *match.Habits, on bool) { h.Hasty = on }),
		toggle("explanations", func(h match.Habits) bool { return !h.Lessons.Off },
			func(h *match.Habits, on bool) { h.Lessons = match.Lessons{Off: !on} }),
		toggle("rated", func(h match.Habits) bool { return h.Rated },
			func(h *match.Habits, on bool) { h.Rated = on }),
	}
}

// onOff are the picks of a setting that has a button.
var onOff = []string{"true", "false"}

func toggle(name string, of func(match.Habits) bool, set func(*match.Habits, bool)) setting {
	return setting{
		name: name, picks: onOff,
		of:  func(h match.Habits) string { return strconv.FormatBool(of(h)) },
		set: func(h *match.Habits, value string) { set(h, value == onOff[0]) },
	}
}

func remindersOf(h match.Habits) string {
	var list []string
	for name, on := range map[string]bool{
		"half": h.Wants(match.HalfReminder), "last": h.Wants(match.LastReminder), next: h.HeadsUp,
	} {
		if on {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

func setReminders(h *match.Habits, value string) {
	wanted := strings.Split(value, ",")
	names := map[int]string{match.HalfReminder: "half", match.LastReminder: "last"}
	for reminder, name := range names {
		if on := slices.Contains(wanted, name); on != h.Wants(reminder) {
			h.Switched &^= 1 << reminder
			if !on {
				h.Switched |= 1 << reminder
			}
		}
	}
	h.HeadsUp = slices.Contains(wanted, next)
}

func (s setting) lines(texts *locale.Texts, h match.Habits, now time.Time) []string {
	if s.told != nil {
		return s.told(texts, h, now)
	}
	if !s.many {
		return []string{s.label(texts, s.of(h))}
	}
	said := []string{texts.Say("names.none")}
	if value := s.of(h); value != "" {
		said = nil
		for one := range strings.SplitSeq(value, ",") {
			said = append(said, s.label(texts, one))
		}
	}
	return []string{texts.Say("me.reminders", "List", strings.Join(said, ", "))}
}

func (s setting) label(texts *locale.Texts, value string) string {
	if s.say != nil {
		return s.say(texts, value)
	}
	return texts.Say("me." + s.name + "-" + value)
}

// wish reads what a person wants of a setting. What can be picked is one of the picks also in a
// forged click.
func (s setting) wish(value string) (wish, error) {
	if s.read != nil {
		return s.read(value)
	}
	values := []string{value}
	if s.many {
		values = strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
	}
	for _, one := range values {
		if !slices.Contains(s.picks, one) {
			return nil, route.Fail("no-such-choice")
		}
	}
	return func(h *match.Habits, _ time.Time) error { s.set(h, value); return nil }, nil
}

// wishes reads the options of a request, or what was picked: either all can be read, or nothing is
// changed.
func (h *Handlers) wishes(r *route.Request) ([]wish, error) {
	var list []wish
	for _, s := range h.settings() {
		value := strings.TrimSpace(r.Option(s.name))
		picked := r.Pressed.Name == s.name && s.picks != nil
		if picked {
			value = cmp.Or(r.Pressed.Choice, strings.Join(r.Values, ","))
		} else if value == "" {
			continue
		}
		one, err := s.wish(value)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	if r.Kind == discord.Click && len(list) == 0 {
		return nil, route.Fail("unknown-button")
	}
	return list, nil
}

// controls are the menus of all that can be picked, and a row of buttons that switch.
func (h *Handlers) controls(texts *locale.Texts, of match.Habits) []discord.Row {
	var rows []discord.Row
	var buttons []discord.Button
	for _, s := range h.settings() {
		id := customid.ID{Action: customid.Set, Name: s.name}
		switch now := s.of; {
		case now == nil: // it is typed
		case slices.Equal(s.picks, onOff):
			style, sign, other := discord.Success, "✓ ", onOff[1]
			if now(of) == onOff[1] {
				style, sign, other = discord.Secondary, "✗ ", onOff[0]
			}
			id.Choice = other
			buttons = append(buttons,
				discord.NewButton(style, sign+texts.Say("me.button-"+s.name), id.Print()))
		default:
			menu := &discord.Select{CustomID: id.Print(), Min: 1, Max: 1}
			if s.many {
				menu.Min, menu.Max = 0, len(s.picks)
				menu.Placeholder = s.lines(texts, of, time.Time{})[0]
			}
			for _, value := range s.picks {
				label := s.label(texts, value)
				if s.many { // its picks hide the placeholder
					label = texts.Say("me.reminders", "List", label)
				}
				menu.Options = append(menu.Options, discord.SelectOption{
					Label: label, Value: value,
					Default: slices.Contains(strings.Split(now(of), ","), value),
				})
			}
			rows = append(rows, discord.Row{Select: menu})
		}
	}
	return append(rows, discord.Row{Buttons: buttons})
}

func zoneLine(texts *locale.Texts, h match.Habits, now time.Time) []string {
	zone := h.Location()
	return []string{
		texts.Say("me.zone", "Zone", zone.String(), "Clock", now.In(zone).Format("15:04")),
	}
}

func quietLines(texts *locale.Texts, h match.Habits, now time.Time) []string {
	if h.Quiet == h.Until {
		return []string{texts.Say("me.no-quiet")}
	}
	lines := []string{texts.Say("me.quiet", "Hours", hours(h))}
	if h.QuietFrom.After(now) {
		lines = append(lines, texts.Say("me.quiet-from", "When", speech.Stamp(h.QuietFrom, "f")))
	}
	return lines
}

func digestLine(texts *locale.Texts, h match.Habits, _ time.Time) []string {
	if !h.Digest {
		return []string{texts.Say("me.no-digest")}
	}
	return []string{texts.Say("me.digest", "Clock", clockTime(h.DigestAt))}
}

func drawnLine(texts *locale.Texts, h match.Habits, _ time.Time) []string {
	if h.Drawn == "" {
		return []string{texts.Say("me.not-drawn")}
	}
	return []string{texts.Say("me.drawn", "Name", discord.Plain(h.Drawn))}
}

// mostShown is how many vacations are shown.
const mostShown = 5

func vacationLines(texts *locale.Texts, h match.Habits, now time.Time) []string {
	list := slices.DeleteFunc(slices.Clone(h.Vacations), func(s match.Span) bool {
		return !s.Until.After(now)
	})
	slices.SortFunc(list, func(a, b match.Span) int { return a.From.Compare(b.From) })
	var lines []string
	if len(list) == 0 {
		lines = []string{texts.Say("me.no-vacation")}
	}
	for _, s := range list[:min(len(list), mostShown)] {
		lines = append(lines, texts.Say("me.vacation", "From", speech.Stamp(s.From, "D"),
			"Until", speech.Stamp(s.Until, "f")))
	}
	if more := len(list) - mostShown; more > 0 {
		lines = append(lines, texts.Say("me.vacation-more", "Count", more))
	}
	left := max(mostVacation-vacationDays(h, now.In(h.Location()).Year()), 0)
	return append(lines, texts.Say("me.vacation-left", "Count", left))
}

// hours prints quiet hours as readQuiet reads them.
func hours(h match.Habits) string {
	return clockTime(h.Quiet) + "-" + clockTime(h.Until)
}

// clockTime prints minutes after midnight as readMinute reads them.
func clockTime(minute int) string { return fmt.Sprintf("%d:%02d", minute/60, minute%60) }
