package testapi

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/sandbox/world"
)

// Interaction is something that a person did: a slash command, a click, a choice.
type Interaction struct {
	w   *world.World
	ix  *world.Interaction
	err error // Discord's client did not even send it
}

// ErrNoResponse means that the bot did not answer in 3 s.
var ErrNoResponse = errors.New("the application did not respond")

// ID returns the interaction's snowflake; empty if it was never sent.
func (i *Interaction) ID() string {
	if i.ix == nil {
		return ""
	}
	return i.ix.ID
}

// Token returns the interaction's secret, to look for in logs. Empty if never sent.
func (i *Interaction) Token() string {
	if i.ix == nil {
		return ""
	}
	return i.ix.Token
}

// Err returns why nothing was sent, or why it came to nothing; nil otherwise.
func (i *Interaction) Err() error {
	if i.err != nil {
		return i.err
	}
	i.w.Lock()
	defer i.w.Unlock()
	if i.ix.Failed != "" {
		return fmt.Errorf("%w: %s", ErrNoResponse, i.what())
	}
	return nil
}

// what names the interaction in errors.
func (i *Interaction) what() string {
	if i.ix.Command != "" {
		return "/" + i.ix.Command + " by " + i.ix.Person.Name
	}
	return i.ix.CustomID + " by " + i.ix.Person.Name
}

// Wait returns when the bot has answered and nothing is "thinking" any more. A deferred update counts once the message was
// edited or followed up.
func (i *Interaction) Wait(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	if err := i.w.Await(ctx, i.ix); err != nil {
		return fmt.Errorf("wait for the answer to %s: %w", i.what(), err)
	}
	return i.Err()
}

// Acknowledged returns as soon as the first answer is accepted.
func (i *Interaction) Acknowledged(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	answered := func() bool {
		i.w.Lock()
		defer i.w.Unlock()
		return i.ix.State() != "pending"
	}
	if err := i.w.WaitFor(ctx, answered); err != nil {
		return fmt.Errorf("wait for the first answer to %s: %w", i.what(), err)
	}
	return i.Err()
}

// Reply waits for the answer and returns its message: the new one, or the clicked one after an update.
func (i *Interaction) Reply(ctx context.Context) (*Message, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.w.Lock()
	defer i.w.Unlock()
	if i.ix.Original == nil {
		return nil, fmt.Errorf("the answer to %s is no message (type %d)", i.what(), i.ix.Answer)
	}
	return message(i.w, i.ix.Original), nil
}

// Choices waits for the answer to a completion.
func (i *Interaction) Choices(ctx context.Context) ([]Choice, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.w.Lock()
	defer i.w.Unlock()
	return append([]Choice(nil), i.ix.Choices...), nil
}

// Redeliver sends the same interaction to the bot once more, however old it is.
func (i *Interaction) Redeliver() {
	if i.ix == nil {
		return
	}
	i.w.Lock()
	defer i.w.Unlock()
	i.w.Deliver(i.ix)
}
