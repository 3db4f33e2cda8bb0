package postgres

import "testing"

func TestUnverifiedAddressesAreRecognized(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	for address, want := range map[string]bool{
		"postgres://ada@db.example/games":                                      true, // sslmode=prefer
		"postgres://ada@db.example/games?sslmode=disable":                      true,
		"postgres://ada@db.example/games?sslmode=require":                      true,
		"postgres://ada@db.example/games?sslmode=verify-full":                  false,
		"postgres://ada@one.example,two.example/games?sslmode=verify-full":     false,
		"postgres://ada@127.0.0.1,two.example/games":                           true,
		"postgres://ada@127.0.0.1/games":                                       false,
		"postgres://ada@[::1]/games":                                           false,
		"postgres://ada@localhost/games":                                       false,
		"postgres://ada@/games?host=%2Fvar%2Frun%2Fpostgresql":                 false,
		"postgres://ada@db.example/games?sslmode=require&sslrootcert=/no/such": false, // cannot be read
	} {
		if got := Unverified(address); got != want {
			t.Errorf("%s: got %t, want %t", address, got, want)
		}
	}
}
