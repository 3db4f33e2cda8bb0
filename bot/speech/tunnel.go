package speech

import (
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// tunnelLine tells of the undecided tunnel, which everybody may know all about (C15); "" if there is none.
func (s *Speaker) tunnelLine(v *engine.View) string {
	t := v.Tunnel
	if t == nil {
		return ""
	}
	return s.say("tunnel.dug", "Who", s.Seat(v, t.Seat), "Route", s.Route(t.Route), "Cards", s.Payment(v, t.Paid),
		"Shown", s.shown(v, t.Revealed), "Count", t.Asks)
}

// shown lists cards in the order in which they were turned up.
func (s *Speaker) shown(v *engine.View, cards []engine.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = s.Card(v, c)
	}
	if len(names) == 0 {
		return s.say("names.none")
	}
	return strings.Join(names, ", ")
}

// tollAsk says what is expected of the seat whose tunnel it is.
func (s *Speaker) tollAsk(v *engine.View) string {
	asks := s.say("tunnel.asks", "Count", v.Tunnel.Asks, "Color", s.played(v))
	if !canPay(v) {
		asks += " " + s.say("tunnel.too-few")
	}
	return asks
}

// played names what can be paid with: the colour that was laid down and wilds, or wilds only (N6).
func (s *Speaker) played(v *engine.View) string {
	wild := v.Lexicon().Wild()
	for c, n := range v.Tunnel.Paid.Cards() {
		if n > 0 && engine.Card(c) != wild {
			return s.say("tunnel.color-or-wild", "Color", s.Card(v, engine.Card(c)), "Wild", s.Card(v, wild))
		}
	}
	return s.Card(v, wild)
}

func canPay(v *engine.View) bool {
	for _, m := range v.Legal() {
		if m.Verb == engine.Pay {
			return true
		}
	}
	return false
}

// ConfirmToll asks whether a tunnel's demand is to be paid with these cards, and offers the other ways to pay and to
// withdraw. A zero payment stands for the one that is proposed.
func (s *Speaker) ConfirmToll(game string, v *engine.View, paid engine.Payment) discord.Message {
	return s.toll(game, v, paid, nil)
}

// NarrowToll is ConfirmToll for a part of the ways to pay.
func (s *Speaker) NarrowToll(game string, v *engine.View, ways Ways) discord.Message {
	return s.toll(game, v, proposalOf(v, engine.Move{Verb: engine.Pay}, ways), ways)
}

func (s *Speaker) toll(game string, v *engine.View, paid engine.Payment, ways Ways) discord.Message {
	if paid.IsZero() {
		paid = proposal(v, engine.Move{Verb: engine.Pay})
	}
	lines := []string{s.heading(game, v)}
	if v.Tunnel != nil {
		lines = append(lines, s.tunnelLine(v), s.tollAsk(v), s.say("claim.pays", "Cards", s.Payment(v, paid)))
		lines = append(lines, s.leaves(v, paid)...)
	}
	return discord.Message{Content: fitLines(lines), Rows: s.tollRows(game, v, paid, ways)}
}

// tollRows are the menus and buttons with which a tunnel's demand is answered.
func (s *Speaker) tollRows(game string, v *engine.View, paid engine.Payment, ways Ways) []discord.Row {
	var rows []discord.Row
	var last []discord.Button
	if canPay(v) {
		if paid.IsZero() {
			paid = proposal(v, engine.Move{Verb: engine.Pay})
		}
		by := payer{
			move: engine.Move{Verb: engine.Pay}, chosen: press(PressToll, game, v.Ply), narrow: press(PressTollWays, game, v.Ply),
		}
		rows = s.wayRows(v, by, paid, ways)
		last = append(last, button(discord.Success, s.say("tunnel.pay", "Cards", s.Payment(v, paid)),
			press(PressPay, game, v.Ply, "{cards}", PrintPress(paid))))
	}
	last = append(last, button(discord.Danger, s.say("tunnel.withdraw"), press(PressWithdraw, game, v.Ply)))
	return append(rows, buttons(last...))
}
