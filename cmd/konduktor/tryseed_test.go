package main

import (
	"bytes"
	"io"
	"testing"
)

func TestASeedRepeatsItsRandomness(t *testing.T) {
	drawn := func(seed string) []byte {
		all := make([]byte, 100)
		r := newSeeded(seed)
		for _, part := range [][]byte{all[:3], all[3:40], all[40:]} { // as IDs and seeds are read
			if _, err := io.ReadFull(r, part); err != nil {
				t.Fatal(err)
			}
		}
		return all
	}
	if !bytes.Equal(drawn("measure"), drawn("measure")) {
		t.Error("a seed gives other bytes the second time")
	}
	if bytes.Equal(drawn("measure"), drawn("Measure")) {
		t.Error("two seeds give the same bytes")
	}
	if newSeeded("") != nil {
		t.Error("without a seed try does not shuffle as it always did")
	}
}
