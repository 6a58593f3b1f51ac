package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.cli.Jzfof;
import org.jzfof.cli.PythonScript;

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
    command.add(found("007", "examples/lcdm32/snapshot_001.hdf5"));
    command.add(found("008", "examples/lcdm32/snapshot_001.hdf5", "--min-length", 100_000));
    command.add(found("009", "examples/lcdm32/snapshot_001.hdf5", "--no-ids"));
    command.add(found("017", "examples/lcdm32/snapshot_001.hdf5", "--files", 4));
    script.accepts(command.size(), command);
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups) {
    return write(number, info, groups, 1);
  }

  private String write(String number, CatalogueInfo info, GroupCatalogue groups, int files) {
    return GadgetCatalogueWriter.write(folder, number, info, groups, files).toString();
  }

  /** The catalogue that the whole program makes of a snapshot. */
  private String found(String name, String snapshot, Object... options) {
    List<Object> words = new ArrayList<>(List.of("run", snapshot, "-o", folder.resolve(name)));
    words.addAll(List.of(options));
    Jzfof.run(words.toArray()).succeeded();
    return GadgetCatalogueWriter.file(folder.resolve(name), "001").toString();
  }
}
