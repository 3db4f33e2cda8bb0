-- A deleted server or channel takes the tables of its games along: they are found without reading all open games.

-- +goose Up

CREATE INDEX game_guild ON game (guild) WHERE state IN ('lobby', 'running');
CREATE INDEX game_channel ON game (channel) WHERE state IN ('lobby', 'running');
