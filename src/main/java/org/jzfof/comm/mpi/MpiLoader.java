package org.jzfof.comm.mpi;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jzfof.comm.RankProcess;
import org.jzfof.error.CommunicationException;
import org.jzfof.error.UsageException;

/**
 * Chooses the MPI library that connects the processes of a launcher, and starts it.
 *
 * <p>A process can load one library only, and MPI starts only once. So the choice is made before,
 * from the variables that the launcher has set and from what this build and this machine have; the
 * caller checks afterwards that all processes are connected.
 */
public final class MpiLoader {
  /** Environment variable that demands one access to MPI. */
  private static final String VARIABLE = "JZFOF_MPI";

  /** Variable of Open MPI's mpirun. */
  private static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";

  private static final String BINDINGS = "bindings";
  private static final String NATIVE = "native";

  /** A way to an MPI library. */
  enum Way {
    OPEN_MPI_BINDINGS(BINDINGS, ""),
    OPEN_MPI(NATIVE, "jzfofmpi-openmpi"),
    MPICH(NATIVE, "jzfofmpi-mpich");

    /** Value of {@link #VARIABLE} that demands this way. */
    private final String access;

    /** Library of functions that {@code scripts/build-mpi.sh} compiles; empty for the bindings. */
    private final String file;

    Way(String access, String file) {
      this.access = access;
      this.file = file;
    }

    /** Loads the library; a {@link LinkageError} names what is missing. */
    private MpiLibrary load() {
      return this == OPEN_MPI_BINDINGS ? bindings() : new NativeMpi(file);
    }

    private String absence(LinkageError fault) {
      if (this == OPEN_MPI_BINDINGS) {
        return "Open MPI's Java bindings cannot be loaded (%s)".formatted(fault.getMessage());
      }
      return fault.getMessage().startsWith("no " + file)
          ? "lib" + file + ".so is not built"
          : fault.getMessage();
    }
  }

  /** A library that is loaded. */
  private record Loaded(Way way, MpiLibrary library, String description) {}

  private MpiLoader() {}

  /**
   * Starts MPI in this process, which a launcher has started as one of several.
   *
   * @param variables environment variables of this process
   * @throws CommunicationException giving the missing parts, if no library can be used
   */
  public static RankProcess start(Map<String, String> variables) {
    return start(variables, 0);
  }

  /**
   * Starts MPI, as {@link #start(Map)} does.
   *
   * @param messageLimit maximum length of a message in bytes, a multiple of 8 and the same on all
   *     ranks; 0 for a limit that keeps the staging buffers of all ranks small
   */
  public static RankProcess start(Map<String, String> variables, int messageLimit) {
    Loaded loaded = load(variables);
    try {
      loaded.library.start();
      boolean ofMpich = loaded.way == Way.MPICH;
      return new MpiProcess(loaded.library, messageLimit, loaded.description, ofMpich);
    } catch (MpiException e) {
      throw new CommunicationException(
          "%s does not start (%s): check its installation"
              .formatted(loaded.description, e.getMessage()),
          e);
    }
  }

  /**
   * Returns name and version of the library that would be started, and the way to it.
   *
   * @throws CommunicationException giving the missing parts, if no library can be used
   */
  public static String description(Map<String, String> variables) {
    return load(variables).description;
  }

  /**
   * Returns whether a launcher of MPI has started this process, also if it has started no other.
   */
  public static boolean isLaunched(Map<String, String> variables) {
    return variables.containsKey(OPEN_MPI_SIZE)
        || Launcher.ALL.stream().anyMatch(launcher -> launcher.hasStarted(variables));
  }

  /**
   * Returns the ways to MPI under a launcher, the preferred one first. Open MPI ends a process that
   * has nothing but PMI, unless it was built for that; so it must be demanded there.
   */
  static List<Way> ways(Map<String, String> variables) {
    String demanded = variables.getOrDefault(VARIABLE, "");
    if (!Stream.of("", BINDINGS, NATIVE).toList().contains(demanded)) {
      throw new UsageException(
          "%s is '%s': give %s or %s, or leave it out"
              .formatted(VARIABLE, demanded, BINDINGS, NATIVE));
    }
    boolean openMpi = variables.containsKey(OPEN_MPI_SIZE);
    boolean pmi =
        !openMpi
            && Launcher.ALL.stream()
                .anyMatch(launcher -> launcher.pmi() && launcher.hasStarted(variables));
    if (pmi && demanded.isEmpty() && !variables.containsKey(Launcher.PMIX_RANK)) {
      return List.of(Way.MPICH);
    }
    List<Way> all =
        pmi
            ? List.of(Way.MPICH, Way.OPEN_MPI_BINDINGS, Way.OPEN_MPI)
            : List.of(Way.OPEN_MPI_BINDINGS, Way.OPEN_MPI, Way.MPICH);
    return all.stream().filter(way -> demanded.isEmpty() || way.access.equals(demanded)).toList();
  }

  private static Loaded load(Map<String, String> variables) {
    List<Way> ways = ways(variables);
    List<String> missing = new ArrayList<>();
    for (Way way : ways) {
      try {
        MpiLibrary library = way.load();
        return new Loaded(
            way, library, name(library.version()) + " (" + reason(way, missing, variables) + ")");
      } catch (LinkageError e) {
        missing.add(way.absence(e));
      } catch (MpiException e) {
        throw new CommunicationException("MPI does not tell its version: " + e.getMessage(), e);
      }
    }
    throw new CommunicationException(
        "MPI cannot be used, as "
            + String.join(", ", missing)
            + ": compile the functions for the MPI of this machine (scripts/build-mpi.sh, with its"
            + " mpicc on PATH), or install Open MPI with its Java bindings (Debian: openmpi-bin"
            + " libopenmpi-dev, or set MPI_HOME) and run scripts/setup.sh, or use --ranks N in one"
            + " process");
  }

  private static String reason(Way way, List<String> missing, Map<String, String> variables) {
    if (way == Way.OPEN_MPI_BINDINGS) {
      return "Java bindings";
    }
    if (!variables.getOrDefault(VARIABLE, "").isEmpty()) {
      return "native, as " + VARIABLE + " demands";
    }
    return missing.isEmpty() ? "native, for this launcher" : "native, as " + missing.get(0);
  }

  /** Returns the first words of a description such as "Open MPI v4.1.4, package: ...". */
  private static String name(String version) {
    String line = version.lines().findFirst().orElse("an MPI without a name");
    return line.split(",")[0].replace("Version:", "").replaceAll("\\s+", " ").strip();
  }

  /** The bindings, which are compiled only if {@code mpi.jar} was there. */
  private static MpiLibrary bindings() {
    try {
      return (MpiLibrary)
          Class.forName(MpiLoader.class.getPackageName() + ".BindingsMpi")
              .getDeclaredConstructor()
              .newInstance();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError unlinked) {
        throw unlinked;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ClassNotFoundException e) {
      throw new NoClassDefFoundError("this build has none");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
