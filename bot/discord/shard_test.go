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
		want   []string
	}{
		"as recommended": {AutoShards, []string{"[0,3]", "[1,3]", "[2,3]"}},
		"a number":       {2, []string{"[0,2]", "[1,2]"}},
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
				o.Shards = c.shards
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
		for _, n := range []int{-7, maxShards + 1} {
			o := g.options()
			o.Shards = n
			if _, err := Connect(t.Context(), o); err == nil ||
				!strings.Contains(err.Error(), "there must be 1 to") {
				t.Errorf("%d shards: got %v", n, err)
			}
		}
	})
}
