-- Clocks: how long each seat has, and what its player's day looks like. Durations are microseconds.

-- +goose Up

ALTER TABLE game ADD COLUMN pace     TEXT    NOT NULL DEFAULT ''; -- '': nobody has a clock
ALTER TABLE game ADD COLUMN weekends INTEGER NOT NULL DEFAULT 0 CHECK (weekends IN (0, 1));
ALTER TABLE game ADD COLUMN paused   INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
ALTER TABLE game ADD COLUMN pausing  TEXT    NOT NULL DEFAULT 'null'; -- users who want it paused, or resumed

-- due is when the clock has to be looked at, ends is when the time is up. Until now they were the same.
ALTER TABLE seat ADD COLUMN ends  INTEGER;
ALTER TABLE seat ADD COLUMN since INTEGER; -- from when on the clock runs; NULL: it stands still
ALTER TABLE seat ADD COLUMN bank  INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);
ALTER TABLE seat ADD COLUMN whole INTEGER NOT NULL DEFAULT 0 CHECK (whole >= 0);
ALTER TABLE seat ADD COLUMN told  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN gifts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN house INTEGER NOT NULL DEFAULT 0 CHECK (house IN (0, 1));

UPDATE seat SET ends = due;

CREATE TABLE habits (
	user      TEXT    NOT NULL PRIMARY KEY,
	rev       INTEGER NOT NULL,
	language  TEXT    NOT NULL,
	zone      TEXT    NOT NULL,
	quiet     INTEGER NOT NULL, -- minutes after midnight
	until     INTEGER NOT NULL, -- likewise; the same as quiet: no quiet hours
	thread    INTEGER NOT NULL CHECK (thread IN (0, 1)),
	muted     INTEGER NOT NULL, -- a bit for each reminder
	vacations TEXT    NOT NULL  -- JSON
) STRICT, WITHOUT ROWID;
