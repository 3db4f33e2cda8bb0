package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/rating"
)

// ratingsCmd rates the people of a folder of records, named as in their Seats tag.
type ratingsCmd struct {
	Dir   string    `arg:"" help:"The folder; its *.rec are read."`
	Day   time.Time `required:"" format:"2006-01-02" help:"The day to rate at: its midnight in UTC, as 2026-11-23."`
	Title string    `help:"Rate what people are in this title, if they have played 10 rated games of it."`
	JSON  bool      `name:"json" help:"Print JSON."`
}

// ratingsReport is what the command prints.
type ratingsReport struct {
	Day     string         `json:"day"`
	Games   int            `json:"games"`
	People  []ratedPerson  `json:"people"` // by name
	LeftOut map[string]int `json:"left_out,omitempty"`
}

type ratedPerson struct {
	Name      string  `json:"name"`
	S         float64 `json:"s"`
	Error     float64 `json:"error"`
	Rating    int     `json:"rating"`
	PlusMinus int     `json:"plusminus"`
	Games     int     `json:"games"`
	met       int     // people
}

// shown reports whether a table shows the rating.
func (p *ratedPerson) shown() bool { return p.strength().Shown() && p.met >= rating.Opponents }

func (p *ratedPerson) strength() rating.Strength { return rating.Strength{S: p.S, Error: p.Error} }

// league are the rated games of a folder, and the people in them.
type league struct {
	day     time.Time
	names   []string
	games   []rating.Game
	leftOut map[string]int
}

// Run prints the ratings.
func (c *ratingsCmd) Run(ctx context.Context, std streams) error {
	files, err := filepath.Glob(filepath.Join(c.Dir, "*.rec"))
	if err != nil {
		return usage("the folder %s: %s", c.Dir, err)
	}
	l := &league{day: c.Day, leftOut: map[string]int{}}
	for _, file := range files {
		if err := l.add(file); err != nil {
			return err
		}
	}
	report, err := l.report(ctx, c.Title)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(std.out).Encode(report)
	}
	return report.print(std)
}

// add reads a record; one that is not rated is counted with the reason.
func (l *league) add(file string) error {
	record, err := readRecord(file, mapFlag{})
	if err != nil {
		return err
	}
	g, err := record.replay(-1)
	if err != nil {
		return err
	}
	var age time.Duration
	if !record.Ended.IsZero() {
		age = l.day.Sub(record.Ended)
	}
	v := g.View(engine.Public)
	known := len(l.names)
	rated, err := l.rated(record, &v, age)
	if err != nil {
		l.names = l.names[:known]
		l.leftOut[err.Error()]++
		return nil
	}
	l.games = append(l.games, rated)
	return nil
}

// rated makes a rated game of a record. One that names the lobby shows whether lots were drawn.
func (l *league) rated(record *recordFile, v *engine.View, age time.Duration) (rating.Game, error) {
	entrants, err := rating.Entrants(v)
	if err != nil {
		return rating.Game{}, err
	}
	drawn := match.SeatOrder(record.Lobby, match.TeamSize(record.Title), record.Setup.Seed)
	if record.Lobby != nil && !slices.Equal(drawn, record.Setup.Names) {
		return rating.Game{}, rating.ErrNoLots
	}
	for i := range entrants {
		e := &entrants[i]
		if level, computer := strings.CutPrefix(v.Seats[i].Name, "computer:"); computer {
			e.Person, e.Level = rating.Computer, level
			continue
		}
		e.Person = l.person(v.Seats[i].Name)
		e.Rated = record.Rated == nil || slices.Contains(record.Rated, engine.Seat(i+1))
	}
	for _, out := range record.LeftOut {
		entrants[out.Seat-1].LeftOut = rating.LeftOut(out.Why)
	}
	return rating.NewGame(v.Title, cmp.Or(record.Computers, 1), entrants, age)
}

func (l *league) person(name string) int {
	if i := slices.Index(l.names, name); i >= 0 {
		return i
	}
	l.names = append(l.names, name)
	return len(l.names) - 1
}

// report fits the games; with a title, for those who have played enough of it.
func (l *league) report(ctx context.Context, title string) (ratingsReport, error) {
	n := len(l.names)
	strengths, err := rating.Fit(ctx, n, l.games)
	enough := 1
	if err == nil && title != "" {
		strengths, err = rating.FitTitle(ctx, title, strengths, l.games)
		enough = rating.OwnGames
	}
	if err != nil {
		return ratingsReport{}, err
	}
	r := ratingsReport{
		Day: l.day.Format(time.DateOnly), Games: len(l.games), People: []ratedPerson{},
		LeftOut: l.leftOut,
	}
	met := rating.Met(n, l.games)
	for i, played := range l.played(title) {
		if played >= enough {
			s := strengths[i]
			r.People = append(r.People, ratedPerson{
				l.names[i], s.S, s.Error, s.Points(), s.PlusMinus(), played, met[i],
			})
		}
	}
	slices.SortFunc(r.People, func(a, b ratedPerson) int { return strings.Compare(a.Name, b.Name) })
	return r, nil
}

func (l *league) played(title string) []int {
	n := make([]int, len(l.names))
	for _, g := range l.games {
		if title != "" && g.Title != title {
			continue
		}
		for _, u := range g.Units {
			for _, p := range u.Members {
				if p.Person != rating.Computer {
					n[p.Person]++
				}
			}
		}
	}
	return n
}

// print writes the table, ordered as that of a server; those who are not shown come last.
func (r *ratingsReport) print(std streams) error {
	lowest := func(p *ratedPerson) int {
		if !p.shown() {
			return math.MinInt
		}
		return p.strength().LowerEnd()
	}
	people := slices.SortedStableFunc(slices.Values(r.People), func(a, b ratedPerson) int {
		return cmp.Compare(lowest(&b), lowest(&a))
	})
	w := tabwriter.NewWriter(std.out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "rating\t±\tgames\t  name")
	for _, p := range people {
		shown, note := strconv.Itoa(p.Rating), ""
		switch {
		case !p.shown():
			shown = "-"
		case p.strength().Early():
			note = " (early)"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t  %s%s\n", shown, p.PlusMinus, p.Games, p.Name, note)
	}
	err := w.Flush()
	for _, why := range slices.Sorted(maps.Keys(r.LeftOut)) {
		_, failed := fmt.Fprintf(std.out, "%d left out: %s\n", r.LeftOut[why], why)
		err = errors.Join(err, failed)
	}
	return err
}
