-- A position is named by a ply and a head: the last link of the chain of moves. Messages and posts say theirs.

-- +goose Up

-- A game has no head until its cards are dealt.
UPDATE game SET link = zeroblob(32) WHERE seed = zeroblob(32);

-- How often moves were taken back.
ALTER TABLE game ADD COLUMN branch INTEGER NOT NULL DEFAULT 0 CHECK (branch >= 0);

ALTER TABLE outbox  ADD COLUMN head BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000' CHECK (length(head) = 32);
ALTER TABLE dropped ADD COLUMN head BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000' CHECK (length(head) = 32);
ALTER TABLE post    ADD COLUMN head BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000' CHECK (length(head) = 32);

-- What waits or was posted before keeps its place. The head before the first move of a game that has moves is stored
-- nowhere: it stays zero, which says "from before this migration".
UPDATE outbox SET head = coalesce(
	(SELECT link FROM move WHERE move.game = outbox.game AND move.ply = outbox.ply - 1),
	(SELECT link FROM game WHERE game.id = outbox.game AND game.ply = outbox.ply), head);
UPDATE post SET head = coalesce(
	(SELECT link FROM move WHERE move.game = post.game AND move.ply = post.ply - 1),
	(SELECT link FROM game WHERE game.id = post.game AND game.ply = post.ply), head);
