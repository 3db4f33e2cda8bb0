package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// interaction is one thing that a person did and what became of it.
type interaction struct {
	id, token string
	kind      int
	created   time.Time
	person    *person
	channel   *channel
	command   string // full path of a command
	customID  string
	payload   wire.Interaction
	focused   int      // type of the option that is completed
	source    *message // that was clicked, or whose button opened the modal

	answer    int      // kind of the accepted answer, 0 while there is none
	original  *message // what @original means
	followUps []*message
	updated   bool // after a deferred update: something was shown
	modal     *wire.Modal
	choices   []wire.Choice
	failed    string // why it came to nothing
}

// didNotRespond is what the client shows when nobody answered.
const didNotRespond = "This application did not respond"

// newInteraction registers what p did in ch and delivers it to the bot.
func (s *Server) newInteraction(p *person, ch *channel, kind int, data any, source *message) *interaction {
	w := s.world
	now := s.now()
	ix := &interaction{
		id: w.nextID(now), token: newToken(), kind: kind, created: now, person: p, channel: ch, source: source,
	}
	ix.payload = s.payload(ix, data)
	w.interactions[ix.id], w.byToken[ix.token], w.pending[ix.id] = ix, ix, ix
	w.interOrder = append(w.interOrder, ix.id)
	if len(w.interOrder) > maxInteractions {
		old := w.interactions[w.interOrder[0]]
		delete(w.interactions, old.id)
		delete(w.byToken, old.token)
		delete(w.pending, old.id)
		w.interOrder = w.interOrder[1:]
	}
	return ix
}

// newToken makes an interaction's token.
func newToken() string {
	var b [48]byte
	_, _ = rand.Read(b[:]) // never fails
	return "sandbox" + base64.RawURLEncoding.EncodeToString(b[:])
}

// payload is what the bot receives.
func (s *Server) payload(ix *interaction, data any) wire.Interaction {
	w, p, ch := s.world, ix.person, ix.channel
	view := s.channelJSON(ch)
	out := wire.Interaction{
		ID: ix.id, ApplicationID: w.bot.ID, Type: ix.kind, Data: data, ChannelID: ch.ID, Channel: &view,
		Token: ix.token, Version: 1, Locale: p.locale, Entitlements: []any{}, AttachmentSizeLimit: maxFile,
	}
	if ch.Type == wire.ChannelDM {
		u := p.user
		out.User, out.Context = &u, wire.ContextBotDM
		out.AppPermissions = decimal(dmPermissions)
		out.AuthorizingIntegrationOwners = map[string]string{"0": "0"}
	} else {
		m := s.memberJSON(p)
		m.Permissions = decimal(p.permissions())
		view.Permissions = m.Permissions
		out.Member, out.GuildID, out.Context = &m, w.guildID, wire.ContextGuild
		out.Guild = &wire.InteractionGuild{ID: w.guildID, Locale: w.locale, Features: []string{}}
		out.GuildLocale = w.locale
		out.AppPermissions = decimal(s.botPermissions())
		out.AuthorizingIntegrationOwners = map[string]string{"0": w.guildID}
	}
	if ix.source != nil {
		m := ix.source.Message
		out.Message = &m
	}
	return out
}

// deliver sends ix to the bot: later if the faults hold it, twice if they say so.
func (s *Server) deliver(ix *interaction) {
	send := func() {
		s.gateway.dispatch(0, ix.payload.GuildID, "INTERACTION_CREATE", ix.payload)
	}
	f := s.faults
	times := 1
	if f.duplicates > 0 {
		f.duplicates--
		times = 2
	}
	for range times {
		if f.hold {
			f.held = append(f.held, send)
		} else {
			send()
		}
	}
	s.tellInteraction(ix, "pending")
	s.notify()
}

// expireInteractions fails what was not answered in 3 s. The caller holds the
// lock.
func (s *Server) expireInteractions() {
	now := s.now()
	for id, ix := range s.world.pending {
		if now.Sub(ix.created) > answerWithin {
			delete(s.world.pending, id)
			s.fail(ix, didNotRespond)
		}
	}
}

// fail ends ix without an answer.
func (s *Server) fail(ix *interaction, why string) {
	ix.failed = why
	s.tellInteraction(ix, "failed")
	s.notify()
}

// late says whether the time for the first answer is over.
func (s *Server) late(ix *interaction) bool {
	return ix.failed != "" || s.now().Sub(ix.created) > answerWithin
}

// settled says whether the person sees the result: an answer that is no longer
// "… is thinking".
func (ix *interaction) settled() bool {
	switch {
	case ix.failed != "":
		return true
	case ix.answer == 0:
		return false
	case ix.answer == wire.CallbackDeferred:
		return ix.original == nil || ix.original.deleted || ix.original.Flags&wire.FlagLoading == 0
	case ix.answer == wire.CallbackDeferredUpdate:
		return ix.updated
	}
	return true
}

// metadata tells in a message which interaction it answers.
func (ix *interaction) metadata() *wire.InteractionMetadata {
	m := &wire.InteractionMetadata{
		ID: ix.id, Type: ix.kind, User: ix.person.user, Name: ix.command,
		AuthorizingIntegrationOwners: ix.payload.AuthorizingIntegrationOwners,
	}
	if ix.kind == wire.InteractionComponent && ix.source != nil {
		m.InteractedMessageID = ix.source.ID
	}
	return m
}
