// Puts lists of neighbours in order (CudaRadiusKernels): places become rows and distances, nearest
// first, those at one distance by row.
//
// The network compares in one direction only: of a list of any length those comparisons are left out
// whose higher place is behind its end. Short lists are sorted in the registers of a warp.
#include "knn_index.cuh"

constexpr u32 BLOCK = 256;
constexpr u32 MOST_OF_WARP = 128;
constexpr u32 MOST_OF_BLOCK = 2048;

// Neighbours of a list, wherever they are.
struct Pairs {
  double* distance;
  u32* row;

  __device__ __forceinline__ void order(u64 low, u64 high) const {
    double a = distance[low], b = distance[high];
    u32 r = row[low], s = row[high];
    if (b < a || (b == a && s < r)) {
      distance[low] = b;
      distance[high] = a;
      row[low] = s;
      row[high] = r;
    }
  }
};

// Sorts with threads [0, threads); `sync` makes what one wrote visible to the others.
template <class Sync>
__device__ __forceinline__ void sort_pairs(const Pairs& pairs, u64 count, u32 thread, u32 threads,
                                           Sync sync) {
  for (u64 size = 2; size < 2 * count; size *= 2) {
    for (u64 step = size / 2; step > 0; step /= 2) {
      bool flip = step == size / 2;
      for (u64 i = thread;; i += threads) {
        u64 low = i / step * 2 * step + i % step;
        if (low >= count) {
          break;
        }
        u64 high = flip ? (low | (size - 1)) - low % step : low + step;
        if (high < count) {
          pairs.order(low, high);
        }
      }
      sync();
    }
  }
}

// What is sorted: the list of each query, its places in `rows`.
template <class Real>
struct Lists {
  const Record<Real>* points;
  const void* queries;  // places, as they were given: [3m]
  u64 doubles;          // whether they are
  u64 flat;
  const u64* start;
  u32* rows;
};

template <class Real>
__device__ __forceinline__ Vector<double> query_of(const Lists<Real>& lists, u64 query) {
  if (lists.doubles) {
    return place_at(static_cast<const double*>(lists.queries), query, u32(lists.flat));
  }
  Vector<float> at = place_at(static_cast<const float*>(lists.queries), query, u32(lists.flat));
  return {double(at.x), double(at.y), double(at.z)};
}

template <class Real>
__device__ __forceinline__ void measure(const Lists<Real>& lists, u64 first, u64 count,
                                        const Vector<double>& query, const Space<double>& space,
                                        const Pairs& pairs, u32 thread, u32 threads) {
  for (u64 i = thread; i < count; i += threads) {
    Record<Real> point = load(lists.points, lists.rows[first + i]);
    pairs.distance[i] = distance_of(query, point.at, space);
    pairs.row[i] = point.row;
  }
}

template <class Real, class Distance>
__device__ __forceinline__ void write(const Lists<Real>& lists, u64 first, u64 count,
                                      const Pairs& pairs, Distance* distances, u32 thread,
                                      u32 threads) {
  for (u64 i = thread; i < count; i += threads) {
    lists.rows[first + i] = pairs.row[i];
    distances[first + i] = Distance(pairs.distance[i]);
  }
}

// Up to 32 PER_LANE neighbours in registers: that at place 32 i + lane of the list is the i-th of a
// lane.
template <u32 PER_LANE>
struct WarpPairs {
  double distance[PER_LANE];
  u32 row[PER_LANE];

  __device__ __forceinline__ void sort() {
#pragma unroll
    for (u32 size = 2; size <= 32 * PER_LANE; size *= 2) {
      order(size - 1, size / 2);
#pragma unroll
      for (u32 step = size / 4; step > 0; step /= 2) {
        order(step, step);
      }
    }
  }

  // Orders each place and the one that differs from it in the bits of `mask`, of which `highest` is
  // the highest.
  __device__ __forceinline__ void order(u32 mask, u32 highest) {
    double other_distance[PER_LANE];
    u32 other_row[PER_LANE];
#pragma unroll
    for (u32 i = 0; i < PER_LANE; i++) {
      other_distance[i] = distance[i ^ mask / 32];
      other_row[i] = row[i ^ mask / 32];
      if (mask % 32 != 0) {
        other_distance[i] = __shfl_xor_sync(FULL_WARP, other_distance[i], mask % 32);
        other_row[i] = __shfl_xor_sync(FULL_WARP, other_row[i], mask % 32);
      }
    }
#pragma unroll
    for (u32 i = 0; i < PER_LANE; i++) {
      bool higher = highest < 32 ? lane_index() & highest : i & highest / 32;
      bool less = other_distance[i] < distance[i] ||
                  (other_distance[i] == distance[i] && other_row[i] < row[i]);
      if (less != higher) {
        distance[i] = other_distance[i];
        row[i] = other_row[i];
      }
    }
  }
};

