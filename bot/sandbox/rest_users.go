package sandbox

import (
	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

func (s *Server) getGateway(*call) (any, error) {
	return map[string]string{"url": s.gateway.url()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	return map[string]any{
		"url": s.gateway.url(), "shards": 1,
		"session_start_limit": map[string]int{
			"total": dailyIdentifies, "remaining": max(0, dailyIdentifies-len(s.gateway.identifies)),
			"reset_after": 24 * 3600 * 1000, "max_concurrency": 1,
		},
	}, nil
}

func (s *Server) getMe(*call) (any, error) { return s.self(), nil }

func (s *Server) getUser(c *call) (any, error) {
	if c.path("user") == s.world.bot.ID {
		return s.world.bot, nil
	}
	p := s.world.people[c.path("user")]
	if p == nil {
		return nil, errUnknownUser
	}
	return p.user, nil
}

func (s *Server) getMyGuilds(*call) (any, error) {
	if s.world.botLeft {
		return []any{}, nil
	}
	return []any{map[string]any{
		"id": s.world.guildID, "name": s.world.guildName, "icon": nil, "banner": nil, "owner": false,
		"permissions": decimal(s.botPermissions()), "features": []string{},
	}}, nil
}

// createDM opens the DM channel with a person, or finds it.
func (s *Server) createDM(c *call) (any, error) {
	var req struct {
		RecipientID string            `json:"recipient_id"`
		Recipients  []string          `json:"recipients"`
		AccessToken []string          `json:"access_tokens"`
		Nicks       map[string]string `json:"nicks"`
	}
	if err := s.decode(c, &req); err != nil {
		return nil, err
	}
	if req.RecipientID == "" {
		return nil, invalid("recipient_id", "BASE_TYPE_REQUIRED", "This field is required")
	}
	p := s.world.people[req.RecipientID]
	if p == nil {
		return nil, errRecipients
	}
	return s.channelJSON(s.openDM(p)), nil
}

func (s *Server) getApplication(*call) (any, error) {
	w := s.world
	owner := wire.User{ID: w.bot.ID, Username: "team", Discriminator: "0"}
	if len(w.peopleOrder) > 0 {
		owner = w.people[w.peopleOrder[0]].user
	}
	return map[string]any{
		"id": w.bot.ID, "name": w.bot.Username, "icon": nil, "description": "", "type": nil,
		"verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
		"flags":      0, "flags_new": "0", "redirect_uris": []string{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "team": nil, "bot": w.bot, "bot_public": true, "bot_require_code_grant": false,
		"integration_types_config": map[string]any{"0": map[string]any{}}, "eligible_oauth2_scopes": []string{},
	}, nil
}

// guild finds the route's guild.
func (s *Server) guildOf(c *call) error {
	if c.path("guild") != s.world.guildID {
		return errUnknownGuild
	}
	if s.world.botLeft {
		return errMissingAccess
	}
	return nil
}

func (s *Server) getGuild(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	return s.guildJSON(), nil
}

func (s *Server) getGuildChannels(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	list := []wire.Channel{}
	for _, id := range s.world.channelOrder {
		if ch := s.world.channels[id]; ch != nil && ch.Type == wire.ChannelText {
			list = append(list, s.channelJSON(ch))
		}
	}
	return list, nil
}

func (s *Server) getRoles(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	return s.roles(), nil
}

func (s *Server) getActiveThreads(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	threads, members := []wire.Channel{}, []wire.ThreadMember{}
	for _, id := range s.world.channelOrder {
		ch := s.world.channels[id]
		if ch == nil || !ch.isThread() || ch.archived() {
			continue
		}
		threads = append(threads, s.channelJSON(ch))
		if joined, ok := ch.members[s.world.bot.ID]; ok {
			members = append(members, wire.ThreadMember{ID: ch.ID, UserID: s.world.bot.ID, JoinTimestamp: joined})
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}, nil
}

func (s *Server) getMyMember(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	return s.botMember(), nil
}

func (s *Server) getMember(c *call) (any, error) {
	if err := s.guildOf(c); err != nil {
		return nil, err
	}
	if c.path("user") == s.world.bot.ID {
		return s.botMember(), nil
	}
	p := s.world.people[c.path("user")]
	if p == nil {
		return nil, errUnknownUser
	}
	if p.left {
		return nil, errUnknownMember
	}
	return s.memberJSON(p), nil
}
