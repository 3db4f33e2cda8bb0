package speech

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
)

// tunnelLine describes the undecided tunnel, which is fully public (C15); "" if there is none.
func (s *Speaker) tunnelLine(v *engine.View) string {
	t := v.Tunnel
	if t == nil {
		return ""
	}
	id := "tunnel.dug"
	if t.Seat == v.Viewer {
		id = "tunnel.you-dug"
	}
	return s.say(id, "Who", s.Seat(v, t.Seat), "Route", s.Route(t.Route), "Cards", s.Payment(v, t.Paid),
		"Shown", s.Shown(v, t.Revealed), "Count", t.Asks)
}

// tollAsk says what the seat that digs the tunnel has to do, and what the tunnel would change for its tickets.
func (s *Speaker) tollAsk(v *engine.View) string {
	asks := s.say("tunnel.asks", "Count", v.Tunnel.Asks, "Color", s.played(v))
	if !canPay(v) {
		return asks + " " + s.say("tunnel.too-few")
	}
	return strings.Join(append([]string{asks}, s.claimEffect(v, v.Tunnel.Route)...), "\n")
}

// played names the cards that can pay: the colour that was laid down and wilds, or only wilds (N6).
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

// askToll asks whether to pay a tunnel's demand with these cards, and says until when the player can answer.
func (s *Speaker) askToll(p Panel, m engine.Move) []string {
	v := p.View
	lines := []string{s.tunnelLine(v), s.tollAsk(v), s.say("claim.pays", "Cards", s.Payment(v, m.Payment))}
	lines = append(lines, s.leaves(v, m.Payment)...)
	if due := s.Due(v, p.Due); due != "" {
		lines = append(lines, due)
	}
	return lines
}

// tollRows are a panel's menus and buttons for answering a tunnel's demand.
func (s *Speaker) tollRows(p Panel) []discord.Row {
	if !canPay(p.View) {
		return []discord.Row{buttons(s.withdrawal(p))}
	}
	m := s.Proposed(p.View, engine.Move{Verb: engine.Pay}, nil)
	return append(s.payMenus(p, m, nil), buttons(s.tollButtons(p, m)...))
}

// tollButtons pay or withdraw.
func (s *Speaker) tollButtons(p Panel, m engine.Move) []discord.Button {
	pay := button(discord.Success, s.say("tunnel.pay", "Cards", s.Payment(p.View, m.Payment)), p.do(m))
	return []discord.Button{pay, s.withdrawal(p)}
}

func (s *Speaker) withdrawal(p Panel) discord.Button {
	return button(discord.Danger, s.say("tunnel.withdraw"), p.do(engine.Move{Verb: engine.Withdraw}))
}
