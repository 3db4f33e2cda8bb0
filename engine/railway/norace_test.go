//go:build !race

package railway

const thrift = 1
