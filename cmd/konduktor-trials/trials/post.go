package trials

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

var postKind = Kind{
	Name:  "post",
	Small: 4,
	Full:  5000,
	some:  "games ended",
	shown: "wait95 live reminders days deserted turns house late plans planned gifts " +
		"outages kills pauses standins computers undos",
	none: "stuck",
	order: "games ended stuck wait95 live reminders days deserted turns house late " +
		"plans planned gifts outages kills pauses standins computers undos",
	run: post,
}

const (
	mostLive           = 1 // live notices that somebody gets in a turn
	mostReminders      = 2
	lateInHundred      = 5 // waits that may be longer than the seat's time and an hour
	longestGame        = 2 * 365 * 24 * time.Hour
	computersInHundred = 20 // games that have a computer player or two
	downInHundred      = 30 // games in which the bot is down once, for hours
	// things done of a thousand after which the process ends before anybody is told
	killInThousand = 10
	// how long a player is waited for before somebody gives them more time
	tolerates = 24 * time.Hour
)

// post plays whole games, of all titles and paces in turn. Figures: wait95 is the wait for one seat
// of a person, in hours, that 95 % of all do not exceed; live and reminders are the most that a
// person got of each in one turn; days is how long a game took on average; planned is how many
// turns the plans have made; computers is how many seats they had.
func post(t *Trial) {
	var waits []time.Duration
	var hours float64 // of all games: a time.Duration holds no more than 292 years
	for i := range t.Size {
		if t.noticed() {
			break
		}
		p := newCorrespondence(t, i)
		p.play()
		t.leave(p.r)
		waits = append(waits, p.waits...)
		hours += p.r.Clock.Sub(p.begun).Hours()
		t.count("games", 1)
	}
	slices.Sort(waits)
	if len(waits) > 0 {
		t.count("wait95", int(waits[len(waits)*95/100].Hours()))
	}
	t.count("days", int(hours/24)/t.Size)
	if late := t.counted("late"); late*100 > len(waits)*lateInHundred {
		t.fail("%d of %d waits were longer than the seat's time and an hour", late, len(waits))
	}
}

// correspondence is one game by post.
type correspondence struct {
	*Trial
	r       *rig
	g       *game
	people  []*person // the players in the order in which they joined, then their friends
	errands []errand  // in no order
	begun   time.Time
	waits   []time.Duration
	chairs  []chair // by seat
	seen    int     // moves that have been looked at
	branch  int     // the game's, when it was looked at last
	paused  bool    // likewise

	mail     *postbox
	fate     *rand.Rand // of what happens to the bot
	down, up time.Time  // when the bot is down next; zero: not any more
}

// chair is what is known of a seat.
type chair struct {
	since time.Time                // from when on it is waited for; zero: it is not
	until time.Time                // the end of its time, as it was seen last
	user  match.UserID             // who plays it, or has it while the house does; "": a computer
	got   map[match.UserID]letters // what they got in this turn
}

func newCorrespondence(t *Trial, i int) *correspondence {
	seed := t.Seed<<20 + uint64(i)
	rng := rand.New(rand.NewPCG(seed, 95))
	mail := &postbox{
		Store: t.sabotaged(t.newStore("post" + strconv.Itoa(i))),
		known: map[string]storage.Message{},
	}
	r := t.newRig(mail, seed)
	r.listens = true
	p := &correspondence{
		Trial: t,
		r:     r,
		mail:  mail,
		begun: r.Clock,
		fate:  rand.New(rand.NewPCG(seed, 96)),
	}
	if p.fate.IntN(100) < downInHundred {
		p.down = p.begun.Add(time.Duration(p.fate.Int64N(int64(20 * 24 * time.Hour))))
		p.up = p.down.Add(2*time.Hour + time.Duration(p.fate.Int64N(int64(22*time.Hour))))
	}
	title := titles.All()[i%len(titles.All())]
	counts := title.SeatCounts()
	seats, pace := counts[rng.IntN(len(counts))], match.Paces()[i/len(titles.All())%len(match.Paces())]
	var computers []string
	if rng.IntN(100) < computersInHundred {
		for range min(1+rng.IntN(2), seats-1) {
			computers = append(computers, []string{"easy", "steady"}[rng.IntN(2)])
		}
	}
	for nth := range 2 * (seats - len(computers)) { // and a friend of each
		one := newPerson(nth, rng, p.begun)
		p.people = append(p.people, one)
		if len(one.habits) > 0 {
			r.slash(one.User, "me", one.habits...)
		}
	}
	r.API.Fail = func(c discordtest.Call) error {
		if one := p.person(c.User); c.Method == discordtest.OpenDM && one != nil && one.deaf {
			return discordtest.DMClosed
		}
		return nil
	}
	p.g = r.start(title, seats-len(computers), 0, seed, computers, "pace="+pace.ID,
		"public=true")
	p.count("computers", len(computers))
	p.chairs = make([]chair, len(p.g.row.Seats))
	p.makePlans(rng)
	return p
}

