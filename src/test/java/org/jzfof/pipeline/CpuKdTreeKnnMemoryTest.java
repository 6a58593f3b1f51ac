package org.jzfof.pipeline;

import org.junit.jupiter.api.Tag;
import org.jzfof.config.NeighbourMethod;

@Tag("large")
class CpuKdTreeKnnMemoryTest extends CpuKnnMemoryTest {
  @Override
  NeighbourMethod method() {
    return NeighbourMethod.KDTREE;
  }
}
