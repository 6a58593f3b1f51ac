package org.jzfof.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.cli.ranks.RankEnvironment;
import org.jzfof.cli.ranks.Ranks;
import picocli.CommandLine;

/** Requests and answers of {@code jzfof serve}; python/tests compares results with scipy. */
class ServeCommandTest {
  @TempDir private Path dir;

  /** Answers to lines, each of which is a request. */
  private List<String> serve(List<String> options, String... lines) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Ranks ranks =
        Ranks.of(RankEnvironment.ALONE, new PrintStream(out, true), new PrintStream(err, true));
    byte[] in = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    int code =
        new CommandLine(new ServeCommand(ranks, new ByteArrayInputStream(in)))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(options.toArray(String[]::new));
    assertEquals(0, code, err::toString);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static String request(Object... words) {
    return Arrays.stream(words)
        .map(word -> "\"" + word + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private Path file(String name) {
    return dir.resolve(name);
  }

  private String doubles(String name, double... values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * values.length).order(ByteOrder.nativeOrder());
    bytes.asDoubleBuffer().put(values);
    return "f8:" + Files.write(file(name), bytes.array());
  }

  private long[] longs(String name) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(name)));
    long[] values = new long[bytes.remaining() / Long.BYTES];
    bytes.order(ByteOrder.nativeOrder()).asLongBuffer().get(values);
    return values;
  }

  private String fof(String positions, Object... more) {
    return request(
        Stream.concat(
                Stream.of(
                    "fof",
                    "--positions",
                    positions,
                    "--labels",
                    file("labels"),
                    "--lengths",
                    file("lengths"),
                    "--centres",
                    file("centres")),
                Arrays.stream(more))
            .toArray());
  }

  @Test
  void answersEachLineAndSkipsEmptyOnes() {
    String pong = "{\"code\":0,\"version\":\"%s\",\"warnings\":[]}".formatted(version());
    assertEquals(List.of(pong, pong), serve(List.of(), request("ping"), "", request("ping")));
    assertEquals(List.of(), serve(List.of()));
  }

  @Test
  void saysWhetherItCanReadTheMemoryOfAProcess() throws IOException {
    String mapping;
    try (Stream<String> all = Files.lines(Path.of("/proc/self/maps"))) {
      mapping = all.filter(line -> line.contains(" r--p ")).findFirst().orElseThrow();
    }
    long address = Long.parseLong(mapping.substring(0, mapping.indexOf('-')), 16);
    String memory = "f8:/proc/" + ProcessHandle.current().pid() + "/mem@%d+8";
    String answer =
        "{\"code\":0,\"version\":\"" + version() + "\",\"reads_memory\":%s,\"warnings\":[]}";
    assertEquals(
        List.of(answer.formatted(true), answer.formatted(false)),
        serve(
            List.of(),
            request("ping", "--memory", memory.formatted(address)),
            request("ping", "--memory", memory.formatted(8))));
  }

  private static String version() {
    return VersionProvider.jzfof();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void groupsAreInDecreasingLength(int ranks) throws IOException {
    // A pair across the face of the box, a chain of three, and one alone.
    String positions = doubles("pos", 0.1, 5, 5, 3, 3, 3, 9.9, 5, 5, 3, 3.2, 3, 7, 7, 7, 3, 3.4, 3);
    List<String> answers =
        serve(
            List.of("--ranks", "" + ranks, "--threads", "1", "--backend", "cpu"),
            fof(positions, "--box", "10,10,10", "--linking-length", 0.3, "--min-length", 2));
    assertEquals(
        List.of("{\"code\":0,\"groups\":2,\"linking_length\":0.3,\"warnings\":[]}"), answers);
    assertEquals("[1, 0, 1, 0, -1, 0]", Arrays.toString(longs("labels")));
    assertEquals("[3, 2]", Arrays.toString(longs("lengths")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void neighboursAreTheSameOnAnyNumberOfRanks(int ranks) throws IOException {
    double[] xyz = new Random(1).doubles(3 * 500).toArray();
    String positions = doubles("pos", xyz);
    List<String> options = List.of("--ranks", "" + ranks, "--threads", "1", "--backend", "cpu");
    Object[] common = {"--positions", positions, "--box", "1,1,1", "--distances", file("d")};
    String knn = request(join(common, "knn", "-k", 3, "--rows", file("knn")));
    String lists =
        request(
            join(
                common,
                "neighbours",
                "--radius",
                0.1,
                "--rows",
                file("rows"),
                "--offsets",
                file("offsets")));
    List<String> answers = serve(options, knn, lists);
    long[] offsets = longs("offsets");
    long[] rows = longs("rows");
    assertEquals("{\"code\":0,\"warnings\":[]}", answers.get(0));
    assertEquals(
        "{\"code\":0,\"pairs\":%d,\"warnings\":[]}".formatted(rows.length), answers.get(1));
    for (int q = 0; q < 500; q++) {
      int query = q;
      List<Long> near =
          IntStream.range(0, 500)
              .boxed()
              .sorted((i, j) -> Double.compare(square(xyz, query, i), square(xyz, query, j)))
              .map(Integer::longValue)
              .toList();
      assertEquals(near.subList(0, 3), boxed(Arrays.copyOfRange(longs("knn"), 3 * q, 3 * q + 3)));
      long within = near.stream().filter(i -> square(xyz, query, i.intValue()) <= 0.01).count();
      assertEquals(
          near.subList(0, (int) within).stream().sorted().toList(),
          boxed(Arrays.copyOfRange(rows, (int) offsets[q], (int) offsets[q + 1])).stream()
              .sorted()
              .toList());
    }
    assertEquals(rows.length, offsets[500]);
  }

  private static Object[] join(Object[] common, Object... first) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(common)).toArray();
  }

  private static List<Long> boxed(long... values) {
    return LongStream.of(values).boxed().toList();
  }

  private static double square(double[] xyz, int i, int j) {
    double sum = 0;
    for (int d = 0; d < 3; d++) {
      double off = xyz[3 * i + d] - xyz[3 * j + d];
      off -= Math.rint(off);
      sum += off * off;
    }
    return sum;
  }

  @Test
  void pairsAreCountedOnSeveralRanks() throws IOException {
    String positions = doubles("pos", 0, 0, 0, 0, 0, 1, 0, 0, 3);
    String weights = doubles("weights", 1, 2, 3);
    Object[] words = {
      "pairs", "--positions", positions, "--weights", weights, "--bins", "0.5,1.5,2.5,3.5"
    };
    for (String ranks : List.of("1", "2")) {
      assertEquals(
          List.of("{\"code\":0,\"counts\":[2,2,2],\"sums\":[4.0,12.0,6.0],\"warnings\":[]}"),
          serve(List.of("--ranks", ranks, "--threads", "1"), request(words)));
    }
  }

  @Test
  void aFailureIsAnAnswerAndTheNextRequestIsAnswered() throws IOException {
    String positions = doubles("pos", 1, 1, Double.NaN);
    List<String> answers =
        serve(
            List.of(),
            "nonsense",
            "[1]",
            "[\"ping\"] more",
            request("pingg"),
            request("fof"),
            fof("pos"),
            fof("f8:" + file("none"), "--linking-length", 1),
            fof(doubles("odd", 1, 2), "--linking-length", 1),
            fof(positions, "--linking-length", 1),
            fof(positions, "--box", "0,0,0"),
            fof(positions, "--box", "1,1"),
            fof(positions, "-b", 0.2),
            fof(positions, "--linking-length", 1, "--min-length", 0),
            request("ping"));
    List<String> expected =
        List.of(
            "2 'nonsense' is no request",
            "2 '[1]' is no request",
            "2 '[\\\"ping\\\"] more' is no request",
            "2 there is no request 'pingg': did you mean 'ping'?",
            "2 fof: Missing required options: '--positions",
            "2 fof: Invalid value for option '--positions",
            "3 " + file("none") + " cannot be read",
            "3 pos has 16 bytes: a raw file holds float64 x, y, z, 24 bytes per particle",
            "3 the position of row 0 in pos is (1.0, 1.0, NaN)",
            "2 --box has no side above 0",
            "2 --box has 2 sides",
            "3 the position of row 0 in pos",
            "2 --min-length is 0",
            "0");
    assertEquals(expected.size(), answers.size(), answers::toString);
    for (int i = 0; i < expected.size(); i++) {
      String[] parts = expected.get(i).split(" ", 2);
      String start =
          "{\"code\":" + parts[0] + (parts.length == 1 ? "," : ",\"error\":\"" + parts[1]);
      String answer = answers.get(i);
      assertTrue(answer.startsWith(start), () -> answer + " instead of " + start);
    }
    assertFalse(Files.exists(file("none")));
  }

  @Test
  void anUnwritableResultIsAnErrorOfOutput() throws IOException {
    String positions = doubles("pos", 1, 1, 1);
    String nowhere = file("folder/rows").toString();
    List<String> answers =
        serve(
            List.of(),
            request(
                "knn",
                "--positions",
                positions,
                "-k",
                1,
                "--rows",
                nowhere,
                "--distances",
                file("d")));
    assertTrue(
        answers.get(0).startsWith("{\"code\":4,\"error\":\"cannot write " + nowhere),
        answers.get(0));
  }

  @Test
  void progressIsInLinesOfItsOwn() throws IOException {
    String positions = doubles("pos", new Random(2).doubles(3 * 60_000).toArray());
    String knn =
        request(
            "knn",
            "--positions",
            positions,
            "-k",
            32,
            "--rows",
            file("r"),
            "--distances",
            file("d"));
    List<String> answers = serve(List.of("--progress", "--threads", "1"), knn, knn, knn);
    assertTrue(
        answers.stream().anyMatch(a -> a.matches("\\{\"stage\":\"[a-z ]+\",\"fraction\":.*}")),
        answers::toString);
    assertEquals(3, answers.stream().filter(a -> a.startsWith("{\"code\":0")).count());
  }
}
