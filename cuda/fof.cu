// Friends-of-friends (FofKernels). A warp works on one parent of leaves, or on one pair of parents.
#include "leaf_linker.cuh"

constexpr u32 LINK_WARPS = 2;  // warps per block: small blocks, since parents differ much in work
constexpr u32 BLOCK_PAIRS = 16;  // pairs of parents that they take in turns (CudaFofKernels)
// Blocks per multiprocessor, as many as registers and the smaller architectures allow.
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 750 || __CUDA_ARCH__ == 860)
constexpr u32 LINK_BLOCKS = 16;
#else
constexpr u32 LINK_BLOCKS = 24;
#endif

template <class Criterion>
__device__ void link_within_parents(Node* parents, u64 count, Node* leaves, const Points& points,
                                    u32* pointers, const Criterion& criterion) {
  __shared__ WarpScratch scratch[LINK_WARPS];
  u32 lane = lane_index();
  u64 w = thread_index() / 32;
  if (w >= count) {
    return;
  }
  LeafLinker<Criterion> linker{
      {points, 0}, {points, 0}, {pointers}, criterion, &scratch[threadIdx.x / 32]};
  Node parent = load_node(parents, u32(w));
  u32 size = parent.size();
  Node own = {};
  bool is_dense = false;
  if (lane < size) {
    own = load_node(leaves, parent.first + lane);
    linker.scratch->leaf[lane] = own;
    linker.scratch->frame[lane] = Frame::of(own, criterion);
    is_dense = dense(own, criterion);
  }
  u32 dense_leaves = __ballot_sync(FULL_WARP, is_dense);
  __syncwarp();
  if (dense(parent, criterion)) {
    const Node& last = linker.scratch->leaf[size - 1];
    linker.unite_range(linker.scratch->leaf[0].first, last.first + last.size());
    if (lane < size) {
      leaves[parent.first + lane].size_and_flag = own.size_and_flag | ONE_GROUP;
    }
    if (lane == 0) {
      parents[w].size_and_flag = parent.size_and_flag | ONE_GROUP;
    }
    return;
  }
  Place next = {0, 0, 0};
  linker.load(linker.own, linker.scratch->leaf[0], next);
  for (u32 l = 0; l < size; l++) {
    // Loads of the points of the next leaf are under way while those of this one are linked.
    Place p = next;
    linker.load(linker.own, linker.scratch->leaf[min(l + 1, size - 1)], next);
    const Node& leaf = linker.scratch->leaf[l];
    bool one_group = dense_leaves >> l & 1;
    if (one_group) {
      linker.unite_range(leaf.first, leaf.first + leaf.size());
    } else {
      one_group = linker.link_inside(leaf, linker.scratch->frame[l], p);
    }
    __syncwarp();
    if (one_group && lane == l) {
      own.size_and_flag |= ONE_GROUP;
      linker.scratch->leaf[l].size_and_flag = own.size_and_flag;
      leaves[parent.first + l].size_and_flag = own.size_and_flag;
    }
  }
  __syncwarp();
  u32 pairs = size * (size - 1) / 2;
  for (u32 start = 0; start < pairs; start += 32) {
    u32 t = start + lane;
    // Pair t is (a, b) with b (b - 1) / 2 <= t and a < b; exact for the few pairs there are.
    u32 b = u32((1 + sqrtf(1.0f + 8.0f * t)) * 0.5f);
    u32 a = t - b * (b - 1) / 2;
    bool offered = t < pairs;
    linker.link_leaves(offered, offered ? a : 0, offered ? b : 0, false);
    __syncwarp();
  }
  bool joined = true;
  u32 root = 0;
  if (lane < size) {
    joined = own.one_group();
    root = joined ? linker.forest.find(own.first) : 0;
  }
  u32 first_root = __shfl_sync(FULL_WARP, root, 0);
  if (__all_sync(FULL_WARP, joined && (lane >= size || root == first_root)) && lane == 0) {
    parents[w].size_and_flag = parent.size_and_flag | ONE_GROUP;
  }
}

