package sqlite

import (
	"errors"
	"syscall"
)

// sharingViolation is Windows' ERROR_SHARING_VIOLATION: another process has the file for itself.
const sharingViolation syscall.Errno = 32

// lock opens a file for this process alone, and makes it if there is none.
func lock(name string) (unlock func() error, err error) {
	return alone(name, syscall.OPEN_ALWAYS)
}

// tryLock finds out whether a file could be locked. Where nobody holds it, a lock at the same
// moment has to be tried again.
func tryLock(name string) error {
	unlock, err := alone(name, syscall.OPEN_EXISTING)
	if err != nil {
		return err
	}
	return unlock()
}

func alone(name string, mode uint32) (unlock func() error, err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	file, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, mode,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, ErrServed
	}
	if err != nil {
		return nil, err
	}
	return func() error { return syscall.CloseHandle(file) }, nil
}
