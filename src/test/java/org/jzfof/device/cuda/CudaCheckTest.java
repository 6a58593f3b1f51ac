package org.jzfof.device.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzfof.error.DeviceLostException;

/** Which errors leave a process without its GPU; the numbers are those of cuda.h. */
class CudaCheckTest {
  @ParameterizedTest
  @CsvSource({
    "2, false", // out of memory
    "209, false", // no binary for the GPU
    "217, false", // no peer access
    "701, false", // too many resources for a launch
    "720, false", // cooperative launch too large
    "214, true", // uncorrectable ECC error
    "220, true", // uncorrectable NVLink error
    "700, true", // illegal address
    "702, true", // launch timeout
    "710, true", // assert
    "714, true", // hardware stack error
    "719, true", // launch failed
    "999, true" // unknown, as when the GPU has fallen off the bus
  })
  void deviceIsLost(int result, boolean lost) {
    assertEquals(lost, CudaCheck.failure(result, "no") instanceof DeviceLostException);
  }
}
