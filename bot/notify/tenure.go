package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// What a message of the kind Handed says, beside the reasons of a tenure.
const (
	Agreed   = "agreed"   // somebody stands in when the player cannot play
	Declined = "declined" // who was asked does not want to stand in
)

// postCall is the kind of posts that call for people to take a seat.
const postCall = "call"

// Handed lists the messages about a seat that changed hands: to the table, to the people involved,
// and to its new player if it is the seat's turn. was is the seat as it was before.
func (n *Notifier) Handed(was match.Seat, after match.Game, seat engine.Seat,
	why string,
) []storage.Message {
	is := after.Seats[seat-1]
	kind, own := Handed, was.Owner == ""
	switch {
	case why == match.Returned:
		kind = Back
	case why == match.TimeUp && own:
		kind = Absent
	}
	m := with(n.aboutRow(after, kind, seat), body{Why: why})
	out := []storage.Message{m}
	if is.Vacant() {
		out = append(out, n.Retitle(after))
	}
	if was.User != "" && was.User != is.User {
		out = append(out, n.toUser(after, Retired, seat, was.User))
	}
	switch owner := was.Holder(); {
	case owner == "":
	case why == match.VotedOut:
		out = append(out, n.toUser(after, Ousted, seat, owner))
	case owner != is.Player() && (why == match.StoodIn || why == match.TimeUp || !own &&
		is.User != ""):
		m := n.toUser(after, Relieved, seat, owner)
		if own {
			m.Body = body{Why: why}.encode()
		}
		out = append(out, m)
	}
	if user := is.Player(); user != "" && after.WaitsFor(user) {
		out = append(out, n.toUser(after, YourTurn, seat, user))
	}
	// no move will bring the panel up to date, which says until when
	if why == match.TimeUp && is.User != "" && after.Deserted() {
		renewal := with(n.toUser(after, Panel, seat, is.User), body{Times: true})
		out = append(out, renewal)
	}
	return out
}

func (n *Notifier) handedMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.g
	seat, who := g.Seats[t.m.Seat-1], t.who()
	message := discord.Message{Silent: true}
	switch t.b.Why {
	case Declined:
		message.Content = t.Say("tenure.says-declined", "Who", who)
	case Agreed:
		if seat.StandIn == "" {
			return message, outbox.Obsolete("the stand-in plays already, or no longer stands in")
		}
		message.Content = t.Say("tenure.says-agreed", "Who", who,
			"Player", discord.MentionUsers(seat.StandIn))
	case match.Taken:
		message.Content = t.Say("tenure.says-taken", "Who", who, "Number", int(t.m.Seat))
	case match.Quit, match.VotedOut:
		message.Content = t.Say("tenure.says-left", "Who", who)
		if t.b.Why == match.VotedOut {
			message.Content = t.Say("tenure.says-voted-out", "Who", who)
		}
		if seat.User == "" && g.State == match.Running {
			message.Rows = discord.Buttons(
				gameButton(t.Texts, discord.Primary, "tenure.seek", customid.Seek, g.ID))
		}
	default: // a stand-in, or the house for as long as the player is away
		if seat.User == "" || seat.Player() == seat.Holder() {
			return message, outbox.Obsolete("the player is back, or has left")
		}
		message.Rows = discord.Buttons(returnButton(t.Texts, g.ID))
		if seat.Automated {
			message.Content = t.Say("tenure.says-away", "Who", who)
		} else {
			message.Content = t.Say("tenure.says-stood-in", "Who", who,
				"Player", discord.MentionUsers(seat.User))
		}
	}
	if g.Deserted() {
		message.Content += "\n" + t.Say("clock.farewell", "In", speech.Stamp(g.Expiry(), "R"))
	}
	return message, nil
}

func (n *Notifier) askedMessage(_ context.Context, t *scene) (discord.Message, error) {
	seat := t.g.Seats[t.m.Seat-1]
	if seat.Asked == "" {
		return discord.Message{}, outbox.Obsolete("nobody is asked any more")
	}
	id, friend := "tenure.ask", []match.UserID{seat.Asked}
	if seat.AtOnce {
		id = "tenure.ask-at-once"
	}
	return discord.Message{
		Content: t.Say(id, "Who", t.who(), "Player", discord.MentionUsers(friend...)),
		Mention: friend,
		Rows: discord.Buttons(
			discord.NewButton(discord.Success, t.Say("tenure.accept"),
				customid.SeatButton(customid.Stand, t.m.Game, t.m.Seat)),
			discord.NewButton(discord.Secondary, t.Say("tenure.decline"),
				customid.SeatButton(customid.Refuse, t.m.Game, t.m.Seat)),
		),
	}, nil
}

