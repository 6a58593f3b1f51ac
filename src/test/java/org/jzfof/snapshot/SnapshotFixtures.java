package org.jzfof.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Writes small snapshots in the layout of every code family. Start with one of the family methods,
 * change what the test is about, then write: {@code gadget4(50, p).write(file)}; for the common
 * case there is {@link #gadget4(Path, double, Particles...)}.
 */
public final class SnapshotFixtures {
  private final List<Particles> particles;
  private Hdf5Type countType = Hdf5Type.UINT64;
  private int types = 6;
  private boolean highWord;
  private boolean table = true;
  private final Map<Integer, Long> claimed = new HashMap<>();
  private final Map<Integer, Double> tableEntries = new HashMap<>();
  private Hdf5Chunks chunks;
  private Consumer<Hdf5Writer> attributes = w -> {};
  private final Map<String, double[]> numbers = new LinkedHashMap<>();
  private double[] box;
  private boolean wide;

  private static Particles[] equalMasses(Particles... particles) {
    return Arrays.stream(particles).map(Particles::withEqualMasses).toArray(Particles[]::new);
  }

  /** DISCO-DJ gives its particles the mass that makes Omega0 of 0.3, in 1e10 Msun/h. */
  private static Particles[] ofDiscoDj(double boxPerHubble, Particles... particles) {
    return Arrays.stream(particles)
        .map(p -> p.withMass(0.3 * 27.754 * Math.pow(boxPerHubble, 3) / p.count()))
        .map(Particles::withEqualMasses)
        .toArray(Particles[]::new);
  }

  private SnapshotFixtures(double[] box, Particles... particles) {
    this.box = box;
    this.particles = List.of(particles);
  }

  /** Writes a Gadget-4 snapshot at z = 0 in one file and returns the file. */
  public static Path gadget4(Path file, double box, Particles... particles) {
    return gadget4(box, particles).write(file);
  }

  /** Gadget-4: 64-bit counts without HighWord, cosmology in Parameters; z = 0. */
  public static SnapshotFixtures gadget4(double box, Particles... particles) {
    return new SnapshotFixtures(new double[] {box}, particles)
        .and(
            w -> {
              time(w, 1, 0);
              w.group("/Parameters");
              w.attribute("/Parameters", "ComovingIntegrationOn", Hdf5Type.INT32, 1);
              gadgetCosmology(w, "/Parameters");
              w.attribute("/Parameters", "OmegaBaryon", Hdf5Type.FLOAT64, 0.0482);
            });
  }

  /** Counts, box and time alone: neither cosmology nor units; z = 0. */
  public static SnapshotFixtures bare(double box, Particles... particles) {
    return new SnapshotFixtures(new double[] {box}, particles).and(w -> time(w, 1, 0));
  }

  /** Gadget-2/3 or AREPO: 32-bit counts with HighWord, cosmology in Header; a = 0.5. */
  public static SnapshotFixtures gadget(double box, Particles... particles) {
    SnapshotFixtures f = new SnapshotFixtures(new double[] {box}, particles);
    f.countType = Hdf5Type.UINT32;
    f.highWord = true;
    return f.and(
        w -> {
          time(w, 0.5, 1);
          w.attribute("/Header", "Flag_Sfr", Hdf5Type.INT32, 0);
          gadgetCosmology(w, "/Header");
        });
  }

  /** SWIFT: seven types, three box sides, masses per particle, no h; a = 0.25. */
  public static SnapshotFixtures swift(double box, Particles... particles) {
    SnapshotFixtures f = new SnapshotFixtures(new double[] {box, box, box}, equalMasses(particles));
    f.countType = Hdf5Type.INT64;
    f.highWord = true;
    f.types = 7;
    return f.and(
        w -> {
          w.attribute("/Header", "Code", "SWIFT");
          w.attribute("/Header", "Time", Hdf5Type.FLOAT64, new double[] {1.5e-3});
          w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, new double[] {3});
          w.attribute("/Header", "Scale-factor", Hdf5Type.FLOAT64, new double[] {0.25});
          w.group("/Cosmology");
          w.attribute("/Cosmology", "Cosmological run", Hdf5Type.INT32, new long[] {1});
          w.attribute("/Cosmology", "h", Hdf5Type.FLOAT64, new double[] {0.681});
          w.attribute("/Cosmology", "Omega_m", Hdf5Type.FLOAT64, new double[] {0.306});
          w.attribute("/Cosmology", "Omega_lambda", Hdf5Type.FLOAT64, new double[] {0.694});
          w.attribute("/Cosmology", "Omega_b", Hdf5Type.FLOAT64, new double[] {0.0486});
          w.group("/Units");
          w.attribute("/Units", "Unit length in cgs (U_L)", Hdf5Type.FLOAT64, 3e24);
          w.attribute("/Units", "Unit mass in cgs (U_M)", Hdf5Type.FLOAT64, 2e43);
          w.attribute("/Units", "Unit time in cgs (U_t)", Hdf5Type.FLOAT64, 3e19);
        });
  }

  /** PKDGRAV3: one file, table of zeros, masses per particle; a = 0.5 (Time is not a). */
  public static SnapshotFixtures pkdgrav(double box, Particles... particles) {
    SnapshotFixtures f = new SnapshotFixtures(new double[] {box}, equalMasses(particles));
    f.countType = Hdf5Type.UINT32;
    f.highWord = true;
    f.table = false;
    return f.and(
        w -> {
          w.attribute("/Header", "PKDGRAV version", "3.4");
          time(w, 0.0123, 1);
          w.group("/Cosmology");
          w.attribute("/Cosmology", "Cosmological run", Hdf5Type.INT32, 1);
          w.attribute("/Cosmology", "Omega_m", Hdf5Type.FLOAT64, 0.32);
          w.attribute("/Cosmology", "Omega_lambda", Hdf5Type.FLOAT64, 0.68);
          w.attribute("/Cosmology", "Omega_b", Hdf5Type.FLOAT64, 0.049);
          w.attribute("/Cosmology", "HubbleParam", Hdf5Type.FLOAT64, 0.67);
          w.group("/Units");
          w.attribute("/Units", "KpcUnit", Hdf5Type.FLOAT64, 1000);
          w.attribute("/Units", "MsolUnit", Hdf5Type.FLOAT64, 1e12);
          w.attribute("/Units", "KmPerSecUnit", Hdf5Type.FLOAT64, 10);
        });
  }

  /** DISCO-DJ in its Gadget flavour: signed 64-bit counts, masses twice; a = 0.5. */
  public static SnapshotFixtures discoDj(double box, Particles... particles) {
    SnapshotFixtures f = new SnapshotFixtures(new double[] {box}, ofDiscoDj(box, particles));
    f.countType = Hdf5Type.INT64;
    f.highWord = true;
    return f.and(
        w -> {
          time(w, 0.5, 1);
          w.attribute("/Header", "Omega0", Hdf5Type.FLOAT64, 0.3);
          w.attribute("/Header", "OmegaLambda", Hdf5Type.FLOAT64, 0.7);
          w.attribute("/Header", "HubbleParam", Hdf5Type.FLOAT64, 0.7);
        });
  }

  /** DISCO-DJ in its SWIFT flavour: Mpc without h, peculiar velocities; a = 0.5. */
  public static SnapshotFixtures discoDjSwift(double box, Particles... particles) {
    SnapshotFixtures f = new SnapshotFixtures(new double[] {box}, ofDiscoDj(0.7 * box, particles));
    f.countType = Hdf5Type.INT64;
    f.highWord = true;
    return f.and(
        w -> {
          time(w, 0.5, 1);
          w.group("/Cosmology");
          w.attribute("/Cosmology", "Omega_m", Hdf5Type.FLOAT64, 0.3);
          w.attribute("/Cosmology", "Omega_lambda", Hdf5Type.FLOAT64, 0.7);
          w.attribute("/Cosmology", "h", Hdf5Type.FLOAT64, 0.7);
        });
  }

  private static void time(Hdf5Writer w, double time, double redshift) {
    w.attribute("/Header", "Time", Hdf5Type.FLOAT64, time);
    w.attribute("/Header", "Redshift", Hdf5Type.FLOAT64, redshift);
  }

  private static void gadgetCosmology(Hdf5Writer w, String group) {
    w.attribute(group, "Omega0", Hdf5Type.FLOAT64, 0.308);
    w.attribute(group, "OmegaLambda", Hdf5Type.FLOAT64, 0.692);
    w.attribute(group, "HubbleParam", Hdf5Type.FLOAT64, 0.678);
    w.attribute(group, "UnitLength_in_cm", Hdf5Type.FLOAT64, 3.085678e24);
    w.attribute(group, "UnitMass_in_g", Hdf5Type.FLOAT64, 1.989e43);
    w.attribute(group, "UnitVelocity_in_cm_per_s", Hdf5Type.FLOAT64, 1e5);
  }

  /** Writes more after the header, such as attributes of a test. */
  public SnapshotFixtures and(Consumer<Hdf5Writer> more) {
    Consumer<Hdf5Writer> before = attributes;
    attributes =
        w -> {
          before.accept(w);
          more.accept(w);
        };
    return this;
  }

  /**
   * A dataset of one float64 for each particle of a type, in one file; the last of a name holds.
   */
  public SnapshotFixtures numbers(String dataset, double... values) {
    numbers.put(dataset, values);
    return this;
  }

  /** Number of particle types in the header. */
  public SnapshotFixtures types(int n) {
    types = n;
    return this;
  }

  /** BoxSize with these sides; none leaves it out. */
  public SnapshotFixtures box(double... sides) {
    box = sides;
    return this;
  }

  /** Claims this many particles of a type in file and total, whatever is written. */
  public SnapshotFixtures counts(int type, long count) {
    claimed.put(type, count);
    return this;
  }

  /** Sets an entry of the mass table, whatever the particles say. */
  public SnapshotFixtures massTable(int type, double mass) {
    tableEntries.put(type, mass);
    return this;
  }

  /** Velocities and masses are pi times as large, as float64 that float32 does not hold. */
  public SnapshotFixtures wide() {
    wide = true;
    return this;
  }

  /** Chunked and possibly compressed datasets. */
  public SnapshotFixtures chunked(long rows, Hdf5Chunks.Filter... filters) {
    chunks = new Hdf5Chunks(rows, List.of(filters));
    return this;
  }

  /** Writes one file, in place of an older one, and returns it. */
  public Path write(Path file) {
    writeFile(file, particles, 1, totals(particles));
    return file;
  }

  /**
   * Writes several files.
   *
   * @param base path without .K.hdf5
   * @param pieces for each file the rows [from, to) of each of the particles; outside rows are cut
   * @return the files
   */
  public List<Path> writeSplit(Path base, int... pieces) {
    List<Path> files = new ArrayList<>();
    int from = 0;
    for (int k = 0; k < pieces.length; k++) {
      int start = from;
      int end = from + pieces[k];
      UnaryOperator<Particles> cut =
          p -> p.slice(Math.min(start, p.count()), Math.min(end, p.count()));
      Path file = base.resolveSibling(base.getFileName() + "." + k + ".hdf5");
      writeFile(file, particles.stream().map(cut).toList(), pieces.length, totals(particles));
      files.add(file);
      from = end;
    }
    return files;
  }

  private long[] totals(List<Particles> list) {
    long[] counts = new long[types];
    for (Particles p : list) {
      counts[p.type()] += p.count();
    }
    claimed.forEach((type, count) -> counts[type] = count);
    return counts;
  }

  private void writeFile(Path file, List<Particles> here, int files, long[] total) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (Hdf5Writer w = Hdf5Writer.create(file)) {
      w.group("/Header");
      Hdf5Type totalType = types == 7 ? Hdf5Type.UINT32 : countType;
      w.attribute("/Header", "NumPart_ThisFile", countType, totals(here));
      w.attribute(
          "/Header",
          "NumPart_Total",
          totalType,
          Arrays.stream(total)
              .map(n -> totalType == Hdf5Type.UINT32 ? n & 0xffffffffL : n)
              .toArray());
      if (highWord) {
        long[] high = Arrays.stream(total).map(n -> n >>> 32).toArray();
        w.attribute("/Header", "NumPart_Total_HighWord", totalType, high);
      }
      double[] masses = new double[types];
      for (Particles p : here) {
        masses[p.type()] = table ? p.mass() : 0;
      }
      tableEntries.forEach((type, mass) -> masses[type] = mass);
      w.attribute("/Header", "MassTable", Hdf5Type.FLOAT64, masses);
      w.attribute("/Header", "NumFilesPerSnapshot", Hdf5Type.INT32, files);
      if (box.length == 1) {
        w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, box[0]);
      } else if (box.length > 1) {
        w.attribute("/Header", "BoxSize", Hdf5Type.FLOAT64, box);
      }
      attributes.accept(w);
      for (Particles p : here) {
        if (p.count() > 0) {
          writeType(w, p);
        }
      }
      numbers.forEach(
          (dataset, values) -> {
            w.dataset(dataset, Hdf5Type.FLOAT64, values.length);
            w.write(dataset, 0, values.length, values);
          });
    }
  }

  private void writeType(Hdf5Writer w, Particles p) {
    String group = "/PartType" + p.type();
    int n = p.count();
    w.group(group);
    Hdf5Chunks.create(w, group + "/Coordinates", p.coordinateType(), chunks, n, 3);
    w.write(group + "/Coordinates", 0, n, p.positions());
    if (p.ids() != null) {
      Hdf5Chunks.create(w, group + "/ParticleIDs", p.idType(), chunks, n);
      w.write(group + "/ParticleIDs", 0, n, p.ids());
    }
    if (p.velocities() != null) {
      writeFloats(w, group + "/Velocities", n, 3, p.velocities());
    }
    if (p.masses() != null) {
      writeFloats(w, group + "/Masses", n, 1, p.masses());
    }
  }

  private void writeFloats(Hdf5Writer w, String path, int n, int width, float... values) {
    long[] shape = width == 1 ? new long[] {n} : new long[] {n, width};
    Hdf5Chunks.create(w, path, wide ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32, chunks, shape);
    if (wide) {
      w.write(
          path,
          0,
          n,
          IntStream.range(0, n * width).mapToDouble(i -> values[i] * Math.PI).toArray());
    } else {
      w.write(path, 0, n, values);
    }
  }
}
