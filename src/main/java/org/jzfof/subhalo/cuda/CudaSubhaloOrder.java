package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.function.Consumer;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.groups.ids.RepeatedIds;

/** The ranks of subhaloes, and the order of the members. */
final class CudaSubhaloOrder {
  private static final String STAGE = "subhalo_order";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final CudaMembers members;
  private final CudaCandidates candidates;
  private final CudaUnbinding unbound;
  private final DeviceArray byId;

  /**
   * @param byId I32 members by increasing ID
   */
  CudaSubhaloOrder(
      CudaKernels kernels,
      CudaMemory memory,
      DeviceAlgorithms algorithms,
      CudaMembers members,
      CudaCandidates candidates,
      CudaUnbinding unbound,
      DeviceArray byId) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.members = members;
    this.candidates = candidates;
    this.unbound = unbound;
    this.byId = byId;
  }

  /**
   * Subhaloes, group by group and in each by rank.
   *
   * @param candidate I32 candidate of each subhalo [s]
   * @param ofCandidate I32 subhalo of each candidate, or {@code NONE}
   * @param first I32 first subhalo of each group, and the number of subhaloes [groups + 1]
   * @param before I64 number of members of all earlier subhaloes, and of all subhaloes [s + 1]
   */
  record Subhaloes(
      DeviceArray candidate, DeviceArray ofCandidate, DeviceArray first, DeviceArray before)
      implements AutoCloseable {
    long count() {
      return candidate.length();
    }

    @Override
    public void close() {
      Cleanup.close(candidate, ofCandidate, first, before);
    }
  }

  long[] structOf(Subhaloes subhaloes) {
    return new long[] {
      subhaloes.count(),
      address(subhaloes.candidate),
      address(subhaloes.ofCandidate),
      address(subhaloes.first),
      address(subhaloes.before),
      address(candidates.enclosing()),
      address(unbound.state()),
      address(unbound.owner()),
      address(unbound.energy())
    };
  }

  /**
   * Returns the subhaloes by rank: by decreasing length, equally long ones by the smallest member
   * ID.
   */
  Subhaloes ranked() {
    try (Scope made = new Scope();
        DeviceArray bits = algorithms.bits(candidates.count())) {
      kernels
          .launch(STAGE, "mark_bound")
          .arg(unbound.state())
          .arg((long) candidates.count())
          .arg(bits)
          .run(candidates.count());
      DeviceArray listed = algorithms.indices(bits, 0);
      long count = listed.length();
      DeviceArray byId =
          sorted(
              listed,
              ElementType.I64,
              Long.SIZE,
              (order, keys) ->
                  kernels
                      .launch(STAGE, "id_keys")
                      .arg(order)
                      .arg(count)
                      .arg(unbound.state())
                      .arg(keys));
      DeviceArray candidate =
          made.add(
              sorted(
                  byId,
                  ElementType.I64,
                  Long.SIZE,
                  (order, keys) ->
                      kernels
                          .launch(STAGE, "length_keys")
                          .arg(order)
                          .arg(count)
                          .arg(unbound.state())
                          .arg(candidates.group())
                          .arg(keys)));
      DeviceArray ofCandidate =
          made.add(memory.filled(ElementType.I32, candidates.count(), (byte) -1));
      kernels
          .launch(STAGE, "subhaloes_of_candidates")
          .arg(candidate)
          .arg(count)
          .arg(ofCandidate)
          .run(count);
      DeviceArray first = made.add(memory.allocate(ElementType.I32, members.groups() + 1L));
      kernels
          .launch(STAGE, "subhaloes_of_groups")
          .arg(candidate)
          .arg(count)
          .arg(candidates.group())
          .arg((long) members.groups())
          .arg(first)
          .run(members.groups() + 1L);
      try (DeviceArray length = memory.zeros(ElementType.I32, count + 1)) {
        kernels
            .launch(STAGE, "lengths_of_subhaloes")
            .arg(candidate)
            .arg(count)
            .arg(unbound.state())
            .arg(length)
            .run(count);
        DeviceArray before = made.add(algorithms.prefixSums(length));
        return made.keep(new Subhaloes(candidate, ofCandidate, first, before));
      }
    }
  }

  /** Prepares the kernel that writes the sort keys of elements in a given order. */
  @FunctionalInterface
  private interface Keys {
    Launch of(DeviceArray order, DeviceArray keys);
  }

  /**
   * Sorts by keys, stably.
   *
   * @param order I32 elements, which are closed
   */
  private DeviceArray sorted(DeviceArray order, ElementType type, int bits, Keys keys) {
    return sortedWithKeys(order, type, bits, keys, DeviceArray::close);
  }

  private DeviceArray sortedWithKeys(
      DeviceArray order, ElementType type, int bits, Keys keys, Consumer<DeviceArray> sortedKeys) {
    DeviceAlgorithms.Sorted sorted;
    try (Scope made = new Scope()) {
      made.add(order);
      DeviceArray keyArray = made.add(memory.allocate(type, order.length()));
      keys.of(order, keyArray).run(order.length());
      made.keep(order);
      sorted = algorithms.sort(keyArray, order, bits);
    }
    sortedKeys.accept(sorted.keys());
    return sorted.values();
  }

  private Keys keys(String kernel, Subhaloes subhaloes) {
    return (order, keys) ->
        kernels
            .launch(STAGE, kernel)
            .struct(members.struct())
            .struct(structOf(subhaloes))
            .arg(order)
            .arg(keys);
  }

  private DeviceArray copy(DeviceArray order) {
    return memory.slice(order, 0, order.length());
  }

  /**
   * Returns members group by group: subhalo by subhalo, the most bound member first, then the
   * members outside all subhaloes by type and ID.
   */
  DeviceArray bound(Subhaloes subhaloes) {
    DeviceArray byEnergy =
        sorted(copy(byId), ElementType.I64, Long.SIZE, keys("energy_keys", subhaloes));
    int bits = DeviceAlgorithms.bitsFor(subhaloes.count() + members.groups() + 1);
    return sorted(byEnergy, ElementType.I32, bits, keys("subhalo_keys", subhaloes));
  }

  /**
   * Returns members subhalo by subhalo, by their distance from the deepest member; members outside
   * all subhaloes come last.
   */
  DeviceArray outwards(Subhaloes subhaloes) {
    LinkCriterion metric = LinkCriterion.of(members.columns().map(), 1);
    DeviceArray bySquare =
        sorted(
            copy(byId),
            ElementType.I64,
            Long.SIZE,
            (order, keys) -> squareKeys(subhaloes, metric, order, keys));
    int bits = DeviceAlgorithms.bitsFor(subhaloes.count() + 1);
    return sorted(bySquare, ElementType.I32, bits, keys("owner_keys", subhaloes));
  }

  private Launch squareKeys(
      Subhaloes subhaloes, LinkCriterion metric, DeviceArray order, DeviceArray keys) {
    Launch launch =
        CudaFofKernels.launch(kernels, STAGE, "square_keys", metric)
            .struct(members.struct())
            .struct(structOf(subhaloes))
            .arg(order)
            .arg(keys);
    return CudaFofKernels.criterion(launch, metric);
  }

  /** Returns the squared distances as sort keys, in the order of {@code outwards}. */
  DeviceArray squares(Subhaloes subhaloes, DeviceArray outwards) {
    LinkCriterion metric = LinkCriterion.of(members.columns().map(), 1);
    try (Scope made = new Scope()) {
      DeviceArray square = made.add(memory.allocate(ElementType.I64, outwards.length()));
      squareKeys(subhaloes, metric, outwards, square).run(outwards.length());
      return made.keep(square);
    }
  }

  private Keys typeKeys() {
    return (order, keys) ->
        kernels.launch(STAGE, "type_keys").struct(members.struct()).arg(order).arg(keys);
  }

  private int typeBits() {
    return DeviceAlgorithms.bitsFor((long) members.groups() * members.columns().typeCount());
  }

  /**
   * Returns the I64 IDs of members in the order in which they are listed: as in {@link #bound}, but
   * in each subhalo type by type.
   */
  DeviceArray ids(Subhaloes subhaloes, DeviceArray bound) {
    long runs = subhaloes.count() + members.groups();
    int bits = DeviceAlgorithms.bitsFor(runs * members.columns().typeCount());
    try (DeviceArray order =
        sorted(copy(bound), ElementType.I32, bits, keys("list_keys", subhaloes))) {
      return memory.gather(members.columns().id(), 1, order);
    }
  }

  /** Returns labels as in {@link org.jzfof.subhalo.FoundSubhaloes}. */
  DeviceArray labels(Subhaloes subhaloes, DeviceArray bound) {
    try (Scope made = new Scope();
        Scope result = new Scope()) {
      DeviceArray labels = result.add(memory.allocate(ElementType.I64, members.count()));
      DeviceArray[] keys = new DeviceArray[1];
      DeviceArray order =
          made.add(
              sortedWithKeys(
                  copy(bound), ElementType.I32, typeBits(), typeKeys(), k -> keys[0] = k));
      made.add(keys[0]);
      kernels
          .launch(STAGE, "label_members")
          .struct(members.struct())
          .struct(structOf(subhaloes))
          .arg(keys[0])
          .arg(order)
          .arg(labels)
          .run(members.count());
      return result.keep(labels);
    }
  }

  RepeatedIds repeated() {
    try (Scope made = new Scope();
        DeviceArray found = memory.upload(new long[] {0, RepeatedIds.NONE.smallest()})) {
      DeviceArray[] keys = new DeviceArray[1];
      DeviceArray order =
          made.add(
              sortedWithKeys(
                  copy(byId), ElementType.I32, typeBits(), typeKeys(), k -> keys[0] = k));
      made.add(keys[0]);
      kernels
          .launch(STAGE, "count_repeated")
          .struct(members.struct())
          .arg(keys[0])
          .arg(order)
          .arg(found)
          .run(members.count());
      long[] counted = memory.toLongs(found);
      return new RepeatedIds(counted[0], counted[1]);
    }
  }
}
