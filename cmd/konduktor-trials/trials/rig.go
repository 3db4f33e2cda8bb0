package trials

import (
	"fmt"
	"strconv"
	"strings"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// rig is a stage whose calls to Discord are read and forgotten as they come.
type rig struct {
	*bottest.Stage
	screen  screen
	listens bool // calls are kept in heard
	heard   []discordtest.Call

	inserted int // games put into the store alone
}

func (t *Trial) newRig(store storage.Store, seed uint64, changes ...func(*bot.Options)) *rig {
	if t.broken != nil && t.broken.bot != nil {
		changes = append(changes, t.broken.bot)
	}
	r := &rig{Stage: bottest.On(t, store, changes...), screen: screen{discordtest.NewScreen()}}
	r.Chance.Reseed(seed)
	return r
}

// leave counts the internal errors at a rig and closes its store.
func (t *Trial) leave(r *rig) {
	if n := r.Faults.Load(); n > 0 {
		t.count(figureErrors, n)
		t.fail("an internal error: %s", r.Faults.Last())
	}
	if err := r.Store.Close(); err != nil {
		t.Errorf("close the store: %v", err)
	}
}

func player(nth int) discord.User {
	return discord.User{
		ID:   match.UserID(strconv.Itoa(100_001 + nth)),
		Name: "Player " + strconv.Itoa(nth+1),
	}
}

// answer is what a person sees of an interaction in the end.
type answer struct {
	message discord.Message
	done    bool // what was clicked was carried out: the clicked message shows it, and none beside it
}

func (r *rig) do(ix *discord.Interaction) answer {
	r.Bot.Handle(r.T.Context(), ix)
	return answerTo(ix, r.taken())
}

func (r *rig) click(who discord.User, customID string, values ...string) answer {
	return r.do(r.ClickBy(who, customID, values...))
}

func (r *rig) slash(who discord.User, path string, options ...string) answer {
	return r.do(r.SlashBy(who, path, options...))
}

// taken returns the calls since it was asked last.
func (r *rig) taken() []discordtest.Call {
	calls := r.API.Calls()
	r.API.Forget()
	r.screen.See(calls)
	if r.listens {
		r.heard = append(r.heard, calls...)
	}
	return calls
}

func answerTo(ix *discord.Interaction, calls []discordtest.Call) answer {
	var a answer
	for _, c := range calls {
		if c.Interaction != ix || c.Err != nil {
			continue
		}
		switch {
		case c.Method == discordtest.FollowUp: // beside the clicked message
			a.message, a.done = c.Message, false
		case c.Method != discordtest.Respond:
			a.message = c.Message
		case c.Response.Message != nil:
			a.message = *c.Response.Message
		case c.Response.Update != nil:
			a.message, a.done = *c.Response.Update, true
		case c.Response.DeferUpdate:
			a.done = true
		}
	}
	if catalog, err := locale.Load(); err == nil {
		movedOn := catalog.Texts(locale.Fallback).Say("problem.moved-on")
		a.done = a.done && !strings.Contains(a.message.Content, movedOn)
	}
	return a
}

func (r *rig) send() {
	r.Flush()
	r.taken()
}

// start opens and starts a game of people from the nth player on, and computers.
func (r *rig) start(
	title engine.Title,
	seats, first int,
	seed uint64,
	levels []string,
	options ...string,
) *game {
	r.Chance.Reseed(seed)
	r.slash(player(first), "game new", append(options, "title="+title.ID())...)
	open, err := r.Store.GamesOf(r.T.Context(), player(first).ID, match.Lobby)
	r.Must(err)
	if len(open) != 1 {
		r.T.Fatalf("%d lobbies were opened, want 1; %s", len(open), r.Faults.Last())
	}
	id := open[0].ID
	for nth := 1; nth < seats; nth++ {
		r.click(player(first+nth), customid.Button(customid.Join, id))
	}
	for _, level := range levels {
		r.click(player(first), customid.Button(customid.Computer, id), level)
	}
	r.click(player(first), customid.Button(customid.Start, id))
	r.send()
	return r.load(title, id, seed)
}

// insert puts a running game into the store alone: nobody is told.
func (r *rig) insert(title engine.Title, seats, first int, seed uint64) *game {
	r.inserted++
	row := newRow(
		title,
		fmt.Sprintf("g%08d", r.inserted),
		engine.Seed{1, 2, byte(seed), byte(seed >> 8), byte(seed >> 16)},
	)
	row.Thread = match.ChannelID(strconv.Itoa(7_000_000 + r.inserted))
	row.Created, row.Updated = r.Clock, r.Clock
	for nth := range seats {
		seat(&row, player(first+nth))
	}
	r.Must(r.Store.Create(r.T.Context(), row, storage.Origin{}, nil))
	return r.load(title, row.ID, seed)
}

func newRow(title engine.Title, id string, seed engine.Seed) match.Game {
	row := match.NewGame(title, nil)
	row.ID, row.State, row.Seed, row.Host = match.GameID(id), match.Running, seed, "1"
	row.Guild, row.Channel, row.Locale = bottest.Guild, bottest.Channel, locale.Fallback
	return row
}

// seat gives a user the next seat of a game in which all make their setup choice.
func seat(row *match.Game, who discord.User) {
	row.Seats = append(row.Seats, match.Seat{User: who.ID, Name: who.Name})
	row.ToMove = append(row.ToMove, who.ID)
}
