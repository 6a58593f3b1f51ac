package org.jzfof.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The heap that a message names fits what is needed and the machine. */
class JavaHeapTest {
  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "24, 16000, 64m",
    "80, 16000, 128m",
    "300, 16000, 512m",
    "400, 16000, 1g",
    "7000, 16000, 11g",
    "150000, 1000000, 220g"
  })
  void aHeapThatTheMachineHas(long needed, long machine, String size) {
    assertEquals(
        "set JZFOF_HEAP=" + size + " or more, or use more ranks",
        JavaHeap.remedy(needed * MIB, machine * MIB));
  }

  @ParameterizedTest
  @CsvSource({"24, 32", "10000, 16000", "9000000000, 16000"})
  void moreThanTheMachineHas(long needed, long machine) {
    assertEquals(
        "this machine has "
            + machine
            + " MiB of memory: use more ranks on several nodes, or run where there is more",
        JavaHeap.remedy(needed * MIB, machine * MIB));
  }
}
