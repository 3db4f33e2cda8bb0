package cardgame

// Weights are what play rests on apart from the rules (docs/computer-players.md).
type Weights struct {
	Useful  float64 // useful cards that a turn of drawing brings
	Lays    float64 // useful cards that a turn of laying brings
	Reach   float64 // part of the turns left that can be planned for, as a share
	Slack   float64 // turns to spare that halve the risk that cards come too late
	Rob     float64 // chance that a row of two is robbed before the seat's next turn, as a share
	Robbed  float64 // value of a robbed card, in points
	City    float64 // value of each further ticket of a big city, as a share of its bonus
	Hand    float64 // chance that a card in hand can be laid where it is needed, as a share
	Spare   float64 // value of a card in hand that no ticket needs, in points
	Wild    float64 // value of a locomotive that no ticket needs, in points
	Tickets float64 // how many points better drawing tickets must be than anything else
	Later   float64 // turns that a later pass brings, as a number
}

// Steady are the weights of steady play.
var Steady = Weights{
	Useful: 1.5, Lays: 2.5, Reach: .9, Slack: 2, Rob: .06, Robbed: 1, City: .3, Hand: .85, Spare: .05,
	Wild: .8, Tickets: .5, Later: 8,
}
