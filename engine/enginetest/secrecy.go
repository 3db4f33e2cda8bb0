package enginetest

import (
	"fmt"
	"reflect"
	"testing"

	"konduktor/engine"
)

// access says who may know a field of a view (C15).
type access int

const (
	open access = iota + 1 // everybody
	own                    // the seat itself alone; zero for all others
	// the field's Known says who may see them; the others see a number
	counted
	chosen // open once the setup is over, before that the seat's own (W2)
	seats  // the entries of the seats, which have a table of their own
)

// The tables say who may know each field of a view. A missing field fails every check.
var (
	viewAccess = map[string]access{
		"Title": open, "Version": open, "Viewer": own, "Ply": open, "Turns": open, "Phase": open,
		"ToMove": open,
		"Owes":   open, "LastRound": open, "TurnsLeft": open, "Market": open, "Decks": open,
		"TicketsLeft": open,
		"Tokens":      open, "Tunnel": open, "Closed": open, "Pass": open, "Passes": open,
		"LeastRow": own,
		"MostRow":  own, "OpenTrack": open,
		"Seats": seats, "Winners": open,
	}
	seatAccess = map[string]access{
		"Seat": open, "Name": open, "Team": open, "Owes": open, "Score": open, "Pieces": chosen,
		"Hand":   counted,
		"Routes": open, "Tickets": counted, "Rack": counted, "RackTickets": counted, "Pledged": own,
		"Drawn": own, "Offer": counted, "Dealt": own, "Box": chosen, "Exchanged": open,
		"Ports": open, "PortsLeft": open, "Yard": open,
		"Track": counted, "Moved": own, "Completed": open, "Declared": own, "Final": open,
	}
)

// eachField visits each exported field of two structs of one type, with its access.
func eachField(a, b any, table map[string]access,
	visit func(name string, a access, x, y reflect.Value),
) {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		f := x.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		who, ok := table[f.Name]
		if !ok {
			panic(fmt.Sprintf("enginetest: nothing says who may know %s.%s", x.Type(), f.Name))
		}
		visit(f.Name, who, x.Field(i), y.Field(i))
	}
}

// checkAccess compares what a viewer is shown with the unveiled game, field by field.
func checkAccess(t *testing.T, g engine.Game, all *engine.View, viewer engine.Seat) {
	t.Helper()
	v := g.View(viewer)
	bad := func(of any, name, what string) {
		t.Fatalf("ply %d, viewer %d: %T.%s %s", g.Ply(), viewer, of, name, what)
	}
	eachField(&v, all, viewAccess, func(name string, a access, x, y reflect.Value) {
		if a == open && !same(x, y) {
			bad(v, name, fmt.Sprintf("is %v, everybody may know %v", x, y))
		}
		if a == own && viewer == engine.Public && !x.IsZero() {
			bad(v, name, fmt.Sprintf("is %v for a bystander", x))
		}
	})
	secret := v.Phase == engine.InSetup && v.Uses(engine.UsesPorts) // pieces (W2)
	for i := range v.Seats {
		mine := v.Seats[i].Seat == viewer
		eachField(&v.Seats[i], &all.Seats[i], seatAccess,
			func(name string, a access, x, y reflect.Value) {
				switch {
				case (a == open || a == chosen && (!secret || mine)) && !same(x, y):
					bad(v.Seats[i], name, fmt.Sprintf("is %v, the viewer may know %v", x, y))
				case (a == own || a == chosen && secret) && !mine && !none(x):
					bad(v.Seats[i], name, fmt.Sprintf("is %v for another seat", x))
				case a == counted && !x.FieldByName("Known").Bool() && !none(x.Field(x.NumField()-1)):
					bad(v.Seats[i], name, "has contents that are not known")
				}
			})
	}
}

func same(x, y reflect.Value) bool {
	return x.Kind() == reflect.Slice && x.Len()+y.Len() == 0 ||
		reflect.DeepEqual(x.Interface(), y.Interface())
}

func none(x reflect.Value) bool {
	return x.IsZero() || x.Kind() == reflect.Slice && x.Len() == 0 || x.Interface() == engine.NoCard
}

// Fields are names of fields of views, as "Market" or "seat Hand".
type Fields map[string]bool

// Note adds the fields in which a view says something, and reports whether one is new.
func (f Fields) Note(v *engine.View) (news bool) {
	note := func(prefix string) func(string, access, reflect.Value, reflect.Value) {
		return func(name string, a access, x, _ reflect.Value) {
			if !none(x) && !f[prefix+name] {
				f[prefix+name], news = true, true
			}
		}
	}
	eachField(v, v, viewAccess, note(""))
	for i := range v.Seats {
		eachField(&v.Seats[i], &v.Seats[i], seatAccess, note("seat "))
	}
	return news
}

// Missing lists the fields of views that were not noted.
func (f Fields) Missing() []string {
	var list []string
	for prefix, table := range map[string]map[string]access{"": viewAccess, "seat ": seatAccess} {
		for name := range table {
			if !f[prefix+name] {
				list = append(list, prefix+name)
			}
		}
	}
	return list
}
