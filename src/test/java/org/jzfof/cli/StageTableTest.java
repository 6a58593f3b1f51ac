package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageTableTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1047552, 1.0 MiB",
    "1073741823, 1.0 GiB",
    "163577856, 156 MiB",
    "9223372036854775807, 8.0 EiB"
  })
  void sizes(long bytes, String text) {
    assertEquals(text, StageTable.bytes(bytes));
  }
}
