package org.jzfof.pairs.search;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.SnapshotException;

class PairFinderTest {
  @ParameterizedTest
  @CsvSource({
    "3037000499, 3037000499, true", // the root of 2^63
    "3037000500, 3037000500, false",
    "4294967295, 4294967295, false",
    "8589934592, 8589934592, false",
    "9223372036854775807, 1, true",
    "9223372036854775807, 2, false",
    "0, 9223372036854775807, true"
  })
  void pairsOf63BitsAreCounted(long particles, long partners, boolean countable) {
    if (countable) {
      assertDoesNotThrow(() -> PairFinder.requireCountable(particles, partners));
    } else {
      SnapshotException e =
          assertThrows(
              SnapshotException.class, () -> PairFinder.requireCountable(particles, partners));
      assertTrue(e.getMessage().startsWith(particles + " particles"), e.getMessage());
    }
  }
}
