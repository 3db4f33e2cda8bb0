package bot_test

import (
	"bytes"
	"crypto/rand"
	"go/parser"
	"go/token"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestInputOfPeopleIsNotLogged(t *testing.T) {
	const secret = "canary"
	s := bottest.New(t)
	var log bytes.Buffer
	s.Remake(func(o *bot.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	id := s.Playing("Ola", "Bo")
	log.Reset()
	game := "game=" + string(id)
	sent := []*discord.Interaction{
		s.Slash("Ola", "claim", "route="+secret, "cards="+secret, game),
		s.Slash("Ola", "draw", "card="+secret, game),
		s.Slash("Ola", "board", "city="+secret, game),
		s.Slash("Ola", "hand", "game="+secret),
		s.Slash("Eve", "hand", game),
		s.Click("Ola", secret),
		s.Click("Ola", bottest.Doing(id, 2, "draw:0"), secret),
		s.Click("Ola", bottest.Doing(id, 2, "claim:"+secret+":a1")),
		s.Click("Ola", customid.Button(customid.Partner, id), secret),
	}
	typing := s.Slash("Ola", "claim", "route="+secret, game)
	typing.Kind, typing.Options[0].Focused = discord.Autocomplete, true
	sent = append(sent, typing)
	for _, ix := range sent {
		s.Bot.Handle(t.Context(), ix)
	}
	// The same again while Discord and the store fail.
	s.API.Fail = bottest.Failing(discordtest.Unavailable, func(discordtest.Call) bool { return true })
	for _, ix := range sent {
		s.Bot.Handle(t.Context(), ix)
	}
	if !strings.Contains(log.String(), "level=DEBUG") || !strings.Contains(log.String(),
		"level=WARN") {
		t.Fatalf("the log has no line at debug level and none of a failure:\n%s", log.String())
	}
	for _, word := range []string{secret, bottest.Doing(id, 2, "draw:0"), "Ola"} {
		if strings.Contains(log.String(), word) {
			t.Errorf("the log tells %q:\n%s", word, log.String())
		}
	}
}

// seedOf starts a game and returns its seed.
func seedOf(s *bottest.Stage) engine.Seed {
	s.T.Helper()
	return s.Game(s.Running("Ola", "Bo")).Seed
}

func TestSeedsAreDrawnFromRandomnessAlone(t *testing.T) {
	at := func(clock time.Time, bytes byte) engine.Seed {
		s := bottest.New(t)
		s.Clock = clock
		s.Remake(func(o *bot.Options) { o.Rand = bottest.Seeded(uint64(bytes)) })
		return seedOf(s)
	}
	first := at(bottest.Start, 1)
	if at(bottest.Start.Add(time.Hour), 1) != first {
		t.Error("C16: another hour makes another seed: the clock feeds it")
	}
	if at(bottest.Start, 2) == first {
		t.Error("C16: other randomness makes the same seed")
	}
}

func TestBotsStartedTogetherDealDifferently(t *testing.T) {
	var seeds [2]engine.Seed
	for i := range seeds {
		s := bottest.New(t)
		s.Remake(func(o *bot.Options) { o.Rand = nil })
		seeds[i] = seedOf(s)
	}
	if seeds[0] == seeds[1] {
		t.Error("C16: two bots that started at the same moment deal the same cards")
	}
	if (bot.Options{}).WithDefaults().Rand != rand.Reader {
		t.Error("C16: the randomness of seeds is not crypto/rand's")
	}
}

func TestNothingOfTheBotImportsPredictableRandomness(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		// discord knows no game: it spreads reconnects
		if slices.Contains([]string{"discord", "bottest"}, path) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path,
			"_test.go") {
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

// What a player is answered on a server is for the player alone, from the first answer on: it
// cannot be changed later.
func TestAnswersOnAServerAreForTheirPlayerAlone(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, game := s.Turn(id), "game="+string(id)
	for name, ix := range map[string]*discord.Interaction{
		"/hand":             s.Slash(who, "hand", game),
		"Open my hand":      s.Click(who, customid.Button(customid.Hand, id)),
		"/board":            s.Slash(who, "board", game),
		"/board as text":    s.Slash(who, "board", game, "text=text"),
		"/board by ticket":  s.Slash(who, "board", game, "text=tickets"),
		"/log":              s.Slash(who, "log", game),
		"/tickets":          s.Slash(who, "tickets", game),
		"/claim":            s.Slash(who, "claim", "route=x", game),
		"a refusal":         s.Slash(who, "pay", game),
		"a stale menu":      s.Click(who, bottest.Doing(id, 0, "draw:0")),
		"a move":            s.Slash(who, "draw", "card=deck", game),
		"a game of others":  s.Slash("Eve", "hand", game),
		"the list of games": s.Slash(who, "games"),
	} {
		before := len(s.API.Calls(discordtest.Respond))
		s.Bot.Handle(t.Context(), ix)
		first := s.API.Calls(discordtest.Respond)[before].Response
		switch {
		case first.Deferred != nil && first.Deferred.Ephemeral, first.Message != nil &&
			first.Message.Ephemeral:
		case first.DeferUpdate || first.Update != nil:
			// stays what it is; only private messages are updated
			if name != "a stale menu" {
				t.Errorf("%s replaces the message at the table", name)
			}
		default:
			t.Errorf("%s is answered for everybody: %+v", name, first)
		}
	}
	if got := s.Game(id).State; got != match.Running {
		t.Errorf("the game is %s", got)
	}
}
