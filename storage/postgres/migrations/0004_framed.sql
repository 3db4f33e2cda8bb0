-- +goose Up
ALTER TABLE habits ADD COLUMN framed TEXT NOT NULL DEFAULT 'null'; -- a picture by title, where it is not that of pictures
