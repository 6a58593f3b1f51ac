// Potential of members of groups in the field of the members of the same group (PotentialKernels,
// PotentialTree). Bounds are sums of doubles in any order, with a margin; what decides in the end is
// a sum of integers.
#include "potential.cuh"

constexpr u32 FANOUT = 8;       // PotentialTree.FANOUT
constexpr u32 NODE_DOUBLES = 6;  // PotentialTree.NODE_DOUBLES
constexpr double ROUNDING = 1e-9;      // of sums of doubles, and of the integers that decide
constexpr double MARGIN = 1 + 1e-12;   // of the numbers of a node

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

// A node under way: parts with a mass, a place from an anchor, squares about it and a radius.
struct Sum {
  double mass = 0, offset[3] = {0, 0, 0}, squares = 0, radius = 0;
};

// Two passes over the parts of a node: the centre of mass, then what is about it.
template <class Part>
__device__ void make_node(u64 from, u64 to, Part part, double* node) {
  Sum sum;
  for (u64 i = from; i < to; i++) {
    Sum p = part(i);
    sum.mass += p.mass;
    for (u32 d = 0; d < 3; d++) {
      sum.offset[d] += p.mass * p.offset[d];
    }
  }
  for (u32 d = 0; d < 3; d++) {
    sum.offset[d] = sum.mass > 0 ? sum.offset[d] / sum.mass : 0;
  }
  for (u64 i = from; i < to; i++) {
    Sum p = part(i);
    double square = 0;
    for (u32 d = 0; d < 3; d++) {
      double distance = p.offset[d] - sum.offset[d];
      square += distance * distance;
    }
    sum.squares += p.squares + p.mass * square;
    sum.radius = max(sum.radius, p.radius + sqrt(square));
  }
  node[0] = sum.offset[0];
  node[1] = sum.offset[1];
  node[2] = sum.offset[2];
  node[3] = sum.mass;
  node[4] = sum.squares * MARGIN;
  node[5] = sum.radius * MARGIN;
}

// The nodes of one level from the members or from the level below.
extern "C" __global__ void make_nodes(Tree tree, Field field, u32 level, const u64* node_start,
                                      u64 nodes, int* anchor, double* node) {
  u64 n = thread_index();
  if (n >= nodes) {
    return;
  }
  u64 group = count_below(tree.groups - 1, [&](u64 g) { return node_start[g + 1] <= n; });
  const u64* finer = level == 0 ? tree.start : tree.node_start[level - 1];
  u64 first = finer[group] + (n - node_start[group]) * FANOUT;
  u64 end = min(first + FANOUT, finer[group + 1]);
  const int* below = level == 0 ? nullptr : tree.anchor[level - 1];
  Place from = below ? Place{below[3 * first], below[3 * first + 1], below[3 * first + 2]}
                     : Place{tree.points.x[first], tree.points.y[first], tree.points.z[first]};
  anchor[3 * n] = from.x;
  anchor[3 * n + 1] = from.y;
  anchor[3 * n + 2] = from.z;
  make_node(
      first, end,
      [&](u64 i) {
        Sum part;
        Place at = below ? Place{below[3 * i], below[3 * i + 1], below[3 * i + 2]}
                         : Place{tree.points.x[i], tree.points.y[i], tree.points.z[i]};
        part.offset[0] = double(int(u32(at.x) - u32(from.x))) * field.cell[0];
        part.offset[1] = double(int(u32(at.y) - u32(from.y))) * field.cell[1];
        part.offset[2] = double(int(u32(at.z) - u32(from.z))) * field.cell[2];
        part.mass = below ? 0 : tree.mass[i];
        if (below) {
          const double* child = tree.node[level - 1] + NODE_DOUBLES * i;
          for (u32 d = 0; d < 3; d++) {
            part.offset[d] += child[d];
          }
          part.mass = child[3];
          part.squares = child[4];
          part.radius = child[5];
        }
        return part;
      },
      node + NODE_DOUBLES * n);
}

