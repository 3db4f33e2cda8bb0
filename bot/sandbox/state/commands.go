package state

import (
	"slices"
	"strconv"
	"time"

	"konduktor/bot/sandbox/wire"
)

type creates struct {
	day string
	n   int
}

// SetCommands replaces the commands. Commands with a known name keep their ID; the others count as
// created today.
func (s *State) SetCommands(list []wire.Command) error {
	created := 0
	for i := range list {
		cmd := &list[i]
		cmd.Type, cmd.ApplicationID, cmd.Version = wire.CommandChatInput, s.Bot.ID, s.NextID()
		if cmd.IntegrationTypes == nil {
			cmd.IntegrationTypes = &[]int{wire.InstalledToGuild}
		}
		same := func(old wire.Command) bool { return old.Name == cmd.Name }
		if at := slices.IndexFunc(s.Commands, same); at >= 0 {
			cmd.ID = s.Commands[at].ID
			continue
		}
		created++
		cmd.ID = s.NextID()
	}
	if day := s.Now().UTC().Format(time.DateOnly); s.creates.day != day {
		s.creates = creates{day: day}
	}
	if s.creates.n+created > wire.MaxCommandCreates {
		return wire.ErrCommandCreates
	}
	s.creates.n += created
	s.Commands = list
	s.tell(Event{Commands: true})
	return nil
}

// CommandsFor returns the commands that p can use in c.
func (s *State) CommandsFor(p *Person, c *Channel) []wire.Command {
	var list []wire.Command
	for _, cmd := range s.Commands {
		inContext := cmd.Contexts == nil || slices.Contains(*cmd.Contexts, contextOf(c))
		if inContext && isInstalled(p, c, *cmd.IntegrationTypes) && MayUse(p, cmd) {
			list = append(list, cmd)
		}
	}
	return list
}

// isInstalled reports whether the app is installed for p in c in one of these ways.
func isInstalled(p *Person, c *Channel, ways []int) bool {
	return slices.Contains(ways, wire.InstalledToGuild) && !c.Private() && !p.Left ||
		slices.Contains(ways, wire.InstalledToUser) && p.Installed
}

// MayUse reports whether Discord shows a command to p.
func MayUse(p *Person, cmd wire.Command) bool {
	if cmd.DefaultMemberPermissions == nil {
		return true
	}
	needed, err := strconv.ParseInt(string(*cmd.DefaultMemberPermissions), 10, 64)
	return err == nil && p.Permissions()&needed == needed
}
