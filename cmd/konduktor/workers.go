package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// inParallel runs the jobs 0 to n-1 on several workers, each with a function from newWorker. It
// begins no job after ctx has ended.
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
