package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaCheck.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.jzfof.error.BackendException;

/** The kernels of {@code cuda/}: one module per stage, loaded at its first use. */
public final class CudaKernels implements AutoCloseable {
  private static final String FOLDER = "/org/jzfof/device/cuda/"; // see build-cuda.sh

  private final CudaDevice device;
  private final Map<String, CUmodule> modules = new ConcurrentHashMap<>();
  private final Map<String, Kernel> functions = new ConcurrentHashMap<>();

  /** A kernel that returns its address, for the native library. */
  static final class Kernel extends CUfunction {
    private Kernel() {}

    long address() {
      return getNativePointer();
    }
  }

  public CudaKernels(CudaDevice device) {
    this.device = device;
  }

  /** Returns whether this build contains kernels. */
  public static boolean built() {
    return CudaKernels.class.getResource(FOLDER + "fof.fatbin") != null;
  }

  /**
   * Loads one module as a check.
   *
   * @throws BackendException if the kernels do not load on this GPU and driver
   */
  public void requireLoadable() {
    modules.computeIfAbsent("arrays", this::load);
  }

  /**
   * Prepares a launch.
   *
   * @param stage base name of the file in {@code cuda/} that has the kernel
   */
  public Launch launch(String stage, String kernel) {
    device.makeCurrent();
    Kernel function =
        functions.computeIfAbsent(
            stage + "." + kernel,
            name -> {
              Kernel loaded = new Kernel();
              CUmodule module = modules.computeIfAbsent(stage, this::load);
              check(
                  JCudaDriver.cuModuleGetFunction(loaded, module, kernel),
                  "cuModuleGetFunction of " + name);
              return loaded;
            });
    return new Launch(device, function, kernel);
  }

  private CUmodule load(String stage) {
    byte[] binary;
    try (InputStream in = CudaKernels.class.getResourceAsStream(FOLDER + stage + ".fatbin")) {
      binary = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CUmodule module = new CUmodule();
    int result = JCudaDriver.cuModuleLoadData(module, binary);
    if (result != CUresult.CUDA_SUCCESS) {
      throw new BackendException(
          "the kernels of this build do not load on GPU %d (%s), %s: update the driver, or build for it with -Dcuda.arch=all"
              .formatted(device.ordinal(), device.name(), CudaCheck.describe(result)));
    }
    return module;
  }

  @Override
  public void close() {
    device.makeCurrent();
    for (CUmodule module : modules.values()) {
      check(JCudaDriver.cuModuleUnload(module), "cuModuleUnload");
    }
  }
}
