// The left-balanced k-d tree of Wald 2022 (arXiv:2211.00120v2), walked as in Wald 2022
// (arXiv:2210.12859): a thread for each point, sub-tree or query. See KdTreeKernels.
#include "kdtree.cuh"

// --- building ----------------------------------------------------------------------------------

// Unsigned, in the order of the numbers; 0 and -0 are one.
__device__ __forceinline__ u32 ordered(float x) {
  int bits = __float_as_int(x + 0.0f);
  return u32(bits) ^ (u32(bits >> 31) | 0x80000000u);
}

__device__ __forceinline__ u64 ordered(double x) {
  i64 bits = __double_as_longlong(x + 0.0);
  return u64(bits) ^ (u64(bits >> 63) | 0x8000000000000000ull);
}

// Words are a key in the upper half and a row in the lower one.
__device__ __forceinline__ u64 word_of(u32 key, u32 row) { return u64(key) << 32 | row; }

extern "C" __global__ void coordinate_words_4(const float* xyz, u64 n, u32 dimension, u64* words) {
  u64 i = thread_index();
  if (i < n) {
    u32 row = u32(words[i]);
    words[i] = word_of(ordered(__ldg(xyz + 3 * u64(row) + dimension)), row);
  }
}

// By one half of a double at a time, the lower one first.
extern "C" __global__ void coordinate_words_8(const double* xyz, u64 n, u32 dimension, u32 upper,
                                              u64* words) {
  u64 i = thread_index();
  if (i < n) {
    u32 row = u32(words[i]);
    u64 key = ordered(__ldg(xyz + 3 * u64(row) + dimension));
    words[i] = word_of(u32(upper ? key >> 32 : key), row);
  }
}

// LeftBalancedShape: nodes N on L levels.
struct Shape {
  i64 count;
  i64 levels;

  static __device__ __forceinline__ i64 level(i64 node) { return 63 - __clzll(node + 1); }

  static __device__ __forceinline__ i64 above(i64 level) { return (i64(1) << level) - 1; }

  __device__ __forceinline__ i64 size(i64 node) const {
    i64 below = levels - level(node) - 1;
    i64 width = i64(1) << below;
    i64 first_lowest = ((node + 1) << below) - 1;
    return width - 1 + min(max(i64(0), count - first_lowest), width);
  }

  __device__ __forceinline__ i64 begin(i64 node) const {
    i64 below = levels - level(node) - 1;
    i64 left_siblings = node - above(level(node));
    return above(level(node)) + left_siblings * above(below) +
           min(left_siblings << below, count - above(levels - 1));
  }

  __device__ __forceinline__ i64 pivot(i64 node) const { return begin(node) + size(2 * node + 1); }

  __device__ __forceinline__ i64 in_order(i64 node) const {
    bool has_children = 2 * node + 1 < count;
    return (has_children ? pivot(node) : begin(node)) + node - 2 * above(level(node));
  }
};

// Keys are a tag, the node that a position has reached on the way down, in the upper half, and a
// coordinate in the dimension of the tag's sub-tree in the lower one: of doubles one half at a time,
// the lower one first.
template <class Real>
__device__ __forceinline__ void subtree_keys(const Real* xyz, u64 from, u64 n, u32 upper,
                                             const u8* splits, u32 dimension, const u32* indices,
                                             u64* keys) {
  u64 i = from + thread_index();
  if (i >= n) {
    return;
  }
  u32 tag = u32(keys[i] >> 32);
  u32 d = splits ? __ldg(splits + tag) : dimension;
  u64 bits = ordered(__ldg(xyz + 3 * u64(indices[i]) + d));
  keys[i] = word_of(tag, u32(upper ? bits >> 32 : bits));
}

// The tag update kernel of section 3.2, for the positions that are not at their nodes yet. They are
// sorted by keys.
extern "C" __global__ void update_tags(u64* keys, Shape shape, u64 done) {
  i64 i = i64(done + thread_index());
  if (i >= shape.count) {
    return;
  }
  i64 node = i64(keys[i] >> 32);
  i64 pivot = shape.pivot(node);
  if (i != pivot) {
    keys[i] = u64(2 * node + (i < pivot ? 1 : 2)) << 32;
  }
}

// The box around all positions, and the dimensions that may be split.
struct Region {
  double lower[3];
  double upper[3];
};

struct Dimensions {
  u64 count;
  u64 dimension[3];
};

