package soak

import (
	"context"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
)

// question makes an interaction of somebody at a machine. One that could be a move is not asked by those who can move.
type question struct {
	move bool
	make func(m *machine, who discord.User) *discord.Interaction
}

// questioned asks both machines the same.
func (e *eavesdropper) questioned(ctx context.Context, who discord.User, list []question) {
	q := list[e.rng.IntN(len(list))]
	for _, seat := range e.games[0].copy.ToMove() {
		if q.move && e.games[0].user(seat).ID == who.ID {
			return
		}
	}
	e.count("questions", 1)
	for _, h := range e.halves {
		h.handle(ctx, q.make(h.machine, who))
	}
}

// ask chooses somebody who may not know the secret, and lists what they can ask.
func (e *eavesdropper) ask() (discord.User, []question) {
	g := e.games[0]
	who := discord.User{ID: "7", Name: "Eve"}
	if seat := engine.Seat(1 + e.rng.IntN(e.pair.seats)); seat != e.pair.secret {
		who = g.user(seat)
	}
	id, last := string(g.row.ID), e.pair.steps[len(e.pair.steps)-1]
	var list []question
	for _, words := range []string{
		"hand", "board", "board text=text", "board text=tickets", "board text=news", "board city=a", "log", "games", "draw card=x", "keep ticket1=x", "claim route=x", "claim route=0 cards=x",
		"tickets", "pay", "place where=x", "exchange", "port city=x", "share ticket1=x", "lay row=red", "lay row=x", "rules", "help",
		"game join", "game start", "game move-here", "withdraw", "pieces trains=x",
	} {
		fields := strings.Fields(words)
		path := fields[:1]
		if fields[0] == "game" {
			path = fields[:2]
		}
		list = append(list, question{true, func(m *machine, who discord.User) *discord.Interaction {
			return m.slash(who, strings.Join(path, " "), append(slices.Clone(fields[len(path):]), "game="+id)...)
		}})
	}
	for _, words := range []string{
		"claim route", "claim cards", "draw card", "draw refill", "pieces trains", "pieces ships", "port city", "exchange pieces", "keep ticket1",
		"share ticket1", "pay cards", "place where", "board city", "lay row", "hand game",
	} {
		command, option, _ := strings.Cut(words, " ")
		list = append(list, question{false, func(m *machine, who discord.User) *discord.Interaction {
			ix := m.slash(who, command, option+"=", "game="+id)
			ix.Kind, ix.Options[0].Focused, ix.Channel = discord.Autocomplete, true, g.row.Thread
			return ix
		}})
	}
	for _, custom := range []string{
		"hand/" + id, "log/" + id + "/1", "text/" + id + "/1", g.do(engine.Ply(len(e.pair.steps)), last.moves[0]), g.do(0, e.pair.steps[0].moves[0]),
		"ask/" + id + "/9/lay:e", "ask/" + id + "/9/claim:0", "narrow/" + id + "/9/claim:0", "page/" + id + "/9/2", "join/" + id, "start/" + id,
	} {
		list = append(list, question{true, func(m *machine, who discord.User) *discord.Interaction { return m.click(who, custom) }})
	}
	return who, list
}
