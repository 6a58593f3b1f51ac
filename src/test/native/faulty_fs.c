/*
 * A file system that shows a folder and fails where it is told to, for tests of what is not a local disk.
 *
 *   faulty_fs FOLDER MOUNT FAULTS [OPTIONS OF FUSE]
 *
 * FAULTS is a file of words, read at every operation:
 *   OPERATION=ERRNO   the operation fails: create open write fsync fsyncdir close link rename replace (a rename over a file)
 *                     unlink lock (of both kinds; must be there when it is mounted) fallocate truncate mkdir
 *   short=BYTES       a write takes no more at a time
 *   late=SECONDS      files made elsewhere are not seen before they are this old
 *   direct=1          pages of files are not in memory, as with few network file systems
 *   writeback=1       pages that are written stay in memory for a while (must be there when it is mounted)
 *   pages=1           a mount writes whole pages, as it knew them at first, unless the file is opened with O_DSYNC
 *   whole=1           a mount writes into a copy of the file, which replaces the file when it is closed, as in a store of objects
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define MAKER "user.maker"

static const char *folder, *faults;
static long self; /* tells files of this mount from others */

/* The number behind a word of FAULTS, or 0. */
static long fault(const char *word) {
  char line[4096] = " ", key[64];
  int fd = open(faults, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t n = read(fd, line + 1, sizeof line - 2);
  close(fd);
  if (n <= 0) return 0;
  line[n + 1] = 0;
  for (char *c = line; *c; c++)
    if (*c == '\n') *c = ' ';
  snprintf(key, sizeof key, " %s=", word);
  char *at = strstr(line, key);
  return at ? atol(at + strlen(key)) : 0;
}

#define REFUSE(word)             \
  do {                           \
    long error = fault(word);    \
    if (error) return (int)-error; \
  } while (0)
#define RESULT(call) return (call) < 0 ? -errno : 0

static char *at(char *full, const char *path) {
  snprintf(full, PATH_MAX, "%s%s", folder, path);
  return full;
}

static int copy(int from, int to) {
  static const size_t size = 1 << 16;
  char bytes[size];
  off_t done = 0;
  for (ssize_t n; (n = pread(from, bytes, size, done)) > 0; done += n)
    if (pwrite(to, bytes, (size_t)n, done) != n) return -EIO;
  return ftruncate(to, done) < 0 ? -errno : 0;
}
/* What this mount has of a file that it writes. */
static struct own {
  ino_t file;
  int fd, users;
} owns[64];
static pthread_mutex_t owning = PTHREAD_MUTEX_INITIALIZER;

static struct own *own_of(ino_t file) {
  for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
    if (owns[i].users && owns[i].file == file) return &owns[i];
  return NULL;
}
/* An open file: itself, and the descriptor of what this mount has of it or of itself once more. */
struct opened {
  int file, fd, writes;
};
static struct opened *of(const struct fuse_file_info *fi) { return (struct opened *)fi->fh; }

static int opened(int fd, struct fuse_file_info *fi) {
  struct stat s;
  if (fd < 0) return -errno;
  struct opened *o = malloc(sizeof *o);
  *o = (struct opened){fd, fd, (fi->flags & O_ACCMODE) != O_RDONLY};
  fi->fh = (uint64_t)o;
  fi->direct_io = fault("direct") != 0;
  pthread_mutex_lock(&owning);
  fstat(fd, &s);
  struct own *own = own_of(s.st_ino);
  if (!own && o->writes && (fault("whole") || (fault("pages") && !(fi->flags & O_DSYNC)))) {
    own = owns;
    while (own->users) own++;
    *own = (struct own){s.st_ino, open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), 0};
    copy(fd, own->fd);
  }
  if (own) {
    own->users++;
    o->fd = own->fd;
  }
  pthread_mutex_unlock(&owning);
  return 0;
}
static int is_late(const char *full) {
  long seconds = fault("late"), maker = 0;
  struct statx x;
  if (!seconds || statx(AT_FDCWD, full, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &x) < 0 || !S_ISREG(x.stx_mode)) return 0;
  if (getxattr(full, MAKER, &maker, sizeof maker) > 0 && maker == self) return 0;
  return time(NULL) - x.stx_btime.tv_sec < seconds;
}

