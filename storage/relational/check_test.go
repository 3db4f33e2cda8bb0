package relational_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/storage/relational"
)

// hanging is a database whose transactions end with an error when it is closed, not before.
type hanging chan struct{}

func (h hanging) Change(context.Context, func(relational.Session) error) error {
	<-h
	return errors.New("closed")
}

func (h hanging) Read(ctx context.Context, get func(relational.Session) error) error {
	return h.Change(ctx, get)
}

func (h hanging) Look(ctx context.Context, get func(relational.Session) error) error {
	return h.Change(ctx, get)
}

func TestNobodyWaitsForADatabaseThatHangsLongerThanTheyWish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		database := make(hanging)
		s := relational.New(database, relational.Dialect{})
		for range 3 {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			err := s.Check(ctx)
			cancel()
			if took := time.Since(began); took != time.Second ||
				!errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Check took %s and returned %v", took, err)
			}
		}
		close(database)
		synctest.Wait()
		if err := s.Check(t.Context()); err == nil || err.Error() != "closed" {
			t.Errorf("the database is said to work: %v", err)
		}
	})
}
