package docs

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

//go:embed site.html
var layout string

//go:embed site.css
var style string

// languages are those that the pages are written in, by the folder of their index.
var languages = []language{
	{Name: "English", ID: "en", Folder: "."},
	{Name: "Polski", ID: "pl", Folder: "pl"},
}

// language is one in which pages are written.
type language struct{ Name, ID, Folder string }

// section is a heading of an index, and the pages below it.
type section struct {
	Title string
	Links []link
}

// link leads to a page: Path is that of its Markdown file in the folder docs.
type link struct{ Title, Path string }

// page is one page as the layout sees it.
type page struct {
	Title, Language, Root string // Root leads from the page to the site's top: "" or "../"
	Path, Home            string // of the page, and of its table of contents
	Sections              []section
	Others                []other // the same page in other languages, or their indexes
	Body                  template.HTML
}

// other is a page in another language.
type other struct{ Name, ID, Href string }

// Write writes all pages of source into the folder out, which it makes. Links to files outside of
// the documentation lead below repository, an address such as that of a tree of the source; if it
// is empty, they are plain text.
func Write(source fs.FS, out, repository string) error {
	repository = strings.TrimSuffix(repository, "/")
	contents := map[string][]section{}
	for _, l := range languages {
		sections, err := index(source, l.Folder)
		if err != nil {
			return err
		}
		contents[l.Folder] = sections
	}
	return fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(source, name)
		if err != nil {
			return fmt.Errorf("read page %s: %w", name, err)
		}
		if path.Ext(name) == ".md" {
			p := read(name, data, repository)
			p.Sections = contents[folderOf(name)]
			p.Others = others(source, name)
			if data, err = p.render(); err != nil {
				return fmt.Errorf("write page %s: %w", name, err)
			}
			name = hrefOf(name)
		}
		target := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fmt.Errorf("make a folder for page %s: %w", name, err)
		}
		return os.WriteFile(target, data, 0o644)
	})
}

// index reads the table of contents of a folder.
func index(source fs.FS, folder string) ([]section, error) {
	name := path.Join(folder, "index.md")
	data, err := fs.ReadFile(source, name)
	if err != nil {
		return nil, fmt.Errorf("read the table of contents: %w", err)
	}
	var list []section
	err = ast.Walk(parse(name, data), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering && n.Level == 2 {
				list = append(list, section{Title: words(n, data)})
			}
		case *ast.Link:
			_, listed := n.Parent().Parent().(*ast.ListItem)
			if entering && listed && len(list) > 0 {
				last := &list[len(list)-1]
				to := path.Join(folder, string(n.Destination))
				last.Links = append(last.Links, link{words(n, data), to})
			}
		}
		return ast.WalkContinue, nil
	})
	return list, err
}

// parse reads one page of Markdown, with the identifiers of headings that Git hosts give them.
func parse(name string, data []byte) ast.Node {
	context := parser.NewContext(parser.WithIDs(&headings{seen: map[string]int{}}))
	return markdown.Parser().Parse(text.NewReader(data), parser.WithContext(context))
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithXHTML()),
)

// read returns a page without its place among others.
func read(name string, data []byte, repository string) page {
	document := parse(name, data)
	p := page{Path: name, Language: languageOf(name).ID, Title: "Konduktor"}
	p.Home = path.Join(folderOf(name), "index.md")
	p.Root = strings.Repeat("../", strings.Count(name, "/"))
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering && n.Level == 1 {
				p.Title = words(n, data)
			}
		case *ast.Link:
			if entering {
				n.Destination = []byte(destination(name, string(n.Destination), repository))
			}
		case *ast.CodeSpan:
			if to := words(n, data); entering && repository != "" && inSource.MatchString(to) {
				leadInto(n, repository+"/"+to)
				return ast.WalkSkipChildren, nil
			}
		}
		return ast.WalkContinue, nil
	})
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, data, document); err != nil {
		panic(err) // a buffer takes everything
	}
	p.Body = template.HTML(deadLink.ReplaceAll(body.Bytes(), []byte("$1"))) // our own pages
	return p
}

// inSource is a path in the source tree, as pages write it in code.
var inSource = regexp.MustCompile(
	`^(bot|cmd|docs|engine|render|storage|\.ci)/[A-Za-z0-9/_-]+(\.[a-z]+)?$`)

// leadInto makes code a link, unless it is part of one.
func leadInto(n *ast.CodeSpan, to string) {
	parent := n.Parent()
	if _, linked := parent.(*ast.Link); linked {
		return
	}
	around := ast.NewLink()
	around.Destination = []byte(to)
	parent.ReplaceChild(parent, n, around)
	around.AppendChild(around, n)
}

// deadLink is a link that leads nowhere, since nobody said where the source is kept.
var deadLink = regexp.MustCompile(`<a href="">(.*?)</a>`)

// destination returns where a link of the page called name leads on the site.
func destination(name, to, repository string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Path == "" {
		return to
	}
	inside := path.Join(path.Dir(name), u.Path)
	if outside, ok := strings.CutPrefix(inside, "../"); ok {
		if repository == "" {
			return ""
		}
		return repository + "/" + outside
	}
	if path.Ext(u.Path) == "" { // a folder of pages
		return ""
	}
	return hrefOf(to)
}

// hrefOf returns the address of a file on the site; name may end in a fragment.
func hrefOf(name string) string {
	name, fragment, found := strings.Cut(name, "#")
	if page, ok := strings.CutSuffix(name, ".md"); ok {
		name = page + ".html"
	}
	if found {
		name += "#" + fragment
	}
	return name
}

// languageOf returns the language that the page called name is written in.
func languageOf(name string) language {
	for _, l := range languages[1:] {
		if strings.HasPrefix(name, l.Folder+"/") {
			return l
		}
	}
	return languages[0]
}

// folderOf returns the folder of the index that the page called name belongs to.
func folderOf(name string) string { return languageOf(name).Folder }

// others returns the page called name in the other languages; where there is none, their indexes.
func others(source fs.FS, name string) []other {
	own := languageOf(name)
	relative := strings.TrimPrefix(name, own.Folder+"/")
	up := strings.Repeat("../", strings.Count(name, "/"))
	var list []other
	for _, l := range languages {
		if l == own {
			continue
		}
		to := path.Join(l.Folder, relative)
		if _, err := fs.Stat(source, to); err != nil {
			to = path.Join(l.Folder, "index.md")
		}
		list = append(list, other{l.Name, l.ID, up + hrefOf(to)})
	}
	return list
}

var layouts = template.Must(template.New("page").Funcs(template.FuncMap{
	"href": hrefOf,
	"holds": func(s section, name string) bool {
		return slices.ContainsFunc(s.Links, func(l link) bool { return l.Path == name })
	},
	"style": func() template.CSS { return template.CSS(style) },
}).Parse(layout))

// render returns the page as HTML.
func (p page) render() ([]byte, error) {
	var b bytes.Buffer
	err := layouts.Execute(&b, p)
	return b.Bytes(), err
}

// words returns the text of a node without its marks.
func words(n ast.Node, data []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(data))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// headings gives headings the identifiers that Git hosts give them, so that one link serves both:
// small letters and digits of any script, hyphens for spaces, a number for a repetition.
type headings struct{ seen map[string]int }

// Generate returns the identifier of a heading's text.
func (h *headings) Generate(value []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, string(value))
	h.seen[id]++
	if n := h.seen[id]; n > 1 {
		id = fmt.Sprintf("%s-%d", id, n-1)
	}
	return []byte(id)
}

// Put notes an identifier that a page gave itself.
func (h *headings) Put(value []byte) { h.seen[string(value)]++ }
