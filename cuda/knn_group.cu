// Nearest neighbours of many queries, a warp for each 32 consecutive ones of the curve, which are
// those of a leaf where the points themselves are asked.
//
// A query for which the float distances cannot tell that all points that were not kept are farther
// is written down for knn_exact.cu.
#include "knn_ranking.cuh"

constexpr u32 WARPS = 2;

// The leaf that a group starts at: its own, or the one that its first query is near to.
template <class Real>
__device__ __forceinline__ u32 start_leaf(const Index<Real>& index, const u64* leaf_keys,
                                          const Queries& queries, u64 group) {
  if (queries.keys == nullptr) {
    return u32(group);
  }
  return leaf_of(leaf_keys, u32(index.size[0]), queries.keys[group]);
}

// `undecided` takes the places of queries that are left, `count` their number.
template <class Real, u32 K, class Base = NoCounts>
__device__ __forceinline__ void search_group(const Index<Real>& index, const Space<Real>& space,
                                             const Space<double>& exact, const u64* leaf_keys,
                                             const Queries& queries, const Answers& answers,
                                             u32* undecided, u32* count,
                                             const Work& work = {}) {
  __shared__ Scratch<Real> scratches[WARPS];
  Scratch<Real>& scratch = scratches[threadIdx.x / 32];
  u64 group = queries.from / GROUP + thread_index() / GROUP;
  u64 place = group * GROUP + lane_index();
  if (group * GROUP >= queries.to) {
    return;
  }
  bool active = place >= queries.from && place < queries.to;
  place = min(max(place, queries.from), queries.to - 1);
  Record<double> query = query_at(queries, place);
  Frame<Real> frame(space, exact, scratch.search.region, query.at);
  GroupSearch<Real, K, Base> search(index, scratch.search, frame, u32(answers.k), active,
                                    reach_of(queries, query.row));
  search.run(start_leaf(index, leaf_keys, queries, group));

  query = query_at(queries, place);
  if (active) {
    work.add(query.row, search);
  }
  Ranking<Real, K, Base> ranking{search,   scratch,
                                 answers,  query.at,
                                 answers.start(queries, place, query.row),
                                 active,   reach_of(queries, query.row)};
  if (!ranking.run() && active) {
    undecided[atomicAdd(count, 1)] = u32(place);
  }
}

// Registers decide how many blocks fit: as many as shared memory has room for, where K is small.
#define GROUP_KERNEL(NAME, REAL, K, BLOCKS)                                                      \
  extern "C" __global__ void __launch_bounds__(32 * WARPS, BLOCKS)                               \
      NAME(Index<REAL> index, Space<REAL> space, Space<double> exact, const u64* leaf_keys,       \
           Queries queries, Answers answers, u32* undecided, u32* count) {                       \
    search_group<REAL, K>(index, space, exact, leaf_keys, queries, answers, undecided, count);   \
  }

#define GROUP_KERNELS(K, BLOCKS)                      \
  GROUP_KERNEL(search_group_4_##K, float, K, BLOCKS) \
  GROUP_KERNEL(search_group_8_##K, double, K, BLOCKS)

GROUP_KERNELS(8, 16)
GROUP_KERNELS(16, 16)
GROUP_KERNELS(24, 13)
GROUP_KERNELS(30, 14)
GROUP_KERNELS(32, 14)
GROUP_KERNELS(64, 8)

// For any k: what is tested does not depend on K.
#define COUNTING_KERNEL(NAME, REAL)                                                              \
  extern "C" __global__ void __launch_bounds__(32 * WARPS)                                       \
      NAME(Index<REAL> index, Space<REAL> space, Space<double> exact, const u64* leaf_keys,       \
           Queries queries, Answers answers, u32* undecided, u32* count, Work work) {            \
    search_group<REAL, 64, Counts>(index, space, exact, leaf_keys, queries, answers, undecided,  \
                                   count, work);                                                 \
  }

COUNTING_KERNEL(search_group_counted_4, float)
COUNTING_KERNEL(search_group_counted_8, double)
