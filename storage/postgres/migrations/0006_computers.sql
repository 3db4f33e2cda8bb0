-- +goose Up
ALTER TABLE daily ADD COLUMN computers INTEGER NOT NULL DEFAULT 1; -- the version that the try is against
DROP INDEX daily_points;
CREATE INDEX daily_points ON daily (day, computers, points) WHERE points IS NOT NULL;
