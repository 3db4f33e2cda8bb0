package speech

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// What a phone shows, in its pixels: a message is 300 wide, and so is a picture. The sizes are
// those of the sandbox's page (bot/sandbox/page/client.css), where they are compared with Discord's
// clients; those of a desktop where they differ.
const (
	phone      = 300
	desktop    = 860
	deskTall   = 800 // a message on a desktop
	deskImage  = 350
	deskButton = 39
	deskMenu   = 51
	buttonTall = 40
	menuTall   = 48
	apart      = 8
	lineTall   = 22
	aSign      = 20 // of a button
	aroundText = 30
	aroundSign = 30
	aLetter    = 7.8 // of a button
	around     = 67  // author and edges of a message, and a line that the estimate may miss
	turnTall   = 860 // a turn
	largeTall  = 960 // a turn on a map with more than largeMap routes
	largeMap   = 100
	askTall    = 658 // a question: all that is seen of a conversation
)

// questions are what a viewer owes where a panel is a question, and one screen with its buttons.
var questions = []engine.Owes{engine.OwesPlace, engine.OwesPay}

// tallest is how tall a panel may be on a phone; 0: no limit.
func (s *Speaker) tallest(v *engine.View) int {
	switch {
	case slices.Contains(questions, owes(v)):
		return s.tall(askTall + phone/6) // by which its picture is lower
	case s.large():
		return s.tall(largeTall)
	}
	return s.tall(turnTall)
}

// tall is a height unless cards are words for want of signs.
func (s *Speaker) tall(most int) int {
	if s.emoji(caption.DeckSign) == nil {
		return 0
	}
	return most
}

func (s *Speaker) large() bool { return len(s.board.Routes) > largeMap }

// fits reports whether a text with its picture and rows is no taller than it may be.
func (p *parts) fits(text string, rows []discord.Row) bool {
	onDesk := deskImage
	for _, row := range rows {
		if onDesk += deskButton; row.Select != nil {
			onDesk += deskMenu - deskButton
		}
	}
	return around+phone+height(rows)+lineTall*linesOf(text, phone) <= p.tall &&
		around+onDesk+lineTall*linesOf(text, desktop) <= deskTall
}

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

// reference is an emoji, a time, an address or an escape, which are not read as they are written.
var reference = regexp.MustCompile(`<a?:\w+:\d+>|<t:\d+:\w>|\]\([^)]*\)|\*\*|\\.`)

// linesOf estimates how many lines of a width a text takes.
func linesOf(text string, wide float64) (n int) {
	text = reference.ReplaceAllStringFunc(text, func(r string) string {
		switch {
		case r[0] == '\\':
			return r[1:]
		case r[1] == 't':
			return "in 22 hours"
		case r[0] == '<':
			return "🚃"
		}
		return ""
	})
	for line := range strings.SplitSeq(text, "\n") {
		n++
		at := -breadth(' ')
		for word := range strings.SplitSeq(line, " ") {
			w := 0.0
			for _, r := range word {
				w += breadth(r)
			}
			if at += breadth(' ') + w; at > wide && at > w {
				n, at = n+1, w
			}
		}
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
