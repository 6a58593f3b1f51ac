// Groups and their members (GroupKernels).
#include "pieces.cuh"

// --- selection ---------------------------------------------------------------------------------

constexpr u32 NEAR_BLOCK = 256;  // CudaGroupKernels.NEAR_BLOCK
constexpr u32 NEAR_ITEMS = 16;   // CudaGroupKernels.NEAR_ITEMS
constexpr u32 NEAR = NEAR_BLOCK * NEAR_ITEMS;  // points that a block counts in shared memory

// Counts the points whose root is among the points of the same block: most are, and most roots have
// no other points.
extern "C" __global__ void __launch_bounds__(NEAR_BLOCK) count_near_roots(const u32* pointers,
                                                                         u64 n, u32* lengths) {
  __shared__ u32 length[NEAR];
  for (u32 k = threadIdx.x; k < NEAR; k += NEAR_BLOCK) {
    length[k] = 0;
  }
  __syncthreads();
  u64 first = u64(blockIdx.x) * NEAR;
#pragma unroll 4
  for (u32 k = threadIdx.x; k < NEAR; k += NEAR_BLOCK) {
    u64 i = first + k;
    u32 root = i < n ? __ldg(pointers + i) : 0xffffffffu;
    // Neighbours in order are mostly of one group: the first of a run adds them all.
    u32 before = __shfl_up_sync(FULL_WARP, root, 1);
    bool heads = lane_index() == 0 || root != before;
    u32 after = __ballot_sync(FULL_WARP, heads) & ~lanes_below() & ~(1u << lane_index());
    u32 end = after == 0 ? 32 : __ffs(after) - 1;
    if (heads && root >= first && root - first < NEAR) {
      atomicAdd(length + (root - first), end - lane_index());
    }
  }
  __syncthreads();
#pragma unroll 4
  for (u32 k = threadIdx.x; k < NEAR; k += NEAR_BLOCK) {
    if (first + k < n) {
      lengths[first + k] = length[k];
    }
  }
}

// Adds the other points: lanes with equal roots add up first.
extern "C" __global__ void count_far_roots(const u32* pointers, u64 n, u32* lengths) {
  u32 roots[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 i = item_index(item);
    roots[item] = i < n ? __ldg(pointers + i) : u32(i);
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u32 root = roots[item];
    bool far = root / NEAR != u32(item_index(item)) / NEAR;
    u32 voters = __ballot_sync(FULL_WARP, far);
    if (far) {
      u32 peers = __match_any_sync(voters, root);
      if (lane_index() == __ffs(peers) - 1) {
        atomicAdd(lengths + root, u32(__popc(peers)));
      }
    }
  }
}

// Where the length of a group was that is kept: this flag and its number.
constexpr u32 KEPT = 0x80000000u;

// Marks the roots of groups of at least min_length points.
extern "C" __global__ void mark_groups(const u32* lengths, u64 n, u32 min_length, u32* bits) {
  bool kept[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 i = item_index(item);
    kept[item] = i < n && __ldg(lengths + i) >= min_length;
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    store_bits(bits, item_index(item), n, kept[item]);
  }
}

// Takes the lengths of the groups with the given roots, and leaves their numbers there.
extern "C" __global__ void number_groups(const u32* roots, u64 groups, u32* lengths,
                                         u32* lengths_of_groups) {
  u64 g = thread_index();
  if (g < groups) {
    u32 root = roots[g];
    lengths_of_groups[g] = lengths[root];
    lengths[root] = KEPT | u32(g);
  }
}

extern "C" __global__ void mark_members(const u32* pointers, const u32* numbers, u64 n, u32* bits) {
  bool member[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u64 i = item_index(item);
    member[item] = i < n && (__ldg(numbers + __ldg(pointers + i)) & KEPT);
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    store_bits(bits, item_index(item), n, member[item]);
  }
}

extern "C" __global__ void groups_of_members(const u32* members, u64 count, const u32* pointers,
                                             const u32* numbers, u32* groups) {
  u64 m = thread_index();
  if (m < count) {
    groups[m] = __ldg(numbers + __ldg(pointers + __ldg(members + m))) & ~KEPT;
  }
}

// --- pieces ------------------------------------------------------------------------------------

