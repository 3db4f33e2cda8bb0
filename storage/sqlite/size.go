package sqlite

import (
	"context"
	"fmt"
)

// Size returns how many bytes the tables and indexes take, those still in the log included, and
// free pages too.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.read.pool.QueryRowContext(ctx,
		`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("read the size of the database: %w", explain(err))
	}
	return bytes, nil
}
