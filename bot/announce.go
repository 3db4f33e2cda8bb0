package bot

import (
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// The kinds of messages in the outbox. The rows of all but those for users go through the lane of their game.
const (
	sayLobby    = "lobby"     // the lobby's message, as it is now
	sayOpen     = "open"      // a thread becomes the game's table
	sayTable    = "table"     // the table's first message, or the first at a new table
	sayChosen   = "chosen"    // a setup choice was made
	sayDug      = "dug"       // a tunnel was dug, and its seat has to decide
	sayTurn     = "turn"      // a turn is complete
	sayFinal    = "final"     // the game is over
	sayResult   = "result"    // to each player: the final scoring
	sayStopped  = "stopped"   // the game was cancelled
	sayClosed   = "closed"    // direct messages do not reach a player
	sayYourTurn = "your-turn" // to the player who is to move: the panel
	sayPanel    = "panel"     // the player's panels are brought up to date
	sayHomeless = "homeless"  // to each player: the table is gone
	sayOverdue  = "overdue"   // to a player: the time to answer was up
)

// The kinds of posts that are found again.
const (
	postBoard = "board" // messages at the table whose buttons go with the next one
	postPanel = "panel" // panels in a player's direct messages
)

func tableLane(id storage.GameID) string { return "t/" + string(id) }

func directLane(user string) string { return "d/" + user }

// announce lists what is to be told of a move, for the outbox.
func (b *Bot) announce(p played, o occasion) []storage.Message {
	t := p.Table
	var out []storage.Message
	if p.Done || !o.InDM {
		panel := b.toPlayer(t, sayPanel, p.Seat)
		panel.Body = string(o.Clicked) // the answer brings the clicked message up to date
		out = append(out, panel)
	}
	out = append(out, b.announceOn(p)...)
	if o.TimeIsUp {
		out = b.markOverdue(p, out)
	}
	return out
}

// markOverdue marks what the table is told of a move that was made for a seat, and has the seat told by itself.
func (b *Bot) markOverdue(p played, out []storage.Message) []storage.Message {
	verb := p.Move.Verb.String()
	for i := range out {
		if out[i].User == "" {
			out[i].Body = verb
		}
	}
	notice := b.toPlayer(p.Table, sayOverdue, p.Seat)
	notice.Body = verb
	return append(out, notice)
}

// announceOn lists what the table, and whoever is to move next, is to be told of a move.
func (b *Bot) announceOn(p played) []storage.Message {
	t := p.Table
	var out []storage.Message
	if !p.Done && p.View.Tunnel != nil {
		return append(out, b.toTable(t, sayDug, p.Seat))
	}
	if !p.Done {
		return out
	}
	switch p.View.Phase {
	case engine.InSetup:
		return append(out, b.toTable(t, sayChosen, p.Seat))
	case engine.IsOver:
		out = append(out, b.toTable(t, sayTurn, p.Seat), b.toTable(t, sayFinal, p.Seat))
		for i := range t.Seats {
			out = append(out, b.toPlayer(t, sayResult, engine.Seat(i+1)))
		}
		return out
	}
	out = append(out, b.toTable(t, sayTurn, p.Seat))
	for _, seat := range p.View.ToMove {
		out = append(out, b.toPlayer(t, sayYourTurn, seat))
	}
	return out
}

// toTable makes a message to the table about what the seat did; its nonce says so too, so that a retry cannot double it.
func (b *Bot) toTable(t *table, kind string, seat engine.Seat) storage.Message {
	return storage.Message{
		Lane: tableLane(t.ID), Kind: kind, Game: t.ID, Ply: t.Ply, Seat: seat,
		Nonce: nonce(kind, t.ID, t.Ply, seat), Due: b.now(),
	}
}

// toPlayer makes a direct message to a seat.
func (b *Bot) toPlayer(t *table, kind string, seat engine.Seat) storage.Message {
	user := t.Seats[seat-1].User
	return storage.Message{
		Lane: directLane(user), Kind: kind, Game: t.ID, Ply: t.Ply, Seat: seat, User: user,
		Nonce: nonce(kind, t.ID, t.Ply, seat), Due: b.now(),
	}
}

// nonce names a message that is sent once at a ply: at most 25 characters, Discord's limit.
func nonce(kind string, id storage.GameID, ply engine.Ply, seat engine.Seat) string {
	return fmt.Sprintf("%.2s%s.%d.%d", kind, id, ply, seat)
}

// revNonce names a message that is sent once for a revision of a game's row.
func revNonce(kind string, g storage.Game, seat engine.Seat) string {
	return fmt.Sprintf("%.2s%s.r%d.%d", kind, g.ID, g.Rev, seat)
}
