package posts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func showSought(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	m, open, err := s.callMessage(ctx, s.catalog.Texts(s.Game.Locale), s.Game)
	shown := Shown{Content: m.Content, Rows: m.Rows, Buttons: true, Picture: kept}
	if !open || s.superseded(p) {
		shown.Fate = Closed
	}
	return shown, err
}

func showInvitation(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	guest := match.UserID(p.Subject)
	invited := s.Game.State == match.Lobby && slices.Contains(StillInvited(s.Game), guest)
	if !invited || s.superseded(p) {
		return withoutButtons, nil
	}
	texts := s.catalog.Texts(s.Game.Locale)
	return Shown{
		Content: texts.Say("lobby.invitation", append(s.Args(ctx, texts, s.Game), "Ping",
			discord.MentionUsers(guest))...),
		Rows:    discord.Buttons(joinButton(texts, s.Game), declineButton(texts, s.Game)),
		Buttons: true,
	}, nil
}

func showThread(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	g := s.Game
	over := g.State == match.Cancelled || p.Channel != "" && p.Channel != g.Thread
	shown := Shown{Content: s.ThreadName(ctx, g), Picture: kept}
	if over {
		shown = Shown{Words: kept, Picture: kept, Fate: Closed}
	}
	if p.Subject == "" {
		return shown, nil
	}
	if over { // nobody looks for it in the forum any more
		shown.Picture = archived
		return shown, nil
	}
	forum, err := s.Forums.Of(ctx, match.ChannelID(p.Subject), false)
	if err == nil { // else it keeps its tags
		shown.Picture = "#" + strings.Join(forum.TagsOf(g, s.Joinable(g)), ",")
	}
	return shown, nil
}

// archived is in place of a post's tags that is put away.
const archived = "archived"

// editThread names a thread, and gives a forum's post its tags or puts it away. Tags are an
// ornament: a refusal of them is final.
func (s *scene) editThread(ctx context.Context, post storage.Post, want Shown) error {
	e, _ := want.edit(ctx, post.Shown)
	if e.Content != nil {
		if err := s.API.RenameThread(ctx, post.Channel, want.Content); err != nil {
			return err
		}
	}
	if e.Files == nil {
		return nil
	}
	var tags []string
	if list, is := strings.CutPrefix(want.Picture, "#"); is {
		tags = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		tags = append([]string{}, tags...) // not nil: none
	}
	return s.API.EditPost(ctx, post.Channel, tags, want.Picture == archived)
}

// maxThreadName is Discord's limit on the name of a thread.
const maxThreadName = 100

// ThreadName names a game's title and people, and in a forum its pace. While the game runs, who has
// left is none of them.
func (p *Posts) ThreadName(ctx context.Context, g match.Game) string {
	var names []string
	for _, s := range g.Shown() {
		if g.State != match.Running || !s.Vacant() {
			names = append(names, discord.PlainLabel(s.Name))
		}
	}
	title := p.Atlas.LabelOf(ctx, p.Plain.Texts(g.Locale), g)
	if _, paced := match.FindPace(g.Pace); paced && g.AtTable {
		pace, _, _ := strings.Cut(p.Plain.Texts(g.Locale).Say("clock.pace-"+g.Pace), " ")
		return discord.Fit(fmt.Sprintf("%s %s · %s: %s", title, g.ID, pace, strings.Join(names, ", ")),
			maxThreadName)
	}
	return discord.Fit(title+" "+string(g.ID)+": "+strings.Join(names, ", "), maxThreadName)
}

// callMessage says for which seats of a game somebody is sought, how these and the others stand,
// and until when; false if for none.
func (s *scene) callMessage(ctx context.Context, texts *locale.Texts,
	g match.Game,
) (discord.Message, bool, error) {
	call := discord.Message{Rows: []discord.Row{}}
	title, until := s.Atlas.NameOf(ctx, texts, g), s.At
	var row discord.Row
	for i, seat := range g.Seats {
		if g.State != match.Running || !seat.Vacant() || !seat.Called.After(s.At) {
			continue
		}
		until = seat.Called
		row.Buttons = append(row.Buttons, discord.NewButton(discord.Success,
			texts.Say("tenure.board", "Number", i+1),
			customid.SeatButton(customid.Board, g.ID, engine.Seat(i+1))))
	}
	if len(row.Buttons) == 0 {
		call.Content = texts.Say("tenure.call-over", "Title", title, "Game", string(g.ID))
		return call, false, nil
	}
	c, err := s.chronicle(ctx, play.AnyPly, engine.Public)
	if err != nil {
		return call, true, err
	}
	lines := []string{texts.Say("tenure.call", "Title", title, "Game", string(g.ID), "Where",
		message.Where(texts, g), "Until", speech.Stamp(until, "f"))}
	v, speaker := c.Table.View(engine.Public), message.Speaker(texts, c.Table)
	for i := range v.Seats {
		seat := engine.Seat(i + 1)
		who := speaker.Seat(&v, seat)
		if g.Seats[i].Vacant() {
			who = texts.Say("tenure.call-free")
		}
		lines = append(lines, texts.Say("tenure.call-seat", "Number", i+1, "Who", who, "Stands",
			speaker.SeatStanding(&v, seat)))
	}
	if len(v.ToMove) != 1 || !g.Seats[v.ToMove[0]-1].Vacant() {
		lines = append(lines, speaker.Waits(&v))
	}
	call.Content = discord.Lines(lines)
	call.Rows = []discord.Row{row}
	return call, true, nil
}
