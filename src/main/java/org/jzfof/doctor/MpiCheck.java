package org.jzfof.doctor;

import java.util.List;
import java.util.Optional;
import org.jzfof.comm.MpiLoader;
import org.jzfof.error.CommunicationException;

/** Open MPI's launcher, and the library behind its Java bindings. */
final class MpiCheck {
  private static final String SETUP =
      "for runs over several processes install Open MPI with its Java bindings (Debian:"
          + " openmpi-bin libopenmpi-dev, or set MPI_HOME) and run scripts/setup.sh";

  private MpiCheck() {}

  static List<Finding> examine() {
    Optional<String> launcher = Programs.openMpi();
    Finding found =
        launcher
            .map(version -> Finding.ok("mpirun", "Open MPI " + version))
            .orElseGet(() -> Finding.note("mpirun", "no mpirun of Open MPI on the PATH", SETUP));
    return List.of(found, bindings(launcher));
  }

  private static Finding bindings(Optional<String> launcher) {
    String library;
    try {
      library = MpiLoader.version();
    } catch (CommunicationException e) {
      return Finding.note("MPI bindings", "cannot be used: " + e.getCause(), SETUP);
    }
    if (launcher.isPresent() && !library.contains("v" + launcher.get())) {
      return Finding.note(
          "MPI bindings",
          library + ", but mpirun is of Open MPI " + launcher.get(),
          "load the Open MPI that jzfof was set up with, or run scripts/setup.sh again");
    }
    return Finding.ok("MPI bindings", library);
  }
}
