-- When a user has last set quiet hours, or moved them to another zone. They can be moved once a day.

-- +goose Up

ALTER TABLE habits ADD COLUMN hushed INTEGER; -- microseconds; NULL: never, as far as is known
