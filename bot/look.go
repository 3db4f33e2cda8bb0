package bot

import (
	"context"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/render"
	"github.com/konduktor-bot/konduktor/storage"
)

// routeLook registers the handlers of /hand /board /log /rules /help and of the buttons that open a hand.
func (b *Bot) routeLook(t *router) {
	t.Slash("hand", b.named(b.showHand))
	t.Slash("board", b.named(b.showBoard))
	t.Slash("log", b.named(b.showLog))
	t.Slash("rules", b.showRules)
	t.Slash("help", b.showHelp)
	t.Click(speech.PressHand, b.pressed(b.showHand))
	t.Click(speech.PressLog, b.pressed(b.showLog))
	t.Click(speech.PressText, b.pressed(b.showText))
	b.routeCompletions(t)
}

// showHand shows the player's own panel with pictures: /hand, anywhere, and the button for it.
func (b *Bot) showHand(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	t, seat, err := b.watched(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if seat == engine.Public {
		return Reply{}, problem("not-seated", "Game", string(id))
	}
	return Reply{Ephemeral: r.Guild != "", Later: func(ctx context.Context) (discord.Message, error) {
		return b.paintedPanel(ctx, r.Texts, t.Game, anyPly, seat)
	}}, nil
}

// watched loads a game that has begun for somebody who may see its public side, and says where they sit.
func (b *Bot) watched(ctx context.Context, r *Request, id storage.GameID) (*table, engine.Seat, error) {
	t, err := b.table(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case !mayLook(t.Game, r):
		return nil, 0, problem("game-unknown")
	case t.game == nil && t.State == storage.Cancelled:
		return nil, 0, problem("game-cancelled", "Game", string(id))
	case t.game == nil:
		return nil, 0, problem("not-started", "Game", string(id))
	}
	return t, t.SeatOf(r.User.ID), nil
}

// showBoard shows the board, or a part of it, as a picture or as text: /board.
func (b *Bot) showBoard(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	t, seat, err := b.watched(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	v, s := t.View(seat), t.speaker(r.Texts)
	inText := r.Option("text") == "true"
	city, about := strings.TrimSpace(r.Option("city")), ""
	if city != "" {
		found, ok := s.FindCity(&v, city)
		if !ok {
			return Reply{}, problem("no-such-city")
		}
		if inText {
			return private(r, discord.Message{Content: s.CityText(&v, found)}), nil
		}
		city = v.Lexicon().Cities[found]
		if v.Uses(engine.UsesYards) { // its picture has no part of which a city is the middle
			about = s.CityText(&v, found) + "\n\n"
		}
	}
	if inText {
		return private(r, s.BoardText(string(id), &v, 0)), nil
	}
	return Reply{Ephemeral: r.Guild != "", Later: func(ctx context.Context) (discord.Message, error) {
		c, err := b.chronicle(ctx, t.Game, anyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		news := c.Round()
		o := render.Options{
			Words: s.Words, Marked: claimedIn(news), News: news, Focus: city, Private: seat != engine.Public,
		}
		files := b.paint(ctx, t, v, "board.png", func(p render.Painter) (render.Picture, error) { return p.Board(v, o) })
		return discord.Message{Content: about + s.Standing(string(id), &v), Files: files}, nil
	}}, nil
}

// showText turns the pages of the board as text.
func (b *Bot) showText(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	t, seat, err := b.watched(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	page, ok := speech.ParsePage(r.Params["page"])
	if !ok {
		return Reply{}, problem("unknown-button")
	}
	v := t.View(seat)
	return answer(r, t.speaker(r.Texts).BoardText(string(id), &v, page)), nil
}

// showLog shows what happened in a game, newest page first: /log and the buttons that turn its pages.
func (b *Bot) showLog(ctx context.Context, r *Request, id storage.GameID) (Reply, error) {
	t, seat, err := b.watched(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	page := 0
	if text, turned := r.Params["page"]; turned {
		if page, turned = speech.ParsePage(text); !turned {
			return Reply{}, problem("unknown-button")
		}
	}
	c, err := b.chronicle(ctx, t.Game, anyPly, seat)
	if err != nil {
		return Reply{}, err
	}
	v := c.Table.View(seat)
	return answer(r, t.speaker(r.Texts).Log(string(id), &v, c.Events(), page)), nil
}

// showRules tells what is special about a title: /rules. Without one it is the title of the game that the user is at.
func (b *Bot) showRules(ctx context.Context, r *Request) (Reply, error) {
	g := storage.Game{Title: r.Option("title")}
	if g.Title == "" {
		g.Title = b.titles[0].ID()
		if at, err := b.meant(ctx, r); err == nil {
			g = at
		}
	}
	if _, ok := b.title(g.Title); !ok {
		return Reply{}, problem("title-unknown")
	}
	title, err := b.edition(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	return private(r, discord.Message{Content: speakerOn(r.Texts, title, g).Rules(g.Title)}), nil
}

// showHelp tells how to play by post, and which commands there are: /help.
func (b *Bot) showHelp(_ context.Context, r *Request) (Reply, error) {
	return private(r, discord.Message{Content: r.Texts.Say("help.page")}), nil
}
