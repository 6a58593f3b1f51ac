package org.jzfof.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;

/**
 * A folder of a file system that fails where it is told to, see {@code
 * src/test/native/faulty_fs.c}. Several mounts of one folder are several machines that share it.
 */
public final class FaultyFolder implements AutoCloseable {
  private static final Path SOURCE = Path.of("src/test/native/faulty_fs.c");
  private static final Path PROGRAM = Path.of("target/test-native/faulty_fs").toAbsolutePath();

  private final Path scratch;
  private final Path path;

  private FaultyFolder(Path scratch, Path path) {
    this.scratch = scratch;
    this.path = path;
  }

  /** Mounts one below a folder, or skips the test where that cannot be done. */
  public static FaultyFolder mount(Path scratch, String faults) throws IOException {
    Files.createDirectories(scratch.resolve("behind"));
    FaultyFolder folder = new FaultyFolder(scratch, scratch.resolve("mount0"));
    folder.faults(faults);
    folder.mount();
    return folder;
  }

  /** Mounts the same folder once more, as another machine does. */
  public FaultyFolder again(int number) throws IOException {
    FaultyFolder folder = new FaultyFolder(scratch, scratch.resolve("mount" + number));
    folder.mount();
    return folder;
  }

  private void mount() throws IOException {
    compile();
    Files.createDirectories(path);
    Need.FUSE.assume(
        run(
                PROGRAM.toString(),
                scratch.resolve("behind").toString(),
                path.toString(),
                scratch.resolve("faults").toString())
            == 0,
        "a file system of FUSE cannot be mounted");
  }

  private static void compile() throws IOException {
    if (Files.exists(PROGRAM)
        && Files.getLastModifiedTime(PROGRAM).compareTo(Files.getLastModifiedTime(SOURCE)) > 0) {
      return;
    }
    Files.createDirectories(PROGRAM.getParent());
    Path made = PROGRAM.resolveSibling(UUID.randomUUID().toString());
    Need.FUSE.assume(
        run(
                "gcc",
                "-O1",
                "-D_FILE_OFFSET_BITS=64",
                "-I/usr/include/fuse3",
                "-o",
                made.toString(),
                SOURCE.toString(),
                "-lfuse3",
                "-lpthread")
            == 0,
        "there is no gcc or no libfuse3");
    Files.move(made, PROGRAM, StandardCopyOption.ATOMIC_MOVE); // other forks make one, too
  }

  /** Replaces the faults. */
  public void faults(String faults) throws IOException {
    Files.writeString(scratch.resolve("faults"), faults);
  }

  /** Where it is mounted. */
  public Path path() {
    return path;
  }

  /** What it shows: a folder without faults. */
  public Path behind() {
    return scratch.resolve("behind");
  }

  /**
   * The beginning of a command line that runs the rest on a machine of its own, as far as files are
   * concerned: this folder is that machine's, and other processes cannot be seen.
   */
  public List<String> machine() throws IOException {
    Path boot = Files.writeString(scratch.resolve("boot-" + path.getFileName()), random());
    String script = "mount --bind \"$0\" /proc/sys/kernel/random/boot_id && exec \"$@\"";
    return List.of("unshare", "-m", "bash", "-c", script, boot.toString());
  }

  private static String random() {
    return UUID.randomUUID() + "\n";
  }

  /**
   * The beginning of a command line for every rank of a job, each on a machine of its own, in the
   * folder of its mount under the path of the first one.
   */
  public static List<String> machines(Path scratch, int ranks) throws IOException {
    for (int r = 0; r < ranks; r++) {
      Files.writeString(scratch.resolve("boot" + r), random());
    }
    String script =
        "r=$OMPI_COMM_WORLD_RANK; mount --bind \"$0/boot$r\" /proc/sys/kernel/random/boot_id"
            + " && mount --bind \"$0/mount$r\" \"$0/mount0\" && cd \"$0/mount0\" && exec \"$@\"";
    return List.of("unshare", "-m", "bash", "-c", script, scratch.toString());
  }

  @Override
  public void close() {
    try {
      assertEquals(0, run("umount", path.toString()), "umount " + path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static int run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) { // the program is not there
      return 127;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