static int fs_getattr(const char *path, struct stat *s, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  if (fi) RESULT(fstat(of(fi)->fd, s));
  if (is_late(at(full, path))) return -ENOENT;
  if (lstat(full, s) < 0) return -errno;
  pthread_mutex_lock(&owning);
  struct own *own = own_of(s->st_ino);
  struct stat copied;
  if (own && fstat(own->fd, &copied) == 0) s->st_size = copied.st_size;
  pthread_mutex_unlock(&owning);
  return 0;
}
static int fs_access(const char *path, int mode) {
  char full[PATH_MAX];
  if (is_late(at(full, path))) return -ENOENT;
  RESULT(access(full, mode));
}
static int fs_readlink(const char *path, char *target, size_t size) {
  char full[PATH_MAX];
  ssize_t n = readlink(at(full, path), target, size - 1);
  if (n < 0) return -errno;
  target[n] = 0;
  return 0;
}
static int fs_readdir(const char *path, void *to, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *fi,
                      enum fuse_readdir_flags flags) {
  char full[PATH_MAX], name[2 * PATH_MAX];
  (void)offset, (void)fi, (void)flags;
  DIR *d = opendir(at(full, path));
  if (!d) return -errno;
  for (struct dirent *e; (e = readdir(d));) {
    snprintf(name, sizeof name, "%s/%s", full, e->d_name);
    if (!is_late(name)) fill(to, e->d_name, NULL, 0, (enum fuse_fill_dir_flags)0);
  }
  closedir(d);
  return 0;
}
static int fs_mkdir(const char *path, mode_t mode) {
  char full[PATH_MAX];
  REFUSE("mkdir");
  RESULT(mkdir(at(full, path), mode));
}
static int fs_rmdir(const char *path) {
  char full[PATH_MAX];
  RESULT(rmdir(at(full, path)));
}
static int fs_unlink(const char *path) {
  char full[PATH_MAX];
  REFUSE("unlink");
  RESULT(unlink(at(full, path)));
}
static int fs_symlink(const char *target, const char *path) {
  char full[PATH_MAX];
  RESULT(symlink(target, at(full, path)));
}
static int fs_link(const char *from, const char *to) {
  char a[PATH_MAX], b[PATH_MAX];
  REFUSE("link");
  RESULT(link(at(a, from), at(b, to)));
}
static int fs_rename(const char *from, const char *to, unsigned flags) {
  char a[PATH_MAX], b[PATH_MAX];
  REFUSE("rename");
  if (flags) return -EINVAL;
  if (access(at(b, to), F_OK) == 0) REFUSE("replace");
  RESULT(rename(at(a, from), b));
}
static int fs_chmod(const char *path, mode_t mode, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  (void)fi;
  RESULT(chmod(at(full, path), mode));
}
static int fs_chown(const char *path, uid_t u, gid_t g, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  (void)fi;
  RESULT(lchown(at(full, path), u, g));
}
static int fs_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *fi) {
  char full[PATH_MAX];
  (void)fi;
  RESULT(utimensat(AT_FDCWD, at(full, path), times, AT_SYMLINK_NOFOLLOW));
}
static int fs_truncate(const char *path, off_t size, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  REFUSE("truncate");
  RESULT(fi ? ftruncate(of(fi)->fd, size) : truncate(at(full, path), size));
}
static int fs_statfs(const char *path, struct statvfs *s) {
  char full[PATH_MAX];
  RESULT(statvfs(at(full, path), s));
}

