package message

import (
	"context"
	"errors"
	"log/slog"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
)

// maxDrawing is the number of pictures drawn at a time: each takes a core and some megabytes.
const maxDrawing = 2

// Pictures draws files. Its methods can be called from any goroutine.
type Pictures struct {
	painter func(context.Context, engine.Title) (render.Painter, bool)
	log     *slog.Logger
	drawing chan struct{} // one token for each picture being drawn
	films   films
	// began is called before each picture, and the function that it returns after it.
	began func() (done func(picture, title string, bytes int))
}

// NewPictures returns pictures by the painters of titles, each on its map; false for a title
// without one.
func NewPictures(painter func(context.Context, engine.Title) (render.Painter, bool),
	log *slog.Logger,
) *Pictures {
	return &Pictures{
		painter: painter, log: log, drawing: make(chan struct{}, maxDrawing),
		began: func() func(string, string, int) { return func(string, string, int) {} },
	}
}

// Observe has began called before each picture, and the function that it returns after it, with the
// picture's name, the ID of the title and the size of the file. Call it before anything is drawn.
func (p *Pictures) Observe(began func() (done func(picture, title string, bytes int))) {
	p.began = began
}

// Board draws the board as the view's viewer may see it, with what is new marked: news are events
// as the viewer may know them. focus is the ID of the city in the middle of a close-up, "" for the
// whole board.
func (p *Pictures) Board(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	news []engine.Event, focus string,
) []discord.File {
	o := render.Options{
		Words: Speaker(texts, t).Words, Marked: match.Claimed(news), News: news, Focus: focus,
		Private: v.Viewer != engine.Public,
		Unaided: v.Viewer != engine.Public && !t.Hints(v.Viewer),
	}
	return p.draw(ctx, t, v, "board.png", render.Painter.Board, o)
}

// Told draws what a message tells everybody: an event in its own size, or else where on the board
// something is new.
func (p *Pictures) Told(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	news []engine.Event,
) []discord.File {
	return p.draw(ctx, t, v, "board.png", render.Painter.Board, render.Options{
		Words: Speaker(texts, t).Words, Marked: match.Claimed(news), News: news, Telling: true,
	})
}

// Shows reports whether a picture of the viewer's map can show a move as made.
func Shows(m engine.Move) bool {
	return m.Verb == engine.Claim || m.Verb == engine.Port || m.Verb == engine.Keep
}

// Hand draws the viewer's map in the shape that its player wants, with what is new marked: news are
// the events since its own last move, as it may know them. It shows a move that its player is asked
// about as made.
func (p *Pictures) Hand(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	news []engine.Event, asked engine.Move,
) []discord.File {
	shape, hints := t.Habits(v.Viewer).Picture(t.Title), t.Hints(v.Viewer)
	if shape == match.NoPicture {
		return nil
	}
	o := render.Options{
		Words: Speaker(texts, t).Words, Marked: match.Claimed(news), News: news,
		Private: true, Ways: hints, Unaided: !hints,
		Wide: shape == match.Wide, Move: asked,
		// small enough to be on one screen with the answers
		Telling: v.Tunnel != nil && v.Moves(v.Viewer) && asked.Verb == 0,
	}
	return p.draw(ctx, t, v, "hand.png", render.Painter.Hand, o)
}

// Sheet draws the final scoring and, out of the turns of the game, how it went.
func (p *Pictures) Sheet(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	turns []engine.Turn,
) []discord.File {
	o := render.Options{Words: Speaker(texts, t).Words, Turns: turns}
	return p.draw(ctx, t, v, "sheet.png", render.Painter.Sheet, o)
}

// EndCard draws the card of a finished game for sharing. It says where and when the game ended.
func (p *Pictures) EndCard(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	place string,
) []discord.File {
	o := render.Options{Words: Speaker(texts, t).Words, Place: place}
	return p.draw(ctx, t, v, "card.png", render.Painter.EndCard, o)
}

