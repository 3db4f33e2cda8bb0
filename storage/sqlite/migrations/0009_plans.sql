-- What players want done in their next turn.

-- +goose Up

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