// The dimension in which the region of each sub-tree of a level is widest: section 6. Nodes above
// the level before are at their places in `indices`, and those of the level before are still the
// pivots of their sub-trees.
template <class Real>
__device__ __forceinline__ void split_subtrees(const Real* xyz, const u32* indices,
                                               const Shape& shape, i64 level, Region region,
                                               const Dimensions& dimensions, u8* splits) {
  i64 node = Shape::above(level) + i64(thread_index());
  if (node >= min(Shape::above(level + 1), shape.count)) {
    return;
  }
  for (i64 below = node; below > 0;) {
    i64 parent = (below - 1) / 2;
    u32 d = splits[parent];
    i64 place = Shape::level(parent) == level - 1 ? shape.pivot(parent) : parent;
    double plane = double(__ldg(xyz + 3 * u64(__ldg(indices + place)) + d));
    if (below == 2 * parent + 1) {
      region.upper[d] = fmin(region.upper[d], plane);
    } else {
      region.lower[d] = fmax(region.lower[d], plane);
    }
    below = parent;
  }
  u32 widest = u32(dimensions.dimension[0]);
  double width = region.upper[widest] - region.lower[widest];
  for (u32 i = 1; i < dimensions.count; i++) {
    u32 d = u32(dimensions.dimension[i]);
    if (region.upper[d] - region.lower[d] > width) {
      width = region.upper[d] - region.lower[d];
      widest = d;
    }
  }
  splits[node] = u8(widest);
}

// Tags are final.
extern "C" __global__ void place_nodes(const u64* keys, const u32* indices, u64 from, u64 n,
                                       u32* nodes) {
  u64 i = from + thread_index();
  if (i < n) {
    nodes[keys[i] >> 32] = indices[i];
  }
}

extern "C" __global__ void put_in_order(const u32* rows, Shape shape, u32* in_order) {
  i64 node = i64(thread_index());
  if (node < shape.count) {
    in_order[shape.in_order(node)] = rows[node];
  }
}

template <class Real>
__device__ __forceinline__ bool coincide(const Real* xyz, u64 a, u64 b) {
  return xyz[3 * a] == xyz[3 * b] && xyz[3 * a + 1] == xyz[3 * b + 1] &&
         xyz[3 * a + 2] == xyz[3 * b + 2];
}

// Words are in the order of all coordinates, then of rows. Bits of the first row of each place are
// set in `firsts`, which was 0.
template <class Real>
__device__ __forceinline__ void mark_places(const Real* xyz, u64 n, const u64* words, u32* next,
                                            u32* firsts) {
  u64 i = thread_index();
  if (i >= n) {
    return;
  }
  u32 row = u32(words[i]);
  bool last = i + 1 == n || !coincide(xyz, row, u32(words[i + 1]));
  next[row] = last ? NO_ROW : u32(words[i + 1]);
  if (i == 0 || !coincide(xyz, row, u32(words[i - 1]))) {
    atomicOr(firsts + row / 32, 1u << row % 32);
  }
}

// Coordinates in [0, side] of a periodic box; `farthest`, which was 0, becomes the largest absolute
// one that was outside.
template <class Real>
__device__ __forceinline__ void wrap_points(const Real* xyz, u64 n, const Space<double>& space,
                                            Real* wrapped, u64* farthest) {
  u64 i = thread_index();
  if (i >= 3 * n) {
    return;
  }
  u32 d = u32(i % 3);
  double side = d == 0 ? space.x.side : d == 1 ? space.y.side : space.z.side;
  Real x = xyz[i];
  if (isinf(side) || (x >= 0 && double(x) <= side)) {
    wrapped[i] = x;
  } else {
    wrapped[i] = Real(wrap_into(double(x), side));
    atomicMax(farthest, u64(__double_as_longlong(fabs(double(x)))));
  }
}

#define KD_TREE(suffix, Real)                                                                     \
  extern "C" __global__ void subtree_keys_##suffix(                                               \
      const Real* xyz, u64 from, u64 n, u32 upper, const u8* splits, u32 dimension,               \
      const u32* indices, u64* keys) {                                                            \
    subtree_keys(xyz, from, n, upper, splits, dimension, indices, keys);                          \
  }                                                                                               \
  extern "C" __global__ void split_subtrees_##suffix(                                             \
      const Real* xyz, const u32* indices, Shape shape, u64 level, Region region,                 \
      Dimensions dimensions, u8* splits) {                                                        \
    split_subtrees(xyz, indices, shape, i64(level), region, dimensions, splits);                  \
  }                                                                                               \
  extern "C" __global__ void mark_places_##suffix(const Real* xyz, u64 n, const u64* words,       \
                                                  u32* next, u32* firsts) {                       \
    mark_places(xyz, n, words, next, firsts);                                                     \
  }                                                                                               \
  extern "C" __global__ void wrap_points_##suffix(const Real* xyz, u64 n, Space<double> space,    \
                                                  Real* wrapped, u64* farthest) {                 \
    wrap_points(xyz, n, space, wrapped, farthest);                                                \
  }

KD_TREE(4, float)
KD_TREE(8, double)

// --- searching ---------------------------------------------------------------------------------

KD_SEARCHES(4, float, false)
KD_SEARCHES(8, double, false)
