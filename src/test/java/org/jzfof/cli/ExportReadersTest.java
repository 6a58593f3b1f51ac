package org.jzfof.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.hdf5.Hdf5Edit;

/** What astropy reads of exported tables is what is in the catalogue, bit by bit. */
class ExportReadersTest {
  private static final List<String> ENDINGS = List.of("csv", "ecsv", "fits", "vot");

  @TempDir Path dir;

  private List<Object> tables(Path catalogue, String by, int formats) {
    List<Object> tables = new ArrayList<>();
    for (String ending : ENDINGS.subList(0, formats)) {
      Path table = dir.resolve(by + "." + ending);
      Jzfof.run("export", catalogue, "-o", table, "--by", by, "-q").succeeded();
      tables.add(table);
    }
    return tables;
  }

  private void accepts(Path file, String group, List<Object> tables) {
    List<String> words = new ArrayList<>(List.of(file.toString(), group));
    tables.forEach(table -> words.add(table.toString()));
    PythonScript.needing("check_tables.py", "h5py, astropy", dir).accepts(tables.size(), words);
  }

  @Test
  void numbersAreThoseOfTheCatalogue() {
    PythonScript.needing("check_tables.py", "h5py, astropy", dir);
    Object[] run = FormattedSubhaloes.command(FormattedSubhaloes.EXAMPLE, dir, "gadget");
    Jzfof.run(List.of(run), "--so", "200c,vir", "--properties", "all").succeeded();
    Path file = dir.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    accepts(file, "Group", tables(file, "group", ENDINGS.size()));
    accepts(file, "Subhalo", tables(file, "subhalo", ENDINGS.size()));
  }

  @Test
  void largeIdsAreExact() {
    PythonScript.needing("check_tables.py", "h5py, astropy", dir);
    Jzfof.run("run", FormattedSubhaloes.EXAMPLE, "-q", "-o", dir).succeeded();
    Path file = dir.resolve("groups_001/fof_subhalo_tab_001.0.hdf5");
    String id = "/Group/GroupIDMostbound";
    Hdf5Edit.integer(file, id, -1L, 0);
    Hdf5Edit.integer(file, id, Long.MIN_VALUE, 1);
    Hdf5Edit.integer(file, id, (1L << 62) + 1, 2);
    accepts(file, "Group", tables(file, "group", ENDINGS.indexOf("vot")));
    Path table = dir.resolve("ids.vot");
    Jzfof.run("export", file, "-o", table)
        .failed(
            2,
            "GroupIDMostbound has 18446744073709551615, but integers of VOTable are below 2^63: use --to fits, ecsv or csv");
    Jzfof.run("export", file, "-o", table, "--where", "GroupIDMostbound < 9223372036854775808")
        .printed("rows             92 of 94 groups");
  }
}
