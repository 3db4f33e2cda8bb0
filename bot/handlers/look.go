package handlers

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render/caption"
	"konduktor/storage"
)

// Looks show games without changing them: /hand /board /log /rules /help.

// LookGames loads and replays games.
type LookGames interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
	Annals(ctx context.Context, row match.Game, viewer engine.Seat) ([]match.Annal, error)
	Course(ctx context.Context, row match.Game) ([]engine.Turn, error)
	Record(ctx context.Context, t *play.Table) ([]play.File, error)
	Sealed(ctx context.Context, g match.Game, now time.Time) bool
}

// LookPanels builds a player's private message about a game.
type LookPanels interface {
	Painted(ctx context.Context, texts *locale.Texts, want message.Request) (discord.Message, error)
}

// LookPictures draws boards.
type LookPictures interface {
	Board(ctx context.Context, t *play.Table, v engine.View, texts *locale.Texts,
		news []engine.Event, focus string,
	) []discord.File
	Legend(ctx context.Context, t *play.Table, texts *locale.Texts) []discord.File
	Outcome(ctx context.Context, games message.Endings, texts *locale.Texts, g match.Game,
		heading, place string,
	) (discord.Message, error)
	Film(ctx context.Context, t *play.Table, texts *locale.Texts, courses message.Courses,
	) (discord.File, error)
}

// Looks show games. All fields must be set.
type Looks struct {
	Games    LookGames
	Finder   *Finder
	Atlas    *message.Atlas
	Panels   LookPanels
	Pictures LookPictures
	// AskFilm puts the film of a finished game on its table, or returns where it stands already.
	AskFilm  func(ctx context.Context, g match.Game) (link string, err error)
	Reviews  *ReviewHandlers
	Settings storage.Settings
	Habits   storage.Habits
}

// Register adds the routes. named makes a handler that finds the game that a command is about.
func (h *Looks) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("hand", named(h.showHand))
	t.Slash("board", named(h.showBoard))
	t.Slash("log", named(h.showLog))
	t.Slash("game film", named(h.showFilm))
	t.Slash("game record", named(h.showRecord))
	t.Slash("game share", named(h.shareGame))
	t.Slash("game replay", named(h.replayGame))
	t.Click(customid.Fair, route.Pressed(h.showProof))
	t.Click(customid.Look, route.Pressed(h.replayGame))
	t.Click(customid.Replay, route.Pressed(h.turnReplay))
	t.Click(customid.Next, h.showNext)
	t.Slash("rules", h.showRules)
	t.Slash("help", h.showHelp)
	t.Click(customid.Help, h.showHelp)
	t.Click(customid.Hand, route.Pressed(h.showHand))
	t.Click(customid.Wide, route.Pressed(h.showHand))
	t.Click(customid.Near, route.Pressed(h.showHand))
	t.Click(customid.Log, route.Pressed(h.showLog))
	t.Click(customid.Since, route.Pressed(h.showLog))
	t.Click(customid.Legend, route.Pressed(h.showLegend))
	t.Click(customid.Closer, route.Pressed(h.showCloser))
	t.Click(customid.Film, route.Pressed(h.postFilm))
	t.Click(customid.Part, route.Pressed(h.showPart))
	t.Click(customid.PartText, route.Pressed(h.showPartText))
	for _, which := range customid.BoardTexts {
		t.Click(which, route.Pressed(h.showText))
	}
}

// framed are the pictures that the buttons below a panel want from then on.
var framed = map[customid.Action]match.Pictures{
	customid.Wide: match.Wide, customid.Near: match.Square,
}

