package bot_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

// harmed is a table whose bot is killed, and whose edits Discord refuses, as often as a test says.
type harmed struct {
	*bottest.Stage
	id   match.GameID
	rng  *rand.Rand
	base storage.Store // the same file without faults

	left   int // calls until the process dies; negative: it does not
	dead   bool
	deaths int
	faulty bool // Discord refuses edits now
	shared bool // another process works while one is in the middle of its calls
	within bool // it does so now
	other  *bot.Bot

	judged   *bot.Bot // says what every post has to show
	told     *discordtest.Fake
	compared int // posts

	screen    *discordtest.Screen
	edited    map[match.MessageID]bool // its words came with an edit
	forbidden map[match.MessageID]bool // Discord takes no edit of it
	hidden    map[string]bool          // interactions that only one person saw the answer of
	threads   map[match.ChannelID]string
	closed    map[storage.Post]int64   // posts that were forgotten, by the game's revision then
	unnoted   map[match.MessageID]bool // see orphans
	reached   map[string]bool          // what has happened at the table
}

var errKilled = errors.New("the process was killed")

// newHarmed starts a bot; seed decides which calls fail.
func newHarmed(t *testing.T, seed uint64) *harmed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	h := &harmed{
		rng: rand.New(rand.NewPCG(seed, 33)), left: -1, screen: discordtest.NewScreen(),
		edited: map[match.MessageID]bool{}, forbidden: map[match.MessageID]bool{},
		hidden: map[string]bool{}, threads: map[match.ChannelID]string{},
		closed: map[storage.Post]int64{}, unnoted: map[match.MessageID]bool{},
		reached: map[string]bool{},
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(sqlitetest.Write(path))
	open := func(fault func() error) storage.Store {
		s, err := sqlite.OpenOn(t.Context(), sqlite.Disk{Unsynced: true, Fault: fault}, path)
		must(err)
		t.Cleanup(func() { must(s.Close()) })
		return s
	}
	h.base = open(nil)
	store := open(func() error {
		if h.dies() {
			return errKilled
		}
		return nil
	})
	h.Stage = bottest.On(t, forgetting{store, h}, func(o *bot.Options) {
		o.After = func(time.Duration) (<-chan time.Time, func()) { // nothing waits
			c := make(chan time.Time, 1)
			c <- time.Time{}
			return c, func() {}
		}
	})
	h.Changed = append(h.Changed, func(o *bot.Options) {
		if s, ok := o.Store.(forgetting); ok { // not the bot that is asked what has to stand
			o.API = interrupted{o.API, s.h}
		}
	})
	h.Restart()
	h.Pace = "daily"
	h.API.Fail, h.API.Lose = h.fails, h.loses
	return h
}

// dies counts a call, and reports whether the process is dead by then.
func (h *harmed) dies() bool {
	if h.left == 0 && !h.dead {
		h.dead = true
		h.deaths++
	}
	if h.left > 0 {
		h.left--
	}
	return h.dead
}

// edits are the calls that change what stands, apart from answers.
var edits = []discordtest.Method{discordtest.Edit, discordtest.Delete, discordtest.RenameThread}

func (h *harmed) fails(c discordtest.Call) error {
	isEdit := slices.Contains(edits, c.Method)
	switch {
	case h.dies():
		return discord.NoAnswer(errKilled)
	case isEdit && h.forbidden[c.ID]:
		return &discord.Error{Status: 403, Code: 50001}
	case !isEdit || !h.faulty || h.rng.IntN(3) > 0:
		return nil
	}
	switch n := h.rng.IntN(9); {
	case n == 0 && c.ID != "":
		return &discord.Error{Status: 404, Code: 10008} // somebody has deleted the message
	case n == 1 && c.ID != "":
		h.forbidden[c.ID] = true
		return &discord.Error{Status: 403, Code: 50001}
	case n < 4:
		return &discord.Error{Status: 500}
	case n < 6:
		return &discord.Error{Status: 429, RetryAfter: time.Duration(h.rng.IntN(600)) * time.Second}
	case n < 7:
		return &discord.Error{Status: 400, Code: 30046} // an old message takes few edits
	}
	return discord.NoAnswer(context.DeadlineExceeded)
}

