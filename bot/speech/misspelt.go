package speech

import (
	"slices"
	"strings"

	"konduktor/engine"
)

// maxWords bounds how many typed words are looked for among misspelt names.
const maxWords = 8

// linked returns what was typed without the words that stand between the ends of a route, in all
// languages: "Göteborg to Oslo".
func (s *Speaker) linked(text string) string {
	var links []string
	for _, lang := range s.texts.Catalog().Languages() {
		links = append(links, strings.Fields(fold(s.texts.Catalog().Texts(lang).Say("claim.links")))...)
	}
	isLink := func(word string) bool { return slices.Contains(links, word) }
	return strings.Join(slices.DeleteFunc(strings.Fields(fold(text)), isLink), " ")
}

// resembles reports whether each word typed begins a word of the text, or is nearly one and begins
// no other name on the map.
func (s *Speaker) resembles(typed, text string) bool {
	names, words := strings.Fields(fold(text)), strings.Fields(fold(typed))
	if len(words) == 0 || len(words) > maxWords {
		return false
	}
	for _, word := range words {
		like := func(name string) bool { return misspelt([]rune(word), []rune(name)) }
		if !matches(word, text) && (!slices.ContainsFunc(names, like) || s.isNamed(word)) {
			return false
		}
	}
	return true
}

// isNamed reports whether a word begins one of a city's names.
func (s *Speaker) isNamed(word string) bool {
	for i := range s.board.Cities {
		if matches(word, s.cityWords(engine.CityID(i))) {
			return true
		}
	}
	return false
}

// misspelt reports whether a word is another one with a letter in three wrong, two at most.
func misspelt(word, known []rune) bool {
	most := min(len(word)/3, 2)
	if most == 0 || max(len(word)-len(known), len(known)-len(word)) > most {
		return false
	}
	row := make([]int, len(known)+1) // of the edit distances between beginnings
	for j := range row {
		row[j] = j
	}
	for i, r := range word {
		before := row[0]
		row[0] = i + 1
		for j, k := range known {
			wrong := 1
			if r == k {
				wrong = 0
			}
			before, row[j+1] = row[j+1], min(before+wrong, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(known)] <= most
}

// CitiesLike names the cities that a misspelt text can mean; "" if there are none.
func (s *Speaker) CitiesLike(text string) string {
	var like []engine.CityID
	for i := range s.board.Cities {
		if c := engine.CityID(i); s.resembles(text, s.cityWords(c)) {
			like = append(like, c)
		}
	}
	return firstFew(like, maxNamed, s.City)
}

// citiesLike is CitiesLike for an option.
func (s *Speaker) citiesLike(_ *engine.View, text string) string { return s.CitiesLike(text) }
