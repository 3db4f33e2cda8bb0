package bot

// routeLook registers the handlers of /hand /board /log /rules /help and of the buttons that open a hand.
func (b *Bot) routeLook(t *router) {}
