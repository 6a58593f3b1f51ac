// Points in Morton order (MortonSort): words with the first bits of a key above a row are sorted, then
// points are gathered, and those of longer runs of equal bits are put in order by all bits.
#include "morton.cuh"

// A run that covers two multiples of the stride is very long, and in order before the points are
// gathered: others have less than twice as many points, which one block orders.
constexpr u32 STRIDE = 2048;  // LongRuns.STRIDE

// Most points of a run that the blocks of each kernel order.
constexpr u32 MOST_OF_SHORT = 128;
constexpr u32 MOST_OF_MIDDLE = 1024;
constexpr u32 MOST_OF_LONG = 2 * STRIDE;
constexpr u32 LENGTHS = 3;  // as many as MortonSort.RunKernel

__device__ __forceinline__ u32 row_of(u64 word) { return u32(word); }
__device__ __forceinline__ u32 bits_of(u64 word) { return u32(word >> LEADING_BITS); }

// One word per point: the first 32 bits of its key above its row.
extern "C" __global__ void morton_words(const int* positions, u64 n, u64* words) {
  u64 i = thread_index();
  if (i < n) {
    words[i] = u64(leading_bits(place_of_row(positions, i))) << LEADING_BITS | i;
  }
}

// Marks the words of very long runs, and counts them. A warp per stride of words.
extern "C" __global__ void mark_very_long_runs(const u64* words, u64 n, u32* bits, u32* count) {
  u64 first = thread_index() / 32 * STRIDE;
  if (first >= n) {
    return;
  }
  // Whether the words at two neighbouring multiples of the stride are equal.
  auto equal = [&](u64 at) {
    return at + STRIDE < n && bits_of(__ldg(words + at)) == bits_of(__ldg(words + at + STRIDE));
  };
  bool all = equal(first);
  bool lower = all || (first > 0 && equal(first - STRIDE));
  bool upper = all || equal(first + STRIDE);
  if (!lower && !upper) {
    for (u64 i = first + 32 * lane_index(); i < min(first + STRIDE, n); i += 32 * 32) {
      bits[i / 32] = 0;
    }
    return;
  }
  u32 found = 0;
  for (u64 i = first + lane_index(); i < first + STRIDE; i += 32) {
    bool marked = false;
    if (i < n) {
      u32 own = bits_of(__ldg(words + i));
      marked = (lower && own == bits_of(__ldg(words + first))) ||
               (upper && own == bits_of(__ldg(words + first + STRIDE)));
    }
    store_bits(bits, i, n, marked);
    found += __popc(__ballot_sync(FULL_WARP, marked));
  }
  if (lane_index() == 0 && found > 0) {
    atomicAdd(count, found);
  }
}

// Whether a run of more than max_run words begins at a word, and is not very long.
__device__ __forceinline__ bool begins_long_run(const u64* words, u64 n, u64 i, u32 max_run) {
  u32 own = bits_of(__ldg(words + i));
  auto equal = [&](u64 other) { return other < n && bits_of(__ldg(words + other)) == own; };
  if (!equal(i + max_run) || (i > 0 && equal(i - 1))) {
    return false;
  }
  u64 second = (i + STRIDE - 1) / STRIDE * STRIDE + STRIDE;
  return !equal(second);
}

// Points of the sorted words into one array per dimension; and where long runs begin, those of each
// length in any order. Loads of scattered points past the coherent cache took 4.4 ms instead of 6.8
// for 512^3 points on an H200.
extern "C" __global__ void gather_points(const u64* words, u64 n, const int* positions,
                                         u32 max_run, int* x, int* y, int* z, u32* rows,
                                         u64 most_runs, u32* starts, u32* counts) {
  u64 i = thread_index();
  bool inside = i < n;
  if (inside) {
    u32 row = row_of(__ldg(words + i));
    Place p = place_of_row(positions, row);
    x[i] = p.x;
    y[i] = p.y;
    z[i] = p.z;
    rows[i] = row;
  }
  bool begins = inside && begins_long_run(words, n, i, max_run);
  if (!__any_sync(FULL_WARP, begins)) {
    return;
  }
  u32 length = 0;
  if (begins) {
    auto longer = [&](u32 most) {
      return i + most < n && bits_of(__ldg(words + i + most)) == bits_of(__ldg(words + i));
    };
    length = u32(longer(MOST_OF_SHORT)) + u32(longer(MOST_OF_MIDDLE));
  }
  for (u32 l = 0; l < LENGTHS; l++) {
    u32 lanes = __ballot_sync(FULL_WARP, begins && length == l);
    u32 at = lane_index() == 0 && lanes != 0 ? atomicAdd(counts + l, __popc(lanes)) : 0;
    at = __shfl_sync(FULL_WARP, at, 0) + __popc(lanes & lanes_below());
    if (begins && length == l) {
      starts[l * most_runs + at] = u32(i);
    }
  }
}