// Links the points of two different parents.
template <class Criterion>
__device__ __forceinline__ void link_parents(uint2 pair, const Node* parents, const Node* leaves,
                                             LeafLinker<Criterion>& linker,
                                             const Criterion& criterion) {
  u32 lane = lane_index();
  if (pair.x == pair.y) {
    return;
  }
  Node a = read_node(parents, pair.x);
  Node b = read_node(parents, pair.y);
  bool one_link_does = a.one_group() && b.one_group();
  if (one_link_does) {
    u32 root = linker.forest.find(__ldg(&leaves[lane % 2 ? a.first : b.first].first));
    if (__shfl_sync(FULL_WARP, root, 0) == __shfl_sync(FULL_WARP, root, 1)) {
      return;
    }
  }
  // The lower half of the lanes looks at the leaves of a, the upper half at those of b.
  bool lower_half = lane < MAX_LEAVES;
  u32 child = lane % MAX_LEAVES;
  bool kept = child < (lower_half ? a : b).size();
  Node leaf;
  if (kept) {
    leaf = read_node(leaves, (lower_half ? a : b).first + child);
    kept = near(leaf, lower_half ? b : a, criterion);
  }
  u32 mask = __ballot_sync(FULL_WARP, kept);
  u32 count_a = __popc(mask & 0xffff), count_b = __popc(mask >> 16);
  if (count_a == 0 || count_b == 0) {
    return;
  }
  if (kept) {
    u32 place = __popc(mask & lanes_below());
    linker.scratch->leaf[place] = leaf;
    linker.scratch->frame[place] = Frame::of(leaf, criterion);
  }
  __syncwarp();
  u32 offered = count_a * count_b;
  for (u32 start = 0; start < offered; start += 32) {
    u32 t = start + lane;
    u32 i = t / count_b;
    bool valid = t < offered;
    if (linker.link_leaves(valid, valid ? i : 0, valid ? count_a + t % count_b : 0,
                           one_link_does)) {
      return;
    }
    __syncwarp();
  }
}

// Links the points of each pair of different parents. Pairs differ so much that a warp with pairs of
// its own would wait long for the other one of its block.
template <class Criterion>
__device__ void link_across_parents(const uint2* pairs, u64 count, const Node* parents,
                                    const Node* leaves, const Points& points, u32* pointers,
                                    const Criterion& criterion) {
  __shared__ WarpScratch scratch[LINK_WARPS];
  __shared__ u32 taken;
  if (threadIdx.x == 0) {
    taken = 0;
  }
  __syncthreads();
  LeafLinker<Criterion> linker{
      {points, 0}, {points, 0}, {pointers}, criterion, &scratch[threadIdx.x / 32]};
  u64 first = u64(blockIdx.x) * BLOCK_PAIRS, end = min(first + BLOCK_PAIRS, count);
  while (true) {
    u32 next = lane_index() == 0 ? atomicAdd(&taken, 1) : 0;
    u64 w = first + __shfl_sync(FULL_WARP, next, 0);
    if (w >= end) {
      return;
    }
    link_parents(__ldg(pairs + w), parents, leaves, linker, criterion);
    __syncwarp();
  }
}

// Node step of the walk: MAX_LEAVES lanes look at one pair. Lane l holds child l of the first node
// and meets the children of the second one by one; its mask tells which are near. The second nodes
// may be those of other ranks (`ghosts`).
template <class Criterion>
__device__ void expand(const uint2* pairs, u64 count, const Node* parents, const Node* children,
                       const Node* other_parents, const Node* other_children, bool ghosts,
                       const Criterion& criterion, u32* counts, u16* masks) {
  u64 k = thread_index() / MAX_LEAVES;
  u32 l = lane_index() % MAX_LEAVES;
  u32 mask = 0;
  if (k < count) {
    uint2 pair = __ldg(pairs + k);
    bool self = !ghosts && pair.x == pair.y;
    Node a = read_node(parents, pair.x);
    Node b = read_node(other_parents, pair.y);
    Node child;
    bool kept = l < a.size();
    if (kept) {
      child = read_node(children, a.first + l);
      kept = self || near(child, b, criterion);
    }
    u32 end = kept ? b.size() : 0;
    for (u32 m = self ? l : 0; m < end; m++) {
      mask |= u32(near(child, read_node(other_children, b.first + m), criterion)) << m;
    }
    masks[k * MAX_LEAVES + l] = u16(mask);
  }
  u32 found = __popc(mask);
  for (u32 distance = MAX_LEAVES / 2; distance > 0; distance /= 2) {
    found += __shfl_xor_sync(FULL_WARP, found, distance);
  }
  if (k < count && l == 0) {
    counts[k] = found;
  }
}

