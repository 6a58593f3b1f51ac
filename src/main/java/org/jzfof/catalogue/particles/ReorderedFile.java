package org.jzfof.catalogue.particles;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jzfof.catalogue.columns.SwiftUnit;
import org.jzfof.catalogue.layout.CellTable;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.layout.SourceFile;
import org.jzfof.config.GroupNumbering;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/** One file of a snapshot in group order, with equal shares of the rows of each type. */
final class ReorderedFile {
  private static final String CELLS = "Cells";
  private static final String PARAMETERS = "/Parameters";
  private static final String NO_GROUP = "FOF:group_id_default";

  /** SWIFT's attribute with the number of datasets in a group of particles. */
  private static final String FIELDS = "NumberOfFields";

  private final ParticleLayout layout;
  private final Hdf5Writer out;
  private final SnapshotHeader snapshot;
  private final int file;
  private final int files;
  private final List<GroupNumbering> numberings;

  /**
   * @param snapshot source snapshot
   * @param file index of the file
   * @param numberings numbers of groups and subhaloes to add
   */
  ReorderedFile(
      ParticleLayout layout,
      SnapshotHeader snapshot,
      int file,
      int files,
      List<GroupNumbering> numberings) {
    this.layout = layout;
    this.out = layout.out();
    this.snapshot = snapshot;
    this.file = file;
    this.files = files;
    this.numberings = numberings;
  }

  /** Writes everything except the values of the columns. */
  void write() {
    writeAllButParticles();
    for (int type = 0; type < snapshot.types(); type++) {
      if (rows(type).count() > 0) {
        createType(type, rows(type));
      }
    }
  }

  private RowRange rows(int type) {
    return RowRange.share(snapshot.counts()[type], file, files);
  }

  private void writeAllButParticles() {
    try (Hdf5File in = SourceFile.open(snapshot.pieces().get(0))) {
      for (String name : in.children("/")) {
        String path = "/" + name;
        if (in.isSoftLink(path)) {
          out.softLink(in.softLinkTarget(path), path);
        } else if (in.isBrokenLink(path)) {
          Hdf5Copy.link(in, out, path);
        } else if (!name.matches("PartType\\d+") && !name.equals(CELLS)) {
          Hdf5Copy.object(in, out, path);
        }
      }
      long[] counts = new long[snapshot.types()];
      Arrays.setAll(counts, type -> rows(type).count());
      new ReorderedHeader(in, out).write(counts, file, files);
      if (snapshot.family() == CodeFamily.SWIFT && snapshot.boxSize() != null) {
        Map<String, Long> cells = new TreeMap<>();
        for (int type = 0; type < snapshot.types(); type++) {
          if (snapshot.counts()[type] > 0) {
            cells.put("PartType" + type, snapshot.counts()[type]);
          }
        }
        CellTable.write(out, snapshot.boxSize(), files, cells);
      }
      if (numberings.contains(GroupNumbering.FOF_GROUP_IDS)) {
        writeNoGroup(in);
      }
    }
  }

  /**
   * Writes the number that marks particles without group, which pynbody reads from the parameters
   * of SWIFT.
   */
  private void writeNoGroup(Hdf5File in) {
    if (!in.exists(PARAMETERS)) {
      out.group(PARAMETERS);
    } else if (in.hasAttribute(PARAMETERS, NO_GROUP)) {
      out.removeAttribute(PARAMETERS, NO_GROUP);
    }
    out.attribute(PARAMETERS, NO_GROUP, Long.toString(GroupNumbering.FOF_GROUP_IDS.none()));
  }

  private void createType(int type, RowRange rows) {
    Piece first = snapshot.firstWith(type);
    String group = "/PartType" + type;
    Set<String> added = new LinkedHashSet<>();
    numberings.forEach(numbering -> added.add(numbering.dataset()));
    out.group(group);
    try (Hdf5File in = SourceFile.open(first)) {
      Hdf5Copy.attributes(in, out, group);
      List<String> names = in.children(group);
      for (String name : names) {
        String path = group + "/" + name;
        if (added.contains(name)) {
          continue;
        }
        if (isColumn(in, path, first.counts()[type])) {
          layout.like(in, path, rows);
        } else if (in.isBrokenLink(path)) {
          Hdf5Copy.link(in, out, path);
        } else {
          Hdf5Copy.object(in, out, path);
        }
      }
      names.forEach(added::remove);
      if (!added.isEmpty() && in.hasAttribute(group, FIELDS)) {
        long fields = in.longs(group, FIELDS)[0] + added.size();
        out.removeAttribute(group, FIELDS);
        out.attribute(group, FIELDS, Hdf5Type.INT32, new long[] {fields});
      }
    }
    numberings.forEach(numbering -> createNumbers(numbering, group, rows));
  }

  private void createNumbers(GroupNumbering numbering, String group, RowRange rows) {
    String path = group + "/" + numbering.dataset();
    layout.numbers(path, RowSource.type(numbering), rows);
    if (snapshot.family() == CodeFamily.SWIFT) {
      SwiftUnit.NUMBER.writeTo(out, path, numbering.description(), 1, snapshot.scaleFactor());
    } else {
      Scaling.NUMBER.writeTo(out, path, numbering.description());
    }
  }

  /** Returns the names of the datasets of a type that have one row per particle. */
  static List<String> columns(SnapshotHeader snapshot, int type) {
    Piece first = snapshot.firstWith(type);
    String group = "/PartType" + type;
    try (Hdf5File in = SourceFile.open(first)) {
      return in.children(group).stream()
          .filter(name -> isColumn(in, group + "/" + name, first.counts()[type]))
          .toList();
    }
  }

  private static boolean isColumn(Hdf5File in, String path, long rows) {
    if (in.isBrokenLink(path) || !in.isDataset(path)) {
      return false;
    }
    try (var data = in.dataset(path)) {
      return data.info().dims().length > 0 && data.info().rows() == rows;
    }
  }
}
