package postgres

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"konduktor/storage/relational"
)

// clock is the database's time in microseconds since 1970, also in the middle of a transaction.
const clock = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`

func (s *Store) dialect() relational.Dialect {
	return relational.Dialect{
		Position: "strpos",
		Lease:    &s.lease,
		InsertMessage: `INSERT INTO outbox (` + strings.TrimPrefix(relational.MessageColumns, "id, ") + `)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		LastMessage: `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM outbox_id_seq`,
		AfterCopy: []string{
			`SELECT setval('outbox_id_seq', greatest(?1::bigint, 1), ?1::bigint > 0)`,
			idsGoOn("dropped"), idsGoOn("post"), idsGoOn("tenure"),
		},
		IsUnique: isUnique,
	}
}

// idsGoOn makes a statement after which the ids of a table go on from its highest one.
func idsGoOn(table string) string {
	return `SELECT setval('` + table + `_id_seq', coalesce((SELECT max(id) FROM ` + table +
		`), 1), EXISTS (SELECT 1 FROM ` + table + `) AND ?1::bigint >= 0)`
}

// rebound are statements as PostgreSQL wants them, by how package relational has them.
var rebound sync.Map

// rebind returns a statement with "$1" for "?" and "?1", and with quotes around "user", which is a
// reserved word.
func rebind(query string) string {
	if done, ok := rebound.Load(query); ok {
		return done.(string)
	}
	var b strings.Builder
	marks := 0
	for i := 0; i < len(query); {
		switch end := i + wordAt(query[i:]); {
		case query[i] == '\'' || query[i] == '"': // as it is, to the closing quote
			end = i + 1 + strings.IndexByte(query[i+1:], query[i]) + 1
			b.WriteString(query[i:end])
			i = end
		case query[i] == '?':
			end = i + 1 + wordAt(query[i+1:])
			number := query[i+1 : end]
			if number == "" {
				marks++
				number = strconv.Itoa(marks)
			}
			b.WriteString("$" + number)
			i = end
		case end > i:
			word := query[i:end]
			if word == "user" {
				word = `"user"`
			}
			b.WriteString(word)
			i = end
		default:
			b.WriteByte(query[i])
			i++
		}
	}
	rebound.Store(query, b.String())
	return b.String()
}

// wordAt returns how many letters, digits and underscores a text begins with.
func wordAt(text string) int {
	for i := range len(text) {
		c := text[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return i
		}
	}
	return len(text)
}

// mark begins the form of a byte that PostgreSQL takes in no text.
const mark = '\x1a'

// escape returns a text that PostgreSQL takes: it refuses the character NUL, and bytes that are no
// UTF-8. Those, and the mark itself, become a mark and two hexadecimal digits.
func escape(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for i, c := range text {
		switch {
		case c == 0 || c == mark:
			writeMarked(&b, text[i])
		case c == '\uFFFD' && !strings.HasPrefix(text[i:], "\uFFFD"):
			writeMarked(&b, text[i])
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func writeMarked(b *strings.Builder, c byte) {
	const digits = "0123456789abcdef"
	b.Write([]byte{mark, digits[c>>4], digits[c&15]})
}

// unescape reverses escape.
func unescape(text string) string {
	if strings.IndexByte(text, mark) < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == mark && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// plain reports whether escape would leave a text as it is.
func plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\x1a")
}
