package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.hdf5.Hdf5Chunks;
import org.jzfof.hdf5.Hdf5Extras;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;
import org.jzfof.snapshot.header.Units;

class SnapshotTest {
  private static final int[] DARK_MATTER = {1};

  @TempDir Path dir;

  private final Particles some = Particles.uniform(100, 50, 1);

  private Snapshot open(SnapshotFixtures f) {
    Snapshot s = Snapshot.open(f.write(dir.resolve("snapshot_003.hdf5")));
    s.check(DARK_MATTER, ParticleColumn.COMMON, 0, 1);
    return s;
  }

  private static float[] asFloat(double[] values) {
    float[] f = new float[values.length];
    for (int i = 0; i < f.length; i++) {
      f[i] = (float) values[i];
    }
    return f;
  }

  private void assertSameParticles(Snapshot s) {
    Collected c = Collected.of(s, 1);
    assertArrayEquals(asFloat(some.positions()), asFloat(c.xyz));
    assertEquals("float", c.form);
    assertArrayEquals(some.ids(), Collected.ids(s, 1, 0, 100));
    assertArrayEquals(some.velocities(), Collected.velocities(s, 1, 0, 100));
  }

  @Test
  void gadget4IsUnderstood() {
    Snapshot s = open(SnapshotFixtures.gadget4(50, some.withMass(4.075)));
    SnapshotHeader h = s.header();
    assertEquals(CodeFamily.GADGET4, h.family());
    assertArrayEquals(new long[] {0, 100, 0, 0, 0, 0}, h.counts());
    assertArrayEquals(new double[] {50, 50, 50}, h.boxSize());
    assertEquals(new Cosmology(0.308, 0.692, 0.0482, 0.678), h.cosmology());
    assertEquals(new Units(3.085678e24, 1.989e43, 1e5, true), h.units());
    assertEquals(1, h.scaleFactor());
    assertEquals(0, h.redshift());
    assertEquals(1, h.velocityToPeculiar());
    assertEquals(OptionalDouble.of(4.075), s.constantMass(1));
    assertSameParticles(s);
  }

  @Test
  void gadget4BoxIsCutByItsLongBits() {
    Snapshot s =
        open(
            SnapshotFixtures.gadget4(64, some)
                .and(
                    w -> {
                      w.group("/Config");
                      w.attribute("/Config", "LONG_Z_BITS", Hdf5Type.FLOAT64, 2);
                    }));
    assertArrayEquals(new double[] {64, 64, 16}, s.header().boxSize());
  }

  @Test
  void gadgetIsUnderstood() {
    Snapshot s = open(SnapshotFixtures.gadget(50, some));
    SnapshotHeader h = s.header();
    assertEquals(CodeFamily.GADGET, h.family());
    assertEquals(0.5, h.scaleFactor());
    assertEquals(1, h.redshift());
    assertEquals(Math.sqrt(0.5), h.velocityToPeculiar());
    assertEquals(0.308, h.cosmology().omegaMatter());
    assertTrue(Double.isNaN(h.cosmology().omegaBaryon()));
    assertTrue(h.units().perHubble());
    assertSameParticles(s);
  }

  @Test
  void gizmoSpellingsAreUnderstood() {
    Snapshot s =
        open(
            SnapshotFixtures.gadget(50, some)
                .and(
                    w -> {
                      w.attribute("/Header", "Omega_Baryon", Hdf5Type.FLOAT64, 0.04);
                      w.attribute("/Header", "ComovingIntegrationOn", Hdf5Type.INT32, 1);
                    }));
    assertEquals(0.04, s.header().cosmology().omegaBaryon());
  }

  @Test
  void runsWithoutExpansionHaveScaleFactorOne() {
    Snapshot s =
        open(
            SnapshotFixtures.gadget(50, some)
                .and(w -> w.attribute("/Header", "ComovingIntegrationOn", Hdf5Type.INT32, 0)));
    assertEquals(1, s.header().scaleFactor());
    assertEquals(0, s.header().redshift());
    assertEquals(1, s.header().velocityToPeculiar());
    assertEquals(0.5, s.header().time());
    assertFalse(s.header().units().perHubble());
  }

  @Test
  void swiftIsUnderstood() {
    Snapshot s = open(SnapshotFixtures.swift(50, some.withMass(3)));
    SnapshotHeader h = s.header();
    assertEquals(CodeFamily.SWIFT, h.family());
    assertEquals(7, h.types());
    assertEquals(100, h.counts()[1]);
    assertArrayEquals(new double[] {50, 50, 50}, h.boxSize());
    assertEquals(0.25, h.scaleFactor());
    assertEquals(3, h.redshift());
    assertEquals(1, h.velocityToPeculiar());
    assertEquals(new Cosmology(0.306, 0.694, 0.0486, 0.681), h.cosmology());
    assertEquals(new Units(3e24, 2e43, 1e5, false), h.units());
    assertTrue(s.constantMass(1).isEmpty(), "the mass table of SWIFT is no masses");
    assertEquals(3, Collected.masses(s, 1)[99]);
    assertSameParticles(s);
  }

