package trials

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

func TestHostileTextsStayTexts(t *testing.T) { holds(t, textKind, 2) }

func TestTextDetectsUnescapedNames(t *testing.T) { notices(t, textKind, 1, unescapes) }

// pictureEvery is how often the pictures of a game with hostile names are really painted.
const pictureEvery = 100

var textKind = Kind{
	Name:  "text",
	Small: 40,
	Full:  600,
	some:  "texts payloads messages suggestions painted",
	none:  "mentions markup too_long",
	run:   texts,
}

// texts has people with hostile names play, and type hostile texts into every option. It reads
// every request as Discord does.
func texts(t *Trial) {
	h := &heckler{Trial: t}
	client, err := (&drain{read: h.read}).client()
	t.must(err)
	pictures := &painter{}
	h.rig = t.newRig(t.newStore("text"), t.Seed, bottest.Painted(pictures),
		func(o *bot.Options) { o.API = client })
	for nth := 0; nth < t.Size && !t.noticed(); nth++ {
		title := titles.All()[nth%len(titles.All())]
		pictures.made = nil
		t.must(pictures.prepare(title, engine.Public, nth%pictureEvery == 0))
		if nth%pictureEvery == 0 {
			t.count("painted", 1)
		}
		h.names = nil
		for range title.SeatCounts()[0] {
			h.names = append(h.names, h.nasty())
		}
		t.count("texts", len(h.names))
		h.play(title, 10*nth)
	}
	t.leave(h.rig)
}

// heckler plays under hostile names.
type heckler struct {
	*Trial
	*rig
	names []string
}

// scraps are what hostile texts are made of.
var scraps = []string{
	"@everyone",
	"@here",
	"<@100001>",
	"<@!7>",
	"<@&900>",
	"<#901>",
	"</game:1>",
	"<:a:1>",
	"<t:0:R>",
	"[free](https://evil.example)",
	"https://evil.example",
	"discord.gg/evil",
	"||spoiler||",
	"```code```",
	"`tick`",
	"**bold**",
	"__under__",
	"~~gone~~",
	"# head",
	"-# small",
	"> quote",
	">>> all",
	"- list",
	"1. one",
	"\u202eRTL",
	"\u2066iso\u2069",
	"\u200bzero\u200b",
	"\u200d",
	"\ufeff",
	"\x00nul",
	"\x1b[31mred",
	"\r\nline",
	"\n\n\n",
	"\t",
	"z̴̡̛̛̛a̶̢l̷g̸o̵̧̨̢̡",
	"=cmd|' /C calc'!A0",
	"+1+1",
	"-1",
	"@SUM(A1)",
	"𝕬𝖇𝖈",
	"👨‍👩‍👧‍👦",
	"🇵🇱",
	"中文字",
	"ﷺ",
	"\U0010ffff",
	"\xff\xfe",
	"' OR 1=1 --",
	"<script>alert(1)</script>",
	"../../etc/passwd",
	"%s%n%x",
	"${jndi:x}",
	"{{.}}",
	"\\",
	"\\@everyone",
	"`",
	"|",
	"*",
	"_",
	"~",
	"\u00a0",
	"　",
	"null",
	"undefined",
	"NaN",
	"-0",
	"1e999",
	"",
}

// nasty makes up a hostile text: some scraps, now and then very long.
func (h *heckler) nasty() string {
	var b strings.Builder
	for range 1 + h.rng.IntN(3) {
		b.WriteString(scraps[h.rng.IntN(len(scraps))])
		if h.rng.IntN(2) == 0 {
			b.WriteString(" ")
		}
	}
	text := b.String()
	if h.rng.IntN(8) == 0 {
		text = strings.Repeat(text+"W", 2500/(len(text)+1)+1)
	}
	return text
}

func (h *heckler) who(first, nth int) discord.User {
	u := player(first + nth)
	u.Name = h.names[nth]
	return u
}

func (h *heckler) play(title engine.Title, first int) {
	host := h.who(first, 0)
	h.slash(host, "game new", "title="+title.ID(), "player1="+h.nasty())
	open, err := h.Store.GamesOf(h.ctx, host.ID, match.Lobby)
	h.must(err)
	if len(open) != 1 {
		h.slash(host, "game new", "title="+title.ID())
		if open, err = h.Store.GamesOf(h.ctx, host.ID, match.Lobby); err != nil || len(open) == 0 {
			h.Fatalf("names %q: no lobby: %v", h.names, err)
		}
	}
	id := open[0].ID
	for nth := range h.names {
		h.click(h.who(first, nth), customid.Button(customid.Join, id))
	}
	h.click(host, customid.Button(customid.Start, id))
	h.send()
	g := h.load(title, id, h.Seed+uint64(first))
	for n := 0; n < 2*len(h.names)+3 && !g.copy.Over(); n++ {
		seat, move := g.choose()
		h.click(g.user(seat), g.button(move))
		g.follow()
		h.heckle(g)
	}
	h.send()
}

// options are those into which anything can be typed.
var options = []string{
	"claim route",
	"claim cards",
	"draw card",
	"keep ticket1",
	"share ticket1",
	"pay cards",
	"place where",
	"board city",
	"lay row",
	"port city",
	"exchange pieces",
	"hand game",
	"log game",
	"game new title",
	"game join game",
	"rules title",
}

