package trials

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What people of the kind sim do: they move, click again, take moves back, plan, and forge.

// deed is a move that somebody has tried to make.
type deed struct {
	game match.GameID
	seat engine.Seat
	ply  engine.Ply
	text string // in notation
	ix   discord.Interaction
}

func (w *world) move(g *game) {
	if g.copy.Over() {
		return
	}
	seat, move := g.choose()
	ix := w.ClickBy(g.user(seat), g.button(move))
	if channel, message, ok := w.screen.panelOf(ix.User.ID, g.row.ID); ok && w.rng.IntN(2) == 0 {
		ix.Guild, ix.Channel, ix.Message = "", channel, message
	}
	s := &deed{g.row.ID, seat, g.row.Ply, g.print(move), *ix}
	s.ix.Token = "aW50ZXJhY3Rpb24-s3cret" // none of it may be logged
	w.script = append(w.script, s)
	w.count("interactions", 1)
	w.deliver(s)
}

func (w *world) repeat() {
	if len(w.script) > 0 {
		w.count("repeats", 1)
		w.deliver(w.script[len(w.script)-1-w.rng.IntN(min(len(w.script), 6))])
	}
}

// deliver delivers an interaction and notes whether a move was acknowledged.
func (w *world) deliver(s *deed) {
	ix := s.ix
	w.process().Handle(w.ctx, &ix)
	got := answerTo(&ix, w.keep())
	if !got.done || got.message.Content == "" { // an answer that is only begun says nothing yet
		return
	}
	w.seeUndone(s.game)
	ply, err := w.plyOf(s)
	if err != nil {
		w.wrong("lost", "seed %d, game %s: %q was acknowledged: %v", w.seed, s.game, s.text, err)
		return
	}
	if other, ok := w.acknowledged.note(s.game, ply, s.text); !ok && other != s.text {
		w.wrong("doubled", "seed %d, game %s, ply %d: %q was acknowledged, and %q", w.seed, s.game, ply,
			other, s.text)
	}
}

// plyOf finds the ply of a deed: a setup choice can come later than its panel says (C2).
func (w *world) plyOf(s *deed) (engine.Ply, error) {
	text, err := w.base.Answer(w.ctx, s.ix.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return w.madeBefore(s)
	}
	if err != nil {
		return 0, err
	}
	return plyIn(text)
}

// madeBefore finds the ply at which another click, or a plan, has done a deed.
func (w *world) madeBefore(s *deed) (engine.Ply, error) {
	for _, other := range w.script {
		if other.ix.ID == s.ix.ID || other.game != s.game || other.seat != s.seat ||
			other.text != s.text {
			continue
		}
		if other.ply != s.ply &&
			!w.isSetup(s, max(s.ply, other.ply)) { // a setup choice can come later (C2)
			continue
		}
		if text, err := w.base.Answer(w.ctx, other.ix.ID); err == nil {
			return plyIn(text)
		}
	}
	moves, err := w.base.Moves(w.ctx, s.game, -1)
	if err != nil {
		return 0, err
	}
	// the seat's next one: at setup others may come first (C2)
	for _, m := range moves[min(int(s.ply), len(moves)):] {
		if m.Seat == s.seat {
			if m.Text == s.text && w.alone[m.Head()] {
				return m.Ply, nil
			}
			break
		}
	}
	return 0, storage.ErrNotFound
}

// isSetup reports whether a ply can belong to the setup of the game of a deed.
func (w *world) isSetup(s *deed, ply engine.Ply) bool {
	return slices.ContainsFunc(
		w.games,
		func(g *game) bool { return g.row.ID == s.game && int(ply) < setupMoves(g.row) },
	)
}

// plyIn reads the ply out of what the store keeps as the answer to a move.
func plyIn(answer string) (ply engine.Ply, err error) {
	var verb, id string
	_, err = fmt.Sscan(answer, &verb, &id, &ply)
	return ply, err
}

