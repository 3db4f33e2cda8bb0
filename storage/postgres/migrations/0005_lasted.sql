-- +goose Up
CREATE INDEX game_lasted ON game (title, pace, created) WHERE state = 'finished'; -- how long games take
