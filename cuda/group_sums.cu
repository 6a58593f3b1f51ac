// Properties of groups, and their order in the catalogue (GroupKernels).
#include "group_sums.cuh"

// --- references and sums -----------------------------------------------------------------------

__device__ __forceinline__ int warp_max(int value) {
  for (u32 distance = 16; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(FULL_WARP, value, distance));
  }
  return value;
}

// Smallest ID of each piece and the point that has it; of equal IDs the first in order. Where the
// exponents are not common to all groups, also those of each piece.
extern "C" __global__ void reference_of_pieces(Columns columns, Ranges ranges, u32 common,
                                               u64* smallest_id, u32* point, int* exponents) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  u64 best = ~0ull, best_member = ~0ull;
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    u64 id = columns.id(columns.row(columns.point(m)));
    if (id < best || best_member == ~0ull) {
      best = id;
      best_member = m;
    }
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    u64 id = __shfl_xor_sync(FULL_WARP, best, distance);
    u64 member = __shfl_xor_sync(FULL_WARP, best_member, distance);
    if (id < best || (id == best && member < best_member)) {
      best = id;
      best_member = member;
    }
  }
  if (lane_index() == 0) {
    smallest_id[w] = best;
    point[w] = columns.members[best_member];
  }
  if (common) {
    return;
  }
  int mass = exponent_above(0), speed = exponent_above(0);
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    u32 row = columns.row(columns.point(m));
    mass = max(mass, exponent_above(columns.mass(row)));
    for (u32 d = 0; d < 3 && columns.velocities; d++) {
      speed = max(speed, exponent_above(fabs(columns.velocity(row, d))));
    }
  }
  mass = warp_max(mass);
  speed = warp_max(speed);
  if (lane_index() == 0) {
    exponents[2 * w] = mass;
    exponents[2 * w + 1] = speed;
  }
}

// The best piece of each group, the place and velocity of the point it names, and the exponents:
// those given where they are common to all groups.
extern "C" __global__ void reference_of_groups(Columns columns, Ranges ranges, u32 common,
                                               u32 mass_exponent, u32 speed_exponent,
                                               const u64* piece_id, const u32* piece_point,
                                               const int* exponents, Reference* references) {
  u64 g = thread_index();
  if (g >= ranges.groups) {
    return;
  }
  u64 first = ranges.first_piece[g];
  u64 best = first;
  int mass = common ? int(mass_exponent) : exponents[2 * first];
  int speed = common ? int(speed_exponent) : exponents[2 * first + 1];
  for (u64 p = first + 1; p < ranges.first_piece[g + 1]; p++) {
    if (piece_id[p] < piece_id[best]) {
      best = p;
    }
    if (!common) {
      mass = max(mass, exponents[2 * p]);
      speed = max(speed, exponents[2 * p + 1]);
    }
  }
  u32 point = piece_point[best];
  Place place = place_of(columns.points, point);
  Reference reference = {
      piece_id[best], {place.x, place.y, place.z}, short(mass), short(speed), {}};
  for (u32 d = 0; d < 3 && columns.velocities; d++) {
    reference.velocity[d] = columns.velocity(columns.row(point), d);
  }
  references[g] = reference;
}

