package sandbox

import (
	"context"
	"fmt"

	"konduktor/bot/sandbox/wire"
)

// Form waits for the answer and returns the form that it opens.
func (i *Interaction) Form(ctx context.Context) (*wire.Modal, error) {
	if err := i.Wait(ctx); err != nil {
		return nil, err
	}
	i.state.Lock()
	defer i.state.Unlock()
	if i.ix.Form == nil {
		return nil, fmt.Errorf("the answer to %s is no form (type %d)", i.name(), i.ix.Answer)
	}
	return i.ix.Form, nil
}

// ForgeForm sends a form that Discord's client would never send, as if an interaction had opened
// it.
func (u *User) ForgeForm(opener *Interaction, sent wire.Modal) *Interaction {
	u.state.Lock()
	defer u.state.Unlock()
	return u.send(opener.ix, sent)
}
