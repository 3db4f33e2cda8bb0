package state

import (
	"crypto/rand"
	"time"

	"konduktor/bot/sandbox/wire"
)

// answerWithin limits the time for the first answer to an interaction, TokenLife for everything
// that follows.
const (
	answerWithin = 3 * time.Second
	TokenLife    = 15 * time.Minute
)

// Interaction is something that a person did, and what followed.
type Interaction struct {
	ID, Token string
	Kind      int
	Created   time.Time
	Person    *Person
	Channel   *Channel
	Command   string // full path of a command
	CustomID  string
	Payload   wire.Interaction // as the bot receives it
	Focused   int              // type of the option to complete
	Source    *Message         // the clicked one
	Opener    *Interaction     // of a form that was sent: what opened it

	Answer    int      // kind of the accepted answer, 0 while there is none
	Original  *Message // called @original
	FollowUps []*Message
	Updated   bool // after a deferred update: something was shown
	Choices   []wire.Choice
	Form      *wire.Modal // that the answer opens
	Failed    string      // what the client shows if nobody answered
}

// Begin completes and registers an interaction and delivers it to the bot.
func (s *State) Begin(ix Interaction, data any) *Interaction {
	ix.ID, ix.Token, ix.Created = s.NextID(), "sandbox"+rand.Text()+rand.Text(), s.Now()
	ix.Payload = s.payload(&ix, data)
	begun := &ix
	s.interactions[ix.Token], s.pending[ix.ID] = begun, begun
	s.interOrder = append(s.interOrder, ix.Token)
	if len(s.interOrder) > maxInteractions {
		old := s.interactions[s.interOrder[0]]
		delete(s.interactions, old.Token)
		delete(s.pending, old.ID)
		s.interOrder = s.interOrder[1:]
	}
	s.Deliver(begun)
	s.tell(Event{Interaction: begun})
	return begun
}

func (s *State) payload(ix *Interaction, data any) wire.Interaction {
	p, c := ix.Person, ix.Channel
	view := s.ChannelJSON(c)
	out := wire.Interaction{
		ID: ix.ID, ApplicationID: s.Bot.ID, Type: ix.Kind, Data: data, ChannelID: c.ID,
		Channel: &view, Context: contextOf(c), Token: ix.Token, Version: 1, Locale: p.Locale,
		Entitlements: []any{}, AttachmentSizeLimit: wire.MaxFile,
		AuthorizingIntegrationOwners: s.owners(ix),
	}
	if out.Context == wire.ContextGuild {
		m := s.MemberJSON(p)
		view.Permissions = m.Permissions
		out.Member, out.GuildID, out.GuildLocale = &m, s.GuildID, Locale
		out.Guild = &wire.InteractionGuild{ID: s.GuildID, Locale: Locale, Features: []string{}}
		out.AppPermissions = wire.Bits(s.BotPermissions())
	} else {
		u := p.User
		out.User, out.AppPermissions = &u, wire.Bits(dmPermissions)
	}
	if ix.Source != nil {
		m := ix.Source.Message
		out.Message = &m
	}
	return out
}

// contextOf returns the context of commands in c.
func contextOf(c *Channel) int {
	switch {
	case c.WithBot():
		return wire.ContextBotDM
	case c.Private():
		return wire.ContextPrivate
	}
	return wire.ContextGuild
}

// owners returns the installations that bring the app here, as authorizing_integration_owners does.
// In a private channel they are those of the command that the clicked message answers.
func (s *State) owners(ix *Interaction) map[string]string {
	source := ix.Source
	if ix.Channel.Private() && source != nil && source.InteractionMetadata != nil {
		return source.InteractionMetadata.AuthorizingIntegrationOwners
	}
	owners := map[string]string{}
	switch {
	case ix.Channel.Private():
	case !ix.Channel.WithBot():
		owners["0"] = s.GuildID
	case !ix.Person.Left:
		owners["0"] = "0"
	}
	if ix.Person.Installed {
		owners["1"] = ix.Person.ID
	}
	return owners
}

// MaxFollowUps limits the follow-ups of an interaction if only a person has installed the app.
const MaxFollowUps = 5

// FollowedUp reports whether ix can have no further follow-up.
func (ix *Interaction) FollowedUp() bool {
	_, inGuild := ix.Payload.AuthorizingIntegrationOwners["0"]
	return !inGuild && len(ix.FollowUps) >= MaxFollowUps
}

// Interaction returns the interaction with a token, nil if there is none.
func (s *State) Interaction(token string) *Interaction { return s.interactions[token] }

// Opened returns a person's interaction whose answer is a form, nil if there is none.
func (s *State) Opened(p *Person, id string) *Interaction {
	for _, ix := range s.interactions {
		if ix.ID == id && ix.Person == p && ix.Form != nil {
			return ix
		}
	}
	return nil
}

// Answered records the first answer to ix.
func (s *State) Answered(ix *Interaction, kind int) {
	ix.Answer = kind
	delete(s.pending, ix.ID)
	s.tell(Event{Interaction: ix})
}

// Expire fails interactions that were not answered in time.
func (s *State) Expire() {
	for id, ix := range s.pending {
		if s.Late(ix) {
			delete(s.pending, id)
			ix.Failed = "This application did not respond"
			s.tell(Event{Interaction: ix})
		}
	}
}

// Late reports whether the time for the first answer is over.
func (s *State) Late(ix *Interaction) bool {
	return ix.Failed != "" || s.Now().Sub(ix.Created) > answerWithin
}

// Deliver sends ix to the bot; it may be called again.
func (s *State) Deliver(ix *Interaction) { s.tell(Event{Delivery: ix}) }

// Settled reports whether the person sees the result: an answer other than "… is thinking".
func (ix *Interaction) Settled() bool {
	switch {
	case ix.Failed != "":
		return true
	case ix.Answer == wire.CallbackDeferred:
		return ix.Original.Deleted || ix.Original.Flags&wire.FlagLoading == 0
	case ix.Answer == wire.CallbackDeferredUpdate:
		return ix.Updated
	}
	return ix.Answer != 0
}

// State returns the state that the client shows: "pending", "done" or "failed".
func (ix *Interaction) State() string {
	switch {
	case ix.Failed != "":
		return "failed"
	case ix.Answer != 0:
		return "done"
	}
	return "pending"
}

// Metadata identifies the interaction in the messages that answer it.
func (ix *Interaction) Metadata() *wire.InteractionMetadata {
	m := &wire.InteractionMetadata{
		ID: ix.ID, Type: ix.Kind, User: ix.Person.User, Name: ix.Command,
		AuthorizingIntegrationOwners: ix.Payload.AuthorizingIntegrationOwners,
	}
	if ix.Opener != nil {
		m.Triggering = ix.Opener.Metadata()
	} else if ix.Source != nil {
		m.InteractedMessageID = ix.Source.ID
	}
	return m
}
