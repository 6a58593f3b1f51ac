// Places in cells (org.jzfof.literature.Cells), whose points lie one after the other.
#pragma once

#include "nearest.cuh"

template <class Real>
struct Cells {
  const Record<Real>* points;  // in the order of their cells, with the smallest row at each place
  const u32* start;            // of each cell, and the end of the last
  const u32* next;             // next row at the place of each row, or null
  const Real* exact;           // coordinates by row where they are not always those of points
  u64 count;                   // cells
  u64 flat;                    // bits of the dimensions that do not count

  __device__ __forceinline__ u32 row_of(u32 node) const { return load(points, node).row; }

  __device__ __forceinline__ double distance_of_record(const Record<Real>& record,
                                                       const Vector<double>& query,
                                                       const Space<double>& space) const {
    return distance_of(query, exact ? place_at(exact, record.row, u32(flat)) : record.at, space);
  }

  __device__ __forceinline__ double distance_to(u32 node, const Vector<double>& query,
                                                const Space<double>& space) const {
    return distance_of_record(load(points, node), query, space);
  }
};

__device__ __forceinline__ double rounding(float) { return 0x1p-21; }
__device__ __forceinline__ double rounding(double) { return 0x1p-50; }

// A query wrapped into the box, in the precision of the points.
template <class Real>
struct Home {
  double at[3];
  Vector<Real> place;
  double error;  // above that of distances to points
};

__device__ __forceinline__ const Axis<double>& axis_of(const Space<double>& space, u32 d) {
  return d == 0 ? space.x : d == 1 ? space.y : space.z;
}

template <class Real>
__device__ __forceinline__ Home<Real> home_of(const Vector<double>& query,
                                              const Space<double>& space, const Slack& slack) {
  Home<Real> home;
  home.error = 0;
#pragma unroll
  for (u32 d = 0; d < 3; d++) {
    double x = d == 0 ? query.x : d == 1 ? query.y : query.z, side = axis_of(space, d).side;
    home.at[d] = x;
    home.error += slack.of_nodes[d];
    if (!isinf(side)) {
      if (!(x >= 0 && x <= side)) {
        home.at[d] = wrap_into(x, side);
        home.error += slack.rounding * (fabs(x) + side);
      }
      home.error += side * rounding(Real());  // of differences that wrap
    }
    home.error += fabs(home.at[d] - double(Real(home.at[d])));
  }
  home.place = {Real(home.at[0]), Real(home.at[1]), Real(home.at[2])};
  return home;
}

template <class Real>
__device__ __forceinline__ Real apart(Real a, Real b, const Axis<Real>& axis) {
  Real direct = a > b ? a - b : b - a;
  return min(direct, axis.side - direct);
}

template <class Real>
__device__ __forceinline__ Real squared(const Vector<Real>& a, const Vector<Real>& b,
                                        const Space<Real>& space) {
  Real x = apart(a.x, b.x, space.x), y = apart(a.y, b.y, space.y), z = apart(a.z, b.z, space.z);
  return x * x + y * y + z * z;
}
