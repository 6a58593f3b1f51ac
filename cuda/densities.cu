// Local densities of members of groups, and their links to denser ones (DensityKernels).
#include "nodes.cuh"
#include "pieces.cuh"

constexpr double TERMS = 0x1p50;         // DensityKernels.TERMS
constexpr double PI = 3.141592653589793;  // Math.PI

// --- densities ---------------------------------------------------------------------------------

struct Frame {
  double shift, size[3];
};

extern "C" __global__ void coordinates_of_points(Points points, u64 count, Frame frame,
                                                 double* xyz) {
  u64 i = thread_index();
  if (i < count) {
    Place place = place_of(points, u32(i));
    xyz[3 * i] = (double(place.x) + frame.shift) * frame.size[0];
    xyz[3 * i + 1] = (double(place.y) + frame.shift) * frame.size[1];
    xyz[3 * i + 2] = (double(place.z) + frame.shift) * frame.size[2];
  }
}

extern "C" __global__ void masses_of_points(Columns columns, u64 count, double unit,
                                            double* masses) {
  u64 i = thread_index();
  if (i < count) {
    masses[i] = columns.mass(columns.row(u32(i))) / unit;
  }
}

// SplineSum.term, operation by operation.
__device__ __forceinline__ i64 spline_term(double mass, double distance, double h) {
  double u = distance / h;
  double v = 1 - u;
  double shape = u < 0.5 ? 1 - 6 * u * u * v : 2 * v * v * v;
  return __double2ll_rn(mass * shape * TERMS);
}

// A warp has a query.
extern "C" __global__ void densities_of_queries(const double* distance, const double* mass,
                                                u64 count, u64 k, double* densities) {
  u64 q = thread_index() / 32;
  if (q >= count) {
    return;
  }
  double h = distance[(q + 1) * k - 1];
  i64 sum = 0;
  for (u64 i = q * k + lane_index(); h > 0 && i < (q + 1) * k; i += 32) {
    sum += spline_term(mass ? mass[i] : 1, distance[i], h);
  }
  sum = warp_sum(sum);
  if (lane_index() == 0) {
    densities[q] = h > 0 ? 8 / PI * (double(sum) / TERMS) / (h * h * h)
                         : __longlong_as_double(0x7ff0000000000000ll);
  }
}

// --- links -------------------------------------------------------------------------------------

constexpr u32 LINKS = 19;  // other members that are near: SubhaloKernels.MIN_MEMBERS - 1
constexpr u32 NONE = ~0u;  // SubhaloMembers.NONE
constexpr u32 WARPS = 8;   // of a block

struct Members {
  const int* place;
  const u64* id;
  const double* density;
  const u32* start;
  const u64* first_warp;  // of each group, 32 members each
  u64 groups;

  __device__ __forceinline__ Place at(u64 row) const {
    const int* xyz = place + 3 * row;
    return {__ldg(xyz), __ldg(xyz + 1), __ldg(xyz + 2)};
  }
};

// A denser member and how many others are nearer; if there is none, a square above all others.
struct Link {
  u64 square = ~0ull, id = 0;
  u32 row = NONE, nearer = 0;

  __device__ __forceinline__ bool is_behind(u64 other, u64 other_square, const u64* ids) const {
    return other_square < square || (other_square == square && ids[other] < id);
  }
};

// Calls f(row, place) for the members [from, to) and for each lane, through shared memory.
template <class Function>
__device__ void for_members(const Members& members, u64 from, u64 to, Place* shared, Function f) {
  for (u64 first = from; first < to; first += 32) {
    __syncwarp();
    shared[lane_index()] = members.at(min(first + lane_index(), to - 1));
    __syncwarp();
    u32 some = u32(min(to - first, 32ull));
    for (u32 k = 0; k < some; k++) {
      f(first + k, shared[k]);
    }
  }
}

// A lane has a member: it finds the two nearest of all denser ones, and then how many others are
// nearer. All pairs, twice.
template <class Criterion>
__device__ void find_denser(const Members& members, u32* denser, const Criterion& criterion) {
  __shared__ Place shared[WARPS][32];
  u64 w = thread_index() / 32;
  if (w >= members.first_warp[members.groups]) {
    return;
  }
  u64 group =
      count_below(members.groups - 1, [&](u64 g) { return members.first_warp[g + 1] <= w; });
  u64 from = members.start[group], to = members.start[group + 1];
  u64 row = from + (w - members.first_warp[group]) * 32 + lane_index();
  u64 own = min(row, to - 1);
  Place place = members.at(own);
  u64 id = members.id[own];
  double density = members.density[own];
  auto square_to = [&](const Place& other) {
    return criterion.square(int(u32(other.x) - u32(place.x)), int(u32(other.y) - u32(place.y)),
                            int(u32(other.z) - u32(place.z)));
  };
  Link first, second;
  for_members(members, from, to, shared[threadIdx.x / 32], [&](u64 other, const Place& at) {
    double other_density = __ldg(members.density + other);
    if (other_density < density || (other_density == density && members.id[other] >= id)) {
      return;
    }
    u64 square = square_to(at);
    if (second.is_behind(other, square, members.id)) {
      Link link = {square, members.id[other], u32(other), 0};
      bool nearest = first.is_behind(other, square, members.id);
      second = nearest ? first : link;
      first = nearest ? link : first;
    }
  });
  for_members(members, from, to, shared[threadIdx.x / 32], [&](u64 other, const Place& at) {
    u64 square = square_to(at);
    first.nearer += other != own && first.is_behind(other, square, members.id);
    second.nearer += other != own && second.is_behind(other, square, members.id);
  });
  if (row < to) {
    bool one = first.row != NONE && first.nearer < LINKS;
    bool two = second.row != NONE && second.nearer < LINKS;
    denser[2 * row] = one ? first.row - u32(from) : NONE;
    denser[2 * row + 1] = two ? second.row - u32(from) : NONE;
  }
}

