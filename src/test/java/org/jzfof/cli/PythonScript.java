package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.contract.Need;

/** A script of src/test/python that looks at what jzfof has written. */
public final class PythonScript {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private final Path said;
  private final String name;

  private PythonScript(Path said, String name) {
    this.said = said;
    this.name = name;
  }

  /**
   * Skips the test where Python or one of its modules is missing.
   *
   * @param name of the script
   * @param modules that it imports, such as "h5py, yt"
   * @param folder for what it prints
   */
  public static PythonScript needing(String name, String modules, Path folder) {
    PythonScript script = new PythonScript(folder.resolve("said"), name);
    Need.PYTHON.assume(
        Files.isExecutable(PYTHON) && script.run(List.of("-c", lookup(modules))) == 0,
        "there is no " + PYTHON + " with " + modules + ": scripts/setup.sh --tests");
    return script;
  }

  /** Code that fails where a module is missing; to import them all takes seconds. */
  private static String lookup(String modules) {
    return "from importlib.util import find_spec; assert all(map(find_spec, '%s'.split(', ')))"
        .formatted(modules);
  }

  /** Runs it and asserts that it finds no fault; it prints one line "ok ..." for each thing. */
  public void accepts(int things, List<String> words) {
    List<String> command = new ArrayList<>(List.of("src/test/python/" + name));
    command.addAll(words);
    assertEquals(0, run(command), () -> "see the reader's message:\n" + said());
    assertEquals(things, said().lines().filter(l -> l.startsWith("ok ")).count(), this::said);
  }

  private int run(List<String> words) {
    List<String> command = new ArrayList<>(List.of(PYTHON.toString()));
    command.addAll(words);
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(said.toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String said() {
    try {
      return Files.readString(said, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