// oustingMessage says who wants a player's seat given up, and how many votes are missing.
func (n *Notifier) oustingMessage(ctx context.Context, t *scene) (discord.Message, error) {
	g := t.g
	needed, _ := g.QuorumToOust(t.m.Seat)
	missing := max(needed-len(g.VotesToOust(t.m.Seat)), 0)
	if !isVotedOn(g, t.m.Seat) {
		return discord.Message{}, outbox.Obsolete("the vote is over")
	}
	seat := g.Seats[t.m.Seat-1]
	owner, err := n.People.User(ctx, seat.Holder())
	if err != nil {
		return discord.Message{}, err
	}
	var called []match.UserID
	who := t.who()
	if owner.DMs == storage.DMClosed {
		called = []match.UserID{owner.ID}
		who = discord.MentionUsers(called...)
	}
	label := t.Say("tenure.oust", "Who", discord.PlainLabel(seat.Name))
	return discord.Message{
		Content: t.Say("tenure.ousting", "Who", who, "Names", votersNames(g, t.m.Seat),
			"Count", missing, "When", speech.Stamp(g.OustEnds(t.m.Seat), "R")),
		Mention: called,
		Rows: discord.Buttons(hereButton(t.Texts, g.ID), discord.NewButton(discord.Danger, label,
			customid.SeatButton(customid.Oust, t.m.Game, t.m.Seat))),
	}, nil
}

func isVotedOn(g match.Game, seat engine.Seat) bool {
	s := g.Seats[seat-1]
	return g.State == match.Running && s.User != "" && len(s.Ousting) > 0
}

func votersNames(g match.Game, seat engine.Seat) string {
	var names []string
	for _, user := range g.VotesToOust(seat) {
		names = append(names, discord.Plain(g.Seats[g.SeatHeldBy(user)-1].Name))
	}
	return strings.Join(names, ", ")
}

// countOust gives a seat up once its player has not answered in time.
func (n *Notifier) countOust(ctx context.Context, m storage.Message) error {
	return n.change(ctx, m.Game, match.CountOust{Seat: m.Seat})
}

func hereButton(texts *locale.Texts, id match.GameID) discord.Button {
	b := returnButton(texts, id)
	b.Label = texts.Say("tenure.here")
	return b
}

func (n *Notifier) sendMissed(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if !isVotedOn(g, m.Seat) || g.Seats[m.Seat-1].Holder() != m.User {
		return nil, outbox.Obsolete("the vote is over")
	}
	said := append(n.gameArgs(ctx, texts, g), "Names", votersNames(g, m.Seat),
		"When", speech.Stamp(g.OustEnds(m.Seat), "R"))
	return n.ask(ctx, g, m, m.Seat, discord.Message{
		Content: texts.Say("tenure.you-missed", said...),
		Rows:    discord.Buttons(hereButton(texts, g.ID)),
	}, topicOust)
}

// sendRelieved tells a player who plays their seat now, and how to take it back. Body is why they
// do not, if they did before.
func (n *Notifier) sendRelieved(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	seat := g.Seats[m.Seat-1]
	if g.State != match.Running || seat.Holder() != m.User || seat.Player() == m.User {
		return nil, outbox.Obsolete("the player is back, or has left")
	}
	said := texts.Say("tenure.house-plays-for-you", "Game", string(g.ID))
	switch {
	case g.Deserted() && bodyOf(m).Why == match.TimeUp:
		said = texts.Say("clock.waits-for-you", "Game", string(g.ID), "In", speech.Stamp(g.Expiry(), "R"))
	case g.Deserted():
		said = texts.Say("clock.rests-for-you", "Game", string(g.ID), "In", speech.Stamp(g.Expiry(), "R"))
	case seat.Automated && bodyOf(m).Why == match.TimeUp:
		said = texts.Say("clock.you-absent", "Game", string(g.ID))
	case !seat.Automated:
		said = texts.Say("tenure.plays-for-you", "Game", string(g.ID), "Player",
			discord.MentionUsers(seat.User))
	}
	about := []string{topicAway}
	if seat.Automated && bodyOf(m).Why == match.TimeUp {
		about = append(about, late)
	}
	message := discord.Message{Content: said, Rows: discord.Buttons(returnButton(texts, g.ID))}
	return n.ask(ctx, g, m, m.Seat, message, about...)
}

func (n *Notifier) sendOusted(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("tenure.you-voted-out", n.gameArgs(ctx, texts, g)...),
	})
}

