package storage_test

import (
	"reflect"
	"testing"

	"konduktor/storage"
)

// mostMethods bounds what every store and every wrapper of one has to know about. What one room
// alone needs has an interface of its own, like Dailies.
const mostMethods = 60

func TestAStoreHasFewMethods(t *testing.T) {
	if n := reflect.TypeFor[storage.Store]().NumMethod(); n > mostMethods {
		t.Errorf("storage.Store has %d methods, want at most %d", n, mostMethods)
	}
}
