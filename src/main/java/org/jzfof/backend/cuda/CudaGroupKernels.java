package org.jzfof.backend.cuda;

import org.jzfof.catalogue.GroupKernels;
import org.jzfof.catalogue.GroupReferences;
import org.jzfof.catalogue.GroupSums;
import org.jzfof.catalogue.GroupTable;
import org.jzfof.catalogue.MemberList;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.error.BackendException;
import org.jzfof.error.MemoryException;

/** Groups and their properties on the GPU. */
final class CudaGroupKernels implements GroupKernels {
  private static final String MEMBERS = "groups";
  private static final String SUMS = "group_sums";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final TableKernels tables;

  CudaGroupKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.tables = new TableKernels(kernels, memory);
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public DeviceArray lengths(DeviceArray pointers) {
    long n = pointers.length();
    DeviceArray lengths = memory.allocate(ElementType.I32, n);
    kernels.launch(MEMBERS, "count_roots").arg(pointers).arg(n).arg(lengths).runItems(n);
    kernels.launch(MEMBERS, "count_members").arg(pointers).arg(n).arg(lengths).runItems(n);
    return lengths;
  }

  @Override
  public MemberList select(DeviceArray pointers, DeviceArray lengths, int minLength, int[] kept) {
    DeviceArray roots = roots(lengths, minLength, kept);
    DeviceArray start = numberGroups(roots, lengths);
    return new MemberList(roots, start, membersByGroup(pointers, lengths, roots.length()));
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
      if (roots.length() > MemberList.MOST_GROUPS) {
        roots.close();
        throw new MemoryException(
            "%d groups are more than one rank holds (%d): give a larger --min-length, or use more ranks"
                .formatted(roots.length(), MemberList.MOST_GROUPS));
      }
      return roots;
    }
  }

  /**
   * Replaces the lengths of groups by their numbers; returns the first member of each group, I64.
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
      return algorithms.sums(kept);
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

  /** References of groups on the GPU, as in {@link GroupReferences}. */
  private record References(DeviceArray id, DeviceArray position, DeviceArray velocity)
      implements AutoCloseable {
    @Override
    public void close() {
      id.close();
      position.close();
      velocity.close();
    }
  }

  @Override
  public GroupReferences references(MemberList members, SortedPoints points, Particles particles) {
    try (Columns columns = Columns.of(members, points, particles, memory);
        Pieces pieces = pieces(members);
        References found = findReferences(columns, pieces)) {
      return new GroupReferences(
          memory.toLongs(found.id()),
          memory.toInts(found.position()),
          memory.toFloats(found.velocity()));
    }
  }

  private References findReferences(Columns columns, Pieces pieces) {
    long groups = pieces.groups();
    References found =
        new References(
            memory.allocate(ElementType.I64, groups),
            memory.allocate(ElementType.I32, 3 * groups),
            memory.allocate(ElementType.F32, 3 * groups));
    try (DeviceArray pieceId = memory.allocate(ElementType.I64, pieces.count());
        DeviceArray piecePoint = memory.allocate(ElementType.I32, pieces.count())) {
      kernels
          .launch(SUMS, "reference_of_pieces")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg(pieceId)
          .arg(piecePoint)
          .run(pieces.threads());
      kernels
          .launch(SUMS, "reference_of_groups")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg(pieceId)
          .arg(piecePoint)
          .arg(found.id())
          .arg(found.position())
          .arg(found.velocity())
          .run(groups);
    }
    return found;
  }

  /** With one type there is one slot for it, otherwise there is one for every type. */
  private static int slots(Particles particles) {
    return particles.types() == null ? 1 : particles.massOfType().length;
  }

  private static int firstType(Particles particles) {
    return particles.types() == null ? particles.onlyType() : 0;
  }

  @Override
  public GroupSums sums(
      MemberList members, GroupReferences references, SortedPoints points, Particles particles) {
    int slots = slots(particles);
    try (Columns columns = Columns.of(members, points, particles, memory);
        Pieces pieces = pieces(members);
        References given =
            new References(
                memory.upload(references.id()),
                memory.upload(references.position()),
                memory.upload(references.velocity()));
        DeviceArray rows = addUp(columns, pieces, given, slots)) {
      return split(
          memory.toDoubles(rows),
          members.groups(),
          particles.massOfType().length,
          firstType(particles),
          slots);
    }
  }

  /** F64 rows of moments, counts and masses of each group. */
  private DeviceArray addUp(Columns columns, Pieces pieces, References references, int slots) {
    long width = GroupSums.MOMENTS + 2L * slots;
    long groups = pieces.groups();
    DeviceArray ofGroups = memory.allocate(ElementType.F64, groups * width);
    try (DeviceArray ofPieces = memory.allocate(ElementType.F64, pieces.count() * width)) {
      kernels
          .launch(SUMS, "sum_pieces")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg((long) slots)
          .arg(references.position())
          .arg(references.velocity())
          .arg(ofPieces)
          .run(pieces.threads());
      kernels
          .launch(SUMS, "sum_groups")
          .struct(pieces.ranges())
          .arg(ofPieces)
          .arg(width)
          .arg(ofGroups)
          .run(groups * Pieces.WARP);
    }
    return ofGroups;
  }

  @Override
  public GroupTable table(
      MemberList members, SortedPoints points, Particles particles, FixedPoint map) {
    int slots = slots(particles);
    int types = particles.massOfType().length;
    long groups = members.groups();
    GroupTable.requireRoom(groups, types);
    try (Columns columns = Columns.of(members, points, particles, memory);
        Pieces pieces = pieces(members);
        References references = findReferences(columns, pieces);
        DeviceArray sums = addUp(columns, pieces, references, slots)) {
      DeviceArray order = order(pieces, references.id());
      DeviceArray rows = memory.allocate(ElementType.I64, groups * GroupTable.width(types));
      kernels
          .launch(SUMS, "make_rows")
          .struct(pieces.ranges())
          .arg(order)
          .arg(sums)
          .arg((long) slots)
          .arg((long) firstType(particles))
          .arg((long) types)
          .arg(references.id())
          .arg(references.position())
          .arg(references.velocity())
          .struct(CudaParticleKernels.structOf(map))
          .arg(map.periodic() ? 1 : 0)
          .arg(rows)
          .run(groups);
      return new GroupTable(types, rows, order);
    }
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

  /** I32 groups by decreasing length, ties by smallest ID. */
  private DeviceArray order(Pieces pieces, DeviceArray smallestIds) {
    long groups = pieces.groups();
    DeviceArray order = memory.allocate(ElementType.I32, groups);
    try (DeviceArray keys = memory.allocate(ElementType.I64, 2 * groups)) {
      kernels
          .launch(SUMS, "take_order_keys")
          .struct(pieces.ranges())
          .arg(smallestIds)
          .arg(keys)
          .run(groups);
      algorithms.sortOrderKeys(keys);
      kernels.launch(SUMS, "take_order").arg(keys).arg(groups).arg(order).run(groups);
    }
    return order;
  }

  /** Rows of moments, counts and masses of some types, as sums of all types. */
  private static GroupSums split(double[] rows, int groups, int types, int firstType, int slots) {
    GroupSums sums =
        new GroupSums(
            types,
            new long[groups * types],
            new double[groups * types],
            new double[groups * GroupSums.MOMENTS]);
    int width = GroupSums.MOMENTS + 2 * slots;
    for (int g = 0; g < groups; g++) {
      System.arraycopy(rows, g * width, sums.moments(), g * GroupSums.MOMENTS, GroupSums.MOMENTS);
      for (int s = 0; s < slots; s++) {
        int at = g * width + GroupSums.MOMENTS + s;
        sums.count()[g * types + firstType + s] = (long) rows[at];
        sums.mass()[g * types + firstType + s] = rows[at + slots];
      }
    }
    return sums;
  }

  @Override
  public long[] memberIds(
      MemberList members, int[] order, SortedPoints points, Particles particles) {
    int slots = slots(particles);
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
    DeviceArray ids = memory.allocate(ElementType.I64, count);
    DeviceArray slot = memory.allocate(ElementType.I32, count);
    long idBits = takeIds(members, order, points, particles, slots, ids, slot);
    // Two stable sorts: by ID, then by group and type.
    DeviceAlgorithms.Sorted byId =
        algorithms.sort(ids, slot, 64 - Long.numberOfLeadingZeros(idBits | 1));
    try (DeviceAlgorithms.Sorted bySlot =
        algorithms.sort(byId.values(), byId.keys(), DeviceAlgorithms.bitsFor(allSlots))) {
      return memory.toLongs(bySlot.values());
    }
  }

  /** Fills in the ID and the place of the group and type of each member; all bits in the IDs. */
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
        DeviceArray placeOfGroup = tables.inverse(groupAt);
        DeviceArray anyBits = memory.zeros(ElementType.I64, 1)) {
      kernels
          .launch(MEMBERS, "take_ids")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .arg((long) slots)
          .arg(placeOfGroup)
          .arg(ids)
          .arg(slot)
          .arg(anyBits)
          .run(pieces.threads());
      return memory.get(anyBits, 0);
    }
  }

  @Override
  public DeviceArray labels(MemberList members, DeviceArray place, SortedPoints points) {
    DeviceArray labels = memory.filled(ElementType.I32, points.count(), (byte) NO_GROUP);
    long count = members.members().length();
    DeviceArray rows = memory.allocate(ElementType.I32, count);
    DeviceArray placeOfMember = memory.allocate(ElementType.I32, count);
    try (Pieces pieces = pieces(members)) {
      kernels
          .launch(MEMBERS, "rows_and_places")
          .arg(members.members())
          .struct(pieces.ranges())
          .arg(points.row())
          .arg(place)
          .arg(rows)
          .arg(placeOfMember)
          .run(pieces.threads());
    }
    // One pass by the leading bits of the rows: what is written at a time then lies close together.
    int bits = DeviceAlgorithms.bitsFor(points.count());
    int begin = Math.max(0, bits - DeviceAlgorithms.SORT_DIGIT);
    try (DeviceAlgorithms.Sorted sorted = algorithms.sort(rows, placeOfMember, begin, bits)) {
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
}
