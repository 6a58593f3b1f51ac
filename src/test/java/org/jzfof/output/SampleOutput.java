package org.jzfof.output;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An output of files in two folders, which says in each of them who has written it: an older one of
 * three pieces and a list, and a newer one of two pieces without it.
 *
 * @param folder that has all of it
 */
record SampleOutput(Path folder) {
  private static final String WHOLE = " to its end";

  Path name() {
    return folder.resolve("groups/run");
  }

  List<Path> older() {
    return List.of(piece(0), piece(1), piece(2), list(), copy());
  }

  List<Path> newer() {
    return List.of(piece(0), piece(1), copy());
  }

  Path piece(int number) {
    return folder.resolve("groups/piece." + number);
  }

  Path list() {
    return folder.resolve("groups/list");
  }

  Path copy() {
    return folder.resolve("copies/copy");
  }

  /** Files of others, under names like those of jzfof. */
  SampleOutput withFilesOfOthers() throws IOException {
    Files.createDirectories(folder.resolve("groups"));
    Files.writeString(folder.resolve("groups/.notes.part"), "mine");
    Files.writeString(folder.resolve("groups/.piece.0.older"), "mine");
    Files.writeString(folder.resolve("groups/piece.7"), "mine");
    return this;
  }

  SampleOutput withOlder() {
    write("old", older(), List.of(), new DyingOperations(Integer.MAX_VALUE, () -> {}));
    return this;
  }

  /** Writes the newer files in place of all older ones. */
  void writeNewer(FileOperations operations) {
    write("new", newer(), older(), operations);
  }

  private void write(String who, List<Path> files, List<Path> stale, FileOperations operations) {
    try (Transaction transaction = Transaction.begin(name(), files, operations)) {
      transaction.write(
          files,
          parts -> {
            for (Path part : parts) {
              create(part, who);
            }
          });
      transaction.commit(stale);
    }
  }

  static void create(Path file, String who) {
    try {
      Files.writeString(file, who + WHOLE, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Who has written each file; those of others are as they were, and all are whole. */
  Map<Path, String> content() throws IOException {
    Map<Path, String> content = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        content.put(folder.relativize(file), Files.readString(file).replace(WHOLE, ""));
      }
    }
    return content;
  }

  /** As {@link #content()}, of the files that others see. */
  Map<Path, String> visible() throws IOException {
    Map<Path, String> visible = content();
    visible.keySet().removeIf(file -> file.getFileName().toString().startsWith("."));
    for (String who : visible.values()) {
      assertTrue(List.of("old", "new", "mine").contains(who), who);
    }
    return visible;
  }
}
