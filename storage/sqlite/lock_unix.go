//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock locks a file, and makes it if there is none.
func lock(name string) (unlock func() error, err error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock(file, syscall.LOCK_EX); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file.Close, nil
}

// tryLock finds out whether a file could be locked. Where nobody holds it, a lock at the same
// moment has to be tried again.
func tryLock(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(flock(file, syscall.LOCK_SH), file.Close())
}

func flock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrServed
		}
		return fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
}
