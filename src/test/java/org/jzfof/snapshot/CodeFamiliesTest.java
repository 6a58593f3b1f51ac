package org.jzfof.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Cosmology.Additions;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitLabels;

/** What is read of the files of each code, as its writer makes them: docs/user/snapshots.md. */
class CodeFamiliesTest {
  @TempDir Path dir;

  private int made;

  private CodeFamilyFiles files() {
    return new CodeFamilyFiles(dir.resolve("snapshot_%03d.hdf5".formatted(made++)));
  }

  private static Snapshot open(CodeFamilyFiles files) {
    return Snapshot.open(files.write());
  }

  /** Asserts time, units, cosmology and what a run says of it. */
  private static SnapshotHeader assertUnderstood(
      Snapshot s, CodeFamily family, double a, double velocity, String units, Cosmology expected) {
    SnapshotHeader h = s.header();
    assertEquals(family, h.family());
    assertEquals(a, h.scaleFactor(), 1e-12);
    assertEquals(velocity, h.velocityToPeculiar(), 1e-12);
    assertEquals(units, UnitLabels.all(h.units()));
    Cosmology c = h.cosmology();
    assertEquals(expected.omegaMatter(), c.omegaMatter(), 1e-12);
    assertEquals(expected.omegaLambda(), c.omegaLambda());
    assertEquals(expected.omegaBaryon(), c.omegaBaryon());
    assertEquals(expected.hubble(), c.hubble());
    assertEquals(expected.additions(), c.additions());
    assertEquals(List.of(), s.notes().ofDensities());
    assertEquals(List.of(), s.notes().ofFiles());
    assertEquals(Optional.empty(), s.notes().notPeriodic());
    return h;
  }

  private static void assertMasses(Snapshot s, int type, double mass) {
    s.check(new int[] {type}, ParticleColumn.COMMON, 0, 1);
    double stored =
        s.constantMass(type).isPresent()
            ? s.constantMass(type).getAsDouble()
            : Collected.masses(s, type)[CodeFamilyFiles.COUNT - 1];
    assertEquals(mass, stored);
    assertTrue(s.has(ParticleColumn.VELOCITIES, type));
    assertEquals(10, Collected.velocities(s, type, 0, 1)[0]);
  }

  private static Cosmology plain(double baryons) {
    return new Cosmology(0.3, 0.7, baryons, 0.7);
  }

  private static double softening(Snapshot s) {
    return SofteningLengths.of(s.header(), 1).applyAsDouble(s.header().scaleFactor());
  }

  @Test
  void arepo() {
    Snapshot s = open(files().arepo());
    assertUnderstood(
        s, CodeFamily.GADGET, 0.5, Math.sqrt(0.5), "kpc/h, 1e10 Msun/h, km/s", plain(0.05));
    assertMasses(s, 1, 2);
    assertEquals(0.2, softening(s), 1e-12); // 0.1 physical at a = 0.5
  }

  @Test
  void arepoWithoutPeriodicGravity() {
    Snapshot s = open(files().arepo().text("/Config", "GRAVITY_NOT_PERIODIC", ""));
    assertTrue(s.notes().notPeriodic().orElseThrow().contains("GRAVITY_NOT_PERIODIC"));
    Snapshot walls = open(files().arepo().numbers("/Config", "REFLECTIVE_Y", 2));
    assertTrue(walls.notes().notPeriodic().orElseThrow().contains("REFLECTIVE_Y"));
  }

  @Test
  void arepoStretchesItsBox() {
    Snapshot s = open(files().arepo().numbers("/Config", "LONG_X", 2, "LONG_Z", 0.5));
    assertArrayEquals(new double[] {200, 100, 50}, s.header().boxSize());
  }

  @Test
  void eagle() {
    Snapshot s = open(files().eagle());
    assertUnderstood(
        s,
        CodeFamily.GADGET,
        0.5,
        Math.sqrt(0.5),
        "Mpc/h, 1e10 Msun/h, km/s",
        new Cosmology(0.307, 0.693, 0.0483, 0.6777));
    assertMasses(s, 0, 3);
  }

  @Test
  void gizmo() {
    Snapshot s = open(files().gizmo());
    assertUnderstood(
        s,
        CodeFamily.GADGET,
        0.5,
        Math.sqrt(0.5),
        "kpc/h, 1e10 Msun/h, km/s",
        new Cosmology(0.3, 0.699, 0.05, 0.7, new Additions(0, 0.001, -1, 0)));
    assertMasses(s, 1, 3);
    assertEquals(0.1, softening(s), 1e-12); // the kernel of 2.8 softening lengths
  }

  /** Whether a run has an expansion decides whether its units are per h. */
  @Test
  void gizmoWithoutExpansion() {
    CodeFamilyFiles f =
        files()
            .header(6, 1, Hdf5Type.INT32, true, 0)
            .numbers("/Header", "Time", 0.5, "Redshift", 0, "BoxSize", 100)
            .numbers("/Header", "NumFilesPerSnapshot", 1, "ComovingIntegrationOn", 0)
            .numbers("/Header", "HubbleParam", 0.7, "UnitLength_In_CGS", 3.085678e21)
            .numbers("/Header", "UnitMass_In_CGS", 1.989e43, "UnitVelocity_In_CGS", 1e5)
            .particles(1, 1, Hdf5Type.UINT32)
            .dataset(1, "Masses", 1, 3);
    assertEquals("kpc, 1e10 Msun, km/s", UnitLabels.all(open(f).header().units()));
  }

