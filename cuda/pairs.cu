// Counts of pairs by bins of their separation (CudaPairKernels, PairBins), a warp for each 32
// consecutive points of the curve.
//
// The warp walks the tree of their partners once for its points. Where all pairs of them and of a
// node are in one bin, by bounds to their distances, their number is added at once; the others are
// measured in double, as Neighbours defines it. Where points have weights, the products of these are
// added up in 128 bits as well.
#include "knn_index.cuh"

constexpr u32 WARPS = 4;
constexpr u32 MAX_COUNTS = 1 << 12;  // PairKernels.MAX_COUNTS

// Counts of a block are given to those of all before they can exceed 32 bits.
constexpr u32 MOST_TESTS = 1 << 28;

// Above the errors of bounds and of distances, relative to them.
constexpr double ROUNDING = 1.0 / (1ull << 40);

constexpr int NONE = -1;
constexpr int OPEN = -2;

enum Separation : u64 { R, RPPI, SMU };

// PairBins, and whether the points are their own partners, each pair of which counts once.
struct Bins {
  const double* squares;  // [bins + 1]
  u64 bins, parts, axis, separation, own;

  // The bin of the square of a distance.
  __device__ __forceinline__ int bin(double square) const {
    if (square < __ldg(squares) || square >= __ldg(squares + bins)) {
      return NONE;
    }
    return int(count_below(u32(bins), [&](u32 i) { return __ldg(squares + i + 1) <= square; }));
  }

  __device__ __forceinline__ int part(double square, double along) const {
    if (separation == R) {
      return 0;
    }
    if (separation == RPPI) {
      return along < double(parts) ? int(along) : NONE;
    }
    return square == 0 ? 0 : int(min(parts - 1, u64(along / sqrt(square) * double(parts))));
  }

  __device__ __forceinline__ double square(const Vector<double>& d) const {
    if (separation != RPPI) {
      return d.x * d.x + d.y * d.y + d.z * d.z;
    }
    return axis == 0   ? d.y * d.y + d.z * d.z
           : axis == 1 ? d.x * d.x + d.z * d.z
                       : d.x * d.x + d.y * d.y;
  }

  __device__ __forceinline__ double along(const Vector<double>& d) const {
    return axis == 0 ? d.x : axis == 1 ? d.y : d.z;
  }

  // The count to which pairs with such differences belong.
  __device__ __forceinline__ int of(const Vector<double>& d) const {
    double s = square(d);
    int in = bin(s);
    int piece = in == NONE ? NONE : part(s, fabs(along(d)));
    return piece == NONE ? NONE : in * int(parts) + piece;
  }

  // The count to which all pairs between two bounds belong, or NONE or OPEN.
  __device__ __forceinline__ int of(const Vector<double>& lower, const Vector<double>& upper) const {
    double least = square(lower) * (1 - ROUNDING), most = square(upper) * (1 + ROUNDING);
    if (least >= __ldg(squares + bins) || most < __ldg(squares) ||
        (separation == RPPI && along(lower) >= double(parts))) {
      return NONE;
    }
    int in = bin(least);
    if (in == NONE || in != bin(most) || (separation == SMU && least == 0)) {
      return OPEN;
    }
    int piece = part(most, along(lower));
    return piece != NONE && piece == part(least, along(upper)) ? in * int(parts) + piece : OPEN;
  }
};

// Bounds to the distance of the points of two intervals, directly or around the box.
template <class Real>
__device__ __forceinline__ void bounds(double lower_a, double upper_a, double lower_b,
                                       double upper_b, const Axis<Real>& axis,
                                       const Axis<double>& exact, double& lower, double& upper) {
  double least = lower_b - upper_a, most = upper_b - lower_a;
  double slack = double(axis.slack) + exact.slack;
  double gap = max(least, -most), reach = max(fabs(least), fabs(most));
  if (!isinf(exact.side)) {
    gap = min(gap, min(least, -most) + exact.side) - slack;
    reach = min(reach, min(max(fabs(least - exact.side), fabs(most - exact.side)),
                           max(fabs(least + exact.side), fabs(most + exact.side)))) +
            slack;
  }
  lower = max(gap, 0.0) * (1 - ROUNDING);
  upper = reach * (1 + ROUNDING);
}

