package sandbox_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"konduktor/bot/sandbox"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// clock is a clock in the test's hand.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// start runs a sandbox with Ola (the owner), Bo and Cy until the test ends.
func start(t testing.TB, o sandbox.Options) *sandbox.Server {
	t.Helper()
	if o.People == nil {
		o.People = []string{"Ola", "Bo", "Cy"}
	}
	o.Token = cmp.Or(o.Token, "test.token")
	srv := sandbox.StartTest(t, o)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return srv
}

// soon is a context for things that happen at once.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// answer is what REST said.
type answer struct {
	Status int
	Code   int    `json:"code"`
	Text   string `json:"message"`
	ID     string `json:"id"`
	Body   []byte
	Header http.Header
}

func (a answer) String() string { return fmt.Sprintf("%d/%d %s", a.Status, a.Code, a.Body) }

// into decodes the answer.
func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, v); err != nil {
		t.Fatalf("decode %s: %v", a.Body, err)
	}
}

// ask sends a request as the bot; body is nil, a string of JSON, or any value.
func ask(t *testing.T, srv *sandbox.Server, method, path string, body any) answer {
	t.Helper()
	var raw io.Reader
	switch v := body.(type) {
	case nil:
	case string:
		raw = strings.NewReader(v)
	default:
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		raw = bytes.NewReader(b)
	}
	return send(t, srv, method, path, "application/json", raw)
}

func send(t *testing.T, srv *sandbox.Server, method, path, contentType string,
	body io.Reader,
) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, srv.APIURL()+"/v10"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot test.token")
	req.Header.Set("Content-Type", contentType)
	return do(t, req)
}

func do(t *testing.T, req *http.Request) answer {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	a := answer{Status: resp.StatusCode, Header: resp.Header}
	if a.Body, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal(a.Body, &a) // lists have no code
	return a
}

// file is an upload of a multipart request.
type file struct {
	name string
	data []byte
}

// form sends a multipart request with payload_json and files[n].
func form(t *testing.T, srv *sandbox.Server, method, path, payload string, files ...file) answer {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		p, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(f.data); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return send(t, srv, method, path, w.FormDataContentType(), &b)
}

// messages is the path of a channel's messages.
func messages(c *sandbox.Channel) string { return "/channels/" + c.ID() + "/messages" }

// commands registers commands, globally.
func commands(t *testing.T, srv *sandbox.Server, list string) {
	t.Helper()
	if a := ask(t, srv, "PUT", "/applications/"+srv.Bot()+"/commands", list); a.Status != 200 {
		t.Fatalf("register commands: %v", a)
	}
}

const gameCommands = `[
 {"name":"hand","description":"Show your hand"},
 {"name":"here","description":"Only in the guild","contexts":[0]},
 {"name":"game","description":"Games","contexts":[0,1],"options":[
  {"type":1,"name":"new","description":"A new game","options":[
   {"type":3,"name":"title","description":"Which","required":true,
    "choices":[{"name":"Amsterdam","value":"amsterdam"}]},
   {"type":4,"name":"seats","description":"How many","min_value":2,"max_value":4},
   {"type":6,"name":"with","description":"Whom"},
   {"type":5,"name":"open","description":"For all"}]},
  {"type":1,"name":"claim","description":"Claim","options":[
   {"type":3,"name":"route","description":"Which","required":true,
    "autocomplete":true,"max_length":10}]}]}]`

// callback answers an interaction.
func callback(t *testing.T, srv *sandbox.Server, ix *sandbox.Interaction, body string) answer {
	t.Helper()
	if ix.Err() != nil {
		t.Fatalf("interaction: %v", ix.Err())
	}
	return ask(t, srv, "POST", "/interactions/"+ix.ID()+"/"+ix.Token()+"/callback", body)
}

// hook is the path of an interaction's messages.
func hook(srv *sandbox.Server, ix *sandbox.Interaction) string {
	return "/webhooks/" + srv.Bot() + "/" + ix.Token()
}

// text is the answer "message with this content".
func text(content string) string {
	return fmt.Sprintf(`{"type":4,"data":{"content":%q}}`, content)
}

// row is an action row with components.
func row(parts ...string) string {
	return `{"type":1,"components":[` + strings.Join(parts, ",") + `]}`
}

// button is a button with that id.
func button(id string) string {
	return fmt.Sprintf(`{"type":2,"style":1,"label":"Press","custom_id":%q}`, id)
}

// repeat is n parts joined by commas; %[1]d in the format is the number of the part.
func repeat(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(list, ",")
}

// want fails the test unless the answer has that status and code.
func want(t *testing.T, got answer, status, code int) {
	t.Helper()
	if got.Status != status || got.Code != code {
		t.Errorf("got %v, want %d/%d", got, status, code)
	}
}

// picture is a small PNG.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 40, 30),
		color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// within takes a value from c, or fails the test after a while.
func within[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
		t.Fatal("nothing came")
		panic("unreachable")
	}
}
