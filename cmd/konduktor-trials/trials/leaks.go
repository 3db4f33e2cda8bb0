package trials

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

const (
	// pairsEach is how many pairs are played by the same two bots.
	pairsEach = 200
	// The bot makes the lastMoves moves of a pair; those before are in the store already. So a pair
	// takes a fifth of the time, and pairs end at all plies. Every wholeEvery-th pair is played
	// from the lobby on.
	lastMoves  = 3
	wholeEvery = 10
	// paintedEvery is how often the pictures are really painted, which takes most of a second.
	paintedEvery = 500
)

var leaksKind = Kind{
	Name:  "leaks",
	Small: 100,
	Full:  10_000,
	some:  titleIDs() + " moves questions undos compared private log_lines",
	shown: "painted",
	none:  "leaks logs_differ",
	run:   leaks,
}

func titleIDs() string {
	var ids []string
	for _, t := range titles.All() {
		ids = append(ids, t.ID())
	}
	return strings.Join(ids, " ")
}

// leaks plays pairs of games that differ only in what one seat knows, by the same moves. Everything
// that anybody else can read must be the same, byte for byte: messages, pictures, suggestions,
// answers and errors, custom IDs, nonces, file names, and the log at debug level.
func leaks(t *Trial) {
	all := titles.All()
	t.side(len(all), func(i int) {
		e := &eavesdropper{
			Trial: t,
			title: all[i],
			rng:   rand.New(rand.NewPCG(t.Seed, uint64(100+i))),
		}
		e.listen()
	})
}

// eavesdropper plays the pairs of one title and reads what it can.
type eavesdropper struct {
	*Trial
	title engine.Title
	rng   *rand.Rand // of its own: the titles are tried side by side

	halves [2]*half
	pair   *enginetest.Pair
	pairs  int // so far
	games  [2]*game
}

// half is the bot of one of the two games, and what lies on its piles.
type half struct {
	*rig
	title   engine.Title
	stack   enginetest.Stack
	painter painter
	log     bytes.Buffer
}

func (e *eavesdropper) newHalf(i int) *half {
	h := &half{painter: painter{mark: "game " + strconv.Itoa(i)}}
	h.title = rigged(e.title, func(t engine.Title, s engine.Setup) (engine.Game, error) {
		g, err := t.New(h.stack.On(s))
		if e.broken != nil && e.broken.game != nil {
			g = e.broken.game(g)
		}
		return g, err
	})
	log := slog.NewTextHandler(&h.log,
		&slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime})
	store := e.newStore(e.title.ID() + strconv.Itoa(i))
	h.rig = e.newRig(store, e.Seed, bottest.Painted(&h.painter), func(o *bot.Options) {
		o.Titles, o.Log = []engine.Title{h.title}, slog.New(log)
	})
	h.listens = true
	return h
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func (e *eavesdropper) listen() {
	for e.pairs < e.Size && !e.noticed() {
		e.halves = [2]*half{e.newHalf(0), e.newHalf(1)}
		for nth := 0; nth < pairsEach && e.pairs < e.Size && !e.noticed(); {
			p, ok := enginetest.NewPair(e.title, e.rng)
			if !ok {
				continue
			}
			nth++
			e.pairs++
			e.count(e.title.ID(), 1)
			e.pair = p
			e.play(10 * nth)
		}
		for _, h := range e.halves {
			e.leave(h.rig)
		}
	}
}

// play plays a pair, has somebody who may not know the secret ask all sorts of things, and
// compares.
func (e *eavesdropper) play(first int) {
	steps, whole := e.pair.Steps, e.pairs%wholeEvery == 0
	e.deal(first, whole)
	from := 0
	if !whole {
		from = max(0, len(steps)-lastMoves)
	}
	if steps[from].Forced {
		from--
	}
	for i, h := range e.halves {
		for _, s := range steps[:from] {
			e.games[i].insert(h.rig, s.Seat, s.Moves[i])
		}
	}
	asker, questions := e.ask()
	for n, s := range steps[from:] {
		e.plan(asker)
		e.count("moves", 1)
		sends := e.rng.IntN(3) == 0 || from+n == len(steps)-1
		for i, h := range e.halves {
			if g := e.games[i]; !s.Forced {
				h.click(g.user(s.Seat), g.buttonAt(engine.Ply(from+n), s.Moves[i]))
			}
			if sends {
				h.send()
			}
		}
		_, err := e.games[0].copy.Apply(s.Seat, s.Moves[0])
		e.must(err)
		if e.rng.IntN(4) == 0 {
			e.questioned(asker, questions)
		}
	}
	for range 5 {
		e.questioned(asker, questions)
	}
	for i, h := range e.halves {
		if row := h.Game(e.games[i].row.ID); int(row.Ply) != len(steps) {
			e.Fatalf("%s, pair %d: %d of %d moves were made", e.title.ID(), e.pairs, row.Ply, len(steps))
		}
	}
	e.takeBack(asker)
	e.compare()
}

