// Properties of groups, and their order in the catalogue (GroupKernels).
#include "pieces.cuh"

// --- references and sums -----------------------------------------------------------------------

// The member of a group about which the group is summed up: that with the smallest ID
// (GroupReference).
struct __align__(16) Reference {
  u64 id;
  int position[3];
  float velocity[3];
};

// Smallest ID of each piece and the point that has it; of equal IDs the first in order.
extern "C" __global__ void reference_of_pieces(Columns columns, Ranges ranges,
                                               u64* smallest_id, u32* point) {
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
}

// The best piece of each group, and the place and velocity of the point it names.
extern "C" __global__ void reference_of_groups(Columns columns, Ranges ranges,
                                               const u64* piece_id, const u32* piece_point,
                                               Reference* references) {
  u64 g = thread_index();
  if (g >= ranges.groups) {
    return;
  }
  u64 best = ranges.first_piece[g];
  for (u64 p = best + 1; p < ranges.first_piece[g + 1]; p++) {
    if (piece_id[p] < piece_id[best]) {
      best = p;
    }
  }
  u32 point = piece_point[best];
  Place place = place_of(columns.points, point);
  Reference reference = {piece_id[best], {place.x, place.y, place.z}, {}};
  for (u32 d = 0; d < 3 && columns.velocities; d++) {
    reference.velocity[d] = columns.velocity(columns.row(point), d);
  }
  references[g] = reference;
}

__device__ __forceinline__ double warp_sum(double value) {
  for (u32 distance = 16; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(FULL_WARP, value, distance);
  }
  return value;
}

constexpr u32 MOMENTS = 10;  // SumColumns.MOMENTS, in the same order

// Sums over each piece (SumColumns): the moments, then number and mass per type slot. With one type
// there is one slot, otherwise slot t is type t.
extern "C" __global__ void sum_pieces(Columns columns, Ranges ranges, u64 slots,
                                      const Reference* references, double* sums) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  double* out = sums + w * (MOMENTS + 2 * slots);
  u32 lane = lane_index();
  double moment[MOMENTS] = {};
  Reference reference = references[piece.group];
  double total = 0;
  u32 present = 0;
  for (u64 m = piece.from + lane; m < piece.to; m += 32) {
    u32 point = columns.point(m);
    u32 row = columns.row(point);
    double mass = columns.mass(row);
    total += mass;
    present |= 1u << columns.type(row);
    Place place = place_of(columns.points, point);
    int offset[3] = {place.x, place.y, place.z};
    for (u32 d = 0; d < 3; d++) {
      // The minimum image, by natural overflow.
      double x = int(u32(offset[d]) - u32(reference.position[d]));
      moment[d] += mass * x;
      moment[3 + d] += mass * x * x;
    }
    if (columns.velocities) {
      for (u32 d = 0; d < 3; d++) {
        double u = double(columns.velocity(row, d)) - reference.velocity[d];
        moment[6 + d] += mass * u;
        moment[9] += mass * u * u;
      }
    }
  }
  for (u32 k = 0; k < MOMENTS; k++) {
    double sum = warp_sum(moment[k]);
    if (lane == k) {
      out[k] = sum;
    }
  }
  if (slots == 1) {
    total = warp_sum(total);
    if (lane == 0) {
      out[MOMENTS] = double(piece.to - piece.from);
      out[MOMENTS + 1] = total;
    }
    return;
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    present |= __shfl_xor_sync(FULL_WARP, present, distance);
  }
  for (u32 t = 0; t < slots; t++) {
    double count = 0, mass = 0;
    if (present >> t & 1) {
      for (u64 m = piece.from + lane; m < piece.to; m += 32) {
        u32 row = columns.row(columns.point(m));
        if (columns.type(row) == t) {
          count += 1;
          mass += columns.mass(row);
        }
      }
    }
    count = warp_sum(count);
    mass = warp_sum(mass);
    if (lane == 0) {
      out[MOMENTS + t] = count;
      out[MOMENTS + slots + t] = mass;
    }
  }
}

// Adds up the pieces of each group: a warp per group. Mostly there is one piece.
extern "C" __global__ void sum_groups(Ranges ranges, const double* of_pieces, u64 columns,
                                      double* of_groups) {
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
    double sum = 0;
    for (u64 p = first + lane; p < end; p += 32) {
      sum += of_pieces[p * columns + column];
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

constexpr u32 FIXED_WIDTH = 10;  // GroupTable.FIXED_WIDTH

// Rows of the catalogue (GroupTable) from the sums of groups, in order: a thread per row. Moments
// about the reference become moments about the mean (the shift theorem), as in GroupRows.
extern "C" __global__ void make_rows(const u64* first_member, u64 groups, const u32* order,
                                     const Reference* references, const double* sums, u64 slots,
                                     u64 first_type, u64 types, FixedPointMap map, u32 periodic,
                                     u64* rows) {
  u64 i = thread_index();
  if (i >= groups) {
    return;
  }
  u64 g = order[i];
  const double* moment = sums + g * (MOMENTS + 2 * slots);
  u64* row = rows + i * (FIXED_WIDTH + 2 * types);
  Reference reference = references[g];
  row[0] = reference.id;
  row[1] = first_member[g + 1] - first_member[g];
  double mass = 0;
  for (u64 t = 0; t < types; t++) {
    bool there = t >= first_type && t < first_type + slots;
    double count = there ? moment[MOMENTS + t - first_type] : 0;
    double of_type = there ? moment[MOMENTS + slots + t - first_type] : 0;
    row[2 + t] = u64(count);
    row[2 + types + t] = __double_as_longlong(of_type);
    mass += of_type;
  }
  // A group without mass is where its member with the smallest ID is.
  double weight = mass > 0 ? 1 / mass : 0;
  double radius_square = 0, bulk_square = 0;
  u64* property = row + 2 + 2 * types;
  for (u32 d = 0; d < 3; d++) {
    double offset = moment[d] * weight;
    double spread = moment[3 + d] * weight - offset * offset;
    radius_square += spread * map.cell[d] * map.cell[d];
    double u = moment[6 + d] * weight;
    bulk_square += u * u;
    double cells = reference.position[d] + offset + double(map.offset[d]);
    if (periodic) {
      cells -= 0x1p32 * floor(cells / 0x1p32);
    }
    property[d] = __double_as_longlong(cells * map.cell[d]);
    property[3 + d] = __double_as_longlong(reference.velocity[d] + u);
  }
  property[6] = __double_as_longlong(sqrt(fmax(0.0, radius_square)));
  property[7] = __double_as_longlong(sqrt(fmax(0.0, moment[9] * weight - bulk_square) / 3));
}
