package notify

import (
	"context"
	"slices"

	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// aboutHint is the About of a hint among the panels of its seat: beside one of them it has buttons of its own.
const aboutHint = "hint"

// settleHint takes the buttons off a hint of a position that has passed. Its words stay: its reader may want to compare. At setup the
// choices of others leave it as it is, since only what its own seat does has panels renewed. A click on it may have made it a panel
// meanwhile, which gets its menus back.
func (n *Notifier) settleHint(ctx context.Context, texts *locale.Texts, g match.Game, m storage.Message, p storage.Post) error {
	if p.Ply == g.Ply && p.Head == g.Head && g.State == match.Running || bodyOf(m).Times {
		return nil
	}
	left, known, err := n.removeButtonsOnce(ctx, p)
	if err != nil || !known || left.About == aboutHint {
		return err
	}
	return n.renewPanel(ctx, texts, g, left, route.AnyPly)
}

// chosenIn is the message in which a seat goes on with its turn after a move: the one that was clicked, else the newest of its panels of
// that turn. "" if nobody has moved, or the turn of that move is over: ended is the ply at which the seat's last one was.
func chosenIn(m storage.Message, clicked click, posts []storage.Post, ended engine.Ply) match.MessageID {
	if _, undone := undoneBy(m); undone || bodyOf(m).Times || m.Ply < ended {
		return ""
	}
	if clicked.message != "" && clicked.open {
		return clicked.message
	}
	for _, p := range slices.Backward(posts) {
		if p.About != aboutHint && p.Ply >= ended {
			return p.Message
		}
	}
	return ""
}

// pointElsewhere has a panel say that the turn goes on in another message, so that one message alone has menus for it.
func (n *Notifier) pointElsewhere(ctx context.Context, texts *locale.Texts, g match.Game, p storage.Post) error {
	message, err := n.Panels.Text(ctx, texts, panel.Request{
		Game: g, Seat: p.Seat, Ply: route.AnyPly, Past: true, Own: true, News: []string{texts.Say("panel.elsewhere")},
	})
	if err != nil {
		return err
	}
	if err := n.editPanel(ctx, p, message); err != nil {
		return err
	}
	return n.unpost(ctx, p)
}
