-- +goose Up
-- What of the rules was explained to a user, as JSON.
ALTER TABLE habits ADD COLUMN lessons TEXT COLLATE "C" NOT NULL DEFAULT 'null';
