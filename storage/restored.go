package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Restored is the mark of a database that was restored from a copy, until its tables have been told
// so. It is a setting of the database, so that it needs no table and every release can leave it be.
type Restored struct {
	ID   int       `json:"id"`   // of the restore, higher than that of an earlier one
	Copy time.Time `json:"copy"` // of the last change that the copy knows
}

// RestoredKey is the setting that holds the mark; "": the tables have been told.
const RestoredKey = "restored"

// restoresSince is when restores began to be counted, in minutes: two in one minute are one.
var restoresSince = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// NewRestored is the mark of a restore that happens now.
func NewRestored(now, copied time.Time) Restored {
	return Restored{max(int(now.Sub(restoresSince)/time.Minute), 1), copied.UTC()}
}

// Encode returns the mark as the setting holds it.
func (r Restored) Encode() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("encode the mark of a restore: %v", err)) // no field can fail
	}
	return string(text)
}

// ReadRestored returns the mark of a store and its text; "" if the tables have been told, or there
// was no restore.
func ReadRestored(ctx context.Context, s SettingReader) (r Restored, text string, err error) {
	return readSetting[Restored](ctx, s, RestoredKey)
}
