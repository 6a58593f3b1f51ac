package org.jzfof.neighbours.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.backend.Backend;
import org.jzfof.backend.ByMethod;
import org.jzfof.backend.OnBackends;
import org.jzfof.backend.TestBackend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.NeighbourMethod;
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.ListContent;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RadiusChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumns;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.neighbours.files.BlockSize;
import org.jzfof.neighbours.files.NeighbourBlock;
import org.jzfof.pipeline.Configurations;
import org.jzfof.pipeline.PointSets;
import org.jzfof.progress.StageClock;

/** The same lists of neighbours and the same counts on any number of ranks, on any backend. */
@OnBackends
@ByMethod({"tree", "kdtree", "kdtree:split=widest:walk=closest", "btree"})
class RadiusRanksTest {
  private static final int CONFIGURATIONS_PER_SET = 12;
  private static final int[] SIZES = {1, 2, 5, 40, 150, 400};
  private static final int[] RANKS = Configurations.ranks(2, 3, 5, 1);

  @Parameter(0)
  private TestBackend on;

  @Parameter(1)
  private SearchMethod method;

  /**
   * A search.
   *
   * @param asking type of the places
   * @param own whether the places are the points
   * @param morton whether they come along a space-filling curve
   */
  private record Search(
      RadiusCase of,
      double[] places,
      ElementType asking,
      double[] radius,
      boolean own,
      boolean morton,
      boolean symmetric,
      boolean excludeSelf,
      BlockSize limits) {
    int[] expected(int query) {
      int[] rows = of.within(places, query, radius[query], symmetric ? radius : null);
      return Arrays.stream(rows).filter(p -> !excludeSelf || p != query).toArray();
    }

    @Override
    public String toString() {
      return "%s %s%s%s%s %s"
          .formatted(
              of,
              own ? "own" : radius.length + " places",
              morton ? " morton" : "",
              symmetric ? " symmetric" : "",
              excludeSelf ? " excludeSelf" : "",
              limits);
    }
  }

  /** What a rank has found: numbers of neighbours, and blocks. */
  private record Found(long[] counts, List<Block> blocks) {}

  private record Block(
      long first, long firstPair, long[] query, long[] length, long[] row, double[] distance) {
    static Block of(NeighbourBlock block) {
      int rows = block.lengths().rows();
      return new Block(
          block.first(),
          block.firstPair(),
          block.query() == null
              ? LongStream.range(block.first(), block.first() + rows).toArray()
              : HostColumns.longs(block.query()),
          HostColumns.longs(block.lengths().counted()),
          HostColumns.longs(block.row()),
          HostColumns.doubles(block.distance()));
    }
  }

  @ParameterizedTest
  @EnumSource(PointSets.class)
  void randomConfigurationsEqualBruteForce(PointSets set) {
    SplittableRandom random = new SplittableRandom(700 + set.ordinal());
    for (int c = 0; c < Configurations.atMost(CONFIGURATIONS_PER_SET, method); c++) {
      RadiusCase of = RadiusCase.random(set, SIZES[random.nextInt(SIZES.length)], c, random);
      boolean own = random.nextInt(3) > 0;
      ElementType asking = own || random.nextBoolean() ? of.type() : ElementType.F64;
      double[] places = own ? of.points() : of.places(asking, c, random);
      double[] radius = of.radii(places, random.nextInt(6), random);
      BlockSize limits = new BlockSize(random.nextInt(1, 300), random.nextInt(1000, 50_000), 0);
      boolean symmetric =
          own && random.nextBoolean() && method.kind().supports(NeighbourMethod.Search.SYMMETRIC);
      boolean excludeSelf = own && random.nextBoolean();
      boolean morton = own && random.nextBoolean();
      check(
          new Search(of, places, asking, radius, own, morton, symmetric, excludeSelf, limits),
          RANKS[c % RANKS.length],
          set + " " + c);
    }
  }

  private void check(Search search, int ranks, String name) {
    String where = name + " on " + ranks + " ranks: " + search;
    int[][] expected = new int[search.radius.length][];
    Arrays.setAll(expected, search::expected);
    List<Found> found = ThreadRanks.run(ranks, comm -> find(search, comm));
    List<Long> asked = new ArrayList<>();
    long pairs = 0;
    for (Found ofRank : found) {
      int from = asked.size();
      assertEquals(found.get(0).blocks.size(), ofRank.blocks.size(), where);
      for (Block block : ofRank.blocks) {
        assertEquals(asked.size(), block.first, where);
        assertEquals(pairs, block.firstPair, where);
        Arrays.stream(block.query).forEach(asked::add);
        pairs += block.row.length;
        compare(search, block, expected, where);
      }
      long[] counts =
          asked.stream().skip(from).mapToLong(query -> expected[query.intValue()].length).toArray();
      assertArrayEquals(counts, ofRank.counts, where);
    }
    List<Long> inFileOrder = LongStream.range(0, expected.length).boxed().toList();
    assertEquals(inFileOrder, search.morton ? asked.stream().sorted().toList() : asked, where);
  }

  private static void compare(Search search, Block block, int[][] expected, String where) {
    int from = 0;
    for (int i = 0; i < block.length.length; i++) {
      int query = (int) block.query[i];
      String there = where + " query " + query + " radius " + search.radius[query];
      int to = from + (int) block.length[i];
      long[] rows = Arrays.stream(expected[query]).asLongStream().toArray();
      assertArrayEquals(rows, Arrays.copyOfRange(block.row, from, to), there);
      double[] distance = search.of.distances(search.places, query, expected[query]);
      for (int p = from; p < to; p++) {
        double listed = block.distance[p];
        boolean rounded = search.of.distance() == ElementType.F32;
        assertEquals(distance[p - from], rounded ? (float) listed : listed, there);
      }
      from = to;
    }
    assertEquals(block.row.length, from, where);
  }

  private Found find(Search of, Communicator comm) {
    RadiusCase points = of.of;
    EvenShares shares = new EvenShares(of.radius.length, comm.size());
    long first = shares.start(comm.rank());
    QueryRadii radii =
        QueryRadii.of(
            Arrays.copyOfRange(of.radius, (int) first, (int) shares.start(comm.rank() + 1)));
    ListSearch.Parameters problem =
        new ListSearch.Parameters(
            method, points.box(), of.morton, of.symmetric, of.excludeSelf, points.distance());
    try (Backend backend = on.open(comm);
        ArrayExchange arrays = backend.exchange(comm, ExchangeChoice.AUTO);
        NeighbourSearch.Sources sources =
            new SharedPlaces(backend, comm, points.points(), points.type()).sources();
        ListSearch search =
            new ListSearch(
                backend,
                arrays,
                new StageClock(backend.memory(), comm, stage -> {}),
                sources,
                new ListSearch.Queries(
                    of.own ? null : new SharedPlaces(backend, comm, of.places, of.asking),
                    radii,
                    null),
                problem,
                of.limits)) {
      long[] counts = search.count();
      long pairs = Arrays.stream(counts).sum();
      List<Block> blocks = new ArrayList<>();
      RowShape.Within shape =
          new RowShape.Within(
              new RadiusChoice.Fixed(1),
              of.symmetric,
              new ListContent(
                  EnumSet.of(NeighbourValue.INDEX, NeighbourValue.DISTANCE), KernelChoice.CUBIC));
      try (SphSums none = new SphSums(backend, comm, shape, null, 0)) {
        search.find(
            counts, comm.exclusiveScan(pairs), shape, none, block -> blocks.add(Block.of(block)));
      }
      arrays.finish();
      return new Found(counts, blocks);
    }
  }
}
