package org.jzfof.device.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.error.Scope;

/** Device-wide sorts, scans and selections. */
public final class DeviceAlgorithms {
  /** Bits per pass of CUB's radix sort. */
  public static final int SORT_DIGIT = 8;

  // As in arrays.cu: words of a bit list that one thread block counts.
  private static final int CHUNK = 1024;

  private final CudaDevice device;
  private final CudaKernels kernels;
  private final CudaMemory memory;

  public DeviceAlgorithms(CudaDevice device, CudaKernels kernels, CudaMemory memory) {
    this.device = device;
    this.kernels = kernels;
    this.memory = memory;
  }

  public CudaKernels kernels() {
    return kernels;
  }

  public CudaMemory memory() {
    return memory;
  }

  /** A function of {@link Primitives}. */
  @FunctionalInterface
  private interface Primitive {
    long run(long temp, long bytes, long stream);
  }

  private long run(String name, Primitive primitive) {
    device.makeCurrent();
    long bytes = Primitives.require(primitive.run(0, 0, device.streamAddress()), name);
    try (DeviceArray temp = memory.allocate(ElementType.U8, bytes)) {
      device.recordLaunch(name);
      return Primitives.require(primitive.run(address(temp), bytes, device.streamAddress()), name);
    }
  }

  /**
   * Sorts words by the bits [begin, end).
   *
   * @param words I64; closed
   * @return I64 sorted words
   */
  public DeviceArray sort(DeviceArray words, int begin, int end) {
    try (Scope buffers = new Scope()) {
      buffers.add(words);
      DeviceArray other = buffers.add(memory.allocate(ElementType.I64, words.length()));
      long selected =
          run(
              "sort of words",
              (temp, bytes, stream) ->
                  Primitives.sortKeys64(
                      address(words),
                      address(other),
                      words.length(),
                      begin,
                      end,
                      temp,
                      bytes,
                      stream));
      (selected == 0 ? other : words).close();
      return buffers.keep(selected == 0 ? words : other);
    }
  }

  /** Sorted keys with their values. */
  public record Sorted(DeviceArray keys, DeviceArray values) implements AutoCloseable {
    @Override
    public void close() {
      keys.close();
      values.close();
    }
  }

  /** Sorts pairs by the bits [0, end) of their keys, stably. */
  public Sorted sort(DeviceArray keys, DeviceArray values, int end) {
    return sort(keys, values, 0, end);
  }

  /**
   * Sorts pairs by the bits [begin, end) of their keys, stably.
   *
   * @param keys I32 or I64; closed
   * @param values I32, or I64 if the keys are I32; closed
   */
  public Sorted sort(DeviceArray keys, DeviceArray values, int begin, int end) {
    long n = keys.length();
    try (Scope all = new Scope()) {
      all.add(keys);
      all.add(values);
      DeviceArray k = all.add(memory.allocate(keys.type(), n));
      DeviceArray v = all.add(memory.allocate(values.type(), n));
      long selected =
          run(
              "sort of pairs",
              (temp, bytes, stream) ->
                  pairSort(keys.type(), values.type())
                      .run(
                          address(keys),
                          address(k),
                          address(values),
                          address(v),
                          n,
                          begin,
                          end,
                          temp,
                          bytes,
                          stream));
      (selected == 0 ? k : keys).close();
      (selected == 0 ? v : values).close();
      return all.keep(selected == 0 ? new Sorted(keys, values) : new Sorted(k, v));
    }
  }

  /**
   * Sorts the pairs from element {@code from} on by the bits [0, end) of their keys, stably.
   *
   * @param pairs I64 keys with I32 values
   * @param spare arrays of the same size
   * @return which of the two holds the sorted pairs; elements before {@code from} stay as they were
   */
  public Sorted sort(Sorted pairs, Sorted spare, long from, int end) {
    long key = from * Long.BYTES;
    long value = from * Integer.BYTES;
    long selected =
        run(
            "sort of some pairs",
            (temp, bytes, stream) ->
                Primitives.sortPairs6432(
                    address(pairs.keys) + key,
                    address(spare.keys) + key,
                    address(pairs.values) + value,
                    address(spare.values) + value,
                    pairs.keys.length() - from,
                    0,
                    end,
                    temp,
                    bytes,
                    stream));
    return selected == 0 ? pairs : spare;
  }

  /**
   * Sorts groups in catalogue order.
   *
   * @param keys I64 [2n] structures {@code OrderKey} of common.cuh; sorted in place
   */
  public void sortOrderKeys(DeviceArray keys) {
    run(
        "sort of groups",
        (temp, bytes, stream) ->
            Primitives.sortOrderKeys(address(keys), keys.length() / 2, temp, bytes, stream));
  }

