package relational

// texts are the statements that differ from dialect to dialect, put together once for a store.
type texts struct {
	ofUser, awaiting           string
	openUnder                  string
	selectDue, nextDue         string
	selectOverdue, nextOverdue string
	leaseEnd                   string // when a lease ends, given its microseconds
	leaseMessage               string
	readyPlans                 string
	naming                     string
}

func textsIn(d Dialect) texts {
	deadlines := `FROM seat AS s JOIN game AS g ON g.id = s.game WHERE s.due IS NOT NULL AND ` +
		d.Unindexed + `g.state = 'running'`
	l, clock := d.Lease, "0"
	if l != nil {
		clock = l.Clock
	}
	return texts{
		leaseEnd: clock + ` + ?`,
		leaseMessage: `UPDATE outbox SET doubt = ` + l.doubt("outbox") + `, holder = ?, held = ` +
			clock + ` + ? WHERE id = ?`,
		selectDue: `SELECT ` + l.column("m") + MessageColumns + `, trouble, ` + l.doubt("m") +
			firstOfLane + ` AND m.due <= ?` + l.mine("m") + ` ORDER BY m.due, m.id ` + atMost +
			l.locked("m"),
		nextDue: l.soonest(`SELECT ` + l.when("m") + ` AS soonest ` + firstOfLane + ` ORDER BY m.due`),
		// One list of games: PostgreSQL would read them all for a column's value OR a list.
		ofUser: `g.id IN (SELECT id FROM game WHERE host = ? UNION ALL SELECT game FROM seat
			WHERE user = ?` +
			` UNION ALL SELECT game FROM seat WHERE owner = ? AND owner <> '')`,
		awaiting: `g.id IN (SELECT game FROM seat WHERE user = ?) AND ` + d.Unindexed +
			`g.state = 'running' AND ` + d.Position + `(g.to_move, ?) > 0`,
		openUnder: `(g.channel = ? AND g.channel <> '' AND g.state IN ('lobby', 'running')` +
			` OR g.thread = ? AND g.thread <> '' AND ` + d.Unindexed + `g.state IN ('lobby', 'running'))`,
		selectOverdue: `SELECT ` + l.column("s") + `s.game, s.place, s.due ` + deadlines +
			` AND s.due <= ?` + l.mine("s") + ` ORDER BY s.due, s.game, s.place ` + atMost + l.locked("s"),
		nextOverdue: l.soonest(`SELECT ` + l.when("s") + ` AS soonest ` + deadlines + ` ORDER BY s.due`),
		// naming finds the games that may name a user: ?1 is the ID, ?2 the ID as it stands in JSON.
		naming: `(g.host = ?1 OR ` + d.Position +
			`(g.invited || g.leaving || g.pausing || g.to_move || g.terms || g.undoing, ?2) > 0
			OR g.id IN (SELECT game FROM seat
				WHERE user = ?1 OR owner = ?1 OR stand_in = ?1 OR asked = ?1
				OR ` + d.Position + `(ousting, ?2) > 0
				UNION SELECT game FROM tenure WHERE user = ?1))`,
		readyPlans: `SELECT ` + l.column("p") + planColumns + `, g.updated` + planLists + `
		FROM plan AS p JOIN game AS g ON g.id = p.game
		LEFT JOIN seat AS s ON s.game = p.game AND s.place = p.seat - 1
		WHERE (g.state <> 'running' OR p.begun OR s.user IS DISTINCT FROM p.user
		OR ` + d.Position + `(g.to_move, '"' || p.user || '"') > 0
		OR g.branch <> p.branch AND NOT EXISTS (SELECT 1 FROM undone AS u
			WHERE u.game = p.game AND u.branch = p.branch)
		OR EXISTS (SELECT 1 FROM move AS m
			WHERE m.game = p.game AND m.ply >= p.ply AND m.seat = p.seat))` + l.mine("p") + `
		ORDER BY g.updated, p.game, p.seat ` + atMost + l.locked("p"),
	}
}

// Prepared are the statements that every move needs: a store that prepares them saves the time to
// parse them.
func (s *Store) Prepared() (reads, writes []string) {
	reads = []string{
		selectGame, selectMoves, selectAnswer, selectUser, selectHabits, s.texts.selectDue,
		s.texts.nextDue,
		s.texts.nextOverdue, s.texts.selectOverdue, selectDigests, selectPosts, selectPlan,
		s.texts.readyPlans,
	}
	writes = []string{
		insertInteraction, updateProgress, insertMove, clearClocks, setClock, s.dialect.InsertMessage,
		s.dialect.InsertMessage + unlessItWaits, deleteMessage, upsertPost,
	}
	return reads, writes
}

// Lookups are the statements of commands by what they read, so that a database's test can see that
// none reads all games.
func (s *Store) Lookups() map[string]string {
	return map[string]string{
		"one game":           selectGame,
		"one without seats":  gamesFrom + byID + oldestFirst,
		"its moves":          selectMoves,
		"games of a user":    gamesFrom + s.texts.ofUser,
		"seats of the same":  seatsFrom + s.texts.ofUser + inOrder,
		"those that wait":    gamesFrom + s.texts.awaiting,
		"seats of those":     seatsFrom + s.texts.awaiting + inOrder,
		"games at a channel": gamesFrom + atChannel + oldestFirst,
		"seats at a channel": seatsFrom + atChannel + inOrder,
		"open games on":      gamesFrom + openOn + oldestFirst,
		"open games under":   gamesFrom + s.texts.openUnder + oldestFirst,
		"games in a state":   gamesFrom + "g.state IN (?)" + oldestFirst,
		"deadlines passed":   s.texts.selectOverdue,
		"the next deadline":  s.texts.nextOverdue,
	}
}