// Half of a node step: the children of the first node of a pair near its second node, which stays. A
// lane per child. With `pairs_out` null only counts[] is written.
template <class Criterion>
__device__ void descend(const uint2* pairs, u64 count, const Node* parents, const Node* children,
                        const Node* others, const Criterion& criterion, u32* counts,
                        const u64* offsets, uint2* pairs_out) {
  u64 k = thread_index() / MAX_LEAVES;
  if (k >= count) {
    return;
  }
  u32 l = lane_index() % MAX_LEAVES;
  u32 shift = lane_index() - l;
  u32 lanes = ((1u << MAX_LEAVES) - 1) << shift;
  uint2 pair = __ldg(pairs + k);
  Node parent = read_node(parents, pair.x);
  bool hit = l < parent.size() && near(read_node(children, parent.first + l),
                                       read_node(others, pair.y), criterion);
  u32 hits = __ballot_sync(lanes, hit) >> shift;
  if (pairs_out && hit) {
    pairs_out[offsets[k] + __popc(hits & ((1u << l) - 1))] = make_uint2(parent.first + l, pair.y);
  }
  if (!pairs_out && l == 0) {
    counts[k] = __popc(hits);
  }
}

// Nodes of a level near node j of another: a warp per such node. With `pairs_out` null only counts[]
// is written.
template <class Criterion>
__device__ void near_pairs(const Node* nodes, u64 count, const Node* others, u64 other_count,
                           const Criterion& criterion, u32* counts, const u64* offsets,
                           uint2* pairs_out) {
  u64 j = thread_index() / 32;
  if (j >= other_count) {
    return;
  }
  Node other = read_node(others, u32(j));
  u64 at = pairs_out ? offsets[j] : 0;
  u32 found = 0;
  for (u64 start = 0; start < count; start += 32) {
    u64 i = start + lane_index();
    bool hit = i < count && near(read_node(nodes, u32(i)), other, criterion);
    u32 hits = __ballot_sync(FULL_WARP, hit);
    if (pairs_out && hit) {
      pairs_out[at + __popc(hits & lanes_below())] = make_uint2(u32(i), u32(j));
    }
    at += __popc(hits);
    found += __popc(hits);
  }
  if (!pairs_out && lane_index() == 0) {
    counts[j] = found;
  }
}

// Links the points of pairs of a leaf here and a leaf of another rank: a warp per pair.
template <class Criterion>
__device__ void link_ghosts(const uint2* pairs, u64 count, const Node* leaves, const Points& points,
                            const Node* ghost_leaves, const Points& ghost_points, u32 offset,
                            u32* pointers, const Criterion& criterion) {
  __shared__ WarpScratch scratch[LINK_WARPS];
  u64 w = thread_index() / 32;
  if (w >= count) {
    return;
  }
  LeafLinker<Criterion> linker{
      {points, 0}, {ghost_points, offset}, {pointers}, criterion, &scratch[threadIdx.x / 32]};
  Node a = read_node(leaves, pairs[w].x);
  Node b = read_node(ghost_leaves, pairs[w].y);
  if (a.one_group() && b.one_group()) {
    u32 root = linker.forest.find(lane_index() % 2 ? linker.own.leader(a) : linker.other.leader(b));
    if (__shfl_sync(FULL_WARP, root, 0) == __shfl_sync(FULL_WARP, root, 1)) {
      return;
    }
  }
  linker.link_points(a, Frame::of(a, criterion), b, Frame::of(b, criterion));
}

// --- entry points: one per criterion ----------------------------------------------------------

