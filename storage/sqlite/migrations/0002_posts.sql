-- +goose Up
-- What stands on Discord follows from the table (bot/posts): a post knows since when it stands and what it shows, not
-- what is to become of it.
ALTER TABLE post ADD COLUMN server TEXT NOT NULL DEFAULT ''; -- without a game: the server that it is about
ALTER TABLE post ADD COLUMN reader TEXT NOT NULL DEFAULT ''; -- of a direct message
ALTER TABLE post ADD COLUMN called TEXT NOT NULL DEFAULT ''; -- the users that it called
ALTER TABLE post ADD COLUMN shown  TEXT NOT NULL DEFAULT ''; -- a fingerprint; '': not known
CREATE INDEX post_server ON post (server) WHERE server <> '';

-- The kinds of before 1.1.
UPDATE post SET reader = coalesce((SELECT id FROM user WHERE dm = post.channel), '');
UPDATE post SET kind = 'hint', about = '' WHERE kind = 'panel' AND about = 'hint';
UPDATE post SET kind = 'answer', about = '' WHERE kind = 'live' AND about IN ('back', 'ahead', 'chosen');
UPDATE post SET kind = substr(about, 1, instr(about || ' ', ' ') - 1),
	about = trim(substr(about, instr(about || ' ', ' '))) WHERE kind = 'live';
UPDATE post SET kind = 'late', about = '' WHERE kind = 'away' AND about = 'late';
UPDATE post SET called = trim(replace(replace(' ' || about || ' ', ' undo ', ' '), ' living ', ' ')), about = ''
	WHERE kind = 'board';

ALTER TABLE outbox ADD COLUMN doubt INTEGER NOT NULL DEFAULT 0; -- 1: an attempt may have brought it to Discord
