-- +goose Up
ALTER TABLE seat ADD COLUMN level TEXT NOT NULL DEFAULT ''; -- how well a computer plays the seat; '': it is a person's
