package org.jzfof.comm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A failure on any rank that ends the current operation on all ranks, but not the job. */
public final class SharedFailure {
  /** Packages of the text, numbers and lists that failures contain. */
  private static final Set<String> PARTS = Set.of("java.lang", "java.util");

  private SharedFailure() {}

  /**
   * Recovers the ranks after a failure on any of them, and reports the failure to all. Every rank
   * calls it.
   *
   * @param local failure that this rank caught; a {@link RankLostException} does not count as one
   * @return the failure of the lowest rank that has one, see {@link RankFailedException#of}; the
   *     same on all ranks
   */
  public static Throwable agree(Communicator comm, Throwable local) {
    comm.recover();
    if (comm.size() == 1) {
      return local;
    }
    long[][] all = comm.allGather(local instanceof RankLostException ? new long[0] : pack(local));
    List<Throwable> failures = new ArrayList<>();
    int first = -1;
    for (int r = 0; r < all.length; r++) {
      failures.add(all[r].length == 0 ? null : unpack(all[r]));
      first = first < 0 && all[r].length > 0 ? r : first;
    }
    return first < 0 ? local : RankFailedException.of(first, failures);
  }

  /** Converts a failure into its length in bytes, followed by the bytes. */
  private static long[] pack(Throwable failure) {
    byte[] bytes = serialise(failure);
    ByteBuffer padded =
        ByteBuffer.allocate((bytes.length + Long.BYTES - 1) / Long.BYTES * Long.BYTES);
    padded.put(bytes).rewind();
    long[] packed = new long[1 + padded.capacity() / Long.BYTES];
    packed[0] = bytes.length;
    padded.asLongBuffer().get(packed, 1, packed.length - 1);
    return packed;
  }

  private static byte[] serialise(Throwable failure) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
      deserialise(bytes.toByteArray());
    } catch (IOException e) { // a failure that cannot be serialised is replaced by its text
      IllegalStateException text = new IllegalStateException(failure.toString());
      text.setStackTrace(failure.getStackTrace());
      return serialise(text);
    }
    return bytes.toByteArray();
  }

  private static Throwable unpack(long[] packed) {
    ByteBuffer bytes = ByteBuffer.allocate((packed.length - 1) * Long.BYTES);
    bytes.asLongBuffer().put(packed, 1, packed.length - 1);
    try {
      return deserialise(Arrays.copyOf(bytes.array(), (int) packed[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deserialises a failure and rejects all other classes, whatever the bytes contain. */
  static Throwable deserialise(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(SharedFailure::filter);
      return (Throwable) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectInputFilter.Status filter(ObjectInputFilter.FilterInfo info) {
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.getComponentType();
    }
    boolean part =
        type == null
            || type.isPrimitive()
            || Throwable.class.isAssignableFrom(type)
            || type == StackTraceElement.class
            || PARTS.contains(type.getPackageName());
    return part ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
  }
}
