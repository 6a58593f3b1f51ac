package org.jzfof.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.config.UnitChoice;
import org.jzfof.config.catalogues.ExportOptions;
import org.jzfof.config.catalogues.LinkBy;
import org.jzfof.config.catalogues.TableFormat;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.OutputException;
import org.jzfof.error.UsageException;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.Units;

/**
 * Writes the groups or the subhaloes of a catalogue as a table. Rows are read and written in
 * blocks, so that the memory does not depend on their number.
 */
public final class CatalogueExporter {
  /** Number of values that are read together, unless a row has more. */
  private static final int BLOCK_VALUES = 1 << 22;

  private static final double KPC = 1000;

  private final String version;
  private final int blockValues;

  /**
   * @param version version of jzfof, which the table states
   */
  public CatalogueExporter(String version) {
    this(version, BLOCK_VALUES);
  }

  /**
   * @param blockValues number of values that are read together
   */
  CatalogueExporter(String version, int blockValues) {
    this.version = version;
    this.blockValues = blockValues;
  }

  /**
   * Writes the table.
   *
   * @throws UsageException if a column or condition is not one of the catalogue
   * @throws CatalogueException if the catalogue cannot be read
   * @throws OutputException if the file exists or cannot be written
   */
  public ExportReport export(ExportOptions options) {
    StoredCatalogue catalogue = in(StoredCatalogue.open(options.catalogue()), options.units());
    Source source = source(catalogue, options);
    NamedColumns table = source.table;
    List<TableColumn> columns = columns(table, options);
    List<Condition> conditions =
        table.rows() == 0 ? List.of() : Condition.parse(options.where(), table);
    TableContent content =
        new TableContent(
            table.kind(),
            TableHeader.of(catalogue, table, options, version),
            columns,
            source.missing);
    Path file = options.file(source.name);
    check(file, catalogue, options);
    try (Transaction transaction = Transaction.begin(file, List.of(file))) {
      long[] rows = {0};
      transaction.write(
          List.of(file),
          parts -> rows[0] = write(parts.get(0), options.format(), content, table, conditions));
      transaction.commit(List.of());
      return new ExportReport(
          file,
          table.kind(),
          rows[0],
          table.rows(),
          columns.stream().map(TableColumn::name).toList(),
          source.missing,
          transaction.warnings());
    }
  }

  /**
   * What a table is made of.
   *
   * @param missing columns that the catalogue cannot fill
   * @param name name of the file if the user has given none
   */
  private record Source(NamedColumns table, List<String> missing, String name) {}

  private static Source source(StoredCatalogue catalogue, ExportOptions options) {
    boolean subhaloes = subhaloes(catalogue, options.by());
    String number = SnapshotFiles.number(catalogue.files().get(0));
    if (options.format() == TableFormat.ROCKSTAR) {
      RockstarHaloes haloes = RockstarHaloes.of(catalogue, subhaloes, options.links());
      String name = "out_" + number.replaceFirst("^0+(?=\\d)", "") + ".list";
      return new Source(RockstarColumns.of(haloes), RockstarColumns.missing(haloes), name);
    }
    NamedColumns table = StoredColumns.of(catalogue, subhaloes);
    String name = table.kind() + "_" + number + "." + options.format().ending();
    return new Source(table, List.of(), name);
  }

  /** Returns a catalogue in the units that the user has chosen. */
  private static StoredCatalogue in(StoredCatalogue catalogue, UnitChoice choice) {
    Units mpc = Units.MPC;
    boolean perHubble = TableHeader.isComoving(catalogue) || catalogue.units().perHubble();
    return switch (choice) {
      case KEEP -> catalogue.readable();
      case AUTO ->
          perHubble && !catalogue.units().perHubble()
              ? in(catalogue, UnitChoice.MPC)
              : catalogue.readable();
      case MPC -> in(catalogue, mpc.lengthCm(), perHubble);
      case KPC -> in(catalogue, mpc.lengthCm() / KPC, perHubble);
    };
  }

  private static StoredCatalogue in(StoredCatalogue catalogue, double lengthCm, boolean perHubble) {
    Units mpc = Units.MPC;
    Units units = new Units(lengthCm, mpc.massG(), mpc.velocityCmPerS(), perHubble);
    StoredCatalogue converted = catalogue.in(units);
    if (converted == catalogue) {
      throw new CatalogueException(
          "%s does not state its units, or h, which other units need: use --units keep"
              .formatted(catalogue.files().get(0)));
    }
    return converted;
  }

  private static boolean subhaloes(StoredCatalogue catalogue, LinkBy by) {
    boolean have = catalogue.hasSubhaloes();
    if (by == LinkBy.SUBHALO && !have) {
      throw new UsageException(
          "%s has no subhaloes: export groups with --by group, or find them with jzfof run --subhaloes"
              .formatted(catalogue.files().get(0)));
    }
    return switch (by) {
      case AUTO -> have && catalogue.subhaloTable().rows() > 0;
      case SUBHALO -> true;
      case GROUP -> false;
    };
  }

  private static List<TableColumn> columns(NamedColumns table, ExportOptions options) {
    return options.columns().isEmpty() || table.rows() == 0
        ? table.all()
        : options.columns().stream().map(name -> table.column("--columns", name)).toList();
  }

  private static void check(Path file, StoredCatalogue catalogue, ExportOptions options) {
    OutputFiles.check(file);
    OutputFiles.requireNoInput(file, catalogue.files());
    if (Files.exists(file) && !options.overwrite()) {
      throw new OutputException(
          "%s exists: add --overwrite, or choose another name with -o".formatted(file));
    }
  }

  /** Writes the rows that fulfil all conditions, and returns their number. */
  private long write(
      Path part,
      TableFormat format,
      TableContent content,
      NamedColumns table,
      List<Condition> conditions) {
    int width = content.columns().stream().mapToInt(TableColumn::width).sum();
    long written = 0;
    try (TableWriter writer = writer(part, format, content)) {
      for (RowRange block : RowRange.blocks(table.rows(), Math.max(1, blockValues / width))) {
        int[] rows = selected(block, conditions);
        if (rows.length > 0) {
          writer.write(content.columns().stream().map(c -> c.source().read(block)).toList(), rows);
          written += rows.length;
        }
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputFiles.sync(part);
    return written;
  }

  private static TableWriter writer(Path part, TableFormat format, TableContent content)
      throws IOException {
    return switch (format) {
      case CSV -> TextTable.commas(part, content, false);
      case ECSV -> TextTable.commas(part, content, true);
      case FITS -> FitsTable.create(part, content);
      case VOTABLE -> VoTable.create(part, content);
      case ROCKSTAR -> RockstarList.create(part, content);
    };
  }

  private static int[] selected(RowRange block, List<Condition> conditions) {
    List<boolean[]> holds = new ArrayList<>();
    conditions.forEach(condition -> holds.add(condition.test(block)));
    return IntStream.range(0, (int) block.count())
        .filter(row -> holds.stream().allMatch(each -> each[row]))
        .toArray();
  }
}
