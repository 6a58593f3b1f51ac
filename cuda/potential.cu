// Potential of members of groups in the field of the members of the same group (PotentialKernels,
// PotentialTree). Bounds are sums of doubles in any order, with a margin; what decides in the end is
// a sum of integers.
#include "potential.cuh"

constexpr u32 NO_PART = ~0u;       // of a walk, for threads that have none
constexpr double ROUNDING = 1e-9;  // of sums of doubles, and of the integers that decide

extern "C" __global__ void take_members(Columns columns, u64 count, int* x, int* y, int* z,
                                        double* mass) {
  u64 m = thread_index();
  if (m >= count) {
    return;
  }
  u32 point = columns.point(m);
  Place place = place_of(columns.points, point);
  x[m] = place.x;
  y[m] = place.y;
  z[m] = place.z;
  mass[m] = columns.mass(columns.row(point));
}

// Bounds the potential at one place; the threads that share it take subtrees in turn.
struct Walk {
  const Tree& tree;
  const Field& field;
  Place place;
  u64 group;
  double tolerance;
  double estimate = 0, error = 0;

  __device__ u64 count(u32 level) const {
    return tree.node_start[level][group + 1] - tree.node_start[level][group];
  }

  // Takes a node as its mass and its second moments P in its centre if that is near enough. With the
  // centre of mass the term of first order vanishes, that of second order is
  // (3 n·P·n - tr P) / (2 r³), and what is left of a member at a distance d is at most
  // d³ / (r³ (r - d)), as Legendre polynomials are at most 1.
  __device__ bool accept(u32 level, u32 n) {
    const double* node = tree.node[level] + u64(NODE_DOUBLES) * n;
    const int* anchor = tree.anchor[level] + 3 * u64(n);
    double x = double(int(u32(anchor[0]) - u32(place.x))) * field.cell[0] + node[0];
    double y = double(int(u32(anchor[1]) - u32(place.y))) * field.cell[1] + node[1];
    double z = double(int(u32(anchor[2]) - u32(place.z))) * field.cell[2] + node[2];
    double square = x * x + y * y + z * z;
    double distance = sqrt(square);
    double radius = node[4];
    double nearest = distance - radius;
    if (nearest < field.softening || fabs(x) + radius > field.half[0] ||
        fabs(y) + radius > field.half[1] || fabs(z) + radius > field.half[2]) {
      return false;
    }
    double trace = node[5] + node[6] + node[7];
    double potential = node[3] / distance;
    double cube = square * distance;
    double off = trace * radius / (cube * nearest);
    if (off > tolerance * potential) {
      return false;
    }
    double along = node[5] * x * x + node[6] * y * y + node[7] * z * z +
                   2 * (node[8] * x * y + node[9] * x * z + node[10] * y * z);
    estimate += potential + (3 * along / square - trace) / (2 * cube);
    error += off;
    return true;
  }

  __device__ void add_members(u32 from, u32 to) {
    for (u32 m = from; m < to; m++) {
      estimate += tree.mass[m] * field.potential(field.distance(place_of(tree.points, m), place));
    }
  }

  // Depth first from a node down: the next node on each level that is open, and the end of its
  // siblings.
  __device__ void walk(u32 top, u32 node) {
    u32 next[MAX_LEVELS], end[MAX_LEVELS];
    u32 level = top;
    next[top] = node;
    end[top] = node + 1;
    while (level < top || next[top] < end[top]) {
      if (next[level] == end[level]) {
        level++;
        continue;
      }
      u32 n = next[level]++;
      if (accept(level, n)) {
        continue;
      }
      u32 from = tree.first[level][n], to = tree.first[level][n + 1];
      if (level == 0) {
        add_members(from, min(to, u32(tree.start[group + 1])));
      } else {
        level--;
        next[level] = from;
        end[level] = to;
      }
    }
  }

  // From the highest level that has some nodes for each of the threads, of which this is one.
  __device__ void run(u32 thread, u32 threads) {
    u32 top = u32(tree.levels) - 1;
    while (top > 0 && (threads == 1 ? count(top - 1) <= FANOUT : count(top) < FANOUT * threads)) {
      top--;  // levels above repeat the few nodes of a group
    }
    for (u64 k = thread; k < count(top); k += threads) {
      walk(top, u32(tree.node_start[top][group] + k));
    }
    for (u32 distance = threads / 2; distance > 0; distance /= 2) {
      estimate += __shfl_xor_sync(FULL_WARP, estimate, distance);
      error += __shfl_xor_sync(FULL_WARP, error, distance);
    }
    error += ROUNDING * estimate;
  }
};

