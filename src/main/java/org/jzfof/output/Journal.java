package org.jzfof.output;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the lines of a lock or journal say: what a transaction writes, and how far it has come.
 *
 * @param swap the files
 * @param state what has been done to them
 */
record Journal(Swap swap, State state) {
  private static final String TOKEN = "token ";
  private static final String FILE = "file ";
  private static final String OLDER = "older ";

  /** How far a transaction has come. */
  enum State {
    /** New files are under hidden names, and may be incomplete; no other file is touched. */
    WRITING,
    /** New files are complete; some files may have got their names. */
    COMMITTED,
    /** No file has got its name, and older ones have their own again. */
    UNDONE,
    /** All files have their names; older ones may be there under hidden names. */
    DONE;

    String line() {
      return "state " + name();
    }
  }

  /** Lines of a transaction that begins. */
  static List<String> begin(Owner owner, Path folder, HiddenNames names, List<Path> files) {
    List<String> lines = new ArrayList<>();
    lines.add(owner.line());
    lines.add(TOKEN + names.token());
    files.forEach(file -> lines.add(FILE + relative(folder, file)));
    lines.add(State.WRITING.line());
    return lines;
  }

  /** Lines on the files that go. */
  static List<String> older(Path folder, List<Path> older) {
    return older.stream().map(file -> OLDER + relative(folder, file)).toList();
  }

  /**
   * What lines say; those of a process that was killed before it wrote any say nothing.
   *
   * @param folder to which names are relative
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

  /** Relative to the folder, which may be moved or seen under another name by another machine. */
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
   * Finishes what was interrupted, or removes what it has left where no file has got its name.
   *
   * @param lock that has these lines
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
