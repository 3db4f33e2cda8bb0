// Package mapfile reads map files (TOML) and reports everything that is wrong with one, line by
// line (docs/maps.md).
package mapfile
