package engine

// Seat is a place at the table, 1-based in turn order. The zero value, Public, stands for a
// bystander.
type Seat uint8

// Public is the viewer without a seat: it sees what everybody may know.
const Public Seat = 0

// MaxSeats is the largest number of seats of any title (Asia, S1).
const MaxSeats = 6

// Ply is the index of a move in a game: the number of moves made before it.
type Ply int

// CityID is the index of a city in the map file's order.
type CityID uint8

// RouteID is the index of a route (one lane between two cities) in the map file's order.
type RouteID uint16

// TicketID is the index of a ticket in the map file's order.
type TicketID uint8
