package discordtest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDescriptionHasTheChecksumOfItsReadme(t *testing.T) {
	text, err := decompress()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); !strings.Contains(string(page), sum) {
		t.Errorf("the description's SHA-256 is %s, README.md names another", sum)
	}
}
