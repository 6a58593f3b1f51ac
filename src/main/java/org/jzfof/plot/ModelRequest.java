package org.jzfof.plot;

import java.util.List;
import org.jzfof.massfunction.MassFunctionModel;

/**
 * Models to draw beside a mass function, and what a catalogue may not say of its cosmology.
 *
 * @param models none if no line is wanted
 * @param sigma8 NaN where it was not given
 * @param spectralIndex NaN where it was not given
 * @param omegaBaryon NaN where it was not given
 */
public record ModelRequest(
    List<MassFunctionModel> models, double sigma8, double spectralIndex, double omegaBaryon) {
  /** Where nobody says: Planck 2018 VI (A&amp;A 641, A6), table 2, TT,TE,EE+lowE+lensing. */
  public static final double SIGMA8 = 0.811;

  /** As {@link #SIGMA8}. */
  public static final double SPECTRAL_INDEX = 0.965;

  /** As {@link #SIGMA8}: 0.0224 over h². */
  public static final double OMEGA_BARYON = 0.0493;
}
