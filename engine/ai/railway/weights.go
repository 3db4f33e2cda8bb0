package railway

// Weights are what play rests on apart from the rules (docs/computer-players.md), in points or per
// turn unless they say otherwise.
type Weights struct {
	Turn    float64 // what a turn is worth that could be spent otherwise
	Rate    float64 // useful cards that a turn of drawing brings, as a number
	Piece   float64 // what a piece is worth in the supply
	Points  float64 // how much of a route's points counts when a network is planned, as a share
	Pace    float64 // pieces that a seat uses up in a turn, as a number
	Route   float64 // chance that a planned route is not lost to others, as a share
	Slack   float64 // turns in hand that make a plan half as likely to fail, as a number
	Award   float64 // what a completed ticket is worth beyond its points
	Token   float64 // what a token of the title's own is worth
	Need    float64 // a card that a planned ticket lacks
	Fill    float64 // a card that another planned route lacks
	Idle    float64 // any other card
	Wild    float64 // a wild
	Claim   float64 // claiming a route of the plan for tickets, before its points
	Score   float64 // how much of the points of such a route counts now, as a share
	Risk    float64 // chance that a rival nearby takes a route before the next turn, as a share
	Press   float64 // urgency of claims when turns run out
	Tickets float64 // margin that drawing tickets must exceed
	Port    float64 // a card that a port lacks
	Last    float64 // the last card that the plan lacks of a colour, compared with the others
	// how much of the second card of a turn counts when the first is drawn, as a share
	Second float64
	// how much of Need a payment costs for each card that the plan lacks then, as a share
	Guard float64
	Crowd float64 // how many times Need a piece costs that the plan lacks then
	Shun  float64 // how many times Risk a route costs at a rival's city when a network is planned
	Keep  float64 // how much of a network's cost counts when tickets are kept, as a share
	Room  float64 // routes of the plan that may be missing when tickets are drawn, as a number
	Least float64 // below how many turns no tickets are drawn
	Span  float64 // how much of its cost a further ticket takes in turns, as a share
	Hoard float64 // what five more cards in hand add to a claim of the plan
	Early float64 // what ten more turns add to a claim of the plan
	Block float64 // what a claim adds between two cities of rivals
	// a card for a further route, for each point a turn that the route brings beyond two
	Gain    float64
	Deep    float64 // what is added to Need where the plan lacks three or more of a colour
	Dark    float64 // what drawing from a deck adds
	Loose   float64 // what a claim adds that no ticket's plan needs
	Long    float64 // what each space beyond three adds to such a claim
	Joint   float64 // what a claim adds for each further ticket that needs the route
	Close   float64 // what a claim adds that completes a ticket
	Lone    float64 // what a claim of the plan adds where a connection has one lane left
	Ready   float64 // what a claim of the plan adds when it lacks no cards at all
	Reach   float64 // what each space beyond three adds to a claim of the plan
	First   float64 // what the first one is worth beyond Token
	Contest float64 // what one is worth beyond Token that takes or levels the lead
	Near    float64 // the same of one that comes within one card of the lead, or leads by two
	// pieces left from which tickets are drawn once all are complete; 0: never
	Again float64
	// share of what the last turns can still complete that a claim for its points costs
	Finish float64
}

// Steady are the weights of steady play where none have been tuned.
var Steady = Weights{
	Turn: 2, Rate: 1.5, Piece: .2, Points: .7, Pace: .9, Route: .97, Slack: 4, Award: 0, Token: 1.5,
	Need: 1.6, Fill: 1.0, Idle: .5, Wild: 2, Claim: 2.5, Score: .3, Risk: .15, Press: 2, Tickets: 2,
	Port: 2,
	Last: 1.1, Second: 1, Guard: 1, Crowd: 2, Shun: 2, Keep: 1, Room: 2, Least: 5, Span: .8,
	Finish: 1,
}