template <u32 PER_LANE, class Real, class Distance>
__device__ __forceinline__ void order_in_registers(const Lists<Real>& lists, u64 first, u32 count,
                                                   const Vector<double>& query,
                                                   const Space<double>& space,
                                                   Distance* distances) {
  WarpPairs<PER_LANE> pairs;
#pragma unroll
  for (u32 i = 0; i < PER_LANE; i++) {
    u32 place = 32 * i + lane_index();
    pairs.distance[i] = infinity();
    pairs.row[i] = NO_ROW;
    if (place < count) {
      Record<Real> point = load(lists.points, lists.rows[first + place]);
      pairs.distance[i] = distance_of(query, point.at, space);
      pairs.row[i] = point.row;
    }
  }
  pairs.sort();
#pragma unroll
  for (u32 i = 0; i < PER_LANE; i++) {
    u32 place = 32 * i + lane_index();
    if (place < count) {
      lists.rows[first + place] = pairs.row[i];
      distances[first + place] = Distance(pairs.distance[i]);
    }
  }
}

// A warp per query, for short lists; marks the queries of others.
template <class Real, class Distance>
__device__ void order_short(const Lists<Real>& lists, u64 queries, const Space<double>& space,
                            Distance* distances, u32* longer) {
  u64 query = thread_index() / 32;
  if (query >= queries) {
    return;
  }
  u64 first = lists.start[query], count = lists.start[query + 1] - first;
  Vector<double> at = query_of(lists, query);
  if (count <= 32) {
    order_in_registers<1>(lists, first, u32(count), at, space, distances);
  } else if (count <= 64) {
    order_in_registers<2>(lists, first, u32(count), at, space, distances);
  } else if (count <= MOST_OF_WARP) {
    order_in_registers<MOST_OF_WARP / 32>(lists, first, u32(count), at, space, distances);
  } else if (lane_index() == 0) {
    atomicOr(longer + query / 32, 1u << query % 32);
  }
}

// A block per query of some, for lists of any length; those that shared memory has no room for are
// sorted in `scratch`, in which each such list has as much room as all before it need.
template <class Real, class Distance>
__device__ void order_long(const Lists<Real>& lists, const u32* queries, const Space<double>& space,
                           Distance* distances, const u64* room, double* scratch_distance) {
  __shared__ double distance[MOST_OF_BLOCK];
  __shared__ u32 row[MOST_OF_BLOCK];
  u64 query = queries[blockIdx.x];
  u64 first = lists.start[query], count = lists.start[query + 1] - first;
  bool fits = count <= MOST_OF_BLOCK;
  Pairs pairs = fits ? Pairs{distance, row}
                     : Pairs{scratch_distance + room[blockIdx.x], lists.rows + first};
  measure(lists, first, count, query_of(lists, query), space, pairs, threadIdx.x, BLOCK);
  __syncthreads();
  sort_pairs(pairs, count, threadIdx.x, BLOCK, [] { __syncthreads(); });
  write(lists, first, count, pairs, distances, threadIdx.x, BLOCK);
}

#define ORDER_KERNELS(SUFFIX, REAL, DISTANCE)                                                      \
  extern "C" __global__ void __launch_bounds__(BLOCK) order_short_##SUFFIX(                        \
      Lists<REAL> lists, u64 queries, Space<double> space, DISTANCE* distances, u32* longer) {     \
    order_short(lists, queries, space, distances, longer);                                         \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(BLOCK) order_long_##SUFFIX(                         \
      Lists<REAL> lists, const u32* queries, Space<double> space, DISTANCE* distances,             \
      const u64* room, double* scratch) {                                                          \
    order_long(lists, queries, space, distances, room, scratch);                                   \
  }

ORDER_KERNELS(4_4, float, float)
ORDER_KERNELS(4_8, float, double)
ORDER_KERNELS(8_4, double, float)
ORDER_KERNELS(8_8, double, double)

// Thread per query of some: how many pairs there are of those whose lists are too long for a block's
// shared memory.
extern "C" __global__ void scratch_pairs(const u32* queries, u64 count, const u64* start,
                                         u32* pairs) {
  u64 i = thread_index();
  if (i < count) {
    u64 length = start[queries[i] + 1] - start[queries[i]];
    pairs[i] = length <= MOST_OF_BLOCK ? 0 : u32(length);
  }
}
