package bot

func (b *Bot) routeLobby(t *router) {}
