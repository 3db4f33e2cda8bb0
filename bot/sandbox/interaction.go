package sandbox

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

// Interaction is something that a person did: a slash command, a click, a choice.
type Interaction struct {
	state *state.State
	ix    *state.Interaction // empty if Discord's client did not send it
	err   error              // why it was not sent
}

// ErrNoResponse means that the bot did not answer within 3 s.
var ErrNoResponse = errors.New("the application did not respond")

// refused returns an interaction that Discord's client does not send.
func refused(err error) *Interaction { return &Interaction{ix: &state.Interaction{}, err: err} }

// ID returns the interaction's snowflake; empty if it was not sent.
func (i *Interaction) ID() string { return i.ix.ID }

// Token returns the interaction's secret, to look for in logs; empty if it was not sent.
func (i *Interaction) Token() string { return i.ix.Token }

// Err returns why the interaction was not sent, or why it failed.
func (i *Interaction) Err() error {
	if i.err != nil {
		return i.err
	}
	i.state.Lock()
	defer i.state.Unlock()
	if i.ix.Failed != "" {
		return fmt.Errorf("%w: %s", ErrNoResponse, i.name())
	}
	return nil
}

func (i *Interaction) name() string {
	if i.ix.Command != "" {
		return "/" + i.ix.Command + " by " + i.ix.Person.Name
	}
	return i.ix.CustomID + " by " + i.ix.Person.Name
}

// Wait returns when the person sees the result: the bot has answered and is not "thinking" any
// more. A deferred update counts once the message was edited or followed up.
func (i *Interaction) Wait(ctx context.Context) error {
	return i.until(ctx, (*state.Interaction).Settled)
}

// Acknowledged returns as soon as the first answer is accepted.
func (i *Interaction) Acknowledged(ctx context.Context) error {
	return i.until(ctx, func(ix *state.Interaction) bool { return ix.State() != "pending" })
}

func (i *Interaction) until(ctx context.Context, done func(*state.Interaction) bool) error {
	if i.err != nil {
		return i.err
	}
	err := i.state.WaitFor(ctx, func() bool {
		i.state.Lock()
		defer i.state.Unlock()
		return done(i.ix)
	})
	if err != nil {
		return fmt.Errorf("wait for the answer to %s: %w", i.name(), err)
	}
	return i.Err()
}

// Reply waits for the answer and returns its message: the new one, or the clicked one after an
// update.
func (i *Interaction) Reply(ctx context.Context) (*Message, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.state.Lock()
	defer i.state.Unlock()
	if i.ix.Original == nil {
		return nil, fmt.Errorf("the answer to %s is no message (type %d)", i.name(), i.ix.Answer)
	}
	return message(i.state, i.ix.Original), nil
}

// Choices waits for the answer to an autocompletion.
func (i *Interaction) Choices(ctx context.Context) ([]wire.Choice, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.state.Lock()
	defer i.state.Unlock()
	return slices.Clone(i.ix.Choices), nil
}

// Redeliver sends the same interaction to the bot once more, however old it is.
func (i *Interaction) Redeliver() {
	i.state.Lock()
	defer i.state.Unlock()
	i.state.Deliver(i.ix)
}
