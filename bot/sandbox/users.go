package sandbox

import (
	"konduktor/bot/sandbox/state"
	"konduktor/bot/sandbox/wire"
)

const dailyIdentifies = 1000

func (a *API) getGateway(*call) (any, error) {
	return map[string]string{"url": a.gateway.URL()}, nil
}

func (a *API) getGatewayBot(*call) (any, error) {
	return map[string]any{
		"url": a.gateway.URL(), "shards": 1,
		"session_start_limit": map[string]int{
			"total":       dailyIdentifies,
			"remaining":   max(0, dailyIdentifies-a.gateway.Identifies()),
			"reset_after": 24 * 3600 * 1000, "max_concurrency": 1,
		},
	}, nil
}

func (a *API) getMe(*call) (any, error) { return a.state.Self(), nil }

func (a *API) getMyGuilds(*call) (any, error) {
	if a.state.BotLeft {
		return []any{}, nil
	}
	return []any{map[string]any{
		"id": a.state.GuildID, "name": state.Guild, "icon": nil, "banner": nil, "owner": false,
		"permissions": wire.Bits(a.state.BotPermissions()), "features": []string{},
	}}, nil
}

func (a *API) getPreview(c *call) (any, error) {
	if a.state.BotLeft || c.path("guild") != a.state.GuildID {
		return nil, wire.ErrUnknownGuild
	}
	return map[string]any{
		"id": a.state.GuildID, "name": state.Guild, "icon": nil, "description": nil, "home_header": nil,
		"splash": nil, "discovery_splash": nil, "features": []string{}, "approximate_member_count": 1,
		"approximate_presence_count": 1, "emojis": []any{}, "stickers": []any{},
	}, nil
}

func (a *API) getMember(c *call) (any, error) {
	if a.state.BotLeft || c.path("guild") != a.state.GuildID {
		return nil, wire.ErrUnknownGuild
	}
	p := a.state.Person(c.path("user"))
	if p == nil || p.Left {
		return nil, wire.ErrUnknownMember
	}
	return a.state.MemberJSON(p), nil
}

func (a *API) createDM(c *call) (any, error) {
	var req struct {
		RecipientID string `json:"recipient_id"`
	}
	if err := decode(c, &req); err != nil {
		return nil, err
	}
	if req.RecipientID == "" {
		return nil, wire.Invalid("recipient_id", "BASE_TYPE_REQUIRED", "This field is required")
	}
	p := a.state.Person(req.RecipientID)
	if p == nil {
		return nil, wire.ErrRecipients
	}
	return a.state.ChannelJSON(a.state.OpenDM(p)), nil
}

func (a *API) getApplication(*call) (any, error) {
	bot, none := a.state.Bot, map[string]any{}
	return map[string]any{
		"id": bot.ID, "name": bot.Username, "icon": nil, "description": "", "type": nil,
		"verify_key": a.publicKey, "flags": 0, "flags_new": "0", "redirect_uris": []string{},
		"interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": a.state.Owner(), "team": nil, "bot": bot,
		"bot_public": true, "bot_require_code_grant": false,
		"approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"integration_types_config": map[string]any{"0": none, "1": none},
		"eligible_oauth2_scopes":   []string{},
	}, nil
}

func (a *API) putCommands(c *call) (any, error) {
	if err := a.ownApplication(c); err != nil {
		return nil, err
	}
	if c.body == nil {
		return nil, wire.ErrInvalidJSON
	}
	var list []wire.Command
	if err := decode(c, &list); err != nil {
		return nil, err
	}
	if err := wire.CheckCommands(list); err != nil {
		return nil, err
	}
	return list, a.state.SetCommands(list)
}
