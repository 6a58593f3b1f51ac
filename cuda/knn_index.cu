// Makes the index of points for nearest neighbours (CudaNeighbourIndex), and leaves neighbours out.
#include "hilbert.cuh"
#include "knn_index.cuh"

constexpr u32 CROWD = 1024;

// Where the curve runs: cells per length, the same in all dimensions, or quantiles.
struct CurveMap {
  double lower[3];
  double side[3];  // infinite where coordinates do not wrap
  double cells_per_length;
  const u64* quantiles[3];  // null, or sorted words of coordinates at which cells begin
  u64 count;                // of each, at most the cells of a dimension
};

// A coordinate, counted from the lower end of the box, inside it where coordinates wrap.
__device__ __forceinline__ double inside_box(double x, const CurveMap& map, u32 dimension) {
  double from = x - map.lower[dimension], side = map.side[dimension];
  bool outside = !(from >= 0 && from < side) && !isinf(side);
  return outside ? wrap(from, side) : from;
}

// A word that is ordered as the numbers are; both zeros have one.
__device__ __forceinline__ u64 ordered_word(double x) {
  i64 bits = __double_as_longlong(x + 0.0);
  return u64(bits) ^ (u64(bits >> 63) | 1ull << 63);
}

__device__ __forceinline__ u32 curve_cell(double x, const CurveMap& map, u32 dimension) {
  double inside = inside_box(x, map, dimension);
  const u64* quantiles = map.quantiles[dimension];
  if (quantiles != nullptr) {
    u64 word = ordered_word(inside);
    u64 cell = count_below(map.count, [&](u64 at) { return quantiles[at] < word; });
    return u32(min(cell, u64((1u << KEY_BITS) - 1)));
  }
  return u32(min(max(inside * map.cells_per_length, 0.0), double((1u << KEY_BITS) - 1)));
}

template <class Real>
__device__ __forceinline__ u64 curve_key(const u16* table, const Real* xyz, u64 row,
                                         const CurveMap& map, u32 finest) {
  return hilbert_key(table, curve_cell(double(xyz[3 * row]), map, 0),
                     curve_cell(double(xyz[3 * row + 1]), map, 1),
                     curve_cell(double(xyz[3 * row + 2]), map, 2), finest);
}

constexpr u32 CURVE_ITEMS = 8;  // rows of a thread (CurveOrder)

// One word per row: the leading bits of its key above its row number.
template <class Real>
__device__ void curve_words(const Real* xyz, u64 n, const CurveMap& map, u32 row_bits, u64* words) {
  const u16* table = hilbert_table();
  for (u32 item = 0; item < CURVE_ITEMS; item++) {
    u64 row = item_index<CURVE_ITEMS>(item);
    if (row < n) {
      u64 key = curve_key(table, xyz, row, map, row_bits / 3);
      words[row] = key << 1 >> row_bits << row_bits | row;
    }
  }
}

extern "C" __global__ void curve_words_4(const float* xyz, u64 n, CurveMap map, u32 row_bits,
                                         u64* words) {
  curve_words(xyz, n, map, row_bits, words);
}

extern "C" __global__ void curve_words_8(const double* xyz, u64 n, CurveMap map, u32 row_bits,
                                         u64* words) {
  curve_words(xyz, n, map, row_bits, words);
}

// Whole keys, with their rows beside them.
template <class Real>
__device__ void curve_keys(const Real* xyz, u64 n, const CurveMap& map, u64* keys, u32* rows) {
  const u16* table = hilbert_table();
  u64 row = thread_index();
  if (row < n) {
    keys[row] = curve_key(table, xyz, row, map, 0) << 1;
    rows[row] = u32(row);
  }
}

extern "C" __global__ void curve_keys_4(const float* xyz, u64 n, CurveMap map, u64* keys,
                                        u32* rows) {
  curve_keys(xyz, n, map, keys, rows);
}

extern "C" __global__ void curve_keys_8(const double* xyz, u64 n, CurveMap map, u64* keys,
                                        u32* rows) {
  curve_keys(xyz, n, map, keys, rows);
}

// Whole keys and rows of some of the sorted words.
template <class Real>
__device__ void curve_keys_of(const u64* words, const u32* selected, u64 count, u32 row_bits,
                              const Real* xyz, const CurveMap& map, u64* keys, u32* rows) {
  const u16* table = hilbert_table();
  u64 k = thread_index();
  if (k < count) {
    u32 row = u32(words[selected[k]] & ((1ull << row_bits) - 1));
    keys[k] = curve_key(table, xyz, row, map, 0) << 1;
    rows[k] = row;
  }
}

extern "C" __global__ void curve_keys_of_4(const u64* words, const u32* selected, u64 count,
                                           u32 row_bits, const float* xyz, CurveMap map, u64* keys,
                                           u32* rows) {
  curve_keys_of(words, selected, count, row_bits, xyz, map, keys, rows);
}

extern "C" __global__ void curve_keys_of_8(const u64* words, const u32* selected, u64 count,
                                           u32 row_bits, const double* xyz, CurveMap map, u64* keys,
                                           u32* rows) {
  curve_keys_of(words, selected, count, row_bits, xyz, map, keys, rows);
}

// Words of the coordinates in one dimension.
template <class Real>
__device__ void coordinate_words(const Real* xyz, u64 n, const CurveMap& map, u32 dimension,
                                 u64* words) {
  u64 row = thread_index();
  if (row < n) {
    words[row] = ordered_word(inside_box(double(xyz[3 * row + dimension]), map, dimension));
  }
}

