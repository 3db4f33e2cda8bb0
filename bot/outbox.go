package bot

// signal wakes the outbox.
func (b *Bot) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}
