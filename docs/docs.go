// Package docs holds the project's documentation and writes it as a site.
//
// The pages are the Markdown files of this folder, which also read well where the source is kept.
// index.md is the table of contents: each of its second-level headings begins a section, and the
// links of the list below it are the pages of that section, in order. A folder named after a
// language (pl) has an index.md of its own. The site needs no network, no script and no other file.
package docs

import (
	"embed"
	"io/fs"
)

//go:embed *.md *.png img maps operations pl rules listing
var files embed.FS

// Files returns the pages and what they show, by their paths in this folder.
func Files() fs.FS { return files }
