package bot_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets more tests run side by side than there are cores: those on the sandbox mostly wait.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	if code == 0 {
		if err := leaked(); err != nil {
			fmt.Fprintln(os.Stderr, "after the tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// leaked returns what still runs ten seconds after the tests: on a busy machine goroutines take
// their time to end. A look of goleak's takes less than half a second.
func leaked() (err error) {
	for range 25 {
		if err = goleak.Find(); err == nil {
			return nil
		}
	}
	return err
}
