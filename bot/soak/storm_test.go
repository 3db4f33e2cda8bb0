package soak

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

func TestAStormOfRefusalsStaysFarFromTheBanAndPassesWithinAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, short := range alone(t, "storm", 0, "").Short {
			t.Error(short)
		}
	})
}

func TestStormNoticesRefusalsThatNobodyCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := alone(t, "storm", 4, faultInsists)
		if !slices.ContainsFunc(r.Short, func(short string) bool { return strings.HasPrefix(short, "refused_in_ten_minutes") }) {
			t.Errorf("storm does not notice refusals that nobody counts: %s", r.Line())
		}
	})
}

func TestEveryTableIsRightAMinuteAfterAStorm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, short := range alone(t, "tables", 0, "").Short {
			t.Error(short)
		}
	})
}

func TestTablesNoticesTurnsThatNobodyIsToldOf(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := alone(t, "tables", 1, faultMute)
		if !slices.ContainsFunc(r.Short, func(short string) bool { return strings.HasPrefix(short, "untold") }) {
			t.Errorf("tables does not notice turns that nobody is told of: %s", r.Line())
		}
	})
}
