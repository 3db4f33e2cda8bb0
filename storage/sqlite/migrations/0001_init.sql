-- Times are microseconds since 1970 in UTC, durations are microseconds, lists and maps are JSON.

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
	branch  INTEGER NOT NULL DEFAULT 0 CHECK (branch >= 0), -- how often moves were taken back
	link    BLOB    NOT NULL CHECK (length(link) = 32), -- the last link of the chain of moves; zero in a lobby
	to_move TEXT    NOT NULL,
	created INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	warned  INTEGER, -- when its people were told that it ends soon; NULL: never
	pace    TEXT    NOT NULL DEFAULT '', -- '': nobody has a clock
	weekends INTEGER NOT NULL DEFAULT 0 CHECK (weekends IN (0, 1)),
	paused  INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
	pausing TEXT    NOT NULL DEFAULT 'null', -- users who want it paused, or resumed
	pause_ends INTEGER, -- until when the clocks stand still at the latest
	terms   TEXT    NOT NULL DEFAULT '{}',
	undoing TEXT    NOT NULL DEFAULT 'null', -- a wish to take moves back, on which others decide
	seal    BLOB    NOT NULL CHECK (length(seal) = 8) -- checksum of what the chain does not cover
) STRICT;

CREATE INDEX game_host ON game (host);
CREATE INDEX game_state ON game (state, created);
CREATE INDEX game_thread ON game (thread) WHERE thread <> '';
CREATE INDEX game_lobby ON game (channel) WHERE state = 'lobby';
-- A deleted server or channel takes the tables of its games along.
CREATE INDEX game_guild ON game (guild) WHERE state IN ('lobby', 'running');
CREATE INDEX game_channel ON game (channel) WHERE state IN ('lobby', 'running');

CREATE TABLE seat (
	game  TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	place INTEGER NOT NULL,
	user  TEXT    NOT NULL,
	name  TEXT    NOT NULL,
	level TEXT    NOT NULL DEFAULT '', -- how well a computer plays the seat; '': it is a person's
	owner    TEXT NOT NULL DEFAULT '', -- whose seat it is while a stand-in plays it
	stand_in TEXT NOT NULL DEFAULT '', -- who has agreed to play it when its player cannot
	asked    TEXT NOT NULL DEFAULT '', -- who has been asked to
	at_once  INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)), -- asked to begin at once
	ousting  TEXT NOT NULL DEFAULT 'null', -- users who want it given up
	called   INTEGER, -- until when somebody is sought for it; NULL: nobody is
	nudged   INTEGER, -- when another player last asked its player to move; NULL: never
	due   INTEGER, -- when the clock has to be looked at; NULL: never
	ends  INTEGER, -- when the time is up
	since INTEGER, -- from when on the clock runs; NULL: it stands still
	bank  INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0),
	whole INTEGER NOT NULL DEFAULT 0 CHECK (whole >= 0),
	cut   INTEGER NOT NULL DEFAULT 0 CHECK (cut >= 0), -- what the last turn earned less than the increment
	told  INTEGER NOT NULL DEFAULT 0,
	gifts INTEGER NOT NULL DEFAULT 0,
	relieved INTEGER NOT NULL DEFAULT 0 CHECK (relieved IN (0, 1)),
	house INTEGER NOT NULL DEFAULT 0 CHECK (house IN (0, 1)),
	PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_user ON seat (user);
CREATE INDEX seat_due ON seat (due) WHERE due IS NOT NULL;
CREATE INDEX seat_owner ON seat (owner) WHERE owner <> '';

CREATE TABLE tenure (
	id   INTEGER NOT NULL PRIMARY KEY, -- in the order in which they begin
	game TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	seat INTEGER NOT NULL,
	user TEXT    NOT NULL, -- '': the bot plays
	why  TEXT    NOT NULL,
	"from" INTEGER NOT NULL,
	until  INTEGER -- NULL: it goes on
) STRICT;

CREATE INDEX tenure_game ON tenure (game, seat);

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

