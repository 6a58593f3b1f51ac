// Sums over the points inside spheres (SphereKernels). A warp walks the tree for one sphere; nodes
// that lie inside are not opened.
#include "planes.cuh"

constexpr u32 WARPS = 8;  // per block

// Masses and types of particles, as the launcher passes them.
struct Masses {
  const void* masses;  // float or double, or null
  const u8* types;     // or null
  const double* mass_of_type;  // 0 where each has its own
  i64 only_type;
  i64 wide;  // whether masses are double
};

// What each point counts; 0 behind the last (Weight.of).
extern "C" __global__ void weights_of_points(const u32* rows, u64 n, Masses particles, u32 type,
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
    bool counts = type == ~0u || type == own;
    weight = counts ? (per_mass == 0 ? 1 : __double2ll_rn(mass * per_mass)) : 0;
  }
  weights[i] = weight;
}

// Children of one node that are still to be visited: those in `mask` from `base` on, and those
// from base + 32 on.
struct Pending {
  u32 base, end, mask;
};

// Points in Morton order with their tree; before is null where each point counts 1.
struct Source {
  Planes planes;
  Points points;
  const i64* before;
};

template <class Criterion>
struct Sphere {
  const Planes& planes;
  const Points& points;
  const i64* before;
  Place centre;
  u64 square;
  const Criterion& criterion;
  u32 lowest_level;  // 0; or more for upper bounds, which count nodes of that level as a whole
  i64 sum;           // of this lane

  __device__ i64 weight(u64 from, u64 to) const {
    return before ? before[to] - before[from] : i64(to - from);
  }

  // Adds the nodes from `base` on that lie inside; returns which of 32 lie partly inside.
  __device__ u32 visit(u32 level, u32 base, u32 end) {
    u32 i = base + lane_index();
    bool open = false;
    if (i < end) {
      Node node = read_node(planes.nodes[level], i);
      u64 nearest = criterion.square(gap(node.lower.x, node.upper.x, centre.x, centre.x),
                                     gap(node.lower.y, node.upper.y, centre.y, centre.y),
                                     gap(node.lower.z, node.upper.z, centre.z, centre.z));
      if (nearest <= square) {
        u64 farthest = criterion.square(reach(node.lower.x, node.upper.x, centre.x, centre.x),
                                        reach(node.lower.y, node.upper.y, centre.y, centre.y),
                                        reach(node.lower.z, node.upper.z, centre.z, centre.z));
        open = farthest > square && (level == 0 || level > lowest_level);
        if (!open) {
          sum += weight(first_point(level, node), end_of_points(level, node));
        }
      }
    }
    return __ballot_sync(FULL_WARP, open);
  }

  __device__ u64 first_point(u32 level, Node node) const {
    for (u32 l = level; l > 0; l--) {
      node = read_node(planes.nodes[l - 1], node.first);
    }
    return node.first;
  }

  __device__ u64 end_of_points(u32 level, Node node) const {
    for (u32 l = level; l > 0; l--) {
      node = read_node(planes.nodes[l - 1], node.first + node.size() - 1);
    }
    return u64(node.first) + node.size();
  }

  __device__ void add_points(u32 first, u32 size) {
    for (u32 k = lane_index(); k < size; k += 32) {
      Place p = place_of(points, first + k);
      u64 s = criterion.square(int(u32(p.x) - u32(centre.x)), int(u32(p.y) - u32(centre.y)),
                               int(u32(p.z) - u32(centre.z)));
      if (s <= square) {
        sum += weight(u64(first) + k, u64(first) + k + 1);
      }
    }
  }

  __device__ void walk(Pending* stack) {
    u32 top = u32(planes.count) - 1, level = top;
    Pending at = {0, u32(planes.top_nodes), 0};
    at.mask = visit(level, at.base, at.end);
    while (true) {
      if (at.mask != 0) {
        Node node = read_node(planes.nodes[level], at.base + __ffs(at.mask) - 1);
        at.mask &= at.mask - 1;
        if (level == 0) {
          add_points(node.first, node.size());
        } else {
          if (lane_index() == 0) {
            stack[level] = at;
          }
          __syncwarp();
          level--;
          at = {node.first, node.first + node.size(), 0};
          at.mask = visit(level, at.base, at.end);
        }
      } else if (at.end - at.base > 32) {
        at.base += 32;
        at.mask = visit(level, at.base, at.end);
      } else if (level == top) {
        return;
      } else {
        level++;
        at = stack[level];
        __syncwarp();  // before it is written again
      }
    }
  }
};

template <class Criterion>
__device__ i64 sum_of_sphere(const Source& source, const Place& centre, u64 square,
                             u32 lowest_level, const Criterion& criterion, Pending* stack) {
  Sphere<Criterion> sphere{source.planes, source.points, source.before, centre,
                           square,        criterion,     lowest_level,  0};
  sphere.walk(stack);
  return warp_sum(sphere.sum);
}

__device__ Place centre_of(const int* centres, u64 s) {
  return {centres[3 * s], centres[3 * s + 1], centres[3 * s + 2]};
}

template <class Criterion>
__device__ void sum_within(const Source& source, const int* centres, const u64* squares, u64 count,
                           u32 lowest_level, i64* sums, const Criterion& criterion) {
  __shared__ Pending stack[WARPS][MAX_PLANES];
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
      levels = max(levels, sources[s].planes.count);
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
  __shared__ Pending stack[WARPS][MAX_PLANES];
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