// Sums over each piece (SumColumns): the moments, then number and mass per type slot. With one type
// there is one slot, otherwise slot t is type t. Every operation on doubles is that of
// CpuMemberSums, in its order: the addends are the same to the last bit.
extern "C" __global__ void sum_pieces(Columns columns, Ranges ranges, u64 slots,
                                      const Reference* references, Sum* sums) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  Sum* out = sums + w * (MOMENTS + 2 * slots);
  u32 lane = lane_index();
  Slices moment[MOMENTS];
  Reference reference = references[piece.group];
  double per_mass = scalbn(1.0, -reference.mass_exponent);
  double per_speed = scalbn(1.0, -reference.speed_exponent - 1);
  double middle[3];
  for (u32 d = 0; d < 3; d++) {
    middle[d] = reference.velocity[d] * per_speed;
  }
  Slices all;
  u32 present = 0;
  // Loads of a round do not wait for each other: points are taken two rounds ahead, rows one.
  auto point_at = [&](u64 m) { return columns.point(min(m, piece.to - 1)); };
  u64 m = piece.from + lane;
  u32 point = point_at(m), next_point = point_at(m + 32), row = columns.row(point);
  for (; m < piece.to; m += 32) {
    u32 next_row = columns.row(next_point);
    u32 point_after = point_at(m + 64);
    Place place = place_of(columns.points, point);
    u32 type = columns.type(row);
    double mass = columns.mass(row) * per_mass;
    double velocity[3] = {};
    if (columns.velocities) {
      columns.velocity(row, velocity);
    }
    all.add(mass);
    present |= 1u << type;
    int position[3] = {place.x, place.y, place.z};
    for (u32 d = 0; d < 3; d++) {
      // The minimum image, by natural overflow.
      double offset = int(u32(position[d]) - u32(reference.position[d])) * (1 / CELLS);
      double weighted = mass * offset;
      moment[d].add(weighted);
      moment[3 + d].add(weighted * offset);
    }
    if (columns.velocities) {
      for (u32 d = 0; d < 3; d++) {
        double u = velocity[d] * per_speed - middle[d];
        double weighted = mass * u;
        moment[6 + d].add(weighted);
        moment[9].add(weighted * u);
      }
    }
    point = next_point;
    next_point = point_after;
    row = next_row;
  }
  for (u32 k = 0; k < MOMENTS; k++) {
    Sum sum = moment[k].total();
    if (lane == k) {
      out[k] = sum;
    }
  }
  if (slots == 1) {
    Sum mass = all.total();
    if (lane == 0) {
      out[MOMENTS] = {piece.to - piece.from, 0};
      out[MOMENTS + 1] = mass;
    }
    return;
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    present |= __shfl_xor_sync(FULL_WARP, present, distance);
  }
  for (u32 t = 0; t < slots; t++) {
    Slices of_type;
    i64 count = 0;
    if (present >> t & 1) {
      for (u64 m = piece.from + lane; m < piece.to; m += 32) {
        u32 row = columns.row(columns.point(m));
        if (columns.type(row) == t) {
          count++;
          of_type.add(columns.mass(row) * per_mass);
        }
      }
    }
    count = warp_sum(count);
    Sum mass = of_type.total();
    if (lane == 0) {
      out[MOMENTS + t] = {u64(count), 0};
      out[MOMENTS + slots + t] = mass;
    }
  }
}

// Adds up the pieces of each group: a warp per group. Mostly there is one piece.
extern "C" __global__ void sum_groups(Ranges ranges, const Sum* of_pieces, u64 columns,
                                      Sum* of_groups) {
  u64 g = thread_index() / 32;
  u32 lane = lane_index();
  if (g >= ranges.groups) {
    return;
  }
  u64 first = ranges.first_piece[g], end = ranges.first_piece[g + 1];
  if (end - first == 1) {
    for (u64 column = lane; column < columns; column += 32) {
      of_groups[g * columns + column] = of_pieces[first * columns + column];
    }
    return;
  }
  for (u64 column = 0; column < columns; column++) {
    Sum sum = {};
    for (u64 p = first + lane; p < end; p += 32) {
      sum.add(of_pieces[p * columns + column]);
    }
    sum = warp_sum(sum);
    if (lane == 0) {
      of_groups[g * columns + column] = sum;
    }
  }
}

// --- catalogue order and table -----------------------------------------------------------------

// What decides on the place of each group.
extern "C" __global__ void take_order_keys(const u64* first_member, u64 groups,
                                           const Reference* references, OrderKey* keys) {
  u64 g = thread_index();
  if (g < groups) {
    keys[g] = {references[g].id, u32(first_member[g + 1] - first_member[g]), u32(g)};
  }
}

extern "C" __global__ void take_order(const OrderKey* keys, u64 groups, u32* order) {
  u64 i = thread_index();
  if (i < groups) {
    order[i] = keys[i].group;
  }
}

constexpr u32 FIXED_WIDTH = 11;  // GroupTable.FIXED_WIDTH

