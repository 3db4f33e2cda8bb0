-- +goose Up
ALTER TABLE habits ADD COLUMN worded BOOLEAN NOT NULL DEFAULT FALSE; -- wants words on buttons
ALTER TABLE habits ADD COLUMN hasty  BOOLEAN NOT NULL DEFAULT FALSE; -- claims without a question
