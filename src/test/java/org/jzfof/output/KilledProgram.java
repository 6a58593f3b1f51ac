package org.jzfof.output;

import java.nio.file.Path;

/** Writes the newer sample output and dies, as if killed, at a step. */
final class KilledProgram {
  static final int KILLED = 137;

  private KilledProgram() {}

  public static void main(String[] arguments) {
    DyingOperations operations =
        new DyingOperations(
            Integer.parseInt(arguments[1]), () -> Runtime.getRuntime().halt(KILLED));
    new SampleOutput(Path.of(arguments[0])).writeNewer(operations);
  }
}
