-- Checksums of what no chain of moves covers: who sits at a game and where it is played, what is known of a user. A row
-- without one gets it when the file is opened. A migration that changes what a checksum covers takes it away.

-- +goose Up

ALTER TABLE game ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE user ADD COLUMN seal BLOB NOT NULL DEFAULT x'';

CREATE INDEX game_unsealed ON game (id) WHERE seal = x'';
CREATE INDEX user_unsealed ON user (id) WHERE seal = x'';
