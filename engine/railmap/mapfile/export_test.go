package mapfile

// Check returns everything that is wrong in a map file, by line.
func Check(data []byte, file string) []Fault {
	_, faults := parse(data, file)
	return faults
}
