package handlers

import (
	"context"
	"fmt"
	"math"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/lesson"
	"konduktor/engine/match"
	"konduktor/engine/puzzle"
)

// unasked stands for a puzzle that is not answered yet; an answer is option 1 or 2.
const unasked = 0

func (s *School) showPuzzle(_ context.Context, r *route.Request) (*route.Reply, error) {
	return s.puzzleOf(r, match.DayOf(r.Now), unasked)
}

func (s *School) answerPuzzle(_ context.Context, r *route.Request) (*route.Reply, error) {
	day := match.Day(r.Pressed.Day)
	if day > match.DayOf(r.Now) || r.Pressed.Menu < 1 || r.Pressed.Menu > 2 {
		return nil, route.Fail("unknown-button")
	}
	return s.puzzleOf(r, day, r.Pressed.Menu)
}

func (s *School) puzzleOf(r *route.Request, day match.Day, chosen int) (*route.Reply, error) {
	if len(s.puzzles) == 0 {
		return nil, route.Fail("no-puzzle")
	}
	n := int(day.Begins().Unix()/int64(24*time.Hour/time.Second)) % len(s.puzzles)
	return route.Later(r, func(ctx context.Context) (discord.Message, error) {
		return s.puzzlePage(ctx, r.Texts, &s.puzzles[n], day, chosen)
	}), nil
}

func (s *School) puzzlePage(ctx context.Context, texts *locale.Texts, p *puzzle.Puzzle,
	day match.Day, chosen int,
) (discord.Message, error) {
	shown := *p
	shown.Record.Setup.Names = namesFor(texts, p)
	g, at, err := shown.Position()
	if err != nil {
		return discord.Message{}, err
	}
	v, words := &at.View, speaker(texts, p.Record.Title)
	question := "puzzle.claim"
	if p.Options[0].Move.Verb == engine.Keep {
		question = "puzzle.keep"
	}
	lines := []string{texts.Say("puzzle.heading", "Title", words.Title(p.Record.Title.ID()),
		"Day", string(day)), texts.Say(question)}
	var answer []string
	m := discord.Message{}
	if chosen == unasked {
		var row discord.Row
		for i, o := range p.Options {
			id := customid.ID{Action: customid.Puzzle, Day: string(day), Menu: i + 1}
			row.Buttons = append(row.Buttons, moveButton(words, v, o.Move, id))
		}
		if row.Buttons[1].Label < row.Buttons[0].Label { // the better stands first in the file
			row.Buttons[0], row.Buttons[1] = row.Buttons[1], row.Buttons[0]
		}
		m.Rows = []discord.Row{row}
	} else {
		said, err := answerTo(texts, p, at, chosen)
		if err != nil {
			return discord.Message{}, err
		}
		answer = append([]string{""}, said...)
	}
	text := append(speech.Text{}.Say(lines...), words.State(v)...)
	m.Content = text.Say(answer...).Fit(discord.MaxContent)
	m.Files = s.picture(ctx, texts, p.Record.Title, g, at.View, nil)
	return m, nil
}

func answerTo(texts *locale.Texts, p *puzzle.Puzzle, at *puzzle.Position, chosen int) ([]string,
	error,
) {
	v, words := &at.View, speaker(texts, p.Record.Title)
	lines := []string{texts.Say("puzzle.right")}
	if chosen != 1 {
		lines[0] = texts.Say("puzzle.wrong")
	}
	for _, o := range p.Options {
		lines = append(lines, texts.Say("puzzle.chance", "Move", speech.Capital(words.Move(v, o.Move)),
			"Chance", math.Round(o.Chance.Is)))
		if o.Move.Verb == engine.Keep {
			lines = append(lines, words.WaysKept(v, o.Move))
		}
	}
	advice, err := ai.Advise(p.Record.Title, v, at.Told)
	if err != nil {
		return nil, fmt.Errorf("explain a puzzle: %w", err)
	}
	for i := range advice {
		if lesson.Alike(v, advice[i].Move, p.Options[0].Move) {
			lines = append(lines, texts.Say("puzzle.why", "Why", words.Reason(v, &advice[i])))
		}
	}
	return append(lines, texts.Say("puzzle.honest",
		"Worlds", texts.Say("puzzle.thousands", "Number", puzzle.Worlds/1000),
		"Level", texts.Say("lobby.level-"+play.AwayLevel))), nil
}

// namesFor names the seats of a puzzle: the reader is addressed, the others have a number.
func namesFor(texts *locale.Texts, p *puzzle.Puzzle) []string {
	names := make([]string, len(p.Record.Setup.Names))
	for i := range names {
		names[i] = texts.Say("puzzle.seat", "Number", i+1)
	}
	names[p.Seat-1] = texts.Say("learn.you")
	return names
}
