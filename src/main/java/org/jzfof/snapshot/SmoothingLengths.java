package org.jzfof.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.CodeFamily;

/**
 * Smoothing lengths of gas particles. Gadget, AREPO and GIZMO store the radius at which the kernel
 * vanishes; SWIFT stores h, of which that radius is a multiple given by the kernel (Dehnen and Aly
 * 2012, MNRAS 425, 1068, table 1).
 */
public final class SmoothingLengths {
  private static final List<String> NAMES = List.of("SmoothingLength", "SmoothingLengths", "Hsml");

  private static final String SCHEME = "/HydroScheme";
  private static final String KERNEL = "Kernel function";

  /** Radius of the kernel over h, by SWIFT's names of kernels. */
  private static final Map<String, Double> SUPPORT =
      Map.of(
          "Cubic spline (M4)", 1.825742,
          "Quartic spline (M5)", 2.018932,
          "Quintic spline (M6)", 2.195775,
          "Wendland C2", 1.936492,
          "Wendland C4", 2.207940,
          "Wendland C6", 2.449490);

  private SmoothingLengths() {}

  /** The dataset that holds those of a type; empty where there is none. */
  public static Optional<String> dataset(Snapshot snapshot, int type) {
    return NAMES.stream().filter(name -> snapshot.hasColumn(type, name)).findFirst();
  }

  /**
   * The radius of the kernel over the smoothing length as it is stored.
   *
   * @throws SnapshotException if a SWIFT snapshot does not say which kernel it is
   */
  public static double support(Snapshot snapshot) {
    if (snapshot.header().family() != CodeFamily.SWIFT) {
      return 1;
    }
    return SnapshotFile.read(
        snapshot.header().pieces().get(0),
        f -> {
          String kernel =
              f.exists(SCHEME) && f.has(SCHEME, KERNEL) ? f.text(SCHEME, KERNEL) : "missing";
          Double support = SUPPORT.get(kernel.strip());
          if (support == null) {
            throw new SnapshotException(
                "HydroScheme@%s in %s is %s, so that the radius of the kernel is not known: give it in smoothing lengths, such as --smoothing 1.94"
                    .formatted(KERNEL, f.path(), kernel));
          }
          return support;
        });
  }
}
