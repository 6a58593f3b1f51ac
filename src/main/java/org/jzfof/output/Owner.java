package org.jzfof.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that writes an output.
 *
 * @param host name of the machine, for messages
 * @param space scope in which process numbers are unique: the running system and its container
 */
record Owner(long pid, String host, String space) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
  private static final Pattern LINE = Pattern.compile("process (\\d{1,18}) on (\\S*) in (\\S+)");

  /** Returns this process. */
  static Owner self() throws IOException {
    String host = Files.exists(HOST) ? Files.readString(HOST).strip() : "this machine";
    return new Owner(ProcessHandle.current().pid(), host.replaceAll("[^!-~]", "_"), localSpace());
  }

  private static String localSpace() throws IOException {
    String identity =
        Files.exists(BOOT)
            ? Files.readString(BOOT) + Files.readSymbolicLink(PROCESSES)
            : UUID.randomUUID().toString(); // unknown on systems other than Linux
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Returns a line that {@link #parse} reads. */
  String line() {
    return "process " + pid + " on " + host + " in " + space;
  }

  /** Parses a line; empty if the line names no owner. */
  static Optional<Owner> parse(String line) {
    Matcher m = LINE.matcher(line);
    return m.matches()
        ? Optional.of(new Owner(Long.parseLong(m.group(1)), m.group(2), m.group(3)))
        : Optional.empty();
  }

  /**
   * Returns whether the process is visible and running; false on another machine, or if processes
   * are hidden.
   */
  boolean isSeen() throws IOException {
    return !isElsewhere() && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Returns whether the process is of another machine, or of another container of this one. */
  boolean isElsewhere() throws IOException {
    return !space.equals(localSpace());
  }

  /** Describes the process for messages. */
  String describe() {
    return "process " + pid + " on " + host;
  }
}
