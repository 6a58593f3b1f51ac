package org.jzfof.exchange;

import org.jzfof.comm.Communicator;

/** The way of bytes from device arrays into the messages of the ranks, and out of them. */
public sealed interface MessagePath permits CopiedMessages, MessagesInPlace, StagedMessages {
  /** Sends and receives, as {@link ArrayExchange#exchange}, all ranges. */
  void exchange(Communicator comm, RankRanges from, RankRanges to);
}
