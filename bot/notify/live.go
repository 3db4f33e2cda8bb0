package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// PostLive is the kind of posts with buttons that are of use only until something is settled. About
// is the topic, and perhaps whom it is about.
const PostLive = "live"

// The topics of live posts.
const (
	topicTurn     = "turn"     // it calls a player to a turn
	topicAway     = "away"     // a seat is played for its owner, or nobody's
	topicExpiring = "expiring" // all have left
	topicStop     = "stop"     // whether to cancel the game
	topicPause    = "pause"    // whether the clocks stand still
	topicVote     = "vote"     // whether the clocks stop: to one of those asked
	topicAsked    = "asked"    // whether to stand in
	topicOust     = "oust"     // whether a seat is given up
	topicUndo     = "undo"     // whether a move is taken back
	topicPair     = "pair"     // whether to be partners; then the number of the wish
	topicKnock    = "knock"    // whether to let somebody in; then who it is
	topicInvited  = "invited"  // whether to join; then who is invited
	topicBack     = "back"     // the answer to a move that can be taken back
	topicAhead    = "ahead"    // the same, once it no longer can: the next turn can still be planned
	// the answer to a choice at setup while others choose: it will say that the game has begun
	topicChosen = "chosen"
)

// late follows topicAway in a direct message to a player whose time was up.
const late = "late"

// matter is what decides whether a post is live: the row of its game, the post, the seat that it is
// about, and the rest of About.
type matter struct {
	g    match.Game
	post storage.Post
	seat match.Seat
	who  string
	now  time.Time
}

// live says of each topic whether a post about it is still of use.
var live = map[string]func(m matter) bool{
	topicTurn:   func(m matter) bool { return m.stands() },
	topicBack:   func(m matter) bool { return m.stands() },
	topicAhead:  func(m matter) bool { return !m.g.WaitsFor(m.seat.User) },
	topicChosen: func(matter) bool { return false }, // settleAnswer sees whether the game has begun
	topicAway: func(m matter) bool {
		if m.seat.User == "" {
			return !m.seat.Called.After(m.now) // somebody can be sought
		}
		return m.seat.Player() != m.seat.Holder()
	},
	topicExpiring: func(m matter) bool { return m.g.Deserted() },
	topicStop:     func(m matter) bool { return len(m.g.Leaving) > 0 },
	topicPause:    func(m matter) bool { return m.g.Paused || len(m.g.Pausing) > 0 },
	topicVote: func(m matter) bool {
		asked := !m.g.PauseVoteEnds().IsZero()
		return asked && !slices.Contains(m.g.Pausing, m.seat.Holder())
	},
	topicAsked: func(m matter) bool { return m.seat.Asked != "" },
	topicOust:  func(m matter) bool { return m.seat.User != "" && len(m.seat.Ousting) > 0 },
	topicUndo: func(m matter) bool {
		return m.stands() && m.g.Undoing.Holds(m.g) && !slices.Contains(m.g.Undoing.Agreed, m.seat.User)
	},
	topicPair: func(m matter) bool {
		return slices.ContainsFunc(m.g.Pairing, func(p match.Pair) bool {
			return strconv.Itoa(p.N) == m.who
		})
	},
	topicKnock: func(m matter) bool {
		return slices.ContainsFunc(m.g.Asking, func(a match.Guest) bool {
			return a.User == match.UserID(m.who)
		})
	},
	topicInvited: func(m matter) bool {
		return slices.Contains(stillInvited(m.g), match.UserID(m.who))
	},
}

// ofLobby are the topics of lobbies. The others are of running games.
var ofLobby = []string{topicPair, topicKnock, topicInvited}

// ofGame are the topics of whole games: who brought them up does not matter.
var ofGame = []string{topicStop, topicPause, topicExpiring}

// aboutSeat returns which seat a message of a topic is about; made says who brought it up, or whom
// it is about.
func aboutSeat(topic string, made engine.Seat) engine.Seat {
	if slices.Contains(ofGame, topic) {
		return engine.Public
	}
	return made
}

// offered begins the About of a post at the table that offers to take the last move back.
const offered = "undo"

// offersUndo reports whether the rows of a message have a button that takes a move back.
func offersUndo(rows []discord.Row) bool {
	return slices.ContainsFunc(rows, func(r discord.Row) bool {
		return slices.ContainsFunc(r.Buttons, func(b discord.Button) bool {
			id, ok := customid.Parse(b.CustomID)
			return ok && id.Action == customid.Undo
		})
	})
}

