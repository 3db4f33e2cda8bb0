package match

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

// eventTypes lists the types with a method event() in event.go.
func eventTypes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != "event" {
			continue
		}
		receiver, ok := f.Recv.List[0].Type.(*ast.Ident)
		if !ok {
			t.Fatalf("the receiver of event() is %T, want the name of a type", f.Recv.List[0].Type)
		}
		names = append(names, receiver.Name)
	}
	return names
}

func TestEveryEventIsInTheList(t *testing.T) {
	want := eventTypes(t)
	if len(want) == 0 {
		t.Fatal("event.go has no events")
	}
	got := make([]string, len(Events))
	for i, e := range Events {
		got[i] = NameOf(e)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Events (-event.go +list):\n%s", diff)
	}
}

// fill sets every exported field of a value, and of its parts, to a value that is not zero.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.UnixMicro(1_795_348_800_123_456).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	case reflect.String:
		v.SetString("text")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0))
		fill(t, v.Index(1))
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key)
		fill(t, value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(t, v.Field(i))
			}
		}
	default:
		t.Fatalf("cannot fill a %s", v.Type())
	}
}

// filled returns an event of the same type whose fields are not zero.
func filled(t *testing.T, e Event) Event {
	t.Helper()
	v := reflect.New(reflect.TypeOf(e)).Elem()
	fill(t, v)
	return v.Interface().(Event)
}

func TestEveryEventComesBackFromTheStore(t *testing.T) {
	for _, e := range Events {
		t.Run(NameOf(e), func(t *testing.T) {
			var want, got Happening
			fill(t, reflect.ValueOf(&want.Row).Elem())
			fill(t, reflect.ValueOf(&want.At).Elem())
			fill(t, reflect.ValueOf(&want.Origin).Elem())
			want.By, want.Event = "somebody", filled(t, e)
			text, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			want.Row.Seed, want.Row.Head, want.Row.NewTenures = engine.Seed{}, Link{}, nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-written +read):\n%s", diff)
			}
		})
	}
}

func TestAnEventInTheStoreHasNeitherSeedNorHead(t *testing.T) {
	h := Happening{Event: Opened{}}
	for i := range h.Row.Seed {
		h.Row.Seed[i] = byte(101 + i)
	}
	for i := range h.Row.Head {
		h.Row.Head[i] = byte(201 + i)
	}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	for what, secret := range map[string][]byte{"seed": h.Row.Seed[:4], "head": h.Row.Head[:4]} {
		numbers := fmt.Sprintf("%d,%d,%d,%d", secret[0], secret[1], secret[2], secret[3])
		letters := base64.StdEncoding.EncodeToString(secret[:3])
		for _, form := range []string{numbers, letters, hex.EncodeToString(secret)} {
			if strings.Contains(string(text), form) {
				t.Errorf("the stored event has the %s as %s", what, form)
			}
		}
	}
}

func TestAnUnknownEventIsAnError(t *testing.T) {
	var h Happening
	if err := json.Unmarshal([]byte(`{"kind":"Exploded","event":{}}`), &h); err == nil {
		t.Errorf("read %+v", h)
	}
}
