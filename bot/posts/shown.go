package posts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/storage"
)

// Shown is what a post shows.
type Shown struct {
	// Words names the text: a post whose words have the same name keeps its own. "": Content is its
	// name.
	Words   string
	Content string
	Rows    []discord.Row
	Buttons bool // Rows are known; else the message keeps those that it came with
	// Picture names the picture by all that it depends on, "": there is none. kept: whichever the
	// message has.
	Picture string
	Draw    func(context.Context) []discord.File
	Choices bool // custom IDs name positions that others change without harm: the setup
	// Since is the post from now on, if its kind or position changes.
	Since *storage.Post
	Fate  Fate
}

// Fate is what becomes of a post once it shows what it has to.
type Fate uint8

// The fates.
const (
	Stays  Fate = iota
	Closed      // nothing that happens later concerns it: it is forgotten
	Goes        // the message is deleted
)

// kept stands for the words or the picture that a message came with.
const kept = "="

var (
	asItCame       = Shown{Words: kept, Picture: kept}
	withoutButtons = Shown{Words: kept, Picture: kept, Buttons: true, Fate: Closed}
)

func closing(content string) Shown { return Shown{Content: content, Buttons: true, Fate: Closed} }

// fingerprint names what a post shows. The zero value says that nothing is known of it.
type fingerprint struct{ words, rows, picture string }

// String writes it as a post holds it.
func (f fingerprint) String() string { return f.words + "/" + f.rows + "/" + f.picture }

func parseFingerprint(text string) (f fingerprint) {
	f.words, text, _ = strings.Cut(text, "/")
	f.rows, f.picture, _ = strings.Cut(text, "/")
	return f
}

// print is the fingerprint of what a post shows. What a reader has turned to is no part of it.
func (s Shown) print() fingerprint {
	f := fingerprint{cmp.Or(s.Words, digest([]byte(s.Content))), kept, s.Picture}
	if s.Buttons {
		f.rows = digest(s.normal())
	}
	return f
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:6])
}

// normal are the rows without what differs from reader to reader of the same post.
func (s Shown) normal() []byte {
	rows := discord.WithoutEmoji(s.Rows)
	for _, row := range rows {
		for i := range row.Buttons {
			row.Buttons[i].CustomID = s.normalID(row.Buttons[i].CustomID)
		}
		if row.Select != nil {
			row.Select.CustomID = s.normalID(row.Select.CustomID)
		}
	}
	text, err := json.Marshal(rows)
	if err != nil {
		panic(fmt.Sprintf("encode rows: %v", err)) // no field can fail
	}
	return text
}

func (s Shown) normalID(text string) string {
	id, ok := customid.Parse(text)
	if !ok {
		return text
	}
	id.Page, id.Deck, id.Into, id.Again = 0, 0, 0, 0
	if s.Choices && id.Action != customid.Undo {
		id.At = customid.Position{}
	}
	return id.Print()
}

// edit is what has to change on a message with a fingerprint; false if nothing. If nothing is known
// of a message, all is replaced that it did not come with.
func (s Shown) edit(ctx context.Context, shown string) (e discord.Edit, needed bool) {
	was, is := parseFingerprint(shown), s.print()
	if is.words != kept && is.words != was.words {
		e.Content = &s.Content
	}
	if is.rows != kept && is.rows != was.rows {
		all := append([]discord.Row{}, s.Rows...)
		e.Rows = &all
	}
	if is.picture != kept && (is.picture != was.picture || shown == "") {
		files := []discord.File{}
		if s.Draw != nil {
			files = append(files, s.Draw(ctx)...)
		}
		e.Files = &files
	}
	return e, e.Content != nil || e.Rows != nil || e.Files != nil
}

func (s Shown) message(ctx context.Context) discord.Message {
	m := discord.Message{Content: s.Content, Rows: s.Rows}
	if s.Draw != nil {
		m.Files = s.Draw(ctx)
	}
	return m
}
