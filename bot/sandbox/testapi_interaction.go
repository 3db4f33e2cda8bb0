package sandbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Interaction is something that a person did: a slash command, a click, a
// choice, a form.
type Interaction struct {
	s   *Server
	ix  *interaction
	err error // Discord's client did not even send it
}

// ErrNoResponse means that the bot did not answer in 3 s.
var ErrNoResponse = errors.New("the application did not respond")

// ID is the interaction's snowflake; empty if it was never sent.
func (i *Interaction) ID() string {
	if i.ix == nil {
		return ""
	}
	return i.ix.id
}

// Token is the interaction's secret, to look for in logs. Empty if never sent.
func (i *Interaction) Token() string {
	if i.ix == nil {
		return ""
	}
	return i.ix.token
}

// Err is why nothing was sent, or why it came to nothing; nil otherwise.
func (i *Interaction) Err() error {
	if i.err != nil {
		return i.err
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	if i.ix.failed != "" {
		return fmt.Errorf("%w: %s", ErrNoResponse, i.what())
	}
	return nil
}

// what names the interaction in errors.
func (i *Interaction) what() string {
	if i.ix.command != "" {
		return "/" + i.ix.command + " by " + i.ix.person.name
	}
	return i.ix.customID + " by " + i.ix.person.name
}

// Kind is the type of the bot's answer (wire.CallbackMessage …), 0 without one.
func (i *Interaction) Kind() int {
	if i.ix == nil {
		return 0
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	return i.ix.answer
}

// Wait returns when the bot has answered and nothing is "thinking" any more. A
// deferred update counts once the message was edited or followed up.
func (i *Interaction) Wait(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	if err := i.s.WaitFor(ctx, func() bool {
		i.s.mu.Lock()
		defer i.s.mu.Unlock()
		return i.ix.settled()
	}); err != nil {
		return fmt.Errorf("wait for the answer to %s: %w", i.what(), err)
	}
	return i.Err()
}

// Acknowledged returns as soon as the first answer is accepted.
func (i *Interaction) Acknowledged(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	if err := i.s.WaitFor(ctx, func() bool { return i.Kind() != 0 || i.Err() != nil }); err != nil {
		return fmt.Errorf("wait for the first answer to %s: %w", i.what(), err)
	}
	return i.Err()
}

// Reply waits for the answer and returns its message: the new one, or the
// clicked one after an update.
func (i *Interaction) Reply(ctx context.Context) (*Message, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	if i.ix.original == nil {
		return nil, fmt.Errorf("the answer to %s is no message (type %d)", i.what(), i.ix.answer)
	}
	return i.s.handle(i.ix.original), nil
}

// FollowUps are the further messages that answer the interaction, oldest first.
func (i *Interaction) FollowUps() []*Message {
	if i.ix == nil {
		return nil
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	var list []*Message
	for _, m := range i.ix.followUps {
		list = append(list, i.s.handle(m))
	}
	return list
}

// Choices waits for the answer to a completion.
func (i *Interaction) Choices(ctx context.Context) ([]Choice, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	return append([]Choice(nil), i.ix.choices...), nil
}

// Form is a modal that the bot opened.
type Form struct {
	wire.Modal
	s  *Server
	ix *interaction
}

// Form waits for a modal.
func (i *Interaction) Form(ctx context.Context) (*Form, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	if i.ix.modal == nil {
		return nil, fmt.Errorf("the answer to %s is no form (type %d)", i.what(), i.ix.answer)
	}
	return &Form{Modal: *i.ix.modal, s: i.s, ix: i.ix}, nil
}

// Submit sends the form with values by custom id, as the person it was shown to.
func (f *Form) Submit(values map[string]string) *Interaction {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	ix, err := f.s.submit(f.ix.person, f.ix.id, values)
	return &Interaction{s: f.s, ix: ix, err: err}
}

// Redeliver sends the same interaction to the bot once more, however old it is.
func (i *Interaction) Redeliver() {
	if i.ix == nil {
		return
	}
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	i.s.gateway.dispatch(0, i.ix.payload.GuildID, "INTERACTION_CREATE", i.ix.payload)
}