// plan has somebody plan to draw the card that lies on the deck, and go on after that.
func (e *eavesdropper) plan(asker discord.User) {
	pressed := customid.ID{
		Action: customid.PlanDo, Game: string(e.games[0].row.ID), Move: engine.Move{Verb: engine.Draw},
	}
	for i, h := range e.halves {
		pressed.At = customid.Of(h.Game(e.games[i].row.ID))
		h.click(asker, pressed.Print())
		h.click(asker, customid.Button(customid.PlanBack, e.games[i].row.ID))
	}
}

// takeBack lets the last player take the move back, and another one look into the log.
func (e *eavesdropper) takeBack(asker discord.User) {
	mover := e.games[0].user(e.pair.Steps[len(e.pair.Steps)-1].Seat)
	game := "game=" + string(e.games[0].row.ID)
	e.count("undos", 1)
	for _, h := range e.halves {
		h.slash(mover, "undo", game)
		h.send()
		h.slash(asker, "log", game)
	}
}

func (e *eavesdropper) deal(first int, whole bool) {
	really := e.pairs%paintedEvery == 0
	if really {
		e.count("painted", 1)
	}
	for i, h := range e.halves {
		h.stack, h.heard = e.pair.Stacks[i], nil
		h.log.Reset()
		e.must(h.painter.prepare(e.title, e.pair.Secret, really))
		if seed := e.Seed + uint64(e.pairs); whole {
			e.games[i] = h.start(h.title, e.pair.Seats, first, seed, nil)
		} else {
			e.games[i] = h.insert(h.title, e.pair.Seats, first, seed)
		}
	}
}

// question makes an interaction of somebody who cannot move by it.
type question struct {
	move bool
	make func(r *rig, who discord.User) *discord.Interaction
}

// questioned asks both bots the same, now and then from another server.
func (e *eavesdropper) questioned(who discord.User, list []question) {
	q := list[e.rng.IntN(len(list))]
	for _, seat := range e.games[0].copy.ToMove() {
		if q.move && e.games[0].user(seat).ID == who.ID {
			return
		}
	}
	e.count("questions", 1)
	elsewhere := e.rng.IntN(4) == 0
	for _, h := range e.halves {
		ix := q.make(h.rig, who)
		if elsewhere {
			ix.Guild, ix.Channel = "902", "903"
		}
		h.do(ix)
	}
}

// What is asked: commands with options, options in which somebody types, custom IDs.
const (
	commands = "hand,board,board text=text,board text=tickets,board text=news,board city=a,log," +
		"games,draw card=x,keep ticket1=x,claim route=x,claim route=0 cards=x,tickets,pay," +
		"place where=x,exchange,port city=x,share ticket1=x,lay row=red,lay row=x,rules,help," +
		"game join,game start,game move-here,withdraw,pieces trains=x,plan,log since=last," +
		"game record,game pause,game nudge"
	completed = "claim route,claim cards,draw card,draw refill,pieces trains,pieces ships,port city," +
		"exchange pieces,keep ticket1,share ticket1,pay cards,place where,board city,lay row,hand game"
	buttons = "plan/ID,pdrop/ID,pelse/ID,hand/ID,log/ID/1,text/ID/1,ask/ID/9/lay:e,ask/ID/9/claim:0," +
		"narrow/ID/9/claim:0,page/ID/9/2,join/ID,start/ID"
)

