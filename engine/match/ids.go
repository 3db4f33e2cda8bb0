package match

// The ids of people and places. They become types of their own (issue: types for ids).
type (
	UserID    = string
	ServerID  = string
	ChannelID = string
	MessageID = string
)
