package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestEachShardIdentifiesWithItsNumberAndAllMustBeConnected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shards int
		only   *ShardRange
		want   []string
	}{
		"as recommended":     {AutoShards, nil, []string{"[0,3]", "[1,3]", "[2,3]"}},
		"a number":           {2, nil, []string{"[0,2]", "[1,2]"}},
		"those of a process": {4, &ShardRange{2, 3}, []string{"[2,4]", "[3,4]"}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				leave := make(chan struct{})
				var once sync.Once
				g := newGateway(t, func(p *peer, n int) {
					if n > len(c.want) {
						return // nobody comes back
					}
					p.welcome()
					if n == 1 {
						<-leave
						return
					}
					p.stay()
				})
				t.Cleanup(func() { once.Do(func() { close(leave) }) })
				g.shards = 3
				o := g.options()
				o.Shards, o.Only = c.shards, c.only
				ended := logged(&o, "gateway connection ended")
				s := connect(t, o)
				if !s.Ready() {
					t.Error("all are connected: not ready")
				}
				for _, shard := range c.want {
					if got := g.sent(`"shard":` + shard); got != 1 {
						t.Errorf("shard %s identified %d times: %q", shard, got, g.frames)
					}
				}
				once.Do(func() { close(leave) })
				receive(t, ended, "the end of a connection")
				if s.Ready() {
					t.Error("a shard is gone: ready")
				}
			})
		})
	}
}

func TestInteractionsOfAllShardsComeToOneHandler(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, n int) {
			p.welcome()
			p.interaction(fmt.Sprint(100+n), fmt.Sprint("of ", n))
			p.stay()
		})
		arrived := make(chan *Interaction, 3)
		o := g.options()
		o.Shards = 3
		o.Handler = func(_ context.Context, ix *Interaction) { arrived <- ix }
		connect(t, o)
		var got []string
		for range 3 {
			got = append(got, receive(t, arrived, "interaction").CustomID)
		}
		slices.Sort(got)
		if want := []string{"of 1", "of 2", "of 3"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestImpossibleShardsAreRefused(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGateway(t, func(p *peer, _ int) { p.welcome(); p.stay() })
		for _, o := range []Options{
			{Shards: -7},
			{Shards: maxShards + 1},
			{Shards: 2, Only: &ShardRange{1, 2}},
			{Shards: 2, Only: &ShardRange{1, 0}},
			{Shards: 2, Only: &ShardRange{-1, 0}},
		} {
			whole := g.options()
			whole.Shards, whole.Only = o.Shards, o.Only
			if _, err := Connect(t.Context(), whole); err == nil || !strings.Contains(err.Error(),
				"counted from 0") {
				t.Errorf("%d shards, %v: got %v", o.Shards, o.Only, err)
			}
		}
	})
}
