package org.jzfof.pipeline.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.domain.Box;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.UsageException;

/** What is said of cells that are too coarse and have no gaps to lose. */
class GapFinderTest {
  private static final double CELL = 0x1p-32;

  private final SearchSpace space = SearchSpace.of(Box.periodic(1, 1, 1));

  @ParameterizedTest
  @CsvSource({"64, 1", "300, 1", "999.9, 1", "1000, 0", "1e6, 0"})
  void fewCellsAreWarnedAbout(double cells, int warnings) {
    List<String> said = new ArrayList<>();
    GapFinder.requireFineCells(space, cells * CELL, said);
    assertEquals(warnings, said.size());
    assertTrue(
        said.stream().allMatch(s -> s.contains(Math.round(cells) + " cells")), said::toString);
  }

  @Test
  void tooFewAreRefused() {
    List<String> said = new ArrayList<>();
    String message =
        assertThrows(
                UsageException.class, () -> GapFinder.requireFineCells(space, 63.9 * CELL, said))
            .getMessage();
    assertTrue(message.contains("1.4878e-08 is 63.9 cells"), message);
    assertTrue(message.contains("2.3283e-10"), message);
    assertEquals(List.of(), said);
  }
}