extern "C" __global__ void coordinate_words_4(const float* xyz, u64 n, CurveMap map,
                                              u32 dimension, u64* words) {
  coordinate_words(xyz, n, map, dimension, words);
}

extern "C" __global__ void coordinate_words_8(const double* xyz, u64 n, CurveMap map,
                                              u32 dimension, u64* words) {
  coordinate_words(xyz, n, map, dimension, words);
}

// Counts the sorted words with an equal key LEAF places on, whose leaves are in no order, and in the
// upper half of `counts` those with one CROWD places on.
extern "C" __global__ void count_unordered(const u64* words, u64 n, u32 row_bits, u64* counts) {
  u64 i = thread_index();
  auto equal = [&](u64 places) {
    return i + places < n && words[i] >> row_bits == words[i + places] >> row_bits;
  };
  bool unordered = equal(LEAF);
  u32 in_leaves = __syncthreads_count(unordered);
  u32 in_crowds = in_leaves > 0 ? __syncthreads_count(unordered && equal(CROWD)) : 0;
  if (threadIdx.x == 0 && in_leaves > 0) {
    atomicAdd(counts, u64(in_crowds) << 32 | in_leaves);
  }
}

// Rows and keys of every LEAF-th point, from sorted words.
extern "C" __global__ void split_words(const u64* words, u64 n, u32 row_bits, u32* order,
                                       u64* leaf_keys) {
  u64 i = thread_index();
  if (i < n) {
    order[i] = u32(words[i] & ((1ull << row_bits) - 1));
    if (i % LEAF == 0) {
      leaf_keys[i / LEAF] = words[i];
    }
  }
}

// Points in the order of the curve.
template <class Real>
__device__ void gather_records(const Real* xyz, const u32* order, u64 n, u32 flat,
                               Record<Real>* records) {
  u64 i = thread_index();
  if (i < n) {
    u32 row = order[i];
    records[i] = {place_at(xyz, row, flat), row};
  }
}

extern "C" __global__ void gather_records_4(const float* xyz, const u32* order, u64 n,
                                            u32 flat, Record<float>* records) {
  gather_records(xyz, order, n, flat, records);
}

extern "C" __global__ void gather_records_8(const double* xyz, const u32* order, u64 n,
                                            u32 flat, Record<double>* records) {
  gather_records(xyz, order, n, flat, records);
}

// --- nodes -----------------------------------------------------------------------------------

// A lane per point. The lanes behind the last point repeat it.
template <class Real>
__device__ void make_leaves(const Record<Real>* points, u64 n, const Space<Real>& space,
                            const Space<double>& exact, Box<Real>* leaves) {
  u64 i = thread_index();
  Vector<Real> at = load(points, min(i, n - 1)).at;
  Box<Real> box = image_box({double(at.x), double(at.y), double(at.z)}, space, exact);
  merge_boxes(box, LEAF);
  Vector<Real> first = {__shfl_sync(FULL_WARP, at.x, 0), __shfl_sync(FULL_WARP, at.y, 0),
                        __shfl_sync(FULL_WARP, at.z, 0)};
  box.one_place =
      __all_sync(FULL_WARP, at.x == first.x && at.y == first.y && at.z == first.z);
  box.before = 0;
  if (i < n && lane_index() == 0) {
    leaves[i / LEAF] = box;
  }
}

extern "C" __global__ void make_leaves_4(const Record<float>* points, u64 n, Space<float> space,
                                         Space<double> exact, Box<float>* leaves) {
  make_leaves(points, n, space, exact, leaves);
}

extern "C" __global__ void make_leaves_8(const Record<double>* points, u64 n, Space<double> space,
                                         Space<double> exact, Box<double>* leaves) {
  make_leaves(points, n, space, exact, leaves);
}

// Counts the points at the place of a leaf that stand in the leaves just before it.
template <class Real>
__device__ void count_before(const Record<Real>* points, u64 leaves, Box<Real>* nodes) {
  u64 leaf = thread_index();
  if (leaf >= leaves || !nodes[leaf].one_place) {
    return;
  }
  Vector<Real> here = load(points, leaf * LEAF).at;
  u32 before = 0;
  while (before < MAX_BEFORE && leaf > before / LEAF) {
    u64 other = leaf - before / LEAF - 1;
    Vector<Real> there = load(points, other * LEAF).at;
    if (!nodes[other].one_place || here.x != there.x || here.y != there.y || here.z != there.z) {
      break;
    }
    before += LEAF;
  }
  nodes[leaf].before = before;
}

extern "C" __global__ void count_before_4(const Record<float>* points, u64 leaves,
                                          Box<float>* nodes) {
  count_before(points, leaves, nodes);
}

extern "C" __global__ void count_before_8(const Record<double>* points, u64 leaves,
                                          Box<double>* nodes) {
  count_before(points, leaves, nodes);
}

// A warp per node, a lane per child. The lanes behind the last child repeat it.
template <class Real>
__device__ void make_parents(const Box<Real>* children, u64 n, Box<Real>* parents) {
  u64 i = thread_index();
  Box<Real> box = load(children, min(i, n - 1));
  bool joined = box.one_place && (lane_index() == 0 || box.before > 0);
  merge_boxes(box, FANOUT);
  box.one_place = __all_sync(FULL_WARP, joined);
  box.before = box.one_place ? box.before : 0;
  if (i < n && lane_index() == 0) {
    parents[i / FANOUT] = box;
  }
}

extern "C" __global__ void make_parents_4(const Box<float>* children, u64 n, Box<float>* parents) {
  make_parents(children, n, parents);
}

extern "C" __global__ void make_parents_8(const Box<double>* children, u64 n,
                                          Box<double>* parents) {
  make_parents(children, n, parents);
}
