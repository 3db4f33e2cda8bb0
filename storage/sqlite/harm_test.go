package sqlite

import (
	"math/rand/v2"
	"os"
	"strconv"
)

// harms returns ways of damaging a file of a size: KONDUKTOR_HARMS of each kind, or 20; the same ones each time.
func harms(size int) []func([]byte) []byte {
	n, err := strconv.Atoi(os.Getenv("KONDUKTOR_HARMS"))
	if err != nil {
		n = 20
	}
	random := rand.New(rand.NewPCG(1, 2))
	var list []func([]byte) []byte
	for range n {
		at, bit, page, length := random.IntN(size), byte(1)<<random.IntN(8), random.IntN(size/4096), random.IntN(size)
		list = append(list,
			func(b []byte) []byte { b[at] ^= bit; return b },
			func(b []byte) []byte { clear(b[page*4096 : (page+1)*4096]); return b },
			func(b []byte) []byte { return b[:length] },
			func(b []byte) []byte { copy(b[page*4096:(page+1)*4096], b[at/4096*4096:]); return b },
		)
	}
	return list
}
