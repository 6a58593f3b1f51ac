package org.jzfof.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Writes the files of the newer sample output one by one; each step says so and takes a while. */
final class LateProgram {
  private static final Duration WHILE = Duration.ofMillis(400);

  private static final FileOperations SLOW =
      new FileOperations() {
        @Override
        public FileLock tryLock(FileChannel file, boolean shared) throws IOException {
          say("locking");
          return FileOperations.super.tryLock(file, shared);
        }
      };

  private LateProgram() {}

  public static void main(String[] arguments) {
    SampleOutput sample = new SampleOutput(Path.of(arguments[0]));
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer(), SLOW)) {
      for (Path file : sample.newer()) {
        transaction.write(List.of(file), parts -> create(parts.get(0)));
      }
    }
  }

  private static void create(Path part) {
    try {
      say("creating");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SampleOutput.create(part, "new");
  }

  private static void say(String step) throws IOException {
    System.out.println(step);
    FileOperations.SYSTEM.pause(WHILE);
  }
}
