package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Begins to write the newer sample output, says so, and waits until it is told to end. */
final class HoldingProgram {
  private HoldingProgram() {}

  public static void main(String[] arguments) throws IOException {
    SampleOutput sample = new SampleOutput(Path.of(arguments[0]));
    try (Transaction transaction = Transaction.begin(sample.name(), sample.newer())) {
      transaction.write(
          List.of(sample.piece(0)), parts -> SampleOutput.create(parts.get(0), "half"));
      System.out.println("writing");
      System.in.read();
    }
  }
}