// Chances draws how likely the sides of a finished game were to win, in percent, by turn and side:
// by all that is known afterwards, or by what each could know then.
func (p *Pictures) Chances(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
	chances [][]int,
) []discord.File {
	o := render.Options{
		Words: Speaker(texts, t).Words, Chances: chances,
	}
	return p.draw(ctx, t, v, "chances.png", render.Painter.Chances, o)
}

// Legend draws what the signs in a table's pictures mean.
func (p *Pictures) Legend(ctx context.Context, t *play.Table, texts *locale.Texts) []discord.File {
	o := render.Options{Words: Speaker(texts, t).Words}
	return p.draw(ctx, t, t.View(engine.Public), "legend.png",
		func(painter render.Painter, _ engine.View, o render.Options) (render.Picture, error) {
			return painter.Legend(o)
		}, o)
}

// SeasonCard draws the card of somebody's season on the map of a table.
func (p *Pictures) SeasonCard(ctx context.Context, t *play.Table, card render.Card,
	routes []engine.RouteID, best []engine.CityID,
) []discord.File {
	return p.draw(ctx, t, engine.View{Title: t.Title}, "card.png",
		func(painter render.Painter, _ engine.View, _ render.Options) (render.Picture, error) {
			return painter.Season(card, routes, best)
		}, render.Options{})
}

// Lobby draws the card of a table's lobby.
func (p *Pictures) Lobby(ctx context.Context, t *play.Table, card render.Card) []discord.File {
	return p.draw(ctx, t, engine.View{Title: t.Title}, "lobby.png",
		func(painter render.Painter, _ engine.View, _ render.Options) (render.Picture, error) {
			return painter.Lobby(card)
		}, render.Options{})
}

// Season draws a picture that is about no single game; draw makes it.
func (p *Pictures) Season(ctx context.Context, name string, draw func() (render.Picture, error),
) []discord.File {
	select {
	case p.drawing <- struct{}{}:
		defer func() { <-p.drawing }()
	case <-ctx.Done():
		return nil
	}
	return p.made(ctx, name, "", draw)
}

// made has a picture made, and says so if that fails.
func (p *Pictures) made(ctx context.Context, name, title string,
	draw func() (render.Picture, error),
) []discord.File {
	done := p.began()
	picture, err := draw()
	done(name, title, len(picture.PNG))
	if err != nil {
		p.log.LogAttrs(ctx, slog.LevelError, "picture not drawn", slog.String("picture", name),
			slog.String("title", title), slog.Any("error", err))
		return nil
	}
	return []discord.File{{Name: name, Alt: picture.Alt, Type: "image/png", Data: picture.PNG}}
}

func (p *Pictures) draw(ctx context.Context, t *play.Table, v engine.View, name string,
	draw func(render.Painter, engine.View, render.Options) (render.Picture, error), o render.Options,
) (files []discord.File) {
	_ = p.paint(ctx, t, func(painter render.Painter) error { // without one, texts come alone
		o.Names = t.DrawnNames()
		files = p.made(ctx, name, v.Title, func() (render.Picture, error) { return draw(painter, v, o) })
		return nil
	})
	return files
}

// errNoPainter says that there is nothing to draw with, now or ever.
var errNoPainter = errors.New("there is no painter")

// paint has a title's painter draw once fewer than maxDrawing others do.
func (p *Pictures) paint(ctx context.Context, t *play.Table, draw func(render.Painter) error,
) error {
	painter, ok := p.painter(ctx, t.Edition())
	if !ok {
		return errNoPainter
	}
	select {
	case p.drawing <- struct{}{}:
		defer func() { <-p.drawing }()
	case <-ctx.Done():
		return errNoPainter
	}
	return draw(painter)
}

// Attached returns files in the form in which a message carries them.
func Attached(files []play.File) []discord.File {
	list := make([]discord.File, len(files))
	for i, f := range files {
		list[i] = discord.File{Name: f.Name, Type: "text/plain", Data: f.Text}
	}
	return list
}
