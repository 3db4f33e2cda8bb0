package match

// The IDs that Discord gives to people and places. They are types, so that they cannot be swapped.
type (
	UserID    string
	ServerID  string
	ChannelID string // a channel, a thread, or somebody's direct messages
	MessageID string // unique within its channel
)
