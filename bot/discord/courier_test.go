package discord_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
)

var group = discord.PrivateChannel("900")

// desk is a courier with a Discord in memory.
type desk struct {
	*discord.Courier
	t     *testing.T
	api   *discordtest.Fake
	heard int
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, api: discordtest.New()}
	d.Courier = discord.NewCourier(d.api, time.Now,
		func(context.Context, match.ChannelID) { d.heard++ })
	return d
}

// slash answers a command.
func (d *desk) slash(id string, r discord.Response) *discord.Interaction {
	d.t.Helper()
	return d.answered(&discord.Interaction{ID: id, Kind: discord.Slash, Channel: group}, r)
}

// panel shows somebody a panel, as a command does, and returns its message.
func (d *desk) panel(id string) match.MessageID {
	d.t.Helper()
	ix := d.slash(id, discord.Response{Deferred: &discord.Deferred{Ephemeral: true}})
	shown, err := d.EditOriginal(d.t.Context(), ix, discord.Message{Content: "a hand"})
	if err != nil {
		d.t.Fatal(err)
	}
	return shown
}

// moved answers a click on a panel that made a move, which the table is told about.
func (d *desk) moved(id string, panel match.MessageID) *discord.Interaction {
	d.t.Helper()
	ix := &discord.Interaction{
		ID: id, Kind: discord.Click, Channel: group, Message: panel,
		Hidden: true,
	}
	return d.answered(ix, discord.Response{DeferUpdate: true, Table: true})
}

func (d *desk) answered(ix *discord.Interaction, r discord.Response) *discord.Interaction {
	d.t.Helper()
	if err := d.Respond(d.t.Context(), ix, r); err != nil {
		d.t.Fatal(err)
	}
	return ix
}

// say sends a message to the channel and returns the interactions whose tokens were tried.
func (d *desk) say(content string) (by []string, err error) {
	d.t.Helper()
	before := len(d.api.Calls())
	_, err = d.Send(d.t.Context(), group, discord.Message{Content: content})
	for _, c := range d.api.Calls()[before:] {
		by = append(by, string(c.Method)+" "+c.Interaction.ID)
	}
	return by, err
}

func (d *desk) want(what string, got []string, err error, want ...string) {
	d.t.Helper()
	if len(got) != len(want) || err != nil {
		d.t.Fatalf("%s: got %v and error %v, want %v", what, got, err, want)
	}
	for i := range want {
		if got[i] != want[i] {
			d.t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
}

func TestBotIsSilentUntilSomebodyPresses(t *testing.T) {
	d := newDesk(t)
	if by, err := d.say("the board"); !errors.Is(err, discord.ErrUnheard) || len(by) > 0 ||
		d.Carries(group) {
		t.Errorf("got error %v after %v", err, by)
	}
	if _, err := d.Send(t.Context(), "901", discord.Message{}); err != nil ||
		len(d.api.Calls(discordtest.Send)) != 1 {
		t.Errorf("another channel: got error %v and calls %v", err, d.api.Calls())
	}
	if thread, err := d.StartThread(t.Context(), group, "5", "a game"); err != nil || thread != group {
		t.Errorf("the table is %q, %v, want the channel itself", thread, err)
	}
}

func TestMoveIsAnnouncedOnceWhateverIsLost(t *testing.T) {
	d := newDesk(t)
	ix := d.moved("2", d.panel("1"))
	if first := d.api.Calls(discordtest.Respond)[1].Response; first.Deferred == nil ||
		first.Deferred.Ephemeral {
		t.Fatalf("the first answer is %+v, want one for everybody", first)
	}
	lost := true
	d.api.Lose = func(c discordtest.Call) error {
		if lost {
			return discord.NoAnswer(context.DeadlineExceeded)
		}
		return nil
	}
	by, err := d.say("the board")
	if err == nil {
		t.Fatal("the announcement counts as sent")
	}
	d.want("the first attempt", by, nil, "EditOriginal 2")
	lost = false
	by, err = d.say("the board")
	d.want("the second attempt", by, err, "EditOriginal 2")
	if _, err := d.EditOriginal(t.Context(), ix,
		discord.Message{Content: "the hand after it"}); err != nil {
		t.Fatal(err)
	}
	calls := d.api.Calls(discordtest.EditOriginal)
	if last := calls[len(calls)-1]; last.Interaction.ID != "1" ||
		last.Message.Content != "the hand after it" {
		t.Errorf("the hand went by interaction %s, want the one that showed the panel",
			last.Interaction.ID)
	}
}

func TestHandIsNotShownToOthersOnceItsTokenIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		ix := d.moved("2", d.panel("1"))
		d.api.Fail = func(c discordtest.Call) error {
			if c.Method == discordtest.EditOriginal && c.Interaction.ID == "1" {
				return discordtest.Expired
			}
			return nil
		}
		done := make(chan error)
		go func() {
			_, err := d.EditOriginal(t.Context(), ix, discord.Message{Content: "the hand after it"})
			done <- err
		}()
		synctest.Wait() // a follow-up would take the place of the announcement
		if early := d.api.Calls(discordtest.FollowUp); len(early) > 0 {
			t.Fatalf("the hand is in the place of the announcement: %v", early)
		}
		by, err := d.say("the board")
		d.want("the announcement", by, err, "EditOriginal 2")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if calls := d.api.Calls(discordtest.FollowUp); len(calls) != 1 || !calls[0].Message.Ephemeral {
			t.Errorf("got %v, want a message for the mover alone", calls)
		}
	})
}

func TestMessagesWaitForPendingAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		shown := d.panel("1")
		ix := &discord.Interaction{
			ID: "2", Kind: discord.Click, Channel: group, Message: shown,
			Hidden: true,
		}
		end := d.Begin(t.Context(), ix)
		defer end()
		done := make(chan []string)
		go func() {
			by, _ := d.say("the board")
			done <- by
		}()
		synctest.Wait()
		d.answered(ix, discord.Response{DeferUpdate: true, Table: true})
		d.want("the announcement", <-done, nil, "Respond 2", "EditOriginal 2")
	})
}

func TestAFollowUpWaitsUntilTheFirstAnswerIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.slash("1", discord.Response{Deferred: &discord.Deferred{Ephemeral: true}})
		if _, err := d.say("the lobby"); !errors.Is(err, discord.ErrBlank) ||
			len(d.api.Calls(discordtest.FollowUp)) > 0 {
			t.Errorf("got error %v and calls %v: the lobby would be seen by one person", err, d.api.Calls())
		}
	})
}

func TestMissingAnswerBlocksNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		d.slash("1", discord.Response{Message: &discord.Message{Ephemeral: true}})
		d.slash("2", discord.Response{Deferred: &discord.Deferred{Ephemeral: true}})
		by, err := d.say("the board")
		d.want("while an answer is being made", by, err, "FollowUp 1")
	})
}

func TestTokenServesFifteenMinutesAndFiveFollowUps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		for _, id := range []string{"1", "2"} {
			d.slash(id, discord.Response{Message: &discord.Message{Ephemeral: true}})
		}
		for n := range 2 * discord.MaxFollowUps {
			want := "FollowUp 2"
			if n >= discord.MaxFollowUps {
				want = "FollowUp 1"
			}
			by, err := d.say("more")
			d.want("a follow-up", by, err, want)
		}
		if _, err := d.say("one too many"); !errors.Is(err, discord.ErrUnheard) {
			t.Errorf("got %v after all follow-ups", err)
		}
		d.slash("3", discord.Response{Message: &discord.Message{}})
		time.Sleep(15 * time.Minute)
		if _, err := d.say("too late"); !errors.Is(err, discord.ErrUnheard) {
			t.Errorf("got %v after 15 minutes", err)
		}
		if d.heard != 3 {
			t.Errorf("what is held was released %d times, want at each of 3 interactions", d.heard)
		}
	})
}

func TestATokenThatDiscordRefusesIsNotAskedAgain(t *testing.T) {
	d := newDesk(t)
	d.slash("1", discord.Response{Message: &discord.Message{}})
	d.slash("2", discord.Response{Message: &discord.Message{}})
	d.api.Fail = func(c discordtest.Call) error {
		if c.Interaction.ID == "2" {
			return discordtest.Expired
		}
		return nil
	}
	by, err := d.say("the board")
	d.want("the first message", by, err, "FollowUp 2", "FollowUp 1")
	by, err = d.say("the next board")
	d.want("the second message", by, err, "FollowUp 1")
}