  @FunctionalInterface
  private interface PairSort {
    long run(
        long keys,
        long otherKeys,
        long values,
        long otherValues,
        long n,
        int begin,
        int end,
        long temp,
        long bytes,
        long stream);
  }

  private static PairSort pairSort(ElementType key, ElementType value) {
    if (key == ElementType.I64) {
      return Primitives::sortPairs6432;
    }
    return value == ElementType.I64 ? Primitives::sortPairs3264 : Primitives::sortPairs3232;
  }

  /** Allocates a list of one bit per item, with one unused word at its end. */
  public DeviceArray bits(long items) {
    return memory.allocate(ElementType.I32, (items + 31) / 32 + 1);
  }

  /**
   * Sets the bits of the sorted keys that differ from the key before.
   *
   * @param keys I64
   */
  public DeviceArray runHeads(DeviceArray keys) {
    DeviceArray bits = bits(keys.length());
    kernels
        .launch("arrays", "mark_run_heads")
        .arg(keys)
        .arg(keys.length())
        .arg(bits)
        .run(keys.length());
    return bits;
  }

  /**
   * Counts of the bits that are set in a list.
   *
   * @param before I32 number of set bits before each word, or before each chunk of words
   * @param all number of set bits in the list
   */
  public record BitCounts(DeviceArray before, long all) implements AutoCloseable {
    @Override
    public void close() {
      before.close();
    }
  }

  private static long chunks(DeviceArray bits) {
    return Math.max(1, (words(bits) + CHUNK - 1) / CHUNK);
  }

  private static long words(DeviceArray bits) {
    return bits.length() - 1;
  }

  /** Counts the bits before each chunk. */
  private BitCounts count(DeviceArray bits) {
    long chunks = chunks(bits);
    try (Scope results = new Scope()) {
      DeviceArray before = results.add(memory.allocate(ElementType.I32, chunks + 2));
      memory.setInt(before, chunks + 1, 0);
      Launch launch = kernels.launch("arrays", "count_bits").arg(bits).arg(words(bits)).arg(before);
      long all = memory.runForValue(launch, chunks * CHUNK, CHUNK);
      return results.keep(new BitCounts(before, all));
    }
  }

  private void eachWord(Launch kernel, DeviceArray bits, BitCounts chunks, DeviceArray result) {
    kernel
        .arg(bits)
        .arg(words(bits))
        .arg(chunks.before)
        .arg(result)
        .run(chunks(bits) * CHUNK, CHUNK);
  }

  /**
   * Counts the bits before each word.
   *
   * @param bits list from {@link #bits}
   */
  public BitCounts offsets(DeviceArray bits) {
    try (BitCounts chunks = count(bits)) {
      DeviceArray offsets = memory.allocate(ElementType.I32, words(bits));
      eachWord(kernels.launch("arrays", "offsets_of_bits"), bits, chunks, offsets);
      return new BitCounts(offsets, chunks.all);
    }
  }

  /**
   * Returns the indices of the bits that are set.
   *
   * @param bits list from {@link #bits}
   * @param extra number of elements to leave free after the indices
   * @return I32 indices in increasing order
   */
  public DeviceArray indices(DeviceArray bits, int extra) {
    try (BitCounts chunks = count(bits)) {
      DeviceArray indices = memory.allocate(ElementType.I32, chunks.all + extra);
      eachWord(kernels.launch("arrays", "indices_of_bits"), bits, chunks, indices);
      return indices;
    }
  }

  /**
   * Returns the exclusive prefix sums of counts, with the total as the last element.
   *
   * @param counts I32 [n+1]; the last element is ignored
   * @return I64 [n+1]
   */
  public DeviceArray prefixSums(DeviceArray counts) {
    DeviceArray sums = memory.allocate(ElementType.I64, counts.length());
    run(
        "scan of counts",
        (temp, bytes, stream) ->
            Primitives.scanCounts(
                address(counts), address(sums), counts.length(), temp, bytes, stream));
    return sums;
  }

  /**
   * Replaces numbers by their exclusive prefix sums, with the total as the last element.
   *
   * @param values I64 [n+1]; the last element is ignored
   */
  public void prefixSumsInPlace(DeviceArray values) {
    run(
        "scan of sums",
        (temp, bytes, stream) ->
            Primitives.scanSums(
                address(values), address(values), values.length(), temp, bytes, stream));
  }

  /** Returns the number of bits that hold numbers below n. */
  public static int bitsFor(long n) {
    return Math.max(1, 64 - Long.numberOfLeadingZeros(Math.max(1, n - 1)));
  }
}
