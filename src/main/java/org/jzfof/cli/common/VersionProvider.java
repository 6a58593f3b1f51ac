package org.jzfof.cli.common;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jzfof.backend.HostGpus;
import org.jzfof.doctor.Programs;
import org.jzfof.error.SetupException;
import org.jzfof.hdf5.Hdf5Library;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/** The versions of jzfof and of all its components. */
public final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "jzfof    " + jzfof() + " (commit " + buildProperty("commit") + ")",
      "Java     "
          + System.getProperty("java.vm.version")
          + " ("
          + System.getProperty("java.home")
          + ")",
      "HDF5     " + hdf5(),
      "picocli  " + CommandLine.VERSION,
      "MPI      " + Programs.mpi().orElse("not found (no mpirun on PATH that names its MPI)"),
      "CUDA     " + cuda()
    };
  }

  /** Returns the version of jzfof that the build recorded. */
  public static String jzfof() {
    return buildProperty("version");
  }

  /** Returns the GPU architectures of the CUDA kernels in this build. */
  public static String architectures() {
    return buildProperty("cuda.arch");
  }

  private static String cuda() {
    return HostGpus.haveKernels()
        ? "built, for JCuda " + buildProperty("jcuda")
        : "not built (there was no nvcc)";
  }

  /** Returns a property from a resource that the build has written. */
  private static String buildProperty(String property) {
    Properties properties = new Properties();
    try (InputStream in = VersionProvider.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(property);
  }

  private static String hdf5() {
    try {
      return Hdf5Library.version();
    } catch (SetupException e) {
      return e.getMessage();
    }
  }
}
