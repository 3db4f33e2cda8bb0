package message_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"

	"konduktor/bot/bottest"
	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
)

// words counts what is read; a sign with its number is a word.
func words(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}) {
			n++
		}
	}
	return n
}

// share returns what is exceeded by one in n of some numbers.
func share(list []int, n int) int {
	slices.Sort(list)
	return list[len(list)-1-len(list)/n]
}

// mostTickets is how many tickets a player who moves at random takes, which is more than people do.
const mostTickets = 5

// A turn fits on a screen: 130 words and 1,900 of Discord's 2,000 characters, and the hand keeps
// its signs.
func TestAPanelIsShort(t *testing.T) {
	names := []string{"Aleksandra", "Bartek", "Celina", "Dominik", "Ewa", "Franciszek"}
	for _, title := range titles.All() {
		for i, lang := range []string{"en", "pl"}[:enginetest.Size(1, 2)] {
			t.Run(title.ID()+" "+lang, func(t *testing.T) {
				t.Parallel()
				s := bottest.New(t)
				catalog := s.Texts(lang).Catalog().WithSigns(func(_, thing string) (name, id string) {
					return strings.ReplaceAll(thing, "-", "_"), "1000000000000000001"
				})
				panels := message.NewPanels(s.Bot.Games(), nil, nil, nil, time.Now)
				id := s.RunningOf(title.ID(), names[:slices.Max(title.SeatCounts())]...)
				r := rand.New(rand.NewPCG(7, uint64(i)))
				var said, units []int
				for n := 0; s.Game(id).State == match.Running && n < enginetest.Size(100, 600); n++ {
					g := s.Game(id)
					v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
					m, err := panels.Text(t.Context(), catalog.Texts(lang),
						message.Request{Game: g, Seat: v.Viewer})
					if err != nil {
						t.Fatal(err)
					}
					lines := strings.Split(m.Content, "\n")
					hand := lines[len(lines)-1]
					if v.Owes == engine.OwesPay { // the question is below it
						hand = m.Content
					}
					for c, face := range v.Lexicon().Faces {
						n, sign := v.Own().Hand.Cards[c], strings.ReplaceAll(face.Name, "-", "_")
						want := fmt.Sprintf("<:%s:1000000000000000001>%d", sign, n)
						if n > 0 && !strings.Contains(hand, want) {
							t.Errorf("ply %d: the hand has no %d %s: %s", v.Ply, n, sign, hand)
						}
					}
					if v.Phase != engine.InDeclare { // asked once, when all turns are over
						said = append(said, words(m.Content))
					}
					units = append(units, len(utf16.Encode([]rune(m.Content))))
					s.Move(id, func(v engine.View) engine.Move {
						legal := slices.DeleteFunc(slices.Clone(v.Legal()), func(m engine.Move) bool {
							return m.Verb == engine.Tickets && len(prospect.Own(&v)) >= mostTickets
						})
						if len(legal) == 0 {
							legal = v.Legal()
						}
						return bottest.Paid(v, legal[r.IntN(len(legal))])
					})
				}
				t.Logf("%d panels: words %d, %d; units %d, %d", len(units),
					share(said, 2), share(said, 100), share(units, 2), share(units, 100))
				if share(said, 100) > 130 || slices.Max(units) > 2000 || share(units, 100) > 1900 {
					t.Error("the panels are too long")
				}
			})
		}
	}
}