// Some threads of a warp for each member, a power of two.
extern "C" __global__ void bounds_of_members(Tree tree, Field field, const u32* which, u64 count,
                                             double tolerance, u32 threads, double2* bounds) {
  u64 i = thread_index() / threads;
  bool is_member = i < count;
  u32 m = which[min(i, count - 1)];
  u64 group = tree.group_of(m);
  Field own = field.with(tree.softening[group]);
  Walk walk{tree, own, place_of(tree.points, m), group, tolerance};
  walk.run(is_member ? u32(thread_index() % threads) : NO_PART, threads);
  if (is_member && thread_index() % threads == 0) {
    bounds[i] = {walk.estimate - tree.mass[m] * own.potential(0), walk.error};
  }
}

// A warp for each place.
extern "C" __global__ void bounds_of_places(Tree tree, Field field, const int* places,
                                            const u32* group, u64 count, double tolerance,
                                            double2* bounds) {
  u64 i = thread_index() / 32;
  if (i >= count) {
    return;
  }
  Place place = {places[3 * i], places[3 * i + 1], places[3 * i + 2]};
  Field own = field.with(tree.softening[group[i]]);
  Walk walk{tree, own, place, group[i], tolerance};
  walk.run(lane_index(), 32);
  if (lane_index() == 0) {
    bounds[i] = {walk.estimate, walk.error};
  }
}

// Bits of doubles that are not negative order as their values do.
extern "C" __global__ void take_deepest(Tree tree, const u32* which, u64 count,
                                        const double2* bounds, u64* deepest) {
  u64 i = thread_index();
  if (i < count) {
    double lower = max(bounds[i].x - bounds[i].y, 0.0);
    atomicMax(deepest + tree.group_of(which[i]), u64(__double_as_longlong(lower)));
  }
}

extern "C" __global__ void mark_candidates(Tree tree, const u32* which, u64 count,
                                           const double2* bounds, const double* deepest,
                                           u32* bits) {
  u64 i = thread_index();
  bool is_candidate =
      i < count && bounds[i].x + bounds[i].y >= deepest[tree.group_of(which[i])];
  store_bits(bits, i, count, is_candidate);
}

// The members among `which` whose group has no other: put in the place of their group. All others,
// and those of groups with members on other ranks, are marked.
extern "C" __global__ void take_lone(Tree tree, const u32* which, u64 count, const u32* elsewhere,
                                     u64 elsewhere_count, u32* lone, u32* bits) {
  u64 i = thread_index();
  bool open = false;
  if (i < count) {
    u64 group = tree.group_of(which[i]);
    u64 e = count_below(elsewhere_count, [&](u64 at) { return elsewhere[at] < group; });
    open = (e < elsewhere_count && elsewhere[e] == group) ||
           (i > 0 && which[i - 1] >= tree.start[group]) ||
           (i + 1 < count && which[i + 1] < tree.start[group + 1]);
    if (!open) {
      lone[group] = which[i];
    }
  }
  store_bits(bits, i, count, open);
}

// Adds what a piece of the members of its group makes of the potential at a place.
extern "C" __global__ void add_potentials(Tree tree, Field field, const int* places,
                                          const u32* group, const u64* first_piece, u64 count,
                                          u64 piece_members, double scale, i64* potentials) {
  u64 w = thread_index() / 32;
  if (w >= first_piece[count]) {
    return;
  }
  u64 q = count_below(count - 1, [&](u64 at) { return first_piece[at + 1] <= w; });
  u64 from = tree.start[group[q]] + (w - first_piece[q]) * piece_members;
  u64 to = min(from + piece_members, tree.start[group[q] + 1]);
  Place place = {places[3 * q], places[3 * q + 1], places[3 * q + 2]};
  Field own = field.with(tree.softening[group[q]]);
  i64 sum = 0;
  for (u64 m = from + lane_index(); m < to; m += 32) {
    double term = tree.mass[m] * own.potential(own.distance(place_of(tree.points, u32(m)), place));
    sum += __double2ll_rn(term * scale);
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(FULL_WARP, sum, distance);
  }
  if (lane_index() == 0) {
    atomicAdd(reinterpret_cast<u64*>(potentials + q), u64(sum));
  }
}
