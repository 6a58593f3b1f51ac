// Levels of the trees of groups, from the smallest cells up (PotentialTree, CudaPotentialLevels). The
// parts of a node are members on level 0, and nodes of the level below on every other.
#include "potential.cuh"

constexpr u32 MASS = 3, RADIUS = 4, MOMENTS = 5;  // of a node, behind its centre
constexpr double MARGIN = 1 + 1e-12;              // rounding of sums

// The parts of the level above those that a tree has.
struct Parts {
  const Tree& tree;

  __device__ const u64* start() const {
    return tree.levels == 0 ? tree.start : tree.node_start[tree.levels - 1];
  }

  __device__ u64 group_of(u64 i) const {
    const u64* first = start();
    return count_below(tree.groups - 1, [&](u64 g) { return first[g + 1] <= i; });
  }

  __device__ Place place(u64 i) const {
    if (tree.levels == 0) {
      return place_of(tree.points, u32(i));
    }
    const int* anchor = tree.anchor[tree.levels - 1] + 3 * i;
    return {anchor[0], anchor[1], anchor[2]};
  }

  // A number of a part; a member is in its own centre, and has no extent.
  __device__ double value(u64 i, u32 number) const {
    if (tree.levels == 0) {
      return number == MASS ? tree.mass[i] : 0;
    }
    return tree.node[tree.levels - 1][NODE_DOUBLES * i + number];
  }
};

// Marks the groups of some members.
extern "C" __global__ void mark_groups(Tree tree, const u32* which, u64 count, u32* some) {
  u64 i = thread_index();
  if (i < count) {
    some[tree.group_of(which[i])] = 1;
  }
}

// Marks parts of some groups that do not lie in the cell of the part before, or begin a group.
extern "C" __global__ void mark_first_parts(Tree tree, const u32* some, u64 count, u32 cell_bits,
                                            u32* bits) {
  u64 i = thread_index();
  bool is_first = false;
  if (i < count) {
    Parts parts{tree};
    u64 group = parts.group_of(i);
    is_first = i == parts.start()[group];
    if (!some[group]) {
      is_first = false;
    } else if (!is_first) {
      Place a = parts.place(i - 1), b = parts.place(i);
      u32 differ = u32(a.x ^ b.x) | u32(a.y ^ b.y) | u32(a.z ^ b.z);
      is_first = u64(differ) >> cell_bits != 0;
    }
  }
  store_bits(bits, i, count, is_first);
}

// The first node of each group, and their number.
extern "C" __global__ void find_first_nodes(Tree tree, const u32* first, u64 nodes,
                                            u64* node_start) {
  u64 g = thread_index();
  if (g <= tree.groups) {
    u64 part = Parts{tree}.start()[g];
    node_start[g] = count_below(nodes, [&](u64 n) { return first[n] < part; });
  }
}

struct CellSizes {
  double side[3];
};

// Where the centre of a part is from the place of a node.
__device__ __forceinline__ void offset_of(const Parts& parts, u64 i, const Place& from,
                                          const CellSizes& cell, double* offset) {
  Place at = parts.place(i);
  offset[0] = double(int(u32(at.x) - u32(from.x))) * cell.side[0] + parts.value(i, 0);
  offset[1] = double(int(u32(at.y) - u32(from.y))) * cell.side[1] + parts.value(i, 1);
  offset[2] = double(int(u32(at.z) - u32(from.z))) * cell.side[2] + parts.value(i, 2);
}

// Thread per node, two passes over its parts: the centre of mass, then what is about it.
extern "C" __global__ void make_nodes(Tree tree, CellSizes cell, const u32* first, u64 nodes,
                                      int* anchor, double* node) {
  u64 n = thread_index();
  if (n >= nodes) {
    return;
  }
  Parts parts{tree};
  u64 begin = first[n], end = min(u64(first[n + 1]), parts.start()[parts.group_of(begin) + 1]);
  Place from = parts.place(begin);
  double mass = 0, centre[3] = {0, 0, 0}, offset[3];
  for (u64 i = begin; i < end; i++) {
    offset_of(parts, i, from, cell, offset);
    double m = parts.value(i, MASS);
    mass += m;
    for (u32 d = 0; d < 3; d++) {
      centre[d] += m * offset[d];
    }
  }
  for (u32 d = 0; d < 3; d++) {
    centre[d] = mass > 0 ? centre[d] / mass : 0;
  }
  double moments[6] = {0, 0, 0, 0, 0, 0}, radius = 0;
  for (u64 i = begin; i < end; i++) {
    offset_of(parts, i, from, cell, offset);
    double x = offset[0] - centre[0], y = offset[1] - centre[1], z = offset[2] - centre[2];
    double m = parts.value(i, MASS);
    double products[6] = {x * x, y * y, z * z, x * y, x * z, y * z};
    for (u32 k = 0; k < 6; k++) {
      moments[k] += parts.value(i, MOMENTS + k) + m * products[k];
    }
    radius = max(radius, parts.value(i, RADIUS) + sqrt(x * x + y * y + z * z));
  }
  int* place = anchor + 3 * n;
  place[0] = from.x;
  place[1] = from.y;
  place[2] = from.z;
  double* numbers = node + NODE_DOUBLES * n;
  for (u32 d = 0; d < 3; d++) {
    numbers[d] = centre[d];
  }
  numbers[MASS] = mass;
  numbers[RADIUS] = radius * MARGIN;
  for (u32 k = 0; k < 6; k++) {
    numbers[MOMENTS + k] = moments[k];
  }
}
