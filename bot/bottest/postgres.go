//go:build postgres

package bottest

import "konduktor/bot/bottest/served"

func init() { Serve(served.New, served.Open) }
