package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** The units of a catalogue in Gadget's layout, whose readers take Mpc/h and 1e10 Msun/h. */
class CatalogueUnitsTest {
  /** Of SnapshotFixtures.swift, whose units are 3e24 cm and 2e43 g. */
  private static final double H = 0.681;

  private static final double LENGTH = H * 3e24 / 3.085678e24;
  private static final double MASS = H * 2e43 / 1.989e43;
  private static final double FLOAT = 1e-6;

  @TempDir private Path dir;

  private final Particles particles = Particles.uniform(3000, 50, 1);

  private Outcome run(Path snapshot, String out, Object... options) {
    return Jzfof.run(
            List.of("run", snapshot, "-o", dir.resolve(out), "--min-length", 5, "-b", 0.5), options)
        .succeeded();
  }

  private Path catalogue(String out, String number) {
    return dir.resolve(out + "/groups_" + number + "/fof_subhalo_tab_" + number + ".0.hdf5");
  }

  private Path swift() {
    return SnapshotFixtures.swift(50, particles).write(dir.resolve("snap_0007.hdf5"));
  }

  private static double[] values(Path file, String dataset) {
    try (Hdf5File f = Hdf5File.open(file);
        Hdf5Dataset data = f.dataset("/Group/" + dataset)) {
      double[] all = new double[(int) (data.info().rows() * data.info().columns())];
      data.read(0, (int) data.info().rows(), all);
      return all;
    }
  }

  private static double attribute(Path file, String object, String name) {
    try (Hdf5File f = Hdf5File.open(file)) {
      double[] values = f.doubles(object, name);
      assertEquals(1, values.length, name);
      return values[0];
    }
  }

  private static void assertTimes(double factor, Path written, Path stored, String... datasets) {
    for (String dataset : datasets) {
      double[] expected = values(stored, dataset);
      double[] found = values(written, dataset);
      assertEquals(expected.length, found.length);
      assertTrue(expected.length > 10, dataset);
      for (int i = 0; i < found.length; i++) {
        assertEquals(
            factor * expected[i], found[i], FLOAT * factor * Math.abs(expected[i]), dataset);
      }
    }
  }

  @Test
  void aSnapshotWithoutHubbleIsConverted() {
    Path snapshot = swift();
    Outcome run = run(snapshot, "default");
    assertTrue(run.out().contains("--keep-units"), run.out());
    assertFalse(run(snapshot, "kept", "--keep-units").out().contains("--keep-units"));
    Path written = catalogue("default", "0007");
    Path stored = catalogue("kept", "0007");
    assertTimes(LENGTH, written, stored, "GroupPos", "GroupInertiaRadius");
    assertTimes(MASS, written, stored, "GroupMass", "GroupMassType");
    assertTimes(1, written, stored, "GroupVel", "GroupVelDisp", "GroupLen");
    for (String group : new String[] {"/Header", "/Parameters"}) {
      assertEquals(50 * LENGTH, attribute(written, group, "BoxSize"), 1e-9);
      assertEquals(50, attribute(stored, group, "BoxSize"));
    }
    for (String name : new String[] {"LinkingLength", "LinkingLengthFromNumber"}) {
      double kept = attribute(stored, "/Parameters", name);
      assertEquals(LENGTH * kept, attribute(written, "/Parameters", name), 1e-12);
    }
    assertEquals(-1, attribute(written, "/Group/GroupPos", "h_scaling"));
    assertEquals(0, attribute(stored, "/Group/GroupPos", "h_scaling"));
    try (Hdf5File f = Hdf5File.open(written)) {
      assertEquals("comoving Mpc/h", f.text("/Group/GroupPos", "units"));
      assertEquals("1e10 Msun/h", f.text("/Group/GroupMass", "units"));
      assertEquals(
          "(3.00000e+24 cm), (2.00000e+43 g), km/s", f.text("/Parameters", "SnapshotUnits"));
    }
  }

