-- What was agreed on at a table, as JSON: its name, who may join, who begins, which game it repeats.

-- +goose Up

ALTER TABLE game ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