func (p *correspondence) person(user match.UserID) *person {
	i := slices.IndexFunc(p.people, func(one *person) bool { return one.ID == user })
	if i < 0 {
		return nil
	}
	return p.people[i]
}

func (p *correspondence) button(a customid.Action) string { return customid.Button(a, p.g.row.ID) }

// game is the option that names the game in a command.
func (p *correspondence) game() string { return "game=" + string(p.g.row.ID) }

// play goes from one thing that happens to the next, until the game has ended or is stuck.
func (p *correspondence) play() {
	for {
		p.look()
		switch p.g.row.State {
		case match.Cancelled:
			p.count("deserted", 1)
			fallthrough
		case match.Finished:
			p.count("ended", 1)
			return
		}
		next, do := p.next()
		if next.IsZero() || next.Sub(p.begun) > longestGame {
			p.wrong("stuck", "game %s of %s waits for %v at ply %d", p.g.row.ID, p.g.row.Title,
				p.g.row.ToMove, p.g.row.Ply)
			return
		}
		if !p.down.IsZero() && next.After(p.down) {
			p.outlast()
			continue
		}
		p.moveTo(next)
		do()
		if p.fate.IntN(1000) < killInThousand {
			p.count("kills", 1)
			p.restart()
		}
	}
}

func (p *correspondence) moveTo(at time.Time) {
	if at.After(p.r.Clock) {
		p.r.Clock = at
	}
}

// outlast lets the bot be down. People who would have acted do so after it.
func (p *correspondence) outlast() {
	p.moveTo(p.up)
	p.down = time.Time{}
	for _, one := range p.people {
		if !one.answers.IsZero() && one.answers.Before(p.up) {
			one.plan(p.up)
		}
		if one.looks.Before(p.up) {
			one.looks = time.Time{}
		}
	}
	for i := range p.errands {
		if e := &p.errands[i]; e.at.Before(p.up) {
			e.at = p.up.Add(time.Hour)
		}
	}
	p.count("outages", 1)
	p.restart()
	p.pass()
}

func (p *correspondence) restart() {
	p.r.Restart()
	p.r.Chance.Reseed(p.fate.Uint64())
}

// look sends what is due, and notes who is waited for and what they got.
func (p *correspondence) look() {
	p.r.send()
	p.g.follow()
	row, v := p.g.row, p.g.copy.View(engine.Public)
	moved := map[engine.Seat]bool{}
	for _, m := range p.g.moves[min(p.seen, len(p.g.moves)):] {
		moved[m.Seat] = true
	}
	undone, resumed := row.Branch != p.branch, p.paused && !row.Paused
	p.noteChanges()
	for i := range row.Seats {
		seat := engine.Seat(i + 1)
		waits := row.State == match.Running && v.Moves(seat)
		// After an undo it is another turn.
		p.lookAt(i, waits, undone || moved[seat] && v.EndsTurn(seat), resumed)
	}
	p.read() // what a move has brought is of the turn after it
}

// lookAt notes whether a seat is waited for, and whether it has completed a turn.
func (p *correspondence) lookAt(i int, waits, completed, resumed bool) {
	now, s, c := p.r.Clock, p.g.row.Seats[i], &p.chairs[i]
	if !c.since.IsZero() && (!waits || completed) {
		p.ended(i, now)
	}
	began := waits && c.since.IsZero()
	if began {
		c.since = now
	}
	if c.until = s.Ends; s.User == "" {
		return
	}
	one, handed := p.person(s.User), c.user != s.User
	if handed {
		if before := p.person(c.user); before != nil {
			before.answers, before.looks = time.Time{}, time.Time{}
		}
		c.user = s.User
		p.opened(i) // the new player has got nothing yet
	}
	if s.Owner != "" {
		p.willReturn(p.person(s.Owner))
	}
	switch {
	case !waits:
		one.answers = time.Time{}
		one.willLook(now)
	case p.g.row.Paused && one.voted:
		one.answers, one.looks = time.Time{}, time.Time{}
	case began:
		one.plan(now)
		one.looks, one.looked = time.Time{}, false
	case handed, resumed && one.answers.IsZero(), one.answers.Before(now) && !one.answers.IsZero():
		one.plan(now) // or the house was faster, or the person was in the middle of a turn
	}
}

