package railway

// Weights are what play rests on apart from the rules (docs/computer-players.md), in points or per
// turn unless they say otherwise.
type Weights struct {
	Turn    float64 // value of a turn that could be spent otherwise
	Rate    float64 // useful cards that a turn of drawing brings, as a number
	Piece   float64 // value of a piece in the supply
	Points  float64 // how much of a route's points counts when a network is planned, as a share
	Pace    float64 // pieces that a seat uses up in a turn, as a number
	Route   float64 // chance that a planned route is not lost to others, as a share
	Slack   float64 // turns in hand that make a plan half as likely to fail, as a number
	Award   float64 // value of a completed ticket beyond its points
	Token   float64 // value of one of the title's own tokens
	Need    float64 // a card that a planned ticket lacks
	Fill    float64 // a card that another planned route lacks
	Idle    float64 // any other card
	Wild    float64 // a wild
	Claim   float64 // claiming a route of the plan for tickets, before its points
	Score   float64 // how much of the points of such a route counts now, as a share
	Risk    float64 // chance that a rival nearby takes a route before the next turn, as a share
	Press   float64 // urgency of claims when turns run out
	Tickets float64 // margin that drawing tickets must exceed
	Port    float64 // a card that a port lacks, as a share of what the port brings with it
	Harbor  float64 // how much of its ports counts when tickets are kept, as a share
	Joker   float64 // how much of a card that a port lacks a wild counts, as a share
	Haul    float64 // cards for ports that a turn of drawing brings, as a number
	Last    float64 // the last card that the plan lacks of a colour, compared with the others
	// how much of the second card of a turn counts when the first is drawn, as a share
	Second float64
	// how much of Need a payment costs for each card that the plan lacks then, as a share
	Guard float64
	Crowd float64 // how many times Need a piece costs that the plan lacks then
	Shun  float64 // how many times Risk a route costs at a rival's city when a network is planned
	Keep  float64 // how much of a network's cost counts when tickets are kept, as a share
	Dear  float64 // how much of a way's cost counts when a ticket is given up as too dear, as a share
	Room  float64 // routes of the plan that may be missing when tickets are drawn, as a number
	Least float64 // below how many turns no tickets are drawn
	Span  float64 // how much of its cost a further ticket takes in turns, as a share
	Hoard float64 // added to a planned claim for five more cards in hand
	Early float64 // added to a planned claim for ten more turns
	Block float64 // added to a claim between two cities of rivals
	// a card for a further route, for each point a turn that the route brings beyond two
	Gain    float64
	Deep    float64 // added to Need where the plan lacks three or more of a colour
	Dark    float64 // added to a draw from a deck
	Loose   float64 // added to a claim that no ticket's plan needs
	Long    float64 // added to such a claim for each space beyond three
	Joint   float64 // added to a claim for each further ticket that needs the route
	Close   float64 // added to a claim that completes a ticket
	Lone    float64 // added to a planned claim where a connection has one lane left
	Ready   float64 // added to a planned claim that lacks no cards at all
	Reach   float64 // added to a planned claim for each space beyond three
	First   float64 // value of the first token, beyond Token
	Contest float64 // value of a token that takes or levels the lead, beyond Token
	Near    float64 // the same of one that comes within one card of the lead, or leads by two
	// pieces left from which tickets are drawn once all are complete; 0: never
	Again float64
	// share of what the last turns can still complete that a claim for its points costs
	Finish float64
	// by how many turns a plan may be too long before it drops a ticket, ten turns before the end
	Trust float64
	// share of the lead that is lacking that a claim costs which begins the last round
	End    float64
	Toll   float64 // expected toll of a tunnel for each card it reveals, as a number of cards
	Margin float64 // cards that a plan keeps for the toll of each tunnel, as a number
	Lack   float64 // taken off the estimate of a position for each card that the plan lacks
	// cost of claiming a tunnel with no card to spare for the toll, for each card it reveals
	Dig float64
}

// Steady are the weights of steady play where none have been tuned.
var Steady = Weights{
	Turn: 2, Rate: 1.5, Piece: .2, Points: .7, Pace: .9, Route: .97, Slack: 4, Award: 0, Token: 1.5,
	Need: 1.6, Fill: 1.0, Idle: .5, Wild: 2, Claim: 2.5, Score: .3, Risk: .15, Press: 2, Tickets: 2,
	Port: 1, Haul: .8, Joker: .5, Harbor: .5,
	Last: 1.1, Second: 1, Guard: 1, Crowd: 2, Shun: 2, Keep: 1, Dear: 1, Room: 2, Least: 5, Span: .8,
	Finish: 1, Toll: .2, Dig: .66,
}
