package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"konduktor/storage"
)

// The codes of PostgreSQL that mean something to Konduktor (its manual, appendix A).
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	diskFull             = "53100"
	dataCorrupted        = "XX001"
	indexCorrupted       = "XX002"
	invalidPassword      = "28P01"
	invalidAuthorization = "28000"
	noSuchDatabase       = "3D000"
	insufficientRights   = "42501"
	lockNotAvailable     = "55P03"
	readOnlyTransaction  = "25006"
)

// code returns PostgreSQL's code of an error, "" if it has none.
func code(err error) string {
	if fault, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fault.Code
	}
	return ""
}

// isUnique reports whether a statement failed because there is a row with the same key.
func isUnique(err error) bool { return code(err) == uniqueViolation }

// isRace reports whether a transaction failed because another one was faster.
func isRace(err error) bool {
	c := code(err)
	return c == serializationFailure || c == deadlockDetected
}

// isLost reports whether a connection broke that there was, and not one that could not be made.
func isLost(err error) bool {
	if _, unmade := errors.AsType[*pgconn.ConnectError](err); unmade ||
		errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	c := code(err)
	return c == "" || strings.HasPrefix(c, "57P") || strings.HasPrefix(c, "08")
}

// isAway reports whether the server could not be reached, or let nobody in because it is being
// stopped or started.
func isAway(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if c := code(err); c != "" {
		return strings.HasPrefix(c, "57P") || strings.HasPrefix(c, "08")
	}
	_, unmade := errors.AsType[*pgconn.ConnectError](err)
	_, broken := errors.AsType[*net.OpError](err)
	return unmade || broken || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}

// explain adds to an error of PostgreSQL's what its code means for Konduktor or an operator, and
// leaves others as they are. The server quotes values of rows in the details of an error, among
// them seeds; only its message stays.
func explain(err error) error {
	if isAway(err) {
		err = fmt.Errorf("%w: %w", storage.ErrAway, err)
	}
	fault, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || errors.Is(err, storage.ErrFull) || errors.Is(err, storage.ErrDamaged) {
		return err
	}
	switch fault.Code {
	case diskFull:
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	case dataCorrupted, indexCorrupted:
		return fmt.Errorf("%w: %w", storage.ErrDamaged, err)
	case invalidPassword, invalidAuthorization:
		return fmt.Errorf("the database does not let this user in (is the password right?): %w", err)
	case noSuchDatabase:
		return fmt.Errorf(
			"there is no such database; an empty one is made by CREATE DATABASE … ENCODING 'UTF8': %w", err,
		)
	case insufficientRights:
		return fmt.Errorf("the database user lacks a right: it must own the database: %w", err)
	case readOnlyTransaction:
		return fmt.Errorf("the database cannot be written: is this a standby?: %w", err)
	case lockNotAvailable:
		return fmt.Errorf("another process has kept a row locked: %w", err)
	case serializationFailure, deadlockDetected:
		return fmt.Errorf("other processes were always faster: %w", err)
	}
	if strings.HasPrefix(fault.Code, "57P") {
		return fmt.Errorf("the database is being stopped or started: %w", err)
	}
	return err
}
