package bot_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
)

// TestAGameOutlastsTheFileOfItsMap plays a game on a user's map, whose file is changed and
// then deleted while the bot is down.
func TestAGameOutlastsTheFileOfItsMap(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	again := func(maps ...message.Map) {
		l.End()
		l.Maps = maps
		l.Start()
	}
	again(bottest.Masuria(t, "masuria"))
	ola, bo := l.User("Ola"), l.User("Bo")
	choices, err := ola.Complete(l.Ctx, l.Table(), "game new", sandbox.Opt("map", "mas"),
		sandbox.Opt("title", "amsterdam"))
	l.Must(err)
	if len(choices) != 1 {
		t.Fatalf("got choices %v, want one map", choices)
	}
	id := l.BeginWith([]sandbox.Option{sandbox.Opt("map", choices[0].Value)}, "Ola", "Bo")
	bottest.Contains(t, l.Table().Messages()[0].Content, "Masuria")
	sum := titles.MapOf(bottest.Masuria(t, "").Title).Sum
	l.turnByDM(id, ola)
	l.turnByDM(id, bo)
	for _, maps := range [][]message.Map{
		{bottest.Masuria(t, "masuria", `length = 2`, `length = 3`)},
		nil,
	} {
		again(maps...)
		for range 2 {
			l.turnByDM(id, l.mover(id))
		}
		if got := l.Game(id).Map; got != sum {
			t.Fatalf("the game is on the map %s, want %s", got, sum)
		}
	}
	for l.Game(id).State == match.Running {
		l.turnByDM(id, l.mover(id))
	}
	l.Until("the result", func() bool { return offersProof(l.Thread(id).Last()) })
	final := l.Thread(id).Last()
	bottest.Contains(t, l.clicked(l.User("Ola"), final, customid.Button(customid.Fair, id)).Text(),
		"--map")
	if len(final.Attachments) != 3 {
		t.Fatalf("got %d files with the result, want the sheet, the record and the map",
			len(final.Attachments))
	}
	verifyOn(t, final.Attachment(2), final.Attachment(1))
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

// verifyOn replays a record on a map, as `konduktor verify --map` does.
func verifyOn(t *testing.T, file, record []byte) {
	t.Helper()
	m, err := mapfile.Parse(file, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, sum, ok := titles.RemarkedMap(string(record)); !ok || sum != m.Sum {
		t.Errorf("the record names the map %q, want %q", sum, m.Sum)
	}
	r, err := notation.ParseRecord(string(record), func(string) (engine.Title, bool) {
		return title, true
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Replay(-1)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Over() || r.Setup.Seed.Commitment() != r.Commitment {
		t.Errorf("over: %v; commitment %q of seed %q", g.Over(), r.Commitment, r.Setup.Seed.Commitment())
	}
}