// does has a bot handle what somebody does, now and then again.
func (w *world) does(ix *discord.Interaction) {
	w.deeds = append(w.deeds, *ix)
	if w.rng.IntN(4) == 0 {
		*ix = w.deeds[len(w.deeds)-1-w.rng.IntN(min(len(w.deeds), 4))]
	}
	w.process().Handle(w.ctx, ix)
	w.keep()
}

// undo lets somebody take their last move back; others agree or refuse.
func (w *world) undo(g *game) {
	if g.row.State != match.Running || len(g.moves) == 0 {
		return
	}
	w.Clock = w.Clock.Add(time.Second) // else the same move made again has the same head
	seat := g.moves[len(g.moves)-1].Seat
	if w.rng.IntN(3) == 0 {
		seat = engine.Seat(1 + w.rng.IntN(len(g.row.Seats)))
	}
	w.does(w.SlashBy(g.user(seat), "undo", "game="+string(g.row.ID)))
	g.follow()
	if !g.row.Undoing.Holds(g.row) {
		return
	}
	at := customid.Position{Ply: g.row.Ply, Mark: g.row.Mark()}
	for i := range g.row.Seats {
		reply := []customid.Action{
			customid.Allow, customid.Allow, customid.Allow,
			customid.Deny,
		}[w.rng.IntN(4)]
		w.does(w.ClickBy(g.user(engine.Seat(i+1)), customid.At(reply, string(g.row.ID), at)))
	}
}

func (w *world) plan(g *game) {
	if g.row.State != match.Running {
		return
	}
	for _, nth := range w.rng.Perm(len(g.row.Seats)) {
		seat := engine.Seat(1 + nth)
		v, err := g.copy.Planned(seat)
		if err != nil {
			continue // no turn is left to plan, or it has begun
		}
		if move, ok := g.policy.Choose(ai.Seen{Of: &v}, seat); ok {
			w.count("plans", 1)
			g.planTurn(seat, move, func(customID string) { w.does(w.ClickBy(g.user(seat), customID)) })
			return
		}
	}
}

// carryPlansOut carries plans out. What fails is done later, or its player is told.
func (w *world) carryPlansOut() {
	before := w.madeAlone
	_ = w.process().KeepPlans(w.ctx)
	w.keep()
	w.count("planned", w.madeAlone-before)
}

// forge has somebody send a click that no panel of theirs offers: an illegal move, another's, one
// of another position, or random bytes. Nothing may come of it.
func (w *world) forge(g *game) {
	if g.copy.Over() {
		return
	}
	seat, move := g.choose()
	who, ply := g.user(seat), g.row.Ply
	switch w.rng.IntN(5) {
	case 0:
		who = discord.User{ID: "7", Name: "Eve"}
	case 1:
		who = g.user(engine.Seat(1 + w.rng.IntN(len(g.row.Seats))))
	case 2:
		ply = max(0, ply+engine.Ply(w.rng.IntN(5)-2))
	default:
		move = w.anyMove(g)
	}
	ix := w.ClickBy(who, g.buttonAt(ply, move))
	if w.rng.IntN(4) == 0 {
		garbled := []byte(ix.CustomID)
		garbled[w.rng.IntN(len(garbled))] = "/:-0129azGé\x00"[w.rng.IntN(12)]
		ix.CustomID = string(garbled)
	}
	if g.allows(ix) {
		return
	}
	w.count("forged", 1)
	w.process().Handle(w.ctx, ix)
	w.keep()
	row, err := w.base.Game(w.ctx, g.row.ID)
	w.must(err)
	if row.Ply != g.row.Ply || row.Head != g.row.Head {
		w.wrong("accepted", "seed %d, game %s, ply %d: %q by %s", w.seed, row.ID, g.row.Ply, ix.CustomID,
			who.ID)
	}
}