func TestLobbyIsUpdatedAsTheAnswerToItsClick(t *testing.T) {
	d := newDesk(t)
	content, rows := "two seats taken", []discord.Row{}
	edit := discord.Edit{Content: &content, Rows: &rows}
	if err := d.Edit(t.Context(), group, "77", edit); !discord.IsMessageGone(err) {
		t.Errorf("nobody has clicked on it: got %v", err)
	}
	ix := d.answered(
		&discord.Interaction{ID: "1", Kind: discord.Click, Channel: group, Message: "77"},
		discord.Response{Deferred: &discord.Deferred{Ephemeral: true}, Renews: true},
	)
	if first := d.api.Calls(discordtest.Respond)[0].Response; !first.DeferUpdate {
		t.Errorf("the first answer is %+v, want an update of the lobby", first)
	}
	if _, err := d.EditOriginal(t.Context(), ix,
		discord.Message{Content: "you have a seat"}); err != nil {
		t.Fatal(err)
	}
	if err := d.Edit(t.Context(), group, "77", edit); err != nil {
		t.Fatal(err)
	}
	if told := d.api.Calls(discordtest.FollowUp); len(told) != 1 || !told[0].Message.Ephemeral {
		t.Errorf("got %v, want the guest told alone", told)
	}
	if shown := d.api.Calls(discordtest.EditOriginal); len(shown) != 1 ||
		shown[0].Message.Content != content {
		t.Errorf("got %v, want the lobby brought up to date", shown)
	}
}

// A lobby's row can change, and the outbox look at it, before the click that changed it has its
// first response.
func TestLobbyEditWaitsForThePendingClick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		ix := &discord.Interaction{ID: "1", Kind: discord.Click, Channel: group, Message: "77"}
		end := d.Begin(t.Context(), ix)
		defer end()
		content, rows := "two seats taken", []discord.Row{}
		done := make(chan error)
		go func() {
			done <- d.Edit(t.Context(), group, "77", discord.Edit{Content: &content, Rows: &rows})
		}()
		synctest.Wait()
		d.answered(ix, discord.Response{Deferred: &discord.Deferred{Ephemeral: true}, Renews: true})
		if err := <-done; err != nil {
			t.Errorf("got %v: the lobby would be posted anew below the old one", err)
		}
	})
}

func TestAnAnswerThatAnotherProcessBeganIsNotContinued(t *testing.T) {
	d := newDesk(t)
	ix := &discord.Interaction{
		ID: "1", Kind: discord.Click, Channel: group, Message: "77",
		Hidden: true,
	}
	_, edited := d.EditOriginal(t.Context(), ix, discord.Message{Content: "a hand"})
	_, followed := d.FollowUp(t.Context(), ix, discord.Message{Content: "a hand"})
	if edited == nil || followed == nil || len(d.api.Calls()) > 0 {
		t.Errorf("a hand went where everybody may see it: %v", d.api.Calls())
	}
}

func TestEditFallsBackWhenItsTokenIsRefused(t *testing.T) {
	d := newDesk(t)
	const dm = match.ChannelID("801")
	content := "your turn"
	ix := &discord.Interaction{ID: "1", Kind: discord.Click, Channel: dm, Message: "77"}
	d.answered(ix, discord.Response{DeferUpdate: true})
	d.api.Fail = func(c discordtest.Call) error {
		if c.Edit.By != nil {
			return discordtest.Expired
		}
		return nil
	}
	for _, calls := range []int{2, 3} {
		if err := d.Edit(t.Context(), dm, "77", discord.Edit{Content: &content}); err != nil {
			t.Fatal(err)
		}
		if got := len(d.api.Calls(discordtest.Edit)); got != calls {
			t.Errorf("Discord was asked %d times, want %d", got, calls)
		}
	}
}

// Discord counts an edit by the token of a click for nothing, and any other one among 50 a second.
func TestAMessageIsEditedByTheTokenOfTheLastClickOnIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		const dm = match.ChannelID("801")
		content := "your turn"
		edited := func(id match.MessageID) *discord.Interaction {
			t.Helper()
			if err := d.Edit(t.Context(), dm, id, discord.Edit{Content: &content}); err != nil {
				t.Fatal(err)
			}
			edits := d.api.Calls(discordtest.Edit)
			return edits[len(edits)-1].Edit.By
		}
		for _, id := range []string{"1", "2"} {
			ix := &discord.Interaction{ID: id, Kind: discord.Click, Channel: dm, Message: "77"}
			d.answered(ix, discord.Response{DeferUpdate: true})
		}
		if by := edited("77"); by == nil || by.ID != "2" {
			t.Errorf("the edit goes by %+v, want the later click", by)
		}
		if by := edited("78"); by != nil {
			t.Errorf("the edit of another message goes by click %s", by.ID)
		}
		time.Sleep(15 * time.Minute)
		if by := edited("77"); by != nil {
			t.Errorf("the edit goes by click %s, whose token has expired", by.ID)
		}
	})
}