func (h *harmed) loses(c discordtest.Call) error {
	if h.dies() || h.faulty && slices.Contains(edits, c.Method) && h.rng.IntN(6) == 0 {
		return discord.NoAnswer(errKilled)
	}
	return nil
}

// forgetting is a store that notes which posts are forgotten.
type forgetting struct {
	storage.Store
	h *harmed
}

// SwapPost implements storage.Store.
func (s forgetting) SwapPost(ctx context.Context, was, is *storage.Post) error {
	err := s.Store.SwapPost(ctx, was, is)
	if err == nil && is == nil && was.Kind != "" {
		if g, err := s.h.base.Game(ctx, was.Game); err == nil {
			s.h.closed[*was] = int64(g.Rev)
		}
	}
	if err == nil && is != nil {
		for p := range s.h.closed {
			if p.Message == is.Message {
				delete(s.h.closed, p)
			}
		}
	}
	return err
}

// see brings the screen up to what was told Discord.
func (h *harmed) see() {
	for _, c := range h.API.Calls() {
		var gone *discord.Error
		switch {
		case errors.As(c.Err, &gone) && gone.Status == 404:
			delete(h.screen.Posts, c.ID)
		case c.Err != nil:
		case c.Method == discordtest.Edit && c.Edit.Content != nil:
			h.edited[c.ID] = true
		case c.Method == discordtest.RenameThread:
			h.threads[c.Channel] = c.Name
		case c.Method == discordtest.StartThread:
			h.threads[match.ChannelID(c.ID)] = c.Name
		case c.Method == discordtest.Respond && c.Response.Deferred != nil:
			h.hidden[c.Interaction.ID] = c.Response.Deferred.Ephemeral
		case c.Method == discordtest.EditOriginal && !h.hidden[c.Interaction.ID]:
			id := match.MessageID(c.Result)
			h.edited[id] = false
			if h.other != nil && h.dead { // who may have forgotten the message: see orphans
				h.unnoted[id] = true
				maps.DeleteFunc(h.closed, func(p storage.Post, _ int64) bool { return p.Message == id })
			}
			if h.screen.Posts[id] == nil && !c.Message.Ephemeral && id != c.Interaction.Message {
				h.screen.Posts[id] = &discordtest.Shown{Channel: c.Interaction.Channel}
				h.screen.Order = append(h.screen.Order, id)
				h.unnoted[id] = h.dead
			}
		case c.Method == discordtest.Respond && c.Response.Update != nil:
			h.edited[c.Interaction.Message] = false
		}
		h.screen.See([]discordtest.Call{c})
	}
	h.API.Forget()
}

// press has somebody press the newest button or menu of an action that they can see; false if they
// see none.
func (h *harmed) press(who string, does customid.Action, values ...string) bool {
	h.T.Helper()
	for _, id := range slices.Backward(h.screen.Order) {
		p := h.screen.Posts[id]
		if p == nil {
			continue
		}
		reader := h.screen.DMs[p.Channel]
		if reader != "" && reader != bottest.Person(who).ID {
			continue
		}
		offers := slices.DeleteFunc(bottest.Offers(p.Message), func(o bottest.Offer) bool {
			id, _ := customid.Parse(o.ID)
			return id.Action != does
		})
		if len(offers) > 0 {
			o := offers[h.rng.IntN(len(offers))]
			if len(values) == 0 {
				values = o.Values
			}
			ix := h.Click(who, o.ID, values...)
			ix.Channel, ix.Message = p.Channel, id
			if reader != "" {
				ix.Guild = ""
			}
			h.handle(ix)
			return true
		}
	}
	return false
}

// move has who can move press what makes a move, and what is asked before.
func (h *harmed) move() {
	h.T.Helper()
	who, before := h.mover(), h.ply()
	for range 6 {
		switch {
		case h.dead || h.ply() != before:
			return
		case h.press(who, customid.Do):
		case h.press(who, customid.Narrow):
		default:
			h.press(who, customid.Ask)
		}
		h.see()
	}
}

func (h *harmed) ply() engine.Ply {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	return g.Ply
}

