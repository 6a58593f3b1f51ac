package org.jzfof.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of files that are not there yet for others. They tell which process owns them, so that what
 * a killed one has left can be told from what a live one is writing.
 */
final class HiddenFiles {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Pattern PART = Pattern.compile("\\.(.+)\\.(\\d{1,9})-([0-9a-f-]+)\\.part");

  private HiddenFiles() {}

  /** A file that will be renamed when it is complete. */
  static Path part(Path file) throws IOException {
    return part(file, ProcessHandle.current().pid(), space());
  }

  /** As {@link #part(Path)}, of another process. */
  static Path part(Path file, long pid, String space) {
    return file.resolveSibling("." + file.getFileName() + "." + pid + "-" + space + ".part");
  }

  /** An older file that will be removed when a new one has its name. */
  static Path older(Path file) {
    return file.resolveSibling(
        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".older");
  }

  /**
   * Removes parts whose owners are dead. Where process numbers mean something else, on another
   * machine or in another container, nobody can tell: files from there are left alone.
   *
   * @param names names that the parts were to get
   */
  static void removeAbandoned(Path folder, Predicate<String> names) throws IOException {
    String here = space();
    List<Path> all;
    try (Stream<Path> listed = Files.list(folder)) {
      all = listed.toList();
    }
    for (Path file : all) {
      Matcher part = PART.matcher(file.getFileName().toString());
      if (part.matches()
          && names.test(part.group(1))
          && part.group(3).equals(here)
          && !isAlive(Long.parseLong(part.group(2)))) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Identifies what process numbers are unique in: the running system and its container. */
  static String space() throws IOException {
    String identity =
        Files.exists(BOOT)
            ? Files.readString(BOOT) + Files.readSymbolicLink(PROCESSES)
            : UUID.randomUUID().toString(); // not Linux: nobody can tell
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
