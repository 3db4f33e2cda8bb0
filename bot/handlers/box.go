package handlers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/commands"
	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/message"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// boxed is what a request is about: a title, and the box that its user has entered.
type boxed struct {
	*box
	title   engine.Title
	speaker *speech.Speaker
}

// boxOf loads the box that a command or a button is about.
func (h *Handlers) boxOf(ctx context.Context, r *route.Request) (boxed, error) {
	id := r.Pressed.Title
	if id == "" {
		id = r.Option("title")
	}
	title, ok := h.Atlas.Title(id)
	if !ok {
		return boxed{}, route.Fail("title-unknown")
	}
	m := titles.MapOf(title)
	if !doubtful(m) {
		return boxed{}, route.Fail("box-known", "Title", message.TitleOf(r.Texts, id))
	}
	b, err := loadBox(ctx, h.Store.ForBoxes(), m, r.User.ID)
	return boxed{b, title, message.SpeakerOf(r.Texts, title, match.Game{})}, err
}

// boxing makes a handler of what is done with the user's box.
func (h *Handlers) boxing(
	do func(context.Context, *route.Request, boxed) (*route.Reply, error),
) route.Handler {
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		b, err := h.boxOf(ctx, r)
		if err != nil {
			return nil, err
		}
		return do(ctx, r, b)
	}
}

func (h *Handlers) showBox(ctx context.Context, r *route.Request) (*route.Reply, error) {
	b, err := h.boxOf(ctx, r)
	if err != nil {
		return nil, err
	}
	return boxReply(r, b.Page(r.Texts, b.speaker, r.Pressed.Page)), nil
}

func boxReply(r *route.Request, m discord.Message) *route.Reply {
	if r.Pressed.Action == "" {
		return route.Private(r, m)
	}
	return &route.Reply{Update: &m}
}

// attest keeps what the user has read; no more tickets than are in the box, however many commands
// arrive at once.
func (h *Handlers) attest(ctx context.Context, r *route.Request, b boxed, kind string,
	read ...boxEntry,
) error {
	list := make([]storage.Attestation, len(read))
	for i, e := range read {
		list[i] = storage.Attestation{
			Title: b.Map.Title, User: r.User.ID, Kind: kind, Line: boxLine(b.Map, e.A, e.B),
			Value: e.Value, At: r.Now.Add(time.Duration(i) * time.Microsecond),
		}
	}
	most := len(b.Map.Tickets)
	if kind == storage.OfLength {
		most = len(b.Map.Routes)
	}
	err := h.Store.ForBoxes().Attest(ctx, most, list...)
	if errors.Is(err, storage.ErrBoxFull) {
		return route.Fail("box-full", "Count", most)
	}
	return err
}

// enterTicket enters a ticket: /box ticket. Entering it again corrects its points.
func (h *Handlers) enterTicket(ctx context.Context, r *route.Request, b boxed,
) (*route.Reply, error) {
	from, known := b.speaker.FindPlace(b.title.Lexicon(), r.Option("from"))
	to, also := b.speaker.FindPlace(b.title.Lexicon(), r.Option("to"))
	points, number := typedPoints(r.Option("points"))
	switch {
	case !known:
		return nil, noSuchCity(b.speaker, r.Option("from"))
	case !also:
		return nil, noSuchCity(b.speaker, r.Option("to"))
	case from == to:
		return nil, route.Fail("box-one-city")
	case !number:
		return nil, route.Fail("box-points", "Most", commands.MaxPoints)
	}
	read := boxEntry{A: from, B: to, Value: points}
	if err := h.attest(ctx, r, b, storage.OfTicket, read); err != nil {
		return nil, err
	}
	return h.showBox(ctx, r)
}

func (h *Handlers) completeTicket(ctx context.Context, r *route.Request) (*route.Reply, error) {
	b, err := h.boxOf(ctx, r)
	if err != nil {
		return &route.Reply{Choices: []discord.Choice{}}, nil //nolint:nilerr // no title yet
	}
	return &route.Reply{Choices: b.speaker.SuggestPlace(r.Focused().Value)}, nil
}

// tickTickets enters tickets of ours that are in the box, too. A tick at an invented one says
// that the list was not read: nothing is entered.
func (h *Handlers) tickTickets(ctx context.Context, r *route.Request, b boxed,
) (*route.Reply, error) {
	var read []boxEntry
	for _, e := range b.Offered() {
		switch {
		case !slices.Contains(r.Values, e.Line):
		case e.Lure:
			return nil, route.Fail("box-lure", "From", b.speaker.City(e.A),
				"To", b.speaker.City(e.B), "Points", e.Value)
		default:
			read = append(read, e)
		}
	}
	if err := h.attest(ctx, r, b, storage.OfTicket, read...); err != nil {
		return nil, err
	}
	return h.showBox(ctx, r)
}

