package state

import (
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
func (s *State) Begin(ix Interaction, data any) *Interaction {
	ix.ID, ix.Token, ix.Created = s.NextID(), newToken(), s.now()
	ix.Payload = s.payload(&ix, data)
	begun := &ix
	s.interactions[ix.ID], s.byToken[ix.Token], s.pending[ix.ID] = begun, begun, begun
	s.interOrder = append(s.interOrder, ix.ID)
	if len(s.interOrder) > maxInteractions {
		old := s.interactions[s.interOrder[0]]
		delete(s.interactions, old.ID)
		delete(s.byToken, old.Token)
		delete(s.pending, old.ID)
		s.interOrder = s.interOrder[1:]
	}
	s.Deliver(begun)
	s.tell(Event{Interaction: begun})
	return begun
}

// newToken makes an interaction's token.
func newToken() string {
	var b [48]byte
	_, _ = rand.Read(b[:]) // never fails
	return "sandbox" + base64.RawURLEncoding.EncodeToString(b[:])
}

// payload returns what the bot receives.
func (s *State) payload(ix *Interaction, data any) wire.Interaction {
	p, c := ix.Person, ix.Channel
	view := s.ChannelJSON(c)
	out := wire.Interaction{
		ID: ix.ID, ApplicationID: s.Bot.ID, Type: ix.Kind, Data: data, ChannelID: c.ID, Channel: &view,
		Token: ix.Token, Version: 1, Locale: p.Locale, Entitlements: []any{}, AttachmentSizeLimit: limits.MaxFile,
	}
	out.AuthorizingIntegrationOwners = s.owners(ix)
	if c.WithBot() || c.Private() {
		u := p.User
		out.User, out.Context = &u, contextOf(c)
		out.AppPermissions = decimal(dmPermissions)
	} else {
		m := s.MemberJSON(p)
		view.Permissions = m.Permissions
		out.Member, out.GuildID, out.Context = &m, s.GuildID, wire.ContextGuild
		out.Guild = &wire.InteractionGuild{ID: s.GuildID, Locale: s.Locale, Features: []string{}}
		out.GuildLocale = s.Locale
		out.AppPermissions = decimal(s.BotPermissions())
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
func (s *State) owners(ix *Interaction) map[string]string {
	if source := ix.Source; ix.Channel.Private() && source != nil && source.InteractionMetadata != nil {
		return source.InteractionMetadata.AuthorizingIntegrationOwners
	}
	owners := map[string]string{}
	switch {
	case ix.Channel.Private():
	case ix.Channel.WithBot() && !ix.Person.Left:
		owners["0"] = "0"
	case !ix.Channel.WithBot():
		owners["0"] = s.GuildID
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
func (s *State) Interaction(id string) *Interaction { return s.interactions[id] }

// InteractionOf returns the interaction with that token, nil if there is none.
func (s *State) InteractionOf(token string) *Interaction { return s.byToken[token] }

// Answered notes the first answer to ix.
func (s *State) Answered(ix *Interaction, kind int) {
	ix.Answer = kind
	delete(s.pending, ix.ID)
	s.tell(Event{Interaction: ix})
}

// Expire fails what was not answered in 3 s.
func (s *State) Expire() {
	for id, ix := range s.pending {
		if s.Late(ix) {
			delete(s.pending, id)
			ix.Failed = didNotRespond
			s.tell(Event{Interaction: ix})
		}
	}
}

// Late says whether the time for the first answer is over.
func (s *State) Late(ix *Interaction) bool {
	return ix.Failed != "" || s.now().Sub(ix.Created) > answerWithin
}

// Deliver sends ix to the bot, once more if it had it already.
func (s *State) Deliver(ix *Interaction) { s.tell(Event{Delivery: ix}) }

// Settled reports whether the person sees the result: an answer that is no longer "… is thinking".
func (ix *Interaction) Settled() bool {
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
