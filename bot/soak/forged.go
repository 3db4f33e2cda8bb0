package soak

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// attemptsEach is how many attempts are made in a position before a legal move leads to the next, and gameEvery how many are
// made at a game before another one is dealt.
const (
	attemptsEach = 25
	gameEvery    = 1500
)

// forger makes attempts at games that must not succeed.
type forger struct {
	*machine
	*trial
	game  *game  // which is attacked
	other *game  // of other players, on the same server
	state string // of both, before an attempt
}

var forgedKind = Kind{
	Name: "forged", About: "attempts: illegal moves, forged custom IDs and options, foreign games, wrong users", Small: 1000, Full: 1_000_000,
	some: []string{"attempts", "refused"}, shown: []string{"skipped"}, none: []string{"accepted", "told"}, run: forged,
}

// forged makes illegal moves, forges custom IDs and options, and has the wrong people act: nothing may be accepted.
func forged(ctx context.Context, t *trial) error {
	all, played := titles.All(), titles.All()
	if t.fault == faultAccepts {
		for i, title := range all {
			played[i] = rigged(title, obliging)
		}
	}
	m, err := t.machine(ctx, parts{seed: t.Seed, titles: played})
	if err != nil {
		return err
	}
	defer t.leave(m)
	f := &forger{machine: m, trial: t}
	if f.other, err = m.start(ctx, all[0], 2, 10, t.Seed); err != nil {
		return err
	}
	each := min(gameEvery, max(t.Size/len(all), 1))
	for deal := uint64(1); f.attempts() < t.Size && f.accepted() == 0; deal++ {
		title := all[int(deal)%len(all)]
		counts := title.SeatCounts()
		if f.game, err = m.start(ctx, title, counts[f.rng.IntN(len(counts))], 20*int(deal), t.Seed+deal); err != nil {
			return err
		}
		if err := f.attack(ctx, min(f.attempts()+each, t.Size)); err != nil {
			return err
		}
	}
	return nil
}

func (f *forger) attempts() int { return f.counted("attempts") }
func (f *forger) accepted() int { return f.counted("accepted") }

