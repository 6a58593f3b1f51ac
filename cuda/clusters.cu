// Clusters of points around core points (ClusterKernels).
#include "forest.cuh"

constexpr u32 NONE = ~0u;  // ClusterKernels.NONE

// Marks the points whose counts are in [from, to).
extern "C" __global__ void mark_counts(const i64* counts, u64 n, i64 from, i64 to, u32* bits) {
  u64 i = thread_index();
  bool marked = i < n && counts[i] >= from && counts[i] < to;
  store_bits(bits, i, n, marked);
}

// Unites points[i] with rows[other[i]].
extern "C" __global__ void unite_pairs(u32* pointers, const u32* points, const u32* other,
                                       u64 count, const u32* rows) {
  u64 i = thread_index();
  if (i < count && other[i] != NONE) {
    Forest{pointers}.unite(points[i], rows[other[i]]);
  }
}

// Sets the bits of the roots below n of groups with a core point: groups of several points have
// one. Mostly the bit is set already: a read saves most of the atomics.
extern "C" __global__ void mark_roots(const u32* pointers, u64 pointer_count, const i64* counts,
                                      u64 n, i64 min_points, volatile u32* bits) {
  u64 i = thread_index();
  if (i >= pointer_count) {
    return;
  }
  u32 root = pointers[i];
  bool in_cluster = root != i || counts[i] >= min_points;
  u32 bit = 1u << root % 32;
  if (in_cluster && root < n && !(bits[root / 32] & bit)) {
    atomicOr(const_cast<u32*>(bits) + root / 32, bit);
  }
}

// The label of a point is the number of marked roots below its root, if that is marked.
extern "C" __global__ void label_members(const u32* pointers, u64 n, const u32* bits,
                                         const u32* before, u32* labels) {
  u64 i = thread_index();
  if (i < n) {
    u32 root = pointers[i], word = bits[root / 32], bit = 1u << root % 32;
    labels[i] = word & bit ? before[root / 32] + __popc(word & (bit - 1)) : NONE;
  }
}

// Adds members to their clusters. Lanes with members of one cluster add them up first, and the
// smallest ID is mostly known already.
extern "C" __global__ void sum_members(const u32* labels, u64 n, const i64* counts, i64 min_points,
                                       const u64* ids, u64* size, u64* cores, u64* first_id) {
  u64 i = thread_index();
  u32 label = i < n ? labels[i] : NONE;
  bool core = label != NONE && counts[i] >= min_points;
  u32 peers = __match_any_sync(FULL_WARP, label);
  u32 cores_of_warp = __ballot_sync(FULL_WARP, core);
  if (label == NONE) {
    return;
  }
  if (lane_index() == __ffs(peers) - 1) {
    atomicAdd(size + label, u64(__popc(peers)));
    atomicAdd(cores + label, u64(__popc(peers & cores_of_warp)));
  }
  u64 id = ids[i];
  if (id < *static_cast<volatile u64*>(first_id + label)) {
    atomicMin(first_id + label, id);
  }
}

// Twice the number of the cluster of each member, plus 1 for core points.
extern "C" __global__ void number_members(u32* labels, u64 n, const u32* numbers,
                                          const i64* counts, i64 min_points) {
  u64 i = thread_index();
  if (i < n && labels[i] != NONE) {
    labels[i] = 2 * numbers[labels[i]] + (counts[i] >= min_points);
  }
}

// Row rows[i] - first of the result is values[i].
extern "C" __global__ void put_in_order(const u32* values, const u64* rows, u64 n, u64 first,
                                        u32* ordered) {
  u64 i = thread_index();
  if (i < n) {
    ordered[rows[i] - first] = values[i];
  }
}