func (h *Handlers) dropTickets(ctx context.Context, r *route.Request, b boxed,
) (*route.Reply, error) {
	for _, line := range r.Values {
		err := h.Store.ForBoxes().Retract(ctx, storage.Attestation{
			Title: b.Map.Title, User: r.User.ID, Kind: storage.OfTicket, Line: line,
		})
		if err != nil {
			return nil, err
		}
	}
	return h.showBox(ctx, r)
}

// askLength asks about the next doubtful length; when all are answered it shows the box.
func (h *Handlers) askLength(ctx context.Context, r *route.Request) (*route.Reply, error) {
	b, err := h.boxOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if m, ok := b.Question(r.Texts, b.speaker); ok {
		return boxReply(r, m), nil
	}
	return h.showBox(ctx, r)
}

func (h *Handlers) sayLength(ctx context.Context, r *route.Request, b boxed) (*route.Reply, error) {
	from, to, ok := doubtfulEnds(b.Map, r.Pressed.Part, r.Pressed.Value)
	if !ok {
		return h.showBox(ctx, r)
	}
	read := boxEntry{A: from, B: to, Value: r.Pressed.Value}
	if err := h.attest(ctx, r, b, storage.OfLength, read); err != nil {
		return nil, err
	}
	return h.askLength(ctx, r)
}

// whole returns the map of a complete box; a refusal says what is missing, or why no game can be
// played on it.
func (b *boxed) whole(r *route.Request) (*message.Map, error) {
	if b.Missing() > 0 {
		return nil, route.Fail("box-incomplete", "Count", b.Missing(),
			"Title", message.TitleOf(r.Texts, b.Map.Title))
	}
	text, err := b.Text()
	if err != nil {
		return nil, err
	}
	m, err := mapfile.Parse([]byte(text), b.Map.Title)
	if err != nil {
		return nil, fmt.Errorf("read the box of user %s: %w", r.User.ID, err)
	}
	on, err := titles.On(m)
	if err != nil {
		return nil, fmt.Errorf("play on the box of user %s: %w", r.User.ID, err)
	}
	return &message.Map{Name: b.Map.Title + "-box", Title: on, Text: []byte(text)}, nil
}

// exportBox gives the user the map file of a complete box: /box export.
func exportBox(_ context.Context, r *route.Request, b boxed) (*route.Reply, error) {
	m, err := b.whole(r)
	if err != nil {
		return nil, err
	}
	return route.LaterPrivate(r, func(context.Context) (discord.Message, error) {
		return discord.Message{
			Content: r.Texts.Say("box.exported"),
			Files:   []discord.File{{Name: m.Name + ".toml", Type: "text/plain", Data: m.Text}},
		}, nil
	}), nil
}

// useBox has new games of a server played with the tickets of the user's box, or with ours:
// /box use. Games that are open keep theirs.
func (h *Handlers) useBox(ctx context.Context, r *route.Request, b boxed) (*route.Reply, error) {
	sum := ""
	switch r.Option("tickets") {
	case "ours":
	case "box":
		m, err := b.whole(r)
		if err != nil {
			return nil, err
		}
		if sum, err = h.Atlas.Keep(ctx, m); err != nil {
			return nil, err
		}
	default:
		return nil, route.Fail("box-ours-or-box")
	}
	if err := h.decideBox(ctx, r.Guild, b.Map.Title, sum); err != nil {
		return nil, err
	}
	id := "box.uses-ours"
	if sum != "" {
		id = "box.uses-box"
	}
	return r.Whisper(id, "Title", message.TitleOf(r.Texts, b.Map.Title)), nil
}

// decideBox keeps the map on which a server's new games of a title are opened; "": the title's own.
func (h *Handlers) decideBox(ctx context.Context, server match.ServerID, title, sum string) error {
	return hall.Change(ctx, h.Store, server, func(d *hall.Decisions) error {
		if d.Boxes == nil {
			d.Boxes = map[string]string{}
		}
		if d.Boxes[title] = sum; sum == "" {
			delete(d.Boxes, title)
		}
		return nil
	})
}

// mapOf returns the SHA-256 of the map for a new game: the operator's that was chosen, the box that
// the server plays with, or "" for the title's own.
func (h *Handlers) mapOf(ctx context.Context, r *route.Request, title string, chosen *message.Map,
) (string, error) {
	if chosen != nil {
		return h.Atlas.Keep(ctx, chosen)
	}
	d, err := hall.Of(ctx, h.Store, r.Guild)
	return d.Boxes[title], err
}
