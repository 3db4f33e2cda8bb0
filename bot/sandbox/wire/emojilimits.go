package wire

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"regexp"
	"strings"
)

// Discord's limits of the emoji of an application (resources/emoji).
const (
	MaxEmoji     = 2000
	maxEmojiFile = 256 << 10 // bytes
)

var emojiName = regexp.MustCompile(`^[a-zA-Z0-9_]{2,32}$`)

// CheckEmoji refuses with 50035 a name or a picture that Discord would, and returns the picture.
func CheckEmoji(name, image string) ([]byte, error) {
	form := NewForm()
	if !emojiName.MatchString(name) {
		form.At("name").Add("STRING_TYPE_REGEX", "2 to 32 letters, digits and underscores.")
	}
	encoded, found := strings.CutPrefix(image, "data:image/png;base64,")
	file, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil {
		form.At("image").Add("IMAGE_INVALID", "Not a PNG as a data URI.")
	} else if _, err := png.DecodeConfig(bytes.NewReader(file)); err != nil {
		form.At("image").Add("IMAGE_INVALID", "Not a PNG.")
	}
	if len(file) > maxEmojiFile {
		form.At("image").Add("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	return file, form.Err()
}
