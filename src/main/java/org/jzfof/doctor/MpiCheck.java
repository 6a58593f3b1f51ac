package org.jzfof.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jzfof.comm.mpi.MpiLoader;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.CommunicationException;

/** Checks the launcher of MPI, and the library that jzfof uses with it. */
final class MpiCheck {
  private static final String SETUP =
      "for runs over several processes load an MPI, and compile the functions for it"
          + " (scripts/build-mpi.sh)";

  private MpiCheck() {}

  static List<Finding> examine() {
    Programs.Answer mpirun = Programs.ask("mpirun", "--version");
    return List.of(launcher(mpirun), library(Programs.mpi(mpirun)));
  }

  /** Returns the finding for the output of {@code mpirun --version}. */
  static Finding launcher(Programs.Answer mpirun) {
    if (!mpirun.started()) {
      return Finding.note("mpirun", "no mpirun on the PATH", SETUP);
    }
    if (!mpirun.succeeded()) {
      return Finding.note(
          "mpirun",
          "mpirun --version " + mpirun.fault(),
          "for runs over several processes repair it, or put another MPI on the PATH");
    }
    return Programs.mpi(mpirun)
        .map(version -> Finding.ok("mpirun", version))
        .orElseGet(
            () -> Finding.note("mpirun", "the mpirun on the PATH does not name its MPI", SETUP));
  }

  private static Finding library(Optional<String> launcher) {
    Map<String, String> variables = new HashMap<>(System.getenv());
    boolean byMpirun = launcher.isPresent() && !MpiLoader.isLaunched(variables);
    if (byMpirun && !launcher.get().startsWith("Open MPI")) {
      variables.put("PMI_RANK", "0"); // as the processes of that launcher have it
    }
    String library;
    try {
      library = MpiLoader.description(variables);
    } catch (CommunicationException e) {
      return Finding.of("MPI library", State.NOTE, e);
    }
    if (byMpirun && !isOf(library, launcher.get())) {
      return Finding.note(
          "MPI library",
          library + ", but mpirun is of " + launcher.get(),
          "load the MPI that jzfof was set up with, or run scripts/build-mpi.sh again");
    }
    return Finding.ok("MPI library", library);
  }

  /**
   * Whether a description of a library such as "Open MPI v4.1.4 (Java bindings)" has the version of
   * a launcher such as "Open MPI 4.1.4".
   */
  static boolean isOf(String library, String launcher) {
    String version = launcher.substring(launcher.lastIndexOf(' ') + 1);
    return Pattern.compile("[ v]" + Pattern.quote(version) + "(?![\\w.])").matcher(library).find();
  }
}
