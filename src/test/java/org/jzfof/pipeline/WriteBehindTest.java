package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.threads.Parallel;

class WriteBehindTest {
  /** As many as the rank has, but others. */
  @Test
  void severalThreadsShareTheLoopsOfWriting() {
    Thread[] writer = {null};
    int[] threads = {0};
    Parallel.with(
        3,
        () -> {
          try (WriteBehind behind = new WriteBehind(new LocalCommunicator())) {
            behind.write(
                GroupCatalogue.empty(6),
                groups -> {
                  writer[0] = Thread.currentThread();
                  threads[0] = Parallel.threads();
                  return List.of("said");
                });
            assertEquals(List.of("said"), behind.last().join().warnings());
          }
          assertNotEquals(Thread.currentThread(), writer[0]);
        });
    assertEquals(3, threads[0]);
  }
}
