package postgres

import (
	"context"
	"fmt"
)

// Size returns how many bytes the tables and indexes take, what was deleted and not yet reused
// included.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.pool.QueryRowContext(ctx, `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("read the size of the database: %w", explain(err))
	}
	return bytes, nil
}
