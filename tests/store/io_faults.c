/* Loaded before the C library: the N-th write, sync, truncation or creation of a file below FAULT_FOLDER fails.
   FAULT_AT = N (from 1), FAULT_COUNT = how many fail from there (-1 = all), FAULT_ERRNO = with which error.
   At the end the number of such calls is written to standard error. */
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

static int fd_fails(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path) && fails();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t n) { return fd_fails(fd) ? -1 : REAL(write)(fd, bytes, n); }
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t to) { return fd_fails(fd) ? -1 : REAL(pwrite)(fd, bytes, n, to); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t to) { return fd_fails(fd) ? -1 : REAL(pwrite64)(fd, bytes, n, to); }
int fsync(int fd) { return fd_fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fd_fails(fd) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t n) { return fd_fails(fd) ? -1 : REAL(ftruncate)(fd, n); }
int ftruncate64(int fd, off64_t n) { return fd_fails(fd) ? -1 : REAL(ftruncate64)(fd, n); }
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
