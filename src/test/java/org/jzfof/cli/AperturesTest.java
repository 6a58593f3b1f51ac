package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.catalogue.CatalogueFile;
import org.jzfof.catalogue.columns.ApertureColumns;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.header.Units;

/** Masses in apertures, against sums over all particles of the snapshot. */
class AperturesTest {
  private static final double BOX = 10;
  private static final int HALOES = 8;
  private static final int DARK = 1;
  private static final int STARS = 4;
  private static final int TYPES = 6;

  /** Of gas, which is attached, dark matter, and stars, which are not. */
  private static final int[] EACH = {90, 240, 0, 0, 60, 0};

  /** Comoving Mpc/h in a physical kpc of the snapshots. */
  private static final double PER_KPC = 0.678 / 0.5 / 1000;

  private static final String[] APERTURES = {"40.5", "300"};

  @TempDir private Path dir;

  private Path snapshot;
  private double[] places;
  private double[] masses;
  private int[] types;

  @BeforeEach
  void write() {
    Random random = new Random(5);
    Particles[] all = new Particles[TYPES];
    int count = HALOES * Arrays.stream(EACH).sum();
    places = new double[3 * count];
    masses = new double[count];
    types = new int[count];
    int first = 0;
    for (int type = 0; type < TYPES; type++) {
      int n = HALOES * EACH[type];
      if (n > 0) {
        all[type] = haloes(type, random).withIds(LongStream.range(first, first + n).toArray());
        System.arraycopy(all[type].positions(), 0, places, 3 * first, 3 * n);
        for (int i = 0; i < n; i++) {
          masses[first + i] = all[type].masses()[i];
          types[first + i] = type;
        }
        first += n;
      }
    }
    snapshot =
        SnapshotFixtures.gadget(
                BOX, Stream.of(all).filter(p -> p != null).toArray(Particles[]::new))
            .numbers("/PartType0/InternalEnergy", new double[HALOES * EACH[0]])
            .write(dir.resolve("snapshot_001.hdf5"));
  }

  /** Two clumps in each halo, so that some have two subhaloes, and a cloud around both. */
  private static Particles haloes(int type, Random random) {
    double[] width = {0.03, 0.25, 0.05};
    int each = EACH[type];
    double[] at = new double[3 * HALOES * each];
    float[] velocities = new float[at.length];
    float[] mass = new float[HALOES * each];
    for (int i = 0; i < mass.length; i++) {
      int halo = i / each;
      int part = i % 3;
      mass[i] = (1 + random.nextFloat()) * (type == DARK ? 5 : 1);
      for (int d = 0; d < 3; d++) {
        double centre = (halo >> d & 1) * BOX / 2 + (d == 0 ? 0.2 * part : 0);
        at[3 * i + d] = (centre + width[part] * random.nextGaussian() + BOX) % BOX;
        velocities[3 * i + d] = (float) random.nextGaussian();
      }
    }
    return Particles.at(at).withVelocities(velocities).withMasses(mass).withType(type);
  }

  private Path run(String name, String... options) {
    String[] both = {"--apertures", String.join(",", APERTURES)};
    return runWithout(
        name, Stream.of(both, options).flatMap(Arrays::stream).toArray(String[]::new));
  }

  private Path runWithout(String name, String... options) {
    Path out = dir.resolve(name);
    String[] common = {
      "run",
      snapshot.toString(),
      "-o",
      out.toString(),
      "--attach",
      "0",
      "--subhaloes",
      "-b",
      "0.8",
      "--softening",
      "0.01"
    };
    Jzfof.run(Stream.of(common, options).flatMap(Arrays::stream).toArray()).succeeded();
    return out.resolve("groups_001");
  }

  private static CatalogueFile file(Path catalogue) {
    return CatalogueFile.of(catalogue.resolve("fof_subhalo_tab_001.0.hdf5"));
  }

  @ParameterizedTest
  @CsvSource({"1,none", "3,none", "1,200c", "3,200c"})
  void theyAreSumsOverParticles(int ranks, String spheres) {
    CatalogueFile file = file(run("gadget", "--ranks", Integer.toString(ranks), "--so", spheres));
    double[] centre = file.doubles("/Subhalo/SubhaloPos");
    List<long[]> members = members(file);
    assertTrue(members.size() > HALOES, "some haloes have two");
    for (String aperture : APERTURES) {
      double radius = Double.parseDouble(aperture) * PER_KPC;
      double[] bound = file.doubles("/Subhalo/SubhaloMassIn" + aperture + "kpc");
      double[] boundOfTypes = file.doubles("/Subhalo/SubhaloMassIn" + aperture + "kpcType");
      double[] all = file.doubles("/Subhalo/SubhaloInclusiveMassIn" + aperture + "kpc");
      double[] allOfTypes = file.doubles("/Subhalo/SubhaloInclusiveMassIn" + aperture + "kpcType");
      for (int s = 0; s < members.size(); s++) {
        int[] of = Arrays.stream(members.get(s)).mapToInt(Math::toIntExact).toArray();
        double[] at = Arrays.copyOfRange(centre, 3 * s, 3 * s + 3);
        int[] anywhere = IntStream.range(0, masses.length).toArray();
        assertClose(sum(of, at, radius, t -> true), bound[s]);
        assertClose(sum(anywhere, at, radius, t -> true), all[s]);
        for (int type = 0; type < TYPES; type++) {
          int one = type;
          assertClose(sum(of, at, radius, t -> t == one), boundOfTypes[TYPES * s + type]);
          assertClose(sum(anywhere, at, radius, t -> t == one), allOfTypes[TYPES * s + type]);
        }
        assertTrue(all[s] > 0 && allOfTypes[TYPES * s + STARS] > 0);
      }
    }
  }

