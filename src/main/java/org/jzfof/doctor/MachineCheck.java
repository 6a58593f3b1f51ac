package org.jzfof.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Checks memory and cores, and how much of them this process may use. */
final class MachineCheck {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path CORES = Path.of("/sys/devices/system/cpu/online");

  private MachineCheck() {}

  static List<Finding> examine() {
    return List.of(memory(), cores());
  }

  private static Finding memory() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long granted = system.getTotalMemorySize(); // Java knows the limits of control groups
    long all = kibibytes("MemTotal:", granted);
    long available = Math.min(kibibytes("MemAvailable:", granted), granted);
    String text = "%s, %s available".formatted(bytes(all), bytes(available));
    return Finding.ok(
        "memory",
        granted < all
            ? text + ", limited to %s by a control group".formatted(bytes(granted))
            : text);
  }

  private static long kibibytes(String label, long otherwise) {
    String number = valueAfter(MEMORY, label).replaceAll("\\D", "");
    return number.isEmpty() ? otherwise : Long.parseLong(number) << 10;
  }

  private static Finding cores() {
    int usable = Runtime.getRuntime().availableProcessors();
    String allowed = valueAfter(STATUS, "Cpus_allowed_list:");
    if (allowed.isEmpty() || !Files.isReadable(CORES)) { // not Linux, or hidden
      return Finding.ok("cores", usable + " usable");
    }
    String online = line(CORES);
    String text =
        "%d usable; online are %s, this process may run on %s".formatted(usable, online, allowed);
    boolean bound = !allowed.equals(online);
    return bound
        ? Finding.note(
            "cores", text, "under mpirun use --bind-to none, under srun --cpus-per-task, for more")
        : Finding.ok("cores", text);
  }

  /** Returns the text after a label in a file of lines; empty if the label is missing. */
  private static String valueAfter(Path file, String label) {
    if (!Files.isReadable(file)) { // not Linux
      return "";
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(label))
          .map(line -> line.substring(label.length()).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String bytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes * 0x1p-30);
  }
}
