// Search radii: the distance of the farthest neighbour, whether it leaves the domain of the rank, and
// how it compares with the distances between queries (CudaKnnKernels, CudaNeighbourRows).
#include "balls.cuh"
#include "knn_index.cuh"

// The distance, or where it has been rounded the next float, which it is not above.
__device__ __forceinline__ double not_below(float rounded) { return nextafterf(rounded, INFINITY); }
__device__ __forceinline__ double not_below(double distance) { return distance; }

template <class Real>
__device__ __forceinline__ double farthest(const Real* distances, u64 query, u32 k) {
  return not_below(__ldg(distances + query * k + k - 1));
}

extern "C" __global__ void farthest_4(const float* distances, u64 count, u32 k, double* last) {
  u64 query = thread_index();
  if (query < count) {
    last[query] = farthest(distances, query, k);
  }
}

extern "C" __global__ void farthest_8(const double* distances, u64 count, u32 k, double* last) {
  u64 query = thread_index();
  if (query < count) {
    last[query] = farthest(distances, query, k);
  }
}

// Thread per point of the index: whether its neighbours may lie out of the piece with the keys from
// first to last.
template <class Real, class Distance>
__device__ void points_leaving(const Record<Real>* points, const Distance* distances, u64 n, u32 k,
                               const FixedPointMap& map, bool periodic, i64 first, i64 last,
                               u32* bits) {
  u64 i = thread_index();
  bool out = false;
  if (i < n) {
    Vector<Real> at = load(points, i).at;
    int centre[3] = {nearest_fixed(double(at.x), 0, map, periodic),
                     nearest_fixed(double(at.y), 1, map, periodic),
                     nearest_fixed(double(at.z), 2, map, periodic)};
    out = leaves(centre, farthest(distances, i, k), map, periodic, first, last);
  }
  store_bits(bits, i, n, out);
}

#define POINTS_LEAVING(suffix, Real, Distance)                                                    \
  extern "C" __global__ void points_leaving_##suffix(                                             \
      const Record<Real>* points, const Distance* distances, u64 n, u32 k, FixedPointMap map,     \
      u32 periodic, i64 first, i64 last, u32* bits) {                                             \
    points_leaving(points, distances, n, k, map, periodic, first, last, bits);                    \
  }

POINTS_LEAVING(4_4, float, float)
POINTS_LEAVING(4_8, float, double)
POINTS_LEAVING(8_4, double, float)
POINTS_LEAVING(8_8, double, double)

// Thread per 32 consecutive queries: counts those with at most so many leaves of the index between
// them along the curve. The keys are those of the first query of each.
extern "C" __global__ void count_dense_groups(const u64* keys, u32 groups, const u64* leaf_keys,
                                              u32 leaves, u32 most, u32* count) {
  u64 g = thread_index();
  bool dense = g < groups && leaf_of(leaf_keys, leaves, keys[min(g + 1, groups - 1ull)]) -
                                     leaf_of(leaf_keys, leaves, keys[g]) <=
                                 most;
  u32 found = __syncthreads_count(dense);
  if (threadIdx.x == 0 && found > 0) {
    atomicAdd(count, found);
  }
}

// Farthest that 32 queries may be apart, in reaches of the one that reaches farthest, to be answered
// together: about what 32 queries have among 32 times as many points.
constexpr double NEAR = 8;

// A warp per 32 consecutive queries: counts those that are near to one another.
extern "C" __global__ void count_near_groups(Queries queries, u32* count) {
  u64 place = queries.from + thread_index();
  if (place - lane_index() >= queries.to) {
    return;
  }
  Record<double> query = query_at(queries, min(place, queries.to - 1));
  Box<double> box = {query.at, query.at, 0, 0};
  merge_boxes(box, 32);
  double x = box.upper.x - box.lower.x, y = box.upper.y - box.lower.y;
  double z = box.upper.z - box.lower.z;
  double reach = NEAR * reach_of(queries, query.row);
  bool near = !isinf(reach) && x * x + y * y + z * z <= reach * reach;
  if (__any_sync(FULL_WARP, near) && lane_index() == 0) {
    atomicAdd(count, 1);
  }
}
