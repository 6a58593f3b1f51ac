package org.jzfof.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.doctor.Doctor;
import org.jzfof.doctor.Finding;
import picocli.CommandLine.Command;

/**
 * {@code jzfof doctor}: checks which parts this machine has, and explains how to install missing
 * ones.
 */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    header = "Checks the machine, and says how to install missing parts.",
    description =
        "Checks Java, memory, cores, HDF5 and its filters, CUDA and the GPUs, Open MPI, Slurm and"
            + " fonts. Nothing is changed. The exit code is 0 if \"jzfof run\" would work here, and 1"
            + " if not; notes are about optional parts.",
    footerHeading = "%nExamples:%n",
    footer = {"  jzfof doctor", "  JZFOF_HEAP=2g jzfof doctor"})
final class DoctorCommand implements Callable<Integer> {
  private final PrintStream out;

  DoctorCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Doctor doctor =
        new Doctor(System.getenv(), VersionProvider.jzfof(), VersionProvider.architectures());
    List<Finding> findings = doctor.examine();
    for (Finding finding : findings) {
      String state = finding.state().name().toLowerCase(Locale.ROOT);
      out.printf("%-13s %-6s %s%n", finding.part(), state, finding.text());
      if (!finding.remedy().isEmpty()) {
        out.printf("%-20s -> %s%n", "", finding.remedy());
      }
    }
    boolean runs = Doctor.canRun(findings);
    out.println();
    out.println(
        runs ? "jzfof run works here" : "jzfof run does not work here: see the faults above");
    return runs ? ExitCodes.OK : ExitCodes.INTERNAL;
  }
}
