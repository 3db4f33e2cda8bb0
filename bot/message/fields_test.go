package message

import (
	"reflect"
	"testing"

	"konduktor/bot/speech"
)

// What a panel shows follows from the chronicle and the present row: a flag more is one that can
// contradict them.
func TestAPanelIsDescribedInFewFields(t *testing.T) {
	const most = 20
	n := reflect.TypeFor[Request]().NumField() + reflect.TypeFor[speech.Panel]().NumField()
	if n > most {
		t.Errorf("Request and speech.Panel have %d fields together, at most %d are wanted", n, most)
	}
}
