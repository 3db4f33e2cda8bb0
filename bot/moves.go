package bot

// routeMoves registers the handlers of moves: /keep /draw /claim /tickets, their buttons, menus and completions.
func (b *Bot) routeMoves(t *router) {}
