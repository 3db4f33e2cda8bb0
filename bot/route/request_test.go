package route_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/route"
)

func TestNumberedOptionsMayLeaveGaps(t *testing.T) {
	option := func(name string) discord.Option {
		return discord.Option{Name: name, Value: "of " + name}
	}
	r := &route.Request{Interaction: &discord.Interaction{Options: []discord.Option{
		option("user10"), option("user"), option("users2"), option("user3"), {Name: "user1"},
	}}}
	want := []discord.Option{option("user3"), option("user10")}
	if diff := cmp.Diff(want, r.Numbered("user")); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}
