package org.jzfof.comm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jzfof.error.CommunicationException;

/**
 * Loads the MPI implementation, which is compiled only if Open MPI's Java bindings are installed.
 */
public final class MpiLoader {
  private static final String IMPLEMENTATION = "org.jzfof.comm.mpi.MpiProcess";

  private MpiLoader() {}

  /**
   * Starts MPI in this process, which mpirun or srun has started as one of several.
   *
   * @throws CommunicationException giving the missing part, if MPI is unavailable
   */
  public static RankProcess start() {
    return start(0);
  }

  /**
   * Starts MPI, as {@link #start()} does.
   *
   * @param messageLimit maximum length of a message in bytes, a multiple of 8 and the same on all
   *     ranks; 0 for a limit that keeps the staging buffers of all ranks small
   */
  public static RankProcess start(int messageLimit) {
    return (RankProcess) call("start", new Class<?>[] {int.class}, messageLimit);
  }

  /**
   * Returns the name and version of the MPI library, such as "Open MPI v4.1.4", without starting
   * it.
   *
   * @throws CommunicationException giving the missing part, if MPI is unavailable
   */
  public static String version() {
    return (String) call("version", new Class<?>[0]);
  }

  private static Object call(String method, Class<?>[] types, Object... arguments) {
    try {
      Method function = Class.forName(IMPLEMENTATION).getMethod(method, types);
      return function.invoke(null, arguments);
    } catch (LinkageError e) {
      throw missing(e.toString(), e);
    } catch (ClassNotFoundException e) {
      throw missing("this build of jzfof is without MPI", e);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof CommunicationException known) {
        throw known;
      }
      if (e.getCause() instanceof LinkageError unlinked) {
        throw missing(unlinked.toString(), unlinked);
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CommunicationException missing(String what, Throwable cause) {
    return new CommunicationException(
        "MPI cannot be used, as "
            + what
            + ": install Open MPI with its Java bindings (Debian: openmpi-bin libopenmpi-dev, or"
            + " set MPI_HOME) and run scripts/setup.sh, or use --ranks N without mpirun",
        cause);
  }
}
