package world

import (
	"strconv"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Resident is what outlasts a restart of a person: whoever acts for them after it is the same user to the bot.
type Resident struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Locale  string    `json:"locale"`
	DMsOpen bool      `json:"dms_open"`
	Joined  time.Time `json:"joined"`
	// Installed says that they have installed the app for themselves, Outside that they are no member of the guild.
	Installed bool `json:"installed,omitempty"`
	Outside   bool `json:"outside,omitempty"`
}

// Residents lists the people as they are, in the order in which they came.
func (w *World) Residents() []Resident {
	list := []Resident{}
	for _, p := range w.Everybody() {
		list = append(list, Resident{p.ID, p.Name, p.Locale, p.DMsOpen, p.joined, p.Installed, p.Left})
	}
	return list
}

// Readmit brings back people of an earlier run with their IDs and what they had set. Whoever has one of their names by now keeps it.
func (w *World) Readmit(list []Resident) {
	for _, r := range list {
		p := w.people[r.ID]
		if p == nil {
			id, err := strconv.ParseInt(r.ID, 10, 64)
			if err != nil || r.Name == "" || w.Named(r.Name) != nil || len(w.people) >= w.mostPeople {
				continue
			}
			w.lastID = max(w.lastID, id)
			p = &Person{Name: r.Name, admin: len(w.people) == 0, joined: r.Joined, User: wire.User{
				ID: r.ID, Username: username(r.Name, len(w.people)), Discriminator: "0", GlobalName: &r.Name,
			}}
			w.people[p.ID] = p
			w.peopleOrder = append(w.peopleOrder, p.ID)
		}
		p.Locale, p.DMsOpen, p.Installed, p.Left = r.Locale, r.DMsOpen, r.Installed, r.Outside
	}
	w.tell(Event{People: true})
}