// ask chooses somebody who may not know the secret, and lists what they can ask.
func (e *eavesdropper) ask() (who discord.User, list []question) {
	g := e.games[0]
	who = discord.User{ID: "7", Name: "Eve"}
	if seat := engine.Seat(1 + e.rng.IntN(e.pair.Seats)); seat != e.pair.Secret {
		who = g.user(seat)
	}
	id, last := string(g.row.ID), e.pair.Steps[len(e.pair.Steps)-1]
	ask := func(move bool, make func(r *rig, who discord.User) *discord.Interaction) {
		list = append(list, question{move, make})
	}
	for words := range strings.SplitSeq(commands, ",") {
		fields := strings.Fields(words)
		named := 1
		if fields[0] == "game" {
			named = 2
		}
		ask(true, func(r *rig, who discord.User) *discord.Interaction {
			options := append(slices.Clone(fields[named:]), "game="+id)
			return r.SlashBy(who, strings.Join(fields[:named], " "), options...)
		})
	}
	for words := range strings.SplitSeq(completed, ",") {
		command, option, _ := strings.Cut(words, " ")
		ask(false, func(r *rig, who discord.User) *discord.Interaction {
			ix := r.SlashBy(who, command, option+"=", "game="+id)
			ix.Kind, ix.Options[0].Focused, ix.Channel = discord.Autocomplete, true, g.row.Thread
			return ix
		})
	}
	pressed := strings.Split(strings.ReplaceAll(buttons, "ID", id), ",")
	pressed = append(pressed, g.buttonAt(engine.Ply(len(e.pair.Steps)), last.Moves[0]),
		g.buttonAt(0, e.pair.Steps[0].Moves[0]))
	for _, custom := range pressed {
		ask(true, func(r *rig, who discord.User) *discord.Interaction { return r.ClickBy(who, custom) })
	}
	return who, list
}

// compare wants both bots to have told everybody but the secret's seat the same.
func (e *eavesdropper) compare() {
	first, second := e.halves[0], e.halves[1]
	e.count("log_lines", bytes.Count(first.log.Bytes(), []byte("\n")))
	if !bytes.Equal(first.log.Bytes(), second.log.Bytes()) {
		e.wrong("logs_differ", "%s, pair %d: %s", e.title.ID(), e.pairs,
			difference(first.log.String(), second.log.String()))
	}
	a, b := e.open(0), e.open(1)
	e.count("compared", len(a))
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || !reflect.DeepEqual(a[i], b[i]) {
			one, other := written(a, i), written(b, i)
			e.wrong("leaks", "%s, pair %d, seat %d's secret, call %d of %d or %d: %s", e.title.ID(),
				e.pairs, e.pair.Secret, i, len(a), len(b), difference(one, other))
			return
		}
	}
	if !reflect.DeepEqual(first.heard, second.heard) {
		e.count("private", 1)
	}
}

// open lists the calls that somebody else than the secret's seat can read, and whether its own
// answers were private.
func (e *eavesdropper) open(i int) []discordtest.Call {
	h, owner := e.halves[i], e.games[i].user(e.pair.Secret).ID
	var dm match.ChannelID
	private := map[*discord.Interaction]bool{}
	var list []discordtest.Call
	for _, c := range h.heard {
		if c.Method == discordtest.OpenDM && c.User == owner {
			dm = match.ChannelID(c.Result)
		}
		hidden := false
		switch {
		case c.Interaction == nil:
			hidden = dm != "" && c.Channel == dm
		case c.Interaction.User.ID != owner:
		case c.Method == discordtest.Respond:
			r := c.Response
			hidden = r.Update != nil || r.DeferUpdate || r.Choices != nil ||
				r.Deferred != nil && r.Deferred.Ephemeral || r.Message != nil && r.Message.Ephemeral
			private[c.Interaction] = hidden
		default:
			hidden = private[c.Interaction] || c.Message.Ephemeral
		}
		if c.Interaction != nil { // what was asked is not what is told
			c.Interaction = &discord.Interaction{ID: c.Interaction.ID, User: c.Interaction.User}
		}
		if !hidden {
			list = append(list, c)
		}
	}
	return list
}

// written is a call as text; "" if there are fewer.
func written(calls []discordtest.Call, i int) string {
	if i >= len(calls) {
		return ""
	}
	return fmt.Sprintf("%+v", calls[i])
}

func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("...%.240q or ...%.240q", a[from:], b[from:])
}