// meddle has a bystander, here or on another server, use what belongs to players. Nothing may
// change.
func (w *world) meddle(g *game) {
	before, err := w.base.Game(w.ctx, g.row.ID)
	w.must(err)
	eve, game := discord.User{ID: "7", Name: "Eve"}, "game="+string(g.row.ID)
	var ix *discord.Interaction
	if w.rng.IntN(2) == 0 {
		paths := []string{
			"undo", "plan", "log", "game record", "game pause", "game resume", "game return",
			"game leave", "game cancel", "game rename",
		}
		path := paths[w.rng.IntN(len(paths))]
		ix = w.SlashBy(eve, path, game)
	} else {
		actions := []customid.Action{
			customid.Undo, customid.Allow, customid.Deny, customid.Plan, customid.PlanDrop,
			customid.PlanElse, customid.Pause, customid.Resume, customid.More, customid.Return,
		}
		id := customid.ID{
			Action: actions[w.rng.IntN(len(actions))], Game: string(g.row.ID), At: customid.Of(before),
		}
		ix = w.ClickBy(eve, id.Print())
	}
	if w.rng.IntN(2) == 0 {
		ix.Guild, ix.Channel = "902", "903"
	}
	w.count("meddled", 1)
	w.process().Handle(w.ctx, ix)
	w.keep()
	after, err := w.base.Game(w.ctx, g.row.ID)
	w.must(err)
	if !reflect.DeepEqual(before, after) {
		w.wrong("accepted", "seed %d, game %s: /%s %q by a bystander",
			w.seed, g.row.ID, strings.Join(ix.Command, " "), ix.CustomID)
	}
}

// anyMove is a move of any verb with arguments from everywhere.
func (w *world) anyMove(g *game) engine.Move {
	lex, n := g.title.Lexicon(), w.rng.IntN
	m := engine.Move{
		Verb:  engine.Verb(1 + n(int(engine.Pass))),
		Slot:  uint8(n(8)),
		N:     uint8(n(256)),
		M:     uint8(n(60)),
		Pile:  engine.Pile(n(3)),
		Where: engine.Where(n(3)),
		Route: engine.RouteID(n(len(lex.Routes) + 3)),
		City:  engine.CityID(n(len(lex.Cities) + 1)),
	}
	for range n(4) {
		m.Tickets = append(m.Tickets, engine.TicketID(n(len(lex.Tickets)+2)))
		m.Payment.Hand[n(engine.MaxCards)] = uint8(n(9))
	}
	return m
}

// allows reports whether a click is a legal move of its user's after all, or no move.
func (g *game) allows(ix *discord.Interaction) bool {
	id, ok := customid.Parse(ix.CustomID)
	if ok && id.Action != customid.Do {
		return true
	}
	seat := g.row.SeatOf(ix.User.ID)
	if !ok || seat == engine.Public || id.Game != string(g.row.ID) || id.At.Mark != g.row.Mark() {
		return false
	}
	v := g.copy.View(seat)
	if id.At.Ply != g.row.Ply &&
		(v.Phase != engine.InSetup || id.At.Ply > g.row.Ply) { // the others' choices do not matter (C2)
		return false
	}
	move, ok := id.Chosen(g.title.Lexicon(), ix.Values)
	if !ok {
		return false
	}
	_, err := g.copy.Clone().Apply(seat, move)
	return err == nil
}

// seeUndone takes what was taken back out of what must be there.
func (w *world) seeUndone(id match.GameID) {
	undone, err := w.base.Undone(w.ctx, id)
	w.must(err)
	known := w.branches[id]
	for _, u := range undone {
		if u.Branch >= known {
			w.acknowledged.back(id, u.Ply)
			w.branches[id] = max(w.branches[id], u.Branch+1)
			w.count("undone", 1)
		}
	}
}

// goneBackTo reports whether a game has ever gone back to a ply or to one before it.
func (w *world) goneBackTo(id match.GameID, ply engine.Ply) bool {
	undone, err := w.base.Undone(w.ctx, id)
	return err == nil &&
		slices.ContainsFunc(undone, func(u match.Undone) bool { return u.Ply <= ply })
}
