package notify

import (
	"context"
	"fmt"

	"konduktor/bot/customid"
	"konduktor/bot/find"
	"konduktor/bot/hall"
	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/season"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// The kinds of letters in the outbox, and of jobs, which send nothing.
const (
	Lobby    storage.Kind = "lobby"     // the lobby's message, as it is now
	Open     storage.Kind = "open"      // a thread becomes the game's table
	Table    storage.Kind = "table"     // the table's first message, or the first at a new table
	Chosen   storage.Kind = "chosen"    // a setup choice was made
	Dug      storage.Kind = "dug"       // a tunnel was dug, and its seat has to decide
	Turn     storage.Kind = "turn"      // a turn is complete
	Final    storage.Kind = "final"     // the game is over
	Outcome  storage.Kind = "outcome"   // the same, in the channel
	Stopped  storage.Kind = "stopped"   // somebody wants the game cancelled, or it is
	Closed   storage.Kind = "closed"    // direct messages do not reach a player
	YourTurn storage.Kind = "your-turn" // to the player whose turn it is: the panel
	Result   storage.Kind = "result"    // to a player: the final scoring
	Homeless storage.Kind = "homeless"  // to a player: the table is gone
	NoTable  storage.Kind = "tableless" // to a player: no table can be had
	NoPost   storage.Kind = "no-post"   // to a host: the lobby has no post in the forum for now
	Overdue  storage.Kind = "overdue"   // to a player: the time to answer was up
	Film     storage.Kind = "film"      // the film of a finished game
	Review   storage.Kind = "review"    // what decided a finished game
	Absent   storage.Kind = "absent"    // a player's time was up: the house plays the seat
	Back     storage.Kind = "back"      // a player has taken the seat back
	Deserted storage.Kind = "deserted"  // all have left: the game is cancelled
	Vacation storage.Kind = "vacation"  // a player has announced a vacation
	NoPause  storage.Kind = "no-pause"  // a vote for a pause is over
	PauseAsk storage.Kind = "pause-ask" // to a player: another one wants the clocks stopped
	// somebody wants the clocks stopped, or to run again; or they do
	Pausing  storage.Kind = "pausing"
	Gift     storage.Kind = "gift"     // a player has given others more time
	Refused  storage.Kind = "refused"  // a player wants to play on
	Plan     storage.Kind = "plan"     // to a player: what has become of their plan
	Reminder storage.Kind = "reminder" // to a player: a turn waits
	// to a person in a lobby: another one wants to be their partner
	Pairing storage.Kind = "pairing"
	Paired  storage.Kind = "paired" // to who wanted that: the answer

	Undone storage.Kind = "undone" // moves were taken back
	Along  storage.Kind = "along"  // to a player: their move was taken back with another's
	// a player wants to take a move back, and others have to agree
	UndoAsked storage.Kind = "undo-asked"
	// the same, to one of those asked: without a table, or whose move would go too
	UndoVote   storage.Kind = "undo-vote"
	UndoOver   storage.Kind = "undo-over"  // the answer was No, or there was none in time
	UndoStays  storage.Kind = "undo-stays" // the same, to the player who asked
	Knock      storage.Kind = "knock"      // to a host: somebody asks to be let in
	Seated     storage.Kind = "seated"     // to somebody who was let into a lobby
	Invitation storage.Kind = "invitation" // to somebody who was invited to a lobby, in its channel
	Renamed    storage.Kind = "renamed"    // the game has another name
	Ended      storage.Kind = "ended"      // those who manage the server have cancelled the game
	// those who manage the server have given a player the seat and its time back
	Pardoned storage.Kind = "pardoned"
	Nudged   storage.Kind = "nudged" // a player asks those who are waited for to move
	// nobody is left, or nothing happens in the lobby: it ends soon
	Expiring storage.Kind = "expiring"
	Handed   storage.Kind = "handed"   // somebody else plays a seat
	Asked    storage.Kind = "asked"    // somebody is asked to stand in
	Ousting  storage.Kind = "ousting"  // somebody wants a seat given up
	Call     storage.Kind = "call"     // in the channel: somebody is sought for a seat
	Relieved storage.Kind = "relieved" // to a player: who plays the seat now
	Ousted   storage.Kind = "ousted"   // to a player: the others wanted the seat given up
	Missed   storage.Kind = "missed"   // to a player: the others want the seat given up
	// in the channel: nothing happens in the lobby, so it closes soon
	Fading storage.Kind = "fading"
	Digest storage.Kind = "digest" // to a user: all games that wait for them
	Week   storage.Kind = "week"   // to a server: its last seven days
	Next   storage.Kind = "next"   // to a player: it is their turn after the present one

	// The jobs that end a vote when its time is up.
	UndoLapse storage.Kind = "undo-lapse" // to take a move back
	PauseEnds storage.Kind = "pause-ends" // to pause
	OustEnds  storage.Kind = "oust-ends"  // about one's seat

	// nobody could play for a while, and clocks that ran have that time back
	Interrupted storage.Kind = "interrupted"
	Settled     storage.Kind = "settled"   // it was settled anew for whom the game is rated
	TakenOut    storage.Kind = "taken-out" // a seat, or the game, is out of the ratings or back in

	Restored storage.Kind = "restored" // the database was restored from a copy
	// the same, to a player whom the game waits for, or who has no table: the panel
	RestoredTurn storage.Kind = "restored-turn"

	DailyResult storage.Kind = "daily-result"     // to a player: how the deal of a day went
	DailyEnds   storage.Kind = "daily-ends"       // to a player: the deal of the day closes soon
	DailyShared storage.Kind = message.PostShared // in a channel: the same, which its player shares
	DailyAlarm  storage.Kind = "daily-alarm"      // to a user: their days in a row wait for a deal
	DailyPost   storage.Kind = "daily-post"       // in a channel: the table of a server
	Summons     storage.Kind = "summons"          // at a lobby: calls the server's players
	Seats       storage.Kind = "open-seats"       // in a channel: the open seats of a server
)

// kind is what the outbox has to know of a kind of letters. Its lane is the game's for what is told
// at the table, and the user's for what is written to a player.
type kind struct {
	tag   string // begins the nonces of its messages
	send  work
	opens bool // it makes the table: any refusal means that there can be none
	calls bool // the table is told of a player whom it does not reach
}

// work is what is done about a letter or a job. It returns the posts that a letter has left behind.
type work func(ctx context.Context, m storage.Message) ([]storage.Post, error)

func (n *Notifier) table() map[storage.Kind]kind {
	return map[storage.Kind]kind{
		Lobby:    {tag: "lo", send: n.sendLobby},
		Open:     {tag: "op", send: n.openTable, opens: true},
		Table:    {tag: "ta", send: n.atTable(now, posts.First, n.firstMessage)},
		Chosen:   {tag: "ch", send: n.atTable(then, "", n.chosenMessage)},
		Dug:      {tag: "du", send: n.atTable(then, posts.Dug, n.dugMessage)},
		Turn:     {tag: "tu", send: n.atTable(then, posts.Turned, n.turnMessage)},
		Final:    {tag: "fi", send: n.atTable(then, "", n.finalMessage)},
		Outcome:  {tag: "oc", send: n.sendOutcome},
		Stopped:  {tag: "st", send: n.atTable(now, posts.Stop, n.stoppedMessage)},
		Closed:   {tag: "cl", send: n.atTable(now, posts.Call, n.closedMessage)},
		YourTurn: {tag: "yo", send: n.sendYourTurn, calls: true},
		Result:   {tag: "re", send: n.sendResult},
		Homeless: {tag: "ho", send: n.sendHomeless("direct.homeless")},
		NoTable:  {tag: "hn", send: n.sendHomeless("hall.tableless")},
		Overdue:  {tag: "ov", send: n.sendOverdue},
		NoPost:   {tag: "ln", send: n.sendNoPost},
		Film:     {tag: "fm", send: n.afterEnd(PostFilm, n.film)},
		Review:   {tag: "rv", send: n.afterEnd(PostReview, n.review)},
		Absent:   {tag: "ab", send: n.atTable(now, posts.Away, n.absentMessage)},
		Back:     {tag: "ba", send: n.atTable(now, "", n.backMessage)},
		Deserted: {tag: "de", send: n.atTable(now, "", n.desertedMessage)},
		Vacation: {tag: "va", send: n.atTable(now, "", n.vacationMessage)},
		Pausing:  {tag: "pu", send: n.atTable(now, posts.Pause, n.pausingMessage)},
		NoPause:  {tag: "np", send: n.atTable(now, "", n.noPauseMessage)},
		PauseAsk: {tag: "pv", send: n.sendPauseVote},
		Gift:     {tag: "gi", send: n.atTable(now, "", n.giftMessage)},
		Refused:  {tag: "no", send: n.atTable(now, "", n.refusedMessage)},
		Plan:     {tag: "pl", send: n.sendPlan, calls: true},
		Reminder: {tag: "rm", send: n.sendReminder},
		Pairing:  {tag: "wi", send: n.sendPairing},
		Paired:   {tag: "pr", send: n.sendPaired},

		Undone:     {tag: "un", send: n.atTable(then, posts.Undone, n.undoneMessage)},
		Along:      {tag: "al", send: n.sendAlong},
		UndoAsked:  {tag: "ua", send: n.atTable(now, posts.Undo, n.undoAskedMessage)},
		UndoVote:   {tag: "uv", send: n.sendUndoVote},
		UndoOver:   {tag: "uo", send: n.atTable(now, posts.Buttons, n.undoOverMessage)},
		UndoStays:  {tag: "uy", send: n.sendUndoStays},
		Knock:      {tag: "kk", send: n.sendKnock},
		Seated:     {tag: "se", send: n.sendSeated},
		Invitation: {tag: "in", send: n.sendInvitation},
		Ended:      {tag: "en", send: n.atTable(now, "", n.endedMessage)},
		Pardoned:   {tag: "pd", send: n.atTable(now, "", n.pardonedMessage)},
		Renamed:    {tag: "rn", send: n.atTable(now, "", n.renamedMessage)},
		Nudged:     {tag: "nu", send: n.atTable(now, posts.Call, n.nudgedMessage)},
		Expiring:   {tag: "ex", send: n.atTable(now, posts.Expiring, n.expiringMessage)},
		Handed:     {tag: "ha", send: n.atTable(now, posts.Away, n.handedMessage)},
		Asked:      {tag: "as", send: n.atTable(now, posts.Asked, n.askedMessage)},
		Ousting:    {tag: "ou", send: n.atTable(now, posts.Oust, n.oustingMessage)},
		Call:       {tag: "ca", send: n.sendCall},
		Relieved:   {tag: "rl", send: n.sendRelieved},
		Ousted:     {tag: "od", send: n.sendOusted},
		Missed:     {tag: "mi", send: n.sendMissed},
		Fading:     {tag: "fa", send: n.sendFading},
		Digest:     {tag: "dg", send: n.sendDigest},
		Next:       {tag: "ne", send: n.sendNext},
		Week:       {tag: "wk", send: n.sendWeek},

		Interrupted: {tag: "ir", send: n.atTable(now, "", n.interruptedMessage)},
		Settled:     {tag: "rt", send: n.atTable(now, "", n.settledMessage)},
		TakenOut:    {tag: "ro", send: n.atTable(now, "", n.takenOutMessage)},

		Restored:     {tag: "rs", send: n.atTable(now, posts.Buttons, n.restoredMessage)},
		RestoredTurn: {tag: "ry", send: n.sendRestoredTurn, calls: true},

		DailyResult: {tag: "dr", send: n.sendDailyResult},
		DailyEnds:   {tag: "dx", send: n.sendDailyEnds},
		DailyShared: {tag: "ds", send: n.sendDailyShared},
		DailyAlarm:  {tag: "dk", send: n.sendDailyAlarm},
		DailyPost:   {tag: "dp", send: n.sendDailyPost},
		Seats:       {tag: "os", send: n.sendSeats},
		Summons:     {tag: "su", send: n.sendSummons},

		find.Letter: {tag: "fl", send: n.sendFound},

		season.Announce: {tag: "sp", send: n.sendSeasonPost},
		season.Letter:   {tag: "sl", send: n.sendSeasonLetter},

		// Jobs: what they do is no letter.
		hall.ToNote: {tag: "hd", send: quiet(func(ctx context.Context, m storage.Message) error {
			return hall.Note(ctx, n.Store, m)
		})},
		find.Tick:       {tag: "ft", send: quiet(n.Find.Look)},
		find.Open:       {tag: "fo", send: quiet(n.Find.OpenTable)},
		season.Job:      {tag: "sj", send: quiet(n.followSeason)},
		posts.Job:       {tag: "ps", send: quiet(n.Posts.Do)},
		UndoLapse:       {tag: "ul", send: n.lapse(match.LapseUndo{})},
		PauseEnds:       {tag: "pe", send: n.lapse(match.LapsePause{})},
		OustEnds:        {tag: "oe", send: quiet(n.countOust)},
		people.Returned: {tag: "rd", send: quiet(n.writeAgain)},
	}
}

func quiet(do func(context.Context, storage.Message) error) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		return nil, do(ctx, m)
	}
}

