package main

import (
	"fmt"
	"net/url"
	"path/filepath"

	"konduktor/docs"
)

// docsCmd writes the documentation as a site.
type docsCmd struct {
	Out    string   `arg:"" type:"path" help:"The folder to write; it is made, and files in it are replaced."`
	Source *url.URL `help:"The address below which the source can be read; links to its files lead there."`
}

// Run writes the site.
func (c *docsCmd) Run(std streams) error {
	source := ""
	if c.Source != nil {
		source = c.Source.String()
	}
	if err := docs.Write(docs.Files(), c.Out, source); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.out, "the documentation is in %s\n", filepath.Join(c.Out, "index.html"))
	return err
}
