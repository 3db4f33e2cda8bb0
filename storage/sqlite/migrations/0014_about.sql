-- +goose Up
-- What a post is about, beside its kind: so that its buttons can go when that is settled, and whom it called.
ALTER TABLE post ADD COLUMN about TEXT NOT NULL DEFAULT '';
