// Sums over the points inside spheres (SphereKernels). A warp walks the tree for one sphere; nodes
// that lie inside are not opened.
#include "sphere_walk.cuh"

// Masses and types of particles, as the launcher passes them.
struct Masses {
  const void* masses;  // float or double, or null
  const u8* types;     // or null
  const double* mass_of_type;  // 0 where each has its own
  i64 only_type;
  i64 wide;  // whether masses are double
};

// What each point counts; 0 behind the last (Weight.of).
extern "C" __global__ void weights_of_points(const u32* rows, u64 n, Masses particles, u32 types,
                                             double per_mass, i64* weights) {
  u64 i = thread_index();
  if (i > n) {
    return;
  }
  i64 weight = 0;
  if (i < n) {
    u32 row = rows[i];
    u32 own = particles.types ? particles.types[row] : u32(particles.only_type);
    double mass = particles.mass_of_type[own];
    if (particles.masses && mass == 0) {
      mass = particles.wide ? static_cast<const double*>(particles.masses)[row]
                            : static_cast<const float*>(particles.masses)[row];
    }
    bool counts = types >> own & 1;
    weight = counts ? (per_mass == 0 ? 1 : __double2ll_rn(mass * per_mass)) : 0;
  }
  weights[i] = weight;
}

// Points in Morton order with their tree; before is null where each point counts 1.
struct Source {
  Levels levels;
  Points points;
  const i64* before;
};

// Adds up weights, of nodes that lie inside as a whole.
struct WeightSum {
  static constexpr bool NODES = true;
  const i64* before;
  u32 lowest_level;  // 0; or more for upper bounds, which count nodes of that level as a whole
  i64 sum;           // of this lane

  __device__ bool whole(u32 level, bool inside) const {
    return inside || (level > 0 && level <= lowest_level);
  }
  __device__ bool opens_leaf() const { return true; }
  __device__ void nodes(u64 from, u64 to) {
    sum += before ? before[to] - before[from] : i64(to - from);
  }
  __device__ void point(u32 i, int, int, int) { nodes(i, u64(i) + 1); }
};

template <class Criterion>
__device__ i64 sum_of_sphere(const Source& source, const Place& centre, u64 square,
                             u32 lowest_level, const Criterion& criterion, Pending* stack) {
  WeightSum sum = {source.before, lowest_level, 0};
  SphereWalk<Criterion, WeightSum>{source.levels, source.points, centre, square, criterion, sum}
      .walk(stack);
  return warp_sum(sum.sum);
}

template <class Criterion>
__device__ void sum_within(const Source& source, const int* centres, const u64* squares, u64 count,
                           u32 lowest_level, i64* sums, const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  u64 s = thread_index() / 32;
  if (s >= count) {
    return;
  }
  i64 sum = sum_of_sphere(source, centre_of(centres, s), squares[s], lowest_level, criterion,
                          stack[threadIdx.x / 32]);
  if (lane_index() == 0) {
    sums[s] = sum;
  }
}

// SphereKernels.Limits, by SphereScale.
struct Limits {
  double mass_unit, cell;
  const double* volume_density;  // SphereScale.volumeDensity of each
  i64 count;
};

// SphereScale.cubeRoot, operation by operation.
__device__ double cube_root(double x) {
  if (x == 0) {
    return 0;
  }
  double root = __longlong_as_double(__double_as_longlong(x) / 3 + (715094163ll << 32));
  for (int step = 0; step < 3; step++) {
    double cube = root * root * root;
    root = root * ((cube + 2 * x) / (2 * cube + x));
  }
  return root;
}

// SphereScale.square.
__device__ u64 square_of(double radius, double cell, const IsotropicCriterion&) {
  double cells = radius / cell;
  return u64(min(floor(cells * cells), 0x3p62));
}

__device__ u64 square_of(double radius, double, const GeneralCriterion&) {
  return u64(__double_as_longlong(radius * radius));
}

// LastCrossings, a warp for each centre.
template <class Criterion>
struct LastCrossings {
  const Source* sources;
  u64 source_count;
  const Limits& limits;
  Place centre;
  const Criterion& criterion;
  Pending* stack;

  __device__ i64 sum(u64 square, u32 lowest_level) const {
    i64 sum = 0;
    for (u64 s = 0; s < source_count; s++) {
      sum += sum_of_sphere(sources[s], centre, square, lowest_level, criterion, stack);
      __syncwarp();  // before the stack is written again
    }
    return sum;
  }

  __device__ u64 square(i64 mass, u64 limit) const {
    double radius = cube_root(double(mass) * limits.mass_unit / limits.volume_density[limit]);
    return square_of(radius, limits.cell, criterion);
  }

  __device__ void find(u64 outermost, i64* masses) const {
    u64 levels = 0, within = outermost;
    for (u64 s = 0; s < source_count; s++) {
      levels = max(levels, sources[s].levels.count);
    }
    for (u32 level = u32(levels) - 1; level > 0; level--) {
      within = min(within, square(sum(within, level), 0));
    }
    i64 in_centre = sum(0, 0), mass = sum(within, 0);
    for (i64 s = 0; s < limits.count; s++) {
      i64 next = sum(square(mass, s), 0);
      while (next != mass) {
        mass = next;
        next = sum(square(mass, s), 0);
      }
      if (lane_index() == 0) {
        masses[s] = mass > in_centre ? mass : 0;
      }
      mass = max(mass, in_centre);
    }
  }
};

template <class Criterion>
__device__ void last_masses(const Source* sources, u64 source_count, const Limits& limits,
                            const int* centres, const u64* outermost, u64 count, i64* masses,
                            const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_LEVELS];
  u64 c = thread_index() / 32;
  if (c < count) {
    LastCrossings<Criterion>{sources,   source_count, limits, centre_of(centres, c),
                             criterion, stack[threadIdx.x / 32]}
        .find(outermost[c], masses + limits.count * c);
  }
}

#define SPHERE_ENTRY_POINTS(suffix, Criterion)                                                   \
  extern "C" __global__ void sum_within_##suffix(Source source, const int* centres,              \
                                                 const u64* squares, u64 count,                  \
                                                 u32 lowest_level, i64* sums,                    \
                                                 Criterion criterion) {                          \
    sum_within(source, centres, squares, count, lowest_level, sums, criterion);                  \
  }                                                                                              \
  extern "C" __global__ void last_masses_##suffix(const Source* sources, u64 source_count,       \
                                                  Limits limits, const int* centres,             \
                                                  const u64* outermost, u64 count, i64* masses,  \
                                                  Criterion criterion) {                         \
    last_masses(sources, source_count, limits, centres, outermost, count, masses, criterion);    \
  }

SPHERE_ENTRY_POINTS(isotropic, IsotropicCriterion)
SPHERE_ENTRY_POINTS(general, GeneralCriterion)
