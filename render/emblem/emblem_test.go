package emblem_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/draw"

	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render/caption"
	"konduktor/render/emblem"
)

func TestEveryCardOfEveryTitleHasAnEmblem(t *testing.T) {
	for _, title := range titles.All() {
		all := emblem.Of(title.ID(), title.Lexicon())
		for _, f := range title.Lexicon().Faces {
			if !slices.ContainsFunc(all, func(e emblem.Emblem) bool { return e.Sign == f.Name }) {
				t.Errorf("%s: the card %s has no emblem", title.ID(), f.Name)
			}
		}
		for n := range slices.Max(title.SeatCounts()) {
			sign := caption.SeatSign(engine.Seat(n + 1))
			if !slices.ContainsFunc(all, func(e emblem.Emblem) bool { return e.Sign == sign }) {
				t.Errorf("%s: no emblem of %s", title.ID(), sign)
			}
		}
		seen := map[string]bool{}
		for _, e := range all {
			if seen[e.Sign] {
				t.Errorf("%s: two emblems of %s", title.ID(), e.Sign)
			}
			seen[e.Sign] = true
		}
	}
}

// TestEmblemsAreToldApartWithoutColour scales the cards of a title to the size of a text and
// compares them in grey, each stretched to its own darkest and lightest: only shapes remain.
func TestEmblemsAreToldApartWithoutColour(t *testing.T) {
	const leastDifference = 6 // mean of all pixels, of 255
	for _, title := range titles.All() {
		all := emblem.Of(title.ID(), title.Lexicon())
		shapes := make([]*image.Gray, len(all))
		for i := range all {
			shapes[i] = shape(all[i].Draw(), 22)
		}
		for i := range all {
			for j := range i {
				if d := difference(shapes[i], shapes[j]); d < leastDifference {
					t.Errorf("%s: %s and %s differ by %.1f", title.ID(), all[i].Sign, all[j].Sign, d)
				}
			}
		}
	}
}

// shape is a picture at a size in shades of grey, of its whole range.
func shape(img *image.RGBA, size int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(out, out.Rect, img, img.Rect, draw.Over, nil)
	least, most := slices.Min(out.Pix), slices.Max(out.Pix)
	for i, v := range out.Pix {
		out.Pix[i] = uint8(int(v-least) * 255 / max(int(most-least), 1))
	}
	return out
}

func difference(a, b *image.Gray) float64 {
	sum := 0
	for i := range a.Pix {
		sum += max(int(a.Pix[i]), int(b.Pix[i])) - min(int(a.Pix[i]), int(b.Pix[i]))
	}
	return float64(sum) / float64(len(a.Pix))
}

// TestPicturesFitIntoAnEmoji holds files to Discord's limit, and writes them to the folder
// KONDUKTOR_EMBLEMS, for people to look at.
func TestPicturesFitIntoAnEmoji(t *testing.T) {
	folder := os.Getenv("KONDUKTOR_EMBLEMS")
	for _, title := range titles.All() {
		for _, e := range emblem.Of(title.ID(), title.Lexicon()) {
			file, err := emblem.Encode(e.Draw())
			if err != nil || len(file) > 16<<10 {
				t.Errorf("%s %s: %d bytes, %v", title.ID(), e.Sign, len(file), err)
			}
			if folder != "" {
				name := filepath.Join(folder, title.ID()+"-"+e.Sign+".png")
				if err := os.WriteFile(name, file, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

var update = flag.Bool("update", false, "write the hashes of the pictures anew")

// Equal pictures are one emoji, whatever they are called; each needs a word that fits all.
func TestEqualPicturesHaveOneWordAndOneSum(t *testing.T) {
	type called struct{ word, sum string }
	byPicture, bySum := map[[32]byte]called{}, map[string][32]byte{}
	form := regexp.MustCompile(`^[a-z]{2,7}(_(port|ship|double))?[1-6]?$`)
	for _, title := range titles.All() {
		for _, e := range emblem.Of(title.ID(), title.Lexicon()) {
			picture, is := sha256.Sum256(e.Draw().Pix), called{e.Word, e.Sum}
			if was, ok := byPicture[picture]; ok && was != is {
				t.Errorf("%s %s: one picture is %v and %v", title.ID(), e.Sign, was, is)
			}
			if was, ok := bySum[e.Sum]; ok && was != picture {
				t.Errorf("%s %s: two pictures have the sum %s", title.ID(), e.Sign, e.Sum)
			}
			byPicture[picture], bySum[e.Sum] = is, picture
			if !form.MatchString(e.Word) {
				t.Errorf("%s %s: the word %q", title.ID(), e.Sign, e.Word)
			}
		}
	}
}

// TestHashesMatchThePictures: a picture that has changed must get another sum, or the bots
// that have uploaded the old one keep it. `go test ./render/emblem -update` writes the hashes.
func TestHashesMatchThePictures(t *testing.T) {
	const file = "hashes.txt"
	written, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, title := range titles.All() {
		for _, e := range emblem.Of(title.ID(), title.Lexicon()) {
			sum := sha256.Sum256(e.Draw().Pix)
			hash := hex.EncodeToString(sum[:3])
			if runtime.GOARCH != "amd64" { // other pixels; the sums are the same all the same
				hash = e.Sum
			}
			fmt.Fprintf(&lines, "%s/%s %s\n", title.ID(), e.Sign, hash)
			if !*update && e.Sum != hash {
				t.Errorf("%s: %s has the sum %s, its picture the hash %s", title.ID(), e.Sign, e.Sum, hash)
			}
		}
	}
	switch {
	case *update:
		if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	case lines.String() != string(written):
		t.Error("hashes.txt has other signs than the titles")
	}
}