  @Test
  void kiloparsecsStayUnlessAskedFor() {
    Path snapshot = kiloparsecs();
    Outcome run = run(snapshot, "default");
    assertTrue(run.out().contains("kpc/h, 1e10 Msun/h, km/s; yt takes them"), run.out());
    run(snapshot, "mpc", "--units", "mpc");
    assertTimes(1, catalogue("default", "007"), catalogue("default", "007"), "GroupPos");
    assertTimes(
        1e-3,
        catalogue("mpc", "007"),
        catalogue("default", "007"),
        "GroupPos",
        "GroupInertiaRadius");
    assertTimes(1, catalogue("mpc", "007"), catalogue("default", "007"), "GroupMass", "GroupVel");
    assertEquals(0.05, attribute(catalogue("mpc", "007"), "/Header", "BoxSize"));
  }

  /** Units that are powers of ten of those wanted lose no digit: Mpc, 1e12 Msun, 10 km/s. */
  @Test
  void powersOfTen() {
    Path snapshot = SnapshotFixtures.pkdgrav(50, particles).write(dir.resolve("snap.00005"));
    run(snapshot, "default");
    run(snapshot, "kept", "--keep-units");
    Path written = catalogue("default", "00005");
    Path stored = catalogue("kept", "00005");
    assertTimes(0.67, written, stored, "GroupPos");
    assertTimes(67, written, stored, "GroupMass");
    assertTimes(10, written, stored, "GroupVel", "GroupVelDisp");
    assertEquals(0.67 * 50, attribute(written, "/Header", "BoxSize"));
    assertEquals(0.5, attribute(written, "/Header", "Time"));
  }

  private Path kiloparsecs() {
    return SnapshotFixtures.gadget(50, particles)
        .and(w -> w.removeAttribute("/Header", "UnitLength_in_cm"))
        .and(w -> w.attribute("/Header", "UnitLength_in_cm", Hdf5Type.FLOAT64, 3.085678e21))
        .write(dir.resolve("snap_007.hdf5"));
  }

  /** SOAP takes no catalogue of Gadget-4 without it, and asks for exactly 100. */
  @Test
  void hubbleRateInUnitsOfTheFile() {
    Path swift = swift();
    run(swift, "swift");
    assertEquals(100, hubbleRate("swift", "0007"));
    run(swift, "kept", "--keep-units");
    assertEquals(100 * H * 3e24 / 3.085678e24, hubbleRate("kept", "0007"), 1e-9, "units without h");
    Path kiloparsecs = kiloparsecs();
    run(kiloparsecs, "kpc");
    assertEquals(0.1, hubbleRate("kpc", "007"));
    run(kiloparsecs, "mpc", "--units", "mpc", "--format", "tng");
    assertEquals(100, hubbleRate("mpc", "007"));
    Path newer = // another rounding of the parsec, and a code that states the rate
        SnapshotFixtures.gadget(50, particles)
            .and(w -> w.removeAttribute("/Header", "UnitLength_in_cm"))
            .and(w -> w.attribute("/Header", "UnitLength_in_cm", Hdf5Type.FLOAT64, 3.08567758e21))
            .and(w -> w.group("/Parameters"))
            .and(w -> w.attribute("/Parameters", "Hubble", Hdf5Type.FLOAT64, 0.09999))
            .write(dir.resolve("snap_008.hdf5"));
    run(newer, "stated");
    assertEquals(0.09999, hubbleRate("stated", "008"), "as the simulation has it");
    run(newer, "changed", "--units", "mpc");
    assertEquals(100, hubbleRate("changed", "008"));
  }

