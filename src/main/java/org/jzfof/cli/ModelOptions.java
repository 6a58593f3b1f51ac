package org.jzfof.cli;

import java.util.List;
import org.jzfof.error.UsageException;
import org.jzfof.massfunction.MassFunctionModel;
import org.jzfof.plot.ModelRequest;
import picocli.CommandLine.Option;

/** Options of the models that are drawn with a mass function. */
public final class ModelOptions {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      split = ",",
      description =
          "Draw a model beside the mass function: tinker08 (Tinker et al. 2008), despali16 (Despali"
              + " et al. 2016), or both. Its masses are those of --mass, or M200m for the masses of groups. Densities, h and redshift are those of the catalogue, or of --snapshot.")
  private List<String> models;

  @Option(
      names = "--sigma8",
      paramLabel = "S",
      description =
          "sigma8 of the model (default: that of the catalogue, else " + ModelRequest.SIGMA8 + ").")
  private double sigma8 = Double.NaN;

  @Option(
      names = "--spectral-index",
      paramLabel = "N",
      description =
          "Primordial spectral index of the model (default: that of the catalogue, else "
              + ModelRequest.SPECTRAL_INDEX
              + ").")
  private double spectralIndex = Double.NaN;

  @Option(
      names = "--omega-baryon",
      paramLabel = "O",
      description =
          "Density of baryons of the model (default: that of the catalogue or the snapshot, else "
              + ModelRequest.OMEGA_BARYON
              + ").")
  private double omegaBaryon = Double.NaN;

  /** Returns the request for models, after checking that the parameters belong to a model. */
  public ModelRequest request() {
    if (models == null && !Double.isNaN(sigma8)) {
      throw withoutModel("--sigma8");
    }
    if (models == null && !Double.isNaN(spectralIndex)) {
      throw withoutModel("--spectral-index");
    }
    if (models == null && !Double.isNaN(omegaBaryon)) {
      throw withoutModel("--omega-baryon");
    }
    return new ModelRequest(
        models == null ? List.of() : models.stream().map(MassFunctionModel::of).distinct().toList(),
        sigma8,
        spectralIndex,
        omegaBaryon);
  }

  private static UsageException withoutModel(String option) {
    return new UsageException(option + " is that of a model: add --model tinker08");
  }
}
