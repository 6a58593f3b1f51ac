package org.jzfof.bench.papers;

/** Values that a figure shows. */
public enum Value {
  /** Milliseconds of the index and the search together. */
  TOTAL {
    @Override
    public double of(Measured point) {
      return 1e3 * point.total();
    }
  },
  /** Milliseconds in which the index is built. */
  BUILD {
    @Override
    public double of(Measured point) {
      return 1e3 * point.build();
    }
  },
  /** Milliseconds of the search. */
  SEARCH {
    @Override
    public double of(Measured point) {
      return 1e3 * (point.total() - point.build());
    }
  },
  /** Peak of the device memory in bytes per point. */
  BYTES {
    @Override
    public double of(Measured point) {
      return (double) point.peakBytes() / point.points();
    }
  },
  /** Milliseconds of each stage, side by side. */
  STAGES {
    @Override
    public double of(Measured point) {
      return 1e3 * point.total();
    }
  },
  /** Count of work. */
  COUNT {
    @Override
    public double of(Measured point) {
      return point.count();
    }
  },
  /** Time of the line over that of the line it is compared with. */
  RATIO {
    @Override
    public double of(Measured point) {
      return point.total() / point.other();
    }
  };

  /** Returns the value of a measured point. */
  public abstract double of(Measured point);
}
