-- Moves that were taken back stay beside their game.

-- +goose Up

ALTER TABLE game ADD COLUMN undoing TEXT NOT NULL DEFAULT 'null'; -- JSON: a wish to take moves back, on which others decide

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

-- A move leaves its game only when it has been kept.
DROP TRIGGER move_stays;

-- +goose StatementBegin
CREATE TRIGGER move_stays BEFORE DELETE ON move
WHEN EXISTS (SELECT 1 FROM game WHERE id = OLD.game) AND NOT EXISTS (
	SELECT 1 FROM undone JOIN game ON game.id = undone.game AND game.branch = undone.branch
	WHERE undone.game = OLD.game AND undone.ply = OLD.ply AND undone.link = OLD.link)
BEGIN
	SELECT RAISE(ABORT, 'a move is never taken out of its game');
END;
-- +goose StatementEnd
