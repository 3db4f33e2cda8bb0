package sandbox

import (
	"encoding/json"
	"slices"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// commandScope checks the route's application and guild and returns the guild's
// id, "" for the global commands.
func (s *Server) commandScope(c *call) (string, error) {
	if c.path("app") != s.world.bot.ID {
		return "", &APIError{Status: 404, Code: 10002, Message: "Unknown Application"}
	}
	guild := c.path("guild")
	if guild != "" {
		if err := s.guildOf(c); err != nil {
			return "", err
		}
	}
	return guild, nil
}

func (s *Server) getCommands(c *call) (any, error) {
	guild, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	if list := s.world.commands[guild]; list != nil {
		return list, nil
	}
	return []wire.Command{}, nil
}

func (s *Server) getCommand(c *call) (any, error) {
	guild, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	for _, cmd := range s.world.commands[guild] {
		if cmd.ID == c.path("command") {
			return cmd, nil
		}
	}
	return nil, errUnknownCommand
}

// putCommands replaces all commands of the scope. Those whose name was there
// keep their id; new ones count towards the 200 creates of a day.
func (s *Server) putCommands(c *call) (any, error) {
	guild, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	var list []wire.Command
	if c.body == nil {
		return nil, errInvalidJSON
	}
	if err := s.decodeJSON(c.body, &list, ""); err != nil {
		return nil, err
	}
	if err := checkCommands(list); err != nil {
		return nil, err
	}
	return s.setCommands(guild, list)
}

// createCommand adds a command, or replaces the one of its name.
func (s *Server) createCommand(c *call) (any, error) {
	guild, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	var cmd wire.Command
	if err := s.decode(c, &cmd); err != nil {
		return nil, err
	}
	var f form
	checkCommand(&f, "", &cmd)
	if err := f.err(); err != nil {
		return nil, err
	}
	list := slices.Clone(s.world.commands[guild])
	i := slices.IndexFunc(list, func(o wire.Command) bool { return sameCommand(o, cmd) })
	if i >= 0 {
		list[i] = cmd
	} else {
		list = append(list, cmd)
		i = len(list) - 1
		c.status = 201
	}
	if err := checkCommands(list); err != nil {
		return nil, err
	}
	done, err := s.setCommands(guild, list)
	if err != nil {
		return nil, err
	}
	return done[i], nil
}

func (s *Server) deleteCommand(c *call) (any, error) {
	guild, err := s.commandScope(c)
	if err != nil {
		return nil, err
	}
	list := s.world.commands[guild]
	i := slices.IndexFunc(list, func(o wire.Command) bool { return o.ID == c.path("command") })
	if i < 0 {
		return nil, errUnknownCommand
	}
	s.world.commands[guild] = slices.Delete(slices.Clone(list), i, i+1)
	s.tellCommands()
	return nil, nil
}

// sameCommand says whether two commands of a scope are one: kind and name.
func sameCommand(a, b wire.Command) bool {
	kind := func(c wire.Command) int { return max(1, c.Type) }
	return a.Name == b.Name && kind(a) == kind(b)
}

// setCommands stores a checked list and gives ids and versions.
func (s *Server) setCommands(guild string, list []wire.Command) ([]wire.Command, error) {
	old, created := s.world.commands[guild], 0
	out := make([]wire.Command, len(list))
	for i, cmd := range list {
		cmd.Type = max(1, cmd.Type)
		cmd.ApplicationID, cmd.GuildID = s.world.bot.ID, guild
		cmd.DefaultPermission = nil
		cmd.ID, cmd.Version = "", s.world.nextID(s.now())
		for _, o := range old {
			if sameCommand(o, cmd) {
				cmd.ID = o.ID
				if sameDefinition(o, cmd) {
					cmd.Version = o.Version
				}
			}
		}
		if cmd.ID == "" {
			created++
			cmd.ID = s.world.nextID(s.now())
		}
		if guild == "" {
			fillContexts(&cmd)
		}
		out[i] = cmd
	}
	day := guild + s.now().UTC().Format("|2006-01-02")
	if s.world.creates[day]+created > maxCommandCreates {
		return nil, errCommandCreates
	}
	if len(s.world.creates) > 64 {
		clear(s.world.creates)
	}
	s.world.creates[day] += created
	s.world.commands[guild] = out
	s.tellCommands()
	s.notify()
	return out, nil
}

// fillContexts writes what a global command without contexts gets.
func fillContexts(cmd *wire.Command) {
	dm := cmd.DMPermission == nil || *cmd.DMPermission
	cmd.DMPermission = &dm
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = &[]int{0}
	}
}

// sameDefinition says whether two commands differ in id and version at most.
func sameDefinition(a, b wire.Command) bool {
	b.ID, b.Version, b.DMPermission, b.IntegrationTypes = a.ID, a.Version, a.DMPermission, a.IntegrationTypes
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}
