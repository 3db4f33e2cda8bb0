package notify

import (
	"context"

	"konduktor/bot/people"
	"konduktor/storage"
)

// The kinds of jobs in the outbox. A job follows an event as a message does, and is retried like
// one, but sends nothing: it edits or renames what is there.
const (
	Panel storage.Kind = "panel" // a player's panels are brought up to date
	// panels of a user who no longer plays the seat become a line
	Retired   storage.Kind = "retired"
	Invites   storage.Kind = "invites"    // invitations in the channel get the lobby's new name
	UndoLapse storage.Kind = "undo-lapse" // the time to answer a wish to take a move back is up
	PauseEnds storage.Kind = "pause-ends" // the time to vote for a pause is up
	OustEnds  storage.Kind = "oust-ends"  // the time to answer a vote about one's seat is up
	CallEnds  storage.Kind = "call-ends"  // the time for which somebody was sought is up
	Retitled  storage.Kind = "retitled"   // the thread is named after those who play now
	Settled   storage.Kind = "settled"    // buttons may have become useless
)

// work is what is done about a message or job. It returns the posts to be remembered: what was
// sent, or what has other buttons now.
type work func(ctx context.Context, m storage.Message) ([]storage.Post, error)

// job is one kind of job.
type job struct {
	tag string // begins the nonces of its jobs
	do  work
}

func (n *Notifier) jobTable() map[storage.Kind]job {
	return map[storage.Kind]job{
		Panel:           {tag: "pa", do: n.renewPanels},
		Retired:         {tag: "rt", do: quiet(n.retirePanels)},
		Invites:         {tag: "iv", do: quiet(n.renewInvitations)},
		UndoLapse:       {tag: "ul", do: quiet(n.lapseUndo)},
		PauseEnds:       {tag: "pe", do: quiet(n.lapsePause)},
		OustEnds:        {tag: "oe", do: quiet(n.countOust)},
		CallEnds:        {tag: "ce", do: quiet(n.endCall)},
		Retitled:        {tag: "ti", do: quiet(n.renameThread)},
		Settled:         {tag: "sl", do: quiet(n.settled)},
		people.Returned: {tag: "rd", do: quiet(n.writeAgain)},
	}
}

// quiet is work that leaves no posts.
func quiet(do func(context.Context, storage.Message) error) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		return nil, do(ctx, m)
	}
}

// tag returns what begins the nonces of a kind of messages or jobs.
func (n *Notifier) tag(kind storage.Kind) string {
	if j, ok := n.jobs[kind]; ok {
		return j.tag
	}
	return n.kinds[kind].tag
}

// doer returns what carries out a kind of messages or jobs; false if the kind is unknown.
func (n *Notifier) doer(kind storage.Kind) (work, bool) {
	if j, ok := n.jobs[kind]; ok {
		return j.do, true
	}
	k, ok := n.kinds[kind]
	return k.send, ok
}
