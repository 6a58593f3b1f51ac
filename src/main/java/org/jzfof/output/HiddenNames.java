package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Names of the files of one transaction before they are visible under their own names, and
 * afterwards.
 *
 * @param token random part that distinguishes the names from those of other transactions and cannot
 *     be guessed
 */
record HiddenNames(String token) {
  /** Returns names that no other transaction has. */
  static HiddenNames create() {
    return new HiddenNames(UUID.randomUUID().toString().substring(19).replace("-", ""));
  }

  /** Returns the names of a recorded transaction. */
  static HiddenNames parse(String token) throws IOException {
    if (!token.matches("[0-9a-f]{16}")) {
      throw new IOException("'" + token + "' is no token of a lock of jzfof");
    }
    return new HiddenNames(token);
  }

  /** Name of a file that is being written; it is removed at the end of the program. */
  Path part(Path file) {
    return hidden(file, "part");
  }

  /** Name of a file that tries what the file system does with a hidden one. */
  static Path probe(Path part) {
    return part.resolveSibling(part.getFileName() + ".probe");
  }

  /** Name of a complete file before it gets its own name. */
  Path ready(Path file) {
    return hidden(file, "new");
  }

  /** Name of a replaced file before it is removed. */
  Path older(Path file) {
    return hidden(file, "older");
  }

  private Path hidden(Path file, String state) {
    return file.resolveSibling("." + file.getFileName() + "." + token + "." + state);
  }

  /** Name of the lock file of an output, which the writing process holds. */
  static Path lock(Path output) {
    return output.resolveSibling("." + output.getFileName() + ".lock");
  }

  /** Name of the lock file while files are renamed. */
  static Path journal(Path output) {
    return output.resolveSibling("." + output.getFileName() + ".journal");
  }
}
