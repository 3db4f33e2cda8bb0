package message

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// TitleOf names a title, whatever map it is played on.
func TitleOf(texts *locale.Texts, id string) string { return speech.New(texts, nil).Title(id) }

// Speaker speaks about the game of a table.
func Speaker(texts *locale.Texts, t *play.Table) *speech.Speaker {
	s := SpeakerOf(texts, t.Edition(), t.Game)
	s.HintsIf(t.Hints)
	s.WordsIf(func(seat engine.Seat) bool { return t.Habits(seat).Worded })
	for _, one := range t.StandIns() {
		s.StandIn(one.Seat, discord.MentionUsers(one.User))
	}
	return s
}

// Tried adds to the name of a title from where a game goes on that was tried from a turn.
func Tried(texts *locale.Texts, title string, g match.Game) string {
	if g.Tried == nil {
		return title
	}
	return texts.Say("replay.tried-title", "Title", title, "Turn", g.Tried.Turn)
}

// maxForYou bounds how much of what was done in a reader's seat is told: the last of it.
const maxForYou = 12

// ForYou says what a stand-in, or the house, has done in the seat of a chronicle's viewer for its
// user.
func ForYou(texts *locale.Texts, c *play.Chronicle, user match.UserID) []string {
	s, v := Speaker(texts, c.Table), c.Table.View(c.Viewer)
	lines := s.Narrate(&v, c.Meanwhile(c.Viewer, user))
	if len(lines) > maxForYou {
		lines = append([]string{"…"}, lines[len(lines)-maxForYou:]...)
	}
	if len(lines) == 0 {
		return nil
	}
	return []string{speech.Fitting(discord.MaxContent/2, lines)} // a panel follows
}

// WelcomeBack greets a player who has the seat again, and says what was done in it meanwhile.
func WelcomeBack(texts *locale.Texts, c *play.Chronicle, user match.UserID) []string {
	said := []string{texts.Say("clock.welcome-back", "Game", string(c.Table.ID))}
	if done := ForYou(texts, c, user); len(done) > 0 {
		said = append(append(said, texts.Say("clock.meanwhile")), done...)
	}
	return said
}

// Stints says who played which seats when, where others did than those to whom they were dealt. The
// speaker names a winner with who played the seat to the end.
func Stints(s *speech.Speaker, c *play.Chronicle) (lines []string) {
	v, all := c.Table.View(engine.Public), c.Stints()
	for len(all) > 0 {
		seat, owner := all[0].Seat, c.Table.Seats[all[0].Seat-1].Holder()
		var said []speech.Stint
		var last match.UserID
		for ; len(all) > 0 && all[0].Seat == seat; all = all[1:] {
			last = all[0].User
			one := speech.Stint{First: all[0].First, Last: all[0].Last}
			switch last {
			case "": // the house
			case match.Former:
				one.Who = s.Words("result.former")
			case owner:
				one.Who = s.Seat(&v, seat)
			default:
				one.Who = discord.MentionUsers(last)
			}
			said = append(said, one)
		}
		if last == "" || last != owner {
			s.PlayedAtLast(seat, said[len(said)-1])
		}
		lines = append(lines, s.Stints(&v, seat, said))
	}
	return lines
}

// SpeakerOf speaks about a game whose edition is known.
func SpeakerOf(texts *locale.Texts, edition engine.Title, g match.Game) *speech.Speaker {
	board := titles.MapOf(edition)
	if g.Map == "" {
		return speech.New(texts, board).Named(g.Name, match.SignOf(g.ID, g.Sign))
	}
	s := speech.NewOwn(texts, board)
	if own := titles.Map(g.Title); own != nil && own.Name == board.Name { // as /box writes it
		s = s.Boxed()
	}
	return s.Named(g.Name, match.SignOf(g.ID, g.Sign))
}

// NameOf names the title that a game plays, the map if it is the operator's, and what the players
// call the game.
func (a *Atlas) NameOf(ctx context.Context, texts *locale.Texts, g match.Game) string {
	return a.namer(ctx, texts, g).Title(g.Title)
}

// LabelOf is NameOf for places where Discord shows text raw.
func (a *Atlas) LabelOf(ctx context.Context, texts *locale.Texts, g match.Game) string {
	return a.namer(ctx, texts, g).TitleLabel(g.Title)
}

// namer names the title alone if the map cannot be parsed; loading the game says why.
func (a *Atlas) namer(ctx context.Context, texts *locale.Texts, g match.Game) *speech.Speaker {
	edition, err := a.Edition(ctx, g)
	if err != nil {
		return speech.New(texts, nil).Named(g.Name, match.SignOf(g.ID, g.Sign))
	}
	return SpeakerOf(texts, edition, g)
}

// MapLine is the line that says which of the operator's maps a game is played on; none for a
// title's own map.
func (a *Atlas) MapLine(ctx context.Context, texts *locale.Texts, g match.Game) []string {
	edition, err := a.Edition(ctx, g)
	if err != nil || g.Map == "" {
		return nil
	}
	return []string{SpeakerOf(texts, edition, g).OwnMap()}
}
