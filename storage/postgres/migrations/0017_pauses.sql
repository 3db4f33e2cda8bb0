-- +goose Up
-- Until when the clocks of a game stand still at the latest, in microseconds. Pauses that went on before this one end 30 days after
-- the last move. The deadline of each seat of a paused game is the end of the pause.
ALTER TABLE game ADD COLUMN pause_ends BIGINT;
UPDATE game SET pause_ends = updated + 2592000000000 WHERE paused AND state = 'running';
UPDATE seat SET due = (SELECT pause_ends FROM game WHERE id = seat.game)
	WHERE game IN (SELECT id FROM game WHERE paused AND state = 'running');