// Shared memory in which a block of so many threads orders a run of at most so many points. The
// points of a run are equal in the leading bits; the next ones of their keys tell bins.
template <u32 THREADS, u32 MOST, u32 BIN_BITS>
struct RunOrder {
  static constexpr u32 ITEMS = MOST / THREADS;
  static constexpr u32 BINS = 1 << BIN_BITS;

  u64 keys[MOST];     // by bins
  u16 numbers[MOST];  // in the run, of the same
  u32 bin_start[BINS + 1];
  u32 in_bin[BINS];

  // Sums over the bins before each one.
  __device__ __forceinline__ void add_up() {
    u32 before = 0;
    for (u32 bin = threadIdx.x; bin < BINS; bin += 32) {
      u32 own = in_bin[bin];
      u32 below = before + warp_sum_below(own);
      bin_start[bin] = below;
      before = __shfl_sync(FULL_WARP, below + own, 31);
    }
    bin_start[BINS] = before;
  }

  // Orders the points of a run by the rest of their keys, and those that are equal by their rows, as
  // they are. A point counts those of its bin that come before it.
  __device__ __forceinline__ void order(const u64* words, u64 n, u64 start, int* x, int* y, int* z,
                                        u32* rows) {
    for (u32 bin = threadIdx.x; bin < BINS; bin += THREADS) {
      in_bin[bin] = 0;
    }
    u32 bits = bits_of(__ldg(words + start)), length = 0;
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      if (length == item * THREADS) {
        u64 i = start + item * THREADS + threadIdx.x;
        length += __syncthreads_count(i < n && bits_of(__ldg(words + i)) == bits);
      }
    }
    auto bin_of = [&](u64 key) { return u32(key >> (64 - BIN_BITS)); };
    int4 point[ITEMS];
    u64 key[ITEMS];
    u32 place[ITEMS];
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      u32 e = item * THREADS + threadIdx.x;
      if (e < length) {
        u64 i = start + e;
        point[item] = make_int4(x[i], y[i], z[i], int(rows[i]));
        key[item] = last_bits({point[item].x, point[item].y, point[item].z});
        place[item] = atomicAdd(in_bin + bin_of(key[item]), 1);
      }
    }
    __syncthreads();
    if (threadIdx.x < 32) {
      add_up();
    }
    __syncthreads();
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      u32 e = item * THREADS + threadIdx.x;
      if (e < length) {
        u32 at = bin_start[bin_of(key[item])] + place[item];
        keys[at] = key[item];
        numbers[at] = u16(e);
      }
    }
    __syncthreads();
#pragma unroll
    for (u32 item = 0; item < ITEMS; item++) {
      u32 e = item * THREADS + threadIdx.x;
      if (e < length) {
        u32 bin = bin_of(key[item]);
        u64 to = start + bin_start[bin];
        for (u32 k = bin_start[bin]; k < bin_start[bin + 1]; k++) {
          to += keys[k] < key[item] || (keys[k] == key[item] && numbers[k] < e);
        }
        x[to] = point[item].x;
        y[to] = point[item].y;
        z[to] = point[item].z;
        rows[to] = u32(point[item].w);
      }
    }
    __syncthreads();
  }
};

// Orders the points of long runs that begin at starts[]; blocks take them in turns.
template <u32 THREADS, u32 MOST, u32 BIN_BITS>
__device__ __forceinline__ void order_runs(const u64* words, u64 n, const u32* starts,
                                           const u32* count, int* x, int* y, int* z, u32* rows) {
  __shared__ RunOrder<THREADS, MOST, BIN_BITS> order;
  u32 runs = *count;
  u32 next = blockIdx.x < runs ? starts[blockIdx.x] : 0;
  for (u32 run = blockIdx.x; run < runs; run += gridDim.x) {
    u32 start = next;
    if (run + gridDim.x < runs) {
      next = starts[run + gridDim.x];
    }
    order.order(words, n, start, x, y, z, rows);
  }
}

extern "C" __global__ void __launch_bounds__(32) order_short_runs(const u64* words, u64 n,
                                                                  const u32* starts,
                                                                  const u32* count, int* x, int* y,
                                                                  int* z, u32* rows) {
  order_runs<32, MOST_OF_SHORT, 6>(words, n, starts, count, x, y, z, rows);
}

extern "C" __global__ void __launch_bounds__(256) order_middle_runs(const u64* words, u64 n,
                                                                    const u32* starts,
                                                                    const u32* count, int* x,
                                                                    int* y, int* z, u32* rows) {
  order_runs<256, MOST_OF_MIDDLE, 8>(words, n, starts, count, x, y, z, rows);
}

extern "C" __global__ void __launch_bounds__(1024) order_long_runs(const u64* words, u64 n,
                                                                  const u32* starts,
                                                                  const u32* count, int* x, int* y,
                                                                  int* z, u32* rows) {
  order_runs<1024, MOST_OF_LONG, 9>(words, n, starts, count, x, y, z, rows);
}
