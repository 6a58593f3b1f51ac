package org.jzfof.cli.serve;

import java.util.Map;
import org.jzfof.cli.common.VersionProvider;
import picocli.CommandLine.Command;

/** A request that does nothing but show that jzfof is there. */
@Command(name = "ping")
final class PingRequest implements Request {
  @Override
  public Map<String, Object> answer(Searcher searcher) {
    return Map.of("version", VersionProvider.jzfof());
  }
}
