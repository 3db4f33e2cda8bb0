package sqlite

import "testing"

func TestTheSizeGrowsWithTheMoves(t *testing.T) {
	s := withMoves(t, 0)
	before, err := s.Size(t.Context())
	if err != nil || before == 0 {
		t.Fatalf("%d bytes, error %v", before, err)
	}
	for ply := range 100 {
		if err := appendMove(t, s, ply); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := s.Size(t.Context()); err != nil || after < before+100*64 {
		t.Errorf("%d bytes, before 100 moves %d, error %v", after, before, err)
	}
}