/* The kernel reads where a program only writes, and has the positions of what is appended. */
static int flags_of(struct fuse_file_info *fi) {
  int flags = fi->flags & ~O_APPEND;
  return (flags & O_ACCMODE) == O_WRONLY ? (flags & ~O_ACCMODE) | O_RDWR : flags;
}
static int fs_create(const char *path, mode_t mode, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  REFUSE("create");
  int fd = open(at(full, path), flags_of(fi) | O_CREAT | O_CLOEXEC, mode);
  if (fd >= 0) fsetxattr(fd, MAKER, &self, sizeof self, 0);
  return opened(fd, fi);
}
static int fs_open(const char *path, struct fuse_file_info *fi) {
  char full[PATH_MAX];
  REFUSE("open");
  if (is_late(at(full, path))) return -ENOENT;
  return opened(open(full, flags_of(fi) | O_CLOEXEC), fi);
}
static int fs_read(const char *path, char *to, size_t size, off_t offset, struct fuse_file_info *fi) {
  (void)path;
  ssize_t n = pread(of(fi)->fd, to, size, offset);
  return n < 0 ? -errno : (int)n;
}
static int fs_write(const char *path, const char *from, size_t size, off_t offset, struct fuse_file_info *fi) {
  (void)path;
  REFUSE("write");
  size_t most = (size_t)fault("short");
  struct opened *o = of(fi);
  ssize_t n = pwrite(o->fd, from, most && most < size ? most : size, offset);
  if (n > 0 && o->fd != o->file && fault("pages")) {
    off_t first = offset / PAGE * PAGE;
    char pages[offset + n - first + PAGE];
    ssize_t all = pread(o->fd, pages, (size_t)((offset + n - first + PAGE - 1) / PAGE * PAGE), first);
    if (pwrite(o->file, pages, (size_t)all, first) != all) return -EIO;
  }
  return n < 0 ? -errno : (int)n;
}
static int fs_flush(const char *path, struct fuse_file_info *fi) {
  (void)path;
  REFUSE("close");
  struct opened *o = of(fi);
  return o->writes && o->fd != o->file && fault("whole") ? copy(o->fd, o->file) : 0;
}
static int fs_release(const char *path, struct fuse_file_info *fi) {
  (void)path;
  struct opened *o = of(fi);
  struct stat s;
  pthread_mutex_lock(&owning);
  fstat(o->file, &s);
  struct own *own = o->fd == o->file ? NULL : own_of(s.st_ino);
  if (own && --own->users == 0) close(own->fd);
  pthread_mutex_unlock(&owning);
  close(o->file);
  free(o);
  return 0;
}
static int fs_fsync(const char *path, int data, struct fuse_file_info *fi) {
  (void)path, (void)data;
  REFUSE("fsync");
  RESULT(fsync(of(fi)->fd));
}
static int fs_fsyncdir(const char *path, int data, struct fuse_file_info *fi) {
  (void)path, (void)data, (void)fi;
  REFUSE("fsyncdir");
  return 0;
}
static int fs_fallocate(const char *path, int mode, off_t offset, off_t size, struct fuse_file_info *fi) {
  (void)path;
  REFUSE("fallocate");
  RESULT(fallocate(of(fi)->fd, mode, offset, size));
}
static int fs_lock(const char *path, struct fuse_file_info *fi, int command, struct flock *l) {
  (void)path, (void)fi, (void)command, (void)l;
  REFUSE("lock");
  return 0;
}
static int fs_flock(const char *path, struct fuse_file_info *fi, int operation) {
  (void)path, (void)fi, (void)operation;
  REFUSE("lock");
  return 0;
}

static void *fs_init(struct fuse_conn_info *connection, struct fuse_config *configuration) {
  configuration->hard_remove = 1; /* else removing an open file renames it */
  if (fault("writeback")) connection->want |= FUSE_CAP_WRITEBACK_CACHE;
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: faulty_fs FOLDER MOUNT FAULTS [OPTIONS OF FUSE]\n");
    return 2;
  }
  folder = realpath(argv[1], NULL);
  faults = realpath(argv[3], NULL);
  if (!folder || !faults) {
    perror("faulty_fs");
    return 2;
  }
  self = getpid();
  static struct fuse_operations operations = {
      .init = fs_init,
      .getattr = fs_getattr, .access = fs_access, .readlink = fs_readlink, .readdir = fs_readdir, .mkdir = fs_mkdir,
      .rmdir = fs_rmdir, .unlink = fs_unlink, .symlink = fs_symlink, .link = fs_link, .rename = fs_rename,
      .chmod = fs_chmod, .chown = fs_chown, .utimens = fs_utimens, .truncate = fs_truncate, .statfs = fs_statfs,
      .create = fs_create, .open = fs_open, .read = fs_read, .write = fs_write, .flush = fs_flush,
      .release = fs_release, .fsync = fs_fsync, .fsyncdir = fs_fsyncdir, .fallocate = fs_fallocate};
  if (fault("lock")) { /* else the kernel has the locks of this mount */
    operations.lock = fs_lock;
    operations.flock = fs_flock;
  }
  argv[3] = argv[2];
  argv[2] = argv[0];
  umask(0);
  return fuse_main(argc - 2, argv + 2, &operations, NULL);
}