// attack makes attempts at the game until so many have been made in all, with legal moves in between.
func (f *forger) attack(ctx context.Context, until int) error {
	for f.attempts() < until && !f.game.copy.Over() {
		var err error
		if f.state, err = f.states(ctx); err != nil {
			return err
		}
		for range attemptsEach {
			if err := f.attempt(ctx); err != nil || f.accepted() > 0 {
				return err
			}
		}
		after, err := f.states(ctx)
		if err != nil {
			return err
		}
		if after != f.state {
			f.wrong("accepted", "the attempts at game %s, ply %d, changed something", f.game.row.ID, f.game.row.Ply)
		}
		if err := f.moveOn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// moveOn makes a legal move, which must be accepted: else the trial would prove nothing.
func (f *forger) moveOn(ctx context.Context) error {
	if err := f.game.follow(ctx, f.machine); err != nil || f.game.copy.Over() {
		return err
	}
	seat, move, err := f.game.choose()
	if err != nil {
		return err
	}
	ply := f.game.row.Ply
	f.handle(ctx, f.click(f.game.user(seat), f.game.do(ply, move)))
	if _, err := f.flush(ctx); err != nil {
		return err
	}
	if err := f.game.follow(ctx, f.machine); err != nil {
		return err
	}
	if !f.game.wasMade(ply) {
		return fmt.Errorf("a legal move at ply %d of game %s was not made", ply, f.game.row.ID)
	}
	return nil
}

// attempt makes one attempt. One that happens to be a legal move of whoever makes it is skipped.
func (f *forger) attempt(ctx context.Context) error {
	ix := f.forgery()
	if f.game.allows(ix) || f.other.allows(ix) {
		f.count("skipped", 1)
		return nil
	}
	f.count("attempts", 1)
	got := f.handle(ctx, ix)
	if got.message.Content != "" {
		f.count("refused", 1)
	}
	row, err := f.store.Game(ctx, f.game.row.ID)
	if err != nil {
		return err
	}
	if row.Rev != f.game.row.Rev || row.Head != f.game.row.Head {
		f.wrong("accepted", "accepted in game %s at ply %d: user %s, %v %v, %q %q", row.ID, f.game.row.Ply, ix.User.ID, ix.Command, ix.Options, ix.CustomID, ix.Values)
		return nil // the game is worth nothing any more
	}
	if ix.Guild == elsewhere {
		f.compareWithNoGame(ctx, ix, got)
	}
	return nil
}

// elsewhere is a server on which there are no games.
const elsewhere = "950"

// noGame is the ID of no game.
const noGame = "zzzz"

// compareWithNoGame makes the same attempt at a game that does not exist: to people of other servers the answer must be the
// same, but for the ID.
func (f *forger) compareWithNoGame(ctx context.Context, ix *discord.Interaction, got answer) {
	id := string(f.game.row.ID)
	twin := f.interaction(ix.User, ix.Kind)
	twin.Guild, twin.Command, twin.Message = ix.Guild, ix.Command, ix.Message
	twin.CustomID = strings.ReplaceAll(ix.CustomID, id, noGame)
	twin.Values = ix.Values
	for _, o := range ix.Options {
		o.Value = strings.ReplaceAll(o.Value, id, noGame)
		twin.Options = append(twin.Options, o)
	}
	want := f.handle(ctx, twin)
	if strings.ReplaceAll(got.message.Content, id, noGame) != want.message.Content {
		f.wrong("told", "%q of game %s is answered %q, of no game %q", ix.CustomID, id, got.message.Content, want.message.Content)
	}
}

// states is the hash of all that a move changes, of both games.
func (f *forger) states(ctx context.Context) (string, error) {
	if err := f.game.follow(ctx, f.machine); err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, g := range []*game{f.game, f.other} {
		row, err := f.store.Game(ctx, g.row.ID)
		if err != nil {
			return "", err
		}
		moves, err := f.store.Moves(ctx, g.row.ID, -1)
		if err != nil {
			return "", err
		}
		if !chained(row, moves) {
			return "", fmt.Errorf("game %s: the hash chain is broken", row.ID)
		}
		if err := json.NewEncoder(hash).Encode([]any{row, moves}); err != nil {
			return "", err
		}
	}
	waiting, err := f.store.Due(ctx, f.clock.now().AddDate(1, 0, 0), 1000)
	if err != nil {
		return "", err
	}
	err = json.NewEncoder(hash).Encode(waiting)
	return string(hash.Sum(nil)), err
}

// allows reports whether an interaction is a legal move of the user who sends it.
func (g *game) allows(ix *discord.Interaction) bool {
	id, ok := customid.Parse(ix.CustomID)
	seat := engine.Seat(1 + slices.IndexFunc(g.row.Seats, func(s match.Seat) bool { return s.User == ix.User.ID }))
	if !ok || seat == engine.Public || id.Game != string(g.row.ID) || id.Action != customid.Do && id.Action != customid.Ask {
		return false
	}
	move, ok := id.Chosen(g.title.Lexicon(), ix.Values)
	if !ok || id.At.Mark != "" {
		return false
	}
	v := g.copy.View(seat)
	if id.At.Ply != g.row.Ply && (v.Phase != engine.InSetup || id.At.Ply > g.row.Ply) { // C2: the others' choices do not matter
		return false
	}
	if move.Verb == engine.Lay && id.Action == customid.Ask { // a colour alone stands for its row
		return true
	}
	_, err := g.copy.Clone().Apply(seat, move)
	return err == nil
}

// forgery makes up an interaction.
func (f *forger) forgery() *discord.Interaction {
	var ix *discord.Interaction
	who := f.anybody()
	switch f.rng.IntN(6) {
	case 0:
		ix = f.click(who, f.forgedID())
	case 1:
		ix = f.click(who, f.forgedID(), f.forgedValues()...)
	case 2:
		ix = f.click(who, f.misplaced())
	case 3:
		ix = f.click(who, f.garbled(f.misplaced()), f.forgedValues()...)
	case 4:
		ix = f.click(who, customid.ID{Action: f.action(), Game: f.id(), At: customid.Position{Ply: f.ply()}, Move: f.anyMove()}.Print())
	default:
		ix = f.typed(who)
	}
	if _, seated := f.seatOf(who); !seated && f.rng.IntN(2) == 0 {
		ix.Guild, ix.Channel = elsewhere, "951"
	}
	return ix
}

// anybody is a player of the game, of another game, or of none.
func (f *forger) anybody() discord.User {
	switch f.rng.IntN(4) {
	case 0:
		return discord.User{ID: "7", Name: "Eve"}
	case 1:
		return f.other.user(engine.Seat(1 + f.rng.IntN(len(f.other.row.Seats))))
	}
	return f.game.user(engine.Seat(1 + f.rng.IntN(len(f.game.row.Seats))))
}

func (f *forger) seatOf(who discord.User) (engine.Seat, bool) {
	i := slices.IndexFunc(f.game.row.Seats, func(s match.Seat) bool { return s.User == who.ID })
	return engine.Seat(i + 1), i >= 0
}

func (f *forger) id() string {
	switch f.rng.IntN(6) {
	case 0:
		return string(f.other.row.ID)
	case 1:
		return noGame
	}
	return string(f.game.row.ID)
}

func (f *forger) ply() engine.Ply {
	return max(0, f.game.row.Ply+engine.Ply([]int{0, 0, 0, -1, 1, -2, 5, 1000}[f.rng.IntN(8)]))
}

// action is one that says something about a move. Those about a lobby are no moves: its host may start it, a player may ask
// to stop a game.
func (f *forger) action() customid.Action {
	return []customid.Action{customid.Do, customid.Do, customid.Do, customid.Ask, customid.Narrow}[f.rng.IntN(5)]
}

// misplaced is the custom ID of a legal move, at another ply, of another game, or in another's hands.
func (f *forger) misplaced() string {
	_, move, err := f.game.choose()
	if err != nil {
		return f.forgedID()
	}
	return customid.ID{Action: f.action(), Game: f.id(), At: customid.Position{Ply: f.ply()}, Move: move}.Print()
}

// anyMove is a move of any verb with arguments from everywhere.
func (f *forger) anyMove() engine.Move {
	lex, n := f.game.title.Lexicon(), f.rng.IntN
	m := engine.Move{
		Verb: engine.Verb(1 + n(int(engine.Pass))), Slot: uint8(n(8)), N: uint8(n(256)), M: uint8(n(60)),
		Pile: engine.Pile(n(3)), Where: engine.Where(n(3)), Route: engine.RouteID(n(len(lex.Routes) + 3)), City: engine.CityID(n(len(lex.Cities) + 1)),
	}
	for range n(4) {
		m.Tickets = append(m.Tickets, engine.TicketID(n(len(lex.Tickets)+2)))
	}
	for range n(4) {
		m.Payment.Hand[n(engine.MaxCards)] = uint8(n(9))
	}
	return m
}

// shapes are custom IDs of older versions and of ours that no panel offers; N stands for a number.
var shapes = []string{
	"g/GAME/PLY/lay", "g/GAME/PLY/lay/cards", "g/GAME/PLY/lay/ways/red", "g/GAME/PLY/lay/singles", "g/GAME/PLY/lay/sure/aN", "g/GAME/PLY/port/N",
	"g/GAME/PLY/port/pay/N", "g/GAME/PLY/build/N/aN", "g/GAME/PLY/exchange/trains", "g/GAME/PLY/exchange/ships/N", "g/GAME/PLY/pieces", "g/GAME/PLY/pieces/N-N",
	"g/GAME/PLY/draw/N/ships", "g/GAME/PLY/draw", "g/GAME/PLY/keep/none", "g/GAME/PLY/claim/N/aN", "g/GAME/PLY/tickets/sure",
	"ask/GAME/PLY", "ask/GAME/PLY/lay", "ask/GAME/PLY/exchange:ships:N", "ask/GAME/PLY/share", "narrow/GAME/PLY/tickets", "narrow/GAME/PLY/claim:N",
	"narrow/GAME/PLY/port:N", "narrow/GAME/PLY/lay:fN", "do/GAME/PLY/claim:N", "do/GAME/PLY/claim:N:aN", "do/GAME/PLY/port:N:aN", "do/GAME/PLY/keep",
	"do/GAME/PLY/pay:aN", "do/GAME/PLY/lay", "do/GAME/PLY/lay:aN", "do/GAME/PLY/exchange", "do/GAME/PLY-N/tickets", "do/GAME/PLY-N/draw:N", "do/GAME//draw:N",
	"do/GAME", "do//PLY/draw:N", "do/GAME/PLY/draw:N/x", "page/GAME/PLY/N", "log/GAME/N", "text/GAME/N", "hand/GAME",
}

func (f *forger) forgedID() string {
	text := strings.NewReplacer("GAME", f.id(), "PLY", strconv.Itoa(int(f.ply()))).Replace(shapes[f.rng.IntN(len(shapes))])
	for strings.Contains(text, "N") {
		text = strings.Replace(text, "N", strconv.Itoa([]int{0, 1, 2, 9, 40, 200, 255, 65535, -1}[f.rng.IntN(9)]), 1)
	}
	return text
}

// hostile are values that no menu offers.
var hostile = []string{
	"", "x", "singles", "red", "lay", "lay:a", "lay:i", "lay:f", "claim:0", "claim:65535", "claim:0:a200", "draw:99", "draw:0:ships", "pay", "k1", "k999",
	"exchange:trains:0", "pieces:20:40", "pieces:255:255", "keep:0", "keep:0:0", "keep:65535", "share:1", "-1", "1e9", "\x00", "@everyone", "a2", "0", "300",
}

func (f *forger) forgedValues() []string {
	var list []string
	for range f.rng.IntN(4) {
		list = append(list, hostile[f.rng.IntN(len(hostile))])
	}
	return list
}

// garbled changes some bytes of a text.
func (f *forger) garbled(text string) string {
	b := []byte(text)
	for range 1 + f.rng.IntN(3) {
		if len(b) > 0 {
			b[f.rng.IntN(len(b))] = "/:-0129azGé\x00"[f.rng.IntN(12)]
		}
	}
	return string(b)
}

// typed is a command with forged options. What a player types may well be a move, so those who can move type nothing.
func (f *forger) typed(who discord.User) *discord.Interaction {
	if seat, seated := f.seatOf(who); seated && slices.Contains(f.game.copy.ToMove(), seat) {
		who = discord.User{ID: "8", Name: "Mallory"}
	}
	c := [][2]string{
		{"draw", "card"},
		{"claim", "route"},
		{"keep", "ticket1"},
		{"tickets", "x"},
		{"lay", "row"},
		{"port", "city"},
		{"exchange", "pieces"},
		{"place", "where"},
		{"pay", "cards"},
		{"withdraw", "x"},
		{"share", "ticket1"},
		{"pieces", "trains"},
		{"game start", "x"},
		{"game leave", "x"},
	}[f.rng.IntN(14)]
	return f.slash(who, c[0], c[1]+"="+hostile[f.rng.IntN(len(hostile))], "game="+string(f.game.row.ID))
}