func (p *correspondence) ended(i int, now time.Time) {
	s, c := p.g.row.Seats[i], &p.chairs[i]
	p.count("turns", 1)
	if s.Level == "" {
		p.waits = append(p.waits, now.Sub(c.since))
		if s.Automated {
			p.count("house", 1)
		}
		if !c.until.IsZero() && now.After(c.until.Add(time.Hour)) {
			p.count("late", 1)
		}
	}
	p.opened(i)
	c.since = time.Time{}
}

// next returns what happens next, and when. Nothing does at the zero time.
func (p *correspondence) next() (at time.Time, do func()) {
	sooner := func(then time.Time, what func()) {
		if !then.IsZero() && (at.IsZero() || then.Before(at)) {
			at, do = then, what
		}
	}
	for _, one := range p.people {
		sooner(one.answers, func() { p.act(one) })
		sooner(one.looks, func() { p.glance(one) })
	}
	for i := range p.errands {
		sooner(p.errands[i].at, func() { p.run(i) })
	}
	planned, err := p.r.Bot.NextPlan(p.ctx)
	p.must(err)
	sooner(planned, p.pass)
	due, err := p.r.Store.NextDeadline(p.ctx)
	if !errors.Is(err, storage.ErrNotFound) {
		p.must(err)
		sooner(due, p.pass)
	}
	due, err = p.r.Store.NextDue(p.ctx)
	if !errors.Is(err, storage.ErrNotFound) {
		p.must(err)
		sooner(due, p.pass)
	}
	return at, do
}

func (p *correspondence) pass() {
	p.must(p.r.Bot.KeepClocks(p.ctx))
	p.g.follow()
	before := p.g.row.Ply
	p.must(p.r.Bot.KeepPlans(p.ctx))
	if p.g.follow(); p.g.row.Ply > before {
		p.count("planned", 1)
	}
}

// act lets a person take the seat back from the house, and make a turn's moves by clicks.
func (p *correspondence) act(one *person) {
	one.answers = time.Time{}
	seat := p.g.row.SeatOf(one.ID)
	if p.g.row.Seats[seat-1].Automated {
		p.r.click(one.User, p.button(customid.Return))
	}
	for {
		p.g.follow()
		if v := p.g.copy.View(seat); p.g.row.State != match.Running || !v.Moves(seat) {
			return
		}
		move, ok := p.g.policy.Choose(p.g.copy, seat)
		if !ok {
			p.Fatalf("seat %d has no legal move", seat)
		}
		ply := p.g.copy.Ply()
		p.r.click(one.User, p.g.button(move))
		if p.g.follow(); p.g.copy.Ply() == ply {
			p.Fatalf("the move %+v was not made; %s", move, p.r.Faults.Last())
		}
		if after := p.g.copy.View(seat); after.EndsTurn(seat) {
			p.mayRegret(one)
			return
		}
	}
}

// glance lets a person who waits give somebody more time, and plan the next turn by clicks: any
// turn, or else two cards from the deck.
func (p *correspondence) glance(one *person) {
	one.looks, one.looked = time.Time{}, true
	p.g.follow()
	seat := p.g.row.SeatOf(one.ID)
	p.mayGive(one, seat)
	if p.NoPlans {
		return
	}
	v, err := p.g.copy.Planned(seat)
	if err != nil {
		return // no turn is left to plan, or it has begun
	}
	move, ok := p.g.policy.Choose(ai.Seen{Of: &v}, seat)
	if !ok {
		return
	}
	click := func(customID string) { p.r.click(one.User, customID) }
	p.g.planTurn(seat, move, click)
	blind := func(m engine.Move) bool { return m.Verb == engine.Draw && m.Slot == 0 }
	if i := slices.IndexFunc(v.Legal(), blind); i >= 0 {
		p.g.planTurn(seat, v.Legal()[i], click)
	}
	if _, err := p.r.Store.Plan(p.ctx, p.g.row.ID, seat); errors.Is(err, storage.ErrNotFound) {
		p.Fatalf("the plan %+v was not kept; %s", move, p.r.Faults.Last())
	}
	p.count("plans", 1)
}

// mayGive lets a person give more time to somebody who has been waited for long.
func (p *correspondence) mayGive(one *person, seat engine.Seat) {
	for i, c := range p.chairs {
		s := p.g.row.Seats[i]
		if c.since.IsZero() || engine.Seat(i+1) == seat || p.r.Clock.Sub(c.since) < tolerates ||
			s.Gifts > 0 ||
			s.Automated {
			continue
		}
		p.r.click(one.User, p.button(customid.More))
		if p.g.follow(); p.g.row.Seats[i].Gifts > 0 {
			p.count("gifts", 1)
		}
	}
}
