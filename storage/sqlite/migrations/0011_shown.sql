-- +goose Up
ALTER TABLE habits ADD COLUMN unaided INTEGER NOT NULL DEFAULT 0 CHECK (unaided IN (0, 1)); -- wants no hints about tickets
ALTER TABLE habits ADD COLUMN drawn   TEXT    NOT NULL DEFAULT ''; -- the name in pictures; '': Discord's
