package org.jzfof.groups.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.error.BackendException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.Scope;
import org.jzfof.groups.GroupKernels;
import org.jzfof.groups.GroupTable;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.MemberSums;
import org.jzfof.groups.RowsByGroup;
import org.jzfof.groups.SubhaloLabels;
import org.jzfof.groups.SumColumns;

/** Groups and their properties on the GPU. */
public final class CudaGroupKernels implements GroupKernels {
  private static final String MEMBERS = "groups";
  private static final String SUMS = "group_sums";
  private static final int NEAR_BLOCK = 256; // as in groups.cu
  private static final int NEAR_ITEMS = 16;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final TableKernels tables;

  public CudaGroupKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.tables = new TableKernels(kernels, memory);
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public DeviceArray lengths(DeviceArray pointers) {
    long n = pointers.length();
    DeviceArray lengths = memory.allocate(ElementType.I32, n);
    kernels
        .launch(MEMBERS, "count_near_roots")
        .arg(pointers)
        .arg(n)
        .arg(lengths)
        .run((n + NEAR_ITEMS - 1) / NEAR_ITEMS, NEAR_BLOCK);
    kernels.launch(MEMBERS, "count_far_roots").arg(pointers).arg(n).arg(lengths).runItems(n);
    return lengths;
  }

  @Override
  public MemberList select(DeviceArray pointers, DeviceArray lengths, int minLength, int[] kept) {
    try (Scope results = new Scope()) {
      DeviceArray roots = results.add(roots(lengths, minLength, kept));
      DeviceArray start = results.add(numberGroups(roots, lengths));
      return results.keep(
          new MemberList(roots, start, membersByGroup(pointers, lengths, roots.length())));
    }
  }

  private DeviceArray roots(DeviceArray lengths, int minLength, int[] kept) {
    long n = lengths.length();
    try (DeviceArray bits = algorithms.bits(n);
        DeviceArray others = memory.upload(kept)) {
      kernels
          .launch(MEMBERS, "mark_groups")
          .arg(lengths)
          .arg(n)
          .arg(minLength)
          .arg(bits)
          .runItems(n);
      kernels
          .launch("arrays", "set_bits")
          .arg(others)
          .arg(others.length())
          .arg(bits)
          .run(others.length());
      DeviceArray roots = algorithms.indices(bits, 0);
      if (roots.length() > MemberList.MAX_GROUPS) {
        roots.close();
        throw new MemoryException(
            "%d groups are more than a catalogue can have (%d): give a larger --min-length"
                .formatted(roots.length(), MemberList.MAX_GROUPS));
      }
      return roots;
    }
  }

  /**
   * Replaces the lengths of groups by their indices; returns the first member of each group (I64).
   */
  private DeviceArray numberGroups(DeviceArray roots, DeviceArray lengths) {
    long groups = roots.length();
    try (DeviceArray kept = memory.allocate(ElementType.I32, groups + 1)) {
      kernels
          .launch(MEMBERS, "number_groups")
          .arg(roots)
          .arg(groups)
          .arg(lengths)
          .arg(kept)
          .run(groups);
      return algorithms.prefixSums(kept);
    }
  }

  private DeviceArray membersByGroup(DeviceArray pointers, DeviceArray numbers, long groups) {
    DeviceArray members;
    try (DeviceArray bits = algorithms.bits(pointers.length())) {
      kernels
          .launch(MEMBERS, "mark_members")
          .arg(pointers)
          .arg(numbers)
          .arg(pointers.length())
          .arg(bits)
          .runItems(pointers.length());
      members = algorithms.indices(bits, 0);
    }
    DeviceArray groupOfMember = memory.allocate(ElementType.I32, members.length());
    kernels
        .launch(MEMBERS, "groups_of_members")
        .arg(members)
        .arg(members.length())
        .arg(pointers)
        .arg(numbers)
        .arg(groupOfMember)
        .run(members.length());
    DeviceAlgorithms.Sorted sorted =
        algorithms.sort(groupOfMember, members, DeviceAlgorithms.bitsFor(groups));
    sorted.keys().close();
    return sorted.values();
  }

  private Pieces pieces(MemberList members) {
    return Pieces.of(members, kernels, memory, algorithms);
  }

