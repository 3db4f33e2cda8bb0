package faultvfs

import (
	"errors"
	"path/filepath"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite "modernc.org/sqlite/lib"
)

// VFS is the name of the file layer: it passes everything on to the system's files, but for files
// in the folder of a Disk asks the Disk first.
const VFS = "konduktor-faultvfs"

// The signatures of what the layer wraps, of SQLite's sqlite3_vfs and sqlite3_io_methods.
type (
	openFunc     = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	deleteFunc   = func(tls *libc.TLS, vfs, name uintptr, syncFolder int32) int32
	closeFunc    = func(tls *libc.TLS, file uintptr) int32
	writeFunc    = func(tls *libc.TLS, file, buffer uintptr, n int32, offset int64) int32
	truncateFunc = func(tls *libc.TLS, file uintptr, size int64) int32
	syncFunc     = func(tls *libc.TLS, file uintptr, flags int32) int32
)

// layer is what the layer knows of SQLite's files. SQLite's memory is not Go's: an address of it is
// a uintptr.
var layer struct {
	mu       sync.RWMutex
	system   *sqlite.Tsqlite3_vfs // the system's files
	disks    map[string]*Disk     // by folder
	files    map[uintptr]openFile
	wrappers map[uintptr]uintptr // the layer's methods for files of the system's methods
}

// openFile is an open file of a Disk.
type openFile struct {
	methods *sqlite.Tsqlite3_io_methods // the system's
	disk    *Disk
	name    string
}

// at returns what lies at an address in SQLite's memory.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function returns the function that a pointer of SQLite's points to, and pointer the reverse. f
// must be a function of a package, not a closure: SQLite keeps the pointer where the garbage
// collector does not see it.
func function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }

func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// register makes the layer known to SQLite, once for the process.
var register = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	system := sqlite.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return errors.New("SQLite has no files")
	}
	layer.system = at[sqlite.Tsqlite3_vfs](system)
	layer.disks, layer.files, layer.wrappers = map[string]*Disk{}, map[uintptr]openFile{},
		map[uintptr]uintptr{}
	name, err := libc.CString(VFS) // SQLite keeps it
	if err != nil {
		return err
	}
	ours := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(sqlite.Tsqlite3_vfs{})))
	if ours == 0 {
		return errors.New("no memory for a file layer")
	}
	vfs := at[sqlite.Tsqlite3_vfs](ours)
	*vfs = *layer.system
	vfs.FzName, vfs.FpNext = name, 0
	vfs.FxOpen, vfs.FxDelete = pointer[openFunc](xOpen), pointer[deleteFunc](xDelete)
	if status := sqlite.Xsqlite3_vfs_register(tls, ours, 0); status != sqlite.SQLITE_OK {
		return errors.New("SQLite does not take the file layer")
	}
	return nil
})

// diskOf returns the disk that a file lies on, nil if it lies on none.
func diskOf(path string) *Disk {
	layer.mu.RLock()
	defer layer.mu.RUnlock()
	return layer.disks[filepath.Dir(path)]
}

func opened(file uintptr) openFile {
	layer.mu.RLock()
	defer layer.mu.RUnlock()
	return layer.files[file]
}

func xOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	status := function[openFunc](layer.system.FxOpen)(tls, vfs, name, file, flags, outFlags)
	if status != sqlite.SQLITE_OK || name == 0 { // a temporary file has no name
		return status
	}
	path := libc.GoString(name)
	disk := diskOf(path)
	if disk == nil {
		return status
	}
	disk.opened(
		filepath.Base(path),
		flags&(sqlite.SQLITE_OPEN_WAL|sqlite.SQLITE_OPEN_MAIN_JOURNAL) != 0,
	)
	methods := &at[sqlite.Tsqlite3_file](file).FpMethods
	layer.mu.Lock()
	defer layer.mu.Unlock()
	layer.files[file] = openFile{
		at[sqlite.Tsqlite3_io_methods](*methods),
		disk,
		filepath.Base(path),
	}
	*methods = wrapped(tls, *methods)
	return status
}

// wrapped returns the layer's methods for files that have the system's methods.
func wrapped(tls *libc.TLS, methods uintptr) uintptr {
	ours, ok := layer.wrappers[methods]
	if !ok {
		ours = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(sqlite.Tsqlite3_io_methods{})))
		if ours == 0 {
			return methods
		}
		m := at[sqlite.Tsqlite3_io_methods](ours)
		*m = *at[sqlite.Tsqlite3_io_methods](methods)
		// Without memory mapping, which would write past the layer.
		m.FiVersion = min(m.FiVersion, 2)
		m.FxClose, m.FxWrite = pointer[closeFunc](xClose), pointer[writeFunc](xWrite)
		m.FxTruncate, m.FxSync = pointer[truncateFunc](xTruncate), pointer[syncFunc](xSync)
		layer.wrappers[methods] = ours
	}
	return ours
}

func xClose(tls *libc.TLS, file uintptr) int32 {
	f := opened(file)
	layer.mu.Lock()
	delete(layer.files, file)
	layer.mu.Unlock()
	return function[closeFunc](f.methods.FxClose)(tls, file)
}

func xWrite(tls *libc.TLS, file, buffer uintptr, n int32, offset int64) int32 {
	f := opened(file)
	room, status := f.disk.write(f.name, offset, unsafe.Slice(at[byte](buffer), n))
	if room > 0 {
		if status := function[writeFunc](f.methods.FxWrite)(
			tls,
			file,
			buffer,
			int32(room),
			offset,
		); status != sqlite.SQLITE_OK {
			return status
		}
	}
	return status
}

func xTruncate(tls *libc.TLS, file uintptr, size int64) int32 {
	f := opened(file)
	if status := f.disk.truncate(f.name, size); status != sqlite.SQLITE_OK {
		return status
	}
	return function[truncateFunc](f.methods.FxTruncate)(tls, file, size)
}

// xSync does not sync: what would survive a power cut is what the Disk has noted.
func xSync(_ *libc.TLS, file uintptr, _ int32) int32 {
	f := opened(file)
	return f.disk.sync(f.name)
}

func xDelete(tls *libc.TLS, vfs, name uintptr, syncFolder int32) int32 {
	path := libc.GoString(name)
	status := function[deleteFunc](layer.system.FxDelete)(tls, vfs, name, 0)
	if disk := diskOf(path); disk != nil && status == sqlite.SQLITE_OK {
		disk.remove(filepath.Base(path), syncFolder != 0)
	}
	return status
}