// lapse ends a vote whose time is up.
func (n *Notifier) lapse(by match.Command) work {
	return quiet(func(ctx context.Context, m storage.Message) error {
		return n.change(ctx, m.Game, by)
	})
}

func (n *Notifier) countOust(ctx context.Context, m storage.Message) error {
	return n.change(ctx, m.Game, match.CountOust{Seat: m.Seat})
}

// then and now say which state of the game a message shows: that of its own ply, or that when it is
// sent.
func then(m storage.Message) engine.Ply { return m.Ply }

func now(storage.Message) engine.Ply { return play.AnyPly }

// about makes a message about a game, to a user or, without one, to the table. Its nonce names kind
// and seat, and at, the position or revision that it is about, so that a retry cannot double it.
func (n *Notifier) about(g match.Game, kind storage.Kind, at string, seat engine.Seat,
	user match.UserID,
) storage.Message {
	lane := posts.TableLane(g)
	if user != "" {
		lane = "d/" + string(user)
	}
	return storage.Message{
		Lane: lane, Kind: kind, Game: g.ID, Ply: g.Ply, Head: g.Head, Seat: seat, User: user,
		Nonce: n.nonce(kind, g, at, seat), Due: n.Now(),
	}
}

// toTable makes a message to the table about what a seat did at a ply.
func (n *Notifier) toTable(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message {
	return n.about(g, kind, position(g), seat, "")
}

// aboutRow makes a message to the table about a revision of the game's row.
func (n *Notifier) aboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message {
	return n.about(g, kind, revision(g), seat, "")
}

// toPlayer makes a direct message to a seat, which must be somebody's, about the game at a ply.
func (n *Notifier) toPlayer(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message {
	return n.about(g, kind, position(g), seat, g.Seats[seat-1].User)
}

// toUser makes a direct message to a user about a seat, for a revision of the game's row.
func (n *Notifier) toUser(g match.Game, kind storage.Kind, seat engine.Seat, user match.UserID,
) storage.Message {
	return n.about(g, kind, revision(g), seat, user)
}

func with(m storage.Message, b body) storage.Message {
	m.Body = b.encode()
	return m
}

// Heard reports whether something can be said in the private channel of a message now
// (outbox.Messages).
func (n *Notifier) Heard(m storage.Message) bool {
	channel, private := posts.PrivateChannel(m.Lane)
	return private && n.API.Carries(channel)
}

// toPlayers makes a direct message to each seat that is somebody's, about the game at a ply.
func (n *Notifier) toPlayers(g match.Game, kind storage.Kind) []storage.Message {
	return n.toAll(g, kind, position(g))
}

func (n *Notifier) toAll(g match.Game, kind storage.Kind, at string) (out []storage.Message) {
	for i, s := range g.Seats {
		if s.User != "" {
			out = append(out, n.about(g, kind, at, engine.Seat(i+1), s.User))
		}
	}
	return out
}

// toOne makes a direct message to a seat about a revision of the game's row.
func (n *Notifier) toOne(g match.Game, kind storage.Kind, seat engine.Seat, b body,
) storage.Message {
	return with(n.toUser(g, kind, seat, g.Seats[seat-1].User), b)
}

// toEverybody makes a direct message to each player about a revision of the game's row.
func (n *Notifier) toEverybody(g match.Game, kind storage.Kind) []storage.Message {
	return n.toAll(g, kind, revision(g))
}

// position names a position: "12", and after moves were taken back "12-1".
func position(g match.Game) string { return customid.Of(g).Print() }

func revision(g match.Game) string { return fmt.Sprintf("r%d", g.Rev) }

// nonce names a message that is sent once at a position or for a revision: at most 25 characters,
// Discord's limit.
func (n *Notifier) nonce(kind storage.Kind, g match.Game, at string, seat engine.Seat) string {
	return fmt.Sprintf("%s%s.%s.%d", n.kinds[kind].tag, g.ID, at, seat)
}