// withdrawUndo takes the button that takes the last move back off the posts at the table, once
// something has been moved since. Their other buttons stay.
func (n *Notifier) withdrawUndo(ctx context.Context, g match.Game) error {
	posts, err := n.Store.Posts(ctx, g.ID, PostBoard)
	if err != nil {
		return err
	}
	for _, p := range posts {
		called, offers := strings.CutPrefix(p.About, offered)
		if !offers || p.Ply == g.Ply && p.Head == g.Head {
			continue
		}
		rows := []discord.Row{tableRow(n.Catalog.Texts(g.Locale), g)}
		if err := n.API.Edit(ctx, p.Channel, p.Message, discord.Edit{Rows: &rows}); err != nil &&
			!discord.IsGone(err) {
			return fmt.Errorf("take a button off: %w", err)
		}
		if err := n.noteWithdrawn(ctx, p, strings.TrimSpace(called)); err != nil {
			return err
		}
	}
	return nil
}

// noteWithdrawn remembers the About of a post without its undo button. If all of its buttons have
// been taken off meanwhile, the edit has brought some back: they go again.
func (n *Notifier) noteWithdrawn(ctx context.Context, p storage.Post, about string) error {
	is := p
	is.About = about
	err := n.Store.Repost(ctx, p, &is)
	if err == nil {
		return nil
	}
	if !errors.Is(err, storage.ErrStale) {
		return err
	}
	// who has changed it has put the same row there
	if _, known, err := n.known(ctx, p); err != nil || known {
		return err
	}
	return n.removeButtons(ctx, p)
}

// stands reports whether the game is where it was when the message was sent.
func (m matter) stands() bool { return m.g.Ply == m.post.Ply && m.g.Head == m.post.Head }

// livePost remembers a message with buttons about a seat, Public for the whole game. about is the
// topic and perhaps whom it is about.
func livePost(g match.Game, seat engine.Seat, channel match.ChannelID, id match.MessageID,
	about ...string,
) []storage.Post {
	return []storage.Post{{
		Game: g.ID, Kind: PostLive, Seat: seat, Ply: g.Ply, Head: g.Head, About: strings.Join(about,
			" "), Channel: channel, Message: id,
	}}
}

// isLive reports whether the buttons of a post are still of use; later are the live posts after it.
func isLive(g match.Game, p storage.Post, later []storage.Post, now time.Time) bool {
	topic, who, _ := strings.Cut(p.About, " ")
	state := match.Running
	if slices.Contains(ofLobby, topic) {
		state = match.Lobby
	}
	useful, known := live[topic]
	if !known || g.State != state || int(p.Seat) > len(g.Seats) {
		return false
	}
	superseded := slices.ContainsFunc(later, func(q storage.Post) bool {
		return q.About == p.About && q.Seat == p.Seat && q.Channel == p.Channel
	})
	m := matter{g: g, post: p, who: who, now: now}
	if p.Seat != engine.Public {
		m.seat = g.Seats[p.Seat-1]
	}
	return !superseded && useful(m)
}

// settle takes the buttons off the posts of a game that are of no use any more. What it cannot do
// now it does after the next message.
func (n *Notifier) settle(ctx context.Context, id match.GameID) {
	if err := n.settleAll(ctx, id); err != nil {
		n.buttonsStay(ctx, id, err)
	}
}

func (n *Notifier) settleAll(ctx context.Context, id match.GameID) error {
	g, err := n.Store.Game(ctx, id)
	if err != nil {
		return err
	}
	if g.State == match.Running { // the message of its end takes all buttons off
		if err := n.withdrawUndo(ctx, g); err != nil {
			return err
		}
	}
	posts, err := n.Store.Posts(ctx, id, PostLive)
	if err != nil {
		return err
	}
	for i, p := range posts {
		answer := isAnswer(p) && g.State == match.Running
		if isLive(g, p, posts[i+1:], n.Now()) && !(answer && p.Ply > g.Ply) {
			continue
		}
		if answer {
			err = n.settleAnswer(ctx, g, p)
		} else {
			err = n.removeButtons(ctx, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// settled is a job for a row that changed without anybody being told: reporting it as obsolete has
// Send remove the buttons that have become useless.
func (n *Notifier) settled(context.Context, storage.Message) error {
	return outbox.Obsolete("there is nothing to tell")
}
