package cardgame

// Weights are what play rests on apart from the rules (docs/computer-players.md).
type Weights struct {
	Useful float64 // useful cards that a turn of drawing brings
	Lays   float64 // useful cards that a turn of laying brings
	Reach  float64 // part of the turns left that can be planned for, as a share
	Slack  float64 // turns to spare that halve the risk that cards come too late
	// chance that others rob a row if they can, as a share; with two seats that they rob one of two
	Rob    float64
	Robbed float64 // value of a robbed card, in points
	City   float64 // value of each further ticket of a big city, as a share of its bonus
	// part of that risk that counts for cards that are not laid yet, as a share; with two seats the
	// chance that a card in hand can be laid where it is needed
	Hand    float64
	Spare   float64 // value of a card in hand that no ticket needs, in points
	Wild    float64 // value of a locomotive that no ticket needs, in points
	Tickets float64 // how many points better drawing tickets must be than anything else
	Later   float64 // turns that a later pass brings, as a number
	End     float64 // value of ending a pass, for each ticket that the others have open, in points
	// cost of ending the last pass while another seat seems to lead, as a share of that lead
	Lead float64
}

// Steady are the weights of steady play.
var Steady = Weights{
	Useful: 1.25, Lays: 2.6, Reach: .7, Slack: .8, Rob: .15, Robbed: 5, City: .5, Hand: 1, Spare: .05,
	Wild: 1.8, Tickets: 3, Later: 13, End: .2,
}
