package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Names of the files of one transaction before they are there for others, and after.
 *
 * @param token tells them from those of other transactions; nobody can guess it
 */
record HiddenNames(String token) {
  /** Names that no transaction had before. */
  static HiddenNames create() {
    return new HiddenNames(UUID.randomUUID().toString().substring(19).replace("-", ""));
  }

  /** Names that a transaction has noted. */
  static HiddenNames parse(String token) throws IOException {
    if (!token.matches("[0-9a-f]{16}")) {
      throw new IOException("'" + token + "' is no token of a lock of jzfof");
    }
    return new HiddenNames(token);
  }

  /** A file that is being written; the end of the program removes it. */
  Path part(Path file) {
    return hidden(file, "part");
  }

  /** A file that is complete and waits for its name. */
  Path ready(Path file) {
    return hidden(file, "new");
  }

  /** A file that had the name, and waits to be removed. */
  Path older(Path file) {
    return hidden(file, "older");
  }

  private Path hidden(Path file, String state) {
    return file.resolveSibling("." + file.getFileName() + "." + token + "." + state);
  }

  /** The file that whoever writes an output has locked. */
  static Path lock(Path output) {
    return output.resolveSibling("." + output.getFileName() + ".lock");
  }

  /** Name of the lock file while files are renamed. */
  static Path journal(Path output) {
    return output.resolveSibling("." + output.getFileName() + ".journal");
  }
}