// Bounds the potential at one place; every thread walks by itself.
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

  // Takes a node as a mass in its centre if that is near enough: then the term of first order
  // vanishes, and that of second order is at most sum m d² times the largest second derivative of
  // 1/r, which is 2/r³, over 2.
  __device__ bool accept(u32 level, u64 n) {
    const double* node = tree.node[level] + NODE_DOUBLES * n;
    const int* anchor = tree.anchor[level] + 3 * n;
    double x = fabs(double(int(u32(anchor[0]) - u32(place.x))) * field.cell[0] + node[0]);
    double y = fabs(double(int(u32(anchor[1]) - u32(place.y))) * field.cell[1] + node[1]);
    double z = fabs(double(int(u32(anchor[2]) - u32(place.z))) * field.cell[2] + node[2]);
    double distance = sqrt(x * x + y * y + z * z);
    double radius = node[5];
    double nearest = distance - radius;
    if (nearest < field.softening || x + radius > field.half[0] || y + radius > field.half[1] ||
        z + radius > field.half[2]) {
      return false;
    }
    double potential = node[3] / distance;
    double off = node[4] / (nearest * nearest * nearest);
    if (off > tolerance * potential) {
      return false;
    }
    estimate += potential;
    error += off;
    return true;
  }

  __device__ void add_members(u64 node) {
    u64 first = tree.start[group] + node * FANOUT;
    u64 end = min(first + FANOUT, tree.start[group + 1]);
    for (u64 m = first; m < end; m++) {
      Place other = place_of(tree.points, u32(m));
      estimate += tree.mass[m] * field.potential(field.distance(other, place));
    }
  }

  // Depth first; node k of a level has the children FANOUT·k, ... of the level below.
  __device__ void run() {
    u32 top = u32(tree.levels) - 1;
    while (top > 0 && count(top - 1) <= FANOUT) {
      top--;  // levels above the only node of a group repeat it
    }
    u32 level = top;
    u64 k = 0;
    while (true) {
      if (!accept(level, tree.node_start[level][group] + k)) {
        if (level > 0) {
          level--;
          k *= FANOUT;
          continue;
        }
        add_members(k);
      }
      k++;
      while (k == count(level) || (level < top && k % FANOUT == 0)) {
        if (level == top) {
          error += ROUNDING * estimate;
          return;
        }
        k = (k - 1) / FANOUT + 1;
        level++;
      }
    }
  }
};

extern "C" __global__ void bounds_of_members(Tree tree, Field field, const u32* which, u64 count,
                                             double tolerance, double2* bounds) {
  u64 i = thread_index();
  if (i >= count) {
    return;
  }
  u32 m = which[i];
  Walk walk{tree, field, place_of(tree.points, m), tree.group_of(m), tolerance};
  walk.run();
  bounds[i] = {walk.estimate - tree.mass[m] * field.potential(0), walk.error};
}

extern "C" __global__ void bounds_of_places(Tree tree, Field field, const int* places,
                                            const u32* group, u64 count, double tolerance,
                                            double2* bounds) {
  u64 i = thread_index();
  if (i >= count) {
    return;
  }
  Place place = {places[3 * i], places[3 * i + 1], places[3 * i + 2]};
  Walk walk{tree, field, place, group[i], tolerance};
  walk.run();
  bounds[i] = {walk.estimate, walk.error};
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
  i64 sum = 0;
  for (u64 m = from + lane_index(); m < to; m += 32) {
    double term = tree.mass[m] * field.potential(field.distance(place_of(tree.points, u32(m)), place));
    sum += __double2ll_rn(term * scale);
  }
  for (u32 distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(FULL_WARP, sum, distance);
  }
  if (lane_index() == 0) {
    atomicAdd(reinterpret_cast<u64*>(potentials + q), u64(sum));
  }
}
