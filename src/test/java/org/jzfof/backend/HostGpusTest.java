package org.jzfof.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

@NeedsGpu
class HostGpusTest {
  @Test
  void everyGpuIsDescribedAndFits() {
    assertTrue(HostGpus.haveKernels());
    GpuSurvey survey = HostGpus.survey();
    assertTrue(survey.driver().matches("\\d+\\.\\d+"), survey::driver);
    List<GpuSurvey.Device> devices = survey.devices();
    assertFalse(devices.isEmpty());
    for (int i = 0; i < devices.size(); i++) {
      GpuSurvey.Device device = devices.get(i);
      assertEquals(i, device.ordinal());
      assertFalse(device.name().isBlank());
      assertTrue(device.memoryBytes() > 1L << 30, () -> device + "");
      assertTrue(device.capability().matches("\\d+\\.\\d"), device::capability);
      assertNull(device.fault());
    }
  }
}
