// How far apart queries are, against how far they reach (CudaKnnKernels).
#include "knn_index.cuh"

// Farthest that 32 queries may be apart, in reaches of the one that reaches farthest, to be answered
// together: about what 32 queries have among 32 times as many points.
constexpr double NEAR = 8;

// A warp per 32 consecutive queries: counts those that are near to one another.
extern "C" __global__ void count_near_groups(Queries queries, u32* count) {
  u64 place = queries.from + thread_index();
  if (place - lane_index() >= queries.to) {
    return;
  }
  Record<double> query = query_at(queries, min(place, queries.to - 1));
  Box<double> box = {query.at, query.at, 0, 0};
  merge_boxes(box, 32);
  double x = box.upper.x - box.lower.x, y = box.upper.y - box.lower.y;
  double z = box.upper.z - box.lower.z;
  double reach = NEAR * reach_of(queries, query.row);
  bool near = !isinf(reach) && x * x + y * y + z * z <= reach * reach;
  if (__any_sync(FULL_WARP, near) && lane_index() == 0) {
    atomicAdd(count, 1);
  }
}
