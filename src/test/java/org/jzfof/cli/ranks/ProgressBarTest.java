package org.jzfof.cli.ranks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  @AfterEach
  void forgetTerminal() {
    System.clearProperty("jzfof.terminal");
  }

  private String drawn(boolean wanted) {
    try (ProgressBar bar = ProgressBar.on(new PrintStream(screen, true), wanted)) {
      bar.at("read", 0);
      bar.at("read", 0.001);
      bar.at("dual tree walk", 0.5);
      bar.at("x", 1.5);
    }
    return screen.toString();
  }

  @Test
  void nothingIsDrawnWithoutATerminalOrWhenQuiet() {
    assertEquals("", drawn(true));
    System.setProperty("jzfof.terminal", "true");
    assertEquals("", drawn(false));
  }

  @Test
  void theLineIsDrawnOverItselfAndWipedAtTheEnd() {
    System.setProperty("jzfof.terminal", "true");
    String[] lines = drawn(true).split("\r");
    assertEquals("[" + "-".repeat(30) + "] 0 % read", lines[1]);
    assertEquals("[" + "#".repeat(15) + "-".repeat(15) + "] 50 % dual tree walk", lines[2]);
    assertTrue(lines[3].startsWith("[" + "#".repeat(30) + "] 100 % x "), lines[3]);
    assertEquals(lines[2].length(), lines[3].length(), "the longer line must be covered");
    assertEquals("", lines[4].strip());
    assertEquals(5, lines.length, "an unchanged line is not drawn again");
  }
}
