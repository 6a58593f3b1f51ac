package org.jzfof.doctor;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jzfof.doctor.Finding.State;

/** Checks all parts on which a run depends. */
public final class Doctor {
  private final Map<String, String> environment;
  private final String version;
  private final String architectures;

  /**
   * @param architectures GPU architectures of the kernels, as configured in the build
   */
  public Doctor(Map<String, String> environment, String version, String architectures) {
    this.environment = Map.copyOf(environment);
    this.version = version;
    this.architectures = architectures;
  }

  /** Runs all checks and returns their findings, part by part. */
  public List<Finding> examine() {
    return Stream.of(
            List.of(
                Finding.ok("jzfof", version),
                JavaCheck.java(),
                JavaCheck.heap(),
                Finding.ok("compiled code", CompiledCode.describe())),
            MachineCheck.examine(),
            Hdf5Check.examine(environment),
            GpuCheck.examine(architectures),
            MpiCheck.examine(),
            SlurmCheck.examine(environment),
            List.of(PictureCheck.examine(), RunCheck.examine()))
        .flatMap(List::stream)
        .toList();
  }

  /** Whether a run would work: no finding is a fault. */
  public static boolean canRun(List<Finding> findings) {
    return findings.stream().noneMatch(finding -> finding.state() == State.FAULT);
  }
}
