package org.jzfof.output;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The content of a lock file or journal: the files of a transaction, and its progress. */
record Journal(Swap swap, State state) {
  private static final String TOKEN = "token ";
  private static final String FILE = "file ";
  private static final String OLDER = "older ";

  /** Progress of a transaction. */
  enum State {
    /** New files have hidden names and may be incomplete; no other file has been changed. */
    WRITING,
    /** New files are complete; some files may have their own names already. */
    COMMITTED,
    /** No new file has its own name, and older files have their own names again. */
    UNDONE,
    /** All new files have their own names; older files may still exist under hidden names. */
    DONE;

    String line() {
      return "state " + name();
    }
  }

  /** Returns the lines for the start of a transaction. */
  static List<String> begin(Owner owner, Path folder, HiddenNames names, List<Path> files) {
    List<String> lines = new ArrayList<>();
    lines.add(owner.line());
    lines.add(TOKEN + names.token());
    files.forEach(file -> lines.add(FILE + relative(folder, file)));
    lines.add(State.WRITING.line());
    return lines;
  }

  /** Returns the lines for the files to be removed. */
  static List<String> older(Path folder, List<Path> older) {
    return older.stream().map(file -> OLDER + relative(folder, file)).toList();
  }

  /**
   * Parses lines; without lines, as of a process that was killed early, the journal is empty.
   *
   * @param folder folder that names are relative to
   */
  static Journal parse(Path folder, List<String> lines) throws IOException {
    HiddenNames names = new HiddenNames("");
    List<Path> files = new ArrayList<>();
    List<Path> older = new ArrayList<>();
    State state = State.WRITING;
    for (String line : lines) {
      if (line.startsWith(FILE)) {
        files.add(absolute(folder, line.substring(FILE.length())));
      } else if (line.startsWith(OLDER)) {
        older.add(absolute(folder, line.substring(OLDER.length())));
      } else if (line.startsWith(TOKEN)) {
        names = HiddenNames.parse(line.substring(TOKEN.length()));
      } else if (Owner.parse(line).isEmpty()) {
        state = state(line);
      }
    }
    return new Journal(new Swap(names, files, older), state);
  }

  private static State state(String line) throws IOException {
    for (State state : State.values()) {
      if (state.line().equals(line)) {
        return state;
      }
    }
    throw new IOException("'" + line + "' is no line of a lock of jzfof");
  }

  /**
   * Returns a path relative to the folder, which may be moved or may have another path on another
   * machine.
   */
  private static String relative(Path folder, Path file) {
    return URLEncoder.encode(folder.relativize(file).toString(), StandardCharsets.UTF_8);
  }

  private static Path absolute(Path folder, String line) throws IOException {
    try {
      return folder.resolve(URLDecoder.decode(line, StandardCharsets.UTF_8)).normalize();
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + line + "' is no file in a lock of jzfof", e);
    }
  }

  /**
   * Finishes an interrupted transaction, or removes its files if no file has got its own name.
   *
   * @param lock the lock file or journal with these lines
   */
  void recover(LockFile lock, FileOperations operations) throws IOException {
    if (state == State.WRITING || state == State.UNDONE) {
      swap.removeNew(operations);
      return;
    }
    if (state == State.COMMITTED) {
      swap.run(new FileMoves(operations));
      if (lock.isWritable()) {
        lock.append(List.of(State.DONE.line()));
      }
    }
    swap.removeOlder(operations);
  }
}
