package org.jzfof.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jzfof.doctor.Programs;
import org.jzfof.error.SetupException;
import org.jzfof.error.SystemFault;
import org.jzfof.error.UsageException;

/** The page cache of the operating system. */
public final class PageCache {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private PageCache() {}

  /**
   * Removes files from the page cache, unless another process maps them. The right to read the
   * files is sufficient.
   *
   * @throws UsageException if the files are on a file system in memory
   * @throws SetupException if the files cannot be removed from the cache
   */
  public static void drop(List<Path> files) {
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        String type = Files.getFileStore(file).type();
        if (IN_MEMORY.contains(type)) {
          throw new UsageException(
              "%s is on a file system in memory (%s), which has no page cache: leave out --cold"
                  .formatted(file, type));
        }
        channel.force(false); // unwritten pages would remain in the cache
      } catch (IOException e) {
        throw new SetupException(
            "%s cannot be removed from the page cache (%s): leave out --cold"
                .formatted(file, SystemFault.cause(e)),
            e);
      }
      Programs.Answer dd = Programs.ask("dd", "if=" + file, "iflag=nocache", "count=0");
      if (!dd.succeeded()) {
        throw new SetupException(
            "%s cannot be removed from the page cache (dd of GNU coreutils %s): leave out --cold"
                .formatted(file, dd.fault()),
            null);
      }
    }
  }
}
