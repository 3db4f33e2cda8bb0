package sqlite

func runAsChild() {}
