package storage

import "konduktor/engine/match"

// Reminding is whether somebody wants to be reminded of the deal of the day. It is a setting of the
// database from the question on, and goes with its user.
type Reminding struct {
	Asked match.Day   `json:"asked,omitempty"` // at the end of whose deal
	On    bool        `json:"on,omitempty"`
	Hour  int         `json:"hour,omitempty"` // in the user's zone, 0 to 23
	Days  []match.Day `json:"days,omitempty"` // whose deals the last two reminders were about
	At    match.Asked `json:"at,omitzero"`    // where they asked for the deal of the day
	Last  string      `json:"last,omitempty"` // the name of the last one: it counts once
}

// RemindingKey is the setting that holds a user's Reminding.
func RemindingKey(user match.UserID) string { return "reminding/" + string(user) }