-- Moves that were taken back stay beside their game.
CREATE TABLE undone (
	game   TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	branch INTEGER NOT NULL CHECK (branch >= 0), -- how often moves had been taken back before
	ply    INTEGER NOT NULL CHECK (ply >= 0),
	seat   INTEGER NOT NULL,
	text   TEXT    NOT NULL,
	at     INTEGER NOT NULL,
	after  BLOB    NOT NULL CHECK (length(after) = 32), -- the link before the move
	link   BLOB    NOT NULL CHECK (length(link) = 32),  -- the link after it
	gone   INTEGER NOT NULL, -- when it was taken back
	by     TEXT    NOT NULL, -- the user who wanted it
	PRIMARY KEY (game, branch, ply)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER undone_stays_as_it_is BEFORE UPDATE OF branch, ply, seat, text, at, after, link, gone ON undone
BEGIN
	SELECT RAISE(ABORT, 'a move that was taken back is never changed');
END;
-- +goose StatementEnd

-- A move leaves its game when it has been kept, or with the game, which is gone already when the deletion reaches it.
-- +goose StatementBegin
CREATE TRIGGER move_stays BEFORE DELETE ON move
WHEN EXISTS (SELECT 1 FROM game WHERE id = OLD.game) AND NOT EXISTS (
	SELECT 1 FROM undone JOIN game ON game.id = undone.game AND game.branch = undone.branch
	WHERE undone.game = OLD.game AND undone.ply = OLD.ply AND undone.link = OLD.link)
BEGIN
	SELECT RAISE(ABORT, 'a move is never taken out of its game');
END;
-- +goose StatementEnd

-- What players want done in their next turn.

CREATE TABLE plan (
	game   TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	seat   INTEGER NOT NULL CHECK (seat > 0),
	user   TEXT    NOT NULL,
	rev    INTEGER NOT NULL CHECK (rev > 0),
	ply    INTEGER NOT NULL CHECK (ply >= 0), -- with branch: the position in which it was begun
	branch INTEGER NOT NULL,
	made   INTEGER NOT NULL,
	steps  TEXT    NOT NULL, -- JSON
	stops  TEXT    NOT NULL, -- JSON
	begun  INTEGER NOT NULL CHECK (begun IN (0, 1)), -- it is being carried out
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

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
	head     BLOB    NOT NULL CHECK (length(head) = 32), -- with ply: the position that it shows
	due      INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	cause    TEXT    NOT NULL, -- the interaction that it follows from
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
	head     BLOB    NOT NULL CHECK (length(head) = 32),
	attempts INTEGER NOT NULL,
	cause    TEXT    NOT NULL,
	why      TEXT    NOT NULL
) STRICT;

CREATE TABLE post (
	id      INTEGER NOT NULL PRIMARY KEY,
	game    TEXT    NOT NULL,
	kind    TEXT    NOT NULL,
	seat    INTEGER NOT NULL,
	ply     INTEGER NOT NULL,
	head    BLOB    NOT NULL CHECK (length(head) = 32),
	about   TEXT    NOT NULL DEFAULT '', -- beside its kind: so that its buttons can go when that is settled
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
	dms    TEXT NOT NULL CHECK (dms IN ('', 'open', 'closed')),
	seal   BLOB NOT NULL CHECK (length(seal) = 8) -- checksum of the row
) STRICT, WITHOUT ROWID;

-- The one try that a user has at the deal of a day.
CREATE TABLE daily (
	day    TEXT    NOT NULL, -- 2026-11-24
	user   TEXT    NOT NULL,
	game   TEXT    NOT NULL UNIQUE,
	points INTEGER, -- NULL: not finished
	PRIMARY KEY (day, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_points ON daily (day, points) WHERE points IS NOT NULL;
CREATE INDEX daily_user ON daily (user, day);

-- Who is on the table of a server; everybody there has asked for it.
CREATE TABLE daily_table (
	server TEXT NOT NULL,
	user   TEXT NOT NULL,
	PRIMARY KEY (server, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_table_user ON daily_table (user);

-- How a finished game ended for each who played a seat.
CREATE TABLE result (
	game  TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	seat  INTEGER NOT NULL,
	user  TEXT    NOT NULL, -- '': a computer, or nobody; former-...: somebody who was forgotten
	guild TEXT    NOT NULL,
	ended INTEGER NOT NULL,
	body  TEXT    NOT NULL, -- JSON
	PRIMARY KEY (game, seat, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_user ON result (user, ended);
CREATE INDEX result_guild ON result (guild, ended);

-- The last nightly fit of each server.
CREATE TABLE rating (
	guild TEXT NOT NULL,
	title TEXT NOT NULL, -- '': in all
	user  TEXT NOT NULL,
	day   TEXT NOT NULL, -- the fit's
	body  TEXT NOT NULL, -- JSON
	PRIMARY KEY (guild, title, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_user ON rating (user);

-- What owners of a title's box have read from it: the points of a ticket, the length of a connection.
CREATE TABLE attestation (
	title TEXT    NOT NULL,
	user  TEXT    NOT NULL,
	kind  TEXT    NOT NULL CHECK (kind IN ('ticket', 'length')),
	line  TEXT    NOT NULL, -- its cities
	value INTEGER NOT NULL,
	at    INTEGER NOT NULL,
	PRIMARY KEY (title, user, kind, line)
) STRICT, WITHOUT ROWID;

CREATE INDEX attestation_user ON attestation (user);

CREATE TABLE habits (
	user      TEXT    NOT NULL PRIMARY KEY,
	rev       INTEGER NOT NULL,
	language  TEXT    NOT NULL,
	zone      TEXT    NOT NULL,
	quiet     INTEGER NOT NULL, -- minutes after midnight
	until     INTEGER NOT NULL, -- likewise; the same as quiet: no quiet hours
	hushed     INTEGER, -- when quiet hours were last set or moved to another zone; NULL: never
	quiet_from INTEGER, -- from when on the quiet hours count; NULL: they always have
	thread    INTEGER NOT NULL CHECK (thread IN (0, 1)),
	muted     INTEGER NOT NULL, -- a bit for each reminder
	heads_up   INTEGER NOT NULL DEFAULT 0 CHECK (heads_up IN (0, 1)),
	digest     INTEGER, -- minutes after midnight; NULL: none
	digest_due INTEGER, -- when the next one is due; NULL: never
	unaided INTEGER NOT NULL DEFAULT 0 CHECK (unaided IN (0, 1)), -- wants no hints about tickets
	rated   INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)), -- takes part in ratings
	drawn   TEXT    NOT NULL DEFAULT '', -- the name in pictures; '': Discord's
	pictures TEXT   NOT NULL DEFAULT '' CHECK (pictures IN ('', 'wide', 'none')), -- '': square
	lessons TEXT    NOT NULL DEFAULT 'null', -- what of the rules was explained
	vacations TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX habits_digest ON habits (digest_due) WHERE digest_due IS NOT NULL;

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
