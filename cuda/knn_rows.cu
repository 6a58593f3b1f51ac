// Rows of neighbours that have been found (RowKernels): left out, renumbered, measured, merged.
#include "knn_index.cuh"

// A warp per row of k: the given row number is left out, else the last.
template <class Row, class Real>
__device__ void leave_out(const Row* rows, const Real* distances, u64 count, u32 k,
                          const Row* self, Row* kept_rows, Real* kept_distances) {
  u64 query = thread_index() / 32;
  if (query >= count) {
    return;
  }
  rows += query * k;
  distances += query * k;
  kept_rows += query * (k - 1);
  kept_distances += query * (k - 1);
  bool past = false;
  for (u32 start = 0; start < k - 1; start += 32) {
    u32 i = start + lane_index();
    u32 hits = __ballot_sync(FULL_WARP, i < k - 1 && rows[i] == self[query]);
    bool shifted = past || (hits & (lanes_below() | 1u << lane_index()));
    past |= hits != 0;
    if (i < k - 1) {
      kept_rows[i] = rows[i + shifted];
      kept_distances[i] = distances[i + shifted];
    }
  }
}

#define LEAVE_OUT(suffix, Row, Real)                                                               \
  extern "C" __global__ void leave_out_##suffix(const Row* rows, const Real* distances, u64 count, \
                                                u32 k, const Row* self, Row* kept_rows,            \
                                                Real* kept_distances) {                            \
    leave_out(rows, distances, count, k, self, kept_rows, kept_distances);                         \
  }

LEAVE_OUT(4_4, u32, float)
LEAVE_OUT(4_8, u32, double)
LEAVE_OUT(8_4, u64, float)
LEAVE_OUT(8_8, u64, double)

// numbers[i] = number of row rows[i]; no neighbour stays none.
extern "C" __global__ void renumber(const int* rows, u64 count, const i64* number_of_row,
                                    i64* numbers) {
  u64 i = thread_index();
  if (i < count) {
    numbers[i] = rows[i] < 0 ? rows[i] : number_of_row[rows[i]];
  }
}

// The same for the few last ones where the numbers take the place of the rows: all are read before
// any is written. A single block.
extern "C" __global__ void __launch_bounds__(1024) renumber_last(const int* rows, u32 count,
                                                                 const i64* number_of_row,
                                                                 i64* numbers) {
  bool mine = threadIdx.x < count;
  int row = mine ? rows[threadIdx.x] : 0;
  __syncthreads();
  if (mine) {
    numbers[threadIdx.x] = row < 0 ? row : number_of_row[row];
  }
}

// Thread per neighbour: its distance from the query of its row.
template <class Query, class Point>
__device__ void measure(const u32* rows, u64 count, u32 k, const Query* queries,
                        const Point* points, const Space<double>& space, u32 flat,
                        double* distances) {
  u64 i = thread_index();
  if (i >= count) {
    return;
  }
  u32 row = rows[i];
  Vector<Query> q = place_at(queries, i / k, flat);
  distances[i] = row == NO_ROW ? infinity()
                               : distance_of(Vector<double>{q.x, q.y, q.z},
                                             place_at(points, row, flat), space);
}

#define MEASURE(suffix, Query, Point)                                                          \
  extern "C" __global__ void measure_##suffix(const u32* rows, u64 count, u32 k,               \
                                              const Query* queries, const Point* points,       \
                                              Space<double> space, u32 flat,                   \
                                              double* distances) {                             \
    measure(rows, count, k, queries, points, space, flat, distances);                          \
  }

MEASURE(4_4, float, float)
MEASURE(4_8, float, double)
MEASURE(8_4, double, float)
MEASURE(8_8, double, double)

extern "C" __global__ void round_distances(const double* distances, u64 count, float* rounded) {
  u64 i = thread_index();
  if (i < count) {
    rounded[i] = float(distances[i]);
  }
}

// Row i goes to row numbers[i] - first of all rows: a thread per neighbour.
template <class Number, class From, class To>
__device__ void put_rows(const i64* rows, const From* distances, u64 count, u32 k,
                         const Number* numbers, i64 first, i64* all_rows, To* all_distances) {
  u64 i = thread_index();
  if (i < count) {
    u64 at = u64(i64(numbers[i / k]) - first) * k + i % k;
    all_rows[at] = rows[i];
    all_distances[at] = To(distances[i]);
  }
}

#define PUT_ROWS(suffix, Number, From, To)                                                      \
  extern "C" __global__ void put_rows_##suffix(                                                 \
      const i64* rows, const From* distances, u64 count, u32 k, const Number* numbers,          \
      i64 first, i64* all_rows, To* all_distances) {                                            \
    put_rows(rows, distances, count, k, numbers, first, all_rows, all_distances);               \
  }

PUT_ROWS(4_4_4, u32, float, float)
PUT_ROWS(4_8_4, u32, double, float)
PUT_ROWS(4_8_8, u32, double, double)
PUT_ROWS(8_4_4, i64, float, float)
PUT_ROWS(8_8_4, i64, double, float)
PUT_ROWS(8_8_8, i64, double, double)

__device__ __forceinline__ bool before(double distance_a, i64 row_a, double distance_b,
                                       i64 row_b) {
  return distance_a < distance_b || (distance_a == distance_b && row_a < row_b);
}

// Row which[i] becomes the k nearest of itself and of row i of the others: a thread per row.
extern "C" __global__ void merge_rows(i64* rows, double* distances, u32 k, const u32* which,
                                      const i64* other_rows, const double* other_distances,
                                      u64 from, u64 to) {
  u64 i = from + thread_index();
  if (i >= to) {
    return;
  }
  rows += u64(which[i]) * k;
  distances += u64(which[i]) * k;
  other_rows += i * k;
  other_distances += i * k;
  u32 taken = 0;
  for (u32 j = 0; j < k; j++) {
    if (before(other_distances[taken], other_rows[taken], distances[j - taken], rows[j - taken])) {
      taken++;
    }
  }
  // From the back, where the places of those that fall out become free.
  i64 own = i64(k) - taken - 1, other = i64(taken) - 1;
  for (i64 j = i64(k) - 1; other >= 0; j--) {
    bool is_own = own >= 0 &&
                  before(other_distances[other], other_rows[other], distances[own], rows[own]);
    distances[j] = is_own ? distances[own] : other_distances[other];
    rows[j] = is_own ? rows[own] : other_rows[other];
    own -= is_own;
    other -= !is_own;
  }
}
