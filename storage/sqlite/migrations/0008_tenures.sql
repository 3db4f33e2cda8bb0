-- Who plays a seat: its player, a stand-in, the house. And what people want to hear once a day.

-- +goose Up

ALTER TABLE seat ADD COLUMN owner    TEXT    NOT NULL DEFAULT ''; -- whose seat it is while a stand-in plays it
ALTER TABLE seat ADD COLUMN stand_in TEXT    NOT NULL DEFAULT ''; -- who has agreed to play it when its player cannot
ALTER TABLE seat ADD COLUMN asked    TEXT    NOT NULL DEFAULT ''; -- who has been asked to
ALTER TABLE seat ADD COLUMN at_once  INTEGER NOT NULL DEFAULT 0 CHECK (at_once IN (0, 1)); -- asked to begin at once
ALTER TABLE seat ADD COLUMN ousting  TEXT    NOT NULL DEFAULT 'null'; -- users who want it given up
ALTER TABLE seat ADD COLUMN called   INTEGER; -- until when somebody is sought for it; NULL: nobody is
ALTER TABLE seat ADD COLUMN nudged   INTEGER; -- when another player last asked its player to move; NULL: never
ALTER TABLE seat ADD COLUMN relieved INTEGER NOT NULL DEFAULT 0 CHECK (relieved IN (0, 1));

CREATE INDEX seat_owner ON seat (owner) WHERE owner <> '';

ALTER TABLE game ADD COLUMN warned INTEGER; -- when its people were told that it ends soon; NULL: never

CREATE TABLE tenure (
	id   INTEGER NOT NULL PRIMARY KEY, -- in the order in which they begin
	game TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
	seat INTEGER NOT NULL,
	user TEXT    NOT NULL, -- '': the house
	why  TEXT    NOT NULL,
	"from" INTEGER NOT NULL,
	until  INTEGER -- NULL: it goes on
) STRICT;

CREATE INDEX tenure_game ON tenure (game, seat);

-- Everybody plays from the deal on. A seat that the house plays by now it plays since the last move, for all that is known.
INSERT INTO tenure (game, seat, user, why, "from", until)
	SELECT s.game, s.place + 1, s.user, 'dealt', g.created, CASE WHEN s.house THEN g.updated END
	FROM seat AS s JOIN game AS g ON g.id = s.game WHERE g.seed <> zeroblob(32) ORDER BY s.game, s.place;

INSERT INTO tenure (game, seat, user, why, "from")
	SELECT s.game, s.place + 1, '', 'time', g.updated
	FROM seat AS s JOIN game AS g ON g.id = s.game WHERE g.seed <> zeroblob(32) AND s.house ORDER BY s.game, s.place;

ALTER TABLE habits ADD COLUMN quiet_from INTEGER; -- from when on the quiet hours count; NULL: they always have
ALTER TABLE habits ADD COLUMN heads_up   INTEGER NOT NULL DEFAULT 0 CHECK (heads_up IN (0, 1));
ALTER TABLE habits ADD COLUMN digest     INTEGER; -- minutes after midnight; NULL: none
ALTER TABLE habits ADD COLUMN digest_due INTEGER; -- when the next one is due; NULL: never

CREATE INDEX habits_digest ON habits (digest_due) WHERE digest_due IS NOT NULL;
