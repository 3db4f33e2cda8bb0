package docs_test

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"konduktor/docs"
)

// site writes the whole site into a folder.
func site(t *testing.T, source string) fs.FS {
	t.Helper()
	out := t.TempDir()
	if err := docs.Write(docs.Files(), out, source); err != nil {
		t.Fatal(err)
	}
	return os.DirFS(out)
}

// htmlPage is a page of the site as a browser sees it.
type htmlPage struct {
	links, pictures []string
	ids             map[string]bool
	tags            map[string]int
	current         string // the page that the menu marks
}

func parsePage(t *testing.T, site fs.FS, name string) htmlPage {
	t.Helper()
	file, err := site.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	root, err := html.Parse(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	page := htmlPage{ids: map[string]bool{}, tags: map[string]int{}}
	for n := range root.Descendants() {
		page.tags[n.Data]++
		attribute := map[string]string{}
		for _, a := range n.Attr {
			attribute[a.Key] = a.Val
		}
		page.ids[attribute["id"]] = true
		switch n.Data {
		case "a":
			page.links = append(page.links, attribute["href"])
			if attribute["aria-current"] != "" {
				page.current = attribute["href"]
			}
		case "img":
			page.pictures = append(page.pictures, attribute["src"])
			if attribute["alt"] == "" {
				t.Errorf("%s shows %s without words for those who do not see it", name, attribute["src"])
			}
		}
	}
	return page
}

func pagesOf(t *testing.T, site fs.FS) map[string]htmlPage {
	t.Helper()
	pages := map[string]htmlPage{}
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".html" && name != "site.html" {
			pages[name] = parsePage(t, site, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 25 {
		t.Fatalf("the site has %d pages", len(pages))
	}
	return pages
}

func TestEveryLinkOfTheSiteLeadsSomewhere(t *testing.T) {
	written := site(t, "")
	pages := pagesOf(t, written)
	for name, page := range pages {
		for _, to := range append(page.links, page.pictures...) {
			u, err := url.Parse(to)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.IsAbs() {
				continue
			}
			target := name
			if u.Path != "" {
				target = path.Join(path.Dir(name), u.Path)
			}
			if _, err := fs.Stat(written, target); err != nil {
				t.Errorf("%s leads to %s, which is not there", name, to)
			} else if u.Fragment != "" && !pages[target].ids[u.Fragment] {
				t.Errorf("%s leads to %s, and there is no such heading", name, to)
			}
		}
	}
}

func TestEveryPageIsInTheMenuAndNeedsNothingElse(t *testing.T) {
	for name, page := range pagesOf(t, site(t, "")) {
		inMenu := strings.HasSuffix(name, "index.html") || page.current != ""
		if !inMenu && !strings.HasPrefix(name, "pl/") {
			t.Errorf("no table of contents leads to %s", name)
		}
		if page.tags["script"] > 0 || page.tags["link"] > 0 || page.tags["h1"] != 1 {
			t.Errorf("%s has %d scripts, %d links to other files, %d titles", name,
				page.tags["script"], page.tags["link"], page.tags["h1"])
		}
	}
}

// A link into the source, in a page or as a path in code, names a file that exists.
func TestLinksIntoTheSourceNameFiles(t *testing.T) {
	const source = "https://source.example/tree"
	seen := 0
	for name, page := range pagesOf(t, site(t, source)) {
		for _, to := range page.links {
			inside, ok := strings.CutPrefix(to, source+"/")
			if !ok {
				continue
			}
			seen++
			inside, _, _ = strings.Cut(inside, "#")
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(inside))); err != nil {
				t.Errorf("%s leads to %s, which is not in the source", name, inside)
			}
		}
	}
	if seen == 0 {
		t.Error("no page leads into the source")
	}
	paths := regexp.MustCompile(
		"`((?:bot|cmd|docs|engine|render|storage|\\.ci)/[A-Za-z0-9/_-]+(?:\\.[a-z]+)?)`")
	err := fs.WalkDir(docs.Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) != ".md" || err != nil {
			return err
		}
		text, err := fs.ReadFile(docs.Files(), name)
		if err != nil {
			return err
		}
		for _, found := range paths.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(found[1]))); err != nil {
				t.Errorf("docs/%s names %s, which is not there", name, found[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What players and hosts need first is there in Polish.
func TestPagesForPlayersAndHostsExistInPolish(t *testing.T) {
	pages := pagesOf(t, site(t, ""))
	for _, name := range []string{
		"play.html", "lessons.html", "daily.html", "ratings.html", "titles.html", "host.html",
		"operations.html", "storage.html", "listing/terms.html", "listing/privacy.html",
	} {
		if _, ok := pages["pl/"+name]; !ok {
			t.Errorf("there is no pl/%s", name)
		}
		other := strings.Repeat("../", strings.Count(name, "/")) + "pl/" + name
		if !slices.Contains(pages[name].links, other) {
			t.Errorf("%s does not lead to %s", name, other)
		}
	}
	readme, err := os.ReadFile("../README.pl.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, link := range links.FindAllStringSubmatch(string(readme), -1) {
		if _, err := os.Stat(filepath.Join("..", link[1])); err != nil {
			t.Errorf("README.pl.md leads to %s, which is not there", link[1])
		}
	}
}

// A page and its translation show the same commands, and have a heading for each of the other's.
// Examples may be left out of a translation that leads to them.
func TestTranslatedPagesShowTheSame(t *testing.T) {
	comment := regexp.MustCompile(`(?m)\s+#.*$`)
	block := regexp.MustCompile(`(?m)^    .*$`)
	heading := regexp.MustCompile(`(?m)^#+ `)
	row := regexp.MustCompile(`(?m)^\|`)
	for _, name := range []string{
		"play", "lessons", "daily", "ratings", "host", "operations", "storage",
	} {
		var pages [2]string
		for i, path := range []string{name + ".md", "pl/" + name + ".md"} {
			text, err := fs.ReadFile(docs.Files(), path)
			if err != nil {
				t.Fatal(err)
			}
			pages[i] = string(text)
			// what was tried is told in English
			pages[i], _, _ = strings.Cut(pages[i], "## What was tried")
			pages[i], _, _ = strings.Cut(pages[i], "## Co wypróbowano")
		}
		english := block.FindAllString(comment.ReplaceAllString(pages[0], ""), -1)
		polish := block.FindAllString(comment.ReplaceAllString(pages[1], ""), -1)
		if !slices.Equal(english, polish) {
			t.Errorf("%s shows the commands\n%s\nand in Polish\n%s", name,
				strings.Join(english, "\n"), strings.Join(polish, "\n"))
		}
		last := len(heading.FindAllString(pages[0], -1))
		if got := len(heading.FindAllString(pages[1], -1)); got != last {
			t.Errorf("%s has %d headings, %d in Polish", name, last, got)
		}
		got, want := len(row.FindAllString(pages[1], -1)), len(row.FindAllString(pages[0], -1))
		if got != want {
			t.Errorf("%s has %d rows of tables, %d in Polish", name, want, got)
		}
	}
}

// Discord takes a summary of 200 characters and a description of 400.
func TestTheTextsForTheDirectoryFit(t *testing.T) {
	text, err := fs.ReadFile(docs.Files(), "listing/texts.md")
	if err != nil {
		t.Fatal(err)
	}
	quotes := regexp.MustCompile(`(?m)^> (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(quotes) != 4 {
		t.Fatalf("got %d texts, want a summary and a description in two languages", len(quotes))
	}
	for i, quote := range quotes {
		if got, limit := utf8.RuneCountInString(quote[1]), 200+200*(i%2); got > limit {
			t.Errorf("%d characters, %d are possible: %s", got, limit, quote[1])
		}
	}
}
