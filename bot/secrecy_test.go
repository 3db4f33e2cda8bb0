package bot

import (
	"bytes"
	"crypto/rand"
	"go/parser"
	"go/token"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestWhatPeopleSendIsNotLogged(t *testing.T) {
	const secret = "canary"
	s := newStage(t)
	var log bytes.Buffer
	s.remake(func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	id := s.playing("Ola", "Bo")
	log.Reset()
	game := "game=" + string(id)
	sent := []*discord.Interaction{
		s.slash("Ola", "claim", "route="+secret, "cards="+secret, game),
		s.slash("Ola", "draw", "card="+secret, game),
		s.slash("Ola", "board", "city="+secret, game),
		s.slash("Ola", "hand", "game="+secret),
		s.slash("Eve", "hand", game),
		s.click("Ola", secret),
		s.click("Ola", at(id, 2, "draw"), secret),
		s.click("Ola", at(id, 2, "claim/"+secret+"/a1")),
		s.click("Ola", press.Button(press.Partner, id), secret),
	}
	typing := s.slash("Ola", "claim", "route="+secret, game)
	typing.Kind, typing.Options[0].Focused = discord.Autocomplete, true
	sent = append(sent, typing)
	for _, ix := range sent {
		s.bot.Handle(t.Context(), ix)
	}
	// The same again while Discord and the store fail.
	s.api.Fail = failing(discordtest.Unavailable, func(discordtest.Call) bool { return true })
	for _, ix := range sent {
		s.bot.Handle(t.Context(), ix)
	}
	if !strings.Contains(log.String(), "level=DEBUG") || !strings.Contains(log.String(), "level=WARN") {
		t.Fatalf("the log has no line at debug level and none of a failure:\n%s", log.String())
	}
	for _, word := range []string{secret, at(id, 2, "draw"), "Ola"} {
		if strings.Contains(log.String(), word) {
			t.Errorf("the log tells %q:\n%s", word, log.String())
		}
	}
}

// seedOf starts a game and returns its seed.
func seedOf(s *stage) engine.Seed {
	s.t.Helper()
	return s.game(s.running("Ola", "Bo")).Seed
}

func TestSeedsAreDrawnFromRandomnessAlone(t *testing.T) {
	at := func(clock time.Time, bytes byte) engine.Seed {
		s := newStage(t)
		s.clock = clock
		s.remake(func(o *Options) { o.Rand = randomness(bytes) })
		return seedOf(s)
	}
	first := at(start, 1)
	if at(start.Add(time.Hour), 1) != first {
		t.Error("C16: another hour makes another seed: the clock feeds it")
	}
	if at(start, 2) == first {
		t.Error("C16: other randomness makes the same seed")
	}
}

func TestTwoBotsOfOneMomentDealDifferently(t *testing.T) {
	var seeds [2]engine.Seed
	for i := range seeds {
		s := newStage(t)
		s.remake(func(o *Options) { o.Rand = nil })
		seeds[i] = seedOf(s)
	}
	if seeds[0] == seeds[1] {
		t.Error("C16: two bots that started at the same moment deal the same cards")
	}
	if (Options{}).withDefaults().Rand != rand.Reader {
		t.Error("C16: the randomness of seeds is not crypto/rand's")
	}
}

func TestNothingOfTheBotImportsPredictableRandomness(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if path == "discord" || path == "soak" { // spreads reconnects over time and knows no game; makes up faults
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			if strings.HasPrefix(spec.Path.Value, `"math/rand`) {
				t.Errorf("C16: %s imports %s", path, spec.Path.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// What a player is answered on a server is for the player alone, from the first answer on: it cannot be changed later.
func TestAnswersOnAServerAreForTheirPlayerAlone(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who, game := s.turn(id), "game="+string(id)
	for name, ix := range map[string]*discord.Interaction{
		"/hand":             s.slash(who, "hand", game),
		"Open my hand":      s.click(who, press.Button(press.Hand, id)),
		"/board":            s.slash(who, "board", game),
		"/board as text":    s.slash(who, "board", game, "text=text"),
		"/board by ticket":  s.slash(who, "board", game, "text=tickets"),
		"/log":              s.slash(who, "log", game),
		"/tickets":          s.slash(who, "tickets", game),
		"/claim":            s.slash(who, "claim", "route=x", game),
		"a refusal":         s.slash(who, "pay", game),
		"a stale menu":      s.click(who, at(id, 0, "draw"), "deck"),
		"a move":            s.slash(who, "draw", "card=deck", game),
		"a game of others":  s.slash("Eve", "hand", game),
		"the list of games": s.slash(who, "games"),
	} {
		before := len(s.api.Calls(discordtest.Respond))
		s.bot.Handle(t.Context(), ix)
		first := s.api.Calls(discordtest.Respond)[before].Response
		switch {
		case first.Deferred != nil && first.Deferred.Ephemeral, first.Message != nil && first.Message.Ephemeral:
		case first.DeferUpdate || first.Update != nil: // stays what it is; only private messages are updated
			if name != "a stale menu" {
				t.Errorf("%s replaces the message at the table", name)
			}
		default:
			t.Errorf("%s is answered for everybody: %+v", name, first)
		}
	}
	if got := s.game(id).State; got != match.Running {
		t.Errorf("the game is %s", got)
	}
}
