// The queries of a warp, and points and boxes, in float relative to the centre of the queries.
//
// Near a query these coordinates are as good as those of the input, and all of the screening in
// knn_group.cu is done in them. With u = 2^-24, a coordinate is off by at most u times itself, a
// difference by u (|a| + |b|) more, and a distance r of a query at `offset` (sum of |coordinates|)
// in all by 3.5 u r + 2 u offset; `margin` is above that.
#pragma once

#include "knn_index.cuh"

constexpr float MARGIN = 3e-7f;
constexpr float LARGEST = 3.4e38f;  // square of a distance; stands for no bound

// The box around the queries of a warp, and its centre; how far they reach from it in the frame. In
// shared memory, to spare registers.
template <class Real>
struct Region {
  Box<Real> queries;
  Vector<Real> centre;
  float3 reach;
};

template <class Real>
struct Frame {
  const Space<Real>& space;
  const Space<double>& exact;
  Region<Real>& region;
  float3 at;  // this lane's query in the frame

  __device__ __forceinline__ Frame(const Space<Real>& space, const Space<double>& exact,
                                   Region<Real>& region, const Vector<double>& query)
      : space(space), exact(exact), region(region) {
    Box<Real> box = image_box(query, space, exact);
    merge_boxes(box, 32);
    Vector<Real> centre = {box.lower.x + (box.upper.x - box.lower.x) / 2,
                           box.lower.y + (box.upper.y - box.lower.y) / 2,
                           box.lower.z + (box.upper.z - box.lower.z) / 2};
    at.x = relative(query.x, double(centre.x), exact.x, exact.x);
    at.y = relative(query.y, double(centre.y), exact.y, exact.y);
    at.z = relative(query.z, double(centre.z), exact.z, exact.z);
    float3 reach = {warp_max(fabsf(at.x)), warp_max(fabsf(at.y)), warp_max(fabsf(at.z))};
    if (lane_index() == 0) {
      region = {box, centre, reach};
    }
    __syncwarp();
  }

  template <class Coordinate>
  __device__ __forceinline__ float relative(Coordinate x, Coordinate middle,
                                            const Axis<Coordinate>& axis,
                                            const Axis<double>& exact_axis) const {
    Coordinate difference = x - middle;
    if (fabs(difference) > axis.half) {
      double whole = double(x) - double(middle);
      difference = Coordinate(whole - exact_axis.side * rint(whole * exact_axis.inverse));
    }
    return float(difference * Coordinate(space.scale));
  }

  __device__ __forceinline__ float3 place(const Vector<Real>& point) const {
    return make_float3(relative(point.x, region.centre.x, space.x, exact.x),
                       relative(point.y, region.centre.y, space.y, exact.y),
                       relative(point.z, region.centre.z, space.z, exact.z));
  }

  // Largest error of the distance r from this lane's query.
  __device__ __forceinline__ float margin(float r) const {
    float offset = fabsf(at.x) + fabsf(at.y) + fabsf(at.z);
    return MARGIN * (offset + r) + float(space.absolute);
  }

  // A square above those of all distances that may truly be r or less.
  __device__ __forceinline__ float square_above(float r) const {
    float wide = r + 2 * margin(r);
    return fminf(wide * wide * 1.000001f, LARGEST);
  }

  // Square of a distance that is at most that of the box from any query of the warp.
  __device__ __forceinline__ float lower_square(const Box<Real>& box) const {
    Vector<Real> d = gap(region.queries, box, space);
    float x = float(d.x * space.scale), y = float(d.y * space.scale), z = float(d.z * space.scale);
    return __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
  }

  // At most the square of the distance of any query of the warp from a point of the frame, as float
  // arithmetic finds it: rounding keeps the order of differences, squares and sums.
  __device__ __forceinline__ float lower_square(const float3& point) const {
    float x = fmaxf(fabsf(point.x) - region.reach.x, 0);
    float y = fmaxf(fabsf(point.y) - region.reach.y, 0);
    float z = fmaxf(fabsf(point.z) - region.reach.z, 0);
    return __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
  }

  // A box's interval; without ends if it lies across the far side of a periodic box.
  __device__ __forceinline__ float2 interval(Real lower, Real upper, Real middle,
                                             const Axis<Real>& axis) const {
    Real a = lower - middle, b = upper - middle;
    if (max(fabs(a), fabs(b)) > axis.half) {
      Real turns = rint((a + b) * Real(0.5) * axis.inverse);
      a = a - turns * axis.side - axis.slack;
      b = b - turns * axis.side + axis.slack;
      if (a < -axis.half || b > axis.half) {
        return make_float2(-INFINITY, INFINITY);
      }
    }
    return make_float2(float(a * space.scale), float(b * space.scale));
  }

  // Those of a box.
  __device__ __forceinline__ void intervals(const Box<Real>& box, float2* of_box) const {
    of_box[0] = interval(box.lower.x, box.upper.x, region.centre.x, space.x);
    of_box[1] = interval(box.lower.y, box.upper.y, region.centre.y, space.y);
    of_box[2] = interval(box.lower.z, box.upper.z, region.centre.z, space.z);
  }

  // Square of the distance of this lane's query from a box.
  __device__ __forceinline__ float square_to(const float2* of_box) const {
    float x = beyond(at.x, of_box[0]), y = beyond(at.y, of_box[1]), z = beyond(at.z, of_box[2]);
    return __fmaf_rn(x, x, __fmaf_rn(y, y, z * z));
  }

  static __device__ __forceinline__ float beyond(float at, const float2& interval) {
    return fmaxf(fmaxf(interval.x - at, at - interval.y), 0);
  }

  // Whether all points within a distance of this lane's query have their nearest image in the frame.
  __device__ __forceinline__ bool holds(float distance) const { return distance < room(); }

  // Up to what distance the frame holds them.
  __device__ __forceinline__ float room() const {
    return fminf(room(at.x, space.x), fminf(room(at.y, space.y), room(at.z, space.z)));
  }

  __device__ __forceinline__ float room(float x, const Axis<Real>& axis) const {
    return isinf(axis.side) ? INFINITY
                            : float((axis.half - 4 * axis.slack) * space.scale) - fabsf(x);
  }
};
