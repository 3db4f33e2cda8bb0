package notation

import (
	"encoding/json"
	"testing"

	"konduktor/engine"
)

func TestOnlyNotationPrintsViews(t *testing.T) {
	v := engine.View{Title: "nordic"}
	v.WithRules(worldly(), 0, nil, nil)
	if _, err := MarshalView(&v); err != nil {
		t.Error(err)
	}
	if text, err := json.Marshal(v); err == nil {
		t.Errorf("json.Marshal prints %s", text)
	}
	if text, err := json.Marshal(&v); err == nil {
		t.Errorf("json.Marshal prints %s by reference", text)
	}
}
