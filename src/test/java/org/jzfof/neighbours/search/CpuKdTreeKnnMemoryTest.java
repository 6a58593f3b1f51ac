package org.jzfof.neighbours.search;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;
import org.jzfof.config.NeighbourMethod;

@Tag("large")
class CpuKdTreeKnnMemoryTest extends CpuKnnMemoryTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }

  @Override
  long points() {
    return 100_000;
  }

  /** The others differ from these only in what the tree's test has seen, and take a minute. */
  @Override
  Stream<Arguments> cases() {
    return super.cases().limit(4);
  }
}
