package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// inParallel does the jobs 0 to n-1 with so many workers, or as many of them as it begins before
// ctx ends, and waits for them. Each worker does its jobs, one after the other, by a function of
// its own from newWorker.
func inParallel(ctx context.Context, workers, n int, newWorker func() func(job int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			do := newWorker()
			for ctx.Err() == nil {
				job := int(next.Add(1)) - 1
				if job >= n {
					return
				}
				do(job)
			}
		})
	}
	all.Wait()
}

// faults collects the errors of several workers.
type faults struct {
	mu   sync.Mutex
	list []error
}

func (f *faults) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, err)
}

// join returns all errors as one, nil if there are none. Nobody may add any meanwhile.
func (f *faults) join() error { return errors.Join(f.list...) }
