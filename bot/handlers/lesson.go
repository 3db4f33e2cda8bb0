package handlers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/lesson"
	"konduktor/engine/notation"
)

// learn begins a lesson, goes on with one, or makes a move in it: /learn.
func (s *School) learn(ctx context.Context, r *route.Request) (*route.Reply, error) {
	h, err := s.store.Habits(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	at, l := h.Lessons, s.lessons[h.Lessons.Open]
	if title := r.Option("title"); title != "" {
		id := s.about(title)
		if id == "" {
			return nil, route.Fail("no-lesson")
		}
		if id != at.Open {
			at.Open, at.Stop = id, 0
		}
		l = s.lessons[id]
	}
	if l != nil && at.Stop > len(l.Stops) { // the lesson has become shorter since
		at.Stop = 0
	}
	text := strings.TrimSpace(r.Option("move"))
	switch {
	case l == nil && text != "":
		return nil, route.Fail("no-lesson-open")
	case l == nil:
		return route.Private(r, s.list(r.Texts)), nil
	case text == "":
		return s.show(ctx, r, at.Open, at.Stop, nil)
	}
	m, err := s.readMove(r.Texts, l, at.Stop, text)
	if err != nil {
		return nil, err
	}
	return s.show(ctx, r, at.Open, at.Stop, &m)
}

// about returns the ID of the first lesson about a title; "" if there is none.
func (s *School) about(title string) string {
	for _, id := range s.order {
		if s.lessons[id].Record.Title.ID() == title {
			return id
		}
	}
	return ""
}

// openLesson shows a stop of a lesson, the lesson where the reader is, or the list.
func (s *School) openLesson(ctx context.Context, r *route.Request) (*route.Reply, error) {
	id, stop := r.Pressed.Lesson, r.Pressed.Turn
	if id == customid.AnyLesson {
		h, err := s.store.Habits(ctx, r.User.ID)
		if err != nil {
			return nil, err
		}
		if id, stop = h.Lessons.Open, h.Lessons.Stop; s.lessons[id] == nil {
			return route.Private(r, s.list(r.Texts)), nil
		}
	}
	return s.show(ctx, r, id, stop, nil)
}

func (s *School) makeMove(ctx context.Context, r *route.Request) (*route.Reply, error) {
	l := s.lessons[r.Pressed.Lesson]
	if l == nil || r.Pressed.Turn >= len(l.Stops) {
		return nil, route.Fail("unknown-button")
	}
	m, ok := r.Pressed.Chosen(l.Record.Title.Lexicon(), r.Values)
	if !ok {
		return nil, route.Fail("unknown-button")
	}
	return s.show(ctx, r, r.Pressed.Lesson, r.Pressed.Turn, &m)
}

// show shows a stop of a lesson, or the answer to a move there, and notes the place.
func (s *School) show(ctx context.Context, r *route.Request, id string, stop int, made *engine.Move,
) (*route.Reply, error) {
	l := s.lessons[id]
	if l == nil || stop > len(l.Stops) {
		return nil, route.Fail("unknown-button")
	}
	p := page{School: s, texts: r.Texts, lesson: l, id: id, stop: stop}
	if made != nil && stop < len(l.Stops) {
		if err := p.answer(*made); err != nil {
			return nil, err
		}
	}
	if p.stop < len(l.Stops) {
		if err := s.note(ctx, r.User.ID, id, p.stop); err != nil {
			return nil, err
		}
	} else if err := s.note(ctx, r.User.ID, "", 0); err != nil {
		return nil, err
	}
	return route.Later(r, p.message), nil
}

// page is a message of a lesson.
type page struct {
	*School
	texts  *locale.Texts
	lesson *lesson.Lesson
	id     string
	stop   int
	said   []string // of the move that was made
	moved  bool     // the lesson has gone on
}

// names are those in the pictures: the reader is addressed.
func (p *page) names() []string {
	names := slices.Clone(p.lesson.Record.Setup.Names)
	names[p.lesson.Seat-1] = p.texts.Say("learn.you")
	return names
}

// answer says what a move at the stop does, and goes on; a refused one leaves the lesson there.
func (p *page) answer(m engine.Move) error {
	scene, g, err := p.lesson.Scene(p.stop, p.names())
	if err != nil {
		return err
	}
	v, words := &scene.View, speaker(p.texts, p.lesson.Record.Title)
	if _, err := g.Clone().Apply(p.lesson.Seat, m); err != nil {
		refused, ok := errors.AsType[*engine.Refusal](err)
		if !ok {
			return fmt.Errorf("make a move in a lesson: %w", err)
		}
		p.said = []string{words.Refusal(v, refused)}
		return nil
	}
	p.moved = true
	wanted := p.lesson.Wanted(p.stop)
	if lesson.Alike(v, m, wanted) {
		p.said = []string{p.texts.Say("learn.right", "Move", speech.Capital(words.Move(v, wanted)))}
	} else {
		why := p.lesson.Other(p.stop, m, v).In(p.texts.Lang())
		if why == "" {
			why = p.texts.Say(generally(m.Verb))
		}
		p.said = []string{
			p.texts.Say("learn.also", "Move", speech.Capital(words.Move(v, m)), "Why", why),
			p.texts.Say("learn.instead", "Move", words.Move(v, wanted)),
		}
	}
	p.stop++
	return nil
}

// generally names the text about a move that its lesson does not mention.
func generally(verb engine.Verb) string {
	switch verb {
	case engine.Draw, engine.Place:
		return "learn.other-draw"
	case engine.Claim, engine.Lay, engine.Port:
		return "learn.other-claim"
	case engine.Tickets, engine.Keep, engine.Share:
		return "learn.other-tickets"
	}
	return "learn.other-any"
}

func (p *page) message(ctx context.Context) (discord.Message, error) {
	scene, g, err := p.lesson.Scene(p.stop, p.names())
	if err != nil {
		return discord.Message{}, err
	}
	v, words := &scene.View, speaker(p.texts, p.lesson.Record.Title)
	m := discord.Message{Content: p.text(words, scene).Fit(discord.MaxContent)}
	var news []engine.Event
	for _, made := range scene.Made {
		if p.moved {
			news = append(news, made.Events...)
		}
	}
	if scene.Stop == nil {
		m.Rows = []discord.Row{{Buttons: p.next()}}
	} else {
		m.Rows = p.choices(v)
	}
	m.Files = p.picture(ctx, p.texts, p.lesson.Record.Title, g, scene.View, news)
	return m, nil
}

func (p *page) text(words *speech.Speaker, scene *lesson.Scene) speech.Text {
	lines := []string{p.texts.Say("learn.heading", "Name", p.lesson.Name.In(p.texts.Lang()),
		"At", min(p.stop+1, len(p.lesson.Stops)), "Of", len(p.lesson.Stops))}
	lines = append(lines, p.said...)
	for i, made := range scene.Made {
		if !p.moved {
			break
		}
		if i > 0 { // the first is the reader's own, which is said
			lines = append(lines, words.Narrate(&scene.View, made.Events)...)
		}
		if why := made.Why.In(p.texts.Lang()); why != "" {
			lines = append(lines, why)
		}
	}
	text := speech.Text{}.Say(lines...)
	if scene.Stop == nil {
		return text.Say(p.ending(&scene.View)...)
	}
	return append(text.Say("", scene.Stop.Ask.In(p.texts.Lang())), words.State(&scene.View)...)
}

func (p *page) ending(v *engine.View) []string {
	var lines []string
	for i := range v.Seats {
		if s := &v.Seats[i]; s.Final != nil {
			lines = append(lines, p.texts.Say("learn.points", "Name", discord.Plain(s.Name),
				"Points", s.Final.Total, "Routes", s.Final.Routes, "Tickets", s.Final.Tickets,
				"More", s.Final.Total-s.Final.Routes-s.Final.Tickets))
		}
	}
	return append(lines, p.texts.Say("learn.now"))
}

func (p *page) next() []discord.Button {
	real := customid.ID{Action: customid.Real, Title: p.lesson.Record.Title.ID()}
	list := []discord.Button{
		discord.NewButton(discord.Primary, p.texts.Say("learn.real-button"), real.Print()),
	}
	if i := slices.Index(p.order, p.id) + 1; i < len(p.order) {
		name := p.lessons[p.order[i]].Name.In(p.texts.Lang())
		label := p.texts.Say("learn.next", "Name", name)
		list = append(list, discord.NewButton(discord.Secondary, label,
			customid.ID{Action: customid.School, Lesson: p.order[i]}.Print()))
	}
	more := speech.LearnButton(p.texts, "learn.more")
	more.Style = discord.Secondary
	return append(list, more)
}

func (p *page) choices(v *engine.View) []discord.Row {
	words := speaker(p.texts, p.lesson.Record.Title)
	id := customid.ID{Action: customid.Learn, Lesson: p.id, Turn: p.stop}
	offered := p.lesson.Offered(p.stop)
	var row discord.Row
	for _, m := range offered {
		id.Move = m
		row.Buttons = append(row.Buttons, moveButton(words, v, m, id))
	}
	rows := []discord.Row{row}
	var options []discord.SelectOption
	for _, m := range possible(v) {
		value := customid.PrintMove(m)
		if len(options) == maxOptions || len(value) > maxOption ||
			slices.ContainsFunc(offered, func(o engine.Move) bool { return lesson.Alike(v, o, m) }) {
			continue
		}
		options = append(options, discord.SelectOption{
			Label: label(words, v, m, maxOption), Value: value,
		})
	}
	if len(options) > 0 {
		id.Move = engine.Move{}
		rows = append(rows, discord.Row{Select: &discord.Select{
			CustomID: id.Print(), Placeholder: p.texts.Say("learn.else"), Min: 1, Max: 1,
			Options: options,
		}})
	}
	return rows
}

func possible(v *engine.View) []engine.Move {
	list := v.Legal()
	for i := range list {
		v.Propose(&list[i])
	}
	return list
}

func (s *School) list(texts *locale.Texts) discord.Message {
	var row discord.Row
	for i, id := range s.order {
		style := discord.Secondary
		if i == 0 {
			style = discord.Primary
		}
		name := s.lessons[id].Name.In(texts.Lang())
		row.Buttons = append(row.Buttons, discord.NewButton(style, name,
			customid.ID{Action: customid.School, Lesson: id}.Print()))
	}
	return discord.Message{Content: texts.Say("learn.list"), Rows: []discord.Row{row}}
}

func (s *School) completeMove(ctx context.Context, r *route.Request) (*route.Reply, error) {
	h, err := s.store.Habits(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	choices := []discord.Choice{}
	l := s.lessons[h.Lessons.Open]
	if l == nil || h.Lessons.Stop >= len(l.Stops) {
		return &route.Reply{Choices: choices}, nil
	}
	moves, err := s.worded(r.Texts, l, h.Lessons.Stop)
	if err != nil {
		return nil, err
	}
	typed := strings.ToLower(strings.TrimSpace(r.Focused().Value))
	for _, m := range moves {
		if len(choices) < maxOptions && len(m.Value) <= maxOption &&
			strings.Contains(strings.ToLower(m.Name), typed) {
			choices = append(choices, m)
		}
	}
	return &route.Reply{Choices: choices}, nil
}

// worded lists the moves that can be made at a stop, in words and in the notation.
func (s *School) worded(texts *locale.Texts, l *lesson.Lesson, stop int) ([]discord.Choice, error) {
	scene, _, err := l.Scene(stop, nil)
	if err != nil {
		return nil, err
	}
	words := speaker(texts, l.Record.Title)
	var list []discord.Choice
	for _, m := range slices.Concat(l.Offered(stop), possible(&scene.View)) {
		c := discord.Choice{
			Name:  label(words, &scene.View, m, maxOption),
			Value: notation.PrintMove(l.Record.Title.Lexicon(), m),
		}
		if !slices.ContainsFunc(list, func(o discord.Choice) bool { return o.Name == c.Name }) {
			list = append(list, c)
		}
	}
	return list, nil
}

// readMove reads a move that was typed: in the notation, or in the words of the list.
func (s *School) readMove(texts *locale.Texts, l *lesson.Lesson, stop int, text string,
) (engine.Move, error) {
	if m, err := notation.ParseMove(l.Record.Title.Lexicon(), text); err == nil {
		return m, nil
	}
	moves, err := s.worded(texts, l, stop)
	if err != nil {
		return engine.Move{}, err
	}
	for _, c := range moves {
		if strings.EqualFold(c.Name, text) {
			return notation.ParseMove(l.Record.Title.Lexicon(), c.Value)
		}
	}
	return engine.Move{}, route.Fail("lesson-move", "Example", discord.Plain(moves[0].Name))
}
