-- +goose Up
-- By how much the last completed turn earned less than the increment, in microseconds. It is unknown of turns before this:
-- they count as if they had earned all of it, so that taking one back gives nobody time.
ALTER TABLE seat ADD COLUMN cut INTEGER NOT NULL DEFAULT 0 CHECK (cut >= 0);