  private static List<long[]> members(CatalogueFile file) {
    long[] ids = file.longs("/IDs/ID");
    long[] length = file.longs("/Group/GroupLen");
    long[] bound = file.longs("/Subhalo/SubhaloLen");
    long[] group = file.longs("/Subhalo/SubhaloGroupNr");
    return IntStream.range(0, bound.length)
        .mapToObj(
            s -> {
              long from =
                  Arrays.stream(length, 0, (int) group[s]).sum()
                      + IntStream.range(0, s)
                          .filter(other -> group[other] == group[s])
                          .mapToLong(other -> bound[other])
                          .sum();
              return Arrays.copyOfRange(ids, (int) from, (int) (from + bound[s]));
            })
        .toList();
  }

  private double sum(int[] particles, double[] centre, double radius, IntPredicate counts) {
    return Arrays.stream(particles)
        .filter(i -> counts.test(types[i]) && distance(i, centre) <= radius)
        .mapToDouble(i -> masses[i])
        .sum();
  }

  private double distance(int i, double[] centre) {
    return Math.sqrt(
        IntStream.range(0, 3)
            .mapToDouble(d -> Math.IEEEremainder(places[3 * i + d] - centre[d], BOX))
            .map(x -> x * x)
            .sum());
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, 2e-7 * expected);
  }

  @Test
  void anyRanksHaveTheSameBits() {
    CatalogueFile one = file(run("one"));
    CatalogueFile four = file(run("four", "--ranks", "4"));
    List<String> names =
        one.names("/Subhalo").stream().filter(name -> name.contains("kpc")).toList();
    assertEquals(8, names.size());
    for (String name : names) {
      assertArrayEquals(one.doubles("/Subhalo/" + name), four.doubles("/Subhalo/" + name), name);
    }
  }

  /** Radii and units of the layouts differ. */
  @ParameterizedTest
  @ValueSource(strings = {"tng", "swift", "yt"})
  void inAnyLayoutTheyAreRead(String format) {
    StoredTable gadget = StoredCatalogue.open(run("gadget")).subhaloTable();
    Units units = new Units(3.085678e24, 1.989e43, 1e5, true);
    StoredTable other =
        StoredCatalogue.open(run(format, "--format", format)).in(units).subhaloTable();
    List<CatalogueColumn> columns =
        gadget.columns().stream().filter(column -> column.aperture() != null).toList();
    assertEquals(APERTURES.length * ApertureColumns.ALL.size(), columns.size());
    for (CatalogueColumn column : columns) {
      double[] expected = gadget.doubles(column);
      double[] actual = other.doubles(column);
      int width = expected.length / gadget.rows();
      int there = actual.length / other.rows(); // SOAP and yt have types that there are
      for (int i = 0; i < expected.length; i++) {
        double value = i % width < there ? actual[i / width * there + i % width] : 0;
        assertEquals(expected[i], value, 1e-6 * expected[i], column.name() + " " + i);
      }
    }
  }

  @Test
  void compareFindsThemTheSameInAnyLayout() {
    Path gadget = run("gadget");
    Path tng = run("tng", "--format", "tng");
    Path yt = run("yt", "--format", "yt");
    Jzfof.run("compare", gadget, tng).succeeded();
    Outcome outcome = Jzfof.run("compare", gadget, yt);
    assertFalse(outcome.out().contains("SubhaloMassIn40.5kpc"), outcome.out());
  }

  @Test
  void compareNamesThoseThatOneCatalogueLacks() {
    Path two = run("two");
    Path one = runWithout("one", "--apertures", "300");
    Outcome outcome = Jzfof.run("compare", two, one);
    assertTrue(outcome.out().contains("SubhaloMassIn40.5kpc"), outcome.out());
    assertTrue(outcome.out().contains("SubhaloInclusiveMassIn40.5kpcType"), outcome.out());
    assertFalse(outcome.out().contains("300kpc"), outcome.out());
  }

  @Test
  void onlyTypesOfSpheresCount() {
    CatalogueFile file = file(run("dark", "--so-types", "1"));
    double[] all = file.doubles("/Subhalo/SubhaloInclusiveMassIn300kpc");
    double[] ofTypes = file.doubles("/Subhalo/SubhaloInclusiveMassIn300kpcType");
    for (int s = 0; s < all.length; s++) {
      assertEquals(all[s], ofTypes[TYPES * s + DARK]);
      assertEquals(0, ofTypes[TYPES * s + STARS]);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30,x|--apertures has 'x': give radii in physical kpc above 0, such as 30,50,100",
        "0|--apertures has '0'",
        "-3|--apertures has '-3'",
        "30,30.0|--apertures has 30 twice: name each radius once",
        "1e400|--apertures has '1e400'"
      })
  void badRadiiAreRefused(String radii, String message) {
    Jzfof.run("run", snapshot, "-o", dir.resolve("bad"), "--subhaloes", "--apertures=" + radii)
        .failed(2, message);
  }

  @Test
  void withoutSubhaloesTheyAreRefused() {
    Jzfof.run("run", snapshot, "-o", dir.resolve("bad"), "--apertures", "30")
        .failed(2, "--apertures are about subhaloes, and none are looked for: add --subhaloes");
  }
}
