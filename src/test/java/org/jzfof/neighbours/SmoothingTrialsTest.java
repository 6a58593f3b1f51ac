package org.jzfof.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.jzfof.backend.Backend;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.OpenBackend;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;
import org.jzfof.threads.ParallelLoops;

/** Trials of smoothing lengths in sorted lists of distances, on any backend. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnBackends
@ExtendWith(ParallelLoops.class)
class SmoothingTrialsTest {
  private Backend backend;

  @Parameter private TestBackend on;

  @RegisterExtension final OpenBackend opening = new OpenBackend(() -> backend = on.open());

  /** Lists on the host; k is 0 where they have offsets. */
  private record Case(
      SmoothingCondition condition,
      long[] start,
      int k,
      double[] distance,
      double[] radius,
      double[] first) {
    int count() {
      return radius.length;
    }

    /** Neighbours that a length counts, by the definition of the kernel. */
    double neighbours(int query, double h) {
      double sum = 0;
      for (int p = (int) start[query]; p < start[query + 1]; p++) {
        double u = distance[p] / h;
        if (u < 1) {
          sum +=
              condition.kernel() == SphKernel.CUBIC
                  ? u < 0.5 ? 1 - 6 * u * u + 6 * u * u * u : 2 * Math.pow(1 - u, 3)
                  : Math.pow(1 - u, 4) * (1 + 4 * u);
        }
      }
      return condition.central() * sum;
    }
  }

  private record State(double[] length, double[] lower, double[] upper, int[] count) {}

  private static State run(Backend backend, Case of, State from) {
    DeviceMemory memory = backend.memory();
    try (Scope made = new Scope()) {
      SmoothingTrials trials =
          new SmoothingTrials(
              made.add(memory.upload(from.length)),
              made.add(memory.upload(from.lower)),
              made.add(memory.upload(from.upper)),
              made.add(memory.upload(from.count)));
      DeviceArray start = of.k > 0 ? null : made.add(memory.upload(of.start));
      DeviceArray distance = made.add(memory.upload(of.distance));
      DeviceArray radius = made.add(memory.upload(of.radius));
      backend
          .sph()
          .trySmoothingLengths(
              of.condition,
              new SphKernels.Lists(of.count(), start, of.k, distance, radius, null, null),
              trials);
      return new State(
          memory.toDoubles(trials.length()),
          memory.toDoubles(trials.lower()),
          memory.toDoubles(trials.upper()),
          memory.toInts(trials.count()));
    }
  }

  private State run(Case of) {
    double[] upper = new double[of.count()];
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    State begin = new State(of.first, new double[of.count()], upper, new int[of.count()]);
    State found = run(backend, of, begin);
    try (Backend cpu = TestBackend.CPU.open()) {
      State expected = run(cpu, of, begin);
      assertArrayEquals(expected.length, found.length);
      assertArrayEquals(expected.lower, found.lower);
      assertArrayEquals(expected.upper, found.upper);
      assertArrayEquals(expected.count, found.count);
    }
    return found;
  }

  private static double[] sorted(SplittableRandom random, int count, double reach) {
    return random.doubles(count).map(x -> reach * Math.cbrt(x)).sorted().toArray();
  }

  /** Lists of some queries, of a uniform density of 30 neighbours within 1. */
  private static Case lists(SmoothingCondition condition, SplittableRandom random, int queries) {
    double[] radius = random.doubles(queries, 0.2, 2).toArray();
    long[] length = new long[queries];
    Arrays.setAll(length, q -> 1 + Math.round(30 * Math.pow(radius[q], 3)));
    long[] start = ArrayParts.offsets(length);
    double[] distance = new double[(int) start[queries]];
    for (int q = 0; q < queries; q++) {
      double[] near = sorted(random, (int) length[q] - 1, radius[q]);
      System.arraycopy(near, 0, distance, (int) start[q] + 1, near.length);
    }
    double[] first = random.doubles(queries, 0.05, 2).toArray();
    return new Case(condition, start, 0, distance, radius, first);
  }

  /** Each length meets the condition, or the next one is beyond the list and above the last. */
  private void check(Case of) {
    State found = run(of);
    int met = 0;
    for (int q = 0; q < of.count(); q++) {
      String where = of.condition + " query " + q + " length " + found.length[q];
      double wanted = of.condition.neighbours();
      double tolerance = of.condition.tolerance();
      if (found.count[q] == SmoothingTrials.MET) {
        met++;
        assertTrue(found.length[q] <= of.radius[q], where);
        assertEquals(wanted, of.neighbours(q, found.length[q]), tolerance + 1e-11, where);
      } else {
        assertTrue(found.count[q] >= 0 && found.count[q] < 60, where);
        assertTrue(found.length[q] > of.radius[q], where);
        assertEquals(Double.POSITIVE_INFINITY, found.upper[q], where);
        assertTrue(
            found.count[q] == 0 || of.neighbours(q, found.lower[q]) < wanted - tolerance, where);
      }
    }
    assertTrue(met > of.count() / 5 && met < of.count(), met + " lengths of " + of.condition);
  }

  @Test
  void lengthsMeetTheCondition() {
    SplittableRandom random = new SplittableRandom(5);
    for (SphKernel kernel : SphKernel.values()) {
      for (double tolerance : new double[] {3, 0.1, 1e-9}) {
        check(lists(new SmoothingCondition(kernel, 3, 40, tolerance), random, 700));
        check(lists(new SmoothingCondition(kernel, 2, 30, tolerance), random, 400));
      }
    }
  }

  @Test
  void rowsOfNearestNeighbours() {
    SplittableRandom random = new SplittableRandom(6);
    int queries = 500;
    int k = 40;
    double[] distance = new double[queries * k];
    double[] radius = new double[queries];
    for (int q = 0; q < queries; q++) {
      System.arraycopy(sorted(random, k - 1, 1), 0, distance, q * k + 1, k - 1);
      radius[q] = distance[q * k + k - 1];
    }
    SmoothingCondition condition = new SmoothingCondition(SphKernel.WENDLAND, 3, 44, 1e-6);
    long[] start = ArrayParts.offsets(queries, q -> k);
    check(new Case(condition, start, k, distance, radius, radius));
  }

  /** Trials that go on in longer lists are those of one long list. */
  @Test
  void trialsGoOnWhereTheyWere() {
    SplittableRandom random = new SplittableRandom(7);
    SmoothingCondition condition = new SmoothingCondition(SphKernel.CUBIC, 3, 40, 1e-8);
    Case all = lists(condition, random, 300);
    double[] shorter = Arrays.stream(all.radius).map(r -> 0.7 * r).toArray();
    Case part = new Case(condition, all.start, 0, all.distance, shorter, all.first);
    State whole = run(all);
    State twice = run(backend, all, run(part));
    assertArrayEquals(whole.length, twice.length);
    assertArrayEquals(whole.count, twice.count);
  }

  @Test
  void listsThatCannotMeetIt() {
    SmoothingCondition condition = new SmoothingCondition(SphKernel.CUBIC, 3, 30, 0.5);
    double[] distance = {0, 0, 0, 0, 1e-100, 1e-100, 0, 0.5, 0.6, 0, 0, 0};
    long[] start = {0, 3, 6, 9, 12};
    double[] radius = {1, 1, 1, 1};
    State found = run(new Case(condition, start, 0, distance, radius, new double[] {1, 1, 0.9, 0}));
    assertArrayEquals(
        new int[] {SmoothingTrials.CROWDED, SmoothingTrials.LIMIT, found.count[2], 0}, found.count);
    assertTrue(found.upper[1] < 1e-50 && found.lower[1] == 0, "bracket");
    assertTrue(found.count[2] > 0 && found.length[2] > 1, "too few neighbours");
    assertEquals(0, found.length[3]);
    SmoothingCondition wide = new SmoothingCondition(SphKernel.CUBIC, 3, 30, 3);
    State near = run(new Case(wide, start, 0, distance, radius, new double[] {1, 1, 0.9, 1}));
    assertArrayEquals(new int[] {-1, -1, near.count[2], -1}, near.count);
  }
}
