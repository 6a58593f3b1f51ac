package org.jzfof.cli.serve;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.arrays.ArrayBox;
import org.jzfof.arrays.ArrayGroups;
import org.jzfof.arrays.RawFile;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.snapshot.PositionSource;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A request for friends-of-friends groups. */
@Command(name = "fof")
final class FofRequest implements Request {
  @Option(names = "--positions", required = true)
  private ArrayName positions;

  @Option(names = "--box", split = ",")
  private double[] box;

  @ArgGroup private Linking linking = new Linking();

  /** The two forms of the linking length, of which one may be given. */
  private static final class Linking {
    @Option(names = "-b")
    private Double b;

    @Option(names = "--linking-length")
    private Double absolute;

    LinkingLength length() {
      return absolute != null
          ? new LinkingLength(absolute, false, SeparationBy.NUMBER)
          : new LinkingLength(b != null ? b : 0.2, true, SeparationBy.NUMBER);
    }
  }

  @Option(names = "--min-length", defaultValue = "20")
  private int minLength;

  @Option(names = "--labels", required = true)
  private Path labels;

  @Option(names = "--lengths", required = true)
  private Path lengths;

  @Option(names = "--centres", required = true)
  private Path centres;

  @Override
  public Map<String, Object> answer(Searcher searcher) {
    GroupDefinition.requireMinLength(minLength);
    ArrayBox sides = new ArrayBox(box);
    LinkingLength length = linking.length();
    PositionSource points = ArrayName.positions(positions, "pos");
    try (RawFile toLabels = RawFile.open(labels);
        RawFile toLengths = RawFile.open(lengths);
        RawFile toCentres = RawFile.open(centres)) {
      ArrayGroups.Files files = new ArrayGroups.Files(toLabels, toLengths, toCentres);
      ArrayGroups.Summary found =
          searcher.search(
              run -> new ArrayGroups(run).find(points, sides, length, minLength, files));
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("groups", found.groups());
      answer.put("linking_length", found.linkingLength());
      return answer;
    }
  }
}
