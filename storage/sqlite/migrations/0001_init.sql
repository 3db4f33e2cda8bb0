-- Times are microseconds since 1970 in UTC. Lists and maps are JSON.

-- +goose Up

-- Maps of users' own, for the games that are played on them. They are few and are kept for good.
CREATE TABLE map (
	sum  TEXT NOT NULL PRIMARY KEY CHECK (length(sum) = 64), -- SHA-256 of the text, in hex
	text BLOB NOT NULL
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER map_stays_as_it_is BEFORE UPDATE ON map
BEGIN
	SELECT RAISE(ABORT, 'a map is never changed');
END;
-- +goose StatementEnd

CREATE TABLE game (
	id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 12),
	rev     INTEGER NOT NULL,
	state   TEXT    NOT NULL CHECK (state IN ('lobby', 'running', 'finished', 'cancelled')),
	title   TEXT    NOT NULL,
	version INTEGER NOT NULL,
	options TEXT    NOT NULL,
	map     TEXT    REFERENCES map (sum), -- NULL: the title's own
	seed    BLOB    NOT NULL CHECK (length(seed) = 32),
	host    TEXT    NOT NULL,
	wanted  INTEGER NOT NULL,
	invited TEXT    NOT NULL,
	leaving TEXT    NOT NULL,
	locale  TEXT    NOT NULL,
	guild   TEXT    NOT NULL,
	channel TEXT    NOT NULL,
	lobby   TEXT    NOT NULL,
	thread  TEXT    NOT NULL,
	ply     INTEGER NOT NULL CHECK (ply >= 0),
	to_move TEXT    NOT NULL,
	created INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	link    BLOB    NOT NULL CHECK (length(link) = 32) -- the last link of the chain of moves, see chain.go
) STRICT;

CREATE INDEX game_host ON game (host);
CREATE INDEX game_state ON game (state, created);
CREATE INDEX game_thread ON game (thread) WHERE thread <> '';
CREATE INDEX game_lobby ON game (channel) WHERE state = 'lobby';

CREATE TABLE seat (
	game  TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	place INTEGER NOT NULL,
	user  TEXT    NOT NULL,
	name  TEXT    NOT NULL,
	due   INTEGER, -- when a move is made for the seat; NULL: it is waited for
	PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_user ON seat (user);
CREATE INDEX seat_due ON seat (due) WHERE due IS NOT NULL;

CREATE TABLE move (
	game TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	ply  INTEGER NOT NULL CHECK (ply >= 0),
	seat INTEGER NOT NULL,
	text TEXT    NOT NULL,
	at   INTEGER NOT NULL,
	link BLOB    NOT NULL CHECK (length(link) = 32),
	PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER move_stays_as_it_is BEFORE UPDATE ON move
BEGIN
	SELECT RAISE(ABORT, 'a move is never changed');
END;
-- +goose StatementEnd

-- Moves go only together with their game, which is gone already when the deletion reaches them.
-- +goose StatementBegin
CREATE TRIGGER move_stays BEFORE DELETE ON move WHEN EXISTS (SELECT 1 FROM game WHERE id = OLD.game)
BEGIN
	SELECT RAISE(ABORT, 'a move is never taken out of its game');
END;
-- +goose StatementEnd

-- No index by time: it would cost every move a write, and the table never holds much more than what Forget leaves.
CREATE TABLE interaction (
	id     TEXT    NOT NULL PRIMARY KEY,
	answer TEXT    NOT NULL,
	at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An id that was sent must never name another message: see taken. No index by lane: it would cost every move a write, and
-- finding what is due looks at all that waits anyway.
CREATE TABLE outbox (
	id       INTEGER NOT NULL PRIMARY KEY,
	lane     TEXT    NOT NULL,
	kind     TEXT    NOT NULL,
	game     TEXT    NOT NULL,
	ply      INTEGER NOT NULL,
	seat     INTEGER NOT NULL,
	user     TEXT    NOT NULL,
	body     TEXT    NOT NULL,
	nonce    TEXT    NOT NULL,
	due      INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	trouble  TEXT    NOT NULL DEFAULT '' -- why the last attempt failed
) STRICT;

CREATE UNIQUE INDEX outbox_nonce ON outbox (nonce) WHERE nonce <> '';

-- One row: the highest id that was ever taken out of the outbox. It is what AUTOINCREMENT does, but is written when a
-- message goes instead of when it comes: a move is waited for, the end of a message is not.
CREATE TABLE taken (
	one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	id  INTEGER NOT NULL
) STRICT;

INSERT INTO taken VALUES (1, 0);

-- +goose StatementBegin
CREATE TRIGGER outbox_taken AFTER DELETE ON outbox
BEGIN
	UPDATE taken SET id = max(id, OLD.id);
END;
-- +goose StatementEnd

CREATE TABLE dropped (
	id       INTEGER NOT NULL PRIMARY KEY, -- in the order of dropping
	message  INTEGER NOT NULL,
	lane     TEXT    NOT NULL,
	kind     TEXT    NOT NULL,
	game     TEXT    NOT NULL,
	ply      INTEGER NOT NULL,
	seat     INTEGER NOT NULL,
	user     TEXT    NOT NULL,
	body     TEXT    NOT NULL,
	nonce    TEXT    NOT NULL,
	due      INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	why      TEXT    NOT NULL
) STRICT;

CREATE TABLE post (
	id      INTEGER NOT NULL PRIMARY KEY,
	game    TEXT    NOT NULL,
	kind    TEXT    NOT NULL,
	seat    INTEGER NOT NULL,
	ply     INTEGER NOT NULL,
	channel TEXT    NOT NULL,
	message TEXT    NOT NULL,
	UNIQUE (channel, message)
) STRICT;

CREATE INDEX post_game ON post (game, kind);

CREATE TABLE user (
	id     TEXT NOT NULL PRIMARY KEY,
	name   TEXT NOT NULL,
	locale TEXT NOT NULL,
	dm     TEXT NOT NULL,
	dms    TEXT NOT NULL CHECK (dms IN ('', 'open', 'closed'))
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
	key   TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row that Check writes to.
CREATE TABLE probe (
	id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
	count INTEGER NOT NULL
) STRICT;

INSERT INTO probe VALUES (1, 0);
