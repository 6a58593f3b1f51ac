// SPH sums over lists of neighbours (SphKernels), operation by operation as in CpuSphKernels: no
// product is fused with a sum (--fmad=false).
#include "common.cuh"

// SphKernels.Lists and Values.
struct SphLists {
  const i64* start;
  u64 k;
  const double* distance;
  const double* radius;
  const u32* row;
  const u32* self;
  const double* mass;
  double one_mass;
  const double* velocity;
  u64 wendland;
  double norm;

  // SphKernel.shape
  __device__ __forceinline__ double shape(double u) const {
    double v = 1 - u;
    if (wendland) {
      return v * v * v * v * (1 + 4 * u);
    }
    return u <= 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
  }

  // SphKernel.slope
  __device__ __forceinline__ double slope(double u) const {
    double v = 1 - u;
    if (wendland) {
      return 20 * u * u * v * v * v;
    }
    return u <= 0.5 ? 6 * u * u * (2 - 3 * u) : 6 * u * v * v;
  }
};

// The list of a query.
struct SphList {
  const SphLists& all;
  u64 query, first, end;
  double h;

  __device__ __forceinline__ SphList(const SphLists& lists, u64 q) : all(lists), query(q) {
    first = all.start ? u64(all.start[q]) : q * all.k;
    end = all.start ? u64(all.start[q + 1]) : first + all.k;
    while (!all.start && end > first && isinf(all.distance[end - 1])) {
      end--;
    }
    h = all.radius       ? all.radius[q]
        : end == first ? __longlong_as_double(0x7ff0000000000000ll)
                       : all.distance[end - 1];
  }
  __device__ __forceinline__ u64 index(u64 pair) const { return all.row ? all.row[pair] : pair; }

  __device__ __forceinline__ double weight(u64 pair) const {
    if (all.self && all.row[pair] == all.self[query]) {
      return 0;
    }
    double u = h > 0 ? all.distance[pair] / h : 0;
    return (all.mass ? all.mass[index(pair)] : all.one_mass) * all.shape(u);
  }
};

// A thread has a query, because the order of a sum is that of the list.
extern "C" __global__ void sph_densities(SphLists lists, u64 count, double* densities) {
  u64 q = thread_index();
  if (q >= count) {
    return;
  }
  SphList list(lists, q);
  if (!lists.radius && list.h == 0) {
    densities[q] = __longlong_as_double(0x7ff0000000000000ll);
    return;
  }
  double sum = 0;
  for (u64 p = list.first; p < list.end; p++) {
    sum += list.weight(p);
  }
  densities[q] = sum == 0 ? 0 : lists.norm / (list.h * list.h * list.h) * sum;
}

extern "C" __global__ void sph_dispersions(SphLists lists, u64 count, double* dispersions) {
  u64 q = thread_index();
  if (q >= count) {
    return;
  }
  SphList list(lists, q);
  double weight = 0;
  double mean[3] = {0, 0, 0};
  for (u64 p = list.first; p < list.end; p++) {
    double w = list.weight(p);
    weight += w;
    const double* v = lists.velocity + 3 * list.index(p);
    for (u32 d = 0; d < 3; d++) {
      mean[d] += w * v[d];
    }
  }
  for (u32 d = 0; d < 3; d++) {
    mean[d] /= weight;
  }
  double squares = 0;
  for (u64 p = list.first; p < list.end; p++) {
    double w = list.weight(p);
    const double* v = lists.velocity + 3 * list.index(p);
    for (u32 d = 0; d < 3; d++) {
      double difference = v[d] - mean[d];
      squares += w * difference * difference;
    }
  }
  dispersions[q] = sqrt(squares / weight);
}

constexpr int LIMIT = 200;       // SmoothingTrials.LIMIT
constexpr int NEWTON = 20;       // SmoothingTrials.NEWTON
constexpr double GROWTH = 1.26;  // SmoothingTrials.GROWTH
constexpr int MET = -1;          // SmoothingTrials.MET
constexpr int CROWDED = -2;      // SmoothingTrials.CROWDED

// SmoothingCondition
struct Condition {
  double central;
  double wanted;
  double tolerance;
};

// LengthTrials.next
__device__ __forceinline__ double next_length(double newton, double low, double high, int count) {
  bool bounded = !isinf(high);
  if (!bounded) {
    high = GROWTH * low;
  }
  if (newton > low && newton < high && (!bounded || count < NEWTON)) {
    return newton;
  }
  return bounded ? 0.5 * (low + high) : high;
}

// LengthTrials: a thread has a query, because the order of a sum is that of the list.
extern "C" __global__ void sph_lengths(
    SphLists lists, u64 count, Condition condition, double* length, double* lower, double* upper,
    int* trials) {
  u64 q = thread_index();
  if (q >= count) {
    return;
  }
  u64 first = lists.start ? u64(lists.start[q]) : q * lists.k;
  u64 end = lists.start ? u64(lists.start[q + 1]) : first + lists.k;
  double reach = lists.radius[q], h = length[q], low = lower[q], high = upper[q];
  int tried = trials[q];
  while (tried >= 0 && tried < LIMIT && h > 0 && h <= reach) {
    double sum = 0, slope = 0;
    for (u64 p = first; p < end && lists.distance[p] < h; p++) {
      double u = lists.distance[p] / h;
      sum += lists.shape(u);
      slope += lists.slope(u);
    }
    double missing = condition.wanted - condition.central * sum;
    if (fabs(missing) <= condition.tolerance) {
      tried = MET;
      break;
    }
    u64 here = first;
    while (missing < 0 && here < end && lists.distance[here] == 0) {
      here++;
    }
    if (condition.central * double(here - first) - condition.wanted > condition.tolerance) {
      tried = CROWDED;
      break;
    }
    tried++;
    if (missing > 0) {
      low = h;
    } else {
      high = h;
    }
    h = next_length(h * (1 + missing / (condition.central * slope)), low, high, tried);
  }
  length[q] = h;
  lower[q] = low;
  upper[q] = high;
  trials[q] = tried;
}