extern "C" __global__ void count_pieces(const u64* first_member, u64 groups, u64 piece_members,
                                        u32* pieces) {
  u64 g = thread_index();
  if (g < groups) {
    u64 members = first_member[g + 1] - first_member[g];
    pieces[g] = u32((members + piece_members - 1) / piece_members);
  }
}

// --- member IDs --------------------------------------------------------------------------------

// ID of each member, and the place of its group in the order times the number of type slots, plus
// its type. Also the bits that are set in any ID.
extern "C" __global__ void take_ids(Columns columns, Ranges ranges, u64 slots,
                                    const u32* place_of_group, u64* ids, u32* slot, u64* any_bits) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  u32 base = place_of_group[piece.group] * u32(slots);
  u64 bits = 0;
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    u32 row = columns.row(columns.point(m));
    u64 id = columns.id(row);
    ids[m] = id;
    slot[m] = base + (slots > 1 ? columns.type(row) : 0);
    bits |= id;
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    bits |= __shfl_xor_sync(FULL_WARP, bits, distance);
  }
  // Mostly set already: a look saves most of the atomics.
  if (lane_index() == 0 && (bits & ~*reinterpret_cast<volatile u64*>(any_bits))) {
    atomicOr(any_bits, bits);
  }
}

// --- labels ------------------------------------------------------------------------------------

// The row of each member and the place of its group: a warp per piece.
extern "C" __global__ void rows_and_places(const u32* members, Ranges ranges, const u32* rows,
                                           const u32* place_of_group, u32* row_of_member,
                                           u32* place_of_member) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  u32 place = __ldg(place_of_group + piece.group);
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    row_of_member[m] = __ldg(rows + __ldg(members + m));
    place_of_member[m] = place;
  }
}

extern "C" __global__ void label_rows(const u32* rows, const u32* places, u64 count, u32* labels) {
  u64 m = thread_index();
  if (m < count) {
    labels[rows[m]] = places[m];
  }
}

// The subhalo of each member by its row, and its other number: a warp per piece.
extern "C" __global__ void label_subhaloes(const u32* members, Ranges ranges, const u32* rows,
                                           const u32* first_of_group, const u64* labels,
                                           u32* numbers, u32* indices) {
  u64 w = thread_index() / 32;
  if (w >= ranges.first_piece[ranges.groups]) {
    return;
  }
  Piece piece = find_piece(ranges, w);
  u32 first = __ldg(first_of_group + piece.group);
  for (u64 m = piece.from + lane_index(); m < piece.to; m += 32) {
    u64 label = __ldg(labels + m);
    if (label >> 63 == 0) {
      u32 row = __ldg(rows + __ldg(members + m));
      numbers[row] = first + u32(label >> 32);
      indices[row] = u32(label);
    }
  }
}

// --- group order -------------------------------------------------------------------------------

constexpr u32 NO_GROUP = 0xffffffffu;    // GroupKernels.NO_GROUP
constexpr u32 IN_SUBHALO = 0xfffffffeu;  // GroupKernels.IN_SUBHALO

// The key of each row: its group, unless it is in a subhalo. member_index may be null.
extern "C" __global__ void take_keys(const u32* labels, const u32* member_index, u64 n, u32* keys) {
  u64 i = thread_index();
  if (i < n) {
    bool bound = member_index != nullptr && member_index[i] != NO_GROUP;
    keys[i] = bound ? IN_SUBHALO : labels[i];
  }
}

extern "C" __global__ void count_keys(const u32* sorted, u64 n, const u32* keys, u64 count,
                                      u64* counts) {
  u64 i = thread_index();
  if (i < count) {
    u64 key = keys[i];
    counts[i] = count_below(sorted, n, key + 1) - count_below(sorted, n, key);
  }
}

// The new row of each sorted row.
extern "C" __global__ void number_rows(const u32* keys, const u32* rows, u64 n, const u32* labels,
                                       const u32* member_index, const u32* groups, u64 count,
                                       const u64* shift, const u64* bound, u64 shift_of_none,
                                       u64* new_rows) {
  u64 k = thread_index();
  if (k >= n) {
    return;
  }
  u32 key = keys[k];
  u32 row = rows[k];
  u64 new_row = k + shift_of_none;
  if (key == IN_SUBHALO) {
    new_row = bound[count_below(groups, count, labels[row])] + member_index[row];
  } else if (key != NO_GROUP) {
    new_row = k + shift[count_below(groups, count, key)];
  }
  new_rows[row] = new_row;
}
