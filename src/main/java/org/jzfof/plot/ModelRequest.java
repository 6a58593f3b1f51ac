package org.jzfof.plot;

import java.util.List;
import org.jzfof.massfunction.MassFunctionModel;

/**
 * The models to draw beside a mass function, and parameters that a catalogue may lack.
 *
 * @param models empty if no line is requested
 * @param sigma8 NaN if not given
 * @param spectralIndex NaN if not given
 * @param omegaBaryon NaN if not given
 */
public record ModelRequest(
    List<MassFunctionModel> models, double sigma8, double spectralIndex, double omegaBaryon) {
  /** Default value: Planck 2018 VI (A&amp;A 641, A6), table 2, TT,TE,EE+lowE+lensing. */
  public static final double SIGMA8 = 0.811;

  /** Default value with the source of {@link #SIGMA8}. */
  public static final double SPECTRAL_INDEX = 0.965;

  /** Default value with the source of {@link #SIGMA8}: 0.0224 over h². */
  public static final double OMEGA_BARYON = 0.0493;
}
