// Potentials of one group by its tree, as integers that do not depend on their order
// (PotentialKernels.potentialsByTree; PotentialBatch is the same operation by operation).
#include "potential.cuh"

constexpr u32 WARPS = 8;  // of a block

// What is left of the siblings on one level, and the lanes whose places are near their parent.
struct Siblings {
  u32 next, end, lanes;
};

// Where a node is from a place, and what it has.
struct SeenNode {
  const double* numbers;  // centre, mass, radius, second moments
  double x, y, z, square;

  __device__ __forceinline__ SeenNode(const Tree& tree, const Field& field, u32 level, u32 n,
                                      const Place& place)
      : numbers(tree.node[level] + u64(NODE_DOUBLES) * n) {
    const int* anchor = tree.anchor[level] + 3 * u64(n);
    x = double(int(u32(__ldg(anchor)) - u32(place.x))) * field.cell[0] + __ldg(numbers);
    y = double(int(u32(__ldg(anchor + 1)) - u32(place.y))) * field.cell[1] + __ldg(numbers + 1);
    z = double(int(u32(__ldg(anchor + 2)) - u32(place.z))) * field.cell[2] + __ldg(numbers + 2);
    square = x * x + y * y + z * z;
  }

  __device__ __forceinline__ double mass() const { return __ldg(numbers + 3); }
  __device__ __forceinline__ double moment(u32 k) const { return __ldg(numbers + 5 + k); }
  __device__ __forceinline__ double trace() const { return moment(0) + moment(1) + moment(2); }

  // Whether it is taken by its parts (potential.cu, Walk.accept).
  __device__ __forceinline__ bool is_near(const Field& field, double tolerance) const {
    double radius = __ldg(numbers + 4);
    double nearest = sqrt(square) - radius;
    return nearest < field.softening || trace() * radius > tolerance * mass() * square * nearest ||
           fabs(x) + radius > field.half[0] || fabs(y) + radius > field.half[1] ||
           fabs(z) + radius > field.half[2];
  }

  __device__ __forceinline__ double potential() const {
    double across = moment(3) * x * y + moment(4) * x * z + moment(5) * y * z;
    double along = moment(0) * x * x + moment(1) * y * y + moment(2) * z * z + 2 * across;
    double inverse = 1 / sqrt(square);
    double inverse_square = inverse * inverse;
    double second = inverse_square * (1.5 * along * inverse_square - 0.5 * trace());
    return inverse * (mass() + second);
  }
};

// A place per lane. A warp walks down where any of its places is near; each place takes part below
// the nodes that it is near to itself.
extern "C" __global__ void add_by_tree(Tree tree, Field of_any, const int* places, u64 count,
                                       double tolerance, double scale, i64* potentials) {
  __shared__ Siblings shared[WARPS][MAX_LEVELS];
  Siblings* open = shared[threadIdx.x / 32];
  Field field = of_any.with(tree.softening[0]);
  u64 i = thread_index();
  u64 own = min(i, count - 1);
  Place place = {places[3 * own], places[3 * own + 1], places[3 * own + 2]};
  u32 top = u32(tree.levels) - 1, level = top;
  u32 lanes = __ballot_sync(FULL_WARP, i < count);
  if (lane_index() == 0) {
    open[top] = {0, u32(tree.node_start[top][1]), lanes};
  }
  i64 sum = 0;
  while (true) {
    __syncwarp();
    Siblings now = open[level];
    if (now.next == now.end) {
      if (level == top) {
        break;
      }
      level++;
      continue;
    }
    bool is_near = false;
    if (now.lanes >> lane_index() & 1) {
      SeenNode node(tree, field, level, now.next, place);
      is_near = node.is_near(field, tolerance);
      if (!is_near) {
        sum += __double2ll_rn(node.potential() * scale);
      }
    }
    u32 near = __ballot_sync(FULL_WARP, is_near);
    u32 from = __ldg(tree.first[level] + now.next), to = __ldg(tree.first[level] + now.next + 1);
    if (level == 0 && is_near) {
      for (u32 m = from; m < to; m++) {
        double distance = field.distance(place_of(tree.points, m), place);
        sum += __double2ll_rn(__ldg(tree.mass + m) * field.potential(distance) * scale);
      }
    }
    if (lane_index() == 0) {
      open[level].next = now.next + 1;
      if (level > 0 && near != 0) {
        open[level - 1] = {from, to, near};
      }
    }
    level -= level > 0 && near != 0;
  }
  if (i < count) {
    potentials[i] = sum;
  }
}