#define FOF_ENTRY_POINTS(suffix, Criterion)                                                        \
  extern "C" __global__ void __launch_bounds__(32 * LINK_WARPS, LINK_BLOCKS)                       \
      link_within_parents_##suffix(                                                                \
      Node* parents, u64 count, Node* leaves, const int* x, const int* y, const int* z,            \
      u32* pointers, Criterion criterion) {                                                        \
    link_within_parents(parents, count, leaves, {x, y, z}, pointers, criterion);                   \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(32 * LINK_WARPS, LINK_BLOCKS)                       \
      link_across_parents_##suffix(                                                                \
      const uint2* pairs, u64 count, const Node* parents, const Node* leaves, const int* x,        \
      const int* y, const int* z, u32* pointers, Criterion criterion) {                            \
    link_across_parents(pairs, count, parents, leaves, {x, y, z}, pointers, criterion);            \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(32 * LINK_WARPS) link_ghosts_##suffix(              \
      const uint2* pairs, u64 count, const Node* leaves, const int* x, const int* y, const int* z, \
      const Node* ghost_leaves, const int* ghost_x, const int* ghost_y, const int* ghost_z,        \
      u32 offset, u32* pointers, Criterion criterion) {                                            \
    link_ghosts(pairs, count, leaves, {x, y, z}, ghost_leaves, {ghost_x, ghost_y, ghost_z},        \
                offset, pointers, criterion);                                                      \
  }                                                                                                \
  extern "C" __global__ void expand_##suffix(                                                      \
      const uint2* pairs, u64 count, const Node* parents, const Node* children, u32* counts,       \
      u16* masks, Criterion criterion) {                                                           \
    expand(pairs, count, parents, children, parents, children, false, criterion, counts, masks);   \
  }                                                                                                \
  extern "C" __global__ void expand_ghosts_##suffix(                                               \
      const uint2* pairs, u64 count, const Node* parents, const Node* children,                    \
      const Node* other_parents, const Node* other_children, u32* counts, u16* masks,              \
      Criterion criterion) {                                                                       \
    expand(pairs, count, parents, children, other_parents, other_children, true, criterion, counts,\
           masks);                                                                                 \
  }                                                                                                \
  extern "C" __global__ void descend_##suffix(                                                     \
      const uint2* pairs, u64 count, const Node* parents, const Node* children,                    \
      const Node* others, u32* counts, const u64* offsets, uint2* pairs_out, Criterion criterion) {\
    descend(pairs, count, parents, children, others, criterion, counts, offsets, pairs_out);       \
  }                                                                                                \
  extern "C" __global__ void near_pairs_##suffix(                                                  \
      const Node* nodes, u64 count, const Node* others, u64 other_count, u32* counts,              \
      const u64* offsets, uint2* pairs_out, Criterion criterion) {                                 \
    near_pairs(nodes, count, others, other_count, criterion, counts, offsets, pairs_out);          \
  }

FOF_ENTRY_POINTS(isotropic, IsotropicCriterion)
FOF_ENTRY_POINTS(general, GeneralCriterion)

// The pairs that follow from the masks of expand().
extern "C" __global__ void pairs_of_masks(const uint2* pairs, u64 count, const Node* parents,
                                          const Node* other_parents, const u16* masks,
                                          const u64* offsets, uint2* pairs_out) {
  u64 k = thread_index() / MAX_LEAVES;
  u32 l = lane_index() % MAX_LEAVES;
  bool inside = k < count;
  u32 mask = inside ? masks[k * MAX_LEAVES + l] : 0;
  u32 found = __popc(mask), before = found;
  for (u32 distance = 1; distance < MAX_LEAVES; distance *= 2) {
    u32 below = __shfl_up_sync(FULL_WARP, before, distance, MAX_LEAVES);
    before += l >= distance ? below : 0;
  }
  if (found == 0) {
    return;
  }
  uint2 pair = __ldg(pairs + k);
  u32 first = parents[pair.x].first + l, other = other_parents[pair.y].first;
  for (u64 at = offsets[k] + before - found; mask != 0; mask &= mask - 1) {
    pairs_out[at++] = make_uint2(first, other + __ffs(mask) - 1);
  }
}

// Every pair (i, j), i <= j, of n nodes.
extern "C" __global__ void all_pairs(u64 n, uint2* pairs) {
  u64 k = thread_index();
  u64 i = k / n, j = k % n;
  if (i < n && i <= j) {
    pairs[i * n - i * (i + 1) / 2 + j] = make_uint2(u32(i), u32(j));
  }
}

// Makes every pointer point at its root. A warp that reads a pointer before or after another has
// replaced it finds the same root either way.
extern "C" __global__ void contract(u32* pointers, u64 n) {
  u32 start[ITEMS], next[ITEMS];
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    start[item] = pointers[min(item_index(item), n - 1)];
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    next[item] = pointers[start[item]];
  }
#pragma unroll
  for (u32 item = 0; item < ITEMS; item++) {
    u32 root = start[item];
    while (next[item] != root) {
      root = next[item];
      next[item] = pointers[root];
    }
    u64 i = item_index(item);
    if (i < n && root != start[item]) {
      pointers[i] = root;
    }
  }
}
