package org.jzfof.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Writes files of light cones: {@code gadget4(particles, a).write(file)}.
 *
 * @param scaleFactors of each particle
 * @param layout names of groups and datasets
 * @param numbers attributes of /Parameters that replace the usual ones; NaN leaves one out
 * @param files number of files of the shell, as the header of Gadget-4 states it
 * @param grid whether /Config says that the particles began on a grid
 */
public record LightconeFixture(
    Particles particles,
    double[] scaleFactors,
    Layout layout,
    Map<String, Double> numbers,
    int files,
    boolean grid) {

  /** Names of groups and datasets; whether there is a header. */
  public record Layout(String group, String scaleFactors, boolean header) {}

  private static final Layout GADGET4 = new Layout("/PartType1", "Ascale", true);
  private static final Layout SWIFT = new Layout("/DM", "ExpansionFactors", false);

  /** Gadget-4, with particles whose mass its parameters tell. */
  public static LightconeFixture gadget4(Particles particles, double... scaleFactors) {
    return new LightconeFixture(
        particles, all(particles, scaleFactors), GADGET4, Map.of(), 1, true);
  }

  /** SWIFT, with a mass per particle and without a cosmology. */
  public static LightconeFixture swift(Particles particles, double... scaleFactors) {
    return new LightconeFixture(particles, all(particles, scaleFactors), SWIFT, Map.of(), 1, false);
  }

  private static double[] all(Particles particles, double... scaleFactors) {
    return scaleFactors.length == 1
        ? IntStream.range(0, particles.count()).mapToDouble(i -> scaleFactors[0]).toArray()
        : scaleFactors;
  }

  /** With a parameter of another value, or without it (NaN). */
  public LightconeFixture with(String parameter, double value) {
    Map<String, Double> more = new LinkedHashMap<>(numbers);
    more.put(parameter, value);
    return new LightconeFixture(particles, scaleFactors, layout, more, files, grid);
  }

  /** With other names. */
  public LightconeFixture with(Layout other) {
    return new LightconeFixture(particles, scaleFactors, other, numbers, files, grid);
  }

  /** Without the option by which the mass is known. */
  public LightconeFixture withoutGrid() {
    return new LightconeFixture(particles, scaleFactors, layout, numbers, files, false);
  }

  /** Some of the particles, by their rows. */
  public LightconeFixture of(int... rows) {
    List<Integer> order = Arrays.stream(rows).boxed().toList();
    double[] a = Arrays.stream(rows).mapToDouble(i -> scaleFactors[i]).toArray();
    Particles some = inOrder(order);
    return new LightconeFixture(some, a, layout, numbers, files, grid);
  }

  private Particles inOrder(List<Integer> order) {
    double[] x = new double[3 * order.size()];
    float[] v = new float[x.length];
    long[] id = new long[order.size()];
    for (int i = 0; i < id.length; i++) {
      System.arraycopy(particles.positions(), 3 * order.get(i), x, 3 * i, 3);
      System.arraycopy(particles.velocities(), 3 * order.get(i), v, 3 * i, 3);
      id[i] = particles.ids()[order.get(i)];
    }
    return Particles.at(x)
        .withVelocities(v)
        .withIds(id)
        .withMass(particles.mass())
        .stored(particles.coordinateType(), particles.idType());
  }

  /** Every n-th of the particles, from one on. */
  public LightconeFixture every(int n, int from) {
    return of(IntStream.range(0, particles.count()).filter(i -> i % n == from).toArray());
  }

  /** Writes a file, whose folder may have to be made. */
  public Path write(Path file) {
    return write(file, w -> {});
  }

  /**
   * Adds another particle type to a file of Gadget-4, with a mass per particle.
   *
   * @param type number of the type, in the counts of which it is entered
   */
  public LightconeFixture and(int type, LightconeFixture others, Path file) {
    Layout layoutOfType = new Layout("/PartType" + type, layout.scaleFactors(), false);
    write(
        file,
        w -> {
          w.group(layoutOfType.group());
          others.with(layoutOfType).columns(w);
          long[] counts = {0, particles.count(), 0, 0, 0, 0};
          counts[type] = others.particles().count();
          for (String name : List.of("NumPart_ThisFile", "NumPart_Total")) {
            w.removeAttribute("/Header", name);
            w.attribute("/Header", name, Hdf5Type.UINT64, counts);
          }
        });
    return this;
  }

  /** Writes a file, and more into it. */
  public Path write(Path file, Consumer<Hdf5Writer> more) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      if (layout.header()) {
        gadgetHeader(w);
      } else if (layout.equals(SWIFT)) {
        swiftHeader(w);
      }
      if (particles.count() > 0) {
        w.group(layout.group());
        columns(w);
      }
      more.accept(w);
    }
    return file;
  }

  private void gadgetHeader(Hdf5Writer w) {
    w.group("/Header");
    long[] counts = {0, particles.count(), 0, 0, 0, 0};
    w.attribute("/Header", "NumPart_ThisFile", Hdf5Type.UINT64, counts);
    w.attribute("/Header", "NumPart_Total", Hdf5Type.UINT64, counts);
    w.attribute("/Header", "NumFiles", Hdf5Type.INT32, files);
    w.group("/Parameters");
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("BoxSize", 25.0);
    all.put("GridSize", 32.0);
    all.put("ComovingIntegrationOn", 1.0);
    all.put("Omega0", 0.308);
    all.put("OmegaLambda", 0.692);
    all.put("OmegaBaryon", 0.0482);
    all.put("HubbleParam", 0.678);
    all.put("UnitLength_in_cm", 3.085678e24);
    all.put("UnitMass_in_g", 1.989e43);
    all.put("UnitVelocity_in_cm_per_s", 1e5);
    all.putAll(numbers);
    all.forEach(
        (name, value) -> {
          if (!Double.isNaN(value)) {
            w.attribute("/Parameters", name, Hdf5Type.FLOAT64, value);
          }
        });
    w.group("/Config");
    w.attribute("/Config", "PERIODIC", "");
    if (grid) {
      w.attribute("/Config", "CREATE_GRID", "");
    }
  }

  private static void swiftHeader(Hdf5Writer w) {
    w.group("/Lightcone");
    w.attribute("/Lightcone", "observer_position", Hdf5Type.FLOAT64, new double[3]);
    for (String units : List.of("/Units", "/InternalCodeUnits")) {
      w.group(units);
      w.attribute(units, "Unit length in cgs (U_L)", Hdf5Type.FLOAT64, new double[] {3.085678e24});
      w.attribute(units, "Unit mass in cgs (U_M)", Hdf5Type.FLOAT64, new double[] {1.989e43});
      w.attribute(units, "Unit time in cgs (U_t)", Hdf5Type.FLOAT64, new double[] {3.085678e19});
    }
  }

  private void columns(Hdf5Writer w) {
    int n = particles.count();
    String group = layout.group();
    w.dataset(group + "/Coordinates", particles.coordinateType(), n, 3);
    w.write(group + "/Coordinates", 0, n, particles.positions());
    w.dataset(group + "/Velocities", Hdf5Type.FLOAT32, n, 3);
    w.write(group + "/Velocities", 0, n, particles.velocities());
    if (particles.ids() != null) {
      w.dataset(group + "/ParticleIDs", particles.idType(), n);
      w.write(group + "/ParticleIDs", 0, n, particles.ids());
    }
    if (!layout.scaleFactors().isEmpty()) {
      w.dataset(group + "/" + layout.scaleFactors(), Hdf5Type.FLOAT32, n);
      w.write(group + "/" + layout.scaleFactors(), 0, n, scaleFactors);
    }
    if (!layout.header()) {
      double[] masses = new double[n];
      Arrays.fill(masses, particles.mass());
      w.dataset(group + "/Masses", Hdf5Type.FLOAT64, n);
      w.write(group + "/Masses", 0, n, masses);
    }
  }
}
