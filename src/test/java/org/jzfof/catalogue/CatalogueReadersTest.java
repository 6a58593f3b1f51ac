package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.PythonScript;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;

/**
 * The programs that people read catalogues with open ours unchanged: yt, h5py, illustris_python.
 */
class CatalogueReadersTest {
  @TempDir Path folder;

  @Test
  void readersOpenEveryKindOfCatalogue() {
    PythonScript script = PythonScript.needing("check_catalogue.py", "h5py, yt", folder);
    List<String> command = new ArrayList<>();
    command.add(write("001", Catalogues.info(25), Catalogues.random(50, true, 1)));
    command.add(write("002", Catalogues.info(25), Catalogues.random(1, true, 2)));
    command.add(write("003", Catalogues.info(25), Catalogues.random(50, false, 3)));
    command.add(write("004", Catalogues.info(25), Catalogues.random(0, true, 4)));
    command.add(write("005", Catalogues.info(25, 30, 40), Catalogues.random(6, true, 5)));
    command.add(write("006", Catalogues.unstated(25), Catalogues.random(6, true, 6)));
    GroupCatalogue groups = Catalogues.random(50, true, 7);
    command.add(write("010", Catalogues.info(25), groups, 2));
    command.add(write("011", Catalogues.info(25), groups, 5));
    command.add(write("012", Catalogues.info(25), groups, 50));
    command.add(write("013", Catalogues.info(25), groups, 53));
    command.add(write("014", Catalogues.info(25), Catalogues.random(7, false, 8), 3));
    command.add(write("015", Catalogues.info(25), Catalogues.random(3, false, 9), 5));
    command.add(write("016", Catalogues.info(25), Catalogues.random(0, true, 10), 4));
    command.add(foundIn("007", "examples/lcdm32/snapshot_001.hdf5"));
    command.add(foundIn("008", "examples/lcdm32/snapshot_001.hdf5", "--min-length", 100_000));
    command.add(foundIn("009", "examples/lcdm32/snapshot_001.hdf5", "--no-ids"));
    command.add(foundIn("017", "examples/lcdm32/snapshot_001.hdf5", "--files", 4));
    script.accepts(command.size(), command);
  }

  @Test
  void readersOpenTheOtherFormats() {
    PythonScript script = PythonScript.needing("check_formats.py", "h5py, yt", folder);
    List<String> command = new ArrayList<>();
    for (CatalogueFormat format : List.of(CatalogueFormat.YT, CatalogueFormat.SWIFT)) {
      int number = 20;
      for (int groups : new int[] {50, 1, 0}) {
        GroupCatalogue random = Catalogues.random(groups, true, groups);
        add(command, format, random, String.valueOf(number++));
      }
      String name = format.name().toLowerCase(Locale.ROOT);
      String reference = found("g" + name, "examples/lcdm32/snapshot_001.hdf5");
      Path out = folder.resolve("o" + name);
      Jzfof.run("run", "examples/lcdm32/snapshot_001.hdf5", "-o", out, "--format", name)
          .succeeded();
      OutputOptions options = OutputOptions.catalogue(format, 1);
      Path file = CatalogueWriter.of(options, out, "001").files().get(0);
      command.addAll(List.of(name, file.toString(), reference));
    }
    script.accepts(8, command);
  }

  /** One catalogue in a format, and in Gadget's for comparison. */
  private void add(
      List<String> command, CatalogueFormat format, GroupCatalogue groups, String number) {
    CatalogueInfo info = Catalogues.info(25);
    CatalogueWriter writer = CatalogueWriter.of(OutputOptions.catalogue(format, 1), folder, number);
    Catalogues.write(writer, info, groups);
    command.add(format.name().toLowerCase(Locale.ROOT));
    command.add(writer.files().get(0).toString());
    command.add(write(number, info, groups));
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups) {
    return write(number, info, groups, 1);
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups, int files) {
    return GadgetCatalogueWriter.write(folder, number, info, groups, files).toString();
  }

  /** The catalogue that the whole program makes of a snapshot. */
  private String found(String name, String snapshot, Object... options) {
    Jzfof.run(List.of("run", snapshot, "-o", folder.resolve(name)), options).succeeded();
    return GadgetCatalogueWriter.file(folder.resolve(name), "001").toString();
  }

  /** As {@link #found}, to be held against what its snapshot says of the simulation. */
  private String foundIn(String name, String snapshot, Object... options) {
    return found(name, snapshot, options) + "=" + snapshot;
  }
}