  @Override
  public MemberSums memberSums(MemberList members, SortedPoints points, Particles particles) {
    return new CudaMemberSums(
        Columns.of(members, points, particles, memory),
        pieces(members),
        SumColumns.of(particles),
        particles.magnitudes(),
        kernels,
        memory);
  }

  @Override
  public GroupTable table(
      MemberList members,
      DeviceArray references,
      DeviceArray sums,
      DeviceArray radii,
      SumColumns columns,
      FixedPoint map) {
    long groups = members.groups();
    DeviceArray order = order(members, references);
    DeviceArray rows = memory.allocate(ElementType.I64, groups * GroupTable.width(columns.types()));
    kernels
        .launch(SUMS, "make_rows")
        .arg(members.start())
        .arg(groups)
        .arg(order)
        .arg(references)
        .arg(sums)
        .arg(radii)
        .arg((long) columns.slots())
        .arg((long) columns.firstType())
        .arg((long) columns.types())
        .struct(CudaParticleKernels.structOf(map))
        .arg(map.periodic() ? 1 : 0)
        .arg(rows)
        .run(groups);
    return new GroupTable(columns.types(), rows, order);
  }

  @Override
  public int[] numbersOf(MemberList members, int[] roots) {
    return tables.find(members.roots(), roots);
  }

  @Override
  public void replaceRows(DeviceArray rows, int width, int[] which, long[] values) {
    tables.replaceRows(rows, width, which, values);
  }

  @Override
  public DeviceArray order(DeviceArray rows, int width) {
    return new TableOrder(tables, algorithms).of(rows, width);
  }

  /** Returns the groups in catalogue order (I32). */
  private DeviceArray order(MemberList members, DeviceArray references) {
    long groups = members.groups();
    DeviceArray order = memory.allocate(ElementType.I32, groups);
    try (DeviceArray keys = memory.allocate(ElementType.I64, 2 * groups)) {
      kernels
          .launch(SUMS, "take_order_keys")
          .arg(members.start())
          .arg(groups)
          .arg(references)
          .arg(keys)
          .run(groups);
      algorithms.sortOrderKeys(keys);
      kernels.launch(SUMS, "take_order").arg(keys).arg(groups).arg(order).run(groups);
    }
    return order;
  }

  @Override
  public DeviceArray memberIds(
      MemberList members, int[] order, SortedPoints points, Particles particles) {
    int slots = SumColumns.of(particles).slots();
    long allSlots = (long) members.groups() * slots;
    if (allSlots > 1L << 32) {
      throw new BackendException(
          members.groups()
              + " groups of "
              + slots
              + " types are too many to list members on one GPU: give --no-ids, a larger"
              + " --min-length, or more ranks");
    }
    long count = members.members().length();
    DeviceArray ids;
    DeviceArray slot;
    long idBits;
    try (Scope results = new Scope()) {
      ids = results.add(memory.allocate(ElementType.I64, count));
      slot = results.add(memory.allocate(ElementType.I32, count));
      idBits = results.keep(takeIds(members, order, points, particles, slots, ids, slot));
    }
    // Two stable sorts: by ID, then by group and type. They close the arrays that they do not
    // return.
    DeviceAlgorithms.Sorted byId =
        algorithms.sort(ids, slot, 64 - Long.numberOfLeadingZeros(idBits | 1));
    DeviceAlgorithms.Sorted bySlot =
        algorithms.sort(byId.values(), byId.keys(), DeviceAlgorithms.bitsFor(allSlots));
    bySlot.keys().close();
    return bySlot.values();
  }

  /**
   * Fills in the ID and the slot (group and type) of each member; returns the bitwise or of all
   * IDs.
   */
  private long takeIds(
      MemberList members,
      int[] order,
      SortedPoints points,
      Particles particles,
      int slots,
      DeviceArray ids,
      DeviceArray slot) {
    try (Columns columns = Columns.of(members, points, particles, memory);
        Pieces pieces = pieces(members);
        DeviceArray groupAt = memory.upload(order);
        DeviceArray indexOfGroup = tables.inverse(groupAt);
        DeviceArray anyBits = memory.zeros(ElementType.I64, 1)) {
      kernels
          .launch(MEMBERS, "take_ids")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg((long) slots)
          .arg(indexOfGroup)
          .arg(ids)
          .arg(slot)
          .arg(anyBits)
          .run(pieces.threads());
      return memory.get(anyBits, 0);
    }
  }

