package org.jzfof.exchange;

import org.jzfof.comm.Communicator;

/**
 * The path of bytes from device arrays into the messages of the ranks, and from messages into
 * arrays.
 */
public sealed interface MessagePath permits CopiedMessages, MessagesInPlace, StagedMessages {
  /** Sends and receives all ranges, as {@link ArrayExchange#exchange} does. */
  void exchange(Communicator comm, RankRanges from, RankRanges to);
}
