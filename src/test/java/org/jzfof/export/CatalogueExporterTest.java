package org.jzfof.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzfof.catalogue.columns.ApertureColumns;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.cli.Jzfof;
import org.jzfof.config.Overdensity;
import org.jzfof.config.SubhaloOptions.Aperture;
import org.jzfof.config.UnitChoice;
import org.jzfof.config.catalogues.ExportOptions;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.TableFormat;
import org.jzfof.snapshot.header.Units;

class CatalogueExporterTest {
  private static final Path SNAPSHOT = Path.of("examples/lcdm32/snapshot_001.hdf5");

  @TempDir static Path shared;
  @TempDir Path dir;

  private byte[] table(int files, int blockValues, TableFormat format) throws IOException {
    Path out = shared.resolve("of" + files);
    if (!Files.exists(out)) {
      Jzfof.run("run", SNAPSHOT, "-q", "-o", out, "--files", files).succeeded();
    }
    Path file = dir.resolve(blockValues + "." + format.ending());
    ExportOptions options =
        new ExportOptions(
            out.resolve("groups_001"),
            format,
            file.toString(),
            LinkBy.GROUP,
            List.of(),
            format == TableFormat.ROCKSTAR ? "Np >= 25" : "GroupLen >= 25",
            format == TableFormat.ROCKSTAR ? UnitChoice.MPC : UnitChoice.KEEP,
            "",
            true,
            "jzfof");
    ExportReport report = new CatalogueExporter("0", blockValues).export(options);
    assertTrue(report.rows() < report.of());
    return Files.readAllBytes(file);
  }

  /** Whatever rows are read together, also across files of a catalogue. */
  @ParameterizedTest
  @EnumSource
  void blocksDoNotMatter(TableFormat format) throws IOException {
    for (int files : new int[] {1, 3}) {
      String whole = new String(table(files, 1 << 20, format), StandardCharsets.ISO_8859_1);
      for (int values : new int[] {1, 500, 3000}) {
        assertEquals(whole, new String(table(files, values, format), StandardCharsets.ISO_8859_1));
      }
    }
  }

  /** Each word in a description is known, and no two columns of a table have one name. */
  @Test
  void everyColumnHasATextAndANameOfItsOwn() {
    TableUnits units = new TableUnits(Units.MPC, true, true);
    for (List<CatalogueColumn> table :
        List.of(
            Stream.concat(
                    GroupColumns.ALL.stream(),
                    SphereColumns.at(List.of(Overdensity.of("", "200c"))).stream())
                .toList(),
            Stream.concat(
                    SubhaloColumns.ALL.stream(),
                    ApertureColumns.at(List.of(Aperture.find("30").orElseThrow())).stream())
                .toList())) {
      Set<String> names = new HashSet<>();
      for (CatalogueColumn column : table) {
        String text = ColumnText.of(column, units);
        assertFalse(text.isBlank() || text.contains("{"), text);
        assertTrue(names.add(column.name()), column.name());
      }
    }
  }
}
