package org.jzfof.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jzfof.comm.threads.ThreadRanks;

class RankMismatchTest {
  private static List<Optional<RankMismatch>> of(List<List<String>> lines) {
    return ThreadRanks.run(lines.size(), comm -> RankMismatch.in(lines.get(comm.rank()), comm));
  }

  @Test
  void ranksThatAgree() {
    List<String> same = List.of("run", "b=0.2");
    assertEquals(Collections.nCopies(4, Optional.empty()), of(Collections.nCopies(4, same)));
  }

  @Test
  void allRanksLearnWhoDiffersAndInWhat() {
    List<Optional<RankMismatch>> found =
        of(
            List.of(
                List.of("run", "b=0.2", "files=1"),
                List.of("run", "b=0.2", "files=3"),
                List.of("run", "b=0.2", "files=1"),
                List.of("knn")));
    RankMismatch expected = new RankMismatch(List.of(1, 3), "files=3", "files=1");
    assertEquals(Collections.nCopies(4, Optional.of(expected)), found);
    assertEquals("ranks 1, 3", expected.rankNames());
  }

  @Test
  void oneLineMore() {
    RankMismatch found = of(List.of(List.of("a", "b"), List.of("a"))).get(0).orElseThrow();
    assertEquals(new RankMismatch(List.of(1), "a", "a"), found);
  }
}
