package speech

import (
	"math"
	"regexp"
	"strings"
	"unicode"

	"konduktor/bot/discord"
	"konduktor/render/caption"
)

// What a phone shows, in its pixels: a message is 300 wide. The sizes are those of the sandbox's page
// (bot/sandbox/page/client.css), where they are compared with Discord's clients.
const (
	phone      = 300
	buttonTall = 40
	menuTall   = 48
	apart      = 8
	lineTall   = 22
	aSign      = 20 // of a button
	aroundText = 30
	aroundSign = 30
	aLetter    = 7.8  // of a button
	around     = 45  // author and edges of a message
	turnTall   = 860 // a turn
	largeTall  = 960 // a turn on a map with more than largeMap routes
	largeMap   = 100
)

// tall is how much of a phone a turn has for its text and rows beside its picture; 0: no limit, where
// cards are words for want of signs.
func (s *Speaker) tall() int {
	switch {
	case s.emoji(caption.DeckSign) == nil:
		return 0
	case s.large():
		return largeTall - around - phone
	}
	return turnTall - around - phone
}

func (s *Speaker) large() bool { return len(s.board.Routes) > largeMap }

// height is how much of a phone rows take.
func height(rows []discord.Row) (sum int) {
	for _, row := range rows {
		if row.Select != nil {
			sum += menuTall + apart
			continue
		}
		at := float64(phone)
		for _, b := range row.Buttons {
			w := widthOf(b)
			if at+apart+w > phone {
				sum, at = sum+buttonTall+apart, w
			} else {
				at += apart + w
			}
		}
	}
	return max(0, sum-apart)
}

func widthOf(b discord.Button) float64 {
	w := aroundText + aLetter*float64(len([]rune(b.Label)))
	switch {
	case b.Emoji == nil:
	case b.Label == "":
		w = aroundSign + aSign
	default:
		w += aSign + 7
	}
	return min(w, phone)
}

// reference is an emoji, a time or an address, which are not read as they are written.
var reference = regexp.MustCompile(`<a?:\w+:\d+>|<t:\d+:\w>|\]\([^)]*\)|\*\*`)

// linesOf estimates how many lines a text takes on a phone.
func linesOf(text string) (n int) {
	text = reference.ReplaceAllStringFunc(text, func(r string) string {
		switch r[1] {
		case ':', 'a':
			return "🚃"
		case 't':
			return "in 22 hours"
		}
		return ""
	})
	for line := range strings.SplitSeq(text, "\n") {
		w := 0.0
		for _, r := range line {
			w += breadth(r)
		}
		n += max(1, int(math.Ceil(w/phone)))
	}
	return n
}

// breadth is the width of a letter in the clients' typeface.
func breadth(r rune) float64 {
	switch {
	case r == ' ':
		return 4.5
	case strings.ContainsRune("ijlftrI.,:;·'()-–|!", r):
		return 5.2
	case unicode.IsDigit(r):
		return 8.9
	case unicode.IsUpper(r):
		return 10.8
	case unicode.IsSymbol(r):
		return 22
	}
	return 8.6
}
