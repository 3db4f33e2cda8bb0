package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
)

// dailyCmd measures how well the deal of a day compares people (docs/daily.md).
type dailyCmd struct {
	Title  string    `help:"The title to play."`
	Seats  int       `help:"Number of seats: a person's, and those of steady."`
	Deals  int       `default:"300" help:"Number of deals, each with the shuffle of C16 and with that of C18."`
	Plays  int       `default:"6" help:"How many people of each level play each deal: strong, and steady with slips."`
	Effort float64   `default:"0.1" help:"How many times as long as usual strong thinks."`
	Slips  []float64 `default:"0.1" help:"How often people of the level steady make any legal move: 1 is always."`
	Seed   uint64    `default:"1" help:"The series: deal i of a series is always the same."`
}

// outcome is what one play of a deal has brought.
type outcome struct{ points, lead, victory float64 }

// comparisons and days say how often two people are compared, and over how many deals each time.
const comparisons, days = 1000, 20

// Run plays all deals and prints what share of the variance they explain, and how often twenty of
// them put strong before steady.
func (c *dailyCmd) Run(ctx context.Context, std streams) error {
	title, err := (&arenaCmd{
		Title: c.Title, Seats: c.Seats, Players: []string{"strong"}, Games: c.Deals, Workers: 1,
	}).check()
	if err != nil {
		return err
	}
	if c.Plays < 2 || c.Deals < 2 {
		return usage("--plays and --deals can be from 2")
	}
	for _, shuffle := range []string{"one", "apart"} {
		deals := make([]engine.Setup, c.Deals)
		for i := range deals {
			deals[i], _ = ai.Simulated(c.Seed, i, c.Seats)
			deals[i].Options = map[string]string{engine.Shuffling().Key: shuffle}
		}
		strong, err := c.play(ctx, title, deals, "strong", 0)
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s, %d seats, shuffle=%s, %d deals, %d plays, effort %g:", c.Title, c.Seats,
			shuffle, c.Deals, c.Plays, c.Effort)
		for _, of := range []struct {
			name  string
			value func(outcome) float64
		}{
			{"points", func(o outcome) float64 { return o.points }},
			{"lead", func(o outcome) float64 { return o.lead }},
			{"victory", func(o outcome) float64 { return o.victory }},
		} {
			share, wrong := explained(strong, of.value)
			fmt.Fprintf(std.out, " %s %.3f ± %.3f", of.name, share, wrong)
		}
		fmt.Fprintln(std.out)
		for _, slips := range c.Slips {
			steady, err := c.play(ctx, title, deals, "steady", slips)
			if err != nil {
				return err
			}
			deal, first := compared(strong, steady, rand.New(rand.NewPCG(c.Seed, 2)))
			fmt.Fprintf(std.out, "  strong beats steady with %g slips at %.1f %% of the deals, "+
				"and is first after %d in %.0f of %d trials\n", slips, 100*deal, days, first, comparisons)
		}
	}
	return nil
}

// play has people of a level play each deal against steady computers.
func (c *dailyCmd) play(ctx context.Context, title engine.Title, deals []engine.Setup, level string,
	slips float64,
) ([][]outcome, error) {
	all := make([][]outcome, len(deals))
	for i, setup := range deals {
		own := i % c.Seats
		for n := range c.Plays {
			players := make([]ai.Player, c.Seats)
			for seat := range players {
				players[seat], _ = ai.NewPlayer("steady", title, 0)
			}
			person, err := ai.NewPlayerWithEffort(level, title, uint64(n), c.Effort)
			if err != nil {
				return nil, fmt.Errorf("make a player: %w", err)
			}
			players[own] = &slipping{person, slips, rand.New(rand.NewPCG(uint64(i), uint64(n)))}
			game, err := ai.PlayOut(ctx, title, setup, players)
			if err != nil {
				return nil, fmt.Errorf("deal %d: %w", i, err)
			}
			all[i] = append(all[i], outcomeOf(&game.View, engine.Seat(own+1), teamSize(title)))
		}
	}
	return all, nil
}

// slipping is a player that makes any legal move once in a while.
type slipping struct {
	ai.Player
	rate   float64
	random *rand.Rand
}

// Choose returns the move of the player, or any other, paid as proposed.
func (s *slipping) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	legal := v.Legal()
	if s.random.Float64() >= s.rate || len(legal) == 0 {
		return s.Player.Choose(ctx, v, told)
	}
	m := legal[s.random.IntN(len(legal))]
	v.Propose(&m)
	return m, nil
}

func outcomeOf(v *engine.View, own engine.Seat, team int) outcome {
	best := math.Inf(-1) // of the others
	var o outcome
	for i := range v.Seats {
		total := float64(v.Seats[i].Final.Total)
		switch {
		case engine.Seat(i+1) == own:
			o.points = total
		case i/team != int(own-1)/team:
			best = max(best, total)
		}
	}
	o.lead = o.points - best
	for _, seat := range v.Winners {
		if seat == own {
			o.victory = float64(team) / float64(len(v.Winners))
		}
	}
	return o
}

// explained returns the intraclass correlation of a value: the share of its variance that the deal
// explains, and its standard error. Each deal was played equally often.
func explained(deals [][]outcome, value func(outcome) float64) (share, wrong float64) {
	n, k := float64(len(deals)), float64(len(deals[0]))
	var all, within, between float64
	means := make([]float64, len(deals))
	for i, plays := range deals {
		for _, o := range plays {
			means[i] += value(o) / k
		}
		for _, o := range plays {
			within += (value(o) - means[i]) * (value(o) - means[i])
		}
		all += means[i] / n
	}
	for _, m := range means {
		between += k * (m - all) * (m - all)
	}
	between, within = between/(n-1), within/(n*(k-1))
	share = (between - within) / (between + (k-1)*within)
	return share, (1 - share) * (1 + (k-1)*share) * math.Sqrt(2/(k*(k-1)*(n-1)))
}

// compared returns the share of deals at which a person of the one level gets more points than one
// of the other, a tie counting half, and in how many trials the sum of matchpoints over some deals
// puts them first. They are two of a field of both levels in equal numbers.
func compared(strong, steady [][]outcome, random *rand.Rand) (daily, first float64) {
	for range comparisons {
		var ahead float64
		for range days {
			deal := random.IntN(len(strong))
			one := strong[deal][random.IntN(len(strong[deal]))].points
			other := steady[deal][random.IntN(len(steady[deal]))].points
			spread := map[int]int{}
			for _, o := range strong[deal] {
				spread[int(o.points)] += len(steady[deal])
			}
			for _, o := range steady[deal] {
				spread[int(o.points)] += len(strong[deal])
			}
			ahead += match.PlaceIn(spread, int(one)).Matchpoints() -
				match.PlaceIn(spread, int(other)).Matchpoints()
			daily += half(one-other) / (comparisons * days)
		}
		first += half(ahead)
	}
	return daily, first
}

// half is 1 for what is ahead, 0 for what is behind, and one half for a tie.
func half(difference float64) float64 {
	switch {
	case difference > 0:
		return 1
	case difference < 0:
		return 0
	}
	return .5
}
