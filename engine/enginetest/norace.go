//go:build !race

package enginetest

const raceDivisor = 1