// Sums of weights, and the sums of products that they are added to.
struct Weights {
  const u64* some;    // weight of all points before each, and of all [n + 1]
  const u64* others;  // of their partners
  u64* sums;          // low and high half of each count [COPIES][bins * parts][2]
};

// Blocks choose one of as many sums in turn, so that they seldom meet.
constexpr u32 COPIES = 64;  // CudaPairKernels.COPIES

// Adds the product of two numbers to a sum of 128 bits. Whoever carries adds 1 to the high half: in
// the end all have.
__device__ __forceinline__ void add_product(u64* sum, u64 a, u64 b) {
  u64 low = a * b, high = __umul64hi(a, b);
  u64 before = atomicAdd(sum, low);
  high += before + low < low;
  if (high > 0) {
    atomicAdd(sum + 1, high);
  }
}

template <class Real>
struct WarpSpace {
  Visit stack[MAX_PENDING];
  Record<Real> points[LEAF];
};

template <class Real, bool WEIGHTED>
struct PairCount {
  const Index<Real>& index;
  const Space<Real>& space;
  const Space<double>& exact;
  const Bins& bins;
  WarpSpace<Real>& shared;
  u32* local;   // counts of the block
  u64* counts;  // of all
  u64 place;    // of this lane's point
  Vector<double> at;
  bool active;
  Box<double> all;  // around the points of the warp
  u64 first;        // place of the first of them
  u64 points;       // how many
  u32 tests;
  Weights weights;  // sums are those of the block
  u64 weight;       // of this lane's point
  int run_bin;      // of the partners of this lane that were measured last
  u64 run_weight;   // theirs

  __device__ __forceinline__ void run() {
    u32 pending = 1;
    if (lane_index() == 0) {
      shared.stack[0] = Visit{0, u32(index.top)};
    }
    __syncwarp();
    while (pending > 0) {
      Visit next = shared.stack[--pending];
      __syncwarp();
      visit(next, pending);
    }
  }

  __device__ __forceinline__ int bin_of(const Box<Real>& box) const {
    Vector<double> lower, upper;
    bounds(all.lower.x, all.upper.x, box.lower.x, box.upper.x, space.x, exact.x, lower.x, upper.x);
    bounds(all.lower.y, all.upper.y, box.lower.y, box.upper.y, space.y, exact.y, lower.y, upper.y);
    bounds(all.lower.z, all.upper.z, box.lower.z, box.upper.z, space.z, exact.z, lower.z, upper.z);
    return bins.of(lower, upper);
  }

  __device__ __forceinline__ void visit(const Visit& node, u32& pending) {
    u32 level = node.level - 1;
    u32 child = node.node * FANOUT + lane_index();
    int bin = NONE;
    if (child < index.size[level]) {
      u64 most = u64(LEAF) << 5 * level;  // FANOUT^level leaves
      u64 begin = child * most;
      u64 end = min(begin + most, index.count);
      bin = bins.own && end <= first ? NONE : bin_of(load(index.nodes, index.first[level] + child));
      if (bins.own && bin >= 0 && begin < first + points) {
        bin = OPEN;  // some of these points are not behind all of the warp's
      }
      if (bin >= 0) {
        atomicAdd(counts + bin, (end - begin) * points);
        if (WEIGHTED) {
          add_product(weights.sums + 2 * bin, weights.some[first + points] - weights.some[first],
                      weights.others[end] - weights.others[begin]);
        }
      }
    }
    u32 open = __ballot_sync(FULL_WARP, bin == OPEN);
    for (; open != 0; open &= open - 1) {
      u32 next = node.node * FANOUT + __ffs(open) - 1;
      if (level == 0) {
        test(next);
      } else {
        if (lane_index() == 0) {
          shared.stack[pending] = Visit{next, level};
        }
        pending++;
      }
    }
    __syncwarp();
  }

