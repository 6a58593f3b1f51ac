package org.jzfof.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jzfof.comm.MpiLoader;
import org.jzfof.doctor.Finding.State;
import org.jzfof.error.CommunicationException;

/** Checks the launcher of Open MPI, and the library of its Java bindings. */
final class MpiCheck {
  private static final String SETUP =
      "for runs over several processes install Open MPI with its Java bindings (Debian:"
          + " openmpi-bin libopenmpi-dev, or set MPI_HOME) and run scripts/setup.sh";

  private MpiCheck() {}

  static List<Finding> examine() {
    Programs.Answer mpirun = Programs.ask("mpirun", "--version");
    return List.of(launcher(mpirun), bindings(Programs.openMpi(mpirun)));
  }

  /** Returns the finding for the output of {@code mpirun --version}. */
  static Finding launcher(Programs.Answer mpirun) {
    if (!mpirun.started()) {
      return Finding.note("mpirun", "no mpirun of Open MPI on the PATH", SETUP);
    }
    if (!mpirun.succeeded()) {
      return Finding.note(
          "mpirun",
          "mpirun --version " + mpirun.fault(),
          "for runs over several processes repair it, or put another Open MPI on the PATH");
    }
    return Programs.openMpi(mpirun)
        .map(version -> Finding.ok("mpirun", "Open MPI " + version))
        .orElseGet(
            () ->
                Finding.note(
                    "mpirun", "the mpirun on the PATH does not say that it is Open MPI's", SETUP));
  }

  private static Finding bindings(Optional<String> launcher) {
    String library;
    try {
      library = MpiLoader.version();
    } catch (CommunicationException e) {
      return Finding.of("MPI bindings", State.NOTE, e);
    }
    if (launcher.isPresent() && !isOf(library, launcher.get())) {
      return Finding.note(
          "MPI bindings",
          library + ", but mpirun is of Open MPI " + launcher.get(),
          "load the Open MPI that jzfof was set up with, or run scripts/setup.sh again");
    }
    return Finding.ok("MPI bindings", library);
  }

  /** Whether a description of a library such as "Open MPI v4.1.4, package: ..." has a version. */
  static boolean isOf(String library, String version) {
    return Pattern.compile("v" + Pattern.quote(version) + "(?![\\w.])").matcher(library).find();
  }
}
