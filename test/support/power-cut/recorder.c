/*
 * Records what a process does to the files below a folder, in the order in which it happened: LD_PRELOAD it, with
 * RECORDED_FOLDER and RECORD_FILE in the environment. One operation at a time, so that the order is the true one.
 *
 * A record is a header line and then so many bytes: `<kind> <dsync> <offset> <length of a> <length of b>\n` a b
 *   C create a   M make the folder a   W write b to a at offset   T truncate a to offset   Z zero offset bytes of a, from
 *   the number in b   S sync a (file or folder)   R rename a to b   L link a as b   U remove a
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096
#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t one_at_a_time = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char *paths[FILES];
static int dsync[FILES];
static struct stat64 stats[FILES];
static int record_fd = -1;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("RECORDED_FOLDER");
  const char *file = getenv("RECORD_FILE");
  if (folder && file) record_fd = REAL(int, open, const char *, int, ...)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_recorded(const char *path) {
  return record_fd >= 0 && path && strncmp(path, folder, strlen(folder)) == 0;
}

/* A number may be another file's by now: not every close goes through here. */
static const char *path_of(int fd) {
  struct stat64 now;
  if (fd < 0 || fd >= FILES || !paths[fd] || fstat64(fd, &now) != 0) return NULL;
  return now.st_ino == stats[fd].st_ino && now.st_dev == stats[fd].st_dev ? paths[fd] : NULL;
}

static void record(char kind, int is_dsync, off_t offset, const char *a, const void *b, size_t b_length) {
  char header[100];
  int header_length = snprintf(header, sizeof header, "%c %d %lld %zu %zu\n", kind, is_dsync, (long long)offset, strlen(a), b_length);
  struct iovec parts[] = {{header, header_length}, {(void *)a, strlen(a)}, {(void *)b, b_length}};
  size_t length = header_length + strlen(a) + b_length;
  if (REAL(ssize_t, writev, int, const struct iovec *, int)(record_fd, parts, 3) != (ssize_t)length) abort();
}

#define LOCKED(type, call, after) \
  pthread_mutex_lock(&one_at_a_time); \
  type result = call; \
  int error = errno; \
  after; \
  pthread_mutex_unlock(&one_at_a_time); \
  errno = error; \
  return result;

static void opened(int fd, const char *path, int flags, int existed) {
  if (fd < 0 || fd >= FILES) return;
  free(paths[fd]);
  paths[fd] = NULL;
  if (!is_recorded(path) || fstat64(fd, &stats[fd]) != 0) return;
  paths[fd] = strdup(path);
  dsync[fd] = (flags & (O_DSYNC | O_SYNC)) != 0;
  if ((flags & O_CREAT) && !existed) record('C', 0, 0, path, "", 0);
  else if (flags & O_TRUNC) record('T', 0, 0, path, "", 0);
}

static int exists(const char *path) { return is_recorded(path) && faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0; }

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    MODE(flags) \
    int existed = exists(path); \
    LOCKED(int, REAL(int, name, const char *, int, ...)(path, flags, mode), opened(result, path, flags, existed)) \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    MODE(flags) \
    int existed = exists(path); \
    LOCKED(int, REAL(int, name, int, const char *, int, ...)(at, path, flags, mode), opened(result, path, flags, existed)) \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  pthread_mutex_lock(&one_at_a_time);
  if (fd >= 0 && fd < FILES) { free(paths[fd]); paths[fd] = NULL; }
  pthread_mutex_unlock(&one_at_a_time);
  return REAL(int, close, int)(fd);
}

static void wrote(int fd, const void *bytes, off_t offset, ssize_t length) {
  if (length > 0 && path_of(fd)) record('W', dsync[fd], offset, paths[fd], bytes, length);
}

#define PWRITE(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) { \
    LOCKED(ssize_t, REAL(ssize_t, name, int, const void *, size_t, off_t)(fd, bytes, length, offset), wrote(fd, bytes, offset, result)) \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

