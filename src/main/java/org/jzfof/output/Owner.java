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
 * @param pid its number
 * @param host the machine, for people
 * @param space what process numbers are unique in: the running system and its container
 */
record Owner(long pid, String host, String space) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
  private static final Pattern LINE = Pattern.compile("process (\\d{1,18}) on (\\S*) in (\\S+)");

  /** This process. */
  static Owner self() throws IOException {
    String host = Files.exists(HOST) ? Files.readString(HOST).strip() : "this machine";
    return new Owner(ProcessHandle.current().pid(), host.replaceAll("[^!-~]", "_"), ownSpace());
  }

  private static String ownSpace() throws IOException {
    String identity =
        Files.exists(BOOT)
            ? Files.readString(BOOT) + Files.readSymbolicLink(PROCESSES)
            : UUID.randomUUID().toString(); // not Linux: nobody can tell
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** As one line, which {@link #parse} reads. */
  String line() {
    return "process " + pid + " on " + host + " in " + space;
  }

  /** The owner that a line names, if it is such a line. */
  static Optional<Owner> parse(String line) {
    Matcher m = LINE.matcher(line);
    return m.matches()
        ? Optional.of(new Owner(Long.parseLong(m.group(1)), m.group(2), m.group(3)))
        : Optional.empty();
  }

  /** Whether it is seen to run: not so on another machine, or where processes are hidden. */
  boolean isSeen() throws IOException {
    return space.equals(ownSpace())
        && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** For messages. */
  String describe() {
    return "process " + pid + " on " + host;
  }
}