  // Measures the pairs with the points of a leaf.
  __device__ __forceinline__ void test(u32 leaf) {
    u64 begin = u64(leaf) * LEAF;
    u32 size = u32(min(u64(LEAF), index.count - begin));
    __syncwarp();
    if (lane_index() < size) {
      shared.points[lane_index()] = load(index.points, begin + lane_index());
    }
    __syncwarp();
    u32 i = bins.own && begin <= place ? u32(min(place + 1 - begin, u64(size))) : 0;
    for (; active && i < size; i++) {
      const Vector<Real>& other = shared.points[i].at;
      int bin = bins.of({nearest_image(at.x, double(other.x), exact.x),
                         nearest_image(at.y, double(other.y), exact.y),
                         nearest_image(at.z, double(other.z), exact.z)});
      if (bin != NONE) {
        atomicAdd(local + bin, 1u);
        if (WEIGHTED) {
          weigh(bin, begin + i);
        }
      }
    }
    tests += 32 * LEAF;
    if (tests >= MOST_TESTS) {
      __syncwarp();
      give(lane_index(), 32);
      tests = 0;
    }
  }

  // Partners that follow each other are mostly in one bin.
  __device__ __forceinline__ void weigh(int bin, u64 other) {
    if (bin != run_bin) {
      give_run();
      run_bin = bin;
    }
    run_weight += __ldg(weights.others + other + 1) - __ldg(weights.others + other);
  }

  __device__ __forceinline__ void give_run() {
    if (run_weight > 0) {
      add_product(weights.sums + 2 * run_bin, weight, run_weight);
      run_weight = 0;
    }
  }

  // Gives the counts of the block to those of all.
  __device__ __forceinline__ void give(u32 from, u32 step) {
    for (u32 i = from; i < bins.bins * bins.parts; i += step) {
      u32 count = atomicExch(local + i, 0u);
      if (count > 0) {
        atomicAdd(counts + i, u64(count));
      }
    }
  }
};

template <class Real, bool WEIGHTED>
__device__ __forceinline__ void count_pairs(const Index<Real>& index, const Space<Real>& space,
                                            const Space<double>& exact, const Queries& queries,
                                            const Bins& bins, u64* counts, Weights weights) {
  __shared__ WarpSpace<Real> spaces[WARPS];
  __shared__ u32 local[MAX_COUNTS];
  for (u32 i = threadIdx.x; i < bins.bins * bins.parts; i += blockDim.x) {
    local[i] = 0;
  }
  __syncthreads();
  u64 place = queries.from + thread_index();
  u64 first = place - lane_index();
  bool active = place < queries.to;
  Vector<double> at = query_at(queries, min(place, queries.to - 1)).at;
  Box<double> all = image_box(at, exact, exact);
  merge_boxes(all, 32);
  u64 points = first < queries.to ? min(u64(32), queries.to - first) : 0;
  u64 weight = 0;
  if (WEIGHTED) {
    weights.sums += blockIdx.x % COPIES * (2 * bins.bins * bins.parts);
    weight = active ? weights.some[place + 1] - weights.some[place] : 0;
  }
  PairCount<Real, WEIGHTED> count{index,  space, exact, bins,   spaces[threadIdx.x / 32],
                                  local,  counts, place, at,    active,
                                  all,    first,  points, 0,    weights,
                                  weight, NONE,   0};
  if (points > 0) {
    count.run();
    if (WEIGHTED) {
      count.give_run();
    }
  }
  __syncthreads();
  count.give(threadIdx.x, blockDim.x);
}

extern "C" __global__ void __launch_bounds__(32 * WARPS) count_pairs_4(
    Index<float> index, Space<float> space, Space<double> exact, Queries queries, Bins bins,
    u64* counts) {
  count_pairs<float, false>(index, space, exact, queries, bins, counts, {});
}

extern "C" __global__ void __launch_bounds__(32 * WARPS) count_pairs_8(
    Index<double> index, Space<double> space, Space<double> exact, Queries queries, Bins bins,
    u64* counts) {
  count_pairs<double, false>(index, space, exact, queries, bins, counts, {});
}

extern "C" __global__ void __launch_bounds__(32 * WARPS) sum_pairs_4(
    Index<float> index, Space<float> space, Space<double> exact, Queries queries, Bins bins,
    u64* counts, Weights weights) {
  count_pairs<float, true>(index, space, exact, queries, bins, counts, weights);
}

extern "C" __global__ void __launch_bounds__(32 * WARPS) sum_pairs_8(
    Index<double> index, Space<double> space, Space<double> exact, Queries queries, Bins bins,
    u64* counts, Weights weights) {
  count_pairs<double, true>(index, space, exact, queries, bins, counts, weights);
}
