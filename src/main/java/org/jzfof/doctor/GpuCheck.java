package org.jzfof.doctor;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.backend.GpuSurvey;
import org.jzfof.backend.HostGpus;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.BackendException;

/** Checks the CUDA kernels of this build, the driver and the GPUs. */
final class GpuCheck {
  private GpuCheck() {}

  static List<Finding> examine(String architectures) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        HostGpus.haveKernels()
            ? Finding.ok("CUDA kernels", "built for compute capability " + architectures)
            : Finding.note(
                "CUDA kernels",
                "this build has none",
                "to use a GPU build where nvcc is on the PATH (scripts/setup.sh)"));
    try {
      GpuSurvey survey = HostGpus.survey();
      findings.add(Finding.ok("CUDA driver", "for CUDA %s".formatted(survey.driver())));
      survey.devices().forEach(device -> findings.add(of(device)));
    } catch (BackendException e) {
      findings.add(Finding.of("CUDA driver", State.NOTE, e));
    }
    return findings;
  }

  private static Finding of(GpuSurvey.Device device) {
    String text =
        "%s, %s, compute capability %s"
            .formatted(
                device.name(), MachineCheck.bytes(device.memoryBytes()), device.capability());
    String part = "GPU " + device.ordinal();
    return device.fault() == null
        ? Finding.ok(part, text + ", the kernels fit")
        : Finding.note(part, text, device.fault());
  }
}
