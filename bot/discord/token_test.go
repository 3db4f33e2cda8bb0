package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const secretToken = "MTAwMDAwMDAwMDAwMDAwMDAw.Gabcde.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func TestTokensShowAsAPlaceholder(t *testing.T) {
	ix := &Interaction{ID: "1", Token: secretToken}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "ix", ix, "options",
		Options{Token: secretToken}.Token)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "ix", *ix, "token", ix.Token)
	encoded, err := json.Marshal(ix)
	if err != nil {
		t.Fatal(err)
	}
	all := log.String() + string(encoded) + fmt.Sprintf("%v %+v %#v %s %q %x %d", ix, *ix, *ix,
		ix.Token, ix.Token, ix.Token, ix.Token)
	if strings.Contains(all, "Gabcde") || strings.Contains(all, fmt.Sprintf("%x", "Gabcde")) {
		t.Errorf("the token shows in %s", all)
	}
}

func TestScrubLeavesSentencesAlone(t *testing.T) {
	for _, text := range []string{
		"token: Discord does not take it",
		"there is no token: set DISCORD_TOKEN", "the token's file token.txt",
	} {
		if got := Scrub(text); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

func TestScrubFindsSecretsByTheirSurroundings(t *testing.T) {
	for _, text := range []string{
		`Post "https://discord.com/api/v9/interactions/1/s3cr3tT0ken/callback": EOF`,
		`https://discord.com/api/v10/webhooks/12/s3cr3tT0ken/messages/@original`,
		`https://discord.com/api/v10/webhooks/12/s3cr3tT0ken?wait=true`,
		`Authorization: Bot s3cr3tT0ken0123456789`,
		`{"op":2,"d":{"token":"s3cr3tT0ken"}}`,
		`Identify{Token:"s3cr3tT0ken", Intents:1}`,
		`map[token:s3cr3tT0ken]`,
		`{"token": "s3cr3tT0ken"}`,
		`token = "s3cr3tT0ken"`,
		`level=ERROR token=s3cr3tT0ken`,
		`MTAwMDAwMDAwMDAwMDAwMDAw.Gabcde.s3cr3tT0kens3cr3tT0kens3cr3tT0ken`,
	} {
		if got := scrub(text); strings.Contains(got, "s3cr3tT0ken") {
			t.Errorf("scrub left %s", got)
		}
	}
	if got, want := scrub("knows xyz-token", "xyz-token"), "knows [secret]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