  @Override
  public DeviceArray labels(MemberList members, DeviceArray number, SortedPoints points) {
    DeviceArray labels = memory.filled(ElementType.I32, points.count(), (byte) NO_GROUP);
    long count = members.members().length();
    DeviceArray rows = memory.allocate(ElementType.I32, count);
    DeviceArray numberOfMember = memory.allocate(ElementType.I32, count);
    try (Pieces pieces = pieces(members)) {
      kernels
          .launch(MEMBERS, "rows_and_places")
          .arg(members.members())
          .struct(pieces.ranges())
          .arg(points.row())
          .arg(number)
          .arg(rows)
          .arg(numberOfMember)
          .run(pieces.threads());
    }
    // One sort pass by the leading bits of the rows makes writes at about the same time lie close
    // together.
    int bits = DeviceAlgorithms.bitsFor(points.count());
    int begin = Math.max(0, bits - DeviceAlgorithms.SORT_DIGIT);
    try (DeviceAlgorithms.Sorted sorted = algorithms.sort(rows, numberOfMember, begin, bits)) {
      kernels
          .launch(MEMBERS, "label_rows")
          .arg(sorted.keys())
          .arg(sorted.values())
          .arg(count)
          .arg(labels)
          .run(count);
    }
    return labels;
  }

  @Override
  public SubhaloLabels subhaloLabels(
      MemberList members, DeviceArray first, DeviceArray labels, SortedPoints points) {
    try (Scope results = new Scope();
        Pieces pieces = pieces(members)) {
      SubhaloLabels found =
          new SubhaloLabels(
              results.add(memory.filled(ElementType.I32, points.count(), (byte) NO_GROUP)),
              results.add(memory.filled(ElementType.I32, points.count(), (byte) NO_GROUP)));
      kernels
          .launch(MEMBERS, "label_subhaloes")
          .arg(members.members())
          .struct(pieces.ranges())
          .arg(points.row())
          .arg(first)
          .arg(labels)
          .arg(found.number())
          .arg(found.memberIndex())
          .run(pieces.threads());
      return results.keep(found);
    }
  }

  @Override
  public RowsByGroup sortByGroup(DeviceArray labels, DeviceArray memberIndex) {
    long n = labels.length();
    DeviceArray keys = memory.allocate(ElementType.I32, n);
    DeviceArray rows = memory.range(ElementType.I32, 0, n);
    kernels.launch(MEMBERS, "take_keys").arg(labels).arg(memberIndex).arg(n).arg(keys).run(n);
    DeviceAlgorithms.Sorted sorted = algorithms.sort(keys, rows, Integer.SIZE);
    return new RowsByGroup(sorted.keys(), sorted.values());
  }

  @Override
  public long[] counts(RowsByGroup rows, int[] keys) {
    try (DeviceArray all = memory.upload(keys);
        DeviceArray counts = memory.allocate(ElementType.I64, keys.length)) {
      kernels
          .launch(MEMBERS, "count_keys")
          .arg(rows.key())
          .arg(rows.key().length())
          .arg(all)
          .arg((long) keys.length)
          .arg(counts)
          .run(keys.length);
      return memory.toLongs(counts);
    }
  }

  @Override
  public DeviceArray number(
      RowsByGroup rows, RowsByGroup.Numbers numbers, DeviceArray labels, DeviceArray memberIndex) {
    long n = labels.length();
    try (Scope results = new Scope();
        DeviceArray groups = memory.upload(numbers.groups());
        DeviceArray shift = memory.upload(numbers.shift());
        DeviceArray bound = numbers.bound() == null ? null : memory.upload(numbers.bound())) {
      DeviceArray newRows = results.add(memory.allocate(ElementType.I64, n));
      kernels
          .launch(MEMBERS, "number_rows")
          .arg(rows.key())
          .arg(rows.row())
          .arg(n)
          .arg(labels)
          .arg(memberIndex)
          .arg(groups)
          .arg(groups.length())
          .arg(shift)
          .arg(bound)
          .arg(numbers.shiftOfNone())
          .arg(newRows)
          .run(n);
      return results.keep(newRows);
    }
  }
}