  /** As programs for IllustrisTNG, and scida, take them. */
  @Test
  void kiloparsecsThatAreAskedFor() {
    Path swift = swift();
    run(swift, "mpc", "--units", "mpc");
    Outcome run = run(swift, "kpc", "--units", "kpc", "--format", "tng");
    assertTrue(run.out().contains("kpc/h, 1e10 Msun/h, km/s"), run.out());
    Path mpc = catalogue("mpc", "0007");
    Path kpc = catalogue("kpc", "0007");
    assertTimes(1000, kpc, mpc, "GroupPos", "GroupInertiaRadius");
    assertTimes(1, kpc, mpc, "GroupMass", "GroupVel", "GroupVelDisp", "GroupLen");
    assertEquals(
        1000 * attribute(mpc, "/Header", "BoxSize"), attribute(kpc, "/Header", "BoxSize"), 1e-9);
    assertEquals(0.1, hubbleRate("kpc", "0007"));
    assertEquals(3.085678e21, attribute(kpc, "/Parameters", "UnitLength_in_cm"), 1e9);
    try (Hdf5File f = Hdf5File.open(kpc)) {
      assertEquals("comoving kpc/h", f.text("/Group/GroupPos", "units"));
    }
    Path already = kiloparsecs();
    run(already, "same", "--units", "kpc");
    run(already, "default");
    assertEquals(50, attribute(catalogue("same", "007"), "/Header", "BoxSize"));
    assertTimes(1, catalogue("same", "007"), catalogue("default", "007"), "GroupPos");
    assertArrayEquals(
        values(catalogue("default", "007"), "GroupPos"),
        values(catalogue("same", "007"), "GroupPos"),
        "no digit is lost");
    assertTrue(Jzfof.run("compare", mpc, kpc).succeeded().out().contains("equal            yes"));
  }

  private double hubbleRate(String out, String number) {
    return attribute(catalogue(out, number), "/Parameters", "Hubble");
  }

  @Test
  void compareAndPlotReadBoth() {
    Path snapshot = swift();
    run(snapshot, "default");
    run(snapshot, "kept", "--keep-units");
    run(snapshot, "no-ids", "--no-ids");
    Path written = catalogue("default", "0007");
    for (Path other : List.of(catalogue("kept", "0007"), catalogue("no-ids", "0007"))) {
      assertTrue(
          Jzfof.run("compare", written, other).succeeded().out().contains("equal            yes"));
      assertTrue(
          Jzfof.run("compare", other, written).succeeded().out().contains("equal            yes"));
    }
    Path picture = dir.resolve("a.png");
    Jzfof.run("plot", written, "--snapshot", snapshot, "-o", picture, "--height", 200).succeeded();
    Path same = dir.resolve("b.png");
    Jzfof.run("plot", written, "-o", same, "--height", 200).succeeded();
    Jzfof.run("info", snapshot).succeeded();
  }

  @Test
  void resumeTellsUnitsApart() throws Exception {
    Path snapshot = swift();
    run(snapshot, "out", "--resume", "--keep-units");
    double stored = values(catalogue("out", "0007"), "GroupPos")[0];
    run(snapshot, "out", "--resume");
    double written = values(catalogue("out", "0007"), "GroupPos")[0];
    assertEquals(LENGTH * stored, written, FLOAT * written);
    var time = Files.getLastModifiedTime(catalogue("out", "0007"));
    run(snapshot, "out", "--resume");
    assertEquals(time, Files.getLastModifiedTime(catalogue("out", "0007")));
  }

  @Test
  void whatCannotBeConverted() {
    Path unknown = SnapshotFixtures.bare(50, particles).write(dir.resolve("snap_008.hdf5"));
    Jzfof.run("run", unknown, "-o", dir, "--units", "mpc")
        .failed(ExitCodes.SNAPSHOT, "--units mpc needs units", "--units keep");
    Jzfof.run("run", unknown, "-o", dir, "--units", "kpc")
        .failed(ExitCodes.SNAPSHOT, "--units kpc needs units", "--units keep");
    Jzfof.run("run", swift(), "-o", dir, "--units", "mpc", "--format", "yt")
        .failed(ExitCodes.USAGE, "--units is mpc, but the format yt has units of its own");
  }

  /** SWIFT's Time is in its unit of time; in this layout it is the scale factor. */
  @Test
  void timeIsTheScaleFactor() {
    run(swift(), "out");
    Path file = catalogue("out", "0007");
    double a = attribute(file, "/Header", "Time");
    assertEquals(1 / (1 + attribute(file, "/Header", "Redshift")), a, 1e-12);
    assertArrayEquals(new double[] {a, a}, new double[] {values(file, "GroupAscale")[0], a}, 1e-7);
  }
}
