package ratings

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Week tells the week before a moment on a server, in the language of its tables, and where.
// Without a channel it is not wanted; without a message no game has ended.
func (l *Leagues) Week(ctx context.Context, server match.ServerID, until time.Time,
	language func(string) *locale.Texts,
) (channel match.ChannelID, m discord.Message, err error) {
	wanted, err := l.settings(ctx, server)
	if err != nil || wanted.Week == "" {
		return "", m, err
	}
	results, err := l.Kept.ResultsOn(ctx, server, until.AddDate(0, 0, -7), until)
	if err != nil || len(results) == 0 {
		return wanted.Week, m, err
	}
	best := pick(results)
	t, err := l.Games.Table(ctx, best.game().Game)
	if err != nil {
		return "", m, err
	}
	texts := language(t.Locale)
	lines := []string{texts.Say("week.heading", "Count", best.games)}
	for _, tell := range []func(context.Context, *locale.Texts, *highlights) (string, error){
		l.tellClosest, l.tellTicket, l.tellTurn, l.tellHelpers,
	} {
		line, err := tell(ctx, texts, best)
		if err != nil {
			return "", m, err
		}
		lines = append(lines, filled(line)...)
	}
	lines = append(lines, texts.Say("week.how"))
	return wanted.Week, discord.Message{
		Content: discord.Lines(lines),
		Files:   l.Pictures.Board(ctx, t, t.View(engine.Public), texts, nil, ""),
	}, nil
}

// highlights are what is told of a week. A Game of "" is nothing.
type highlights struct {
	games   int
	any     match.Result // of the last game
	closest match.Result // of the winner
	second  match.Result // who was closest to them
	margin  int
	ticket  match.Result // the ticket that brought most
	turn    match.Result // the change of the chances that was largest, of the side that gained
	helpers []match.UserID
}

// game is one of the week's games: the closest, if there is one.
func (w *highlights) game() match.Result {
	if w.closest.Game != "" {
		return w.closest
	}
	return w.any
}

// pick finds the highlights of a week among its results. Only what people did is told.
func pick(results []match.Result) *highlights {
	w := &highlights{margin: math.MaxInt}
	for game := range chunks(results) {
		w.games++
		w.any = game[0]
		w.compare(game)
		for _, r := range game {
			if r.User == "" || match.IsFormer(r.User) {
				continue
			}
			if r.Earned > w.ticket.Earned {
				w.ticket = r
			}
			if gain(r) > gain(w.turn) {
				w.turn = r
			}
		}
	}
	for _, r := range results {
		if r.Helped > 0 && !match.IsFormer(r.User) && !slices.Contains(w.helpers, r.User) {
			w.helpers = append(w.helpers, r.User)
		}
	}
	return w
}

// compare keeps the closest game that people played against each other.
func (w *highlights) compare(game []match.Result) {
	var people []match.Result
	for _, r := range game {
		if r.Level == "" {
			people = append(people, r)
		}
	}
	slices.SortStableFunc(people, func(a, b match.Result) int { return a.Place - b.Place })
	for _, r := range people {
		first := people[0]
		if r.Seat == first.Seat || r.Team > 0 && r.Team == first.Team {
			continue
		}
		if margin := first.Points - r.Points; margin >= 0 && margin < w.margin {
			w.closest, w.second, w.margin = first, r, margin
		}
	}
}

func gain(r match.Result) float64 {
	if r.Judged == nil || r.Judged.Turn == 0 {
		return 0
	}
	return r.Judged.After - r.Judged.Before
}

func (l *Leagues) tellClosest(ctx context.Context, texts *locale.Texts, w *highlights,
) (string, error) {
	if w.closest.Game == "" {
		return "", nil
	}
	return l.tell(ctx, texts, "week.closest", w.closest, "Own", w.closest.Points,
		"Other", w.second.Points, "Second", w.second)
}

func (l *Leagues) tellTicket(ctx context.Context, texts *locale.Texts, w *highlights,
) (string, error) {
	if w.ticket.Game == "" {
		return "", nil
	}
	t, err := l.Games.Table(ctx, w.ticket.Game)
	if err != nil {
		return "", err
	}
	v := t.View(engine.Public)
	name := message.Speaker(texts, t).Of(&v).TicketInFull(w.ticket.Best)
	return l.tell(ctx, texts, "week.ticket", w.ticket, "Ticket", name)
}

func (l *Leagues) tellTurn(ctx context.Context, texts *locale.Texts, w *highlights,
) (string, error) {
	if w.turn.Game == "" {
		return "", nil
	}
	j := w.turn.Judged
	return l.tell(ctx, texts, "week.turn", w.turn, "Turn", j.Turn,
		"Before", int(math.Round(100*j.Before)), "After", int(math.Round(100*j.After)))
}

func (l *Leagues) tellHelpers(ctx context.Context, texts *locale.Texts, w *highlights,
) (string, error) {
	var names []string
	for _, user := range w.helpers {
		name, err := l.nameOf(ctx, user)
		if err != nil {
			return "", err
		}
		names = append(names, filled(discord.Plain(name))...)
	}
	if len(names) == 0 {
		return "", nil
	}
	return texts.Say("week.helpers", "Names", strings.Join(names, ", ")), nil
}

// tell says something about a result: who it is, in which game, and where. A value that is another
// result of the game becomes a name.
func (l *Leagues) tell(ctx context.Context, texts *locale.Texts, id string, r match.Result,
	args ...any,
) (string, error) {
	g, err := l.Store.Game(ctx, r.Game)
	if err != nil {
		return "", err
	}
	name := func(r match.Result) string { return discord.Plain(g.ShownName(r.Seat)) }
	for i, value := range args {
		if other, is := value.(match.Result); is {
			args[i] = name(other)
		}
	}
	return texts.Say(id, append(args, "Name", name(r), "Title", l.Atlas.NameOf(ctx, texts, g),
		"Game", string(g.ID), "Where", message.Where(texts, g))...), nil
}
