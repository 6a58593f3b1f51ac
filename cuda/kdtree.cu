// The left-balanced k-d tree of Wald 2022 (arXiv:2211.00120v2), walked as in Wald 2022
// (arXiv:2210.12859): a thread for each point or query. See KdTreeKernels.
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

extern "C" __global__ void tag_words(const u32* tags, u64 n, u64* words) {
  u64 i = thread_index();
  if (i < n) {
    u32 row = u32(words[i]);
    words[i] = word_of(__ldg(tags + row), row);
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
};

// The tag update kernel of section 3.2, for the points that are not at their nodes yet.
extern "C" __global__ void update_tags(u32* tags, const u64* words, Shape shape, u64 done) {
  i64 i = i64(done + thread_index());
  if (i >= shape.count) {
    return;
  }
  u32 row = u32(words[i]);
  u32 tag = tags[row];
  i64 pivot = shape.pivot(tag);
  if (i != pivot) {
    tags[row] = 2 * tag + (i < pivot ? 1 : 2);
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

// --- searching ---------------------------------------------------------------------------------

template <class Real>
__device__ __forceinline__ void count_ball(const Tree<Real>& tree, const Space<double>& space,
                                           const Slack& slack, const MethodQueries& queries, u64 from,
                                           u64 to, u64* counts) {
  u64 place = from + thread_index();
  if (place >= to) {
    return;
  }
  u32 row = queries.order[place];
  BallCount ball(reach_of(queries, row));
  Walk<Real, BallCount>(tree, space, slack, ball, place_of(queries, row, tree.flat)).run();
  counts[row] = ball.count;
}

// The points within the radius are the nearest ones, as many as were counted.
template <class Real>
__device__ __forceinline__ void list_ball(const Tree<Real>& tree, const Space<double>& space,
                                          const Slack& slack, const MethodQueries& queries, u64 from,
                                          u64 to, const u64* starts, u32* rows,
                                          double* distances) {
  u64 place = from + thread_index();
  if (place >= to) {
    return;
  }
  u32 row = queries.order[place];
  u64 start = starts[row], count = starts[row + u64(1)] - start;
  NearestHeap nearest(distances + start, rows + start, 1, count, reach_of(queries, row));
  if (count > 0) {
    Walk<Real, NearestHeap>(tree, space, slack, nearest, place_of(queries, row, tree.flat)).run();
  }
  nearest.sort();
}

#define NEAREST_NODES(suffix, Real, CAPACITY)                                                     \
  extern "C" __global__ void find_nearest_##CAPACITY##_##suffix(                                  \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to,     \
      Answers answers, u32* undecided) {                                                          \
    find_nearest_nodes<Walk##suffix, CAPACITY>(tree, space, slack, queries, from, to, answers,    \
                                               undecided);                                        \
  }

#define KD_TREE(suffix, Real)                                                                     \
  template <class Sink>                                                                           \
  using Walk##suffix = Walk<Real, Sink>;                                                          \
  extern "C" __global__ void mark_places_##suffix(const Real* xyz, u64 n, const u64* words,       \
                                                  u32* next, u32* firsts) {                       \
    mark_places(xyz, n, words, next, firsts);                                                     \
  }                                                                                               \
  extern "C" __global__ void wrap_points_##suffix(const Real* xyz, u64 n, Space<double> space,    \
                                                  Real* wrapped, u64* farthest) {                 \
    wrap_points(xyz, n, space, wrapped, farthest);                                                \
  }                                                                                               \
  extern "C" __global__ void find_nearest_##suffix(                                               \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to,     \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers) {        \
    find_nearest<Walk##suffix>(tree, space, slack, queries, from, to, chosen, distances, rows,    \
                               first_place, answers);                                             \
  }                                                                                               \
  extern "C" __global__ void find_nearest_counted_##suffix(                                       \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to, \
      const u32* chosen, double* distances, u32* rows, u64 first_place, Answers answers,          \
      Work work) {                                                                                \
    find_nearest<Walk##suffix, Counting<NearestHeap, Counts>>(                                    \
        tree, space, slack, queries, from, to, chosen, distances, rows, first_place, answers,     \
        work);                                                                                    \
  }                                                                                               \
  NEAREST_NODES(suffix, Real, 8)                                                                  \
  NEAREST_NODES(suffix, Real, 16)                                                                 \
  NEAREST_NODES(suffix, Real, 32)                                                                 \
  NEAREST_NODES(suffix, Real, 64)                                                                 \
  extern "C" __global__ void count_ball_##suffix(Tree<Real> tree, Space<double> space,            \
                                                 Slack slack, MethodQueries queries, u64 from,        \
                                                 u64 to, u64* counts) {                           \
    count_ball(tree, space, slack, queries, from, to, counts);                                    \
  }                                                                                               \
  extern "C" __global__ void list_ball_##suffix(                                                  \
      Tree<Real> tree, Space<double> space, Slack slack, MethodQueries queries, u64 from, u64 to,     \
      const u64* starts, u32* rows, double* distances) {                                          \
    list_ball(tree, space, slack, queries, from, to, starts, rows, distances);                    \
  }

KD_TREE(4, float)
KD_TREE(8, double)
