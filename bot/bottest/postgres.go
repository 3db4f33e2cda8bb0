//go:build postgres

package bottest

import "konduktor/storage/postgres/served"

func init() { Serve(served.New, served.Open) }