// heckle has a player and a stranger type something hostile, and ask for suggestions.
func (h *heckler) heckle(g *game) {
	words := strings.Fields(options[h.rng.IntN(len(options))])
	path, option := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
	for _, who := range []discord.User{g.user(1), {ID: "7", Name: h.nasty()}} {
		text := h.nasty()
		h.slash(who, path, option+"="+text, "game="+string(g.row.ID))
		ix := h.SlashBy(who, path, option+"="+text, "game="+string(g.row.ID))
		ix.Kind, ix.Options[0].Focused, ix.Channel = discord.Autocomplete, true, g.row.Thread
		h.do(ix)
	}
}

// draft is what Discord reads of a message.
type draft struct {
	Content  string `json:"content"`
	Mentions *struct {
		Parse []string `json:"parse"`
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Components []struct {
		Components []struct {
			Label, Placeholder string
			CustomID           string `json:"custom_id"`
			Options            []struct{ Label, Value, Description string }
		}
	} `json:"components"`
	Attachments []struct{ Filename, Description string } `json:"attachments"`
	Choices     []struct{ Name, Value string }           `json:"choices"`
	Nonce       string                                   `json:"nonce"`
}

// read reads a request as Discord does.
func (h *heckler) read(path string, body []byte) {
	h.count("payloads", 1)
	if !utf8.Valid(body) {
		h.wrong("markup", "%s: no valid UTF-8: %.200q", path, body)
	}
	var d draft
	if strings.HasSuffix(path, "/callback") {
		var answer struct {
			Type int
			Data draft
		}
		if len(body) > 0 && json.Unmarshal(body, &answer) != nil {
			h.wrong("markup", "%s: %.200q is not JSON", path, body)
		}
		d = answer.Data
		if answer.Type == 5 || answer.Type == 6 ||
			answer.Type == 8 { // nothing in it that could mention
			h.suggestions(d)
			return
		}
	} else if len(body) > 0 {
		if strings.HasSuffix(path, "/threads") || path == "users/@me/channels" {
			var thread struct{ Name string }
			_ = json.Unmarshal(body, &thread) // it has no text that comes alive
			h.fits("the name of a thread", thread.Name, 100)
			return
		}
		if json.Unmarshal(body, &d) != nil {
			h.wrong("markup", "%s: %.200q is not JSON", path, body)
		}
	} else {
		return
	}
	h.message(path, d)
}

func (h *heckler) suggestions(d draft) {
	h.count("suggestions", len(d.Choices))
	for _, c := range d.Choices {
		h.fits("a suggestion", c.Name, 100)
		h.fits("a suggestion's value", c.Value, 100)
	}
}

// alive is markup that no text of the bot's own has.
var alive = regexp.MustCompile(`@everyone|@here|<@&|<@!|</game|<t:0|<:a|\]\(http|https?://evil|` +
	`discord\.gg/evil|\|\|spoiler|` +
	"```code|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x00\x1b]")

// called are the users that a text mentions.
var called = regexp.MustCompile(`<@(\d+)>`)

// message checks a message: what it mentions, what comes alive, and its lengths.
func (h *heckler) message(path string, d draft) {
	h.count("messages", 1)
	if d.Mentions == nil || d.Mentions.Parse == nil || len(d.Mentions.Parse) != 0 {
		h.wrong("mentions", "%s: mentions are parsed out of %.200q", path, d.Content)
	}
	for _, m := range called.FindAllStringSubmatch(d.Content, -1) {
		if d.Mentions != nil && slices.Contains(d.Mentions.Users, m[1]) &&
			!strings.HasPrefix(m[1], "10") {
			h.wrong("mentions", "%s: %q is called", path, m[1])
		}
	}
	text := strings.ReplaceAll(d.Content, "](https://discord.com/channels/", "](") // to a table
	if found := alive.FindString(text); found != "" {
		h.wrong("markup", "%s: %q in %.300q", path, found, d.Content)
	}
	h.fits("content", d.Content, discord.MaxContent)
	h.fits("a nonce", d.Nonce, 25)
	for _, row := range d.Components {
		for _, c := range row.Components {
			h.fits("a label", c.Label, 80)
			h.fits("a placeholder", c.Placeholder, 150)
			h.fits("a custom ID", c.CustomID, 100)
			for _, o := range c.Options {
				h.fits("an option", o.Label, 100)
				h.fits("an option's value", o.Value, 100)
				h.fits("an option's description", o.Description, 100)
			}
		}
	}
	for _, a := range d.Attachments {
		h.fits("an alt text", a.Description, 1024)
	}
}

// fits wants a text of at most limit characters that leaves the ones around it in place.
func (h *heckler) fits(what, text string, limit int) {
	if n := utf8.RuneCountInString(text); n > limit {
		h.wrong("too_long", "%s of %d characters: %.100q", what, n, text)
	}
	if strings.ContainsAny(text, "\u202e\u2066\u2067\u200b\ufeff\x00\x1b") {
		h.wrong("markup", "%s has control characters: %.200q", what, text)
	}
}
