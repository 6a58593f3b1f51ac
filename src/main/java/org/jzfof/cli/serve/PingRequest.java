package org.jzfof.cli.serve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jzfof.cli.common.VersionProvider;
import org.jzfof.error.SnapshotException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A request that does nothing but show that jzfof is there, and whether it can read the memory of
 * who asks: the system may not allow it.
 */
@Command(name = "ping")
final class PingRequest implements Request {
  @Option(names = "--memory")
  private ArrayName memory; // one number

  @Override
  public Map<String, Object> answer(Searcher searcher) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("version", VersionProvider.jzfof());
    if (memory != null) {
      answer.put("reads_memory", isReadable());
    }
    return answer;
  }

  private boolean isReadable() {
    try {
      return ArrayName.numbers(memory, "memory").numbers(0, 1).length == 1;
    } catch (SnapshotException e) {
      return false; // which is the answer
    }
  }
}
