package league

import (
	"math/bits"
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Wish is what somebody wants to play, alone or with friends.
type Wish struct {
	Party     []match.UserID
	Titles    []string // any of these, as of Seats and Paces
	Seats     []int
	Paces     []string
	Computers bool // take free seats when the time is up
	Since     time.Time
	Until     time.Time // when they are asked what now
	Hours     uint32    // of the day in UTC when they play, a bit each; 0: any
	Rating    int       // 0: unknown
	Avoid     []match.UserID
	Offer     int // that it waits for: Offer.ID
}

// Offer is a table that the people of some wishes are asked about.
type Offer struct {
	ID        int
	Title     string
	Seats     int
	Pace      string
	Computers int
	Users     []match.UserID
	Yes       []match.UserID
	Made      time.Time
}

// Queue is who waits for a table, the longest wait first.
type Queue struct {
	Wishes []Wish
	Offers []Offer
	Last   int // Offer.ID
}

// Limits of the queue.
const (
	Patience     = 12 * time.Hour // awake, to answer an offer
	LongestWait  = 7 * 24 * time.Hour
	mostWishes   = 1000
	mostOffers   = 9000 // numbered before they begin at 1 again
	mostChoices  = 10   // of each kind, in a wish
	mostAvoided  = 100  //
	mostCompared = 24   // wishes that go with the one that waits longest
	sharedHours  = 3
	similar      = 150 // points of rating
	lessSimilar  = 400 // the same, once half of the time is over
)

// Notice is something that people have to be told.
type Notice struct {
	Kind  NoticeKind
	Users []match.UserID
	Offer Offer // of the first three kinds
}

// NoticeKind is what a Notice says.
type NoticeKind string

// The kinds.
const (
	Offered NoticeKind = "offered" // a table
	Seated  NoticeKind = "seated"  // all said yes: the table is opened
	Dropped NoticeKind = "dropped" // they said no or nothing, and are out; others keep their place
	TimeUp  NoticeKind = "time-up" // they are out, unless they ask again
)

// Seek adds a wish. A user can have one; a *match.Refusal.
func (q *Queue) Seek(w Wish, now time.Time) error {
	wait := w.Until.Sub(now)
	few := func(n int) bool { return n > 0 && n <= mostChoices }
	switch {
	case len(w.Party) == 0 || !few(len(w.Titles)) || !few(len(w.Seats)) || !few(len(w.Paces)) ||
		len(w.Avoid) > mostAvoided || slices.Max(w.Seats) > engine.MaxSeats ||
		slices.Min(w.Seats) < max(2, len(w.Party)):
		return match.Refuse("queue-wish")
	case wait < time.Hour || wait > LongestWait:
		return match.Refuse("queue-wait", "Most", LongestWait)
	case len(q.Wishes) >= mostWishes:
		return match.Refuse("queue-full")
	}
	for i, user := range w.Party {
		if user == "" || q.wishOf(user) >= 0 || slices.Contains(w.Party[:i], user) {
			return match.Refuse("queue-in")
		}
	}
	w.Since, w.Offer = now.UTC(), 0
	q.Wishes = append(q.Wishes, w)
	return nil
}

// WishOf returns the wish of a user, nil if they have none.
func (q *Queue) WishOf(user match.UserID) *Wish {
	if at := q.wishOf(user); at >= 0 {
		return &q.Wishes[at]
	}
	return nil
}

// Bring adds a friend to the wish of somebody who waits; call its Share then. A *match.Refusal.
func (q *Queue) Bring(host, friend match.UserID) error {
	if q.wishOf(friend) >= 0 {
		return match.Refuse("queue-in")
	}
	o := q.WishOf(host)
	if o == nil || o.Offer > 0 || slices.Contains(o.Avoid, friend) {
		return match.Refuse("queue-gone")
	}
	few := func(n int) bool { return n <= len(o.Party) }
	seats := slices.DeleteFunc(slices.Clone(o.Seats), few)
	if len(seats) == 0 {
		return match.Refuse("queue-party")
	}
	o.Seats, o.Party = seats, append(slices.Clip(o.Party), friend)
	return nil
}

// Share sets Avoid to all whom one of the party avoids, and Hours to those that suit all whose
// hours are known. known returns a user's own.
func (w *Wish) Share(known func(match.UserID) (Wish, error)) error {
	const unknown = 1<<32 - 1
	w.Hours, w.Avoid = unknown, nil
	for _, user := range w.Party {
		own, err := known(user)
		if err != nil {
			return err
		}
		w.Avoid = append(w.Avoid, own.Avoid...)
		if own.Hours != 0 {
			w.Hours &= own.Hours
		}
	}
	if w.Hours == unknown {
		w.Hours = 0
	}
	return nil
}

func (q *Queue) wishOf(user match.UserID) int {
	return slices.IndexFunc(q.Wishes, func(w Wish) bool { return slices.Contains(w.Party, user) })
}

// Leave takes a user out, also of what they were offered.
func (q *Queue) Leave(user match.UserID) []Notice {
	at := q.wishOf(user)
	if at < 0 {
		return nil
	}
	if id := q.Wishes[at].Offer; id > 0 {
		return q.drop(q.offer(id), []match.UserID{user})
	}
	q.without([]match.UserID{user})
	return nil
}

// Accept notes that a user wants a table that they are offered. A *match.Refusal if it is gone.
func (q *Queue) Accept(user match.UserID, id int) ([]Notice, error) {
	at := q.offer(id)
	if at < 0 || !slices.Contains(q.Offers[at].Users, user) {
		return nil, match.Refuse("queue-gone")
	}
	o := &q.Offers[at]
	if !slices.Contains(o.Yes, user) {
		o.Yes = append(o.Yes, user)
	}
	if len(o.Yes) < len(o.Users) {
		return nil, nil
	}
	told := []Notice{{Seated, o.Users, *o}}
	q.without(o.Users)
	q.Offers = slices.Delete(q.Offers, at, at+1)
	return told, nil
}

func (q *Queue) offer(id int) int {
	return slices.IndexFunc(q.Offers, func(o Offer) bool { return o.ID == id })
}

// Tick makes offers, and ends what has lasted too long. awake returns how long somebody has been
// awake since a moment; takes reports whether a title is played by so many.
func (q *Queue) Tick(now time.Time, awake func(match.UserID, time.Time) time.Duration,
	takes func(title string, seats int) bool,
) (told []Notice) {
	if len(q.Offers) == 0 && q.Last >= mostOffers {
		q.Last = 0
	}
	for i := len(q.Offers) - 1; i >= 0; i-- {
		o := q.Offers[i]
		silent := slices.DeleteFunc(slices.Clone(o.Users), func(user match.UserID) bool {
			return slices.Contains(o.Yes, user) || awake(user, o.Made) < Patience
		})
		if len(silent) > 0 {
			told = append(told, q.drop(i, silent)...)
		}
	}
	for _, over := range []bool{false, true} { // first tables of people
		for i := range q.Wishes {
			if o := q.find(i, now.UTC(), over, takes); o != nil {
				told = append(told, Notice{Offered, o.Users, *o})
			}
		}
	}
	q.Wishes = slices.DeleteFunc(q.Wishes, func(w Wish) bool {
		over := w.Offer == 0 && !now.Before(w.Until)
		if over {
			told = append(told, Notice{Kind: TimeUp, Users: w.Party})
		}
		return over
	})
	return told
}

// drop ends an offer for want of some users.
func (q *Queue) drop(at int, users []match.UserID) []Notice {
	o := q.Offers[at]
	q.Offers = slices.Delete(q.Offers, at, at+1)
	for i := range q.Wishes {
		if q.Wishes[i].Offer == o.ID {
			q.Wishes[i].Offer = 0
		}
	}
	q.without(users)
	return []Notice{{Dropped, users, o}}
}

// without takes users out; their friends still wait.
func (q *Queue) without(users []match.UserID) {
	gone := func(user match.UserID) bool { return slices.Contains(users, user) }
	for i := range q.Wishes {
		q.Wishes[i].Party = slices.DeleteFunc(slices.Clone(q.Wishes[i].Party), gone)
	}
	q.Wishes = slices.DeleteFunc(q.Wishes, func(w Wish) bool { return len(w.Party) == 0 })
}

// find offers the people of a wish a table; over: computers fill one for those whose time is up.
func (q *Queue) find(first int, now time.Time, over bool, takes func(string, int) bool) *Offer {
	w := &q.Wishes[first]
	if w.Offer > 0 || over && !w.yields(now) {
		return nil
	}
	var others []int
	for i := range q.Wishes {
		o := &q.Wishes[i]
		if i != first && o.Offer == 0 && len(others) < mostCompared && w.suits(o, now) &&
			(!over || o.yields(now)) {
			others = append(others, i)
		}
	}
	for _, title := range w.Titles {
		for _, seats := range w.Seats {
			for _, pace := range w.Paces {
				s := seating{q, Offer{Title: title, Seats: seats, Pace: pace, Made: now}, over}
				if !takes(title, seats) {
					continue
				}
				if group := s.fill([]int{first}, others, seats-len(w.Party)); group != nil {
					return s.propose(group)
				}
			}
		}
	}
	return nil
}

// yields reports whether a wish's free seats go to computers now.
func (w *Wish) yields(now time.Time) bool { return w.Computers && !now.Before(w.Until) }

// suits reports whether the people of two wishes can play together now.
func (w *Wish) suits(o *Wish, now time.Time) bool {
	shared := w.Hours & o.Hours
	if w.Hours == 0 || o.Hours == 0 {
		shared = 1<<sharedHours - 1
	}
	avoids := func(a, b *Wish) bool {
		return slices.ContainsFunc(a.Avoid, func(u match.UserID) bool {
			return slices.Contains(b.Party, u)
		})
	}
	apart := max(w.Rating-o.Rating, o.Rating-w.Rating)
	alike := w.Rating == 0 || o.Rating == 0 || apart <= min(w.tolerance(now), o.tolerance(now))
	return alike && bits.OnesCount32(shared) >= sharedHours && !avoids(w, o) && !avoids(o, w)
}

// tolerance is by how much the ratings of others may differ.
func (w *Wish) tolerance(now time.Time) int {
	if now.Sub(w.Since) < w.Until.Sub(w.Since)/2 {
		return similar
	}
	return lessSimilar
}

// seating looks for the wishes of one table.
type seating struct {
	*Queue
	Offer
	over bool
}

// fill adds others, in order, until no seat is free or computers take the rest; nil: it cannot.
func (s *seating) fill(group, others []int, free int) []int {
	if free == 0 {
		return group
	}
	for k, i := range others {
		o := &s.Wishes[i]
		if len(o.Party) > free || !slices.Contains(o.Titles, s.Title) ||
			!slices.Contains(o.Seats, s.Seats) || !slices.Contains(o.Paces, s.Pace) ||
			slices.ContainsFunc(group, func(m int) bool { return !s.Wishes[m].suits(o, s.Made) }) {
			continue
		}
		longer := append(group[:len(group):len(group)], i)
		if full := s.fill(longer, others[k+1:], free-len(o.Party)); full != nil {
			return full
		}
	}
	if s.over {
		return group
	}
	return nil
}

func (s *seating) propose(group []int) *Offer {
	s.Last++
	o := s.Offer
	o.ID = s.Last
	for _, i := range group {
		s.Wishes[i].Offer = o.ID
		o.Users = append(o.Users, s.Wishes[i].Party...)
	}
	o.Computers = o.Seats - len(o.Users)
	s.Offers = append(s.Offers, o)
	return &o
}
