package org.jzfof.contract;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;

/**
 * What tests need of a machine. Without it they are skipped and say why, unless {@code
 * -Djzfof.test.required=mpi,slurm,...} names it: then they fail.
 */
public enum Need {
  /** mpirun of Open MPI, its Java bindings, and the functions for its C library. */
  MPI,
  /** mpiexec of MPICH, and the functions for its library. */
  MPICH,
  /** A Slurm that root can start. */
  SLURM,
  /** Network namespaces that root can make, for hosts of the machine's own. */
  HOSTS,
  /** Python with the modules that the set-up of tests installs. */
  PYTHON,
  /** groff. */
  GROFF,
  /** The right to mount a small file system. */
  MOUNT,
  /** A C compiler, libfuse3 and the right to use it. */
  FUSE,
  /** A GPU that can be used. */
  GPU;

  private static final List<String> REQUIRED =
      Arrays.stream(System.getProperty("jzfof.test.required", "").split(","))
          .filter(name -> !name.isEmpty())
          .toList();

  /** Whether tests must not be skipped for want of it. */
  public boolean isRequired() {
    List<String> known = Arrays.stream(values()).map(Need::word).toList();
    if (!known.containsAll(REQUIRED)) {
      fail("-Djzfof.test.required is %s: there are only %s".formatted(REQUIRED, known));
    }
    return REQUIRED.contains(word());
  }

  /**
   * Skips a test where the need is not met, or fails it.
   *
   * @param met whether it is
   * @param lacking what is not there
   */
  public void assume(boolean met, String lacking) {
    if (!met && isRequired()) {
      fail("-Djzfof.test.required names %s: %s".formatted(word(), lacking));
    }
    Assumptions.assumeTrue(met, "skipped: " + lacking);
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