// showHand shows the player's own panel with pictures: /hand, anywhere, and the button for it. The
// buttons for another picture change the one that they are below.
func (h *Looks) showHand(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if seat == engine.Public {
		_, err := t.Game.Seated(r.By())
		return nil, err
	}
	answer := route.LaterPrivate
	if shape, ok := framed[r.Pressed.Action]; ok {
		answer = route.Later
		err := storage.ChangeHabits(ctx, h.Habits, r.User.ID, func(habits *match.Habits) error {
			if habits.Framed == nil {
				habits.Framed = map[string]match.Pictures{}
			}
			habits.Framed[t.Title] = shape
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	reply := answer(r, func(ctx context.Context) (discord.Message, error) {
		return h.Panels.Painted(ctx, r.Texts, message.Request{
			Game: t.Game, Seat: seat, Here: r.Channel,
		})
	})
	reply.Panel = message.Of(t.Game, seat)
	return reply, nil
}

// showNext opens the panel of the game that waits for the user with the first deadline.
func (h *Looks) showNext(ctx context.Context, r *route.Request) (*route.Reply, error) {
	waiting, err := h.Finder.Waiting(ctx, r.User.ID)
	if err != nil {
		return nil, err
	}
	if len(waiting) == 0 {
		return r.Whisper("games.nothing-waits"), nil
	}
	return h.showHand(ctx, r, waiting[0].ID)
}

// watched loads a game that has begun and that the user may look at, and returns their seat.
func (h *Looks) watched(ctx context.Context, r *route.Request, id match.GameID,
) (*play.Table, engine.Seat, error) {
	t, err := h.Games.Table(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case !message.MayLook(t.Game, r):
		return nil, 0, route.Fail("game-unknown")
	case !t.Begun() && t.State == match.Cancelled:
		return nil, 0, route.Fail("game-cancelled", "Game", string(id))
	case !t.Begun():
		return nil, 0, route.Fail("not-started", "Game", string(id))
	}
	return t, t.SeatOf(r.User.ID), nil
}

// showBoard shows the board, or a part of it, as a picture or as text: /board.
func (h *Looks) showBoard(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	v, s := t.View(seat), message.Speaker(r.Texts, t)
	inText := r.Option("text") != ""
	city, about := strings.TrimSpace(r.Option("city")), ""
	if part, number, ok := s.FindPart(city); ok {
		if inText {
			return route.Private(r, s.PartPage(string(id), &v, &part, number, 0)), nil
		}
		return route.LaterPrivate(r, h.partPicture(r, t, seat, &part)), nil
	}
	if city != "" {
		found, ok := s.FindCity(&v, city)
		if !ok {
			return nil, noSuchCity(s, city)
		}
		if inText {
			return route.Private(r, discord.Message{Content: s.CityText(&v, found)}), nil
		}
		city = v.Lexicon().Cities[found]
		if v.Uses(engine.UsesYards) { // its picture cannot be centred on a city
			about = s.CityText(&v, found) + "\n\n"
		}
	}
	if inText {
		m, err := h.boardText(ctx, r, t, customid.ID{Action: customid.Action(r.Option("text"))})
		return route.Private(r, m), err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		files := h.Pictures.Board(ctx, t, v, r.Texts, c.EventsOfRound(), city)
		return discord.Message{
			Content: about + s.Standing(string(id), &v), Files: files,
			Rows: s.Closer(string(id), &v, city),
		}, nil
	}), nil
}

// partPicture makes the message with the picture of a part of the board; nil is the one with most
// of what was claimed in the last round.
func (h *Looks) partPicture(r *route.Request, t *play.Table, seat engine.Seat,
	part *caption.Part,
) func(context.Context) (discord.Message, error) {
	return func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		v, s := t.View(seat), message.Speaker(r.Texts, t)
		if part == nil {
			newest := s.NewestPart(match.Claimed(c.EventsOfRound()))
			part = &newest
		}
		files := h.Pictures.Board(ctx, t, v, r.Texts, c.EventsOfRound(), part.ID)
		return discord.Message{
			Content: s.PartText(&v, part), Files: files, Rows: s.Closer(string(t.ID), &v, part.ID),
		}, nil
	}
}

func (h *Looks) showPart(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	part, ok := message.Speaker(r.Texts, t).Part(r.Pressed.Part)
	if !ok {
		return nil, route.Fail("no-such-city")
	}
	return route.Later(r, h.partPicture(r, t, seat, &part)), nil
}

func (h *Looks) showPartText(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	v, s, number := t.View(seat), message.Speaker(r.Texts, t), r.Pressed.Part
	part, ok := s.Part(number)
	if !ok {
		return nil, route.Fail("no-such-city")
	}
	return route.Answer(r, s.PartPage(string(id), &v, &part, number, r.Pressed.Page)), nil
}

// showCloser shows the surroundings of the city that was picked from a menu, as a picture in place
// of the one above and in words. The button at a table, which has shown the whole board, leads to
// the part where something happened last, and to the text of a board without parts.
func (h *Looks) showCloser(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	v, s := t.View(seat), message.Speaker(r.Texts, t)
	if _, parted := s.Part(1); len(r.Values) == 0 && parted {
		return route.LaterPrivate(r, h.partPicture(r, t, seat, nil)), nil
	}
	if len(r.Values) == 0 {
		m, err := h.boardText(ctx, r, t, customid.ID{Action: customid.Text})
		return route.Private(r, m), err
	}
	city, ok := v.Lexicon().City(r.Value())
	if !ok || v.Uses(engine.UsesYards) { // whose picture cannot be centred on a city
		return nil, route.Fail("no-such-city")
	}
	return route.Later(r, func(ctx context.Context) (discord.Message, error) {
		c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		files := h.Pictures.Board(ctx, t, v, r.Texts, c.EventsOfRound(), r.Value())
		return discord.Message{
			Content: s.CityText(&v, city), Files: files, Rows: s.Closer(string(id), &v, r.Value()),
		}, nil
	}), nil
}

func (h *Looks) showText(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, _, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	m, err := h.boardText(ctx, r, t, r.Pressed)
	return route.Answer(r, m), err
}

func (h *Looks) boardText(ctx context.Context, r *route.Request, t *play.Table,
	which customid.ID,
) (discord.Message, error) {
	seat := t.SeatOf(r.User.ID)
	v := t.View(seat)
	var since []engine.Event
	if which.Action == customid.News {
		c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		if since = c.EventsOfRound(); seat != engine.Public {
			since = c.News(seat)
		}
	}
	return message.Speaker(r.Texts, t).BoardText(string(t.ID), &v, which.Action, which.Page, since),
		nil
}

// showLog shows what happened in a game, newest page first, or since the user's last move: /log and
// its buttons.
func (h *Looks) showLog(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	annals, err := h.Games.Annals(ctx, t.Game, seat)
	if err != nil {
		return nil, err
	}
	v, s := t.View(seat), message.Speaker(r.Texts, t)
	switch since := r.Option("since"); {
	case since == SinceLast || r.Pressed.Action == customid.Since:
		last := sentences(s, &v, sinceLast(annals, seat))
		return route.Private(r, s.LogSince(string(id), &v, last)), nil
	case since == "":
		return route.Answer(r, s.Log(string(id), &v, sentences(s, &v, annals), r.Pressed.Page)), nil
	}
	return nil, route.Fail("no-such-since")
}

// SinceLast is the value of /log's option for what has happened since one's own last move.
const SinceLast = "last"

// sinceLast returns what was made after a seat's last move that stands; all, if it has made none.
func sinceLast(annals []match.Annal, seat engine.Seat) []match.Annal {
	for i, e := range slices.Backward(annals) {
		if e.Seat == seat && !e.Undone && seat != engine.Public {
			return annals[i+1:]
		}
	}
	return annals
}

// sentences tells all that has happened in a game. Moves that were taken back are struck through.
func sentences(s *speech.Speaker, v *engine.View, annals []match.Annal) (all []string) {
	for rest := annals; len(rest) > 0; {
		undone, events, n := rest[0].Undone, []engine.Event(nil), 0
		for n < len(rest) && rest[n].Undone == undone && rest[n].Branch == rest[0].Branch {
			events = append(events, rest[n].Events...)
			n++
		}
		told := s.Narrate(v, events)
		if undone {
			told = speech.Struck(told)
		}
		all, rest = append(all, told...), rest[n:]
	}
	return all
}

// showRules tells what is special about a title, by default that of the game at hand: /rules.
func (h *Looks) showRules(ctx context.Context, r *route.Request) (*route.Reply, error) {
	g := match.Game{Title: r.Option("title")}
	if g.Title == "" {
		g.Title = h.Atlas.Titles()[0].ID()
		if at, err := h.Finder.Find(ctx, r); err == nil {
			g = at
		}
	}
	if _, ok := h.Atlas.Title(g.Title); !ok {
		return nil, route.Fail("title-unknown")
	}
	title, err := h.Atlas.Edition(ctx, g)
	if err != nil {
		return nil, err
	}
	return route.Private(r, discord.Message{
		Content: message.SpeakerOf(r.Texts, title, g).Rules(g.Title),
	}), nil
}

// helpParts is how many parts /help has.
const helpParts = 5

func (h *Looks) showHelp(ctx context.Context, r *route.Request) (*route.Reply, error) {
	part := r.Pressed.Page
	if part >= helpParts {
		return nil, route.Fail("unknown-button")
	}
	ids, err := commands.IDs(ctx, h.Settings)
	if err != nil {
		return nil, err
	}
	said := r.Texts.Say("help.part-" + strconv.Itoa(part))
	help := discord.Message{Content: r.Texts.Pressable(said, ids)}
	var buttons []discord.Button
	for i := range helpParts {
		style := discord.Secondary
		if i == part {
			style = discord.Primary
		}
		buttons = append(buttons, discord.NewButton(style, r.Texts.Say("help.button-"+strconv.Itoa(i)),
			customid.ID{Action: customid.Help, Page: i}.Print()))
	}
	help.Rows = discord.Buttons(buttons...)
	return route.Answer(r, help), nil
}

func (h *Looks) showLegend(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, _, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		title := r.Texts.Say("table.legend")
		legend := h.Pictures.Legend(ctx, t, r.Texts)
		return discord.Message{Content: "**" + title + "**", Files: legend}, nil
	}), nil
}
