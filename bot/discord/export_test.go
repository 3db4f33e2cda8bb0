package discord

// MaxFollowUps is how often a courier follows up by one token.
const MaxFollowUps = maxFollowUps

// ErrBlank is what a courier's answer without content comes to.
var ErrBlank = errBlank
