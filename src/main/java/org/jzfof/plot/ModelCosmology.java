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
 * The cosmology of models beside a catalogue.
 *
 * @param linear what was given, else what the catalogue states, else what is assumed
 * @param caption it in words, which say what is assumed
 */
record ModelCosmology(LinearCosmology linear, String caption) {
  /**
   * @param snapshot cosmology of the snapshot of the catalogue, if it was given
   * @throws CatalogueException if densities, h and redshift are not stated
   * @throws org.jzfof.error.UsageException if a parameter makes no sense
   */
  static ModelCosmology of(
      ModelRequest request, StoredCatalogue catalogue, Optional<Cosmology> snapshot) {
    Cosmology own = catalogue.cosmology();
    Cosmology stated = own.stated() ? own : snapshot.orElse(own);
    if (!stated.stated() || Double.isNaN(catalogue.header("Redshift"))) {
      throw new CatalogueException(
          "%s does not state Omega0, OmegaLambda, h and the redshift, which --model needs: give its --snapshot if that does, or leave --model out"
              .formatted(catalogue.files().get(0)));
    }
    Words words = new Words();
    words.add("Ωm", stated.omegaMatter());
    words.add("ΩΛ", stated.omegaLambda());
    words.add("h", stated.hubble());
    double inSnapshot = snapshot.map(Cosmology::omegaBaryon).orElse(Double.NaN);
    double baryons =
        words.choose(
            "Ωb",
            ModelRequest.OMEGA_BARYON,
            request.omegaBaryon(),
            known(own.omegaBaryon()),
            known(inSnapshot));
    double sigma8 =
        words.choose(
            "σ8", ModelRequest.SIGMA8, request.sigma8(), known(catalogue.number("Sigma8")));
    double index =
        words.choose(
            "ns",
            ModelRequest.SPECTRAL_INDEX,
            request.spectralIndex(),
            known(catalogue.number("PrimordialIndex")));
    Cosmology all =
        new Cosmology(stated.omegaMatter(), stated.omegaLambda(), baryons, stated.hubble());
    return new ModelCosmology(new LinearCosmology(all, sigma8, index), words.text());
  }

  /** Codes write 0 for what they do not need. */
  private static double known(double stored) {
    return stored > 0 ? stored : Double.NaN;
  }

  /** Parameters as they come in. */
  private static final class Words {
    private static final DecimalFormatSymbols ROOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

    private final List<String> stated = new ArrayList<>();
    private final List<String> assumed = new ArrayList<>();

    void add(String name, double value) {
      stated.add(word(name, value));
    }

    /** The first number of several, or what is assumed where there is none. */
    double choose(String name, double otherwise, double... candidates) {
      for (double value : candidates) {
        if (!Double.isNaN(value)) {
          add(name, value);
          return value;
        }
      }
      assumed.add(word(name, otherwise));
      return otherwise;
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
