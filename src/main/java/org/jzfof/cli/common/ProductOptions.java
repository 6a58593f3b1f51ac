package org.jzfof.cli.common;

import java.util.Arrays;
import java.util.List;
import org.jzfof.cli.common.OptionGroups.Heading;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.GroupNumbering;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.UnitChoice;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that select the files of a run. */
@Heading(Heading.OUTPUT)
public final class ProductOptions {
  @Option(
      names = "--format",
      paramLabel = "NAME",
      defaultValue = "gadget",
      converter = FormatNames.class,
      description =
          "Layout of the catalogue: gadget (Gadget-4), tng (IllustrisTNG), swift, yt, or, with"
              + " --lightcone, lightcone (lightcone_io) (default: ${DEFAULT-VALUE}).")
  private CatalogueFormat format;

  /** Reads the name of a layout; tables of other programs are made of catalogues. */
  private static final class FormatNames implements ITypeConverter<CatalogueFormat> {
    private static final String ROCKSTAR = "rockstar";

    @Override
    public CatalogueFormat convert(String name) {
      if (name.equalsIgnoreCase(ROCKSTAR)) {
        throw new TypeConversionException(
            "rockstar is no layout of a catalogue: write another one, and make out_N.list of it with jzfof export --to rockstar");
      }
      return Arrays.stream(CatalogueFormat.values())
          .filter(format -> format.name().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "%s is no layout of a catalogue: give gadget, tng, swift, yt or lightcone"
                          .formatted(name)));
    }
  }

  @Option(
      names = "--membership",
      description = "Also write the group number of every particle, in the order of the snapshot.")
  private boolean membership;

  @Option(
      names = "--reorder",
      description =
          "Also write the snapshot in group order and, with --format gadget or tng,"
              + " ../postprocessing/offsets for illustris_python.")
  private boolean reorder;

  @Option(
      names = "--number-width",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Digits of NNN; 0 for those of the snapshot's name, at least three (default:"
              + " ${DEFAULT-VALUE}).")
  private int numberWidth;

  @ArgGroup private UnitOptions units = new UnitOptions();

  /** The two forms of the option for units of a catalogue in Gadget's layout. */
  private static final class UnitOptions {
    @Option(
        names = "--units",
        paramLabel = "NAME",
        defaultValue = "auto",
        description =
            "Units of --format gadget and tng: mpc for Mpc/h, 1e10 Msun/h and km/s; kpc for kpc/h and the same; keep for those of the"
                + " snapshot; auto for mpc if the snapshot's units have no h, else keep (default:"
                + " ${DEFAULT-VALUE}).")
    private UnitChoice choice;

    @Option(names = "--keep-units", description = "The same as --units keep.")
    private boolean keep;
  }

  @Option(
      names = "--group-column",
      paramLabel = "NAME",
      split = ",",
      description =
          "With --reorder, add datasets with the group of each particle: GroupNumber (from 0, -1"
              + " for none), FOFGroupIDs (as SWIFT: from 1, 2147483647 for none) or HaloID (for"
              + " caesar: from 1, 0 for none); with --subhaloes its subhalo (from 0, -1 for none):"
              + " SubhaloNumber or, for swiftgalaxy, GroupNr_bound.")
  private List<GroupNumbering> groupColumns = List.of();

  /** Returns the units of a catalogue in Gadget's layout. */
  public UnitChoice units() {
    return units.keep ? UnitChoice.KEEP : units.choice;
  }

  /** Returns whether the catalogue has Gadget's layout. */
  public boolean isGadget() {
    return format.isGadgetLike();
  }

  /** Returns the options for the output files, with the number of files from other options. */
  public OutputOptions outputOptions(WriteOptions write) {
    return new OutputOptions(
        format,
        write.files(),
        membership,
        reorder,
        groupColumns,
        write.overwrite(),
        units(),
        numberWidth);
  }
}
