// What a search counts of its work (org.jzfof.neighbours.SearchWork). A search, or the sink or queue of
// one, counts where it has one of the counts as a base; all others are compiled as if nothing did.
#pragma once

#include <type_traits>

#include "common.cuh"

struct NoCounts {};

// Of one query.
struct Counts {
  u32 cells = 0;   // whose points were looked at
  u32 points = 0;  // whose distance was computed
};

// Of one query that a warp answers, 32 points in a step. All lanes count the same, but for steps: a
// lane has the number of those in which as many lanes as its index had a point to keep.
struct WarpCounts : Counts {
  u64 steps = 0;
  u64 full_steps = 0;  // in which all 32 had
};

template <class Search, class Base>
struct Counting : Search, Base {
  using Search::Search;
};

template <class Search>
__device__ __forceinline__ void count_cells(Search& search, u32 cells) {
  if constexpr (std::is_base_of_v<Counts, Search>) {
    search.cells += cells;
  }
}

template <class Search>
__device__ __forceinline__ void count_points(Search& search, u32 points) {
  if constexpr (std::is_base_of_v<Counts, Search>) {
    search.points += points;
  }
}

// A step in which some lanes have a point to keep.
template <class Search>
__device__ __forceinline__ void count_step(Search& search, bool keeps) {
  if constexpr (std::is_base_of_v<WarpCounts, Search>) {
    u32 lanes = __popc(__ballot_sync(FULL_WARP, keeps));
    search.steps += lanes == lane_index();
    search.full_steps += lanes == 32;
  }
}

// Steps in which none has.
template <class Search>
__device__ __forceinline__ void count_idle_steps(Search& search, u32 steps) {
  if constexpr (std::is_base_of_v<WarpCounts, Search>) {
    search.steps += lane_index() == 0 ? steps : 0;
  }
}

// SearchWork: counts of the queries by row, and of the steps by lanes.
struct Work {
  u32* cells;
  u32* points;
  u64* steps;

  // A thread for a query.
  template <class Search>
  __device__ __forceinline__ void add(u32 row, const Search& search) const {
    if constexpr (std::is_base_of_v<Counts, Search>) {
      cells[row] += search.cells;
      points[row] += search.points;
    }
  }

  // A warp for a query.
  template <class Search>
  __device__ __forceinline__ void add_warp(u32 row, const Search& search) const {
    if (lane_index() == 0) {
      add(row, search);
    }
    if constexpr (std::is_base_of_v<WarpCounts, Search>) {
      atomicAdd(steps + lane_index(), search.steps);
      if (lane_index() == 0) {
        atomicAdd(steps + 32, search.full_steps);
      }
    }
  }
};
