package discordtest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

func TestARepeatedNonceGetsTheFirstMessage(t *testing.T) {
	f := discordtest.New()
	m := discord.Message{Content: "x", Nonce: "n"}
	first, err1 := f.Send(t.Context(), "9", m)
	again, err2 := f.Send(t.Context(), "9", m)
	elsewhere, err3 := f.Send(t.Context(), "8", m)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if first != again || first == elsewhere || first == "" {
		t.Errorf("got %q, %q and %q", first, again, elsewhere)
	}
	if diff := cmp.Diff([]discord.Message{m}, f.Sent("9")); diff != "" {
		t.Error(diff)
	}
}

func TestFailuresAreRecordedAndHaveNoEffect(t *testing.T) {
	f := discordtest.New()
	f.Fail = func(c discordtest.Call) error {
		return map[match.UserID]error{"5": discordtest.DMClosed}[c.User]
	}
	_, err := f.OpenDM(t.Context(), "5")
	dm, errOther := f.OpenDM(t.Context(), "6")
	same, errSame := f.OpenDM(t.Context(), "6")
	if !discord.IsDMClosed(err) || errOther != nil || errSame != nil || dm != same {
		t.Errorf("got %v, %v, %v, %q, %q", err, errOther, errSame, dm, same)
	}
	if got := len(f.Calls(discordtest.OpenDM)); got != 3 {
		t.Errorf("%d calls recorded, want 3", got)
	}
}

func TestWaitSeesCallsOfOtherGoroutines(t *testing.T) {
	f := discordtest.New()
	done := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	go func() { done <- f.Wait(ctx, func(calls []discordtest.Call) bool { return len(calls) == 2 }) }()
	for range 2 {
		if _, err := f.StartThread(t.Context(), "9", "8", "Game"); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