// Places from the first member of a group in units of the frame, and the largest of all numbers, as
// bits.
extern "C" __global__ void places_from_first(const int* place, u64 count, Frame frame,
                                             double* xyz, u64* largest) {
  u64 i = thread_index();
  u64 at = min(i, count - 1);
  double farthest = 0;
  for (u32 d = 0; d < 3; d++) {
    double x = double(int(u32(place[3 * at + d]) - u32(place[d]))) * frame.size[d];
    farthest = fmax(farthest, fabs(x));
    if (i < count) {
      xyz[3 * at + d] = x;
    }
  }
  u64 bits = __double_as_longlong(farthest);
  for (u32 distance = 16; distance > 0; distance /= 2) {
    bits = max(bits, __shfl_xor_sync(FULL_WARP, bits, distance));
  }
  if (lane_index() == 0) {
    atomicMax(largest, bits);
  }
}

// The nearest of a long group by rounded distances (Neighbours), of members in the order of an index.
struct Nearest {
  const u32* order;        // of the index: members of the group
  const u32* member;       // [32·count]
  const double* distance;  // [32·count], increasing
  u64 first;               // place in the order of the first query
  u64 count;
  u64 group_start;
  double margin;  // what distances may be off, beside a part of them
};

constexpr double OFF = 1 + 1e-12;  // what distances may be off, as a part of them

// A warp has a member, a lane one that is near. What is clearly nearer than the last one is all that
// there is: where these are enough, integers put them in order; otherwise the member is counted.
template <class Criterion>
__device__ void link_nearest(const Members& members, const Nearest& nearest, u32* denser,
                             u32* undecided, const Criterion& criterion) {
  u64 q = thread_index() / 32;
  if (q >= nearest.count) {
    return;
  }
  u32 lane = lane_index(), own = nearest.order[nearest.first + q];
  u64 row = nearest.group_start + own;
  u32 other = nearest.member[32 * q + lane];
  double distance = nearest.distance[32 * q + lane];
  double last = __shfl_sync(FULL_WARP, distance, 31);
  bool counts = other != own && distance * OFF + nearest.margin < last;
  u64 other_row = nearest.group_start + (counts ? other : own);
  Place at = members.at(other_row), place = members.at(row);
  u64 square = criterion.square(int(u32(at.x) - u32(place.x)), int(u32(at.y) - u32(place.y)),
                                int(u32(at.z) - u32(place.z)));
  u64 id = members.id[other_row];
  u32 counted = __ballot_sync(FULL_WARP, counts), rank = 0;
  for (u32 from = 0; from < 32; from++) {
    u64 square_of = __shfl_sync(FULL_WARP, square, from), id_of = __shfl_sync(FULL_WARP, id, from);
    rank += (counted >> from & 1) && (square_of < square || (square_of == square && id_of < id));
  }
  double density = members.density[row], other_density = members.density[other_row];
  bool is_denser =
      other_density > density || (other_density == density && id < members.id[row]);
  u32 linked = counts && is_denser && rank < LINKS ? 1u << rank : 0;
  u32 all = linked;
  for (u32 step = 16; step > 0; step /= 2) {
    all |= __shfl_xor_sync(FULL_WARP, all, step);
  }
  u32 before = __popc(all & (linked - 1));
  if (linked && before < 2) {
    denser[2 * row + before] = other;
  }
  if (lane < 2 && u32(__popc(all)) <= lane) {
    denser[2 * row + lane] = NONE;
  }
  if (lane == 0 && u32(__popc(counted)) < LINKS) {
    atomicAdd(undecided, 1);
  }
}

#define DENSITY_ENTRY_POINTS(suffix, Criterion)                                                 \
  extern "C" __global__ void find_denser_##suffix(Members members, u32* denser,                 \
                                                  Criterion criterion) {                        \
    find_denser(members, denser, criterion);                                                    \
  }                                                                                             \
  extern "C" __global__ void link_nearest_##suffix(Members members, Nearest nearest,            \
                                                   u32* denser, u32* undecided,                 \
                                                   Criterion criterion) {                       \
    link_nearest(members, nearest, denser, undecided, criterion);                               \
  }

DENSITY_ENTRY_POINTS(isotropic, IsotropicCriterion)
DENSITY_ENTRY_POINTS(general, GeneralCriterion)