  @Test
  void pkdgravIsUnderstood() {
    Snapshot s = open(SnapshotFixtures.pkdgrav(50, some.withMass(2)));
    SnapshotHeader h = s.header();
    assertEquals(CodeFamily.PKDGRAV, h.family());
    assertEquals(0.5, h.scaleFactor());
    assertEquals(0.5, h.velocityToPeculiar());
    assertEquals(0.32, h.cosmology().omegaMatter());
    assertEquals(3.0856775814913673e24, h.units().lengthCm());
    assertEquals(1e6, h.units().velocityCmPerS());
    assertEquals(2, Collected.masses(s, 1)[0]);
    assertSameParticles(s);
  }

  @Test
  void discoDjIsUnderstoodInItsFlavours() {
    Snapshot s = open(SnapshotFixtures.discoDj(50, some.withMass(2)));
    assertEquals(CodeFamily.DISCODJ, s.header().family());
    assertEquals(Math.sqrt(0.5), s.header().velocityToPeculiar());
    assertEquals(0.3 * 27.754 * 125_000 / 100, s.constantMass(1).getAsDouble());
    assertTrue(s.header().units().perHubble());
    assertSameParticles(s);
    Snapshot swift = open(SnapshotFixtures.discoDjSwift(50, some.withMass(2)));
    assertEquals(CodeFamily.DISCODJ, swift.header().family());
    assertEquals(1, swift.header().velocityToPeculiar());
    assertEquals(0.7, swift.header().cosmology().hubble());
    assertFalse(swift.header().units().perHubble());
    assertEquals(1.98841e43 / 0.7, swift.header().units().massG(), 1e39);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 6, 7})
  void headersOfAnyLengthAreRead(int types) {
    Snapshot s = open(SnapshotFixtures.gadget4(50, some).types(types));
    assertEquals(types, s.header().types());
    assertSameParticles(s);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "FLOAT32", "FLOAT64"})
  void coordinatesKeepTheirPrecision(Hdf5Type stored) {
    Particles p = Particles.at(0.5, 1.25, 3).stored(stored, Hdf5Type.UINT64);
    Collected c = Collected.of(open(SnapshotFixtures.gadget4(50, p)), 1);
    assertEquals(stored == Hdf5Type.FLOAT64 ? "double" : "float", c.form);
    assertArrayEquals(new double[] {0.5, 1.25, 3}, c.xyz);
  }

  @Test
  void idsAreRead64BitsWide() {
    long[] ids = {1L << 40, -1L, 7};
    Particles p =
        Particles.at(new double[9]).withIds(ids).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT64);
    assertArrayEquals(ids, Collected.ids(open(SnapshotFixtures.gadget4(1, p)), 1, 0, 3));
    Particles q = p.withIds(1, 0xffffffffL, 7).stored(Hdf5Type.FLOAT32, Hdf5Type.UINT32);
    Snapshot s = open(SnapshotFixtures.gadget4(1, q));
    assertArrayEquals(new long[] {1, 0xffffffffL, 7}, Collected.ids(s, 1, 0, 3));
  }

  @Test
  void typesMayBeMissingInSomePieces() {
    Particles gas = Particles.uniform(30, 50, 2).withType(0).withMass(0.5);
    Particles late = Particles.uniform(60, 50, 3).withType(4).withMasses(new float[60]);
    // Rows 0..20, 20..20, 20..65, 65..100 of each type: gas ends early, a piece is empty.
    var files =
        SnapshotFixtures.gadget4(50, some, gas, late)
            .writeSplit(dir.resolve("snapshot_001"), 20, 0, 45, 35);
    Snapshot s = Snapshot.open(files.get(2));
    s.check(new int[] {0, 1, 4}, ParticleColumn.COMMON, 0, 1);
    assertEquals(4, s.header().pieces().size());
    assertArrayEquals(new long[] {30, 100, 0, 0, 60, 0}, s.header().counts());
    assertSameParticles(s);
    assertArrayEquals(
        asFloat(some.slice(15, 80).positions()), asFloat(Collected.of(s, 1, 15, 65).xyz));
    assertEquals(gas.ids()[25], Collected.ids(s, 0, 25, 1)[0]);
    assertEquals("row 5 of PartType1 in " + files.get(2), s.describeRow(1, 25));
    assertEquals("row 0 of PartType1 in " + files.get(3), s.describeRow(1, 65));
    assertEquals(0, Collected.ids(s, 1, 20, 0).length);
    assertThrows(IllegalArgumentException.class, () -> Collected.ids(s, 1, 90, 11));
  }

  @Test
  void aTypeMayFirstAppearInALaterPiece() {
    Particles early = Particles.uniform(5, 50, 2).withType(2);
    var files = SnapshotFixtures.gadget(50, early, some).writeSplit(dir.resolve("s_7"), 0, 100);
    Snapshot s = Snapshot.open(files.get(0));
    s.check(new int[] {1, 2}, ParticleColumn.COMMON, 0, 1);
    assertSameParticles(s);
  }

  @Test
  void compressedDatasetsAreRead() {
    assertSameParticles(
        open(
            SnapshotFixtures.gadget4(50, some)
                .chunked(
                    16,
                    Hdf5Chunks.Filter.SHUFFLE,
                    Hdf5Chunks.Filter.GZIP,
                    Hdf5Chunks.Filter.FLETCHER32)));
  }

  @Test
  void boxMayBeScalarThreeSidesOrMissing() {
    assertNull(open(SnapshotFixtures.gadget4(50, some).box()).header().boxSize());
    assertArrayEquals(
        new double[] {1, 2, 3},
        open(SnapshotFixtures.gadget4(50, some).box(1, 2, 3)).header().boxSize());
  }

  @Test
  void missingIdsAndVelocitiesAreReported() {
    Particles bare =
        new Particles(1, new double[3], null, null, null, 1, Hdf5Type.FLOAT32, Hdf5Type.UINT32);
    Snapshot s = open(SnapshotFixtures.gadget4(50, bare));
    assertFalse(s.has(ParticleColumn.IDS, 1));
    assertFalse(s.has(ParticleColumn.VELOCITIES, 1));
    assertTrue(open(SnapshotFixtures.gadget4(50, some)).has(ParticleColumn.IDS, 1));
  }

  @Test
  void anEmptySnapshotHasNoParticlesOfAnyType() {
    Snapshot s = open(SnapshotFixtures.gadget4(50));
    assertEquals(0, s.header().counts()[1]);
    assertTrue(s.constantMass(1).isEmpty());
    assertEquals(0, Collected.of(s, 1).xyz.length);
  }

  @Test
  void longReadsComeInBlocksOfBoundedSize() {
    int n = 700_000;
    Particles many = Particles.at(new double[3 * n]);
    Snapshot s =
        Snapshot.open(
            SnapshotFixtures.gadget4(50, many).writeSplit(dir.resolve("s_1"), 400_000, n).get(0));
    long[] expectedRow = {0};
    s.read(
        ParticleColumn.IDS,
        1,
        1,
        n - 1,
        block -> {
          long[] ids = block.integers();
          assertEquals(expectedRow[0], block.row());
          assertTrue(block.count() <= 1 << 20 && block.count() <= ids.length);
          for (int i = 0; i < block.count(); i++) {
            assertEquals(block.row() + i + 2, ids[i]);
          }
          expectedRow[0] += block.count();
        });
    assertEquals(n - 1, expectedRow[0]);
    assertEquals(n, Collected.ids(s, 1, n - 1, 1)[0]);
  }

  /** swiftsimio writes initial conditions without a name of a code, and with a mass table. */
  @ParameterizedTest
  @CsvSource({"0, false", "-1, true"})
  void initialConditionsOfSwiftsimio(double exponent, boolean perHubble) {
    Particles dark = Particles.uniform(10, 5, 1).withEqualMasses();
    Path file =
        SnapshotFixtures.discoDjSwift(5, dark)
            .and(
                w -> {
                  w.attribute("/Header", "Scale-factor", Hdf5Type.FLOAT64, new double[] {0.5});
                  w.group("/Units");
                  double[] kpc = {3.0856775814913673e21};
                  w.attribute("/Units", "Unit length in cgs (U_L)", Hdf5Type.FLOAT64, kpc);
                  double[] mass = {1.988e43};
                  w.attribute("/Units", "Unit mass in cgs (U_M)", Hdf5Type.FLOAT64, mass);
                  double[] time = {3.0856775814913673e16};
                  w.attribute("/Units", "Unit time in cgs (U_t)", Hdf5Type.FLOAT64, time);
                })
            .write(dir.resolve("ics.hdf5"));
    Hdf5Extras.addAttribute(file, "/PartType1/Coordinates", "h-scale exponent", exponent);
    SnapshotHeader header = Snapshot.open(file).header();
    assertEquals(CodeFamily.SWIFT, header.family());
    assertEquals(perHubble ? "kpc/h" : "kpc", UnitLabels.length(header.units()));
    assertEquals(1e5, header.units().velocityCmPerS(), 1);
    assertEquals(0.5, header.scaleFactor());
    assertEquals(1, header.velocityToPeculiar());
  }
}
