// Package mapfile reads map files, which are TOML, and says everything that is wrong with one, line by line
// (docs/maps.md).
package mapfile