// Rows of the catalogue (GroupTable) from the sums of groups, in order: a thread per row. Moments
// about the reference become moments about the mean (the shift theorem), operation by operation as
// in GroupSums.
extern "C" __global__ void make_rows(const u64* first_member, u64 groups, const u32* order,
                                     const Reference* references, const Sum* sums,
                                     const u64* radii, u64 slots, u64 first_type, u64 types,
                                     FixedPointMap map, u32 periodic, u64* rows) {
  u64 i = thread_index();
  if (i >= groups) {
    return;
  }
  u64 g = order[i];
  const Sum* sum = sums + g * (MOMENTS + 2 * slots);
  u64* row = rows + i * (FIXED_WIDTH + 2 * types);
  Reference reference = references[g];
  row[0] = reference.id;
  row[1] = first_member[g + 1] - first_member[g];
  for (u64 t = 0; t < types; t++) {
    bool there = t >= first_type && t < first_type + slots;
    Sum of_type = there ? sum[MOMENTS + slots + t - first_type] : Sum{};
    row[2 + t] = there ? sum[MOMENTS + t - first_type].low : 0;
    row[2 + types + t] =
        __double_as_longlong(scalbn(value_of(of_type), reference.mass_exponent));
  }
  // A group without mass is where its member with the smallest ID is.
  double mass = mass_of_all(sum, slots);
  double mean[MOMENTS];
  for (u32 k = 0; k < MOMENTS; k++) {
    mean[k] = mean_of(sum[k], mass);
  }
  int speed_exponent = reference.speed_exponent + 1;
  double radius_square = 0, bulk_square = 0;
  u64* property = row + 2 + 2 * types;
  for (u32 d = 0; d < 3; d++) {
    double offset = mean[d] * CELLS;
    double spread = (mean[3 + d] - mean[d] * mean[d]) * (CELLS * CELLS);
    radius_square += spread * map.cell[d] * map.cell[d];
    bulk_square += mean[6 + d] * mean[6 + d];
    double cells = reference.position[d] + offset + double(map.offset[d]);
    if (periodic) {
      cells -= 0x1p32 * floor(cells / 0x1p32);
      cells = cells < 0x1p32 ? cells : 0;
    }
    property[d] = __double_as_longlong(cells * map.cell[d]);
    property[3 + d] =
        __double_as_longlong(reference.velocity[d] + scalbn(mean[6 + d], speed_exponent));
  }
  property[6] = __double_as_longlong(sqrt(fmax(0.0, radius_square)));
  double dispersion = sqrt(fmax(0.0, mean[9] - bulk_square) / 3);
  property[7] = __double_as_longlong(scalbn(dispersion, speed_exponent));
  property[8] = radii ? radii[g] : 0;
}

// --- enclosing radii ---------------------------------------------------------------------------

// The largest distance of a member of each group from the centre of mass of all, operation by
// operation as in CpuMemberSums: a warp per piece, which raises the zero of its group. Bits of
// numbers that are not negative have their order.
extern "C" __global__ void farthest_of_pieces(Columns columns, Ranges ranges, u64 slots,
                                              const Reference* references, const Sum* sums,
                                              FixedPointMap map, u64* radii) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  Reference reference = references[piece.group];
  const Sum* sum = sums + piece.group * (MOMENTS + 2 * slots);
  double mass = mass_of_all(sum, slots);
  double centre[3];
  for (u32 d = 0; d < 3; d++) {
    centre[d] = __dmul_rn(mean_of(sum[d], mass), CELLS);
  }
  double largest = 0;
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    Place place = place_of(columns.points, columns.point(m));
    int position[3] = {place.x, place.y, place.z};
    double square = 0;
    for (u32 d = 0; d < 3; d++) {
      double cells = int(u32(position[d]) - u32(reference.position[d])) - centre[d];
      double length = __dmul_rn(cells, map.cell[d]);
      square = __dadd_rn(square, __dmul_rn(length, length));
    }
    largest = fmax(largest, square);
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    largest = fmax(largest, __shfl_xor_sync(FULL_WARP, largest, distance));
  }
  if (lane_index() == 0) {
    atomicMax(radii + piece.group, u64(__double_as_longlong(sqrt(largest))));
  }
}