static off_t place(int fd) {
  if (!path_of(fd)) return 0;
  struct stat64 stat;
  if ((fcntl(fd, F_GETFL) & O_APPEND) && fstat64(fd, &stat) == 0) return stat.st_size;
  return lseek64(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (!path_of(fd)) return REAL(ssize_t, write, int, const void *, size_t)(fd, bytes, length);
  pthread_mutex_lock(&one_at_a_time);
  off_t offset = place(fd);
  ssize_t result = REAL(ssize_t, write, int, const void *, size_t)(fd, bytes, length);
  int error = errno;
  wrote(fd, bytes, offset, result);
  pthread_mutex_unlock(&one_at_a_time);
  errno = error;
  return result;
}

static void wrote_parts(int fd, const struct iovec *parts, int count, off_t offset, ssize_t length) {
  for (int i = 0; i < count && length > 0; i++) {
    ssize_t part = (ssize_t)parts[i].iov_len < length ? (ssize_t)parts[i].iov_len : length;
    wrote(fd, parts[i].iov_base, offset, part);
    offset += part;
    length -= part;
  }
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  pthread_mutex_lock(&one_at_a_time);
  off_t offset = place(fd);
  ssize_t result = REAL(ssize_t, writev, int, const struct iovec *, int)(fd, parts, count);
  int error = errno;
  if (path_of(fd)) wrote_parts(fd, parts, count, offset, result);
  pthread_mutex_unlock(&one_at_a_time);
  errno = error;
  return result;
}

#define PWRITEV(name) \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) { \
    LOCKED(ssize_t, REAL(ssize_t, name, int, const struct iovec *, int, off_t)(fd, parts, count, offset), wrote_parts(fd, parts, count, offset, result)) \
  }
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define SYNC(name) \
  int name(int fd) { \
    LOCKED(int, REAL(int, name, int)(fd), if (result == 0 && path_of(fd)) record('S', 0, 0, paths[fd], "", 0)) \
  }
SYNC(fsync)
SYNC(fdatasync)

#define FTRUNCATE(name) \
  int name(int fd, off_t size) { \
    LOCKED(int, REAL(int, name, int, off_t)(fd, size), if (result == 0 && path_of(fd)) record('T', 0, size, paths[fd], "", 0)) \
  }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

static void zeroed(int fd, int mode, off_t offset, off_t length) {
  char from[30];
  if (!path_of(fd) || !(mode & FALLOC_FL_PUNCH_HOLE)) return;
  int digits = snprintf(from, sizeof from, "%lld", (long long)offset);
  record('Z', 0, length, paths[fd], from, digits);
}

#define FALLOCATE(name) \
  int name(int fd, int mode, off_t offset, off_t length) { \
    LOCKED(int, REAL(int, name, int, int, off_t, off_t)(fd, mode, offset, length), if (result == 0) zeroed(fd, mode, offset, length)) \
  }
FALLOCATE(fallocate)
FALLOCATE(fallocate64)

int rename(const char *from, const char *to) {
  LOCKED(int, REAL(int, rename, const char *, const char *)(from, to), if (result == 0 && is_recorded(from)) record('R', 0, 0, from, to, strlen(to)))
}
int link(const char *from, const char *to) {
  LOCKED(int, REAL(int, link, const char *, const char *)(from, to), if (result == 0 && is_recorded(from)) record('L', 0, 0, from, to, strlen(to)))
}
int unlink(const char *path) {
  LOCKED(int, REAL(int, unlink, const char *)(path), if (result == 0 && is_recorded(path)) record('U', 0, 0, path, "", 0))
}
int remove(const char *path) {
  LOCKED(int, REAL(int, remove, const char *)(path), if (result == 0 && is_recorded(path)) record('U', 0, 0, path, "", 0))
}
int unlinkat(int at, const char *path, int flags) {
  LOCKED(int, REAL(int, unlinkat, int, const char *, int)(at, path, flags), if (result == 0 && is_recorded(path)) record('U', 0, 0, path, "", 0))
}
int mkdir(const char *path, mode_t mode) {
  LOCKED(int, REAL(int, mkdir, const char *, mode_t)(path, mode), if (result == 0 && is_recorded(path)) record('M', 0, 0, path, "", 0))
}
