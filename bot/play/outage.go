package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// presence is what the service knows of the time in which people could be served.
type presence struct {
	seen  time.Time      // when they last could
	heard time.Time      // since when they can
	lost  []match.Outage // that some tables do not have back yet
}

// missedBeats is after what time without a word nobody can be served any more: two beats of a
// minute were missed.
const missedBeats = 150 * time.Second

// Attend has the service decide about time as if nobody could be served, until it hears otherwise
// from Serves. Without it, everybody can always be served.
func (s *Service) Attend() { s.present.Store(&presence{}) }

// Serves says that people can be served now, and in which outages tables have lost what they do not
// all have back yet.
func (s *Service) Serves(now time.Time, lost []match.Outage) {
	p := presence{seen: now, heard: now, lost: lost}
	if was := s.present.Load(); was != nil && now.Sub(was.seen) <= match.ShortestOutage {
		p.heard = was.heard
	}
	s.present.Store(&p)
}

// Seen returns when people could last be served.
func (s *Service) Seen() time.Time { return s.present.Load().seen }

// rules are those for a decision at a moment.
func (s *Service) rules(at time.Time) match.Rules {
	r := s.Rules
	if p := s.present.Load(); p != nil {
		r.Heard = p.heard
		if at.Sub(p.seen) > missedBeats {
			r.Heard = at
		}
	}
	return r
}

// regain gives the table of a call back what it lost in outages, before anything else happens
// there.
func (s *Service) regain(ctx context.Context, call *Call, wanted match.Command) error {
	p := s.present.Load()
	if _, is := wanted.(match.Outage); is || p == nil {
		return nil
	}
	for _, o := range p.lost {
		t, _, err := s.do(ctx, Call{Game: call.Game, At: call.At, Table: call.Table}, o)
		switch {
		case err == nil && call.Table != nil:
			if err := call.holds(t); err != nil {
				return err
			}
			call.Table = t
		case err != nil && !errors.Is(err, match.ErrUnchanged):
			return err
		}
	}
	return nil
}

// Lost reports whether some tables do not have back yet what they lost.
func (s *Service) Lost() bool { return len(s.present.Load().lost) > 0 }

// GiveBack gives all tables back what they lost in the outages that the service was told of. It can
// be cut short and repeated at any point, also by several processes at once, since each table
// remembers the last one.
func (s *Service) GiveBack(ctx context.Context, now time.Time) error {
	p := s.present.Load()
	games, err := s.Store.GamesIn(ctx, match.Lobby, match.Running)
	if err != nil {
		return err
	}
	for _, o := range p.lost {
		told, err := s.each(ctx, games, now, o)
		if err != nil {
			return fmt.Errorf("give tables the time of an outage back: %w", err)
		}
		if err := storage.Regained(ctx, s.Store, o.Until); err != nil {
			return err
		}
		s.Log.WarnContext(ctx, "nobody could be served for a while, and clocks have that time back",
			slog.Time("from", o.From), slog.Time("until", o.Until), slog.Int("games", told))
	}
	return nil
}

// each carries a command out at some tables, and returns at how many it changed something. One game
// must not keep the others from going on.
func (s *Service) each(ctx context.Context, games []match.Game, now time.Time,
	wanted match.Command,
) (changed int, err error) {
	for _, g := range games {
		_, _, err := s.Do(ctx, Call{Game: g.ID, At: now}, wanted)
		switch {
		case err == nil:
			changed++
		case errors.Is(err, match.ErrUnchanged):
		case ctx.Err() != nil, errors.Is(err, storage.ErrAway), errors.Is(err, storage.ErrFull):
			return changed, fmt.Errorf("game %s: %w", g.ID, err)
		default:
			s.Log.ErrorContext(ctx, "a game was left as it was after a start",
				"game", string(g.ID), "command", fmt.Sprintf("%T", wanted), "error", err)
		}
	}
	return changed, nil
}
