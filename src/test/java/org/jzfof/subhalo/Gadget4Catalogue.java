package org.jzfof.subhalo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.centres.Softening;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.snapshot.RealData;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Subhaloes that Gadget-4 found in a snapshot, and its particles.
 *
 * @param members particles of all groups: group after group, in each subhalo after subhalo
 */
record Gadget4Catalogue(
    CatalogueFile file, OracleParticles particles, SubhaloPhysics physics, int[] members) {
  /** In Mpc/h, 1e10 solar masses/h and km/s. */
  private static final double GRAVITY = 6.6738e-8 * 1.989e43 / 3.085678e24 / 1e10;

  private static final double HUBBLE = 100;
  private static final double SOFTENING = 0.026;
  private static final int NPY_PREFIX = 10;

  /** Skips the test where there is none. */
  static Gadget4Catalogue open(String folder, String number) {
    Snapshot snapshot = Snapshot.open(RealData.path(folder + "/snapshot_" + number + ".hdf5"));
    OracleParticles particles = particles(snapshot);
    return new Gadget4Catalogue(
        CatalogueFile.of(RealData.path(folder + "/fof_subhalo_tab_" + number + "_min20.hdf5")),
        particles,
        physics(snapshot.header()),
        rows(particles, RealData.path(folder + "/member_ids_" + number + ".npy")));
  }

  private static SubhaloPhysics physics(SnapshotHeader header) {
    double a = header.scaleFactor();
    double matter = header.cosmology().omegaMatter();
    double lambda = header.cosmology().omegaLambda();
    double hubble =
        HUBBLE * Math.sqrt(matter / (a * a * a) + (1 - matter - lambda) / a / a + lambda);
    double softening = Math.min(SOFTENING * a, SOFTENING) / a;
    return new SubhaloPhysics(
        Softening.plummer(softening), GRAVITY / a, hubble * a, a, true, List.of());
  }

  private static OracleParticles particles(Snapshot snapshot) {
    SnapshotHeader header = snapshot.header();
    CatalogueFile file = CatalogueFile.of(header.files().get(0));
    double[] x = file.doubles("/PartType1/Coordinates");
    double[] velocity = file.doubles("/PartType1/Velocities");
    Arrays.setAll(velocity, i -> velocity[i] * header.velocityToPeculiar());
    FixedPoint map = FixedPoint.of(Box.periodic(header.boxSize()));
    int[] place = new int[x.length];
    Arrays.setAll(place, i -> map.toFixed(x[i], i % 3));
    double[] mass = new double[x.length / 3];
    Arrays.fill(mass, snapshot.constantMass(1).orElseThrow());
    byte[] type = new byte[mass.length];
    Arrays.fill(type, (byte) 1);
    long[] id = file.longs("/PartType1/ParticleIDs");
    return OracleParticles.of(map, place, velocity, mass, id, type);
  }

  /** Rows of the particles whose IDs a file of NumPy lists. */
  private static int[] rows(OracleParticles particles, Path npy) {
    Map<Long, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < particles.count(); i++) {
      rowOf.put(particles.id()[i], i);
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(npy)).order(ByteOrder.LITTLE_ENDIAN);
      bytes.position(NPY_PREFIX + bytes.getShort(NPY_PREFIX - Short.BYTES));
      int[] rows = new int[bytes.remaining() / Integer.BYTES];
      Arrays.setAll(rows, i -> rowOf.get(bytes.getInt() & 0xffffffffL));
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int groups() {
    return file.groups();
  }

  int subhaloes() {
    return file.longs("/Subhalo/SubhaloLen").length;
  }

  /** Members of each group [groups]. */
  int[][] groupMembers() {
    return stretches("/Group/GroupOffsetType", "/Group/GroupLen");
  }

  /** Members of each subhalo, most bound first [subhaloes]. */
  int[][] subhaloMembers() {
    return stretches("/Subhalo/SubhaloOffsetType", "/Subhalo/SubhaloLen");
  }

  private int[][] stretches(String offsets, String lengths) {
    long[] offset = file.longs(offsets);
    long[] length = file.longs(lengths);
    return IntStream.range(0, length.length)
        .mapToObj(
            i -> {
              int from = (int) offset[6 * i + 1];
              return Arrays.copyOfRange(members, from, from + (int) length[i]);
            })
        .toArray(int[][]::new);
  }
}