// retirePanels makes a line of each panel, and of each answer with buttons, of a seat that a user
// no longer plays.
func (n *Notifier) retirePanels(ctx context.Context, m storage.Message) error {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return err
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return err
	}
	if g.SeatOf(m.User) == m.Seat {
		return outbox.Obsolete("the user plays the seat again")
	}
	posts, err := n.Store.Posts(ctx, m.Game, PostPanel)
	if err != nil {
		return err
	}
	buttons, err := n.Store.Posts(ctx, m.Game, PostLive)
	if err != nil {
		return err
	}
	posts = append(posts, slices.DeleteFunc(buttons, func(p storage.Post) bool {
		return !isAnswer(p)
	})...)
	message := n.retired(ctx, texts, g)
	for _, p := range posts {
		if p.Seat != m.Seat || u.DM == "" || p.Channel != u.DM {
			continue
		}
		if err := n.editPanel(ctx, p, message); err != nil {
			return err
		}
		if err := n.Store.Unpost(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// retired is what is left of a panel of a seat that its reader no longer plays.
func (n *Notifier) retired(ctx context.Context, texts *locale.Texts, g match.Game) discord.Message {
	return discord.Message{Content: texts.Say("tenure.retired", n.gameArgs(ctx, texts, g)...)}
}

// sendCall shows in the game's channel for which seats somebody is sought, in its earlier message
// or in a new one.
func (n *Notifier) sendCall(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	message, open, err := n.callMessage(ctx, n.Catalog.Texts(g.Locale), g)
	if err != nil {
		return nil, err
	}
	shown, err := n.editCalls(ctx, g, message, open)
	if shown || err != nil {
		return nil, err
	}
	if !open || g.Channel == "" {
		return nil, outbox.Obsolete("nobody is sought any more")
	}
	message.Nonce = m.Nonce
	id, err := n.API.Send(ctx, g.Channel, message)
	if err != nil {
		return nil, fmt.Errorf("call for people: %w", err)
	}
	return []storage.Post{{
		Game: g.ID, Kind: postCall, Ply: g.Ply, Head: g.Head, Channel: g.Channel, Message: id,
	}}, nil
}

// endCall brings the calls of a game up to date once the time of one is up.
func (n *Notifier) endCall(ctx context.Context, m storage.Message) error {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return err
	}
	message, open, err := n.callMessage(ctx, n.Catalog.Texts(g.Locale), g)
	if err != nil {
		return err
	}
	shown, err := n.editCalls(ctx, g, message, open)
	if err == nil && !shown && !open {
		err = outbox.Obsolete("nobody is sought any more")
	}
	return err
}

// editCalls has the calls in a game's channel say what they have to say now. It forgets those that
// are closed or gone, and reports whether one is left that stays open.
func (n *Notifier) editCalls(
	ctx context.Context, g match.Game, message discord.Message, open bool,
) (shown bool, err error) {
	posts, err := n.Store.Posts(ctx, g.ID, postCall)
	if err != nil {
		return false, err
	}
	for _, p := range posts {
		rows := append([]discord.Row{}, message.Rows...)
		edit := discord.Edit{Content: &message.Content, Rows: &rows}
		err := n.API.Edit(ctx, p.Channel, p.Message, edit)
		if err != nil && !discord.IsFinal(err) {
			return false, fmt.Errorf("edit a call: %w", err)
		}
		if err == nil && open {
			return true, nil
		}
		if err := n.Store.Unpost(ctx, p); err != nil {
			return false, err
		}
	}
	return false, nil
}

// callMessage says for which seats of a game somebody is sought, how these and the others stand,
// and until when; false if for none.
func (n *Notifier) callMessage(ctx context.Context, texts *locale.Texts,
	g match.Game,
) (discord.Message, bool, error) {
	message := discord.Message{Rows: []discord.Row{}}
	title, until := n.Atlas.NameOf(ctx, texts, g), n.Now()
	var row discord.Row
	for i, s := range g.Seats {
		if g.State != match.Running || !s.Vacant() || !s.Called.After(n.Now()) {
			continue
		}
		until = s.Called
		row.Buttons = append(row.Buttons, discord.NewButton(discord.Success,
			texts.Say("tenure.board", "Number", i+1),
			customid.SeatButton(customid.Board, g.ID, engine.Seat(i+1))))
	}
	if len(row.Buttons) == 0 {
		message.Content = texts.Say("tenure.call-over", "Title", title, "Game", string(g.ID))
		return message, false, nil
	}
	c, err := n.Games.Chronicle(ctx, g, route.AnyPly, engine.Public)
	if err != nil {
		return message, true, err
	}
	lines := []string{texts.Say("tenure.call", "Title", title, "Game", string(g.ID), "Where",
		games.Where(texts, g), "Until", speech.Stamp(until, "f"))}
	v, s := c.Table.View(engine.Public), atlas.Speaker(texts, c.Table)
	for i := range v.Seats {
		seat := engine.Seat(i + 1)
		who := s.Seat(&v, seat)
		if g.Seats[i].Vacant() {
			who = texts.Say("tenure.call-free")
		}
		lines = append(lines, texts.Say("tenure.call-seat", "Number", i+1, "Who", who, "Stands",
			s.SeatStanding(&v, seat)))
	}
	if len(v.ToMove) != 1 || !g.Seats[v.ToMove[0]-1].Vacant() {
		lines = append(lines, s.Waits(&v))
	}
	message.Content = discord.Lines(lines)
	message.Rows = []discord.Row{row}
	return message, true, nil
}
