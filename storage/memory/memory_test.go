package memory

import (
	"testing"

	"konduktor/storage"
	"konduktor/storage/storagetest"
)

func TestStoreBehavesAsEveryStoreMust(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return New() })
}