func (h *harmed) handle(ix *discord.Interaction) { h.Bot.Handle(h.T.Context(), ix) }

func (h *harmed) seats() []match.Seat {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	return g.Seats
}

func (h *harmed) slash(who, path string, options ...string) {
	if h.id != "" {
		options = append(options, "game="+string(h.id))
	}
	h.handle(h.Slash(who, path, options...))
}

// mover is who can move, or is the first of those.
func (h *harmed) mover() string {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	if len(g.ToMove) == 0 {
		return "Ola"
	}
	return bottest.SeatedAs(g, g.ToMove[0])
}

// waiting is somebody who cannot move.
func (h *harmed) waiting() string {
	mover := h.mover()
	for _, name := range []string{"Ola", "Bo", "Cy"} {
		if name != mover {
			return name
		}
	}
	return ""
}

// restarted ends the faults and starts the bot anew.
func (h *harmed) restarted() {
	h.T.Helper()
	h.see()
	h.left, h.dead, h.faulty, h.shared = -1, false, false, false
	h.Restart()
}

// recovered starts the bot anew and lets it say what it owes.
func (h *harmed) recovered() {
	h.T.Helper()
	h.restarted()
	for range 60 {
		h.Flush()
		next, err := h.base.NextDue(h.T.Context())
		if errors.Is(err, storage.ErrNotFound) || err == nil && next.Sub(h.Clock) > time.Hour {
			break
		}
		h.Clock = h.Clock.Add(20 * time.Second)
	}
	h.see()
}

// inDM is a command of somebody's in their direct messages.
func (h *harmed) inDM(who, path string) *discord.Interaction {
	ix := h.Slash(who, path, "game="+string(h.id))
	for channel, user := range h.screen.DMs {
		if user == ix.User.ID {
			ix.Guild, ix.Channel = "", channel
		}
	}
	return ix
}

// before is who made the last move but n-1 others of another player.
func (h *harmed) before(n int) string {
	moves, err := h.base.Moves(h.T.Context(), h.id, -1)
	h.Must(err)
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	seat := engine.Public
	for _, m := range slices.Backward(moves) {
		if m.Seat != seat {
			seat, n = m.Seat, n-1
		}
		if n == 0 {
			break
		}
	}
	if seat == engine.Public {
		return "Ola"
	}
	return g.Seats[seat-1].Name
}

// anybody has the first player press a button who sees it, and has not done so.
func (h *harmed) anybody(does customid.Action) {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	for _, who := range []string{"Ola", "Bo", "Cy"} {
		user := bottest.Person(who).ID
		if g.Undoing.User == user || slices.Contains(g.Undoing.Agreed, user) {
			continue
		}
		if h.press(who, does) && does != customid.Oust {
			return
		}
	}
}

// notes what has happened at the table.
func (h *harmed) notes() {
	g, err := h.base.Game(h.T.Context(), h.id)
	h.Must(err)
	reached := map[string]bool{
		"start": g.State == match.Running, "cancel": g.State == match.Cancelled,
		"end": g.State == match.Finished, "undo": g.Branch > 0, "wish": g.Undoing.Holds(g),
		"pause": g.Paused, "pause vote": len(g.Pausing) > 0, "cancel vote": len(g.Leaving) > 0,
		"hint": len(h.PostsOf(h.id, posts.Hint)) > 0, "vacancy": false,
	}
	for i, s := range g.Seats {
		reached["vote"] = reached["vote"] || len(s.Ousting) > 0
		reached["house"] = reached["house"] || s.Automated
		reached["stand-in"] = reached["stand-in"] || s.StandIn != ""
		reached["vacancy"] = reached["vacancy"] || g.State == match.Running && s.Vacant()
		reached["call"] = reached["call"] || !s.Called.IsZero()
		_, err := h.base.Plan(h.T.Context(), h.id, engine.Seat(i+1))
		reached["plan"] = reached["plan"] || err == nil
		reached["newcomer"] = reached["newcomer"] || s.Name == "Fay"
	}
	for what, is := range reached {
		if is {
			h.reached[what] = true
		}
	}
}
