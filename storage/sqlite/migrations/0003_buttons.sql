-- +goose Up
ALTER TABLE habits ADD COLUMN worded INTEGER NOT NULL DEFAULT 0 CHECK (worded IN (0, 1)); -- wants words on buttons
ALTER TABLE habits ADD COLUMN hasty  INTEGER NOT NULL DEFAULT 0 CHECK (hasty IN (0, 1)); -- claims without a question
