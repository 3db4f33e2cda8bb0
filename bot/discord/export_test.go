package discord

// ErrBlank is what a courier's answer without content comes to.
var ErrBlank = errBlank
