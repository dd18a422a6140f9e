/* Loaded before the C library: the N-th write, sync, truncation or creation of a file below FAULT_FOLDER fails.
   FAULT_AT = N (from 1), FAULT_COUNT = how many fail from there (-1 = all), FAULT_ERRNO = with which error.
   At the end the number of such calls is written to standard error.
   FAULT_TRACE = a file: everything that happens to those files is written there as well, in order, for the power cut
   test: kind, length of the path, path, offset, length, bytes (numbers of 8 bytes as they lie in memory).
   W = written, S = synced, T = cut to `offset`, U = removed, R = renamed to the path in the bytes, A = said on
   standard output. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls, at, count;
static int error;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAULT_AT");
    folder = getenv("FAULT_FOLDER");
    at = text ? atol(text) : 0;
    count = (text = getenv("FAULT_COUNT")) ? atol(text) : 1;
    error = (text = getenv("FAULT_ERRNO")) ? atoi(text) : EIO;
}

__attribute__((destructor)) static void end(void) {
    fprintf(stderr, "\nfault calls=%ld\n", calls);
}

static int below(const char *path) {
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int fails(void) {
    long i = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (at <= 0 || i < at || (count >= 0 && i >= at + count)) return 0;
    errno = error;
    return 1;
}

static void trace(char kind, const char *path, long offset, const void *bytes, long length);

static const char *path_of(int fd, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

static void trace_fd(char kind, int fd, long offset, const void *bytes, long length) {
    char path[4096];
    if (fd == 1) trace('A', "", 0, bytes, length);
    else if (below(path_of(fd, path, sizeof path))) trace(kind, path, offset, bytes, length);
}

static int fd_fails(int fd) {
    char path[4096];
    return below(path_of(fd, path, sizeof path)) && fails();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void trace(char kind, const char *path, long offset, const void *bytes, long length) {
    static int out = -1;
    const char *name = getenv("FAULT_TRACE");
    if (!name) return;
    if (out < 0) out = REAL(open)(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    long size = strlen(path), total = 1 + 8 + size + 8 + 8 + length;
    char *record = malloc(total), *at = record;
    *at++ = kind;
    memcpy(at, &size, 8), at += 8;
    memcpy(at, path, size), at += size;
    memcpy(at, &offset, 8), at += 8;
    memcpy(at, &length, 8), at += 8;
    memcpy(at, bytes, length);
    if (REAL(write)(out, record, total) != total) abort();
    free(record);
}

ssize_t write(int fd, const void *bytes, size_t n) {
    if (fd_fails(fd)) return -1;
    off_t to = lseek(fd, 0, SEEK_CUR);
    ssize_t done = REAL(write)(fd, bytes, n);
    if (done > 0) trace_fd('W', fd, to, bytes, done);
    return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t to) {
    if (fd_fails(fd)) return -1;
    ssize_t done = REAL(pwrite)(fd, bytes, n, to);
    if (done > 0) trace_fd('W', fd, to, bytes, done);
    return done;
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t to) {
    if (fd_fails(fd)) return -1;
    ssize_t done = REAL(pwrite64)(fd, bytes, n, to);
    if (done > 0) trace_fd('W', fd, to, bytes, done);
    return done;
}
int fsync(int fd) {
    if (fd_fails(fd)) return -1;
    trace_fd('S', fd, 0, "", 0);
    return REAL(fsync)(fd);
}
int fdatasync(int fd) {
    if (fd_fails(fd)) return -1;
    trace_fd('S', fd, 0, "", 0);
    return REAL(fdatasync)(fd);
}
int ftruncate(int fd, off_t n) {
    if (fd_fails(fd)) return -1;
    trace_fd('T', fd, n, "", 0);
    return REAL(ftruncate)(fd, n);
}
int ftruncate64(int fd, off64_t n) {
    if (fd_fails(fd)) return -1;
    trace_fd('T', fd, n, "", 0);
    return REAL(ftruncate64)(fd, n);
}
int unlink(const char *path) {
    if (below(path)) trace('U', path, 0, "", 0);
    return REAL(unlink)(path);
}
int rename(const char *from, const char *to) {
    if (below(from)) trace('R', from, 0, to, strlen(to));
    return REAL(rename)(from, to);
}
int mkdir(const char *path, mode_t mode) { return below(path) && fails() ? -1 : REAL(mkdir)(path, mode); }

#define OPEN(name)                                                          \
    int name(const char *path, int flags, ...) {                            \
        va_list rest;                                                       \
        va_start(rest, flags);                                              \
        mode_t mode = (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;         \
        va_end(rest);                                                       \
        if ((flags & O_CREAT) && below(path) && fails()) return -1;         \
        return REAL(name)(path, flags, mode);                               \
    }
OPEN(open)
OPEN(open64)
