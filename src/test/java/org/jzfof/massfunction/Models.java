package org.jzfof.massfunction;

import org.jzfof.snapshot.header.Cosmology;

/**
 * Cosmologies of the tests. Transfer functions and growth factors that are expected are those of
 * Colossus (Diemer 2018, ApJS 239, 35), without its interpolation tables and without radiation.
 */
final class Models {
  static final LinearCosmology FLAT = of(0.308, 0.692, 0.0482, 0.678);
  static final LinearCosmology OPEN = of(0.3, 0.5, 0.0482, 0.678);
  static final LinearCosmology EINSTEIN_DE_SITTER = of(1, 0, 0.2, 0.5);

  private Models() {}

  static LinearCosmology of(double matter, double lambda, double baryons, double hubble) {
    return new LinearCosmology(new Cosmology(matter, lambda, baryons, hubble), 0.826, 0.961);
  }
}
