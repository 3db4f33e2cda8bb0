//go:build unix

package postgrestest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// unprivileged has a command run as another user if this one is root, as whom PostgreSQL does not
// run.
func unprivileged(command *exec.Cmd) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		id, err := strconv.ParseUint(found.Uid, 10, 32)
		if err != nil {
			return err
		}
		group, err := strconv.ParseUint(found.Gid, 10, 32)
		if err != nil {
			return err
		}
		command.SysProcAttr = &syscall.SysProcAttr{
			Credential: &syscall.Credential{Uid: uint32(id), Gid: uint32(group)},
		}
		return nil
	}
	return errors.New("there is neither a user postgres nor a user nobody to run PostgreSQL as")
}
