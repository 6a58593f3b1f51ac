package org.jzfof.cli.serve;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jzfof.cli.common.ExitCodes;
import org.jzfof.cli.common.FiniteNumber;
import org.jzfof.cli.common.PathConverter;
import org.jzfof.error.Spelling;
import org.jzfof.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A request of the program that jzfof serves. */
interface Request {
  /**
   * Performs the request.
   *
   * @return what the answer says besides the exit code, as {@link Replies#write} takes it
   */
  Map<String, Object> answer(Searcher searcher);

  /**
   * Reads a request.
   *
   * @param words name of the search, and its options
   * @throws UsageException if a word is unknown or has an invalid value
   */
  static Request of(List<String> words) {
    Map<String, Supplier<Request>> known = new LinkedHashMap<>();
    known.put("ping", PingRequest::new);
    known.put("fof", FofRequest::new);
    known.put("knn", KnnRequest::new);
    known.put("neighbours", NeighboursRequest::new);
    known.put("pairs", PairsRequest::new);
    String name = words.get(0);
    if (!known.containsKey(name)) {
      String suggestion =
          Spelling.suggestion(name, known.keySet())
              .map(near -> ": did you mean '" + near + "'?")
              .orElse(": there are " + String.join(", ", known.keySet()));
      throw new UsageException("there is no request '" + name + "'" + suggestion);
    }
    Request request = known.get(name).get();
    try {
      new CommandLine(request)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .registerConverter(double.class, new FiniteNumber())
          .registerConverter(Double.class, new FiniteNumber())
          .registerConverter(Path.class, new PathConverter())
          .registerConverter(ArrayName.class, new ArrayName.Converter())
          .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    } catch (ParameterException e) {
      throw new UsageException(name + ": " + ExitCodes.usageMessage(e));
    }
    return request;
  }
}
