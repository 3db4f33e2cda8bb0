package world

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
)

// answerWithin is how long the bot has for the first answer to an interaction, TokenLife for everything that follows.
const (
	answerWithin = 3 * time.Second
	TokenLife    = 15 * time.Minute
)

// Interaction is one thing that a person did and what became of it.
type Interaction struct {
	ID, Token string
	Kind      int
	Created   time.Time
	Person    *Person
	Channel   *Channel
	Command   string // full path of a command
	CustomID  string
	Payload   wire.Interaction // what the bot receives
	Focused   int              // type of the option that is completed
	Source    *Message         // that was clicked

	Answer    int      // kind of the accepted answer, 0 while there is none
	Original  *Message // what @original means
	FollowUps []*Message
	Updated   bool // after a deferred update: something was shown
	Choices   []wire.Choice
	Failed    string // why it came to nothing
}

// didNotRespond is what the client shows when nobody answered.
const didNotRespond = "This application did not respond"

// Begin registers what p did in c and delivers it to the bot.
func (w *World) Begin(ix Interaction, data any) *Interaction {
	ix.ID, ix.Token, ix.Created = w.NextID(), newToken(), w.now()
	ix.Payload = w.payload(&ix, data)
	begun := &ix
	w.interactions[ix.ID], w.byToken[ix.Token], w.pending[ix.ID] = begun, begun, begun
	w.interOrder = append(w.interOrder, ix.ID)
	if len(w.interOrder) > maxInteractions {
		old := w.interactions[w.interOrder[0]]
		delete(w.interactions, old.ID)
		delete(w.byToken, old.Token)
		delete(w.pending, old.ID)
		w.interOrder = w.interOrder[1:]
	}
	w.Deliver(begun)
	w.tell(Event{Interaction: begun})
	return begun
}

// newToken makes an interaction's token.
func newToken() string {
	var b [48]byte
	_, _ = rand.Read(b[:]) // never fails
	return "sandbox" + base64.RawURLEncoding.EncodeToString(b[:])
}

// payload returns what the bot receives.
func (w *World) payload(ix *Interaction, data any) wire.Interaction {
	p, c := ix.Person, ix.Channel
	view := w.ChannelJSON(c)
	out := wire.Interaction{
		ID: ix.ID, ApplicationID: w.Bot.ID, Type: ix.Kind, Data: data, ChannelID: c.ID, Channel: &view,
		Token: ix.Token, Version: 1, Locale: p.Locale, Entitlements: []any{}, AttachmentSizeLimit: limits.MaxFile,
	}
	out.AuthorizingIntegrationOwners = w.owners(ix)
	if c.WithBot() || c.Private() {
		u := p.User
		out.User, out.Context = &u, contextOf(c)
		out.AppPermissions = decimal(dmPermissions)
	} else {
		m := w.MemberJSON(p)
		view.Permissions = m.Permissions
		out.Member, out.GuildID, out.Context = &m, w.GuildID, wire.ContextGuild
		out.Guild = &wire.InteractionGuild{ID: w.GuildID, Locale: w.Locale, Features: []string{}}
		out.GuildLocale = w.Locale
		out.AppPermissions = decimal(w.BotPermissions())
	}
	if ix.Source != nil {
		m := ix.Source.Message
		out.Message = &m
	}
	return out
}

// contextOf says in which of Discord's contexts what happens in c happens.
func contextOf(c *Channel) int {
	switch {
	case c.WithBot():
		return wire.ContextBotDM
	case c.Private():
		return wire.ContextPrivate
	}
	return wire.ContextGuild
}

// owners says by which installations the app is here, as authorizing_integration_owners does: those of the command, or of the
// message that was clicked, whoever clicked it.
func (w *World) owners(ix *Interaction) map[string]string {
	if s := ix.Source; ix.Channel.Private() && s != nil && s.InteractionMetadata != nil {
		return s.InteractionMetadata.AuthorizingIntegrationOwners
	}
	owners := map[string]string{}
	switch {
	case ix.Channel.Private():
	case ix.Channel.WithBot() && !ix.Person.Left:
		owners["0"] = "0"
	case !ix.Channel.WithBot():
		owners["0"] = w.GuildID
	}
	if ix.Person.Installed {
		owners["1"] = ix.Person.ID
	}
	return owners
}

// MaxFollowUps is how many follow-ups an interaction has where only a person has installed the app.
const MaxFollowUps = 5

// FollowedUp says whether ix can have no further follow-up.
func (ix *Interaction) FollowedUp() bool {
	_, inGuild := ix.Payload.AuthorizingIntegrationOwners["0"]
	return !inGuild && len(ix.FollowUps) >= MaxFollowUps
}

// Interaction returns the interaction with that id, nil if there is none.
func (w *World) Interaction(id string) *Interaction { return w.interactions[id] }

// InteractionOf returns the interaction with that token, nil if there is none.
func (w *World) InteractionOf(token string) *Interaction { return w.byToken[token] }

// Answered notes the first answer to ix.
func (w *World) Answered(ix *Interaction, kind int) {
	ix.Answer = kind
	delete(w.pending, ix.ID)
	w.tell(Event{Interaction: ix})
}

// Expire fails what was not answered in 3 s.
func (w *World) Expire() {
	for id, ix := range w.pending {
		if w.Late(ix) {
			delete(w.pending, id)
			ix.Failed = didNotRespond
			w.tell(Event{Interaction: ix})
		}
	}
}

// Late says whether the time for the first answer is over.
func (w *World) Late(ix *Interaction) bool {
	return ix.Failed != "" || w.now().Sub(ix.Created) > answerWithin
}

// Deliver sends ix to the bot, once more if it had it already.
func (w *World) Deliver(ix *Interaction) { w.tell(Event{Delivery: ix}) }

// Await waits until the person sees the result of ix. The caller must not hold the lock.
func (w *World) Await(ctx context.Context, ix *Interaction) error {
	return w.WaitFor(ctx, func() bool {
		w.Lock()
		defer w.Unlock()
		return ix.settled()
	})
}

// settled says whether the person sees the result: an answer that is no longer "… is thinking".
func (ix *Interaction) settled() bool {
	switch {
	case ix.Failed != "":
		return true
	case ix.Answer == 0:
		return false
	case ix.Answer == wire.CallbackDeferred:
		return ix.Original == nil || ix.Original.Deleted || ix.Original.Flags&wire.FlagLoading == 0
	case ix.Answer == wire.CallbackDeferredUpdate:
		return ix.Updated
	}
	return true
}

// State returns what the client shows of ix: "pending", "done" or "failed".
func (ix *Interaction) State() string {
	switch {
	case ix.Failed != "":
		return "failed"
	case ix.Answer != 0:
		return "done"
	}
	return "pending"
}

// Metadata tells in a message which interaction it answers.
func (ix *Interaction) Metadata() *wire.InteractionMetadata {
	m := &wire.InteractionMetadata{
		ID: ix.ID, Type: ix.Kind, User: ix.Person.User, Name: ix.Command,
		AuthorizingIntegrationOwners: ix.Payload.AuthorizingIntegrationOwners,
	}
	if ix.Source != nil {
		m.InteractedMessageID = ix.Source.ID
	}
	return m
}
