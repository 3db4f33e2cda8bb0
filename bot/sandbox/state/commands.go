package state

import (
	"slices"
	"strconv"
	"time"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
)

// creates counts the commands made on one day.
type creates struct {
	day string
	n   int
}

// SetCommands replaces the commands. Those whose name was there keep their id; the others count towards a day's creates.
func (s *State) SetCommands(list []wire.Command) error {
	created := 0
	for i := range list {
		cmd := &list[i]
		cmd.Type, cmd.ApplicationID, cmd.Version = wire.CommandChatInput, s.Bot.ID, s.NextID()
		if cmd.IntegrationTypes == nil {
			cmd.IntegrationTypes = &[]int{0}
		}
		if at := slices.IndexFunc(s.Commands, func(old wire.Command) bool { return old.Name == cmd.Name }); at >= 0 {
			cmd.ID = s.Commands[at].ID
			continue
		}
		created++
		cmd.ID = s.NextID()
	}
	if day := s.now().UTC().Format(time.DateOnly); s.creates.day != day {
		s.creates = creates{day: day}
	}
	if s.creates.n+created > limits.MaxCommandCreates {
		return limits.ErrCommandCreates
	}
	s.creates.n += created
	s.Commands = list
	s.tell(Event{Commands: true})
	return nil
}

// CommandsFor returns the commands that p can use in c.
func (s *State) CommandsFor(p *Person, c *Channel) []wire.Command {
	wanted := contextOf(c)
	var list []wire.Command
	for _, cmd := range s.Commands {
		if (cmd.Contexts == nil || slices.Contains(*cmd.Contexts, wanted)) && has(p, c, cmd) && MayUse(p, cmd) {
			list = append(list, cmd)
		}
	}
	return list
}

// has says whether the app is installed for p in c in a way that the command is for.
func has(p *Person, c *Channel, cmd wire.Command) bool {
	ways := []int{wire.InstalledToGuild}
	if cmd.IntegrationTypes != nil {
		ways = *cmd.IntegrationTypes
	}
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
