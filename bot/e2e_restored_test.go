package bot_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage/database"
	"konduktor/storage/postgres"
)

// backUp copies the line's database as `konduktor db backup` does.
func (l *line) backUp() (file string) {
	l.T.Helper()
	file = filepath.Join(l.T.TempDir(), "backup.db")
	l.Must(database.Backup(l.Ctx, l.File, file))
	return file
}

// restore puts a backup in place of the database of a bot that has ended, as `konduktor db restore`
// does, and starts the bot on it.
func (l *line) restore(backup string) {
	l.T.Helper()
	if postgres.IsAddress(l.File) {
		l.File = bottest.NewDatabase(l.T)
	} else {
		l.File = filepath.Join(l.T.TempDir(), "restored.db")
	}
	l.Must(database.Backup(l.Ctx, backup, l.File))
	_, ok, err := database.Of(l.File).MarkRestored(l.Ctx, l.File, time.Now())
	if l.Must(err); !ok {
		l.T.Fatal("the restored database has no mark")
	}
	l.Start()
}

// pressed presses the first thing in a panel that would move.
func (l *line) pressed(u *sandbox.User, panel *sandbox.Message) *sandbox.Message {
	l.T.Helper()
	moves := func(c sandbox.Component) bool {
		id, ok := customid.Parse(c.CustomID)
		return ok && (id.Action == customid.Do || id.Action == customid.Ask)
	}
	if i := slices.IndexFunc(panel.Buttons(), moves); i >= 0 {
		return l.Reply(panel.Click(u, panel.Buttons()[i].CustomID))
	}
	i := slices.IndexFunc(panel.Menus(), moves)
	if i < 0 {
		l.T.Fatalf("nothing moves in %q", panel.Text())
	}
	menu := panel.Menus()[i]
	return l.Reply(panel.Select(u, menu.CustomID, least(menu)...))
}

// restores counts the messages at a table that tell of a restore.
func (l *line) restores(id match.GameID) (n int) {
	l.T.Helper()
	for _, m := range l.Thread(id).Messages() {
		if strings.Contains(m.Content, "Restored from a copy of <t:") {
			n++
		}
	}
	return n
}

func TestAfterARestoreEachTableReadsOnceWhereItStandsAndGoesOn(t *testing.T) {
	t.Parallel()
	l := openLine(t, &Line{Title: "amsterdam"}, "Ola", "Bo", "Cy", "Di")
	var ids []match.GameID
	for _, title := range titles.All() {
		l.Title = title.ID()
		people := []string{"Ola", "Bo"}
		if l.Title == "asia" { // it is played in teams
			people = append(people, "Cy", "Di")
		}
		id := l.ready(people...)
		for setUp := false; !setUp; { // and then the first turn
			t, err := l.Bot.Games().Table(l.Ctx, id)
			l.Must(err)
			setUp = t.View(engine.Public).Phase != engine.InSetup
			l.settled() // what one has chosen changes the panel of the next
			l.turnByDM(id, l.mover(id))
		}
		ids = append(ids, id)
	}
	l.settled()
	backup := l.backUp()
	kept, lost := map[match.GameID]match.Game{}, map[match.GameID]*sandbox.Message{}
	player := map[match.GameID]*sandbox.User{}
	for _, id := range ids {
		kept[id] = l.Game(id)
		l.turnByDM(id, l.mover(id))
		l.settled()
		player[id] = l.mover(id)
		lost[id] = l.Panel(id, player[id])
	}
	l.End()
	l.restore(backup)
	l.settled()
	l.End()
	l.Start() // the mark is gone: nobody is told again
	l.settled()
	for _, id := range ids {
		if n := l.restores(id); n != 1 {
			t.Errorf("game %s: %d messages tell of the restore, want 1", id, n)
		}
		bottest.Contains(t, l.Thread(id).Last().Content, "Anything played later is lost")
		bottest.Contains(t, l.pressed(player[id], lost[id]).Content, l.Say("problem.lost-time"))
		before := l.Game(id)
		if before.Ply != kept[id].Ply || before.Head != kept[id].Head {
			t.Errorf("game %s is at ply %d, want %d as in the copy", id, before.Ply, kept[id].Ply)
		}
		u := l.mover(id)
		bottest.Contains(t, l.Panel(id, u).Content, "Restored from a copy of <t:")
		l.turnByDM(id, u)
		if after := l.Game(id); after.Ply <= before.Ply {
			t.Errorf("game %s does not go on", id)
		}
	}
	l.settled()
	l.validate()
}
