// Package testapi has the old names of package client, for tests that still use them.
package testapi

import (
	"testing"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/client"
)

// The old names.
type (
	Server      = sandbox.Server
	User        = client.User
	Channel     = client.Channel
	Message     = client.Message
	Interaction = client.Interaction
	Option      = client.Option
	Choice      = client.Choice
	Component   = client.Component
)

// New starts a sandbox and closes it at the end of the test.
func New(t testing.TB, o sandbox.Options) *Server { return sandbox.StartTest(t, o) }

// Opt returns an option.
func Opt(name string, value any) Option { return client.Opt(name, value) }
