package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// idle says that naming the deck of a draw changes nothing: it has run out, and the other one
// stands for it (W3).
func idle(v *engine.View, m engine.Move) bool {
	left := map[engine.Pile]int{}
	for _, d := range v.Decks {
		left[d.Pile] = d.Cards + d.Discards
	}
	return m.Verb == engine.Draw && m.Pile != engine.NoPile && left[m.Pile] == 0 &&
		(left[3-m.Pile] > 0 || m.Pile == engine.Ships)
}

// fleetSuggestions are all suggestions that only such titles have.
func fleetSuggestions(s *Speaker, v *engine.View, typed string) [][]discord.Choice {
	list := [][]discord.Choice{
		s.suggest(v, engine.Move{Verb: engine.Pieces}, 0, typed),
		s.suggest(v, engine.Move{Verb: engine.Pieces}, 1, typed),
		s.suggest(v, engine.Move{Verb: engine.Pieces, N: 20}, 1, typed),
		s.suggest(v, engine.Move{Verb: engine.Draw, Slot: 1}, 1, typed),
		s.suggest(v, engine.Move{Verb: engine.Port}, 0, typed), s.suggest(v,
			engine.Move{Verb: engine.Exchange}, 0, typed),
	}
	return list
}

// rails is a game of World in play, with these cards on top of its decks: three of the trains and
// seven of the ships to each seat in turn, then three and three to the market. Ala takes 20 trains,
// Bartek 25.
func rails(t testing.TB, trains, ships string) *scene {
	t.Helper()
	title, _ := titles.Find("world")
	stack := func(names string) []engine.Card {
		var cards []engine.Card
		for name := range strings.FieldsSeq(names) {
			c, ok := title.Lexicon().Card(name)
			if !ok {
				t.Fatalf("there is no card %q", name)
			}
			cards = append(cards, c)
		}
		return cards
	}
	g, err := title.New(engine.Setup{
		Names: []string{"Ala", "Bartek"}, Seed: engine.Seed{3},
		Stacked: map[string][]engine.Card{"Trains": stack(trains), "Ships": stack(ships)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &scene{New(texts(t, "en"), titles.Map("world")), t, g}
}

// underWay makes the setup choices.
func (s *scene) underWay() *scene {
	s.t.Helper()
	for _, seat := range []engine.Seat{1, 2} {
		s.do(seat, engine.Move{Verb: engine.Keep, Tickets: s.view(seat).Own().Offer.IDs})
	}
	s.play(1, "pieces 20 40", 1)
	s.play(2, "pieces 25 35", 2)
	return s
}

func TestADeckIsTypedAsTheRefusalProposes(t *testing.T) {
	for lang, words := range map[string][]string{
		"en": {"trains", "ships"}, "pl": {"wagony", "statki"},
	} {
		s := rails(t, "", "").underWay()
		s.Speaker = New(texts(t, lang), titles.Map("world"))
		v, proposed := s.view(1), s.Words("problem.no-such-deck")
		for i, pile := range []engine.Pile{engine.Trains, engine.Ships} {
			m, ok := s.reads(v, engine.Move{Verb: engine.Draw, Slot: 1}, 1, words[i])
			if !ok || m.Pile != pile || !strings.Contains(proposed, "`"+words[i]+"`") {
				t.Errorf("%s: %q is read as %v (%t) and proposed by %q", lang, words[i], m, ok, proposed)
			}
		}
	}
}

func TestTheChoiceOfPiecesIsSecretUntilAllHaveChosen(t *testing.T) {
	s := rails(t, "", "")
	s.do(1, engine.Move{Verb: engine.Keep, Tickets: s.view(1).Own().Offer.IDs})
	v := s.view(1)
	panel := s.Panel(panelOf(v))
	s.has(panel.Content, "choose 60 pieces", "at most 25 trains and 50 ships",
		"Secret until all have chosen")
	first := panel.Rows[0].Buttons[0]
	if first.Label != "20 trains and 40 ships (for a first game)" ||
		first.CustomID != panelOf(v).id(customid.Ask, s.move("pieces 20 40")) {
		t.Errorf("first comes %+v", first)
	}
	s.has(s.Question(panelOf(v), s.move("pieces 13 47"), nil).Content,
		"Take **13 trains and 47 ships**?", "12 trains and 3 ships", "Until everybody has chosen")
	s.has(s.refused(1, "pieces 26 34"), "Take 60 pieces in all: trains 25 at most, ships 50 at most.")
	s.has(s.play(1, "pieces 13 47", 1),
		"You take 13 trains and 47 ships; the others see it when everybody has chosen.")
	s.has(s.Panel(Panel{Place: Place{Game: gameID}, View: s.view(1)}).Content,
		"🚃13🚢47⚓3\n")
	for _, seat := range []engine.Seat{engine.Public, 2} {
		s.hasNot(s.Standing(gameID, s.view(seat))+s.BoardText(gameID, s.view(seat), customid.Text, 0,
			nil).Content, "13 trains", "47 ships", "12 trains")
	}
	s.do(2, engine.Move{Verb: engine.Keep, Tickets: s.view(2).Own().Offer.IDs})
	told := s.play(2, "pieces 25 35", engine.Public)
	s.has(told, "Ala: 13 trains and 47 ships", "Bartek: 25 trains and 35 ships",
		"Everybody has chosen. Ala begins.")
	if n := strings.Count(told, "has chosen tickets"); n > 1 {
		t.Errorf("it is told %d times that somebody has chosen: %q", n, told)
	}
}

func TestADeckIsAskedForOnlyWhereThereIsAChoice(t *testing.T) {
	s := rails(t, "", "").underWay()
	v := s.view(1)
	if got := Refills(v, 1); !slices.Equal(got, []engine.Pile{engine.Trains, engine.Ships}) {
		t.Errorf("slot 1 is filled from %v", got)
	}
	v.Decks[1].Cards, v.Decks[1].Discards = 0, 3
	if got := Refills(v, 1); len(got) != 2 {
		t.Errorf("with discards left slot 1 is filled from %v", got)
	}
	s.has(s.Question(panelOf(v), engine.Move{Verb: engine.Draw, Slot: 1},
		nil).Rows[0].Buttons[1].Label, "Ship deck (reshuffled from 3 discarded cards)")
	v.Decks[1].Discards = 0
	if got := Refills(v, 1); !slices.Equal(got, []engine.Pile{engine.Trains}) {
		t.Errorf("without ships slot 1 is filled from %v", got)
	}
	for _, m := range draws(v) {
		if m.Pile != engine.Trains {
			t.Errorf("without ships %s is offered", notation.PrintMove(v.Lexicon(), m))
		}
	}
	if got := s.suggest(v, engine.Move{Verb: engine.Draw, Slot: 1}, 1, ""); len(got) != 0 {
		t.Errorf("without ships %v is suggested", got)
	}
}

func TestTheHandShowsTrainsShipsDoubleShipsAndPortMarksApart(t *testing.T) {
	s := rails(t, "red red-port wild",
		"red-ship red-ship red-ships white-ship black-ships black-ships red-ships").underWay()
	text := s.Panel(Panel{Place: Place{Game: gameID}, View: s.view(1)}).Content
	s.has(text, "🚃20🚢40⚓3\n", "1 red train, 1 red train ⚓", "2 red ships",
		"2 red double ships", "2 black double ships", "1 white ship", "1 wild")
}

func TestAPortIsAskedAboutWithWhatItTakesAndGives(t *testing.T) {
	s := rails(t, "red-port red-port red",
		"red-ship red-ship red-ship red-ships red-ships red-ships white-ship").underWay()
	s.has(s.refused(1, "port lima 2red-port+2red-ship"), "You have no route to Lima yet")
	r, _ := s.view(1).Lexicon().Route("edinburgh--hamburg")
	s.has(s.Route(r), "by sea")
	claim := engine.Move{Verb: engine.Claim}
	for _, m := range s.view(1).Legal() {
		if m.Verb == engine.Claim && s.board.Cities[s.board.Routes[m.Route].A].Port {
			claim = m
			for p := range s.view(1).Payments(m) {
				if claim.Payment = p; p.Hand.Total() == 1 {
					break
				}
			}
		}
	}
	s.do(1, claim)
	s.play(2, "tickets", 2)
	s.do(2, engine.Move{Verb: engine.Keep, Tickets: s.view(2).Own().Offer.IDs})
	v := s.view(1)
	ports := legalOf(v, engine.Port)
	if len(ports) == 0 {
		t.Fatalf("no port can be built with %s", notation.PrintCards(v.Lexicon(), v.Own().Hand.Cards))
	}
	city := ports[0].City
	asked := s.Question(panelOf(v), ports[0], nil)
	s.has(asked.Content, "Build a port in **"+s.City(city)+"**?",
		"You pay: **2 red trains ⚓, 2 red ships**.", "20, 30 or 40 points")
	s.has(s.refused(1, "port "+v.Lexicon().Cities[city]+" 2red-port+red-ship"),
		"A port takes two train cards", "You can pay with: 2 red trains ⚓, 2 red ships")
	told := s.play(1, "port "+v.Lexicon().Cities[city]+" 2red-port+2red-ship", 2)
	s.has(told, "Ala builds a port in "+s.City(city)+" with 2 red trains ⚓, 2 red ships.")
	s.has(s.Panel(panelOf(s.view(1))).Content, "⚓2\n")
	s.has(s.CityText(s.view(2), city), "The port belongs to Ala.")
	s.has(s.refused(2, "port "+v.Lexicon().Cities[city]+" 2red-port+2red-ship"),
		"already belongs to Ala")
}

func TestAnExchangeShowsTheBoxAndThePrice(t *testing.T) {
	s := rails(t, "", "").underWay()
	v := s.view(1)
	s.has(s.Question(panelOf(v), engine.Move{Verb: engine.Exchange}, nil).Content,
		"You have 20 trains and 40 ships; your box has 5 trains and 10 ships.", "costs a point")
	m, ok := s.reads(v, engine.Move{Verb: engine.Exchange}, 0, "3 ships")
	if !ok {
		t.Fatal("3 ships cannot be read")
	}
	s.has(s.Question(panelOf(v), m, nil).Content, "Exchange **3 ships for 3 trains**?",
		"Then you have 23 trains and 37 ships; your box has 2 trains and 13 ships.",
		"It costs 3 points and takes your whole turn.")
	s.has(s.refused(1, "exchange 6 ships"), "your box has only 5", "up to 10 trains and 5 ships")
	s.has(s.play(1, "exchange 3 ships", 2), "Ala exchanges 3 ships for 3 trains (−3 points).")
	s.has(s.Standing(gameID, s.view(2)), "Ala −3 pts 🚃23🚢37")
}

// People can type anything into the options of commands.
func FuzzFleet(f *testing.F) {
	for _, seed := range []string{
		"", "20-40", "3", "3 trains", "trains", "lima", "1 ships", "Slot 1",
		"\x00", "999999999999-1", strings.Repeat("9 ", 300),
	} {
		f.Add(seed)
	}
	title, _ := titles.Find("world")
	g, err := title.New(engine.Setup{Names: []string{"Ala", "Bartek"}, Seed: engine.Seed{9}})
	if err != nil {
		f.Fatal(err)
	}
	v := g.View(1)
	s := New(texts(f, "pl"), titles.Map("world"))
	f.Fuzz(func(t *testing.T, text string) {
		for _, verb := range Commands() {
			m := engine.Move{Verb: verb, Slot: 1}
			for _, o := range Options(verb) {
				read, ok := s.Read(&v, m, o, text)
				if ok && (read.Verb != verb || int(read.City) >= len(v.Lexicon().Cities)) {
					t.Errorf("%s: %q is read as %v", verb, text, read)
				}
			}
		}
		for _, list := range fleetSuggestions(s, &v, text) {
			if f := choiceFaults(list); len(f) > 0 {
				t.Errorf("%q: %v", text, f)
			}
		}
	})
}
