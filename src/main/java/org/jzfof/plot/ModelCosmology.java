package org.jzfof.plot;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.CatalogueException;
import org.jzfof.massfunction.LinearCosmology;
import org.jzfof.snapshot.header.Cosmology;

/**
 * The cosmology of the models that are drawn beside a catalogue.
 *
 * @param linear parameters from the request, else from the catalogue, else default values
 * @param caption description of the cosmology, which names the default values
 */
public record ModelCosmology(LinearCosmology linear, String caption) {
  /**
   * @throws CatalogueException if the catalogue does not state densities, h and redshift
   * @throws org.jzfof.error.UsageException if a parameter is out of range
   */
  public static ModelCosmology of(
      ModelRequest request, StoredCatalogue catalogue, Optional<Cosmology> snapshot) {
    Cosmology fromCatalogue = catalogue.cosmology();
    Cosmology stated = fromCatalogue.stated() ? fromCatalogue : snapshot.orElse(fromCatalogue);
    if (!stated.stated() || Double.isNaN(catalogue.header("Redshift"))) {
      throw new CatalogueException(
          "%s does not state Omega0, OmegaLambda, h and the redshift, which --model needs: give its --snapshot if that does, or leave --model out"
              .formatted(catalogue.files().get(0)));
    }
    CaptionBuilder caption = new CaptionBuilder();
    caption.add("Ωm", stated.omegaMatter());
    caption.add("ΩΛ", stated.omegaLambda());
    caption.add("h", stated.hubble());
    double inSnapshot = snapshot.map(Cosmology::omegaBaryon).orElse(Double.NaN);
    double baryons =
        caption.choose(
            "Ωb",
            ModelRequest.OMEGA_BARYON,
            request.omegaBaryon(),
            orNaN(fromCatalogue.omegaBaryon()),
            orNaN(inSnapshot));
    double sigma8 =
        caption.choose(
            "σ8", ModelRequest.SIGMA8, request.sigma8(), orNaN(catalogue.number("Sigma8")));
    double index =
        caption.choose(
            "ns",
            ModelRequest.SPECTRAL_INDEX,
            request.spectralIndex(),
            orNaN(catalogue.number("PrimordialIndex")));
    Cosmology all =
        new Cosmology(stated.omegaMatter(), stated.omegaLambda(), baryons, stated.hubble());
    return new ModelCosmology(new LinearCosmology(all, sigma8, index), caption.text());
  }

  /** Returns NaN for 0, which codes write for parameters that they do not use. */
  private static double orNaN(double stored) {
    return stored > 0 ? stored : Double.NaN;
  }

  /** Builds the caption from the parameters. */
  private static final class CaptionBuilder {
    private static final DecimalFormatSymbols ROOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

    private final List<String> stated = new ArrayList<>();
    private final List<String> assumed = new ArrayList<>();

    void add(String name, double value) {
      stated.add(word(name, value));
    }

    /** Returns the first finite candidate, or the default value if there is none. */
    double choose(String name, double defaultValue, double... candidates) {
      for (double value : candidates) {
        if (!Double.isNaN(value)) {
          add(name, value);
          return value;
        }
      }
      assumed.add(word(name, defaultValue));
      return defaultValue;
    }

    private static String word(String name, double value) {
      return name + " = " + new DecimalFormat("0.####", ROOT).format(value);
    }

    String text() {
      String all = "models: " + String.join(", ", stated);
      return assumed.isEmpty() ? all : all + "; assumed " + String.join(", ", assumed);
    }
  }
}