  @Test
  void gadget2() {
    Snapshot s = open(files().gadget2());
    assertUnderstood(
        s,
        CodeFamily.GADGET,
        0.5,
        Math.sqrt(0.5),
        "unit of the snapshot/h, unit of the snapshot/h, unit of the snapshot",
        plain(Double.NaN));
    assertMasses(s, 1, 2);
    String why = s.header().expansion().obstacle().orElseThrow();
    assertTrue(why.contains("--unit-length") && why.contains("--unit-mass"), why);
    assertFalse(why.contains("--omega-m"), why);
  }

  @Test
  void gadget4() {
    Snapshot s = open(files().gadget4());
    assertUnderstood(
        s, CodeFamily.GADGET4, 0.5, Math.sqrt(0.5), "Mpc/h, 1e10 Msun/h, km/s", plain(0.05));
    assertMasses(s, 1, 2);
    assertEquals(0.2, softening(s), 1e-12);
  }

  /** Variants of Gadget-4 with massive neutrinos keep them out of Omega0. */
  @Test
  void parametersThatAreNotUnderstoodAreNamed() {
    Snapshot s =
        open(files().gadget4().numbers("/Parameters", "m_nu1", 0.05, "Nur", 2.03, "DE_w0", -0.95));
    assertEquals(-0.95, s.header().cosmology().additions().w0());
    assertEquals(1, s.notes().ofDensities().size());
    String note = s.notes().ofDensities().get(0);
    assertTrue(note.contains("m_nu1 = 0.05") && note.contains("Nur = 2.03"), note);
    Snapshot w = open(files().gizmo().numbers("/Header", "DarkEnergyConstantW", -0.8));
    assertTrue(w.notes().ofDensities().get(0).contains("DarkEnergyConstantW = -0.8"));
    assertEquals(
        List.of(),
        open(files().gizmo().numbers("/Header", "DarkEnergyConstantW", -1)).notes().ofDensities());
  }

  @Test
  void lightcone() {
    Snapshot s = open(files().lightcone());
    assertEquals(CodeFamily.GADGET4, s.header().family());
    assertFalse(s.header().epoch().timed());
    assertEquals(1, s.header().velocityToPeculiar(), "velocities of a light cone are peculiar");
    assertTrue(s.notes().notPeriodic().orElseThrow().contains("light cone"));
    assertTrue(s.notes().ofFiles().get(0).contains("neither Time nor Redshift"));
    assertTrue(s.header().expansion().obstacle().isPresent());
    assertMasses(s, 1, 3);
  }

  @Test
  void swift() {
    Snapshot s = open(files().swift(1));
    assertUnderstood(
        s,
        CodeFamily.SWIFT,
        0.5,
        1,
        "Mpc, 1e10 Msun, km/s",
        new Cosmology(0.3, 0.699, 0.05, 0.7, new Additions(0.01, 0.0001, -0.9, 0.1)));
    assertMasses(s, 1, 3);
    assertEquals(0.2, softening(s), 1e-9); // in internal units of kpc, at most 100 physical
  }

  @Test
  void swiftSaysThatItsBoxIsNotPeriodic() {
    assertTrue(open(files().swift(0)).notes().notPeriodic().isPresent());
    Snapshot old =
        open(
            files()
                .swift(1)
                .group("/RuntimePars")
                .numbers("/RuntimePars", "PeriodicBoundariesOn", 0));
    assertTrue(old.notes().notPeriodic().isPresent());
  }

  @Test
  void musicForSwift() {
    Snapshot s = open(files().music());
    assertUnderstood(s, CodeFamily.SWIFT, 0.02, 1, "Mpc, 1e10 Msun, km/s", plain(0.05));
    assertMasses(s, 1, 2);
  }

  @Test
  void pkdgrav() {
    Snapshot s = open(files().pkdgrav());
    SnapshotHeader h =
        assertUnderstood(
            s,
            CodeFamily.PKDGRAV,
            0.5,
            0.5,
            "(4.40811e+26 cm), (7.88603e+50 g), (3.45460e+08 cm/s)",
            plain(0.05));
    assertArrayEquals(new double[] {1, 1, 1}, h.boxSize(), "the box is the unit of length");
    assertEquals(1, h.expansion().criticalDensityToday(), 2e-3, "and its mass that of mass");
    assertMasses(s, 1, 0.03125);
  }

  @Test
  void steps() {
    Snapshot s = open(files().steps("T^3"));
    assertUnderstood(
        s,
        CodeFamily.GADGET,
        0.5,
        Math.sqrt(0.5),
        "unit of the snapshot/h, unit of the snapshot/h, unit of the snapshot",
        new Cosmology(0.3, 0.7, Double.NaN, 0.7, new Additions(0, 0, -0.9, 0.1)));
    assertTrue(open(files().steps("R^3")).notes().notPeriodic().isPresent());
  }
}
